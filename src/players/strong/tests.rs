//! Decisions on small positions, and what a decision must not depend on, in whole short games.

use super::*;
use crate::engine::{Decider, Outcome, Reply, Rulebook, Seat, Seed, step};
use crate::imperium::components;
use crate::imperium::position::position;
use crate::imperium::rules::window::Moment;
use crate::imperium::rules::{scoring, setup, status, turn};
use crate::imperium::view::View;

const SOL: Seat = Seat(0);

fn table(lines: &str) -> State {
    let begin = "players sol, hacan, letnev\nstrategy sol: leadership exhausted\nactive sol\n";
    position(&format!("{begin}{lines}")).expect("the position is well written")
}

fn system(label: &str) -> SystemId {
    SystemId::by_label(label).expect("there is such a position")
}

fn action(state: &State) -> Choice {
    let prompt = Prompt::one(SOL, Question::ChooseAction, turn::actions(state, SOL));
    answer(state, &prompt).remove(0)
}

fn movement(state: &State, to: &str) -> Vec<Choice> {
    answer(state, &Prompt::compound(SOL, Question::Move { system: system(to) }))
}

const NEXT_DOOR: &str = "space 301: sol carrier\nplanet jord: sol 4 infantry";

#[test]
fn it_takes_the_empty_planet_next_door() {
    let state = table(NEXT_DOOR);
    let Choice::Activate(target) = action(&state) else { panic!("it does something else") };
    assert!(!state.galaxy.planets(target).is_empty(), "there is a planet in {target}");
    let parts = answer(&state, &Prompt::compound(SOL, Question::Move { system: target }));
    let carried = |part: &Choice| matches!(part, Choice::Carry { kind: UnitKind::Infantry, .. });
    assert!(parts.iter().any(carried), "infantry comes along: {parts:?}");
}

#[test]
fn it_lands_on_every_empty_planet() {
    let state = table("space 203: sol carrier, 3 infantry");
    let question = Question::CommitGroundForces { system: system("203") };
    let parts = answer(&state, &Prompt::compound(SOL, question));
    for planet in state.galaxy.planets(system("203")) {
        let there = |part: &Choice| matches!(part, Choice::Land { planet: on, .. } if on == planet);
        assert!(parts.iter().any(there), "{} is taken: {parts:?}", planet.name());
    }
}

#[test]
fn it_does_not_attack_a_fleet_that_beats_it() {
    let strong = "space 201: hacan 3 dreadnoughts, carrier\nplanet quann: hacan 3 infantry";
    let state = table(&format!("space 301: sol carrier, destroyer, 2 fighters\n{strong}"));
    assert_ne!(action(&state), Choice::Activate(system("201")));
    assert_eq!(movement(&state, "201"), []);
}

#[test]
fn it_attacks_a_fleet_that_it_beats_for_a_planet() {
    let weak = "space 201: hacan destroyer\ncontrol quann: hacan";
    let state = table(&format!(
        "space 301: sol 2 dreadnoughts, carrier\nplanet jord: sol 4 infantry\n{weak}"
    ));
    let fleet = movement(&state, "201");
    assert!(fleet.iter().any(|part| matches!(part, Choice::Move { .. })), "{fleet:?}");
}

#[test]
fn it_leaves_a_fight_that_is_lost() {
    let state = table("space 201: sol cruiser, 2 destroyers; hacan 3 dreadnoughts");
    let mut fought = state.clone();
    fought.combat = Some(Combat::new(Place::Space(system("201")), [SOL, Seat(1)]));
    let question = Question::AnnounceRetreat { system: system("201") };
    let prompt = Prompt::one(SOL, question.clone(), vec![Choice::Pass, Choice::Yes]);
    assert_eq!(answer(&fought, &prompt), [Choice::Yes]);
    let mut winning = table("space 201: sol 3 dreadnoughts; hacan destroyer");
    winning.combat = Some(Combat::new(Place::Space(system("201")), [SOL, Seat(1)]));
    assert_eq!(answer(&winning, &prompt), [Choice::Pass]);
}

#[test]
fn it_keeps_what_the_objective_costs_instead_of_building() {
    let lines = "objective erect-a-monument\ncontrol saudor: sol\ncontrol vefut-ii: sol\n\
                 planet jord: sol space-dock";
    let state = table(lines);
    let question = Question::Produce { system: system("301"), limit: 6 };
    let prompt = Prompt::compound(SOL, question);
    assert_eq!(answer(&state, &prompt), [], "eight resources are a point");
    let without = table(&lines.replace("objective erect-a-monument\n", ""));
    assert_ne!(answer(&without, &prompt), []);
}

#[test]
fn it_votes_for_itself_with_all_it_has() {
    let lines = "phase agenda\ncontrol jord: sol\ncontrol mecatol-rex: sol\ncustodians gone";
    let mut state = table(lines);
    let agenda = AgendaId::named("shard-of-the-throne");
    state.open_agenda = Some(OpenAgenda {
        agenda,
        barred: Default::default(),
        predictions: Vec::new(),
        votes: Vec::new(),
    });
    let parts = answer(&state, &Prompt::compound(SOL, Question::Vote { agenda }));
    assert!(parts.contains(&Choice::Outcome(Elected::Player(SOL))));
    assert_eq!(parts.len(), 3, "both planets vote: {parts:?}");
}

#[test]
fn a_rider_is_feared_and_cancelled() {
    let state = table("hand sol: sabotage");
    let respond = |slug: &str| {
        let card = ActionCardId::named(slug);
        let moment = Moment::CardPlayed { by: Seat(1), card, cancelled: false };
        let sabotage = Choice::Play(ActionCardId::named("sabotage"));
        let question = Question::Respond { to: Box::new(moment) };
        answer(&state, &Prompt::one(SOL, question, vec![sabotage, Choice::Pass])).remove(0)
    };
    assert_ne!(respond("imperial-rider"), Choice::Pass);
    assert_eq!(respond("ghost-ship"), Choice::Pass);
}

/// A short game of strong players that looks at every question before it is answered.
struct Game<F> {
    chance: Seed,
    looks: F,
}

impl<F: FnMut(&State, &Prompt<Imperium>, &[Choice])> Decider<Imperium> for Game<F> {
    fn reply(&mut self, state: &State, prompts: &[Prompt<Imperium>]) -> Reply<Imperium> {
        let prompt = &prompts[0];
        let choices = answer(state, prompt);
        (self.looks)(state, prompt, &choices);
        Reply::Answer(prompt.seat, choices)
    }

    fn chance(&mut self, key: &str, faces: u32, n: usize) -> Result<Vec<u32>, String> {
        Ok(if faces == 0 { self.chance.shuffle(key, n) } else { self.chance.dice(key, faces, n) })
    }
}

fn short_game(seed: &str, looks: impl FnMut(&State, &Prompt<Imperium>, &[Choice])) {
    components::install();
    let options = Options { goal: 3, ..setup::standard(3) };
    let mut state = setup::new_game(options);
    let mut game = Game { chance: Seed::of(seed), looks };
    while !Imperium::finished(&state) {
        let (next, _, outcome) = step(state, &mut game, 0);
        assert!(matches!(outcome, Outcome::Checkpoint), "{outcome:?}");
        state = next;
    }
}

/// The same position with other cards in hands, decks and secret objectives, but for `seat`'s own.
fn otherwise(state: &State, seat: Option<Seat>) -> State {
    let mut other = state.clone();
    let decks = &mut other.decks;
    decks.action_cards.reverse();
    decks.agendas.reverse();
    decks.secrets.reverse();
    for (at, player) in other.players.iter_mut().enumerate() {
        if Some(Seat(at as u8)) == seat {
            continue;
        }
        for (held, hidden) in player.hand.iter_mut().zip(&mut decks.action_cards) {
            std::mem::swap(held, hidden);
        }
        for (held, hidden) in player.secrets.iter_mut().zip(&mut decks.secrets) {
            std::mem::swap(held, hidden);
        }
    }
    other
}

#[test]
fn it_decides_the_same_whatever_others_hold() {
    let mut asked = 0;
    short_game("what others hold", |state, prompt, choices| {
        let other = otherwise(state, Some(prompt.seat));
        assert_eq!(answer(&other, prompt), choices, "{:?}", prompt.question);
        asked += 1;
    });
    assert!(asked > 50, "{asked} questions were asked");
}

#[test]
fn it_scores_whenever_it_can() {
    let mut scored = 0;
    short_game("scoring", |state, prompt, choices| {
        if prompt.question != Question::ScoreObjectives {
            return;
        }
        let publics = !scoring::scorable_publics(state, prompt.seat).is_empty();
        let secrets = !scoring::scorable_secrets(state, prompt.seat, Phase::Status).is_empty();
        let names = |which: fn(&Choice) -> bool| choices.iter().any(which);
        assert!(!publics || names(|part| matches!(part, Choice::Public(_))), "{choices:?}");
        // Both may want the same planets; then the public one is scored.
        assert!(!secrets || publics || names(|part| matches!(part, Choice::Secret(_))));
        scored += usize::from(publics || secrets);
        assert!((status::SCORE.check)(state, prompt, choices).is_ok());
    });
    assert!(scored > 0);
}

#[test]
fn what_it_knows_is_what_its_view_holds() {
    let mut looked = 0;
    short_game("views", |state, prompt, _| {
        for seat in [None, Some(prompt.seat)] {
            let known = sight::known(state, seat);
            assert_eq!(View::of(&known, seat), View::of(state, seat));
        }
        looked += 1;
    });
    assert!(looked > 50);
}

#[test]
fn why_says_the_same_whatever_is_hidden() {
    let mut told = Vec::new();
    short_game("why", |state, prompt, choices| {
        let words = why(state, prompt, choices);
        assert_eq!(why(&otherwise(state, None), prompt, choices), words);
        assert_eq!(words.is_some(), explains(&prompt.question), "{:?}", prompt.question);
        told.extend(words);
    });
    assert!(told.iter().any(|words| words.contains("it can take **")), "{told:?}");
    assert!(told.iter().all(|words| words.starts_with('«') && words.len() < 400));
}
