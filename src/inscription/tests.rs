//! Properties of windows and whole games.

use std::collections::VecDeque;

use super::ask::{Choice, Question};
use super::data::*;
use super::desk::Desk;
use super::mark::VERBS;
use super::rules::setup;
use super::state::*;
use super::view::View;
use super::{Inscription, compound, invariants, rules, text};
use crate::engine::{
    By, Current, Decider, Outcome, Prompt, Record, Reply, Rulebook, Seat, Seed, step,
};

/// A small generator of numbers, so that the game's tests need no computer player.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % n
    }

    /// Any legal answer.
    fn answer(&mut self, state: &State, prompt: &Prompt<Inscription>) -> Vec<Choice> {
        match &prompt.question {
            Question::Faction => vec![prompt.options[self.below(prompt.options.len())]],
            Question::Ballot { .. } => {
                let mut answers = compound::suggest(state, prompt);
                answers.swap_remove(self.below(answers.len()))
            }
            Question::Mark { .. } => {
                let mut desk = Desk::of(state, prompt.seat);
                let mut marks = Vec::new();
                while desk.revealed.is_none() && (desk.may_stop().is_err() || marks.len() < 8) {
                    let mut legal = desk.legal();
                    if legal.is_empty() {
                        break;
                    }
                    let mark = legal.swap_remove(self.below(legal.len()));
                    desk.carry_out(&mark);
                    marks.push(Choice::Mark(mark));
                }
                marks
            }
        }
    }
}

/// Plays at random and shows each question to `each` first.
struct Player<'a> {
    numbers: Numbers,
    seed: Seed,
    each: &'a mut dyn FnMut(&State, &[Prompt<Inscription>]),
}

impl Decider<Inscription> for Player<'_> {
    fn reply(&mut self, state: &State, prompts: &[Prompt<Inscription>]) -> Reply<Inscription> {
        (self.each)(state, prompts);
        let prompt = &prompts[self.numbers.below(prompts.len())];
        let answer = self.numbers.answer(state, prompt);
        prompt.check(state, &answer).expect("only legal marks are made");
        Reply::Answer(prompt.seat, answer)
    }

    fn chance(&mut self, key: &str, faces: u32, n: usize) -> Result<Vec<u32>, String> {
        Ok(self.seed.chance(key, faces, n))
    }

    fn wants_news(&self) -> bool {
        true
    }
}

fn whole_game(
    players: usize,
    seed: u64,
    each: &mut dyn FnMut(&State, &[Prompt<Inscription>]),
) -> State {
    let mut options = setup::standard(players);
    options.varied = seed % 2 == 1;
    let mut state = setup::new_game(house(), options);
    let seed_of = Seed::of(&format!("game {seed}"));
    let mut player = Player { numbers: Numbers(seed), seed: seed_of, each };
    while !Inscription::finished(&state) {
        let (next, _, outcome) = step(state, &mut player, 0);
        assert!(matches!(outcome, Outcome::Checkpoint), "{outcome:?}");
        assert_eq!(invariants::violations(&next), Vec::<String>::new());
        state = next;
    }
    state
}

#[test]
fn every_listed_mark_is_accepted_and_reads_back_as_itself() {
    let mut kinds = std::collections::BTreeSet::new();
    for seed in 0..60 {
        whole_game(1 + seed as usize % 5, seed, &mut |state, prompts| {
            for prompt in prompts.iter().filter(|p| matches!(p.question, Question::Mark { .. })) {
                let desk = Desk::of(state, prompt.seat);
                for mark in desk.legal() {
                    let label = desk.printed.label(&mark);
                    let readings = desk.printed.readings(&label).expect(&label);
                    assert!(readings.contains(&mark), "{label}: {readings:?}");
                    let typed = text::typed(state, prompt, &[], &label).expect(&label);
                    assert_eq!(typed, vec![Choice::Mark(mark)], "{label}");
                    kinds.insert(label.split(' ').next().unwrap_or_default().to_string());
                }
            }
        });
    }
    assert!(kinds.len() >= 20, "few kinds of marks were seen: {kinds:?}");
}

#[test]
fn a_mark_that_is_not_listed_is_refused() {
    // All marks that were legal at some time in a game are tried at other times.
    let mut seen = std::collections::BTreeSet::new();
    whole_game(3, 5, &mut |state, prompts| {
        let Some(prompt) = prompts.iter().find(|p| matches!(p.question, Question::Mark { .. }))
        else {
            return;
        };
        let desk = Desk::of(state, prompt.seat);
        let legal = desk.legal();
        for mark in &seen {
            assert_eq!(
                desk.check(mark).is_ok(),
                legal.contains(mark),
                "{}",
                desk.printed.label(mark)
            );
        }
        // Deployments are many; a few of them do.
        seen.extend(legal.into_iter().take(60));
    });
    assert!(seen.len() > 100);
}

/// The seats answer one window in this order; what they answer depends on nothing but their own desk.
fn in_order(state: &State, order: &[u8], seed: u64) -> State {
    struct Ordered {
        order: VecDeque<Seat>,
        seed: u64,
        chance: Seed,
        asked: Vec<usize>,
    }
    impl Decider<Inscription> for Ordered {
        fn reply(&mut self, state: &State, prompts: &[Prompt<Inscription>]) -> Reply<Inscription> {
            let wanted = self.order.iter().find(|seat| prompts.iter().any(|p| p.seat == **seat));
            let seat = *wanted.expect("somebody is asked");
            let prompt = prompts.iter().find(|p| p.seat == seat).expect("it was just found");
            // Whoever answered goes to the end, so that answers mix where relics split them.
            self.order.retain(|other| *other != seat);
            self.order.push_back(seat);
            self.asked[seat.index()] += 1;
            let times = self.asked[seat.index()] as u64;
            let mut numbers = Numbers(self.seed * 1000 + u64::from(seat.0) * 100 + times);
            Reply::Answer(seat, numbers.answer(state, prompt))
        }

        fn chance(&mut self, key: &str, faces: u32, n: usize) -> Result<Vec<u32>, String> {
            Ok(self.chance.chance(key, faces, n))
        }
    }
    let order = order.iter().map(|seat| Seat(*seat)).collect();
    let asked = vec![0; state.players.len()];
    let mut decider = Ordered { order, seed, chance: Seed::of(&format!("order {seed}")), asked };
    let (state, _, outcome) = step(state.clone(), &mut decider, 0);
    assert!(matches!(outcome, Outcome::Checkpoint), "{outcome:?}");
    state
}

#[test]
fn what_comes_of_a_window_does_not_depend_on_who_answered_first() {
    let orders: [[u8; 4]; 5] =
        [[0, 1, 2, 3], [3, 2, 1, 0], [2, 0, 3, 1], [1, 3, 0, 2], [3, 0, 1, 2]];
    for game in 0..6 {
        let mut state = setup::new_game(house(), setup::standard(4));
        let mut window = 0;
        while !Inscription::finished(&state) {
            window += 1;
            let seed = game * 100 + window;
            let first = in_order(&state, &orders[0], seed);
            for order in &orders[1..] {
                assert_eq!(in_order(&state, order, seed), first, "game {game}, window {window}");
            }
            state = first;
        }
    }
}

#[test]
fn replay_undo_and_resuming_come_to_the_same_state() {
    let state = setup::new_game(house(), setup::standard(3));
    let seed = Seed::of("replay");
    let (mut now, submission) = Current::start(seed.clone(), state);
    let mut record = Record { seed, journal: Vec::new(), checkpoints: Vec::new() };
    record.add(&submission);
    let mut numbers = Numbers(7);
    for turn in 0..60 {
        let Some(prompt) = now.prompts.first().cloned() else { break };
        let answer = numbers.answer(&now.shown, &prompt);
        let before = now.digest();
        let (next, submission) =
            now.submit(prompt.seat, answer, By::Player).expect("a legal answer");
        record.add(&submission);
        now = next;
        let (again, _) = record.current();
        assert_eq!(again.digest(), now.digest(), "turn {turn}");
        assert_eq!(again.trouble, None);
        if turn % 9 == 4 {
            let drawn = submission.entries.iter().any(|entry| !entry.is_act());
            match record.take_back(prompt.seat) {
                Ok(to) => {
                    assert!(!drawn, "nothing that was drawn is taken back");
                    let (undone, _) = record.undo(to, false, "them").expect("an undo");
                    assert_eq!(undone.digest(), before, "turn {turn}");
                    now = undone;
                }
                Err(_) => assert!(drawn, "turn {turn}: only what was drawn stops an undo"),
            }
        }
    }
    assert_eq!(record.verify_chance(), Vec::<String>::new());
}

#[test]
fn a_view_shows_no_hand_no_pile_and_no_draft_of_others() {
    whole_game(4, 11, &mut |state, _| {
        for viewer in state.seats().map(Some).chain([None]) {
            let view = View::of(state, viewer);
            let told = serde_json::to_string(&view).expect("plain data");
            assert!(!told.contains("\"pile\":[{") && !told.contains("\"deck\":["));
            for other in &view.players {
                let Some(sheets) = &other.sheets else {
                    assert_ne!(viewer, Some(other.seat), "one's own sheets are open");
                    continue;
                };
                assert!(sheets.pile.is_empty(), "nobody knows a pile");
                if viewer != Some(other.seat) {
                    assert!(
                        sheets.hand.is_empty()
                            && sheets.dealt.is_empty()
                            && sheets.pending.is_empty()
                    );
                    let known = &state.player(other.seat);
                    assert_eq!(sheets.vp, known.vp, "others are seen as of the last barrier");
                    assert!(super::view::may_look(state, viewer));
                }
            }
        }
    });
}

#[test]
fn suggestions_are_legal_and_there_is_always_one() {
    whole_game(2, 21, &mut |state, prompts| {
        if state.round > 6 {
            return;
        }
        for prompt in prompts.iter().filter(|p| p.question != Question::Faction) {
            let answers = compound::suggest(state, prompt);
            assert!(!answers.is_empty(), "{prompt:?}");
            for answer in answers {
                assert_eq!(prompt.check(state, &answer), Ok(()), "{answer:?}");
            }
        }
    });
}

#[test]
fn the_rank_table_of_solo_games() {
    for (difficulty, score, rank) in [
        (Difficulty::Easy, 39, "Lost in the Dark Years"),
        (Difficulty::Easy, 40, "Footnote in Galactic History"),
        (Difficulty::Easy, 200, "Galactic Power"),
        (Difficulty::Medium, 59, "Lost in the Dark Years"),
        (Difficulty::Medium, 60, "Fledgling Domain"),
        (Difficulty::Medium, 140, "Ascendant Authority"),
        (Difficulty::Hard, 79, "Lost in the Dark Years"),
        (Difficulty::Hard, 80, "Galactic Power"),
        (Difficulty::Hard, 119, "Ascendant Authority"),
        (Difficulty::Hard, 120, "Surpassed the Lazax"),
    ] {
        assert_eq!(rules::score::rank(difficulty, score), rank, "{difficulty:?} {score}");
    }
}

#[test]
fn three_factions_are_dealt_to_each_and_nobody_sees_those_of_others() {
    let state = setup::new_game(house(), setup::standard(8));
    let (now, _) = Current::<Inscription>::start(Seed::of("dealing"), state);
    let mut all = Vec::new();
    for prompt in &now.prompts {
        assert_eq!((prompt.options.len(), &prompt.question), (3, &Question::Faction));
        all.extend(prompt.options.iter().map(|option| format!("{option:?}")));
    }
    all.sort();
    all.dedup();
    assert_eq!(all.len(), 24, "every faction is dealt once");
    let view = View::of(&now.shown, Some(Seat(1)));
    for (seat, player) in view.players.iter().enumerate() {
        let dealt = player.sheets.as_ref().map_or(0, |sheets| sheets.dealt.len());
        assert_eq!(dealt, if seat == 1 { 3 } else { 0 });
    }
}

#[test]
fn sheets_of_side_a_are_all_different_and_those_of_side_b_the_same() {
    for varied in [true, false] {
        let mut options = setup::standard(8);
        options.varied = varied;
        let (now, _) =
            Current::<Inscription>::start(Seed::of("sheets"), setup::new_game(house(), options));
        for kind in Sheet::ALL {
            let mut dealt: Vec<u8> =
                now.shown.players.iter().map(|p| p.sheets[kind.index()]).collect();
            dealt.sort_unstable();
            dealt.dedup();
            assert_eq!(dealt.len(), if varied { 8 } else { 1 }, "{}", kind.name());
        }
    }
}

#[test]
fn every_verb_is_documented_by_an_example_that_begins_with_it() {
    for verb in &VERBS {
        assert!(verb.usage.starts_with(verb.word), "{}", verb.usage);
        assert!(!verb.does.is_empty());
    }
}

#[test]
fn fresh_chance_keeps_every_card() {
    let state = setup::new_game(house(), setup::standard(2));
    let (now, submission) = Current::start(Seed::of("fresh"), state);
    let mut record =
        Record { seed: now.seed.clone(), journal: Vec::new(), checkpoints: Vec::new() };
    record.add(&submission);
    let mut now = now;
    let mut numbers = Numbers(3);
    for _ in 0..12 {
        let prompt = now.prompts[0].clone();
        let answer = numbers.answer(&now.shown, &prompt);
        let (next, submission) =
            now.submit(prompt.seat, answer, By::Player).expect("a legal answer");
        record.add(&submission);
        now = next;
    }
    let to = record.boundaries(|_| String::new()).pop().expect("a boundary").to;
    let (fresh, _) = record.undo(to, true, "mod").expect("an undo");
    assert_eq!(invariants::violations(&fresh.shown), Vec::<String>::new());
}
