//! Scenario files of this game: a position, forced dice, typed answers of any seat, and what must come
//! of it. The format is documented in `docs/scenarios.md`.

use std::collections::VecDeque;

use super::Inscription;
use super::ask::Choice;
use super::invariants;
use super::position::{self, position};
use super::state::*;
use super::{compound, readout, text};
use crate::engine::{
    Decider, News, Outcome, Prompt, Refusal, Reply, Rulebook, Seat, Seed, name_seats, step,
};

/// Whether a scenario file is of this game.
pub fn is_ours(file: &str) -> bool {
    file.lines().any(|line| line.trim() == "game = \"inscription\"")
}

/// Runs a scenario; the error says which line failed and why.
///
/// # Errors
/// The line and what was wrong.
pub fn run(file: &str) -> Result<(), String> {
    run_showing(file, &mut |_, _| ())
}

/// The same, and writes down what was said and what is asked after each line.
pub fn transcript(file: &str) -> (String, Result<(), String>) {
    let mut written = String::new();
    let result = run_showing(file, &mut |line, runner| {
        written += &format!("{line}\n{}", runner.news_and_questions());
    });
    (written, result)
}

fn run_showing(file: &str, show: &mut dyn FnMut(&str, &Runner)) -> Result<(), String> {
    let lines: Vec<&str> = file.lines().collect();
    let (mut runner, cut) = begun(&lines)?;
    show("---", &runner);
    let mut checks = 0;
    for (at, line) in lines.iter().enumerate().skip(cut + 1) {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let checked =
            runner.line(line).map_err(|why| format!("line {}: `{line}`: {why}", at + 1))?;
        checks += usize::from(checked);
        if !checked {
            show(line, &runner);
        }
    }
    if checks == 0 { Err("nothing is expected, so nothing was tested".into()) } else { Ok(()) }
}

/// The state at the first question of a scenario.
///
/// # Errors
/// What is wrong with the lines before `---`.
pub fn start(file: &str) -> Result<State, String> {
    let lines: Vec<&str> = file.lines().collect();
    begun(&lines).map(|(runner, _)| runner.state)
}

/// The runner at the first question, and in which line `---` stands.
fn begun(lines: &[&str]) -> Result<(Runner, usize), String> {
    let cut = lines.iter().position(|line| line.trim() == "---");
    let cut = cut.ok_or("a line `---` must stand between the position and what happens")?;
    let is_dice = |line: &&str| line.trim().starts_with("dice ");
    let head: Vec<&str> =
        lines[..cut].iter().map(|line| if is_dice(line) { "" } else { *line }).collect();
    let mut runner = Runner::new(position(&head)?);
    for line in lines[..cut].iter().filter(|line| is_dice(line)) {
        runner.dice(line.trim().trim_start_matches("dice "))?;
    }
    runner.run().map_err(|why| format!("at the start: {why}"))?;
    Ok((runner, cut))
}

struct Runner {
    base: State,
    given: Vec<(Seat, Vec<Choice>)>,
    /// Values of the dice by what they are rolled for: black ones, focus dice.
    black: Vec<u32>,
    focus: Vec<u32>,
    spent: [usize; 2],
    state: State,
    prompts: Vec<Prompt<Inscription>>,
    news: Vec<News>,
    told: usize,
}

impl Runner {
    fn new(state: State) -> Self {
        Runner {
            base: state.clone(),
            given: Vec::new(),
            black: Vec::new(),
            focus: Vec::new(),
            spent: [0; 2],
            state,
            prompts: Vec::new(),
            news: Vec::new(),
            told: 0,
        }
    }

    /// Whether the line was an expectation that held.
    fn line(&mut self, line: &str) -> Result<bool, String> {
        let end = line.find([' ', ':']).unwrap_or(line.len());
        let (word, rest) = (&line[..end], line[end..].trim_start());
        match word {
            "dice" => self.dice(rest).map(|()| false),
            "refused" => {
                let (command, wanted) = rest.split_once('|').unwrap_or((rest, ""));
                match self.command(command.trim()) {
                    Ok(()) => Err("it was not refused".into()),
                    Err(why) => contains(&why, wanted.trim()).map(|()| true),
                }
            }
            "expect" => self.expect(rest).map(|()| true),
            "told" => self.told(rest, true).map(|()| true),
            "untold" => self.told(rest, false).map(|()| true),
            "asked" => self.asked(rest).map(|()| true),
            "closed" => self.looks(rest, false).map(|()| true),
            "open" => self.looks(rest, true).map(|()| true),
            _ => self.command(line).map(|()| false),
        }
    }

    /// `dice MMI 121`: three black dice, then the icons of the focus dice; either may be left out.
    fn dice(&mut self, rest: &str) -> Result<(), String> {
        let pack = self.state.pack.get();
        for word in rest.split_whitespace() {
            if word.chars().all(|sign| sign.is_ascii_digit()) {
                for (die, icons) in word.chars().enumerate() {
                    let icons = icons.to_digit(10).unwrap_or(0) as u8;
                    let faces =
                        pack.focus.get(die % 3).map(|faces| faces.as_slice()).unwrap_or_default();
                    let face = faces.iter().position(|face| *face == icons);
                    self.focus.push(face.ok_or("a focus die does not show that")? as u32 + 1);
                }
            } else {
                for sign in word.chars() {
                    let face = pack.black.iter().position(|face| face.letter() == sign);
                    self.black.push(face.ok_or("black dice show M, I or R")? as u32 + 1);
                }
            }
        }
        Ok(())
    }

    /// `sol> explore a1-c1; claim c1`; `sol> down`; `rest> sheet nav` for all who are still asked.
    fn command(&mut self, line: &str) -> Result<(), String> {
        let (who, typed) = line.split_once('>').ok_or("write `sol> sheet nav; explore a1-c1`")?;
        let (who, typed) = (who.trim(), typed.trim());
        let seats = match who {
            "rest" => self.prompts.iter().map(|prompt| prompt.seat).collect(),
            name => vec![position::seat(&self.state, name)?],
        };
        self.news.clear();
        for seat in seats {
            let prompt = self.prompts.iter().find(|prompt| prompt.seat == seat);
            let prompt = prompt.ok_or("nothing is asked of that seat")?.clone();
            let choices =
                self.answer(&prompt, typed).map_err(|refusal| self.named(&refusal.to_string()))?;
            self.given.push((seat, choices));
            self.run()?;
        }
        Ok(())
    }

    fn answer(&self, prompt: &Prompt<Inscription>, typed: &str) -> Result<Vec<Choice>, Refusal> {
        let choices = match typed {
            "down" => Vec::new(),
            "least" => compound::suggest(&self.state, prompt).pop().unwrap_or_default(),
            "suggested" => compound::suggest(&self.state, prompt).swap_remove(0),
            typed => text::typed(&self.state, prompt, &[], typed)?,
        };
        prompt.check(&self.state, &choices)?;
        Ok(choices)
    }

    fn run(&mut self) -> Result<(), String> {
        while !Inscription::finished(&self.base) {
            let mut tape = Tape {
                given: self.given.iter().cloned().collect(),
                dice: [self.black[self.spent[0]..].to_vec(), self.focus[self.spent[1]..].to_vec()],
                seed: Seed::of("scenario"),
            };
            let (state, news, outcome) = step(self.base.clone(), &mut tape, 0);
            self.news.extend(news.iter().skip(self.told).cloned());
            self.told = news.len();
            self.state = state;
            if let Some(wrong) = invariants::violations(&self.state).into_iter().next() {
                return Err(format!("an invariant is broken: {wrong}"));
            }
            match outcome {
                Outcome::Checkpoint => {
                    self.given = Vec::from(tape.given);
                    self.base = self.state.clone();
                    self.spent = [
                        self.black.len() - tape.dice[0].len(),
                        self.focus.len() - tape.dice[1].len(),
                    ];
                    self.told = 0;
                    self.prompts.clear();
                }
                Outcome::Waiting(prompts) => {
                    self.prompts = prompts;
                    return Ok(());
                }
                Outcome::Misfit(why) | Outcome::Broken(why) => return Err(why),
            }
        }
        self.prompts.clear();
        Ok(())
    }

    fn named(&self, text: &str) -> String {
        name_seats(text, |seat| position::name(&self.state, seat))
    }

    fn told(&self, rest: &str, wanted: bool) -> Result<(), String> {
        let (who, text) = match rest.strip_prefix(':') {
            Some(text) => (None, text),
            None => {
                let (who, text) = rest.split_once(':').ok_or("write `told sol: text`")?;
                (Some(position::seat(&self.state, who.trim())?), text)
            }
        };
        let heard = self.news.iter().filter(|news| news.audience.includes(who));
        let heard = self.named(&heard.map(|news| news.text.clone() + "\n").collect::<String>());
        match contains(&heard, text.trim()) {
            found if found.is_ok() == wanted => Ok(()),
            Ok(()) => Err(format!("it was told: {heard}")),
            Err(_) => Err(format!("heard was only: {heard}")),
        }
    }

    /// `asked sol: text`, `asked nobody`.
    fn asked(&self, rest: &str) -> Result<(), String> {
        if rest.trim() == "nobody" {
            return match self.prompts.first() {
                None => Ok(()),
                Some(prompt) => Err(format!("{:?} is asked {:?}", prompt.seat, prompt.question)),
            };
        }
        let (who, wanted) = rest.split_once(':').unwrap_or((rest, ""));
        let seat = position::seat(&self.state, who.trim())?;
        let prompt = self.prompts.iter().find(|prompt| prompt.seat == seat);
        let prompt = prompt.ok_or("that seat is not asked")?;
        contains(&self.question(prompt), wanted.trim())
    }

    fn question(&self, prompt: &Prompt<Inscription>) -> String {
        let mut options = prompt.options.clone();
        options.extend(compound::next(&self.state, prompt, &[]));
        let labels = options.iter().map(|option| text::choice(&self.state, prompt.seat, option));
        let question = text::question(&self.state, Some(prompt.seat), prompt);
        self.named(&format!("{question} · {}", labels.collect::<Vec<_>>().join(" · ")))
    }

    /// `open sol: hacan`, `closed sol: hacan`: whether one may look at the other's sheets.
    fn looks(&self, rest: &str, wanted: bool) -> Result<(), String> {
        let (who, whose) = rest.split_once(':').ok_or("write `closed sol: hacan`")?;
        let who = match who.trim() {
            "nobody" => None,
            name => Some(position::seat(&self.state, name)?),
        };
        let whose = position::seat(&self.state, whose.trim())?;
        let view = super::view::View::of(&self.state, who);
        match view.players[whose.index()].sheets.is_some() == wanted {
            true => Ok(()),
            false => Err(if wanted { "it is closed" } else { "it is open" }.into()),
        }
    }

    /// `expect sol tg = 2`, `expect round = 3`.
    fn expect(&self, rest: &str) -> Result<(), String> {
        let (what, wanted) = rest.split_once('=').ok_or("write `expect sol tg = 2`")?;
        let (what, wanted) = (what.trim(), wanted.trim());
        let found = match what
            .split_once(' ')
            .map(|(who, what)| (position::seat(&self.state, who), what))
        {
            Some((Ok(seat), what)) => readout::of_seat(&self.state, seat, what)?,
            _ => self.named(&readout::of_table(&self.state, what)?),
        };
        if found == wanted { Ok(()) } else { Err(format!("it is {found}")) }
    }

    fn news_and_questions(&self) -> String {
        let mut lines = String::new();
        for news in self.news.iter().filter(|news| news.audience.includes(None)) {
            lines += &format!("    {}\n", self.named(&news.text));
        }
        for prompt in &self.prompts {
            lines += &format!("  ? {}\n", self.question(prompt));
        }
        lines
    }
}

fn contains(text: &str, wanted: &str) -> Result<(), String> {
    match text.to_lowercase().contains(&wanted.to_lowercase()) {
        true => Ok(()),
        false => Err(format!("`{wanted}` is not in: {text}")),
    }
}

/// Given answers and forced dice.
struct Tape {
    given: VecDeque<(Seat, Vec<Choice>)>,
    dice: [Vec<u32>; 2],
    seed: Seed,
}

impl Decider<Inscription> for Tape {
    fn reply(&mut self, state: &State, prompts: &[Prompt<Inscription>]) -> Reply<Inscription> {
        let Some((seat, choices)) = self.given.pop_front() else { return Reply::Open };
        let Some(prompt) = prompts.iter().find(|prompt| prompt.seat == seat) else {
            return Reply::Misfit(format!("{seat:?} is not asked"));
        };
        match prompt.check(state, &choices) {
            Ok(()) => Reply::Answer(seat, choices),
            Err(refusal) => Reply::Misfit(refusal.to_string()),
        }
    }

    fn chance(&mut self, label: &str, faces: u32, n: usize) -> Result<Vec<u32>, String> {
        let plain = self.seed.chance(label, faces, n);
        let forced = &mut self.dice[usize::from(label.ends_with("focus dice"))];
        let take = |die: u32| match faces {
            6 if !forced.is_empty() => forced.remove(0),
            _ => die,
        };
        Ok(plain.into_iter().map(take).collect())
    }

    fn wants_news(&self) -> bool {
        true
    }
}
