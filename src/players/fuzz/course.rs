//! One game, played by mixed players or replayed from what they did.

use std::sync::{Mutex, PoisonError};

use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};

use crate::engine::{By, Decider, Entry, Outcome, Prompt, Reply, Seed, step};

use super::watch::guarded;
use super::{Failure, Fuzzed, Watch};
use crate::players::spiteful::{Spiteful, Tally};

/// Answers after which a game does not seem to end.
const MOST: usize = 60_000;

/// Steps without any question after which a game turns in circles.
const SILENT: usize = 1_000;

/// A game to its end or its failure.
pub struct Played<G: Fuzzed> {
    pub setup: String,
    pub start: G::State,
    pub seed: Seed,
    /// What the players did.
    pub acts: Vec<Entry<G>>,
    pub failed: Option<String>,
    pub finished: bool,
    /// Positions whose views were compared.
    pub views: u64,
}

/// The game that a thread plays, as far as it has come: for whoever looks on from another thread.
pub(super) struct Underway<G: Fuzzed>(Mutex<Option<Failure<G>>>);

impl<G: Fuzzed> Default for Underway<G> {
    fn default() -> Self {
        Underway(Mutex::new(None))
    }
}

impl<G: Fuzzed> Underway<G> {
    pub fn with<T>(&self, look: impl FnOnce(&mut Option<Failure<G>>) -> T) -> T {
        look(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// Where a run went.
pub(super) struct Ran<G: Fuzzed> {
    pub state: G::State,
    pub failed: Option<String>,
    /// Where the last step began, and how much was done before it.
    pub step: (G::State, usize),
}

/// Something that decides and keeps what was done.
pub(super) trait Doing<G: Fuzzed>: Decider<G> {
    fn watch(&mut self) -> &mut Watch<G>;
    fn done(&self) -> usize;
}

/// Runs step after step. The failure says how: `broken` (a panic), `invariant`, `at rest`, `misfit`…
pub(super) fn run<G: Fuzzed>(start: G::State, doing: &mut impl Doing<G>) -> Ran<G> {
    let mut state = start;
    let mut silent = 0;
    loop {
        let begun = (state.clone(), doing.done());
        let ended =
            |state: G::State, failed: Option<String>, begun| Ran { state, failed, step: begun };
        if G::finished(&state) || G::round(&state) > G::ROUND_LIMIT {
            return ended(state, None, begun);
        }
        let name = G::step_name(&state);
        let (next, _, outcome) = step(state, doing, 0);
        state = next;
        let failed = match outcome {
            Outcome::Checkpoint => {
                silent = if doing.done() == begun.1 { silent + 1 } else { 0 };
                let circles =
                    (silent > SILENT).then(|| "the game goes on without a question".into());
                doing.watch().rest(&state).or(circles)
            }
            Outcome::Broken(why) => Some(format!("broken: {why}")),
            // What a watch finds comes as a misfit too, and says what it is.
            Outcome::Misfit(why) => Some(why),
            Outcome::Waiting(_) => return ended(state, None, begun),
        };
        if let Some(failed) = failed {
            return ended(state, Some(format!("{failed} [{name}]")), begun);
        }
    }
}

/// Who sits where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sort {
    Random,
    Greedy,
    Spiteful,
}

struct Mixed<'a, G: Fuzzed> {
    players: G::Players,
    spiteful: Spiteful,
    tally: &'a mut Tally,
    sorts: Vec<Sort>,
    fixes: bool,
    seed: Seed,
    acts: Vec<Entry<G>>,
    underway: &'a Underway<G>,
    watch: Watch<G>,
}

impl<G: Fuzzed> Mixed<'_, G> {
    fn keep(&mut self, act: Entry<G>) {
        self.underway.with(|game| {
            if let Some(game) = game {
                game.acts.push(act.clone());
            }
        });
        self.acts.push(act);
    }
}

impl<G: Fuzzed> Doing<G> for Mixed<'_, G> {
    fn watch(&mut self) -> &mut Watch<G> {
        &mut self.watch
    }

    fn done(&self) -> usize {
        self.acts.len()
    }
}

impl<G: Fuzzed> Decider<G> for Mixed<'_, G> {
    fn reply(&mut self, state: &G::State, prompts: &[Prompt<G>]) -> Reply<G> {
        if let Some(wrong) = self.watch.look(state, prompts) {
            return Reply::Misfit(wrong);
        }
        if self.acts.len() > MOST {
            return Reply::Misfit("the game does not end".into());
        }
        if let Some((seat, deed, by)) = G::deed(&mut self.players, state, self.fixes) {
            self.watch.expect(state, prompts, &deed);
            self.keep(Entry::Deed { seat, deed: deed.clone(), by });
            return Reply::Deed(seat, deed);
        }
        let prompt = &prompts[G::below(&mut self.players, prompts.len())];
        let seat = prompt.seat;
        let choices = match self.sorts.get(seat.index()).copied().unwrap_or(Sort::Random) {
            Sort::Spiteful => self.spiteful.choices::<G>(self.tally, state, prompt),
            sort => G::choices(&mut self.players, sort == Sort::Greedy, state, prompt),
        };
        if let Err(refusal) = prompt.check(state, &choices) {
            return Reply::Misfit(format!("offered and refused: {refusal}: {choices:?}"));
        }
        for choice in &choices {
            self.tally.note(&G::kind(choice));
        }
        self.keep(Entry::Answer {
            seat,
            question: prompt.question.clone(),
            choices: choices.clone(),
            state: String::new(),
            by: By::Computer,
        });
        Reply::Answer(seat, choices)
    }

    fn chance(&mut self, key: &str, faces: u32, n: usize) -> Result<Vec<u32>, String> {
        Ok(self.seed.chance(key, faces, n))
    }
}

/// Plays a game, and replays it from the text of its journal.
pub fn play<G: Fuzzed>(seed: u64, tally: &mut Tally, watch: Watch<G>) -> Played<G> {
    play_openly(seed, tally, watch, &Underway::default())
}

/// The same with what is done written down in `underway` as it is done.
pub(super) fn play_openly<G: Fuzzed>(
    seed: u64,
    tally: &mut Tally,
    watch: Watch<G>,
    underway: &Underway<G>,
) -> Played<G> {
    let mut lot = SmallRng::seed_from_u64(seed);
    let (setup, start) = G::set_up(&mut lot, tally);
    let all = [Sort::Random, Sort::Greedy, Sort::Spiteful];
    let sorts: Vec<Sort> = (0..8).map(|_| all[lot.random_range(0..all.len())]).collect();
    let sorts = match lot.random_range(0..6) {
        0 => vec![Sort::Spiteful; 8],
        1 => vec![Sort::Random; 8],
        _ => sorts,
    };
    let fixes = lot.random_range(0..6) == 0;
    let setup = if fixes { format!("{setup}, with corrections") } else { setup };
    let chance = Seed::of(&format!("fuzz {seed}"));
    let game = Failure {
        setup: setup.clone(),
        what: String::new(),
        number: seed,
        seed: chance.clone(),
        start: start.clone(),
        acts: Vec::new(),
    };
    underway.with(|now| *now = Some(game));
    let mut table = Mixed {
        players: G::players(seed),
        spiteful: Spiteful::new(seed),
        tally,
        sorts,
        fixes,
        seed: chance.clone(),
        acts: Vec::new(),
        underway,
        watch,
    };
    let ran = run(start.clone(), &mut table);
    let Mixed { acts, watch, .. } = table;
    let finished = ran.failed.is_none() && G::finished(&ran.state);
    let mut played = Played {
        setup,
        start,
        seed: chance,
        acts,
        failed: ran.failed,
        finished,
        views: watch.compared,
    };
    if played.failed.is_none() {
        played.failed = guarded("the replay", || again(&played, &ran.state));
    }
    played
}

/// What differs when the journal is written down, read, and played again.
fn again<G: Fuzzed>(played: &Played<G>, end: &G::State) -> Option<String> {
    let text = serde_json::to_string(&played.acts).expect("entries are plain data");
    let acts: Vec<Entry<G>> = match serde_json::from_str(&text) {
        Ok(acts) => acts,
        Err(why) => return Some(format!("misfit: the journal cannot be read again: {why}")),
    };
    if acts != played.acts {
        return Some("misfit: the journal reads otherwise than it was written".into());
    }
    let mut reader = Reader::<G>::of(&acts, &played.seed, None);
    let ran = run(played.start.clone(), &mut reader);
    match ran.failed {
        Some(why) => Some(format!("on replay: {why}")),
        None if reader.at < acts.len() => Some("on replay: the game ends earlier".into()),
        None if ran.state != *end => Some("on replay: the game ends differently".into()),
        None => None,
    }
}

/// Does what a journal says. Without a watch it only looks whether that fits.
pub(super) struct Reader<'a, G: Fuzzed> {
    acts: &'a [Entry<G>],
    pub at: usize,
    seed: &'a Seed,
    watched: bool,
    watch: Watch<G>,
}

impl<'a, G: Fuzzed> Reader<'a, G> {
    pub fn of(acts: &'a [Entry<G>], seed: &'a Seed, watch: Option<Watch<G>>) -> Self {
        let watched = watch.is_some();
        let watch = watch.unwrap_or_else(Watch::thorough);
        Reader { acts, at: 0, seed, watched, watch }
    }
}

impl<G: Fuzzed> Doing<G> for Reader<'_, G> {
    fn watch(&mut self) -> &mut Watch<G> {
        &mut self.watch
    }

    fn done(&self) -> usize {
        self.at
    }
}

impl<G: Fuzzed> Decider<G> for Reader<'_, G> {
    fn reply(&mut self, state: &G::State, prompts: &[Prompt<G>]) -> Reply<G> {
        if self.watched
            && let Some(wrong) = self.watch.look(state, prompts)
        {
            return Reply::Misfit(wrong);
        }
        let Some(act) = self.acts.get(self.at) else { return Reply::Open };
        match fits(state, prompts, act) {
            Err(why) => Reply::Misfit(format!("misfit: {why}")),
            Ok(reply) => {
                if let Reply::Deed(_, deed) = &reply {
                    self.watch.expect(state, prompts, deed);
                }
                self.at += 1;
                reply
            }
        }
    }

    fn chance(&mut self, key: &str, faces: u32, n: usize) -> Result<Vec<u32>, String> {
        Ok(self.seed.chance(key, faces, n))
    }
}

/// The act as a reply to what is asked now, if it is one.
pub(super) fn fits<G: Fuzzed>(
    state: &G::State,
    prompts: &[Prompt<G>],
    act: &Entry<G>,
) -> Result<Reply<G>, String> {
    match act {
        Entry::Deed { seat, deed, .. } => match G::check_deed(state, *seat, deed) {
            Ok(()) => Ok(Reply::Deed(*seat, deed.clone())),
            Err(refusal) => Err(refusal.to_string()),
        },
        Entry::Answer { seat, question, choices, .. } => {
            let mut asked = prompts.iter().filter(|p| p.seat == *seat && p.question == *question);
            match asked.next().map(|prompt| prompt.check(state, choices)) {
                Some(Ok(())) => Ok(Reply::Answer(*seat, choices.clone())),
                Some(Err(refusal)) => Err(refusal.to_string()),
                None => Err(format!("{question:?} was not asked")),
            }
        }
        other => Err(format!("nobody did {other:?}")),
    }
}
