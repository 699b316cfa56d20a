//! One game's whole course: where it stands ([`Current`]) and all that led there ([`Record`]).
//!
//! Undo, redo and resuming under a new build are one operation: choose a checkpoint and the entries
//! in force after it, and run.

use std::panic::{AssertUnwindSafe, catch_unwind};

use serde::{Deserialize, Serialize};

use super::game::{retell, words};
use super::journal::Line;
use super::{By, Entry, News, Outcome, Prompt, Refusal, Rulebook, Seat, Seed, digest, may_do, run};

/// Steps that may follow each other without a question; more means that the rules turn in circles.
const STEPS_WITHOUT_QUESTION: usize = 1_000;

/// A state between two steps.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(bound = "")]
pub struct Checkpoint<G: Rulebook> {
    pub number: usize,
    /// Length of the journal when it was reached.
    pub at: usize,
    pub state: G::State,
}

/// What a submission adds to the store, all in one transaction; nothing when there is trouble.
#[derive(Clone, Debug)]
pub struct Submission<G: Rulebook> {
    pub entries: Vec<Entry<G>>,
    pub checkpoints: Vec<Checkpoint<G>>,
    pub news: Vec<News>,
    /// The steps that ran, oldest first; all but the last ended in one of `checkpoints`.
    pub steps: Vec<StepNews>,
}

/// What there is to tell of one step of the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StepNews {
    /// Number of the checkpoint where the step begins.
    pub number: usize,
    pub name: String,
    /// All news of the step so far.
    pub news: Vec<News>,
    /// How many of them were told before.
    pub told: usize,
    /// Whether the step has ended.
    pub over: bool,
}

/// Why a submission was not taken. Nothing has changed.
#[derive(Debug)]
pub enum Rejected {
    Refused(Refusal),
    /// The rules panicked over it; the operator should hear of it.
    Broken(String),
}

impl From<Refusal> for Rejected {
    fn from(refusal: Refusal) -> Self {
        Rejected::Refused(refusal)
    }
}

/// Where a game stands: the last checkpoint, what happened since, and who is asked what.
pub struct Current<G: Rulebook> {
    pub seed: Seed,
    pub base: Checkpoint<G>,
    /// Entries in force since the checkpoint.
    pub tail: Vec<Entry<G>>,
    /// Length of the journal, which numbers the open question.
    pub length: usize,
    /// How many checkpoints were ever made; the next one's number.
    numbers: usize,
    /// The grant of fresh chance in force at `base`.
    pub grant: u32,
    /// The state to show; half-run while `prompts` is not empty.
    pub shown: G::State,
    pub prompts: Vec<Prompt<G>>,
    told: usize,
    /// Set when the rules do not accept what the journal holds: a misfit or a panic.
    pub trouble: Option<String>,
    /// The place of that misfit, where it is one.
    pub misfit: Option<Misfit>,
}

/// Where a journal no longer fits the rules, as after a change of them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Misfit {
    /// Journal position of the first entry that does not fit.
    pub at: usize,
    /// It may tell what somebody holds.
    pub why: String,
}

impl Misfit {
    /// The entry that takes back everything in force from here on, dice that nobody's answer led to
    /// included. What comes before it fits.
    pub fn taken_back<G: Rulebook>(&self, by: &str) -> Entry<G> {
        Entry::Undo { to: self.at, by: by.into() }
    }
}

impl<G: Rulebook> Current<G> {
    /// A new game at its first question.
    pub fn start(seed: Seed, state: G::State) -> (Self, Submission<G>) {
        let first = Checkpoint { number: 0, at: 0, state };
        let (current, mut submission) = Self::at(seed, first.clone(), 1).settle();
        submission.checkpoints.insert(0, first);
        (current, submission)
    }

    /// The game right at `base`, nothing run yet.
    fn at(seed: Seed, base: Checkpoint<G>, numbers: usize) -> Self {
        let shown = base.state.clone();
        let length = base.at;
        Current {
            seed,
            base,
            tail: Vec::new(),
            length,
            numbers,
            grant: 0,
            shown,
            prompts: Vec::new(),
            told: 0,
            trouble: None,
            misfit: None,
        }
    }

    /// The game after `journal`, run from `base`, the last checkpoint in force, with what that run
    /// adds if the journal stopped short of a question. `numbers` checkpoints were ever made.
    pub fn resume(
        seed: Seed,
        base: Checkpoint<G>,
        numbers: usize,
        journal: &[Entry<G>],
    ) -> (Self, Submission<G>) {
        let line = Line::of(journal);
        let (before, since) = line.split(base.at).expect("it is on this line");
        let mut current = Self::at(seed, base, numbers);
        current.grant = granted(before.iter().map(|at| &journal[*at])).unwrap_or(0);
        current.tail = since.iter().map(|at| journal[*at].clone()).collect();
        current.length = journal.len();
        if G::finished(&current.base.state) {
            return (current, Submission::nothing());
        }
        match retell(&current.base.state, &current.tail, &current.seed, current.grant) {
            Ok(told) => current.told = told,
            Err((shown, why, at)) => {
                current.shown = shown;
                let misfit = |at: &usize| Misfit { at: *at, why: why.clone() };
                current.misfit = since.get(at).map(misfit);
                current.trouble = Some(format!("misfit: {why}"));
                return (current, Submission::nothing());
            }
        }
        current.settle()
    }

    pub fn finished(&self) -> bool {
        G::finished(&self.shown)
    }

    pub fn prompt_of(&self, seat: Seat) -> Option<&Prompt<G>> {
        self.prompts.iter().find(|prompt| prompt.seat == seat)
    }

    /// `seat` answers the open question with `choices`.
    pub fn submit(
        &self,
        seat: Seat,
        choices: Vec<G::Choice>,
        by: By,
    ) -> Result<(Self, Submission<G>), Rejected> {
        let mut refusal = Refusal::new("nothing is asked of you now");
        for prompt in self.prompts.iter().filter(|prompt| prompt.seat == seat) {
            match judge(|| prompt.check(&self.shown, &choices))? {
                Ok(()) => {
                    let question = prompt.question.clone();
                    let state = self.digest();
                    return self.append(Entry::Answer { seat, question, choices, state, by });
                }
                Err(why) => refusal = why,
            }
        }
        Err(refusal.into())
    }

    /// A hash of the state that is shown. A host that keeps it can tell whether another build of
    /// the rules comes to the same state at the question that is open.
    pub fn digest(&self) -> String {
        digest(&self.shown)
    }

    /// `seat` does something out of turn.
    pub fn deed(
        &self,
        seat: Seat,
        deed: G::Deed,
        by: By,
    ) -> Result<(Self, Submission<G>), Rejected> {
        if self.prompts.is_empty() {
            return Err(Refusal::new("the game is not going on").into());
        }
        judge(|| may_do::<G>(&self.shown, seat, &deed, &by))??;
        self.append(Entry::Deed { seat, deed, by })
    }

    fn append(&self, entry: Entry<G>) -> Result<(Self, Submission<G>), Rejected> {
        let mut next = Self::at(self.seed.clone(), self.base.clone(), self.numbers);
        next.tail = self.tail.clone();
        next.tail.push(entry.clone());
        next.length = self.length + 1;
        next.grant = self.grant;
        next.told = self.told;
        let (next, mut submission) = next.settle();
        if let Some(trouble) = next.trouble {
            return Err(Rejected::Broken(trouble));
        }
        submission.entries.insert(0, entry);
        Ok((next, submission))
    }

    /// Runs until a question is open; `told` pieces of the current step's news were told before.
    fn settle(self) -> (Self, Submission<G>) {
        let mut now = self;
        let mut done = Submission::nothing();
        while !G::finished(&now.base.state) {
            let mut run = run::<G>(&now.base.state, &now.tail, &now.seed, now.grant);
            now.length += run.added.len();
            now.tail.extend(run.added.iter().cloned());
            done.entries.append(&mut run.added);
            let told = now.told.min(run.news.len());
            now.told = run.news.len();
            done.steps.push(StepNews {
                number: now.base.number,
                name: G::step_name(&now.base.state),
                news: run.news.clone(),
                told,
                over: matches!(run.outcome, Outcome::Checkpoint),
            });
            done.news.extend(run.news.drain(told..));
            now.shown = run.state;
            match run.outcome {
                Outcome::Checkpoint if done.checkpoints.len() >= STEPS_WITHOUT_QUESTION => {
                    now.trouble = Some("broken: the game goes on without a question".into());
                }
                Outcome::Checkpoint => {
                    now.grant = granted(&now.tail).unwrap_or(now.grant);
                    now.tail.clear();
                    now.told = 0;
                    now.base = Checkpoint {
                        number: now.numbers,
                        at: now.length,
                        state: now.shown.clone(),
                    };
                    now.numbers += 1;
                    done.checkpoints.push(now.base.clone());
                    continue;
                }
                Outcome::Waiting(prompts) => now.prompts = prompts,
                Outcome::Misfit(why) => now.trouble = Some(format!("misfit: {why}")),
                Outcome::Broken(why) => now.trouble = Some(format!("broken: {why}")),
            }
            break;
        }
        if now.trouble.is_some() {
            done = Submission::nothing();
        }
        (now, done)
    }
}

impl<G: Rulebook> Submission<G> {
    fn nothing() -> Self {
        Submission { entries: vec![], checkpoints: vec![], news: vec![], steps: vec![] }
    }
}

/// The rules judge what a player wants; a panic is theirs, not the player's.
fn judge<T>(rules: impl FnOnce() -> T) -> Result<T, Rejected> {
    catch_unwind(AssertUnwindSafe(rules)).map_err(|panic| Rejected::Broken(words(&*panic)))
}

/// The entries that take back everything in force from `to` on. `starts` are the journal's lengths
/// at its checkpoints.
pub fn taking_back<G: Rulebook>(
    journal: &[Entry<G>],
    starts: &[usize],
    to: usize,
    fresh: bool,
    by: &str,
) -> Result<Vec<Entry<G>>, Refusal> {
    let line = Line::of(journal);
    let mut acts = line.live.iter().filter(|at| **at >= to && journal[**at].is_act());
    let Some(&first) = acts.next() else {
        return Err(Refusal::new("there is nothing to take back"));
    };
    // Chance between `to` and the first answer follows from what stays, unless a step starts there.
    let to = if starts.contains(&to) && line.reaches(to) { to } else { first };
    let mut entries = vec![Entry::Undo { to, by: by.into() }];
    if fresh {
        let grants = journal.iter().filter(|entry| matches!(entry, Entry::Fresh { .. }));
        entries.push(Entry::Fresh { grant: grants.count() as u32 + 1 });
    }
    Ok(entries)
}

/// The last grant of fresh chance among `entries`.
fn granted<'a, G: Rulebook>(
    entries: impl IntoIterator<Item = &'a Entry<G>, IntoIter: DoubleEndedIterator>,
) -> Option<u32> {
    entries.into_iter().rev().find_map(|entry| match entry {
        Entry::Fresh { grant } => Some(*grant),
        _ => None,
    })
}

/// A game's whole history, as stored.
#[derive(Clone, Debug)]
pub struct Record<G: Rulebook> {
    pub seed: Seed,
    pub journal: Vec<Entry<G>>,
    pub checkpoints: Vec<Checkpoint<G>>,
}

/// What an undo would take back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UndoPreview {
    /// Journal position from which on entries are taken back.
    pub to: usize,
    pub answers: usize,
    pub dice: usize,
    /// What was drawn or shown since and cannot be unseen.
    pub seen: Vec<String>,
}

/// A point that an undo may go back to, newest last.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Boundary {
    pub to: usize,
    pub name: String,
}

impl<G: Rulebook> Record<G> {
    /// The game at its open question, with what that run adds if the journal stopped short of it.
    pub fn current(&self) -> (Current<G>, Submission<G>) {
        let base = self.last_checkpoint(&Line::of(&self.journal)).clone();
        Current::resume(self.seed.clone(), base, self.checkpoints.len(), &self.journal)
    }

    /// Why this is no history at all, as a damaged export may be; [`Self::current`] is for those
    /// that are. Rules and dice are another matter: see [`Current::trouble`], [`Self::verify_chance`].
    pub fn damage(&self) -> Option<&'static str> {
        let fits = |(number, one): (usize, &Checkpoint<G>)| {
            one.number == number && one.at <= self.journal.len() && (number > 0 || one.at == 0)
        };
        let whole = !self.checkpoints.is_empty() && self.checkpoints.iter().enumerate().all(fits);
        (!whole).then_some("its checkpoints do not belong to its journal")
    }

    /// Keeps what a submission adds, as the store does.
    pub fn add(&mut self, submission: &Submission<G>) {
        self.journal.extend(submission.entries.iter().cloned());
        self.checkpoints.extend(submission.checkpoints.iter().cloned());
    }

    fn last_checkpoint(&self, line: &Line) -> &Checkpoint<G> {
        let live = self.checkpoints.iter().rev().find(|checkpoint| line.reaches(checkpoint.at));
        live.expect("a game is stored with the checkpoint of its start, which every line reaches")
    }

    /// What taking back everything from `to` on would mean.
    pub fn preview(&self, to: usize) -> UndoPreview {
        let line = Line::of(&self.journal);
        let mut preview = UndoPreview { to, answers: 0, dice: 0, seen: Vec::new() };
        for at in line.live.into_iter().filter(|at| *at >= to) {
            match &self.journal[at] {
                Entry::Answer { .. } | Entry::Deed { .. } => preview.answers += 1,
                Entry::Chance { faces: 1.., outcomes, .. } => preview.dice += outcomes.len(),
                Entry::Reveal { what } => preview.seen.push(what.clone()),
                _ => {}
            }
        }
        preview
    }

    /// Takes back everything in force from `to` on; with `fresh`, later chance is new.
    pub fn undo(
        &mut self,
        to: usize,
        fresh: bool,
        by: &str,
    ) -> Result<(Current<G>, Submission<G>), Rejected> {
        let starts: Vec<usize> = self.checkpoints.iter().map(|one| one.at).collect();
        self.amend(taking_back(&self.journal, &starts, to, fresh, by)?)
    }

    /// Takes the last undo back.
    pub fn redo(&mut self, by: &str) -> Result<(Current<G>, Submission<G>), Rejected> {
        if !Line::of(&self.journal).can_redo() {
            let why = "there is no undo to take back, or something was done since";
            return Err(Refusal::new(why).into());
        }
        self.amend(vec![Entry::Redo { by: by.into() }])
    }

    fn amend(&mut self, entries: Vec<Entry<G>>) -> Result<(Current<G>, Submission<G>), Rejected> {
        let before = self.journal.len();
        self.journal.extend(entries.iter().cloned());
        let (current, mut submission) = self.current();
        if let Some(trouble) = current.trouble {
            self.journal.truncate(before);
            return Err(Rejected::Broken(trouble));
        }
        self.add(&submission);
        submission.entries.splice(0..0, entries);
        Ok((current, submission))
    }

    /// Where `seat` may go back to alone: their own last answer, while no die, draw or reveal and
    /// no other answer lies after it.
    pub fn take_back(&self, seat: Seat) -> Result<usize, Refusal> {
        // Another's pass by standing order is no decision that could rest on the answer.
        let decided = |at: &&usize| match &self.journal[**at] {
            Entry::Answer { seat: by, by: By::Standing, .. } => *by == seat,
            _ => true,
        };
        let live = Line::of(&self.journal).live;
        let Some(&at) = live.iter().rfind(decided) else {
            return Err(Refusal::new("there is nothing to take back"));
        };
        let why = match &self.journal[at] {
            Entry::Deed { deed, .. } if G::for_moderators(deed) => {
                "a moderator has put something right since".into()
            }
            Entry::Answer { seat: by, .. } | Entry::Deed { seat: by, .. } if *by == seat => {
                return Ok(at);
            }
            Entry::Reveal { what } => format!("{what} was shown after your last answer"),
            entry if entry.is_act() => "somebody else has acted since".into(),
            _ => "dice or cards lie after your last answer".into(),
        };
        Err(Refusal::new(why).instead("A moderator can undo further: `/mod undo`"))
    }

    /// The points to go back to: each step of the game in force, and each answer of the current step.
    pub fn boundaries(&self, say: impl Fn(&Entry<G>) -> String) -> Vec<Boundary> {
        let line = Line::of(&self.journal);
        let mut found: Vec<Boundary> = Vec::new();
        let last = self.last_checkpoint(&line).at;
        for checkpoint in self.checkpoints.iter().filter(|checkpoint| line.reaches(checkpoint.at)) {
            let name = format!("before {}", G::step_name(&checkpoint.state));
            match found.last_mut() {
                Some(found) if found.to == checkpoint.at => found.name = name,
                _ => found.push(Boundary { to: checkpoint.at, name }),
            }
        }
        for &at in line.live.iter().filter(|at| **at > last) {
            let entry = &self.journal[at];
            if entry.is_act() {
                found.push(Boundary { to: at, name: format!("before {}", say(entry)) });
            }
        }
        let last = line.live.iter().rev().find(|at| self.journal[**at].is_act());
        found.retain(|boundary| last.is_some_and(|last| boundary.to <= *last));
        found
    }

    /// Recomputes every die and shuffle from the seed; the labels of those that differ.
    pub fn verify_chance(&self) -> Vec<String> {
        let touched = |entry: &Entry<G>| match entry {
            Entry::Chance { label, faces, outcomes } => {
                let made = self.seed.chance(label, *faces, outcomes.len());
                (made != *outcomes).then(|| label.clone())
            }
            _ => None,
        };
        self.journal.iter().filter_map(touched).collect()
    }
}
