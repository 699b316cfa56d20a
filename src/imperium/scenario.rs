//! Scenario files: a position, forced dice, slash commands as any seat, and what must come of it.
//! The format is documented in `docs/scenarios.md`.

use std::collections::VecDeque;

use crate::engine::{
    Decider, News, Outcome, Prompt, Reply, Rulebook, Seat, Seed, name_seats, step,
};
use crate::imperium::commands::{self, Act, Command, act};
use crate::imperium::data::*;
use crate::imperium::position::{self, position};
use crate::imperium::rules::ask::Choice;
use crate::imperium::rules::compound;
use crate::imperium::state::*;
use crate::imperium::view::{View, text};
use crate::imperium::{Deed, Imperium};

/// Runs a scenario; the error says which line failed and why.
pub fn run(file: &str) -> Result<(), String> {
    run_showing(file, &mut |_, _| ())
}

/// The same, and writes down what was said to everyone and what is asked after each line.
pub fn transcript(file: &str) -> (String, Result<(), String>) {
    let mut written = String::new();
    let result = run_showing(file, &mut |line, runner| {
        written += &format!("{line}\n{}", runner.news_and_questions());
    });
    (written, result)
}

fn run_showing(file: &str, show: &mut dyn FnMut(&str, &Runner)) -> Result<(), String> {
    let (head, body) = split(file)?;
    let mut runner = Runner::new(position(&head)?);
    runner.settle().map_err(|why| format!("at the start: {why}"))?;
    show("---", &runner);
    let mut checks = 0;
    for (number, line) in body {
        let done = runner.line(line).map_err(|why| format!("line {number}: `{line}`: {why}"))?;
        checks += usize::from(done);
        if !done {
            show(line, &runner);
        }
    }
    match checks {
        0 => Err("nothing is expected, so nothing was tested".into()),
        _ => Ok(()),
    }
}

/// Numbered lines.
type Body<'a> = Vec<(usize, &'a str)>;

/// The position, and the numbered lines after `---`.
fn split(file: &str) -> Result<(String, Body<'_>), String> {
    let lines: Vec<&str> = file.lines().collect();
    let cut = lines.iter().position(|line| line.trim() == "---");
    let cut = cut.ok_or("a line `---` must stand between the position and what happens")?;
    let body = lines[cut + 1..].iter().enumerate();
    let body = body.map(|(i, line)| (cut + 2 + i, line.trim()));
    let body = body.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    Ok((lines[..cut].join("\n"), body.collect()))
}

/// Something a seat did.
#[derive(Clone, Debug)]
enum Given {
    Answer(Seat, Vec<Choice>),
    Deed(Seat, Deed),
}

struct Runner {
    /// The last checkpoint.
    base: State,
    given: Vec<Given>,
    dice: Vec<u8>,
    /// Dice used before the checkpoint.
    spent: usize,
    state: State,
    prompts: Vec<Prompt<Imperium>>,
    /// News since the last command.
    news: Vec<News>,
    told: usize,
    drafts: Vec<(Seat, Vec<Choice>)>,
    /// Seats with nothing to respond pass by themselves, as with the bot.
    automatic: bool,
}

impl Runner {
    fn new(state: State) -> Self {
        Runner {
            base: state.clone(),
            given: Vec::new(),
            dice: Vec::new(),
            spent: 0,
            state,
            prompts: Vec::new(),
            news: Vec::new(),
            told: 0,
            drafts: Vec::new(),
            automatic: true,
        }
    }

    /// Whether the line was an expectation that held.
    fn line(&mut self, line: &str) -> Result<bool, String> {
        let end = line.find([' ', ':']).unwrap_or(line.len());
        let (word, rest) = (&line[..end], line[end..].trim_start());
        match word {
            "dice" => {
                let dice = rest.split([',', ' ']).filter(|die| !die.is_empty());
                let dice: Result<Vec<u8>, _> = dice.map(str::parse).collect();
                let dice = dice.map_err(|_| "dice are numbers")?;
                if dice.iter().any(|die| !(1..=10).contains(die)) {
                    return Err("dice show 1 to 10".into());
                }
                self.dice.extend(dice);
                Ok(false)
            }
            "automatic" => {
                self.automatic = rest != "off";
                Ok(false)
            }
            "refused" => {
                let (command, wanted) = rest.rsplit_once('|').unwrap_or((rest, ""));
                match self.command(command.trim()) {
                    Ok(()) => Err("it was not refused".into()),
                    Err(why) => contains(&why, wanted.trim()).map(|()| true),
                }
            }
            "expect" => self.expect(rest).map(|()| true),
            "told" => self.told(rest, true).map(|()| true),
            "untold" => self.told(rest, false).map(|()| true),
            "asked" => self.asked(rest).map(|()| true),
            _ => self.command(line).map(|()| false),
        }
    }

    /// `sol> /activate system:205`
    fn command(&mut self, line: &str) -> Result<(), String> {
        let (who, typed) = line.split_once('>').ok_or("write `sol> /activate system:205`")?;
        if who.trim() == "moderator" {
            return self.corrected(typed.trim());
        }
        let seat = position::seat(&self.state, who.trim())?;
        let command = Command::parse(typed).map_err(|refusal| refusal.to_string())?;
        let draft = self.drafts.iter().find(|(of, _)| *of == seat);
        let draft = draft.map_or(&[][..], |(_, draft)| draft);
        let act = act(&self.state, seat, &self.prompts, draft, &command)
            .map_err(|r| self.named(&r.to_string()))?;
        let given = match act {
            Act::Answer(choices) => Given::Answer(seat, choices),
            Act::Deed(deed) => {
                Imperium::check_deed(&self.state, seat, &deed)
                    .map_err(|r| self.named(&r.to_string()))?;
                Given::Deed(seat, deed)
            }
            Act::Draft(parts) => {
                self.drafts.retain(|(of, _)| *of != seat);
                self.drafts.push((seat, parts));
                return Ok(());
            }
            Act::Cancel => {
                self.drafts.retain(|(of, _)| *of != seat);
                return Ok(());
            }
            Act::Confirm => {
                let draft = self.drafts.iter().find(|(of, _)| *of == seat);
                Given::Answer(seat, draft.map_or(Vec::new(), |(_, draft)| draft.clone()))
            }
        };
        if let Given::Answer(seat, choices) = &given {
            let prompt = self.prompts.iter().find(|prompt| prompt.seat == *seat);
            let prompt = prompt.ok_or("nothing is asked of that seat")?;
            if let Err(refusal) = prompt.check(&self.state, choices) {
                self.drafts.retain(|(of, _)| of != seat);
                return Err(self.named(&refusal.to_string()));
            }
            self.drafts.retain(|(of, _)| of != seat);
        }
        self.news.clear();
        self.given.push(given);
        self.settle()
    }

    /// `moderator> /fix points seat:sol points:4`
    fn corrected(&mut self, typed: &str) -> Result<(), String> {
        let line = typed.strip_prefix("/fix ").ok_or("a moderator only types `/fix`")?;
        let fix = commands::typed_fix(&self.state, line);
        let fix = fix.map_err(|r| self.named(&r.to_string()))?;
        let (seat, deed) = (fix.seat(), Deed::Fix(fix));
        Imperium::check_deed(&self.state, seat, &deed).map_err(|r| self.named(&r.to_string()))?;
        self.news.clear();
        self.given.push(Given::Deed(seat, deed));
        self.settle()
    }

    /// Runs on until a question is open that somebody has to decide.
    fn settle(&mut self) -> Result<(), String> {
        loop {
            self.run()?;
            let passes = |prompt: &Prompt<Imperium>| {
                Some((prompt.seat, compound::only_pass(&self.state, prompt)?))
            };
            match self.prompts.iter().find_map(passes) {
                Some((seat, answer)) if self.automatic => {
                    self.given.push(Given::Answer(seat, answer));
                }
                _ => return Ok(()),
            }
        }
    }

    fn run(&mut self) -> Result<(), String> {
        while !Imperium::finished(&self.base) {
            let mut tape = Tape {
                given: self.given.iter().cloned().collect(),
                dice: self.dice[self.spent..].iter().copied().collect(),
                seed: Seed::of("scenario"),
            };
            let (state, news, outcome) = step(self.base.clone(), &mut tape, 0);
            let left = tape.dice.len();
            self.news.extend(news.iter().skip(self.told).cloned());
            self.told = news.len();
            self.state = state;
            let wrong = invariants::violations(&self.state);
            if !wrong.is_empty() {
                return Err(format!("an invariant is broken: {}", wrong.join("; ")));
            }
            match outcome {
                Outcome::Checkpoint => {
                    self.given = Vec::from(tape.given);
                    self.base = self.state.clone();
                    self.spent = self.dice.len() - left;
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
        name_seats(text, |seat| {
            let player = self.state.players.get(seat.index());
            player.map_or("somebody".into(), |player| player.faction.get().short_name.clone())
        })
    }

    /// `told hacan: text`, `told: text`: what was said since the last command.
    fn told(&self, rest: &str, wanted: bool) -> Result<(), String> {
        let (who, text) = match rest.strip_prefix(':') {
            Some(text) => (None, text),
            None => {
                let (who, text) = rest.split_once(':').ok_or("write `told hacan: text`")?;
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

    /// `asked hacan: text`; `asked nobody`.
    fn asked(&self, rest: &str) -> Result<(), String> {
        if rest.trim() == "nobody" {
            return match self.prompts.first() {
                None => Ok(()),
                Some(prompt) => Err(format!("{:?} is asked", prompt.question)),
            };
        }
        let (who, text) = rest.split_once(':').unwrap_or((rest, ""));
        let seat = position::seat(&self.state, who.trim())?;
        let prompt = self.prompts.iter().find(|prompt| prompt.seat == seat);
        let Some(prompt) = prompt else {
            let open: Vec<String> =
                self.prompts.iter().map(|prompt| prompt.seat.to_string()).collect();
            return Err(self.named(&format!("asked is {}", open.join(", "))));
        };
        contains(&self.question(prompt), text.trim())
    }

    /// A question with its options.
    fn question(&self, prompt: &Prompt<Imperium>) -> String {
        let question = text::question(&self.state, prompt.seat, &prompt.question);
        let mut options = prompt.options.clone();
        if let Some(shape) = compound::shape(&prompt.question) {
            options = (shape.next)(&self.state, prompt, &[]);
        }
        let options =
            options.iter().map(|option| text::choice(&self.state, &prompt.question, option));
        let all = format!("{question} · {}", options.collect::<Vec<_>>().join(" · "));
        self.named(&all)
    }

    /// What everyone heard since the last command, and what is asked now.
    fn news_and_questions(&self) -> String {
        let mut lines = String::new();
        for news in self.news.iter().filter(|news| news.audience.includes(None)) {
            lines += &format!("    {}\n", self.named(&news.text));
        }
        for prompt in &self.prompts {
            lines += &format!("  ? {}: {}\n", self.short(prompt.seat), self.question(prompt));
        }
        lines
    }

    fn expect(&self, rest: &str) -> Result<(), String> {
        let (head, wanted) = rest.split_once(':').unwrap_or((rest, ""));
        let (word, what) = head.trim().split_once(' ').unwrap_or((head.trim(), ""));
        let (what, wanted) = (what.trim(), wanted.trim());
        let state = &self.state;
        let same = |is: String| match is == wanted {
            true => Ok(()),
            false => Err(format!("it is `{is}`")),
        };
        match word {
            "space" => {
                let system = position::system(state, what)?;
                self.units(&state.system(system).space, wanted)
            }
            "planet" => {
                let planet = state.planet(position::planet(state, what)?);
                self.units(&planet.forces, wanted)
            }
            "owner" => {
                let planet = state.planet(position::planet(state, what)?);
                same(planet.owner.map_or("nobody".into(), |seat| self.short(seat)))
            }
            "exhausted" | "ready" => {
                let planet = state.planet(position::planet(state, what)?);
                match planet.exhausted == (word == "exhausted") {
                    true => Ok(()),
                    false => Err(format!("it is not {word}")),
                }
            }
            "points" => same(state.points(position::seat(state, what)?).to_string()),
            "goods" => {
                let player = state.player(position::seat(state, what)?);
                same(format!("{} {}", player.trade_goods, player.commodities))
            }
            "tokens" => {
                let tokens = state.player(position::seat(state, what)?).tokens;
                same(format!("{} {} {}", tokens.tactic, tokens.fleet, tokens.strategy))
            }
            "token" => {
                let seat = position::seat(state, what)?;
                let on = state.systems.iter().filter(|(_, system)| system.tokens.contains(seat));
                same(on.map(|(id, _)| id.to_string()).collect::<Vec<_>>().join(", "))
            }
            "hand" => same(state.player(position::seat(state, what)?).hand.len().to_string()),
            // `note hacan: ceasefire of sol`, in hand or in play.
            "note" | "laid" => {
                let player = state.player(position::seat(state, what)?);
                let pile = if word == "note" { &player.notes } else { &player.notes_in_play };
                let names = pile.iter().map(|note| {
                    let of = self.short(note.of);
                    format!("{} of {of}", note.card.slug())
                });
                let names: Vec<String> = names.collect();
                let (name, should) = match wanted.strip_prefix("no ") {
                    Some(name) => (name, false),
                    None => (wanted, true),
                };
                match names.iter().any(|other| other == name) == should {
                    true => Ok(()),
                    false => Err(format!("there are {}", names.join(", "))),
                }
            }
            "holds" => {
                let card = ActionCardId::by_slug(wanted).ok_or("no such action card")?;
                let hand = View::of(state, Some(position::seat(state, what)?)).hand;
                let holds = hand.is_some_and(|hand| hand.action_cards.contains(&card));
                if holds { Ok(()) } else { Err("they do not hold it".into()) }
            }
            // `tech sol: transit-diodes`, and `transit-diodes exhausted` or `ready` if that matters.
            "tech" => {
                let (slug, condition) = wanted.split_once(' ').unwrap_or((wanted, ""));
                let tech = TechId::by_slug(slug).ok_or("no such technology")?;
                let seat = position::seat(state, what)?;
                let exhausted = state.player(seat).exhausted_technologies.contains(&tech);
                let fits = match condition {
                    "" => true,
                    "exhausted" => exhausted,
                    "ready" => !exhausted,
                    other => return Err(format!("a technology is not `{other}`")),
                };
                match (state.has_technology(seat, tech), fits) {
                    (true, true) => Ok(()),
                    (true, false) => Err(format!("it is not {condition}")),
                    (false, _) => Err("they do not own it".into()),
                }
            }
            "secrets" => same(state.player(position::seat(state, what)?).secrets.len().to_string()),
            "scored" => {
                let seat = position::seat(state, what)?;
                let public =
                    state.objectives.iter().filter(|on_table| on_table.scored.contains(seat));
                let public = public.map(|on_table| on_table.card.slug());
                let secret = state.player(seat).scored_secrets.iter().map(|card| card.slug());
                same(public.chain(secret).collect::<Vec<_>>().join(", "))
            }
            "law" => {
                let agenda = AgendaId::by_slug(what).ok_or("no such agenda")?;
                match (state.law_in_force(agenda).is_some(), wanted) {
                    (true, "no") => Err("it is in force".into()),
                    (false, wanted) if wanted != "no" => Err("it is not in force".into()),
                    _ => Ok(()),
                }
            }
            "speaker" => same(self.short(state.speaker)),
            "active" => same(state.active.map_or("nobody".into(), |seat| self.short(seat))),
            "round" => same(state.round.to_string()),
            "winner" => same(state.winner.map_or("nobody".into(), |seat| self.short(seat))),
            "phase" => same(View::of(state, None).phase.name().to_lowercase()),
            "custodians" => same(if state.custodians { "there".into() } else { "gone".into() }),
            other => Err(format!("`{other}` cannot be expected")),
        }
    }

    fn short(&self, seat: Seat) -> String {
        self.state.player(seat).faction.get().short_name.clone()
    }

    /// `sol 2 cruisers, damaged dreadnought; hacan pds`, or `nothing`.
    fn units(&self, forces: &Forces, wanted: &str) -> Result<(), String> {
        let mut expected = Forces::default();
        for part in wanted.split(';').map(str::trim) {
            if part.is_empty() || part == "nothing" {
                continue;
            }
            let (name, units) = part.split_once(' ').unwrap_or((part, ""));
            let seat = position::seat(&self.state, name)?;
            for (kind, damaged, count) in position::units(units)? {
                expected.add(seat, kind, damaged, count);
            }
        }
        match expected == *forces {
            true => Ok(()),
            false => {
                let mut words = Vec::new();
                for seat in forces.owners() {
                    words.push(format!("{} {}", self.short(seat), text::stacks(forces.of(seat))));
                }
                let words = if words.is_empty() { "nothing".into() } else { words.join("; ") };
                Err(format!("there is {words}"))
            }
        }
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
    given: VecDeque<Given>,
    dice: VecDeque<u8>,
    seed: Seed,
}

impl Decider<Imperium> for Tape {
    fn reply(&mut self, state: &State, prompts: &[Prompt<Imperium>]) -> Reply<Imperium> {
        let (seat, choices) = match self.given.front() {
            None => return Reply::Open,
            Some(Given::Deed(seat, deed)) => {
                let reply = Reply::Deed(*seat, deed.clone());
                self.given.pop_front();
                return reply;
            }
            Some(Given::Answer(seat, choices)) => (*seat, choices.clone()),
        };
        self.given.pop_front();
        let Some(prompt) = prompts.iter().find(|prompt| prompt.seat == seat) else {
            return Reply::Misfit(format!("{seat:?} is not asked"));
        };
        match prompt.check(state, &choices) {
            Ok(()) => Reply::Answer(seat, choices),
            Err(refusal) => Reply::Misfit(refusal.to_string()),
        }
    }

    fn chance(&mut self, label: &str, faces: u32, n: usize) -> Result<Vec<u32>, String> {
        let plain = match faces {
            0 => self.seed.shuffle(label, n),
            _ => self.seed.dice(label, faces, n),
        };
        let forced = |die: u32| match faces {
            10 => self.dice.pop_front().map_or(die, u32::from),
            _ => die,
        };
        Ok(plain.into_iter().map(forced).collect())
    }

    fn wants_news(&self) -> bool {
        true
    }
}
