//! Cards about goods, tokens, technologies and laws, and those of the strategy and status phase.

use crate::engine::Seat;
use crate::imperium::data::*;
use crate::imperium::position::at;
use crate::imperium::rules::ask::{Choice, Question};
use crate::imperium::rules::window::{self, Moment};
use crate::imperium::rules::{status, strategy, turn};
use crate::imperium::script::{Played, Script};
use crate::imperium::state::*;

const SOL: Seat = Seat(0);
const HACAN: Seat = Seat(1);

fn card(slug: &str) -> ActionCardId {
    ActionCardId::named(slug)
}

fn plays(slug: &str) -> [Choice; 1] {
    [Choice::Play(card(slug))]
}

fn is_playable(state: &State, seat: Seat, slug: &str) -> bool {
    window::playable(state, seat, &Moment::Turn { seat }).contains(&card(slug))
}

/// Sol plays the card as its action.
fn act(state: State, slug: &'static str, script: Script) -> Played {
    let mut moment = Moment::Turn { seat: SOL };
    script.run(state, move |game| window::play(game, SOL, card(slug), &mut moment)).done()
}

fn goods(played: &Played) -> u8 {
    played.state.player(SOL).trade_goods
}

fn of_traits(state: &State, seat: Seat) -> [Vec<PlanetId>; 3] {
    [Trait::Cultural, Trait::Hazardous, Trait::Industrial].map(|kind| {
        state.controlled(seat).filter(|planet| planet.get().traits.contains(&kind)).collect()
    })
}

fn board(lines: &str) -> State {
    at(&format!(
        "players sol, hacan, letnev
tile 204 = 26
tile 205 = 33
tile 206 = 35
tile 103 = 36
{lines}"
    ))
}

#[test]
fn economic_initiative_readies_cultural_planets_and_no_others() {
    let state = board(
        "hand sol: economic-initiative
control lodor: sol
control corneeq: sol
control bereg: sol
exhausted lodor, corneeq, bereg, jord",
    );
    let [cultural, hazardous, _] = of_traits(&state, SOL);
    assert_eq!((cultural.len(), hazardous.len()), (2, 1));
    let played = act(state, "economic-initiative", Script::new());
    let is_ready = |slug| !played.state.planet(PlanetId::named(slug)).exhausted;
    assert_eq!(["lodor", "corneeq", "bereg", "jord"].map(is_ready), [true, true, false, false]);
}

#[test]
fn economic_initiative_may_be_played_without_cultural_planets() {
    let state = board("hand sol: economic-initiative");
    assert!(is_playable(&state, SOL, "economic-initiative"));
    let played = act(state, "economic-initiative", Script::new());
    assert!(played.told().contains("no exhausted cultural planet"));
}

#[test]
fn industrial_initiative_gains_a_trade_good_a_planet() {
    let mut state = board("hand sol: industrial-initiative\ngoods sol: 1 0");
    assert!(is_playable(&state, SOL, "industrial-initiative"), "even with none");
    let industrial: Vec<PlanetId> = {
        let all = state.planets.keys().copied();
        all.filter(|planet| planet.get().traits == [Trait::Industrial]).take(3).collect()
    };
    for planet in industrial {
        state.planet_mut(planet).owner = Some(SOL);
    }
    state.planet_mut(PlanetId::named("lodor")).owner = Some(SOL);
    let played = act(state, "industrial-initiative", Script::new());
    assert_eq!(goods(&played), 4);
}

#[test]
fn mining_initiative_gains_the_resources_of_a_named_planet_exhausted_or_not() {
    let state = board(
        "hand sol: mining-initiative\ncontrol lodor: sol\nexhausted lodor\ncontrol bereg: hacan",
    );
    let lodor = PlanetId::named("lodor");
    let script = Script::new().answer(0, [Choice::Planet(lodor)]);
    let played = act(state, "mining-initiative", script);
    assert_eq!(goods(&played), lodor.get().resources);
    assert!(played.state.planet(lodor).exhausted, "it stays as it was");
    let bereg = Choice::Planet(PlanetId::named("bereg"));
    assert!(!played.script.prompts[0].options.contains(&bereg), "only own planets");
}

#[test]
fn mining_initiative_needs_a_planet() {
    let state = board("hand sol: mining-initiative\ncontrol jord: nobody");
    assert!(!is_playable(&state, SOL, "mining-initiative"));
}

#[test]
fn focused_research_costs_four_trade_goods() {
    let state = board("hand sol: focused-research\ngoods sol: 5 0");
    let tech = TechId::named("plasma-scoring");
    let script = Script::new().answer(0, [Choice::Technology(tech)]);
    let played = act(state, "focused-research", script);
    assert_eq!(goods(&played), 1);
    assert!(played.state.has_technology(SOL, tech));
}

#[test]
fn focused_research_cannot_be_played_with_three_trade_goods() {
    let three = board("hand sol: focused-research\ngoods sol: 3 4");
    assert!(!is_playable(&three, SOL, "focused-research"), "commodities are none");
    assert!(is_playable(
        &board("hand sol: focused-research\ngoods sol: 4 0"),
        SOL,
        "focused-research"
    ));
}

#[test]
fn focused_research_keeps_to_prerequisites() {
    let state = board("hand sol: focused-research\ngoods sol: 4 0");
    let far = TechId::named("assault-cannon");
    let script = Script::new().answer(0, [Choice::Technology(far)]);
    let mut moment = Moment::Turn { seat: SOL };
    let slug = card("focused-research");
    let played = script.run(state, move |game| window::play(game, SOL, slug, &mut moment));
    assert!(played.refusal().contains("needs"), "{}", played.refusal());
}

#[test]
fn focused_research_is_cancelled_before_a_technology_is_named_or_anything_paid() {
    let state = board(
        "hand sol: focused-research\nhand hacan: sabotage\ngoods sol: 4 0
strategy sol: leadership exhausted",
    );
    let script = Script::new()
        .answer(0, plays("focused-research"))
        .answer(1, plays("sabotage"))
        .answer(0, [Choice::Pass]);
    let played = script.run(state, turn::take).done();
    assert_eq!(goods(&played), 4);
    assert!(!played.asked(0).iter().any(|asked| matches!(asked, Question::Research { .. })));
    assert!(played.state.player(SOL).passed, "another action had to be chosen");
}

#[test]
fn insubordination_takes_a_tactic_token_of_the_named_player() {
    let state = board("hand sol: insubordination\ntokens hacan: 2 3 2\ntokens letnev: 0 3 2");
    let before = state.token_reinforcements(HACAN);
    let script = Script::new().answer(0, [Choice::Player(HACAN)]);
    // Only Hacan has a token, so nobody has to be named.
    let played = act(state.clone(), "insubordination", Script::new());
    assert_eq!(played.state.player(HACAN).tokens, Tokens { tactic: 1, fleet: 3, strategy: 2 });
    assert_eq!(played.state.token_reinforcements(HACAN), before + 1);
    let mut both = state;
    both.player_mut(Seat(2)).tokens.tactic = 1;
    let played = act(both, "insubordination", script);
    assert_eq!(played.state.player(Seat(2)).tokens.tactic, 1);
    assert!(!played.script.prompts[0].options.contains(&Choice::Player(SOL)));
}

#[test]
fn insubordination_finds_nobody_where_all_tactic_pools_are_empty() {
    let state = board("hand sol: insubordination\ntokens hacan: 0 3 2\ntokens letnev: 0 3 2");
    assert!(!is_playable(&state, SOL, "insubordination"));
}

#[test]
fn repeal_law_discards_the_named_law() {
    let lines = "hand sol: repeal-law\nlaw executive-sanctions: for\nlaw fleet-regulations: for";
    let state = board(lines);
    let law = AgendaId::named("fleet-regulations");
    let script = Script::new().answer(0, [Choice::Agenda(law)]);
    let played = act(state, "repeal-law", script);
    let left: Vec<&str> = played.state.laws.iter().map(|law| law.agenda.slug()).collect();
    assert_eq!(left, ["executive-sanctions"]);
    assert_eq!(played.state.decks.discarded_agendas, [law]);
    assert!(played.told().contains("plays **Repeal Law**: Fleet Regulations"), "{}", played.told());
}

#[test]
fn repeal_law_needs_a_law() {
    assert!(!is_playable(&board("hand sol: repeal-law"), SOL, "repeal-law"));
}

#[test]
fn repeal_law_can_be_cancelled() {
    let state = board("hand sol: repeal-law\nhand hacan: sabotage\nlaw executive-sanctions: for");
    let played = act(state, "repeal-law", Script::new().answer(1, plays("sabotage")));
    assert_eq!(played.state.laws.len(), 1);
}

// Summit

fn tokens_of(played: &Played, seat: Seat) -> [u8; 3] {
    let Tokens { tactic, fleet, strategy } = played.state.player(seat).tokens;
    [tactic, fleet, strategy]
}

#[test]
fn summit_gives_two_command_tokens_before_the_first_pick() {
    let state = board("phase strategy\nspeaker hacan\nhand sol: summit\ntokens sol: 1 1 1");
    let pools = Tokens { tactic: 2, fleet: 1, strategy: 2 };
    let script = Script::new().answer(0, plays("summit")).answer(0, [Choice::Pools(pools)]);
    let played = script.run(state, strategy::pick).done();
    assert_eq!(tokens_of(&played, SOL), [2, 1, 2]);
    let told = played.told();
    assert!(told.find("gains 2 command tokens") < told.find("takes **"), "{told}");
    let again = Script::new().run(played.state, strategy::pick).done();
    let windows = again.asked(0).iter().filter(|q| matches!(q, Question::Respond { .. })).count();
    assert_eq!(windows, 0, "only the start of the phase counts");
}

#[test]
fn summit_gives_no_more_tokens_than_there_are() {
    let state = board("phase strategy\nhand sol: summit\ntokens sol: 5 5 5");
    let script = Script::new().answer(0, plays("summit"));
    let played = script.run(state, strategy::pick).done();
    assert_eq!(tokens_of(&played, SOL).iter().sum::<u8>(), 16);
}

#[test]
fn summit_is_cancelled_like_any_card() {
    let state = board("phase strategy\nhand sol: summit\nhand hacan: sabotage\ntokens sol: 1 1 1");
    let script = Script::new().answer(0, plays("summit")).on(1, plays("sabotage"));
    let played = script.run(state, strategy::pick).done();
    assert_eq!(tokens_of(&played, SOL), [1, 1, 1]);
}

// Political Stability

fn returning(script: Script, lines: &str) -> Played {
    let state = board(&format!(
        "phase status
strategy sol: leadership exhausted
strategy hacan: trade exhausted
strategy letnev: warfare exhausted
{lines}"
    ));
    script.run(state, |game| status::run(game, StatusStep::ReturnStrategyCards)).done()
}

#[test]
fn political_stability_keeps_ones_strategy_cards_ready_and_skips_the_picks() {
    let script = Script::new().answer(0, plays("political-stability"));
    let lines = "hand sol: political-stability\ncustodians\nspeaker sol";
    let mut state = returning(script, lines).state;
    let slot = state.slot(StrategyId::named("leadership")).expect("it is in play").clone();
    assert_eq!((slot.holder, slot.exhausted), (Some(SOL), false));
    assert_eq!(state.strategy_cards_of(HACAN).count(), 0);
    let mut pickers = Vec::new();
    while state.stage == Stage::Strategy {
        pickers.extend(strategy::picker(&state));
        state = Script::new().run(state, strategy::pick).done().state;
    }
    // Three players pick two each; Sol is passed over and holds Leadership alone.
    assert_eq!(pickers, [HACAN, Seat(2), HACAN, Seat(2)]);
    assert_eq!(state.strategy_cards_of(SOL).count(), 1);
    let goods: u8 = state.strategy.iter().map(|slot| slot.trade_goods).sum();
    assert_eq!(goods, 3, "one on each card that nobody took");
    assert!(state.keeping.is_empty(), "all pick again in the round after");
}

#[test]
fn political_stability_is_for_the_return_of_strategy_cards_only() {
    let state = board("hand sol: political-stability");
    assert!(!is_playable(&state, SOL, "political-stability"));
    let none = Moment::StrategyCardsReturned { keeping: Seats::default() };
    assert!(window::playable(&state, SOL, &none).contains(&card("political-stability")));
    let mut bare = state;
    bare.strategy.iter_mut().for_each(|slot| slot.holder = None);
    assert!(window::playable(&bare, SOL, &none).is_empty(), "without a strategy card");
}

#[test]
fn political_stability_that_is_cancelled_returns_the_cards() {
    let script = Script::new().answer(0, plays("political-stability")).answer(1, plays("sabotage"));
    let lines = "hand sol: political-stability\nhand hacan: sabotage\ncustodians";
    let state = returning(script, lines).state;
    assert!(state.strategy.iter().all(|slot| slot.holder.is_none()));
}
