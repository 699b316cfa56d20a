//! Slash commands as the rules understand them: from typed options to choices, and back to
//! autocomplete. Pure; the Discord adapter, scenario files and tests all go through here.
//!
//! `words` reads what people write, `tactical`, `economy` and `deals` make choices of it, `complete`
//! proposes what may be typed.

use crate::engine::{Prompt, Refusal, Seat, Shape, digest, name_seats};
use crate::imperium::rules::ask::*;
use crate::imperium::rules::compound;
use crate::imperium::state::*;
use crate::imperium::view::text;
use crate::imperium::{Deed, Imperium};

mod complete;
mod deals;
mod economy;
mod fix;
pub mod orders;
mod reasons;
mod tactical;
#[cfg(test)]
mod tests;
mod words;

pub use complete::complete;
pub use fix::{OPTIONS as FIXES, complete as complete_fix, fix, typed_fix};
pub use words::{player, system};

use words::{find, quoted, some};

/// What a command comes to.
#[derive(Clone, Debug, PartialEq)]
pub enum Act {
    /// A whole answer.
    Answer(Vec<Choice>),
    /// The draft of a compound answer from now on.
    Draft(Vec<Choice>),
    /// Submit the draft as it is.
    Confirm,
    /// Throw the draft away.
    Cancel,
    Deed(Deed),
}

/// A typed command: its name and the options that were given.
#[derive(Clone, Debug, Default)]
pub struct Command {
    pub name: String,
    pub options: Vec<(String, String)>,
}

impl Command {
    /// Reads `/build units:2 fighters, carrier` as a chat line: options are `name:value`, a value
    /// runs to the next option of the command.
    pub fn parse(line: &str) -> Result<Command, Refusal> {
        let line = line.trim();
        let Some(line) = line.strip_prefix('/') else {
            return Err(Refusal::new("a command begins with /"));
        };
        let (name, rest) = line.split_once(' ').unwrap_or((line, ""));
        // `/trade accept offer:3` as Discord writes it.
        let deal = ["offer ", "accept ", "decline "];
        let (name, mut rest) = match deal.iter().find(|word| format!("{rest} ").starts_with(**word))
        {
            Some(word) if name == "trade" => {
                let name = if *word == "offer " { "trade" } else { word.trim() };
                (name, rest.get(word.len()..).unwrap_or_default())
            }
            _ => (name, rest),
        };
        let known = OPTIONS.iter().find(|(command, _)| *command == name);
        let names = known.map_or(&[][..], |(_, names)| names);
        let mut options: Vec<(String, String)> = Vec::new();
        rest = rest.trim();
        while !rest.is_empty() {
            let Some((option, tail)) = rest.split_once(':') else {
                return Err(Refusal::new(format!("{} has no option name", quoted(rest)))
                    .instead(format!("Options of /{name}: {}.", names.join(", "))));
            };
            let end = names
                .iter()
                .filter_map(|next| tail.find(&format!(" {next}:")))
                .min()
                .unwrap_or(tail.len());
            options.push((option.trim().into(), tail[..end].trim().into()));
            rest = tail[end..].trim();
        }
        Ok(Command { name: name.into(), options })
    }

    pub fn option(&self, name: &str) -> Option<&str> {
        let found = self.options.iter().find(|(option, _)| option == name);
        found.map(|(_, value)| value.as_str()).filter(|value| !value.trim().is_empty())
    }

    fn need(&self, name: &str) -> Result<&str, Refusal> {
        self.option(name).ok_or_else(|| Refusal::new(format!("`{name}` is missing")))
    }
}

/// The commands that act in a game, and their options.
pub const OPTIONS: &[(&str, &[&str])] = &[
    ("pick", &["card"]),
    ("activate", &["system"]),
    ("move", &["from", "units", "pickup", "via"]),
    ("land", &["planet", "units", "pay"]),
    ("build", &["units", "planet", "pay"]),
    ("strategic", &["card"]),
    ("pass", &[]),
    ("play", &["card"]),
    ("assign", &["units"]),
    ("retreat", &["to"]),
    ("vote", &["outcome", "planets"]),
    ("score", &["public", "secret", "pay"]),
    ("research", &["technology", "pay"]),
    ("trade", &["with", "give", "get"]),
    ("accept", &["offer"]),
    ("decline", &["offer"]),
    ("answer", &["choice"]),
    ("confirm", &[]),
    ("cancel", &[]),
];

/// What `command` means to `seat`, given the open prompts and what the seat has put together of its
/// answer.
pub fn act(
    state: &State,
    seat: Seat,
    prompts: &[Prompt<Imperium>],
    draft: &[Choice],
    command: &Command,
) -> Result<Act, Refusal> {
    match command.name.as_str() {
        "trade" => return Ok(Act::Deed(deals::trade(state, seat, command)?)),
        "accept" => {
            return Ok(Act::Deed(Deed::Accept { offer: deals::offer(state, seat, command)? }));
        }
        "decline" => {
            return Ok(Act::Deed(Deed::Decline { offer: deals::offer(state, seat, command)? }));
        }
        "confirm" => return Ok(Act::Confirm),
        "cancel" => return Ok(Act::Cancel),
        _ => {}
    }
    let Some(prompt) = prompts.iter().find(|prompt| prompt.seat == seat) else {
        let unasked = || Refusal::new("nothing is asked of you now").instead(waiting_for(prompts));
        return Err(reasons::not_scoring(state, seat, command).unwrap_or_else(unasked));
    };
    let context = Context { state, seat, prompt, draft };
    match command.name.as_str() {
        "pick" | "activate" | "strategic" | "play" => {
            let option = if command.name == "activate" { "system" } else { "card" };
            context.option(&command.name, command.need(option)?)
        }
        "pass" => context.pass(),
        "retreat" => context.retreat(command.option("to")),
        "move" => context.movement(command),
        "land" => context.land(command),
        "build" => context.build(command),
        "assign" => context.assign(command.need("units")?),
        "vote" => context.vote(command),
        "score" => context.score(command),
        "research" => context.research(command),
        "answer" => context.answer(command.need("choice")?),
        other => Err(Refusal::new(format!("there is no command {} in a game", quoted(other)))),
    }
}

/// Which choices a command that names one of them is for.
fn kind(command: &str) -> fn(&Choice) -> bool {
    match command {
        "pick" => |choice| matches!(choice, Choice::Strategy(_)),
        "activate" => |choice| matches!(choice, Choice::Activate(_)),
        "strategic" => |choice| matches!(choice, Choice::Strategic(_)),
        "play" => |choice| matches!(choice, Choice::Play(_) | Choice::PlayNote(_) | Choice::Use(_)),
        "retreat" => |choice| matches!(choice, Choice::System(_)),
        "research" => |choice| matches!(choice, Choice::Technology(_)),
        "vote" => |choice| matches!(choice, Choice::Outcome(_)),
        "public" => |choice| matches!(choice, Choice::Public(_)),
        "secret" => |choice| matches!(choice, Choice::Secret(_)),
        _ => |_| false,
    }
}

fn waiting_for(prompts: &[Prompt<Imperium>]) -> String {
    match prompts.is_empty() {
        true => "The game is over.".into(),
        false => {
            let mut seats: Vec<String> =
                prompts.iter().map(|prompt| prompt.seat.to_string()).collect();
            seats.dedup();
            format!("It is up to {}.", text::list(seats.into_iter()))
        }
    }
}

/// Who is asked what, and what is put together of the answer.
#[derive(Clone, Copy)]
struct Context<'a> {
    state: &'a State,
    seat: Seat,
    prompt: &'a Prompt<Imperium>,
    draft: &'a [Choice],
}

impl Context<'_> {
    /// "You are asked …": what every refusal of a command that does not fit the question ends with.
    fn asked(&self) -> String {
        let asked = text::question(self.state, self.seat, &self.prompt.question);
        format!("You are asked: {asked}")
    }

    fn wrong(&self, what: impl Into<String>) -> Refusal {
        Refusal::new(what).instead(self.asked())
    }

    fn need_question(&self, fits: bool, what: &str) -> Result<(), Refusal> {
        match fits {
            true => Ok(()),
            false => Err(self.wrong(format!("{what} now"))),
        }
    }

    /// Such a command belongs to a tactical action, which begins with an activation.
    fn need_tactical(&self, fits: bool, what: &str) -> Result<(), Refusal> {
        match self.prompt.question {
            Question::ChooseAction if !fits => Err(Refusal::new(format!("{what} now"))
                .rule("89.1")
                .instead("Activate a system first: `/activate`.")),
            _ => self.need_question(fits, what),
        }
    }

    fn shape(&self) -> Result<&'static compound::Compound, Refusal> {
        compound::shape(&self.prompt.question).ok_or_else(|| self.wrong("that is not asked now"))
    }

    /// What may be chosen, or added after `parts`.
    fn offered(&self, parts: &[Choice]) -> Vec<Choice> {
        match (self.prompt.shape, compound::shape(&self.prompt.question)) {
            (Shape::Compound, Some(shape)) => (shape.next)(self.state, self.prompt, parts),
            _ => self.prompt.options.clone(),
        }
    }

    /// Which of `choices` is meant by `typed`: its key, its name, or its whole label.
    fn among(&self, choices: &[Choice], typed: &str) -> Result<usize, String> {
        let question = &self.prompt.question;
        let keys: Vec<String> = choices.iter().map(text::key).collect();
        let names: Vec<String> =
            choices.iter().map(|choice| text::bare(self.state, question, choice)).collect();
        find(&names, &keys, typed).or_else(|why| {
            let labels: Vec<String> =
                choices.iter().map(|choice| text::choice(self.state, question, choice)).collect();
            let found = find(&labels, &keys, typed);
            found.or_else(|_| find(&self.by_faction(&labels), &keys, typed)).map_err(|_| why)
        })
    }

    /// Labels with the names of factions instead of seat marks.
    fn by_faction(&self, labels: &[String]) -> Vec<String> {
        let name = |seat: Seat| {
            let player = self.state.players.get(seat.index());
            player.map_or(String::new(), |player| player.faction.name().to_string())
        };
        labels.iter().map(|label| name_seats(label, name)).collect()
    }

    fn names(&self, choices: &[Choice]) -> String {
        let question = &self.prompt.question;
        let names: Vec<String> =
            choices.iter().map(|choice| text::bare(self.state, question, choice)).collect();
        some(&names)
    }

    /// The one option that `typed` names, among those that a command is for.
    fn option(&self, command: &str, typed: &str) -> Result<Act, Refusal> {
        let kind = kind(command);
        let options: Vec<Choice> =
            self.prompt.options.iter().filter(|choice| kind(choice)).cloned().collect();
        match self.among(&options, typed) {
            Ok(at) => Ok(Act::Answer(vec![options[at].clone()])),
            Err(_) if options.is_empty() => Err(self
                .reason(command, typed)
                .unwrap_or_else(|| self.wrong("that is not what is asked now"))),
            Err(why) => Err(self.reason(command, typed).unwrap_or_else(|| {
                Refusal::new(why).instead(format!("Possible: {}.", self.names(&options)))
            })),
        }
    }

    fn pass(&self) -> Result<Act, Refusal> {
        if self.prompt.options.contains(&Choice::Pass) {
            return Ok(Act::Answer(vec![Choice::Pass]));
        }
        for answer in [vec![Choice::Pass], vec![]] {
            if self.prompt.check(self.state, &answer).is_ok() {
                return Ok(Act::Answer(answer));
            }
        }
        match &self.prompt.question {
            Question::ChooseAction => {
                let left: Vec<String> = self
                    .state
                    .strategy_cards_of(self.seat)
                    .filter(|slot| !slot.exhausted)
                    .map(|slot| slot.card.name().into())
                    .collect();
                Err(Refusal::new("you cannot pass before your strategic action")
                    .rule("3.4")
                    .instead(format!("Still to perform: {}.", text::list(left.into_iter()))))
            }
            _ => Err(self.wrong("this cannot be declined")),
        }
    }

    /// Any option of the open question, or several separated by semicolons. Parts of an answer that
    /// is not whole yet go into the draft.
    fn answer(&self, typed: &str) -> Result<Act, Refusal> {
        if let Some(key) = typed.trim().strip_prefix('★') {
            return self.suggestion(key.trim());
        }
        let parts = match self.parts(typed) {
            Ok(parts) => parts,
            Err(_) if typed.trim().eq_ignore_ascii_case("pass") => return self.pass(),
            Err(refusal) => return Err(refusal),
        };
        let whole = self.draft.is_empty() && self.prompt.check(self.state, &parts).is_ok();
        match self.prompt.shape {
            Shape::Compound if !whole => Ok(Act::Draft([self.draft, &parts].concat())),
            _ => Ok(Act::Answer(parts)),
        }
    }

    /// The choices that a list with semicolons names.
    fn parts(&self, typed: &str) -> Result<Vec<Choice>, Refusal> {
        let mut parts = self.draft.to_vec();
        for item in typed.split(';').map(str::trim).filter(|item| !item.is_empty()) {
            let offered = self.offered(&parts);
            match self.among(&offered, item) {
                Ok(at) => parts.push(offered[at].clone()),
                Err(why) => {
                    let instead = format!("Possible: {}.", self.names(&offered));
                    let refusal = || Refusal::new(why).instead(instead);
                    return Err(self.labelled_reason(item).unwrap_or_else(refusal));
                }
            }
        }
        Ok(parts.split_off(self.draft.len()))
    }

    /// The complete answer that was proposed under this key.
    fn suggestion(&self, key: &str) -> Result<Act, Refusal> {
        let mut suggestions = (self.shape()?.suggest)(self.state, self.prompt).into_iter();
        match suggestions.find(|parts| suggestion_key(parts) == key) {
            Some(parts) => Ok(Act::Answer(parts)),
            None => Err(self.wrong("that proposal is no longer possible")),
        }
    }
}

/// A proposal is named by what it consists of, so an old name never means another one.
fn suggestion_key(parts: &[Choice]) -> String {
    let keys: Vec<String> = parts.iter().map(text::key).collect();
    digest(&keys)
}
