//! Undo, redo, and answers that could have come in another order.

use super::*;
use custodian::engine::{By, Current, digest};
use custodian::imperium::data::StrategyId;
use custodian::imperium::rules::ask::Question;
use custodian::imperium::view::View;

/// Positions of the journal at which somebody answers.
fn acts(record: &Record<Imperium>) -> Vec<usize> {
    (0..record.journal.len()).filter(|at| record.journal[*at].is_act()).collect()
}

/// A game in the middle, at an open question, and the position of an answer not long before.
fn in_the_middle(record: &Record<Imperium>, n: usize) -> (Record<Imperium>, usize) {
    let acts = acts(record);
    let now = 3 + scattered(n) % (acts.len() - 3);
    let back = 1 + scattered(n + 1_000) % now.min(12);
    (as_of(record, acts[now]), acts[now - back])
}

#[test]
fn redo_after_undo_changes_nothing() {
    let record = recorded(3, 51);
    for n in 0..30 {
        let (mut game, to) = in_the_middle(&record, n);
        let (before, _) = game.current();
        let (undone, _) = game.undo(to, false, "a moderator").expect("there is an answer");
        assert!(!undone.prompts.is_empty());
        let (after, _) = game.redo("a moderator").expect("it was undone just now");
        assert_eq!(digest(&after.shown), digest(&before.shown), "back to {to}");
        assert_eq!(after.prompts, before.prompts, "back to {to}");
    }
}

#[test]
fn the_same_answers_after_an_undo_meet_the_same_dice_and_cards() {
    let record = recorded(3, 52);
    for n in 0..20 {
        let (mut game, to) = in_the_middle(&record, n);
        let (before, _) = game.current();
        let again: Vec<Entry<Imperium>> = game.journal[to..].to_vec();
        let (mut now, _) = game.undo(to, false, "a moderator").expect("there is an answer");
        for entry in again {
            if let Entry::Answer { seat, choices, by, .. } = entry {
                now = now.submit(seat, choices, by).expect("it was legal before").0;
            }
        }
        assert_eq!(digest(&now.shown), digest(&before.shown), "back to {to}");
        assert_eq!(now.prompts, before.prompts, "back to {to}");
    }
}

#[test]
fn a_fresh_undo_leaves_the_table_as_it_was_and_brings_other_dice_and_decks() {
    let record = recorded(6, 53);
    let (mut dice, mut other_dice, mut other_decks) = (0, 0, 0);
    for n in 0..40 {
        let (game, to) = in_the_middle(&record, n);
        let go_back = |fresh: bool| {
            let mut game = game.clone();
            game.undo(to, fresh, "a moderator").expect("there is an answer").0
        };
        let (same, fresh) = (go_back(false), go_back(true));
        assert_eq!(same.prompts.len(), fresh.prompts.len());
        for viewer in [None, Some(Seat(0)), Some(Seat(5))] {
            let views = (View::of(&same.shown, viewer), View::of(&fresh.shown, viewer));
            // Set-up deals before the first question, so all of it may be dealt anew.
            let dealt = same.shown.round > 0 && same.base.at < to;
            assert!(!dealt || views.0 == views.1, "back to {to}");
        }
        let decks = |game: &Current<Imperium>| {
            let decks = &game.shown.decks;
            (decks.action_cards.clone(), decks.agendas.clone(), decks.secrets.clone())
        };
        other_decks += usize::from(decks(&same) != decks(&fresh));
        let mut sorted = [decks(&same), decks(&fresh)];
        for (actions, agendas, secrets) in &mut sorted {
            actions.sort();
            agendas.sort();
            secrets.sort();
        }
        if same.base.at < to {
            assert!(sorted[0] == sorted[1], "back to {to} cards were exchanged");
        }
        let Entry::Answer { seat, choices, .. } = &record.journal[to] else { continue };
        let roll = |now: &Current<Imperium>| -> Option<Vec<u32>> {
            let (_, added) = now.submit(*seat, choices.clone(), By::Player).ok()?;
            added.entries.iter().find_map(|entry| match entry {
                Entry::Chance { faces: 10, outcomes, .. } => Some(outcomes.clone()),
                _ => None,
            })
        };
        if let (Some(a), Some(b)) = (roll(&same), roll(&fresh)) {
            (dice, other_dice) = (dice + 1, other_dice + usize::from(a != b));
        }
    }
    assert!(other_decks >= 30, "decks differ in {other_decks} of 40 cases");
    assert!(dice == 0 || 2 * other_dice >= dice, "{other_dice} of {dice} rolls differ");
}

/// Questions that several are asked at once and whose answers do not meet the same deck.
fn in_any_order(question: &Question) -> bool {
    match question {
        Question::KeepSecret
        | Question::StartingTechnologies { .. }
        | Question::PlaceStartingUnits
        | Question::ScoreObjectives
        | Question::Tokens { .. } => true,
        Question::Secondary { card } => !draws(*card),
        _ => false,
    }
}

/// Secondary abilities that draw: whoever is first gets the upper card.
fn draws(card: StrategyId) -> bool {
    ["politics", "imperial"].contains(&card.slug())
}

#[test]
fn simultaneous_answers_may_come_in_any_order() {
    let mut seen: Vec<String> = Vec::new();
    for (players, seed) in [(3, 54), (6, 55)] {
        let record = recorded(players, seed);
        let mut left = 60;
        for at in acts(&record) {
            let Entry::Answer { question, .. } = &record.journal[at] else { continue };
            if left == 0 || !in_any_order(question) {
                continue;
            }
            let (now, _) = as_of(&record, at).current();
            // The active player's next action may follow by itself and end the step.
            let open = now.prompts.iter().filter(|prompt| {
                in_any_order(&prompt.question) && Some(prompt.seat) != now.shown.active
            });
            let open: Vec<Prompt<Imperium>> = open.cloned().collect();
            let [first, .., last] = &open[..] else { continue };
            left -= 1;
            let mut random = Random::new(at as u64);
            let answers =
                [first, last].map(|prompt| (prompt.seat, random.choices(&now.shown, prompt)));
            // Nothing when the first answer is followed by a question that only concerns its seat.
            let give = |order: [usize; 2]| {
                let mut now = as_of(&record, at).current().0;
                for i in order {
                    let (seat, choices) = answers[i].clone();
                    now = now.submit(seat, choices, By::Player).ok()?.0;
                }
                Some(now)
            };
            let (Some(one), Some(other)) = (give([0, 1]), give([1, 0])) else { continue };
            assert!(one.shown == other.shown, "{answers:?} after {at} entries");
            assert_eq!(one.prompts, other.prompts, "{answers:?} after {at} entries");
            let name = format!("{question:?}");
            seen.push(name.split([' ', '{']).next().unwrap_or_default().into());
        }
    }
    for wanted in ["KeepSecret", "ScoreObjectives", "Tokens", "Secondary"] {
        assert!(seen.iter().any(|name| name == wanted), "{wanted} was never open to two");
    }
}
