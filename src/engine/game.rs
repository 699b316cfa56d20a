//! What rules call while they run, and the run itself.
//!
//! A run starts from a clone of a checkpoint and is never resumed: when a new answer comes, the step
//! is run again from its beginning. The half-run state of a run that stopped is for display only.

use std::panic::{AssertUnwindSafe, catch_unwind};

use super::{Audience, Entry, News, Prompt, Refusal, Rulebook, Seat, Seed, digest, may_do};

pub type Flow<T = ()> = Result<T, Halt>;

/// Why the rules stopped. Only the engine makes one, so `?` is the only thing to do with it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Halt(());

/// Says what happens next: the journal, a computer player or a test. The rules cannot tell which.
pub trait Decider<G: Rulebook> {
    fn reply(&mut self, state: &G::State, prompts: &[Prompt<G>]) -> Reply<G>;

    /// Dice with `faces` faces, or a shuffle of `n` things when `faces` is 0.
    fn chance(&mut self, label: &str, faces: u32, n: usize) -> Result<Vec<u32>, String>;

    /// Something hidden was shown or drawn.
    fn reveal(&mut self, _what: &str) {}

    /// Whether chance was made new right before this step.
    fn fresh(&mut self) -> Option<u32> {
        None
    }

    /// Whether anybody reads the news; without readers no text is made.
    fn wants_news(&self) -> bool {
        false
    }
}

/// A decider's answer to open prompts.
pub enum Reply<G: Rulebook> {
    Answer(Seat, Vec<G::Choice>),
    Deed(Seat, G::Deed),
    /// Dice and unseen cards are new from here on.
    Fresh(u32),
    /// Nobody has answered yet.
    Open,
    /// What the journal says does not fit what the rules ask.
    Misfit(String),
}

/// How a run of one step ended.
#[derive(Debug)]
pub enum Outcome<G: Rulebook> {
    Checkpoint,
    Waiting(Vec<Prompt<G>>),
    Misfit(String),
    /// The rules panicked.
    Broken(String),
}

/// One step of a game while the rules run.
pub struct Game<'a, G: Rulebook> {
    pub state: G::State,
    decider: &'a mut dyn Decider<G>,
    news: Vec<News>,
    telling: bool,
    rolled: Vec<String>,
    grant: u32,
    /// Forced answers and chance since somebody last decided something.
    unasked: u32,
    halted: Option<Outcome<G>>,
}

impl<'a, G: Rulebook> Game<'a, G> {
    fn new(state: G::State, decider: &'a mut dyn Decider<G>, grant: u32) -> Self {
        let telling = decider.wants_news();
        let (news, rolled) = (Vec::new(), Vec::new());
        Game { state, decider, news, telling, rolled, grant, unasked: 0, halted: None }
    }

    fn halt<T>(&mut self, why: Outcome<G>) -> Flow<T> {
        self.halted = Some(why);
        Err(Halt(()))
    }

    /// Stops rules that swallowed a halt, and those that go on for ever by themselves.
    fn still_running(&mut self) -> Flow {
        self.unasked += 1;
        match self.halted {
            None if self.unasked <= UNASKED => Ok(()),
            None => self.halt(Outcome::Broken(IN_CIRCLES.into())),
            Some(_) => self.halt(Outcome::Broken(WENT_ON.into())),
        }
    }

    fn refresh(&mut self, grant: u32) -> Flow {
        self.grant = grant;
        G::reshuffle(self)
    }

    /// Whoever answers first: the primitive that the others are made of. The prompts are made anew
    /// whenever something out of turn changed the state.
    pub fn ask_any(
        &mut self,
        prompts: impl Fn(&G::State) -> Vec<Prompt<G>>,
    ) -> Flow<(Seat, Vec<G::Choice>)> {
        loop {
            let prompts = prompts(&self.state);
            if let Some(answer) = self.ask_now(&prompts)? {
                return Ok(answer);
            }
        }
    }

    /// The answer to `prompts`, or none when something out of turn came before it, so that they may not
    /// be the right ones any more.
    pub fn ask_now(&mut self, prompts: &[Prompt<G>]) -> Flow<Option<(Seat, Vec<G::Choice>)>> {
        self.still_running()?;
        assert!(!prompts.is_empty(), "the rules asked nobody");
        for prompt in prompts {
            if let Some(choices) = prompt.forced() {
                return Ok(Some((prompt.seat, choices)));
            }
            assert!(!prompt.dead_end(), "a dead end: {prompt:?}");
        }
        self.unasked = 0;
        match self.decider.reply(&self.state, prompts) {
            Reply::Answer(seat, choices) => return Ok(Some((seat, choices))),
            Reply::Deed(seat, deed) => G::carry_out(self, seat, &deed)?,
            Reply::Fresh(grant) => self.refresh(grant)?,
            Reply::Open => return self.halt(Outcome::Waiting(prompts.to_vec())),
            Reply::Misfit(why) => return self.halt(Outcome::Misfit(why)),
        }
        Ok(None)
    }

    /// One seat. A choice with a single legal answer is not asked.
    pub fn ask(&mut self, prompt: impl Fn(&G::State) -> Prompt<G>) -> Flow<Vec<G::Choice>> {
        let (_, choices) = self.ask_any(|state| vec![prompt(state)])?;
        Ok(choices)
    }

    /// One seat, one option.
    pub fn choose(&mut self, prompt: impl Fn(&G::State) -> Prompt<G>) -> Flow<G::Choice> {
        let mut choices = self.ask(prompt)?;
        Ok(choices.swap_remove(0))
    }

    /// Everybody who is asked, in whatever order the answers come; returned in order of seats. When
    /// a deal in between makes an answer illegal, that seat is asked again.
    pub fn ask_each(
        &mut self,
        prompts: impl Fn(&G::State) -> Vec<Prompt<G>>,
    ) -> Flow<Vec<(Seat, Vec<G::Choice>)>> {
        let mut answers: Vec<(Seat, Vec<G::Choice>)> = Vec::new();
        let mut open = prompts(&self.state);
        while !open.is_empty() {
            match self.ask_now(&open)? {
                Some((seat, choices)) => {
                    open.retain(|prompt| prompt.seat != seat);
                    answers.push((seat, choices));
                }
                None => {
                    open = prompts(&self.state);
                    answers.retain(|(seat, choices)| {
                        let mut own = open.iter().filter(|prompt| prompt.seat == *seat);
                        own.any(|prompt| prompt.check(&self.state, choices).is_ok())
                    });
                    open.retain(|prompt| !answers.iter().any(|(seat, _)| *seat == prompt.seat));
                }
            }
        }
        answers.sort_by_key(|(seat, _)| *seat);
        Ok(answers)
    }

    /// `n` ten-sided dice for `label`, which says what they are for and appears in the journal. The
    /// same label in another step meets the same dice, so a label names the round and the turn.
    pub fn roll(&mut self, label: impl Into<String>, n: usize) -> Flow<Vec<u8>> {
        let dice = self.chance(label.into(), 10, n)?;
        Ok(dice.into_iter().map(|die| die as u8).collect())
    }

    /// Puts `things` in a random order.
    pub fn shuffle<T: Clone>(&mut self, label: impl Into<String>, things: &mut Vec<T>) -> Flow {
        let order = self.chance(label.into(), 0, things.len())?;
        *things = order.iter().map(|&i| things[i as usize].clone()).collect();
        Ok(())
    }

    /// Numbers from 1 to `faces`, for chance that is neither dice nor cards.
    pub fn random(&mut self, label: impl Into<String>, faces: u32, n: usize) -> Flow<Vec<u32>> {
        assert!(faces > 0, "a number from 1 to 0");
        self.chance(label.into(), faces, n)
    }

    fn chance(&mut self, label: String, faces: u32, n: usize) -> Flow<Vec<u32>> {
        self.still_running()?;
        if n == 0 {
            return Ok(Vec::new());
        }
        let mut key = label.clone();
        self.rolled.push(label);
        let times = self.rolled.iter().filter(|rolled| **rolled == key).count();
        if times > 1 {
            key += &format!(" (time {times})");
        }
        if self.grant > 0 {
            key += &format!(" (grant {})", self.grant);
        }
        let outcomes = self.decider.chance(&key, faces, n);
        outcomes.or_else(|why| self.halt(Outcome::Misfit(why)))
    }

    /// Ends the step here and now, as when somebody wins in the middle of it.
    pub fn end_step<T>(&mut self) -> Flow<T> {
        self.halt(Outcome::Checkpoint)
    }

    /// Marks that a hidden card was drawn or shown, so that a player cannot take it back.
    pub fn reveal(&mut self, what: &str) {
        self.decider.reveal(what);
    }

    pub fn tell(&mut self, audience: Audience, text: impl FnOnce(&G::State) -> String) {
        if self.telling {
            let text = text(&self.state);
            self.news.push(News { audience, text });
        }
    }

    /// How many news this step has told so far; none when nobody reads them.
    pub fn told(&self) -> usize {
        self.news.len()
    }

    /// Tells everyone.
    pub fn say(&mut self, text: impl FnOnce(&G::State) -> String) {
        self.tell(Audience::Everyone, text);
    }
}

/// A finished or stopped run of one step.
pub struct Run<G: Rulebook> {
    pub state: G::State,
    /// All news of the step so far, those that were told before included.
    pub news: Vec<News>,
    /// Chance and reveals that the journal does not hold yet.
    pub added: Vec<Entry<G>>,
    pub outcome: Outcome<G>,
    /// How many of the entries were used; after a misfit, the number of the one that does not fit.
    pub used: usize,
}

/// Runs one step from `state` with the entries that are in force since it was reached.
pub fn run<G: Rulebook>(state: &G::State, entries: &[Entry<G>], seed: &Seed, grant: u32) -> Run<G> {
    let mut replay = Replay::of(entries, seed);
    let (state, news, outcome) = step(state.clone(), &mut replay, grant);
    let outcome = match outcome {
        Outcome::Checkpoint if replay.next().is_some() => Outcome::Misfit(ENDED_EARLY.into()),
        other => other,
    };
    Run { state, news, used: replay.at, added: replay.added, outcome }
}

/// How many news the step has told so far. Stops at chance that the journal does not hold yet and
/// proves on the way that each answer meets the state that it was given in. Otherwise: the state, why, and
/// the number of the entry that does not fit.
pub(super) fn retell<G: Rulebook>(
    state: &G::State,
    entries: &[Entry<G>],
    seed: &Seed,
    grant: u32,
) -> Result<usize, (G::State, String, usize)> {
    let mut replay = Replay { proving: true, ..Replay::of(entries, seed) };
    match step(state.clone(), &mut replay, grant) {
        (state, _, Outcome::Misfit(why)) if !replay.short => Err((state, why, replay.at)),
        (state, _, Outcome::Checkpoint) if replay.next().is_some() => {
            Err((state, ENDED_EARLY.into(), replay.at))
        }
        (_, news, _) => Ok(news.len()),
    }
}

const ENDED_EARLY: &str = "the step ended before all of its answers were used";

const WENT_ON: &str = "the rules went on past an open question";

/// Forced answers and chance that may follow each other; more means that the rules turn in circles.
const UNASKED: u32 = 20_000;

const IN_CIRCLES: &str = "the rules turn in circles and ask nobody";

/// Runs one step with any decider. Panics of the rules become [`Outcome::Broken`].
pub fn step<G: Rulebook>(
    state: G::State,
    decider: &mut dyn Decider<G>,
    grant: u32,
) -> (G::State, Vec<News>, Outcome<G>) {
    play(state, decider, grant, G::advance)
}

/// Runs any part of the rules with any decider, as [`step`] runs a whole step.
pub fn play<G: Rulebook>(
    state: G::State,
    decider: &mut dyn Decider<G>,
    grant: u32,
    rules: impl FnOnce(&mut Game<G>) -> Flow,
) -> (G::State, Vec<News>, Outcome<G>) {
    let mut game = Game::new(state, decider, grant);
    let ended = catch_unwind(AssertUnwindSafe(|| {
        if let Some(grant) = game.decider.fresh() {
            game.refresh(grant)?;
        }
        rules(&mut game)
    }));
    let outcome = match (ended, game.halted.take()) {
        (Ok(Ok(())), None) => Outcome::Checkpoint,
        (Ok(Err(_)), Some(why)) => why,
        (Ok(_), _) => Outcome::Broken(WENT_ON.into()),
        (Err(panic), _) => Outcome::Broken(words(&*panic)),
    };
    (game.state, game.news, outcome)
}

/// What a panic said.
pub(super) fn words(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| text.to_string());
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_else(|| "unknown".into())
}

/// Answers from the journal; chance that it does not hold yet comes from the seed.
struct Replay<'a, G: Rulebook> {
    entries: &'a [Entry<G>],
    at: usize,
    seed: &'a Seed,
    added: Vec<Entry<G>>,
    /// Checks states, makes no chance; then `short` says that chance was due at the end.
    proving: bool,
    short: bool,
}

impl<'a, G: Rulebook> Replay<'a, G> {
    fn of(entries: &'a [Entry<G>], seed: &'a Seed) -> Self {
        Replay { entries, at: 0, seed, added: Vec::new(), proving: false, short: false }
    }

    fn next(&mut self) -> Option<&'a Entry<G>> {
        while let Some(Entry::Reveal { .. }) = self.entries.get(self.at) {
            self.at += 1;
        }
        self.entries.get(self.at)
    }
}

impl<G: Rulebook> Decider<G> for Replay<'_, G> {
    fn reply(&mut self, state: &G::State, prompts: &[Prompt<G>]) -> Reply<G> {
        let reply = match self.next() {
            None => return Reply::Open,
            Some(Entry::Answer { seat, question, choices, state: given, .. }) => {
                let why = format!("{seat:?} answered {question:?}, which was not asked");
                let mut fits = Err(Refusal::new(why));
                for prompt in prompts.iter().filter(|p| p.seat == *seat && p.question == *question)
                {
                    fits = fits.or_else(|_| prompt.check(state, choices));
                }
                if self.proving && !given.is_empty() && *given != digest(state) {
                    let why = format!("{seat:?} gave an answer in another state than this");
                    fits = fits.and(Err(Refusal::new(why)));
                }
                match fits {
                    Ok(()) => Reply::Answer(*seat, choices.clone()),
                    Err(refusal) => return Reply::Misfit(refusal.to_string()),
                }
            }
            Some(Entry::Deed { seat, deed, by }) => match may_do::<G>(state, *seat, deed, by) {
                Ok(()) => Reply::Deed(*seat, deed.clone()),
                Err(refusal) => return Reply::Misfit(refusal.to_string()),
            },
            Some(Entry::Fresh { grant }) => Reply::Fresh(*grant),
            Some(other) => return Reply::Misfit(format!("an answer was due, not {other:?}")),
        };
        self.at += 1;
        reply
    }

    fn chance(&mut self, key: &str, faces: u32, n: usize) -> Result<Vec<u32>, String> {
        match self.next() {
            Some(Entry::Chance { label, faces: had, outcomes })
                if label == key && *had == faces && outcomes.len() == n =>
            {
                let outcomes = outcomes.clone();
                self.at += 1;
                Ok(outcomes)
            }
            Some(other) => Err(format!("{n} of {key} were due where the journal has {other:?}")),
            None if self.proving => {
                self.short = true;
                Err("not rolled yet".into())
            }
            None => {
                let outcomes = self.seed.chance(key, faces, n);
                let entry = Entry::Chance { label: key.into(), faces, outcomes: outcomes.clone() };
                self.added.push(entry);
                Ok(outcomes)
            }
        }
    }

    fn reveal(&mut self, what: &str) {
        match self.entries.get(self.at) {
            Some(Entry::Reveal { .. }) => self.at += 1,
            Some(_) => {}
            None => self.added.push(Entry::Reveal { what: what.into() }),
        }
    }

    fn fresh(&mut self) -> Option<u32> {
        let Some(Entry::Fresh { grant }) = self.entries.first() else { return None };
        self.at = 1;
        Some(*grant)
    }

    fn wants_news(&self) -> bool {
        true
    }
}
