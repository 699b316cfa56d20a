//! Typing in positions: what commands come to and what is proposed.

use crate::engine::Seat;
use crate::imperium::position::at;
use crate::imperium::rules::{invasion, movement, production, transfer};
use crate::imperium::script::{Played, Script};
use crate::imperium::{Game, rules};

use super::*;

mod refusals;
mod standing;

/// Somebody at an open question, with a draft.
struct Desk {
    played: Played,
    draft: Vec<Choice>,
}

impl Desk {
    /// The first seat is asked by `rules` in a position.
    fn asked(position: &str, rules: impl FnOnce(&mut Game) -> crate::engine::Flow) -> Desk {
        let played = Script::new().strict().run(at(position), rules);
        assert!(!played.open().is_empty(), "nobody is asked: {:?}", played.outcome);
        Desk { played, draft: Vec::new() }
    }

    fn system(&self, label: &str) -> SystemId {
        system(&self.played.state, label).expect("it is on the board")
    }

    fn act(&self, line: &str) -> Result<Act, Refusal> {
        let command = Command::parse(line)?;
        act(&self.played.state, Seat(0), self.played.open(), &self.draft, &command)
    }

    /// Types a line that adds to the draft.
    #[track_caller]
    fn drafts(&mut self, line: &str) {
        match self.act(line) {
            Ok(Act::Draft(parts)) => self.draft = parts,
            other => panic!("{line}: {other:?}"),
        }
    }

    #[track_caller]
    fn answers(&self, line: &str) -> Vec<Choice> {
        match self.act(line) {
            Ok(Act::Answer(parts)) => parts,
            other => panic!("{line}: {other:?}"),
        }
    }

    #[track_caller]
    fn refuses(&self, line: &str) -> String {
        self.act(line).expect_err("it is refused").to_string()
    }

    /// Whether the draft is an answer as it stands.
    fn check(&self) -> Result<(), String> {
        let prompt = &self.played.open()[0];
        prompt.check(&self.played.state, &self.draft).map_err(|refusal| refusal.to_string())
    }

    /// What is proposed for the last option of a line, as it is shown.
    fn proposals(&self, line: &str) -> Vec<String> {
        self.proposed(line).into_iter().map(|(label, _)| label).collect()
    }

    fn proposed(&self, line: &str) -> Vec<(String, String)> {
        let command = Command::parse(line).expect("a command");
        let focused = command.options.last().expect("an option").0.clone();
        let (state, open) = (&self.played.state, self.played.open());
        complete(state, Some(Seat(0)), open, &self.draft, &command, &focused)
    }

    fn labels(&self) -> Vec<String> {
        let question = &self.played.open()[0].question;
        let label = |choice| text::choice(&self.played.state, question, choice);
        self.draft.iter().map(label).collect()
    }
}

/// A carrier at 301 that passes Quann (201) on its way to 101.
fn on_the_way(more: &str) -> Desk {
    let position = format!(
        "players sol, hacan, letnev\ntile 201 = 25\ntile 101 = 46\nspace 301: sol carrier\n\
         planet quann: sol 3 infantry\ntech sol: gravity-drive\n{more}"
    );
    Desk::asked(&position, |game| {
        let system = system(&game.state, "101").expect("it is on the board");
        movement::move_ships(game, Seat(0), system)
    })
}

#[test]
fn a_ship_picks_up_troops_in_a_system_that_it_passes() {
    let mut desk = on_the_way("");
    desk.drafts("/move from:301 units:carrier pickup:2 infantry on Quann");
    assert_eq!(desk.labels(), ["1 carrier from 301", "carry 2 infantry from Quann with carrier"]);
    assert_eq!(desk.check(), Ok(()));
}

#[test]
fn a_system_with_one_planet_stands_for_its_troops() {
    let mut desk = on_the_way("");
    desk.drafts("/move from:301 units:carrier pickup:infantry in 201");
    assert_eq!(desk.labels()[1], "carry 1 infantry from Quann with carrier");
}

#[test]
fn what_is_picked_up_needs_room_and_must_be_there_and_on_the_way() {
    let desk = on_the_way("planet wellon: sol infantry");
    let refused = desk.refuses("/move from:301 units:carrier pickup:9 infantry on Quann");
    assert!(refused.contains("fewer on Quann"), "{refused}");
    let refused = desk.refuses("/move from:301 units:carrier pickup:3 infantry");
    assert!(refused.contains("does not say where"), "{refused}");
    let mut desk = on_the_way("planet wellon: sol infantry");
    desk.drafts("/move from:301 units:carrier pickup:infantry on Wellon");
    let refused = desk.check().expect_err("it is far away");
    assert!(refused.contains("does not pass"), "{refused}");
    let desk = on_the_way("token sol: 201");
    let mut desk = Desk { draft: Vec::new(), ..desk };
    desk.drafts("/move from:301 units:carrier pickup:infantry on Quann");
    let refused = desk.check().expect_err("the token holds it");
    assert!(refused.contains("command token"), "{refused}");
}

#[test]
fn autocomplete_proposes_what_can_be_picked_up_on_the_way() {
    let desk = on_the_way("");
    let found = desk.proposals("/move from:301 units:carrier pickup:");
    assert_eq!(found, ["1 infantry on Quann", "3 infantry on Quann"]);
    let found = desk.proposals("/move from:301 units:carrier pickup:2 infantry on Quann, ");
    assert_eq!(found, ["2 infantry on Quann, 1 infantry on Quann"]);
    assert!(desk.proposals("/move from:301 units:carrier pickup:fighter").is_empty());
}

#[test]
fn autocomplete_proposes_ships_then_what_they_carry() {
    let desk = on_the_way("space 301: sol carrier, 2 cruisers, 3 fighters");
    let found = desk.proposals("/move from:301 units:");
    assert!(found.contains(&"2 cruisers".into()), "{found:?}");
    let found = desk.proposals("/move from:301 units:carrier, ");
    assert!(found.contains(&"carrier, 3 fighters".into()), "{found:?}");
    let found = desk.proposals("/move from:301 units:carrier, 3 f");
    assert_eq!(found, ["carrier, 3 fighters"]);
}

#[test]
fn commands_do_not_repeat_themselves_in_what_they_propose() {
    let mut desk = Desk::asked(
        "players sol, hacan, letnev\nstrategy sol: trade\nspace 301: sol cruiser",
        rules::turn::take,
    );
    for (command, option) in [("activate", "system"), ("strategic", "card"), ("play", "card")] {
        for label in desk.proposals(&format!("/{command} {option}:")) {
            assert!(!label.to_lowercase().contains(command), "{label}");
        }
    }
    assert!(!desk.proposals("/activate system:").is_empty());
    assert_eq!(desk.proposals("/strategic card:"), ["Trade"]);
    let picked = desk.answers("/strategic card:trade");
    assert!(matches!(picked[..], [Choice::Strategic(_)]));
    // In a mixed list the whole of it is said.
    assert!(desk.proposals("/answer choice:trade").contains(&"Strategic: Trade".into()));
    desk.draft.clear();
    let system = desk.system("101");
    assert_eq!(desk.answers("/activate system:101"), [Choice::Activate(system)]);
    assert_eq!(desk.answers("/answer choice:activate wellon"), [Choice::Activate(system)]);
}

#[test]
fn systems_that_own_ships_reach_are_proposed_first() {
    let desk = Desk::asked(
        "players sol, hacan, letnev\nstrategy sol: trade exhausted\nspace 301: sol cruiser\n\
         control jord: sol\nplanet jord: sol space-dock",
        rules::turn::take,
    );
    let found = desk.proposals("/activate system:");
    let place = |wanted: &str| found.iter().position(|label| label.ends_with(wanted));
    let last_near = ["201", "202", "212"].map(|near| place(near).expect("it is proposed"));
    let last_near = last_near.into_iter().max().expect("three of them");
    assert!(place("301") > Some(last_near), "{found:?}");
    assert!(place("307").is_none_or(|far| far > last_near), "{found:?}");
}

const YARD: &str =
    "players sol, hacan, letnev\nplanet jord: sol space-dock, 2 infantry\ngoods sol: 9 0";

fn yard(more: &str) -> Desk {
    Desk::asked(&format!("{YARD}\n{more}"), |game| {
        let home = game.state.home_system(Seat(0)).expect("sol has a home");
        production::produce(game, Seat(0), home)
    })
}

#[test]
fn the_payment_of_a_second_build_covers_the_first_too() {
    let mut desk = yard("");
    desk.drafts("/build units:cruiser");
    assert_eq!(desk.check(), Ok(()));
    desk.drafts("/build units:2 fighters, destroyer");
    assert_eq!(desk.check(), Ok(()), "{:?}", desk.labels());
    let exhausted = desk.draft.iter().filter(|part| matches!(part, Choice::Exhaust(_))).count();
    assert_eq!(exhausted, 1);
    assert!(desk.labels().contains(&"build 1 cruiser".into()));
}

#[test]
fn what_is_out_of_reach_says_what_it_costs() {
    let desk = yard("goods sol: 0 0");
    let refused = desk.refuses("/build units:dreadnought, dreadnought");
    assert!(refused.contains("costs 8 resources"), "{refused}");
}

#[test]
fn a_payment_that_is_named_is_taken() {
    let mut desk = yard("");
    desk.drafts("/build units:cruiser pay:2 trade goods");
    assert_eq!(desk.labels(), ["build 1 cruiser", "spend 2 trade goods"]);
    let found = desk.proposals("/build units:destroyer pay:");
    assert!(found.iter().any(|label| label.contains("Jord")), "{found:?}");
}

#[test]
fn producing_on_a_planet_takes_build_with_its_planets_and_its_payment() {
    let mut desk = Desk::asked(YARD, |game| {
        let jord = planet("jord");
        production::produce_on(game, Seat(0), jord)
    });
    assert_eq!(desk.proposals("/build planet:"), ["Jord"]);
    assert!(desk.proposals("/build units:").contains(&"1 infantry".into()));
    desk.drafts("/build units:2 infantry planet:Jord");
    assert_eq!(desk.check(), Ok(()));
}

fn planet(slug: &str) -> crate::imperium::data::PlanetId {
    crate::imperium::data::PlanetId::named(slug)
}

#[test]
fn landing_on_mecatol_rex_is_paid_for_unless_the_player_pays_themselves() {
    let mut desk = Desk::asked(
        "players sol, hacan, letnev\nspace 000: sol carrier, 2 infantry\ngoods sol: 6 0",
        |game| {
            let rex = game.state.mecatol_rex().expect("it is on the board");
            invasion::invade(game, Seat(0), rex)
        },
    );
    assert_eq!(desk.proposals("/land units:"), ["2 infantry", "1 infantry"]);
    assert_eq!(desk.proposals("/land planet:"), ["Mecatol Rex"]);
    desk.drafts("/land units:2 infantry");
    assert_eq!(desk.check(), Ok(()), "{:?}", desk.labels());
}

#[test]
fn troops_are_transferred_by_answer_with_proposals_for_each_step() {
    let mut desk = Desk::asked(
        "players sol, hacan, letnev\ntile 201 = 25\nplanet quann: sol 3 infantry\ncontrol jord: sol",
        |game| transfer::transfer(game, Seat(0), 2),
    );
    let found = desk.proposed("/answer choice:");
    let whole = found.iter().filter(|(label, _)| label.starts_with('★')).count();
    assert!(whole > 0 && whole < found.len(), "{found:?}");
    let (_, proposal) = &found[0];
    assert!(!desk.answers(&format!("/answer choice:{proposal}")).is_empty());
    let one = "1 infantry from Quann to Jord";
    let found = desk.proposed(&format!("/answer choice:{one}; "));
    let (label, value) = found.first().expect("a second part");
    assert!(label.starts_with(one) && label.contains(" + "), "{label}");
    assert_eq!(desk.answers(&format!("/answer choice:{value}")).len(), 2);
    // A part that is an answer by itself is given; with a draft it is added.
    assert_eq!(desk.answers(&format!("/answer choice:{one}")).len(), 1);
    desk.draft = desk.answers(&format!("/answer choice:{one}"));
    desk.drafts(&format!("/answer choice:{one}"));
    assert_eq!(desk.draft.len(), 2);
}

#[test]
fn an_answer_that_is_not_whole_yet_goes_into_the_draft() {
    let mut desk = yard("");
    desk.drafts("/answer choice:build 1 cruiser");
    assert!(desk.check().is_err());
    desk.drafts("/answer choice:spend 2 trade goods");
    assert_eq!(desk.check(), Ok(()));
    let refused = desk.refuses("/answer choice:★0123456789abcdef");
    assert!(refused.contains("no longer possible"), "{refused}");
}

#[test]
fn deals_are_typed_as_discord_writes_them() {
    let offer = Command::parse("/trade offer with:hacan give:1 commodity").expect("a command");
    assert_eq!((offer.name.as_str(), offer.option("with")), ("trade", Some("hacan")));
    assert_eq!(Command::parse("/trade accept").expect("a command").name, "accept");
    let accept = Command::parse("/trade decline offer:3").expect("a command");
    assert_eq!((accept.name.as_str(), accept.option("offer")), ("decline", Some("3")));
    let desk = yard("goods hacan: 2 6");
    let found = desk.proposals("/trade with:hacan get:");
    assert_eq!(found[..4], ["6 commodities", "1 commodity", "2 trade goods", "1 trade good"]);
    assert!(found[4].starts_with("Ceasefire"), "{found:?}");
    assert_eq!(desk.proposals("/trade with:hacan give:9 t"), ["9 trade goods"]);
}
