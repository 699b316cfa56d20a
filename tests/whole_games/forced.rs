//! Nobody is asked for what has a single answer, unless silence would tell a secret.

use std::collections::{BTreeMap, BTreeSet};

use super::*;
use custodian::imperium::rules::ask::Question;
use custodian::imperium::rules::compound;

/// Drafts that are looked at for one question; what has more is no forced choice.
const LIMIT: usize = 300;

/// An answer by what it does: parts with a count are added up, so that 1 + 1 is the same as 2.
type Sum = BTreeMap<String, u32>;

fn sum(parts: &[Choice]) -> Sum {
    let mut sum = Sum::new();
    for part in parts {
        let json = serde_json::to_value(part).expect("choices are written down");
        let (name, count) = counted(json);
        *sum.entry(name).or_default() += count;
    }
    sum
}

/// A part without its count, and the count.
fn counted(mut json: serde_json::Value) -> (String, u32) {
    let fields = json.as_object_mut().and_then(|outer| outer.values_mut().next());
    let count = match fields {
        Some(serde_json::Value::Object(inner)) => inner.remove("count"),
        Some(number @ serde_json::Value::Number(_)) => Some(number.take()),
        _ => None,
    };
    let count = count.and_then(|count| count.as_u64()).unwrap_or(1);
    (json.to_string(), count as u32)
}

/// Different legal answers, as soon as there are two of them.
fn answers(state: &State, prompt: &Prompt<Imperium>) -> usize {
    let mut found: BTreeSet<Sum> = BTreeSet::new();
    let Some(shape) = compound::shape(&prompt.question) else {
        let mut options = prompt.options.clone();
        options.sort();
        options.dedup();
        return match prompt.shape {
            Shape::One => options.len(),
            Shape::Some { min, max } if min == max && options.len() == 1 => 1,
            Shape::Order if options.len() == 1 => 1,
            _ => 2,
        };
    };
    let mut seen: BTreeSet<Sum> = BTreeSet::new();
    let mut open: Vec<Vec<Choice>> = vec![Vec::new()];
    while let Some(draft) = open.pop() {
        let known = sum(&draft);
        if !seen.insert(known.clone()) {
            continue;
        }
        if prompt.check(state, &draft).is_ok() {
            // A pass is nothing else than naming nothing.
            found.insert(known.into_iter().filter(|(name, _)| name != "\"Pass\"").collect());
        }
        if found.len() > 1 || seen.len() > LIMIT {
            return 2;
        }
        for part in (shape.next)(state, prompt, &draft) {
            open.push([draft.clone(), vec![part]].concat());
        }
    }
    found.len()
}

/// Whoever has commodities may get what a secondary ability costs by a deal, as long as it is open.
fn may_be_bought(state: &State, prompt: &Prompt<Imperium>) -> bool {
    matches!(prompt.question, Question::Secondary { .. })
        && state.player(prompt.seat).commodities > 0
}

/// Questions by kind, and how many of them had a single answer.
#[derive(Default)]
struct Single {
    count: usize,
    asked: BTreeMap<String, (usize, usize, String)>,
}

impl Witness for Single {
    fn asked(&mut self, state: &State, prompts: &[Prompt<Imperium>]) {
        for prompt in prompts.iter().filter(|prompt| !prompt.always) {
            self.count += 1;
            let kind = format!("{:?}", prompt.question);
            let kind = kind
                .replace("Primary { card: ", "Primary_")
                .replace("Secondary { card: ", "Secondary_");
            let kind = kind.split([' ', '(', '{']).next().unwrap_or_default().to_string();
            let entry = self.asked.entry(kind).or_default();
            entry.0 += 1;
            if entry.0 < 400 && !may_be_bought(state, prompt) && answers(state, prompt) == 1 {
                entry.1 += 1;
                entry.2 = format!("{prompt:?}");
            }
        }
    }
}

#[test]
fn nobody_is_asked_for_what_has_a_single_answer() {
    let mut single = Single::default();
    for (players, seed) in [(3, 111), (4, 112), (6, 113), (6, 114), (8, 115), (6, 116)] {
        play(players, seed, &mut single);
    }
    let forced: Vec<String> = single
        .asked
        .iter()
        .filter(|(_, (_, forced, _))| *forced > 0)
        .map(|(kind, (asked, forced, last))| format!("{kind}: {forced} of {asked}, as {last:.400}"))
        .collect();
    assert!(forced.is_empty(), "{} questions\n{}", single.count, forced.join("\n"));
}
