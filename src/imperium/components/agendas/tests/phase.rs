//! What may be done before, during and after a vote.

use super::*;
use crate::imperium::components;

fn plays(slug: &str) -> [Choice; 1] {
    [Choice::Play(ActionCardId::named(slug))]
}

fn votes(outcome: Elected, at: &str) -> [Choice; 2] {
    [Choice::Outcome(outcome), Choice::Exhaust(planet(at))]
}

/// Hacan predicts the outcome of Economic Equality, which ends with For, and gains what the rider gives.
fn rides(card: &str, lines: &str, script: Script) -> Played {
    let state = session(&format!("hand hacan: {card}\nagendas: economic-equality\n{lines}"));
    let script = Script::new()
        .on(1, plays(card))
        .on(1, [Choice::Outcome(Elected::For)])
        .with(script)
        .with(decided(Elected::For));
    let played = script.run(state, rules::advance).done();
    assert!(!played.asked(1).iter().any(|q| matches!(q, Question::Vote { .. })), "{card}");
    played
}

#[test]
fn construction_rider_places_a_space_dock() {
    let script = Script::new().on(1, [Choice::Planet(planet("quann"))]);
    let played = rides("construction-rider", "control quann: hacan", script);
    assert_eq!(on(&played.state, "quann", 1, UnitKind::SpaceDock), 1);
}

#[test]
fn diplomacy_rider_locks_a_system_for_the_others() {
    let at = system("205");
    let lines = "tile 205 = 25\ncontrol quann: hacan";
    let script = Script::new().on(1, [Choice::System(at)]);
    let state = rides("diplomacy-rider", lines, script).state;
    let tokens = state.system(at).tokens;
    assert!(tokens.contains(Seat(0)) && tokens.contains(Seat(2)) && !tokens.contains(Seat(1)));
}

#[test]
fn imperial_rider_gives_a_victory_point() {
    assert_eq!(rides("imperial-rider", "", Script::new()).state.points(Seat(1)), 1);
}

#[test]
fn imperial_rider_gives_nothing_for_a_wrong_prediction() {
    let state = session("hand hacan: imperial-rider\nagendas: economic-equality");
    let script = Script::new()
        .on(1, plays("imperial-rider"))
        .on(1, [Choice::Outcome(Elected::Against)])
        .with(decided(Elected::For));
    assert_eq!(script.run(state, rules::advance).done().state.points(Seat(1)), 0);
}

#[test]
fn leadership_rider_gives_three_tokens() {
    let pools = Tokens { tactic: 4, fleet: 4, strategy: 3 };
    let script = Script::new().on(1, [Choice::Pools(pools)]);
    assert_eq!(rides("leadership-rider", "", script).state.player(Seat(1)).tokens, pools);
}

#[test]
fn politics_rider_gives_cards_and_the_speaker_token() {
    let state = rides("politics-rider", "", Script::new()).state;
    assert_eq!((state.player(Seat(1)).hand.len(), state.speaker), (3, Seat(1)));
}

#[test]
fn technology_rider_researches() {
    let tech = TechId::named("neural-motivator");
    let script = Script::new().on(1, [Choice::Technology(tech)]);
    assert!(rides("technology-rider", "", script).state.has_technology(Seat(1), tech));
}

#[test]
fn trade_rider_comes_after_the_effect_of_the_agenda() {
    assert_eq!(rides("trade-rider", "", Script::new()).state.player(Seat(1)).trade_goods, 10);
}

#[test]
fn trade_rider_that_is_sabotaged_leaves_the_vote() {
    let state = session("hand hacan: trade-rider\nhand sol: sabotage\nagendas: economic-equality");
    let script = Script::new()
        .on(1, plays("trade-rider"))
        .on(1, [Choice::Outcome(Elected::Against)])
        .on(0, plays("sabotage"))
        .on(1, votes(Elected::For, "hercant"));
    let played = script.run(state, rules::advance).done();
    assert_eq!(played.state.player(Seat(1)).trade_goods, 5);
}

#[test]
fn warfare_rider_places_a_dreadnought() {
    let lines = "space 205: hacan cruiser";
    let state = rides("warfare-rider", lines, Script::new()).state;
    assert_eq!(state.system(system("205")).space.count(Seat(1), UnitKind::Dreadnought), 1);
}

#[test]
fn warfare_rider_needs_ships() {
    let played = rides("warfare-rider", "", Script::new());
    assert!(played.told().contains("no system where"), "{}", played.told());
}

#[test]
fn two_predictions_that_come_true_are_resolved_in_the_order_their_player_wants() {
    let state = session("hand hacan: trade-rider, imperial-rider\nagendas: economic-equality");
    let rider = |name: &str| [Choice::Use(PowerName(name.into()))];
    let script = Script::new()
        .on(1, plays("trade-rider"))
        .on(1, [Choice::Outcome(Elected::For)])
        .on(1, plays("imperial-rider"))
        .on(1, [Choice::Outcome(Elected::For)])
        .with(Script::new().on(1, rider("Imperial Rider")))
        .with(decided(Elected::For));
    let told = script.run(state, rules::advance).done().told();
    let (first, second) =
        (told.find("**Imperial Rider** comes true"), told.find("**Trade Rider** comes true"));
    assert!(first.is_some() && first < second, "{told}");
}

#[test]
fn veto_replaces_the_agenda() {
    let state = session("hand hacan: veto\nagendas: mutiny, economic-equality");
    let script = Script::new().on(1, plays("veto")).with(decided(Elected::For));
    let played = script.run(state, rules::advance).done();
    assert!(played.told().contains("**Economic Equality**: For"), "{}", played.told());
    assert!(played.state.decks.discarded_agendas.contains(&id("mutiny")));
}

#[test]
fn veto_ends_a_law_that_was_to_be_voted_on_again() {
    let lines = "law minister-of-commerce: sol\nhand hacan: veto\n\
                 agendas: miscount-disclosed, economic-equality";
    let veto = |state: &State, prompt: &crate::engine::Prompt<crate::imperium::Imperium>| {
        let law = Some(id("minister-of-commerce"));
        let open = state.open_agenda.as_ref().map(|open| open.agenda);
        let card = Choice::Play(ActionCardId::named("veto"));
        (open == law && prompt.options.contains(&card)).then(|| vec![card])
    };
    let script = Script::new().when(veto).with(decided(Elected::For));
    let played = script.run(session(lines), rules::advance).done();
    assert!(played.state.laws.is_empty());
    assert!(played.told().contains("**Economic Equality**: For"), "{}", played.told());
}

#[test]
fn everybody_who_holds_cards_is_asked_whichever_they_are() {
    for hand in ["veto", "flank-speed"] {
        let state =
            session(&format!("hand hacan: {hand}\nhand letnev: spy\nagendas: economic-equality"));
        let played = decided(Elected::For).run(state, rules::advance).done();
        let asked = |seat| {
            played.asked(seat).iter().filter(|q| matches!(q, Question::Respond { .. })).count()
        };
        assert_eq!(asked(1), asked(2), "{hand}");
        assert!(asked(1) >= 2 && asked(0) == 0);
    }
}

#[test]
fn of_two_who_want_to_play_a_card_the_speaker_comes_first() {
    let state = session(
        "speaker letnev\nhand hacan: trade-rider\nhand letnev: assassinate-representative\nagendas: economic-equality",
    );
    let fire = |_: &State, prompt: &crate::engine::Prompt<crate::imperium::Imperium>| {
        let card = prompt.options.iter().find(|option| matches!(option, Choice::Play(_)));
        card.map(|card| vec![card.clone()])
    };
    let told = Script::new()
        .when(fire)
        .with(decided(Elected::For))
        .run(state, rules::advance)
        .done()
        .told();
    let by = |seat: Seat| told.find(&format!("{seat} plays"));
    assert!(by(Seat(2)) < by(Seat(1)), "{told}");
}

#[test]
fn distinguished_councilor_adds_five_votes_to_ones_own() {
    let state = session("hand hacan: distinguished-councilor\nagendas: economic-equality");
    let script = Script::new()
        .on(1, votes(Elected::For, "hercant"))
        .on(1, plays("distinguished-councilor"))
        .on(2, [Choice::Outcome(Elected::Against), Choice::Exhaust(planet("arc-prime"))]);
    let played = script.run(state, rules::advance).done();
    assert!(played.told().contains("**Economic Equality**: For"), "{}", played.told());
}

#[test]
fn distinguished_councilor_needs_votes_of_ones_own() {
    let state = session("hand hacan: distinguished-councilor\nagendas: economic-equality");
    let played = decided(Elected::For).run(state, rules::advance).done();
    assert_eq!(played.state.player(Seat(1)).hand.len(), 1);
    let voted = |q: &&Question| matches!(q, Question::Respond { to } if matches!(**to, crate::imperium::rules::window::Moment::Voted { .. }));
    assert!(!played.asked(1).iter().any(voted));
}

#[test]
fn assassinate_representative_takes_the_vote_from_a_player() {
    let state = session("hand hacan: assassinate-representative\nagendas: economic-equality");
    let script = Script::new()
        .on(1, plays("assassinate-representative"))
        .on(1, [Choice::Player(Seat(2))])
        .with(decided(Elected::For));
    let played = script.run(state, rules::advance).done();
    assert!(!played.asked(2).iter().any(|q| matches!(q, Question::Vote { .. })));
    assert!(played.state.open_agenda.is_none());
}

#[test]
fn ancient_burial_sites_exhausts_cultural_planets_before_the_first_agenda() {
    let lines = "control quann: sol\ncontrol abyz: sol\nhand hacan: ancient-burial-sites\nagendas: economic-equality";
    let script = Script::new()
        .on(1, plays("ancient-burial-sites"))
        .on(1, [Choice::Player(Seat(0))])
        .with(decided(Elected::For));
    let state = script.run(session(lines), rules::advance).done().state;
    assert!(state.planet(planet("quann")).exhausted && !state.planet(planet("abyz")).exhausted);
}

#[test]
fn confusing_legal_text_elects_somebody_else() {
    let state = session("hand hacan: confusing-legal-text\nagendas: archived-secret");
    let script = Script::new()
        .on(1, plays("confusing-legal-text"))
        .on(1, [Choice::Player(Seat(2))])
        .with(decided(player(1)));
    let state = script.run(state, rules::advance).done().state;
    assert_eq!([1, 2].map(|seat| state.player(Seat(seat)).secrets.len()), [0, 1]);
}

#[test]
fn confusing_legal_text_is_only_for_the_elected() {
    let state = session("hand hacan: confusing-legal-text\nagendas: archived-secret");
    let state = decided(player(2)).run(state, rules::advance).done().state;
    assert_eq!(state.player(Seat(1)).hand.len(), 1);
}

#[test]
fn all_agendas_of_the_base_game_are_implemented() {
    components::install();
    let base = AgendaId::all().filter(|agenda| agenda.source() == Source::Base);
    let missing: Vec<&str> = base
        .filter(|agenda| crate::imperium::rules::tables::tables().agenda(*agenda).is_none())
        .map(|agenda| agenda.slug())
        .collect();
    assert!(missing.is_empty(), "{missing:?}");
}
