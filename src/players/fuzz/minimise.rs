//! From a game that went wrong to the few answers that it takes.
//!
//! A replay that looks at everything after every entry finds the shortest prefix that fails; what lies
//! before its last checkpoint is in that checkpoint. Then answers are replaced by those of somebody who
//! wants nothing, a half of them at a time, then a quarter, then one by one, as long as it still fails.

use std::collections::VecDeque;

use crate::engine::{By, Decider, Entry, Outcome, Prompt, Reply, Seat, Seed, step};

use super::course::{Doing, Ran, Reader, fits, run};
use super::{ENDLESS, Failure, Fuzzed, Watch, kind_of};

/// Something done, with the question that was open, and the dice that followed.
#[derive(Clone, Debug)]
pub struct Act<G: Fuzzed> {
    pub entry: Entry<G>,
    /// The state in which it was done.
    pub state: G::State,
    pub prompt: Option<Prompt<G>>,
    /// Ten-sided dice rolled from it to the next act.
    pub dice: Vec<u32>,
}

/// What is left of a failure.
pub struct Minimal<G: Fuzzed> {
    /// How this build fails.
    pub what: String,
    /// Acts of the whole game, of the shortest prefix that fails, of its last step, and of what is left.
    pub lengths: [usize; 4],
    /// From the last checkpoint on.
    pub failure: Failure<G>,
    /// A scenario, and whether it fails the same way when it is run from the written position.
    pub scenario: Option<(String, bool)>,
}

impl<G: Fuzzed> Minimal<G> {
    /// What is left as a journal, a line an entry; the state that it begins with is in the file.
    pub fn prefix(&self) -> String {
        let mut lines = vec![
            format!("# Fails: {}", self.what.replace('\n', " ")),
            format!("# {}", self.failure.setup),
            format!("# begins: {}", G::step_name(&self.failure.start)),
        ];
        let acts = self.failure.acts.iter();
        lines.extend(acts.map(|act| serde_json::to_string(act).expect("entries are plain data")));
        lines.join("\n")
    }
}

/// Cuts a failure down. `watch` makes what looks at the game.
pub fn minimise<G: Fuzzed>(
    failure: &Failure<G>,
    watch: &dyn Fn() -> Watch<G>,
) -> Result<Minimal<G>, String> {
    if failure.what == ENDLESS {
        return Ok(last_step(failure, watch()));
    }
    let whole = replay(failure.start.clone(), &failure.acts, &failure.seed, watch());
    let (ran, done) = whole;
    let Some(what) = ran.failed else {
        return Err(format!(
            "under this build the journal does not fail: all {done} of its {} entries fit",
            failure.acts.len()
        ));
    };
    // What does not fit is not done, and belongs to the failure all the same.
    let done = done + usize::from(what.starts_with("misfit: "));
    let (base, from) = ran.step;
    let prefix = &failure.acts[..done];
    let mut acts = prefix[from.min(done)..].to_vec();
    let step = acts.len();
    let wanted = kind_of(&what);
    let cut = Cut { base: &base, seed: &failure.seed, watch, wanted: &wanted };
    if cut.fails(&acts).is_some() {
        acts = cut.shrink(acts);
    }
    let recorded = record(&base, &acts, &failure.seed);
    let scenario = G::scenario(&base, &recorded, &what).map(|(text, position)| {
        let dice: VecDeque<u32> = recorded.iter().flat_map(|act| act.dice.clone()).collect();
        let mut tape = Tape { reader: Reader::of(&acts, &failure.seed, Some(watch())), dice };
        let same = run(position, &mut tape).failed.is_some_and(|why| kind_of(&why) == wanted);
        (text, same)
    });
    let lengths = [failure.acts.len(), done, step, acts.len()];
    let rest = Failure { what: what.clone(), start: base.clone(), acts, ..failure.clone() };
    Ok(Minimal { what, lengths, failure: rest, scenario })
}

/// The last step of a game that hangs. It is not tried: whoever tries it hangs too.
fn last_step<G: Fuzzed>(failure: &Failure<G>, watch: Watch<G>) -> Minimal<G> {
    let whole = failure.acts.len();
    let (ran, _) =
        replay(failure.start.clone(), &failure.acts[..whole.max(1) - 1], &failure.seed, watch);
    let (start, from) = ran.step;
    let acts = failure.acts[from..].to_vec();
    let lengths = [whole, whole, acts.len(), acts.len()];
    let rest = Failure { start, acts, ..failure.clone() };
    Minimal { what: failure.what.clone(), lengths, failure: rest, scenario: None }
}

fn replay<G: Fuzzed>(
    start: G::State,
    acts: &[Entry<G>],
    seed: &Seed,
    watch: Watch<G>,
) -> (Ran<G>, usize) {
    let mut reader = Reader::of(acts, seed, Some(watch));
    let ran = run(start, &mut reader);
    (ran, reader.at)
}

/// One step, looked at again and again.
struct Cut<'a, G: Fuzzed> {
    base: &'a G::State,
    seed: &'a Seed,
    watch: &'a dyn Fn() -> Watch<G>,
    wanted: &'a str,
}

impl<G: Fuzzed> Cut<'_, G> {
    /// What was done up to the failure, if it fails the same way.
    fn fails(&self, acts: &[Entry<G>]) -> Option<Vec<Entry<G>>> {
        let mut loose = Loose {
            left: acts.iter().cloned().collect(),
            done: Vec::new(),
            seed: self.seed,
            watch: (self.watch)(),
        };
        let ran = run(self.base.clone(), &mut loose);
        let same = ran.failed.is_some_and(|why| kind_of(&why) == self.wanted);
        same.then_some(loose.done)
    }

    fn shrink(&self, acts: Vec<Entry<G>>) -> Vec<Entry<G>> {
        let mut best = acts;
        let mut size = best.len().div_ceil(2);
        while size > 0 {
            let mut at = 0;
            while at < best.len() {
                let end = (at + size).min(best.len());
                let without: Vec<Entry<G>> =
                    best[..at].iter().chain(&best[end..]).cloned().collect();
                match self.fails(&without) {
                    Some(done) if weight(&done) < weight(&best) => best = done,
                    _ => at += size,
                }
            }
            size = if size == 1 { 0 } else { size.div_ceil(2) };
        }
        best
    }
}

/// Fewer acts are better, then those with fewer parts.
fn weight<G: Fuzzed>(acts: &[Entry<G>]) -> (usize, usize) {
    let parts = |act: &Entry<G>| match act {
        Entry::Answer { choices, .. } => choices.len(),
        _ => 1,
    };
    (acts.len(), acts.iter().map(parts).sum())
}

/// Does what is left of a journal where that fits, and nothing in particular elsewhere. It stops where the
/// step ends.
struct Loose<'a, G: Fuzzed> {
    left: VecDeque<Entry<G>>,
    done: Vec<Entry<G>>,
    seed: &'a Seed,
    watch: Watch<G>,
}

impl<G: Fuzzed> Doing<G> for Loose<'_, G> {
    fn watch(&mut self) -> &mut Watch<G> {
        &mut self.watch
    }

    fn done(&self) -> usize {
        self.done.len()
    }
}

impl<G: Fuzzed> Decider<G> for Loose<'_, G> {
    fn reply(&mut self, state: &G::State, prompts: &[Prompt<G>]) -> Reply<G> {
        if let Some(wrong) = self.watch.look(state, prompts) {
            return Reply::Misfit(wrong);
        }
        // What was done in a step that was cut short does not fit what follows.
        let fitting = self.left.iter().take(3).position(|act| fits(state, prompts, act).is_ok());
        if let Some(at) = fitting {
            self.left.drain(..at);
            let act = self.left.pop_front().expect("it was just looked at");
            if let Ok(reply) = fits(state, prompts, &act) {
                if let Reply::Deed(_, deed) = &reply {
                    self.watch.expect(state, prompts, deed);
                }
                self.done.push(act);
                return reply;
            }
        }
        if self.left.is_empty() {
            return Reply::Open;
        }
        let prompt = &prompts[0];
        let Some(choices) = G::passive(state, prompt) else { return Reply::Open };
        self.done.push(answer(prompt.seat, prompt, &choices));
        Reply::Answer(prompt.seat, choices)
    }

    fn chance(&mut self, key: &str, faces: u32, n: usize) -> Result<Vec<u32>, String> {
        Ok(self.seed.chance(key, faces, n))
    }
}

fn answer<G: Fuzzed>(seat: Seat, prompt: &Prompt<G>, choices: &[G::Choice]) -> Entry<G> {
    Entry::Answer {
        seat,
        question: prompt.question.clone(),
        choices: choices.to_vec(),
        state: String::new(),
        by: By::Computer,
    }
}

/// A reader with dice of its own.
struct Tape<'a, G: Fuzzed> {
    reader: Reader<'a, G>,
    dice: VecDeque<u32>,
}

impl<G: Fuzzed> Doing<G> for Tape<'_, G> {
    fn watch(&mut self) -> &mut Watch<G> {
        self.reader.watch()
    }

    fn done(&self) -> usize {
        self.reader.at
    }
}

impl<G: Fuzzed> Decider<G> for Tape<'_, G> {
    fn reply(&mut self, state: &G::State, prompts: &[Prompt<G>]) -> Reply<G> {
        self.reader.reply(state, prompts)
    }

    fn chance(&mut self, key: &str, faces: u32, n: usize) -> Result<Vec<u32>, String> {
        let plain = Seed::of("scenario").chance(key, faces, n);
        let forced = |die: u32| match faces {
            10 => self.dice.pop_front().unwrap_or(die),
            _ => die,
        };
        Ok(plain.into_iter().map(forced).collect())
    }
}

/// Writes down what was open at each act.
struct Recorder<'a, G: Fuzzed> {
    acts: std::slice::Iter<'a, Entry<G>>,
    seed: &'a Seed,
    done: Vec<Act<G>>,
    early: Vec<u32>,
}

impl<G: Fuzzed> Decider<G> for Recorder<'_, G> {
    fn reply(&mut self, state: &G::State, prompts: &[Prompt<G>]) -> Reply<G> {
        let Some(act) = self.acts.next() else { return Reply::Open };
        let Ok(reply) = fits(state, prompts, act) else { return Reply::Open };
        let prompt = match act {
            Entry::Answer { seat, question, .. } => {
                prompts.iter().find(|p| p.seat == *seat && p.question == *question).cloned()
            }
            _ => None,
        };
        let dice = std::mem::take(&mut self.early);
        self.done.push(Act { entry: act.clone(), state: state.clone(), prompt, dice });
        reply
    }

    fn chance(&mut self, key: &str, faces: u32, n: usize) -> Result<Vec<u32>, String> {
        let outcomes = self.seed.chance(key, faces, n);
        if faces == 10 {
            // Dice before the first act are written with it.
            let dice = self.done.last_mut().map_or(&mut self.early, |act| &mut act.dice);
            dice.extend(&outcomes);
        }
        Ok(outcomes)
    }
}

fn record<G: Fuzzed>(base: &G::State, acts: &[Entry<G>], seed: &Seed) -> Vec<Act<G>> {
    let mut recorder = Recorder { acts: acts.iter(), seed, done: Vec::new(), early: Vec::new() };
    let mut state = base.clone();
    while !G::finished(&state) {
        let (next, _, outcome) = step(state, &mut recorder, 0);
        state = next;
        if !matches!(outcome, Outcome::Checkpoint) || recorder.acts.len() == 0 {
            break;
        }
    }
    recorder.done
}
