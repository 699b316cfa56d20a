//! Whatever is offered is accepted, and is said in few plain words.

use std::collections::BTreeSet;

use super::*;
use custodian::imperium::rules::compound;
use custodian::imperium::view::text;

/// Looks closely at one question in `every`.
struct Offers {
    every: usize,
    count: usize,
    choices: usize,
}

impl Witness for Offers {
    fn asked(&mut self, state: &State, prompts: &[Prompt<Imperium>]) {
        for prompt in prompts {
            self.count += 1;
            if scattered(self.count).is_multiple_of(self.every) {
                self.question(state, prompt);
            }
        }
    }

    fn told(&mut self, before: &State, _: &State, news: &[News]) {
        for piece in news {
            let line = &piece.text;
            let wrong = plain(line).err();
            assert_eq!(wrong, None, "{}: {line}", Imperium::step_name(before));
        }
    }
}

impl Offers {
    fn question(&mut self, state: &State, prompt: &Prompt<Imperium>) {
        let what = || format!("{prompt:?}");
        for viewer in [None, Some(prompt.seat)] {
            let asked = text::question_for(state, viewer, prompt.seat, &prompt.question);
            assert!(asked.chars().count() <= 400, "{asked}");
            assert_eq!(plain(&asked), Ok(()), "{asked}");
        }
        if let Shape::One = prompt.shape {
            for option in &prompt.options {
                let check = prompt.check(state, std::slice::from_ref(option));
                assert_eq!(check, Ok(()), "{option:?} of {}", what());
            }
        }
        let mut choices = prompt.options.clone();
        if prompt.shape == Shape::Compound {
            let shape = compound::shape(&prompt.question).expect("compound questions have one");
            let suggestions = (shape.suggest)(state, prompt);
            assert!(!suggestions.is_empty(), "no suggestion for {}", what());
            assert!(suggestions.len() <= 400, "{} suggestions for {}", suggestions.len(), what());
            for answer in &suggestions {
                assert_eq!(prompt.check(state, answer), Ok(()), "{answer:?} for {}", what());
            }
            choices.extend((shape.next)(state, prompt, &[]));
            for part in suggestions.into_iter().flatten() {
                if !choices.contains(&part) {
                    choices.push(part);
                }
            }
        }
        self.keys(&choices);
        for choice in &choices {
            let label = text::choice(state, &prompt.question, choice);
            assert!((1..=80).contains(&label.chars().count()), "{label}");
            assert_eq!(plain(&label), Ok(()), "{label}");
        }
    }

    fn keys(&mut self, choices: &[Choice]) {
        self.choices += choices.len();
        let mut keys = BTreeSet::new();
        let mut seen: BTreeSet<&Choice> = BTreeSet::new();
        for choice in choices {
            // The same card may be held twice.
            if !seen.insert(choice) {
                continue;
            }
            let key = text::key(choice);
            assert!(key.is_ascii() && (1..=60).contains(&key.len()), "{key}");
            assert!(keys.insert(key.clone()), "two choices are called {key}: {choice:?}");
        }
    }
}

/// Refuses empty words and such as only a program would say.
pub(super) fn plain(text: &str) -> Result<(), String> {
    if text.trim().is_empty() {
        return Err("nothing is said".into());
    }
    if let Some(sign) = text.chars().find(|sign| "{}<>\\".contains(*sign)) {
        return Err(format!("`{sign}`"));
    }
    if text.contains("  ") || text.contains("****") || text.contains(" .") {
        return Err("a word is missing".into());
    }
    // `Seat(3)`, `Some(…)`: a name with a bracket right after it.
    for (at, _) in text.match_indices('(') {
        let before = text[..at].chars().next_back();
        if before.is_some_and(char::is_alphanumeric) {
            return Err(format!("Debug text before byte {at}"));
        }
    }
    Ok(())
}

#[test]
fn every_offer_is_accepted_and_said_in_plain_words() {
    for (players, seed, every) in [(3, 81, 2), (4, 82, 5), (6, 83, 5), (8, 84, 11)] {
        let mut offers = Offers { every, count: 0, choices: 0 };
        play(players, seed, &mut offers);
        assert!(offers.choices > 1_000, "only {} choices were seen", offers.choices);
    }
}

/// Parts that `next` names lead somewhere: put together at random, and they can be completed or be
/// thrown away; no part is named twice, and the list stays short enough to show.
struct Drafts {
    random: Random,
    count: usize,
    complete: usize,
}

impl Witness for Drafts {
    fn asked(&mut self, state: &State, prompts: &[Prompt<Imperium>]) {
        for prompt in prompts {
            let Some(shape) = compound::shape(&prompt.question) else { continue };
            self.count += 1;
            if !self.count.is_multiple_of(4) {
                continue;
            }
            let mut draft: Vec<Choice> = Vec::new();
            for n in 0..6 {
                let parts = (shape.next)(state, prompt, &draft);
                assert!(parts.len() <= 1_000, "{} parts for {prompt:?}", parts.len());
                if parts.is_empty() {
                    break;
                }
                let mut once: Vec<&Choice> = parts.iter().collect();
                once.sort();
                once.dedup();
                assert_eq!(once.len(), parts.len(), "a part twice: {draft:?} {prompt:?}");
                draft.push(parts[scattered(self.count + n) % parts.len()].clone());
                self.complete += usize::from(prompt.check(state, &draft).is_ok());
            }
            // Whatever the draft, judging it is no panic.
            draft.reverse();
            let _ = prompt.check(state, &draft);
            draft.push(self.random.choices(state, prompt).pop().unwrap_or(Choice::Pass));
            let _ = prompt.check(state, &draft);
        }
    }
}

#[test]
fn drafts_put_together_from_offered_parts_are_judged_without_a_panic() {
    for (players, seed) in [(3, 85), (6, 86)] {
        let mut drafts = Drafts { random: Random::new(seed), count: 0, complete: 0 };
        play(players, seed, &mut drafts);
        assert!(drafts.complete > 50, "only {} drafts became legal", drafts.complete);
    }
}
