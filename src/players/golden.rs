//! Whole games of computer players as text, replayed by every test run: what they were told and where
//! everything stood must come out as it did.
//!
//! ```text
//! == round 1, «2»'s turn          a step of the game
//! > 2 ["Pass"]                    what was done, in order
//! ! 2 {"Accept":{"offer":3}}      the same, out of turn
//!   «2» passes.                   what was said to everybody,
//!   @1,2 You drew **Sabotage**.   and to some
//! = 1f3a90c2                      digest of the state in which the step ended, now and then
//! + tokens sol: 3 3 2             at the end of a round, what is not as at the end of the one before
//! ~ decks.secrets=90ac …          digests of the parts of the state
//! ```

use std::collections::{BTreeMap, VecDeque};
use std::path::Path;
use std::sync::Mutex;

use serde_json::Value;

use crate::engine::{
    Audience, By, Decider, Entry, News, Outcome, Prompt, Reply, Rulebook, Seat, Seed, digest, step,
};
use crate::imperium::data::*;
use crate::imperium::rules::ask::Choice;
use crate::imperium::rules::setup;
use crate::imperium::state::{MapChoice, Options, State};
use crate::imperium::written::facts;
use crate::imperium::{Deed, Imperium, components};

use crate::players::selfplay::Playable;

/// Games that are kept.
const GAMES: u64 = 24;

/// Where a game ends that nobody wins.
const ROUND_LIMIT: u8 = 12;

/// Of so many steps one has a digest of its state, besides the last of each round; they take time.
const DIGESTS: usize = 5;

const HEADING: &str = "# A whole game of computer players. `custodian golden` replays it, `custodian golden --write`\n\
                       # plays it anew after a change of rules; read the difference before it is committed.\n";

/// What a game begins with: its first lines.
struct Head {
    number: u64,
    options: Options,
    /// Whether each seat is greedy; others play at random.
    greedy: Vec<bool>,
}

/// All dealt factions, three to eight players, with and without the cards of the codices.
fn heads() -> Vec<Head> {
    components::install();
    let mut next = 0;
    let head = |number: u64| {
        let players = 3 + (number % 6) as usize;
        let mut options = setup::standard(players);
        if (number / 6) % 2 == 1 {
            options.sources = options.sources.with(Source::Codex1).with(Source::Codex3);
        }
        let all = setup::factions(options.sources);
        for seat in &mut options.factions {
            *seat = all.get(next % all.len().max(1)).copied();
            next += 1;
        }
        // Most are short: they are read by people, and end in the middle of things.
        options.goal = if number < 6 { 10 } else { [4, 5, 6][number as usize % 3] };
        options.strict_order = number % 5 == 4;
        options.map = MapChoice::Random;
        let greedy = (0..players).map(|seat| (seat as u64 + number) % 3 < 2).collect();
        Head { number, options, greedy }
    };
    (0..GAMES).map(head).collect()
}

impl Head {
    fn file(&self) -> String {
        let codex = if self.options.sources.contains(Source::Codex1) { "-codex" } else { "" };
        format!("{:02}-{}-players{codex}.txt", self.number + 1, self.options.players)
    }

    fn lines(&self) -> String {
        let options = serde_json::to_string(&self.options).expect("options are plain data");
        let sorts = self.greedy.iter().map(|greedy| if *greedy { "greedy" } else { "random" });
        let sorts: Vec<&str> = sorts.collect();
        format!("{HEADING}game {}\noptions {options}\nseats {}\n", self.number, sorts.join(" "))
    }

    fn read(text: &str) -> Result<Head, String> {
        let mut found: BTreeMap<&str, &str> = BTreeMap::new();
        for line in text.lines().take_while(|line| !line.starts_with("==")) {
            if let Some((word, rest)) = line.split_once(' ').filter(|(word, _)| *word != "#") {
                found.insert(word, rest);
            }
        }
        let need = |word: &str| found.get(word).copied().ok_or(format!("it has no line `{word}`"));
        let number = need("game")?.parse().map_err(|_| "the game has no number".to_string())?;
        let options =
            serde_json::from_str(need("options")?).map_err(|why| format!("options: {why}"))?;
        let greedy = need("seats")?.split(' ').map(|sort| sort == "greedy").collect();
        Ok(Head { number, options, greedy })
    }

    fn seed(&self) -> Seed {
        Seed::of(&format!("golden {}", self.number))
    }
}

/// Something done, as in a journal.
type Act = Entry<Imperium>;

/// Where the acts come from.
enum Acting {
    Players(Box<<Imperium as Playable>::Players>),
    Written(VecDeque<Act>),
}

struct Table<'a> {
    head: &'a Head,
    seed: Seed,
    source: Acting,
    /// Of this step.
    done: Vec<Act>,
}

impl Decider<Imperium> for Table<'_> {
    fn reply(&mut self, state: &State, prompts: &[Prompt<Imperium>]) -> Reply<Imperium> {
        let act = match &mut self.source {
            Acting::Players(players) => play(self.head, players, state, prompts),
            Acting::Written(acts) => match acts.pop_front() {
                Some(act) => act,
                None => {
                    let asked = &prompts[0];
                    let why =
                        format!("{} is asked {:?} and has no answer", asked.seat, asked.question);
                    return Reply::Misfit(why);
                }
            },
        };
        self.done.push(act.clone());
        match act {
            Entry::Deed { seat, deed, .. } => match Imperium::check_deed(state, seat, &deed) {
                Ok(()) => Reply::Deed(seat, deed),
                Err(refusal) => Reply::Misfit(format!("{seat}'s deed is refused: {refusal}")),
            },
            Entry::Answer { seat, choices, .. } => {
                let mut fits = Err(format!("{seat} answers {choices:?} and is not asked"));
                for prompt in prompts.iter().filter(|prompt| prompt.seat == seat) {
                    let check = prompt.check(state, &choices);
                    fits = fits.or(check.map_err(|refusal| {
                        let asked = &prompt.question;
                        format!("{seat}'s answer {choices:?} to {asked:?} is refused: {refusal}")
                    }));
                }
                match fits {
                    Ok(()) => Reply::Answer(seat, choices),
                    Err(why) => Reply::Misfit(why),
                }
            }
            other => Reply::Misfit(format!("nobody does {other:?}")),
        }
    }

    fn chance(&mut self, key: &str, faces: u32, n: usize) -> Result<Vec<u32>, String> {
        Ok(self.seed.chance(key, faces, n))
    }

    fn wants_news(&self) -> bool {
        true
    }
}

fn play(
    head: &Head,
    players: &mut <Imperium as Playable>::Players,
    state: &State,
    prompts: &[Prompt<Imperium>],
) -> Act {
    if let Some((seat, deed, by)) = Imperium::deed(players, state, false) {
        return Entry::Deed { seat, deed, by };
    }
    let prompt = &prompts[Imperium::below(players, prompts.len())];
    let greedy = head.greedy.get(prompt.seat.index()).copied().unwrap_or(false);
    let choices = Imperium::choices(players, greedy, state, prompt);
    answer(prompt.seat, choices, prompt)
}

fn answer(seat: Seat, choices: Vec<Choice>, prompt: &Prompt<Imperium>) -> Act {
    let question = prompt.question.clone();
    Entry::Answer { seat, question, choices, state: String::new(), by: By::Computer }
}

/// Runs a game and writes down all of it. The error says what no longer fits; what came before it is
/// written all the same.
fn transcript(head: &Head, mut acts: Option<Acts>) -> (String, Option<String>) {
    components::install();
    let mut text = head.lines();
    let mut state = setup::new_game(head.options.clone());
    let mut before: Vec<String> = Vec::new();
    let mut steps = 0;
    let players = Box::new(Imperium::players(head.number + 1));
    let source = match acts {
        Some(_) => Acting::Written(VecDeque::new()),
        None => Acting::Players(players),
    };
    let mut table = Table { head, seed: head.seed(), source, done: Vec::new() };
    while !Imperium::finished(&state) && state.round <= ROUND_LIMIT {
        text += &format!("== {}\n", Imperium::step_name(&state));
        if let Some(acts) = &mut acts {
            let of_step = match acts.next_step() {
                Ok(Some(of_step)) => of_step,
                Ok(None) => return (text, Some("the game went on where it had ended".into())),
                Err(why) => return (text, Some(why)),
            };
            table.source = Acting::Written(of_step);
        }
        let round = state.round;
        let (next, news, outcome) = step(state, &mut table, 0);
        state = next;
        for act in table.done.drain(..) {
            text += &act_line(&act);
        }
        news.iter().for_each(|news| text += &news_line(news));
        match outcome {
            Outcome::Checkpoint => {}
            Outcome::Misfit(why) | Outcome::Broken(why) => return (text, Some(why)),
            Outcome::Waiting(_) => {
                return (text, Some("somebody is asked and nobody answers".into()));
            }
        }
        if let Acting::Written(left) = &table.source
            && !left.is_empty()
        {
            return (text, Some(format!("the step ended before {} of its answers", left.len())));
        }
        let rests = state.round != round || Imperium::finished(&state);
        steps += 1;
        if rests || steps % DIGESTS == 0 {
            text += &format!("= {:.8}\n", digest(&state));
        }
        if rests {
            let now = facts(&state);
            for fact in now.iter().filter(|fact| !before.contains(fact)) {
                text += &format!("+ {fact}\n");
            }
            text += &format!("~ {}\n", parts(&state).join(" "));
            before = now;
        }
    }
    (text, None)
}

fn act_line(act: &Act) -> String {
    let json = |thing: serde_json::Result<String>| thing.expect("choices are plain data");
    match act {
        Entry::Answer { seat, choices, .. } => {
            format!("> {} {}\n", seat.0, json(serde_json::to_string(choices)))
        }
        Entry::Deed { seat, deed, .. } => {
            format!("! {} {}\n", seat.0, json(serde_json::to_string(deed)))
        }
        other => format!("# {other:?}\n"),
    }
}

fn news_line(news: &News) -> String {
    let text = news.text.replace('\n', " / ");
    match &news.audience {
        Audience::Everyone => format!("  {text}\n"),
        Audience::Only(seat) => format!("  @{} {text}\n", seat.0),
        Audience::These(seats) => {
            let seats: Vec<String> = seats.iter().map(|seat| seat.0.to_string()).collect();
            format!("  @{} {text}\n", seats.join(","))
        }
    }
}

/// A digest of each part of the state, by its path.
fn parts(state: &State) -> Vec<String> {
    let value = serde_json::to_value(state).expect("a state is plain data");
    let mut found = Vec::new();
    let mut add = |path: String, value: &Value| found.push(format!("{path}={:.4}", digest(value)));
    for (key, part) in value.as_object().into_iter().flatten() {
        match (key.as_str(), part) {
            ("decks", Value::Object(decks)) => {
                decks.iter().for_each(|(name, deck)| add(format!("decks.{name}"), deck));
            }
            ("players", Value::Array(players)) => {
                let players = players.iter().enumerate();
                players.for_each(|(i, player)| add(format!("players.{i}"), player));
            }
            // They never change.
            ("options" | "galaxy", _) => {}
            _ => add(key.clone(), part),
        }
    }
    found
}

/// The acts of a written game, step by step.
struct Acts<'a> {
    lines: std::iter::Peekable<std::str::Lines<'a>>,
}

impl<'a> Acts<'a> {
    fn of(text: &'a str) -> Acts<'a> {
        Acts { lines: text.lines().peekable() }
    }

    /// Those of the next step; nothing at the end.
    fn next_step(&mut self) -> Result<Option<VecDeque<Act>>, String> {
        if !self.lines.any(|line| line.starts_with("== ")) {
            return Ok(None);
        }
        let mut acts = VecDeque::new();
        while let Some(line) = self.lines.next_if(|line| !line.starts_with("== ")) {
            if line.starts_with(['>', '!']) {
                acts.push_back(read_act(line).map_err(|why| format!("`{line}`: {why}"))?);
            }
        }
        Ok(Some(acts))
    }
}

fn read_act(line: &str) -> Result<Act, String> {
    let (sort, rest) = line.split_at(1);
    let (seat, json) = rest.trim_start().split_once(' ').ok_or("it is cut off")?;
    let seat = Seat(seat.parse().map_err(|_| "a seat is a number")?);
    let wrong = |why: serde_json::Error| why.to_string();
    if sort == "!" {
        let deed: Deed = serde_json::from_str(json).map_err(wrong)?;
        return Ok(Entry::Deed { seat, deed, by: By::Computer });
    }
    let choices: Vec<Choice> = serde_json::from_str(json).map_err(wrong)?;
    // What was asked is not written: whether the answer fits what is asked now decides.
    let question = crate::imperium::rules::ask::Question::ChooseAction;
    Ok(Entry::Answer { seat, question, choices, state: String::new(), by: By::Computer })
}

/// All games that are kept, played anew: the names of their files and their texts.
pub fn all() -> Result<Vec<(String, String)>, String> {
    heads()
        .iter()
        .map(|head| match transcript(head, None) {
            (text, None) => Ok((head.file(), text)),
            (_, Some(why)) => Err(format!("{}: {why}", head.file())),
        })
        .collect()
}

/// Replays one written game. What differs first, for a person to read.
pub fn difference(text: &str) -> Result<(), String> {
    let head = Head::read(text)?;
    let (now, why) = transcript(&head, Some(Acts::of(text)));
    let Some(difference) = first_difference(text, &now, why.as_deref()) else {
        return why.map_or(Ok(()), Err);
    };
    Err(difference)
}

/// Where two transcripts part. A digest says nothing to a person, so the first line after it that says
/// more is shown too.
fn first_difference(before: &str, now: &str, why: Option<&str>) -> Option<String> {
    let (old, new): (Vec<&str>, Vec<&str>) = (before.lines().collect(), now.lines().collect());
    let at = (0..old.len().max(new.len())).find(|at| old.get(*at) != new.get(*at))?;
    let step = old[..at.min(old.len())].iter().rfind(|line| line.starts_with("== "));
    let step = step.map_or("the start", |line| &line[3..]);
    let mut text = format!("line {}, {step}:\n", at + 1);
    let then = why.map_or(String::new(), |why| format!("  and then: {why}\n"));
    let line = |lines: &[&str]| lines.get(at).map_or("(the end)".to_string(), |l| l.to_string());
    if !old.get(at).is_some_and(|line| line.starts_with("= ")) {
        text += &format!("  before: {}\n  now:    {}\n", line(&old), line(&new));
        return Some(text + &then);
    }
    text += "  the state is another one at the end of this step, or of the few before it\n";
    text += &match state_difference(&old[at..], &new[at..]) {
        Some(difference) => difference,
        None => "  and nothing that is written differs\n".into(),
    };
    Some(text + &then)
}

/// The first fact or part of the state that is not the same at the next end of a round that both reach.
fn state_difference(old: &[&str], new: &[&str]) -> Option<String> {
    let section = |lines: &[&str]| -> Vec<String> {
        let from = lines.iter().position(|line| line.starts_with(['+', '~']));
        let lines = lines[from.unwrap_or(lines.len())..].iter();
        let lines = lines.take_while(|line| line.starts_with(['+', '~']));
        let parts = |line: &&str| -> Vec<String> {
            match line.strip_prefix("~ ") {
                Some(parts) => parts.split(' ').map(str::to_string).collect(),
                None => vec![line[2..].to_string()],
            }
        };
        lines.flat_map(parts).collect()
    };
    let (old, new) = (section(old), section(new));
    let name = |fact: &str| fact.split([':', '=']).next().unwrap_or_default().to_string();
    let gone = old.iter().find(|fact| !new.contains(fact));
    let came = new.iter().find(|fact| !old.contains(fact));
    let first = name(gone.or(came)?);
    let of = |facts: &[String]| {
        let found = facts.iter().find(|fact| name(fact) == first);
        found.cloned().unwrap_or_else(|| "(as at the end of the round before)".into())
    };
    Some(format!("  at the end of the round, before: {}\n  now: {}\n", of(&old), of(&new)))
}

/// Replays all games of a folder, on all cores; each with what differs.
pub fn compare(folder: &Path) -> Result<Vec<(String, Option<String>)>, String> {
    let cannot = |why: std::io::Error| format!("cannot read {}: {why}", folder.display());
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(cannot)? {
        let path = entry.map_err(cannot)?.path();
        if path.extension().is_some_and(|ending| ending == "txt") {
            files.push(path);
        }
    }
    // The longest last would leave one core alone with it.
    files.sort_by_key(|file| std::fs::metadata(file).map_or(0, |data| data.len()));
    let (todo, found) = (Mutex::new(files), Mutex::new(Vec::new()));
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..cores {
            scope.spawn(|| {
                loop {
                    let file = todo.lock().map_or(None, |mut files| files.pop());
                    let Some(file) = file else { break };
                    let name = file.file_name().map(|name| name.to_string_lossy().to_string());
                    let text = std::fs::read_to_string(&file);
                    let result = match text {
                        Ok(text) => difference(&text),
                        Err(why) => Err(why.to_string()),
                    };
                    if let Ok(mut found) = found.lock() {
                        found.push((name.unwrap_or_default(), result.err()));
                    }
                }
            });
        }
    });
    let mut found = found.into_inner().map_err(|_| "a replay broke".to_string())?;
    found.sort();
    Ok(found)
}
