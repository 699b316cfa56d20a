//! What others hold is in nothing that a seat, or somebody without a seat, gets to see: completions, words
//! of options, summaries, surveys, histories, pictures. At every kind of question there is.

use std::collections::BTreeMap;

use super::secrets::{names, otherwise, shows};
use super::*;
use custodian::imperium::commands::OPTIONS;
use custodian::imperium::data::{ActionCardId, SecretId, TechId};
use custodian::imperium::view::{View, survey};
use custodian::picture::{Names, Picture, Renderer};
use custodian::table::Hosted;

/// What the bot would show `viewer` here, by what it is.
fn shown(
    state: &State,
    prompts: &[Prompt<Imperium>],
    viewer: Option<Seat>,
) -> Vec<(String, String)> {
    let mut seen = vec![("the summary".to_string(), Imperium::public_summary(state))];
    let mut add = |what: String, text: String| seen.push((what, text));
    for prompt in prompts {
        let text = Imperium::question_text(state, viewer, prompt);
        add(format!("the question to {:?}", prompt.seat), text);
        let own = viewer == Some(prompt.seat);
        for choice in prompt.options.iter().filter(|_| own) {
            add("a label".into(), Imperium::choice_label(state, prompt, choice));
            add("what an option does".into(), Imperium::choice_detail(state, prompt, choice));
        }
        if own {
            add("whether it concerns one".into(), format!("{}", Imperium::concerns(state, prompt)));
        }
    }
    for (command, options) in OPTIONS {
        for focused in *options {
            let given = [(focused.to_string(), String::new())];
            let found = Imperium::complete(state, viewer, prompts, &[], command, &given, focused);
            add(format!("/{command} {focused}:"), format!("{found:?}"));
        }
    }
    add("space cannon".into(), format!("{:?}", survey::cannon(state)));
    if let Some(system) = state.systems.keys().next().copied() {
        add("distances".into(), format!("{:?}", survey::distances(state, system)));
    }
    if let Some(seat) = viewer {
        let own = state.systems.keys().copied().find(|system| state.has_ships(*system, seat));
        if let Some(system) = own {
            add("reach".into(), format!("{:?}", survey::reach(state, seat, system)));
        }
    }
    seen
}

/// The kind of a question, as its type names it.
fn kind(prompt: &Prompt<Imperium>) -> String {
    let text = format!("{:?}", prompt.question);
    text.chars().take_while(char::is_ascii_alphanumeric).collect()
}

/// An open question in a recorded game: the step, how much of it has happened, who is asked.
type Place<'a> = (&'a State, &'a [Entry<Imperium>], Seat);

/// Open questions of each kind.
fn places(record: &Record<Imperium>) -> BTreeMap<String, Vec<Place<'_>>> {
    let mut found: BTreeMap<String, Vec<Place<'_>>> = BTreeMap::new();
    for (begin, entries) in steps(record) {
        for (at, entry) in entries.iter().enumerate() {
            let Entry::Answer { seat, question, .. } = entry else { continue };
            let text = format!("{question:?}");
            let kind = text.chars().take_while(char::is_ascii_alphanumeric).collect();
            found.entry(kind).or_default().push((&begin.state, &entries[..at], *seat));
        }
    }
    found
}

fn open(begin: &State, entries: &[Entry<Imperium>], seed: &Seed) -> (State, Vec<Prompt<Imperium>>) {
    let run = run(begin, entries, seed, 0);
    match run.outcome {
        Outcome::Waiting(prompts) => (run.state, prompts),
        other => panic!("{other:?}"),
    }
}

/// Places of one kind that are compared.
const EACH: usize = 6;

#[test]
fn at_every_kind_of_question_nobody_sees_what_others_hold() {
    let mut compared: BTreeMap<String, usize> = BTreeMap::new();
    let mut leaks: Vec<String> = Vec::new();
    for (players, seed) in [(3, 111), (6, 112)] {
        let record = recorded(players, seed);
        for (kind_of, places) in places(&record) {
            let count = compared.entry(kind_of.clone()).or_default();
            let mut done = 0;
            for n in 0..places.len().min(4 * EACH) {
                let (begin, entries, me) = places[scattered(n) % places.len()];
                let other = Seat(((me.index() + 1 + scattered(n) % (players - 1)) % players) as u8);
                if shows(entries, other) || done == EACH {
                    continue;
                }
                let (state, prompts) = open(begin, entries, &record.seed);
                let changed = otherwise(begin, other, n);
                let run = run(&changed, entries, &record.seed, 0);
                let Outcome::Waiting(others) = run.outcome else {
                    leaks.push(format!("{kind_of}: {:?}", run.outcome));
                    continue;
                };
                assert!(prompts.iter().any(|prompt| kind(prompt) == kind_of));
                done += 1;
                for viewer in [Some(me), None] {
                    let real = shown(&state, &prompts, viewer);
                    let told = shown(&run.state, &others, viewer);
                    let differs = real.iter().zip(&told).find(|(a, b)| a != b);
                    if let Some((a, b)) = differs {
                        let place = format!("{kind_of}, {me:?} learns of {other:?} as {viewer:?}");
                        leaks.push(format!("{place}: {} {:.300} or {:.300}", a.0, a.1, b.1));
                    }
                    assert_eq!(real.len(), told.len(), "{kind_of}");
                }
            }
            *count += done;
        }
    }
    assert!(leaks.is_empty(), "{}:\n{}", leaks.len(), leaks.join("\n"));
    let missed: Vec<&String> = compared.iter().filter(|(_, n)| **n == 0).map(|(k, _)| k).collect();
    println!("{} kinds of questions; never compared: {missed:?}", compared.len());
    assert!(compared.len() > 25, "only {compared:?}");
    assert!(missed.len() <= 4, "never compared: {missed:?}");
}

/// Cards that a line names and that nobody may know of at the end of the step.
fn hidden_in(line: &str, after: &State) -> Vec<&'static str> {
    let plain = TechId::all().fold(line.to_string(), |line, tech| line.replace(tech.name(), ""));
    let secrets = SecretId::all().filter(|card| names(&plain, card.name()));
    let scored = |card: &SecretId| after.players.iter().any(|p| p.scored_secrets.contains(card));
    let mut found: Vec<&str> = secrets.filter(|card| !scored(card)).map(|c| c.name()).collect();
    let rest = SecretId::all().fold(plain, |line, card| line.replace(card.name(), ""));
    // There are several copies of some.
    let held = |card: &ActionCardId| {
        let hidden = after.players.iter().any(|player| player.hand.contains(card))
            || after.decks.action_cards.contains(card);
        hidden && !after.decks.discarded.contains(card)
    };
    let cards = ActionCardId::all().filter(|card| names(&rest, card.name()));
    found.extend(cards.filter(held).map(|card| card.name()));
    found
}

#[test]
fn histories_name_no_card_that_is_still_hidden() {
    let mut lines = 0;
    for (players, seed) in [(3, 113), (6, 114), (8, 115)] {
        let record = recorded(players, seed);
        for (number, (_, entries)) in steps(&record).enumerate() {
            let shuffled = |entry: &Entry<Imperium>| matches!(entry, Entry::Chance { label, .. } if label.contains("action card deck"));
            if entries.iter().any(shuffled) {
                continue;
            }
            let after = &record.checkpoints[number + 1].state;
            for entry in entries {
                lines += 1;
                let line = match entry {
                    Entry::Reveal { what } => what.clone(),
                    entry => Imperium::entry_text(entry),
                };
                let hidden = hidden_in(&line, after);
                assert!(hidden.is_empty(), "{line} names {hidden:?}");
            }
        }
    }
    assert!(lines > 2_000, "only {lines} lines");
}

#[test]
fn pictures_are_the_same_byte_for_byte_whatever_others_hold() {
    let (players, seed) = (6, 116);
    let record = recorded(players, seed);
    let names = Names::new("Pax", (0..players).map(|n| format!("Player {n}")));
    let renderer = Renderer::new();
    let drawn = |state: &State, me: Seat| -> Vec<Picture> {
        let (public, own) = (View::of(state, None), View::of(state, Some(me)));
        let system = state.systems.keys().copied().find(|system| state.has_ships(*system, me));
        let place = system.and_then(|system| renderer.system(&public, &names, system));
        let galaxy = renderer.galaxy(&public, &names);
        let course = renderer.course(&public, &names);
        [galaxy, course, renderer.hand(&own, &names)].into_iter().chain(place).collect()
    };
    let late: Vec<&Checkpoint<Imperium>> =
        record.checkpoints.iter().filter(|point| point.state.round > 1).collect();
    for n in 0..4 {
        let state = &late[scattered(n) % late.len()].state;
        let me = Seat((n % players) as u8);
        let other = Seat(((n + 1) % players) as u8);
        let changed = otherwise(state, other, n);
        assert_ne!(View::of(state, Some(other)), View::of(&changed, Some(other)), "as it was");
        for (real, told) in drawn(state, me).into_iter().zip(drawn(&changed, me)) {
            assert!(real.png == told.png && real.alt == told.alt, "{}", real.alt);
        }
        // What is the other's own does change.
        let [real, told] = [state, &changed].map(|state| drawn(state, other).remove(2));
        assert!(real.png != told.png, "a hand of other cards looks the same");
    }
}
