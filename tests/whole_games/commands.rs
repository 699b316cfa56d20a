//! Every command at every kind of prompt: whatever a seat types, the game stands, the reason can be
//! read, and it tells nothing of what others hold.

use super::offers::plain;
use super::secrets::{otherwise, shows};
use super::*;
use custodian::engine::{By, Current, Refusal, Rejected, digest};
use custodian::imperium::commands::{Act, Command, OPTIONS, act};
use custodian::imperium::data::{ActionCardId, NoteId, SecretId, StrategyId, TechId, UnitKind};
use custodian::imperium::rules::compound;
use custodian::imperium::state::invariants;
use custodian::imperium::view::text;

/// What somebody types who means no good, or has no idea.
const NONSENSE: &[&str] = &[
    " ",
    ",",
    ";;;",
    ": :",
    "★",
    "★ 0123456789abcdef",
    "-1",
    "0",
    "1",
    "256",
    "99999999999999999999999999",
    "255 fighters",
    "256 fighters",
    "255 war suns, 255 carriers, 255 infantry",
    "0 cruisers",
    "sustain",
    "sustain 255 dreadnoughts",
    "damaged",
    "cruiser + + carrier",
    "infantry on Jord, fighter in 999",
    "no such thing",
    "999",
    "205, 206, 205, 206",
    "«0»",
    "«1»",
    "«200»",
    "`` ` @everyone **bold**",
    "ｃｒｕｉｓｅｒ ✨ Ж",
    "\u{0}\u{202e}\t\n",
    "2 trade goods, 300 commodities",
    "255 trade goods, 255 trade goods",
    "1 command token",
    "ceasefire of nobody",
    "ceasefire, trade agreement, ceasefire",
    "for",
    "pass",
    "yes",
];

/// What was typed, what came of it.
#[derive(Clone, Debug, PartialEq)]
enum Came {
    Answer(Vec<Choice>),
    Deed(custodian::imperium::Deed),
    /// Parts of an answer that is not whole yet, and what is missing.
    Draft(Vec<Choice>, Option<Refusal>),
    Nothing,
    Refused(Refusal),
}

/// Types `line` for `seat`, who has `draft` already, as the bot does.
fn typed(current: &Current<Imperium>, seat: Seat, draft: &[Choice], line: &str) -> Came {
    let (state, prompts) = (&current.shown, &current.prompts);
    let prompt = current.prompt_of(seat);
    let judged = |parts: &[Choice]| prompt.map(|prompt| prompt.check(state, parts));
    let read = Command::parse(line).and_then(|line| act(state, seat, prompts, draft, &line));
    match read {
        Err(refusal) => Came::Refused(refusal),
        Ok(Act::Answer(parts)) => match judged(&parts) {
            Some(Ok(())) => Came::Answer(parts),
            Some(Err(refusal)) => Came::Refused(refusal),
            None => panic!("an answer of somebody who is not asked: {parts:?}"),
        },
        Ok(Act::Deed(deed)) => match Imperium::check_deed(state, seat, &deed) {
            Ok(()) => Came::Deed(deed),
            Err(refusal) => Came::Refused(refusal),
        },
        Ok(Act::Draft(parts)) => {
            let missing = judged(&parts).and_then(Result::err);
            Came::Draft(parts, missing)
        }
        Ok(Act::Confirm) => match judged(draft) {
            Some(Err(refusal)) => Came::Refused(refusal),
            _ => Came::Nothing,
        },
        Ok(Act::Cancel) => Came::Nothing,
    }
}

/// Words that mean something in this position: options of everybody's questions, parts of answers,
/// and names of everything there is.
fn words(current: &Current<Imperium>) -> Vec<String> {
    let state = &current.shown;
    let mut words: Vec<String> = Vec::new();
    for prompt in &current.prompts {
        let mut choices = prompt.options.clone();
        if let Some(shape) = compound::shape(&prompt.question) {
            choices.extend((shape.next)(state, prompt, &[]).into_iter().take(20));
            choices.extend((shape.suggest)(state, prompt).into_iter().take(3).flatten());
        }
        for choice in &choices {
            words.push(text::key(choice));
            words.push(text::bare(state, &prompt.question, choice));
            words.push(text::choice(state, &prompt.question, choice));
        }
    }
    words.extend(state.systems.keys().map(|id| id.to_string()));
    words.extend(state.planets.keys().map(|id| id.name().to_string()));
    words.extend(state.players.iter().map(|player| player.faction.name().to_string()));
    words.extend(state.players.iter().flat_map(|p| p.hand.iter().map(|c| c.name().to_string())));
    words.extend(state.players.iter().flat_map(|p| p.secrets.iter().map(|c| c.name().to_string())));
    words.extend(state.players.iter().flat_map(|p| p.notes.iter().map(|n| text::note_name(*n))));
    words.extend(UnitKind::ALL.iter().flat_map(|kind| [kind.label(1), kind.label(3)]));
    words
}

/// Names of everything that is printed, wherever it may be.
fn printed() -> Vec<String> {
    let cards = ActionCardId::all().map(|card| card.name());
    let secrets = SecretId::all().map(|card| card.name());
    let notes = NoteId::all().map(|note| note.name());
    let techs = TechId::all().map(|tech| tech.name());
    let strategy = StrategyId::all().map(|card| card.name());
    cards.chain(secrets).chain(notes).chain(techs).chain(strategy).map(str::to_string).collect()
}

/// Commands with options from all of that; `n` says which.
fn lines(current: &Current<Imperium>, n: usize, each: usize) -> Vec<String> {
    let here = words(current);
    let printed = printed();
    let long = "a very long text, ".repeat(400);
    let mut at = n * 7919;
    let mut word = || {
        at += 1;
        let of = |list: &[String]| list[scattered(at + 31) % list.len()].clone();
        match scattered(at) % 8 {
            0..4 => of(&here),
            4 => of(&printed),
            5 => format!("{} {}", scattered(at + 5) % 300, of(&here)),
            6 if at.is_multiple_of(9) => long.clone(),
            _ => NONSENSE[scattered(at + 17) % NONSENSE.len()].to_string(),
        }
    };
    let mut lines = vec!["/answer".into(), "/no-such-command".into(), "pass".into(), "/".into()];
    for (command, options) in OPTIONS {
        lines.push(format!("/{command}"));
        for _ in 0..if options.is_empty() { 0 } else { each } {
            let given: Vec<String> =
                options.iter().map(|option| format!("{option}:{}", word())).collect();
            let first = scattered(lines.len() + n) % given.len();
            lines.push(format!("/{command} {}", given[first..].join(" ")));
            lines.push(format!("/{command} {}", given.join(" ")));
        }
    }
    for text in NONSENSE.iter().skip(n % 5).step_by(5) {
        lines.push(format!("/answer choice:{text}"));
    }
    lines
}

/// A reason that a player can read: said, short, and in no programmer's words. What was typed is
/// quoted in it and may be anything.
fn readable(refusal: &Refusal) -> Result<(), String> {
    let said = refusal.to_string();
    if refusal.why.trim().is_empty() {
        return Err("no reason".into());
    }
    if said.chars().count() > 900 {
        return Err(format!("{} characters", said.chars().count()));
    }
    let unquoted: String = said.split('`').step_by(2).collect::<Vec<_>>().join("…");
    if let Some(sign) = ["::", "\"", "None", "@"].iter().find(|sign| unquoted.contains(**sign)) {
        return Err((*sign).into());
    }
    if said.chars().any(|c| c.is_control() && c != '\n') {
        return Err("control characters".into());
    }
    plain(&unquoted)
}

fn positions(
    record: &Record<Imperium>,
    count: usize,
) -> impl Iterator<Item = (usize, Record<Imperium>)> {
    let acts: Vec<usize> =
        (0..record.journal.len()).filter(|at| record.journal[*at].is_act()).collect();
    (0..count).map(move |n| {
        // One in each stretch of the game, so that all phases are met.
        let stretch = acts.len() / count;
        let at = acts[n * stretch + scattered(n) % stretch.max(1)];
        (n, as_of(record, at))
    })
}

#[test]
fn whatever_is_typed_the_game_stands_and_the_reason_can_be_read() {
    let (mut refused, mut accepted) = (0, 0);
    let mut wrong: Vec<String> = Vec::new();
    for (players, seed, count) in [(3, 101, 80), (6, 102, 40)] {
        let record = recorded(players, seed);
        for (n, game) in positions(&record, count) {
            let (current, _) = game.current();
            let before = digest(&current.shown);
            let mut tried: Vec<(Seat, Came)> = Vec::new();
            for seat in current.shown.seats() {
                let asked = current.prompt_of(seat).is_some();
                let mut draft: Vec<Choice> = Vec::new();
                for line in &lines(&current, n + seed as usize, if asked { 6 } else { 1 }) {
                    let what = || format!("{seat:?} types {line:.200} at {:?}", current.prompts);
                    let came = std::panic::catch_unwind(|| typed(&current, seat, &draft, line));
                    let came = came.unwrap_or_else(|_| panic!("a panic: {}", what()));
                    let reason = match &came {
                        Came::Refused(reason) | Came::Draft(_, Some(reason)) => Some(reason),
                        _ => None,
                    };
                    refused += usize::from(reason.is_some());
                    if let Some(why) = reason.and_then(|reason| readable(reason).err()) {
                        let said = reason.map(Refusal::to_string).unwrap_or_default();
                        wrong.push(format!("[{why}] {line:.100}: {said:.300}"));
                    }
                    if let Came::Draft(parts, _) = &came {
                        // Now and then something is added to what was put together before.
                        draft = if parts.len() < 6 { parts.clone() } else { Vec::new() };
                    }
                    if !matches!(came, Came::Refused(_) | Came::Nothing) {
                        tried.push((seat, came));
                    }
                }
            }
            assert_eq!(digest(&current.shown), before, "typing changed something");
            for k in 0..tried.len().min(6) {
                let (seat, came) = &tried[scattered(n + 31 * k) % tried.len()];
                accepted += 1;
                carry_out(&current, *seat, came);
            }
        }
    }
    wrong.sort();
    wrong.dedup();
    assert!(wrong.is_empty(), "{}:\n{}", wrong.len(), wrong[..wrong.len().min(40)].join("\n"));
    assert!(refused > 10_000, "only {refused} refusals");
    assert!(accepted > 300, "only {accepted} were carried out");
}

/// What was accepted has its effect without harm.
fn carry_out(current: &Current<Imperium>, seat: Seat, came: &Came) {
    let submitted = match came {
        Came::Answer(parts) => current.submit(seat, parts.clone(), By::Player),
        Came::Deed(deed) => current.deed(seat, deed.clone(), By::Player),
        Came::Draft(parts, _) => current.submit(seat, parts.clone(), By::Player),
        Came::Nothing | Came::Refused(_) => return,
    };
    match submitted {
        Ok((next, _)) => {
            assert!(!matches!(came, Came::Draft(_, Some(_))), "it was not whole: {came:?}");
            let broken = invariants::violations(&next.shown);
            assert!(broken.is_empty(), "{came:?} of {seat:?}: {broken:?}");
        }
        Err(Rejected::Refused(why)) => match came {
            Came::Draft(_, Some(missing)) => assert_eq!(&why, missing),
            _ => panic!("{came:?} of {seat:?} was legal, then: {why}"),
        },
        Err(Rejected::Broken(why)) => panic!("{came:?} of {seat:?} broke the rules: {why}"),
    }
}

#[test]
fn what_a_seat_is_told_of_a_command_does_not_depend_on_what_others_hold() {
    let mut compared = 0;
    let mut leaks: Vec<String> = Vec::new();
    for (players, seed, count) in [(3, 103, 100), (6, 104, 100)] {
        let record = recorded(players, seed);
        for (n, game) in positions(&record, count) {
            let (real, _) = game.current();
            let anybody = Seat((scattered(n + 400) % players) as u8);
            let me = match real.prompts.first() {
                Some(prompt) if !n.is_multiple_of(4) => prompt.seat,
                _ => anybody,
            };
            let other = Seat(((me.index() + 1 + scattered(n) % (players - 1)) % players) as u8);
            let begin = game.checkpoints.last().expect("games begin with one").clone();
            if begin.state.round == 0 || shows(&game.journal[begin.at..], other) {
                continue;
            }
            let mut changed = game.clone();
            let last = changed.checkpoints.last_mut().expect("games begin with one");
            last.state = otherwise(&begin.state, other, n);
            let (changed, _) = changed.current();
            if changed.prompts.len() != real.prompts.len() {
                continue;
            }
            for line in lines(&real, n, 5) {
                compared += 1;
                let (a, b) = (typed(&real, me, &[], &line), typed(&changed, me, &[], &line));
                if a != b {
                    leaks.push(format!("{me:?} of {other:?}: {line:.200}: {a:?} or {b:?}"));
                }
            }
        }
    }
    assert!(leaks.is_empty(), "{} of {compared}:\n{}", leaks.len(), leaks.join("\n"));
    assert!(compared > 15_000, "only {compared} commands were compared");
}
