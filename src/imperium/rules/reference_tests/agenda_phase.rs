//! The agenda phase (RR 8): two agendas, votes, outcomes, predictions.

use super::*;
use crate::imperium::rules;
use crate::imperium::script::refused;

/// An agenda phase with Sol as the speaker; Letnev and Hacan hold their homes.
fn session(lines: &str) -> State {
    arena(&format!("phase agenda\ncustodians gone\nspeaker sol\n{lines}"))
}

fn planet(slug: &str) -> PlanetId {
    PlanetId::named(slug)
}

fn votes(outcome: Elected, planets: &[&str]) -> Vec<Choice> {
    let exhausted = planets.iter().map(|slug| Choice::Exhaust(planet(slug)));
    std::iter::once(Choice::Outcome(outcome)).chain(exhausted).collect()
}

/// The speaker breaks every tie so.
fn speaker_says(outcome: Elected) -> Script {
    Script::new().when(move |_, prompt| {
        matches!(prompt.question, Question::BreakTie { .. }).then(|| vec![Choice::Outcome(outcome)])
    })
}

fn voters(played: &Played) -> Vec<Seat> {
    let asked = played.script.asked.iter();
    asked.filter(|(_, what)| matches!(what, Question::Vote { .. })).map(|(who, _)| *who).collect()
}

fn vote(agenda: &str) -> Question {
    Question::Vote { agenda: AgendaId::named(agenda) }
}

#[test]
fn rr_08_2a_the_top_agenda_is_revealed_with_what_it_does() {
    let state = session("agendas: economic-equality, mutiny");
    let played = speaker_says(Elected::For).run(state, rules::advance).done();
    let told = played.told();
    assert!(told.contains("The agenda is **Economic Equality** (directive): "), "{told}");
    assert!(!told.contains("Mutiny"), "the next one stays hidden: {told}");
}

#[test]
fn rr_08_2b_voting_begins_left_of_the_speaker_and_leaves_out_who_has_no_planet_to_exhaust() {
    let state = session("agendas: mutiny\nexhausted arretze, hercant, kamdorn");
    let played = speaker_says(Elected::Against).run(state, rules::advance).done();
    assert_eq!(voters(&played), [LETNEV, SOL], "Hacan has nothing to vote with");
}

#[test]
fn rr_08_2c_the_outcome_with_most_votes_is_resolved() {
    let state = session("agendas: economic-equality");
    let script = Script::new()
        .answer(1, votes(Elected::For, &["hercant"]))
        .answer(2, votes(Elected::Against, &["arc-prime", "wren-terra"]))
        .answer(0, votes(Elected::For, &["jord"]));
    let played = script.run(state, rules::advance).done();
    let told = played.told();
    assert!(told.contains("«1» casts 1 vote for For"), "{told}");
    assert!(
        told.contains("**Economic Equality**: For (3 votes for For, 1 for Against)."),
        "{told}"
    );
    assert!(played.state.seats().all(|seat| played.state.player(seat).trade_goods == 5));
}

#[test]
fn rr_08_3_after_the_second_agenda_the_phase_is_over_and_what_voted_first_votes_no_more() {
    let state = session("agendas: mutiny, economic-equality");
    let first = Script::new()
        .answer(1, votes(Elected::Against, &["arretze", "hercant", "kamdorn"]))
        .run(state, rules::advance)
        .done();
    assert_eq!(first.state.stage, Stage::Agenda(AgendaStep::Second));
    let second = speaker_says(Elected::For).run(first.state, rules::advance).done();
    assert!(!voters(&second).contains(&HACAN), "its planets are exhausted");
    assert!(second.told().contains("**Economic Equality**"), "{}", second.told());
    assert_eq!(second.state.stage, Stage::Agenda(AgendaStep::Ready));
}

#[test]
fn rr_08_4_planets_are_readied_at_the_end_and_nothing_else_is() {
    let mut state = session("exhausted jord\ntech sol: transit-diodes exhausted");
    state.stage = Stage::Agenda(AgendaStep::Ready);
    let played = Script::new().strict().run(state, rules::advance).done();
    assert!(!played.state.planet(planet("jord")).exhausted);
    assert_eq!(played.state.player(SOL).exhausted_technologies.len(), 1);
    assert_eq!((played.state.stage, played.state.round), (Stage::Strategy, 2));
}

#[test]
fn rr_08_6_a_planet_casts_all_of_its_influence_and_is_exhausted() {
    // Mecatol Rex has six influence.
    let state = session("agendas: mutiny\ncontrol mecatol-rex: hacan");
    let script = Script::new().answer(1, votes(Elected::Against, &["mecatol-rex", "hercant"]));
    let played = script.run(state, rules::advance).done();
    assert!(played.told().contains("«1» casts 7 votes for Against"), "{}", played.told());
    let exhausted = |slug| played.state.planet(planet(slug)).exhausted;
    assert!(exhausted("mecatol-rex") && exhausted("hercant") && !exhausted("kamdorn"));
}

#[test]
fn rr_08_6_nobody_votes_with_what_is_exhausted_or_not_theirs_or_worth_nothing() {
    let state = session("agendas: mutiny\nexhausted hercant\ntile 205 = 38\ncontrol abyz: hacan");
    let why = |planets: &[&str]| {
        let refusal = refused(&state, 1, vote("mutiny"), &votes(Elected::For, planets));
        refusal.expect("it is refused").to_string()
    };
    assert!(why(&["hercant"]).contains("exhausted"), "{}", why(&["hercant"]));
    assert!(why(&["jord"]).contains("do not control"), "{}", why(&["jord"]));
    assert!(why(&["abyz"]).contains("no votes are cast"), "{}", why(&["abyz"]));
    assert!(why(&[]).contains("no votes are cast"), "{}", why(&[]));
}

#[test]
fn rr_08_7_all_votes_of_a_player_are_for_one_outcome() {
    let state = session("agendas: mutiny");
    let both = [
        Choice::Outcome(Elected::For),
        Choice::Outcome(Elected::Against),
        Choice::Exhaust(planet("jord")),
    ];
    let why = refused(&state, 0, vote("mutiny"), &both).expect("it is refused").to_string();
    assert!(why.contains("all votes go to one outcome"), "{why}");
}

#[test]
fn rr_08_8_a_vote_is_for_or_against_where_the_agenda_says_so() {
    let state = session("agendas: mutiny");
    let vote_for = |outcome| refused(&state, 0, vote("mutiny"), &votes(outcome, &["jord"]));
    assert_eq!(vote_for(Elected::For), None);
    assert_eq!(vote_for(Elected::Against), None);
    assert!(vote_for(Elected::Player(HACAN)).is_some());
    assert!(vote_for(Elected::Planet(planet("jord"))).is_some());
}

#[test]
fn rr_08_10_a_player_may_vote_for_themselves() {
    let state = session("agendas: minister-of-commerce");
    let me = votes(Elected::Player(LETNEV), &["arc-prime", "wren-terra"]);
    let played = Script::new().answer(2, me).run(state, rules::advance).done();
    let law = played.state.law_in_force(AgendaId::named("minister-of-commerce"));
    assert_eq!(law.and_then(|law| law.elected), Some(Elected::Player(LETNEV)));
}

#[test]
fn rr_08_11_only_a_planet_that_somebody_controls_is_elected() {
    let state =
        session("agendas: senate-sanctuary\ntile 205 = 25\ntile 206 = 20\ncontrol quann: sol");
    let elects = |slug| {
        let vote_for = votes(Elected::Planet(planet(slug)), &["jord"]);
        refused(&state, 0, vote("senate-sanctuary"), &vote_for).is_none()
    };
    assert!(elects("quann"));
    assert!(!elects("vefut-ii"), "nobody controls it");
}

#[test]
fn rr_08_14_whoever_abstains_exhausts_nothing() {
    let state = session("agendas: mutiny");
    let script = Script::new().answer(1, [Choice::Pass]).with(speaker_says(Elected::Against));
    let played = script.run(state, rules::advance).done();
    assert!(played.told().contains("«1» abstains."), "{}", played.told());
    assert!(played.state.planets.values().all(|planet| !planet.exhausted));
}

/// Hacan has foretold the outcome and cannot vote, not even by a card that buys votes.
#[test]
fn rr_08_16_whoever_cannot_vote_casts_no_votes_in_any_other_way() {
    let state = session("agendas: mutiny\nhand hacan: imperial-rider, bribery\ngoods hacan: 5 0");
    let script = Script::new()
        .on(1, [Choice::Play(card("imperial-rider"))])
        .on(1, [Choice::Outcome(Elected::Against)])
        .on(1, [Choice::Play(card("bribery"))])
        .on(2, votes(Elected::Against, &["wren-terra"]));
    let played = script.run(state, rules::advance).done();
    assert!(!voters(&played).contains(&HACAN));
    assert_eq!(played.state.player(HACAN).trade_goods, 5, "{}", played.told());
}

#[test]
fn rr_08_19_the_speaker_chooses_among_tied_outcomes_only() {
    let state = session("agendas: minister-of-policy");
    let script = Script::new()
        .answer(1, votes(Elected::Player(HACAN), &["hercant"]))
        .answer(2, votes(Elected::Player(LETNEV), &["wren-terra"]))
        .answer(0, [Choice::Pass]);
    let played = script.strict().run(state, rules::advance);
    let [tie] = played.open() else { panic!("the speaker is asked: {:?}", played.outcome) };
    assert_eq!(tie.seat, SOL);
    let tied = [HACAN, LETNEV].map(|seat| Choice::Outcome(Elected::Player(seat)));
    assert_eq!(tie.options, tied);
}

#[test]
fn rr_08_19_without_any_votes_the_speaker_chooses_among_all_outcomes() {
    let state = session("agendas: minister-of-policy");
    let abstain = Script::new().when(|_, prompt| {
        matches!(prompt.question, Question::Vote { .. }).then(|| vec![Choice::Pass])
    });
    let played = abstain.strict().run(state, rules::advance);
    let [choice] = played.open() else { panic!("the speaker is asked: {:?}", played.outcome) };
    assert_eq!((choice.seat, choice.options.len()), (SOL, 3));
}

/// Mutiny gives a point to everybody who voted For.
#[test]
fn rr_08_19a_what_the_speaker_decides_is_not_a_vote() {
    let state = session("agendas: mutiny");
    let script = Script::new()
        .answer(1, votes(Elected::For, &["hercant"]))
        .answer(2, votes(Elected::Against, &["wren-terra"]))
        .with(speaker_says(Elected::For));
    let state = script.run(state, rules::advance).done().state;
    assert_eq!([SOL, HACAN, LETNEV].map(|seat| state.points(seat)), [0, 1, 0]);
}

#[test]
fn rr_08_22a_only_a_possible_outcome_is_foretold_and_before_anybody_votes() {
    let state = session("agendas: mutiny\nhand hacan: trade-rider");
    let script = Script::new().on(1, [Choice::Play(card("trade-rider"))]).when(|_, prompt| {
        matches!(prompt.question, Question::Respond { .. }).then(|| vec![Choice::Pass])
    });
    let played = script.strict().run(state, rules::advance);
    let open = played.open().iter().find(|prompt| prompt.seat == HACAN).expect("Hacan foretells");
    let outcomes = [Elected::For, Elected::Against].map(Choice::Outcome);
    assert_eq!(open.options, outcomes);
    assert!(voters(&played).is_empty());
}

/// Economic Equality takes all trade goods first; what the rider gives comes on top.
#[test]
fn rr_08_22b_predictions_come_true_after_the_outcome_is_resolved() {
    let state = session("agendas: economic-equality\nhand hacan: trade-rider\ngoods hacan: 9 0");
    let script = Script::new()
        .on(1, [Choice::Play(card("trade-rider"))])
        .on(1, [Choice::Outcome(Elected::For)])
        .with(speaker_says(Elected::For));
    let state = script.run(state, rules::advance).done().state;
    assert_eq!(state.player(HACAN).trade_goods, 10);
}

/// A law that costs Hacan its last planet takes it out of the game before its prediction comes true.
#[test]
fn rr_08_22_an_eliminated_player_foretold_in_vain() {
    let state = session(
        "agendas: colonial-redistribution\ncontrol arretze: nobody\ncontrol hercant: nobody
control kamdorn: nobody\ntile 205 = 25\ncontrol quann: hacan\nhand hacan: trade-rider\npoints hacan: 3",
    );
    let quann = Elected::Planet(planet("quann"));
    let script = Script::new()
        .on(1, [Choice::Play(card("trade-rider"))])
        .on(1, [Choice::Outcome(quann)])
        .on(1, [Choice::Player(LETNEV)])
        .on(2, [Choice::Yes])
        .with(speaker_says(quann));
    let played = script.run(state, rules::advance).done();
    assert!(played.state.player(HACAN).eliminated, "{}", played.told());
    assert_eq!(played.state.player(HACAN).trade_goods, 0);
    assert!(!played.told().contains("comes true"), "{}", played.told());
}

/// A veto is played when an agenda is revealed, riders come after (RR 1.16): whoever holds both loses no
/// rider to the agenda that is gone.
#[test]
fn rr_01_16_what_happens_when_an_agenda_is_revealed_comes_before_what_happens_after() {
    let state =
        session("agendas: mutiny, economic-equality\nhand hacan: trade-rider\nhand letnev: veto");
    let script = Script::new()
        .on(2, [Choice::Play(card("veto"))])
        .on(1, [Choice::Play(card("trade-rider"))])
        .on(1, [Choice::Outcome(Elected::For)])
        .with(speaker_says(Elected::For));
    let played = script.run(state, rules::advance).done();
    let told = played.told();
    let (veto, rider) = (told.find("plays **Veto**"), told.find("plays **Trade Rider**"));
    assert!(veto.is_some() && veto < rider, "{told}");
    assert_eq!(played.state.player(HACAN).trade_goods, 10, "{told}");
}
