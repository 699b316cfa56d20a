//! Slash commands as the rules understand them: from typed options to choices, and back to
//! autocomplete. Pure; the Discord adapter, scenario files and tests all go through here.

use crate::engine::{Prompt, Refusal, Seat, Shape, name_seats};
use crate::imperium::data::*;
use crate::imperium::rules::ask::*;
use crate::imperium::rules::{compound, movement, payment, trade as trade_rules};
use crate::imperium::state::*;
use crate::imperium::view::text;
use crate::imperium::{Deed, Imperium};

/// What a command comes to.
#[derive(Clone, Debug, PartialEq)]
pub enum Act {
    /// A whole answer.
    Answer(Vec<Choice>),
    /// Parts for the draft of a compound answer.
    Add(Vec<Choice>),
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
        let (name, mut rest) = line.split_once(' ').unwrap_or((line, ""));
        let known = OPTIONS.iter().find(|(command, _)| *command == name);
        let names = known.map_or(&[][..], |(_, names)| names);
        let mut options: Vec<(String, String)> = Vec::new();
        rest = rest.trim();
        while !rest.is_empty() {
            let Some((option, tail)) = rest.split_once(':') else {
                return Err(Refusal::new(format!("`{rest}` has no option name"))
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
    ("move", &["from", "units", "via"]),
    ("land", &["planet", "units"]),
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

/// What `command` means to `seat`, given the open prompts.
pub fn act(
    state: &State,
    seat: Seat,
    prompts: &[Prompt<Imperium>],
    command: &Command,
) -> Result<Act, Refusal> {
    match command.name.as_str() {
        "trade" => return Ok(Act::Deed(trade(state, seat, command)?)),
        "accept" => return Ok(Act::Deed(Deed::Accept { offer: offer(state, seat, command)? })),
        "decline" => return Ok(Act::Deed(Deed::Decline { offer: offer(state, seat, command)? })),
        "confirm" => return Ok(Act::Confirm),
        "cancel" => return Ok(Act::Cancel),
        _ => {}
    }
    let Some(prompt) = prompts.iter().find(|prompt| prompt.seat == seat) else {
        return Err(Refusal::new("nothing is asked of you now").instead(waiting_for(prompts)));
    };
    let context = Context { state, seat, prompt };
    match command.name.as_str() {
        "pick" => {
            context.option(command.need("card")?, |choice| matches!(choice, Choice::Strategy(_)))
        }
        "activate" => {
            context.option(command.need("system")?, |choice| matches!(choice, Choice::Activate(_)))
        }
        "strategic" => {
            context.option(command.need("card")?, |choice| matches!(choice, Choice::Strategic(_)))
        }
        "play" => context.option(command.need("card")?, is_card),
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
        other => Err(Refusal::new(format!("there is no command /{other} in a game"))),
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

struct Context<'a> {
    state: &'a State,
    seat: Seat,
    prompt: &'a Prompt<Imperium>,
}

impl Context<'_> {
    fn label(&self, choice: &Choice) -> String {
        text::choice(self.state, &self.prompt.question, choice)
    }

    /// "You are asked …": what every refusal of a command that does not fit the question ends with.
    fn asked(&self) -> String {
        let asked = text::question(self.state, self.seat, &self.prompt.question);
        format!("You are asked: {asked}")
    }

    fn wrong(&self, what: impl Into<String>) -> Refusal {
        Refusal::new(what).instead(self.asked())
    }

    /// The one option that `text` names, among those that `kind` accepts.
    fn option(&self, text: &str, kind: fn(&Choice) -> bool) -> Result<Act, Refusal> {
        let options: Vec<&Choice> =
            self.prompt.options.iter().filter(|choice| kind(choice)).collect();
        if options.is_empty() {
            return Err(self.wrong("that is not what is asked now"));
        }
        let labels: Vec<String> = options.iter().map(|choice| self.label(choice)).collect();
        match find(
            &labels,
            &options.iter().map(|choice| text::key(choice)).collect::<Vec<_>>(),
            text,
        ) {
            Ok(at) => Ok(Act::Answer(vec![options[at].clone()])),
            Err(why) => Err(Refusal::new(why).instead(format!("Possible: {}.", some(&labels)))),
        }
    }

    fn pass(&self) -> Result<Act, Refusal> {
        if self.prompt.options.contains(&Choice::Pass) {
            return Ok(Act::Answer(vec![Choice::Pass]));
        }
        if self.prompt.shape == Shape::Compound {
            for answer in [vec![Choice::Pass], vec![]] {
                if self.prompt.check(self.state, &answer).is_ok() {
                    return Ok(Act::Answer(answer));
                }
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

    fn retreat(&self, to: Option<&str>) -> Result<Act, Refusal> {
        match (&self.prompt.question, to) {
            (Question::AnnounceRetreat { .. }, _) => Ok(Act::Answer(vec![Choice::Yes])),
            (Question::RetreatTo { .. }, Some(to)) => {
                self.option(to, |choice| matches!(choice, Choice::System(_)))
            }
            (Question::RetreatTo { .. }, None) => Err(self.wrong("`to` is missing")),
            _ => Err(self.wrong("there is no retreat to announce now")),
        }
    }

    fn need_question(&self, fits: bool, what: &str) -> Result<(), Refusal> {
        match fits {
            true => Ok(()),
            false => Err(self.wrong(format!("{what} now"))),
        }
    }

    /// Ships, and what they carry from the same system.
    fn movement(&self, command: &Command) -> Result<Act, Refusal> {
        let moving = matches!(self.prompt.question, Question::Move { .. });
        self.need_question(moving, "no ships move")?;
        let from = system(self.state, command.need("from")?)?;
        let via = match command.option("via") {
            Some(list) => {
                let names = list.split([',', ' ']).filter(|name| !name.is_empty());
                names.map(|name| system(self.state, name)).collect::<Result<Vec<_>, _>>()?
            }
            None => Vec::new(),
        };
        let mut parts = Vec::new();
        let mut room: Vec<(UnitKind, u32)> = Vec::new();
        let wanted = units(command.need("units")?)?;
        let moves = |wanted: &&Wanted| {
            self.state.card(self.seat, wanted.kind).is_some_and(movement::moves_itself)
        };
        for wanted in wanted.iter().filter(moves) {
            let space = &self.state.system(from).space;
            for (damaged, count) in
                wanted.split(|damaged| space.count_in(self.seat, wanted.kind, damaged))
            {
                let (kind, via) = (wanted.kind, via.clone());
                parts.push(Choice::Move { kind, damaged, count, from, via });
                let capacity = movement::room(self.state, self.seat, kind);
                room.push((kind, u32::from(capacity) * u32::from(count)));
            }
        }
        for wanted in &wanted {
            let moved = parts
                .iter()
                .any(|part| matches!(part, Choice::Move { kind, .. } if *kind == wanted.kind));
            if !moved {
                self.load(from, wanted, &mut room, &mut parts)?;
            }
        }
        Ok(Act::Add(parts))
    }

    /// Loads fighters or ground forces of the system `from` onto ships that have room.
    fn load(
        &self,
        from: SystemId,
        wanted: &Wanted,
        room: &mut [(UnitKind, u32)],
        parts: &mut Vec<Choice>,
    ) -> Result<(), Refusal> {
        let mut left = wanted.count;
        for place in self.state.places(from).collect::<Vec<_>>() {
            let forces = self.state.forces(place);
            let here = |damaged| forces.count_in(self.seat, wanted.kind, damaged);
            let take = Wanted { count: left.min(here(false) + here(true)), ..*wanted };
            for (damaged, mut count) in take.split(here) {
                left -= count;
                for (ship, room) in room.iter_mut().filter(|(_, room)| *room > 0) {
                    let fits = u32::from(count).min(*room) as u8;
                    if fits > 0 {
                        *room -= u32::from(fits);
                        count -= fits;
                        let kind = wanted.kind;
                        parts.push(Choice::Carry {
                            kind,
                            damaged,
                            count: fits,
                            from: place,
                            ship: *ship,
                            ship_from: from,
                        });
                    }
                }
                if count > 0 {
                    return Err(Refusal::new(format!(
                        "there is no capacity for {}",
                        wanted.kind.label(usize::from(count))
                    ))
                    .rule("16"));
                }
            }
        }
        match left {
            0 => Ok(()),
            n => Err(Refusal::new(format!(
                "you have {} fewer in {from}",
                wanted.kind.label(usize::from(n))
            ))),
        }
    }

    fn land(&self, command: &Command) -> Result<Act, Refusal> {
        let Question::CommitGroundForces { system } = self.prompt.question else {
            return Err(self.wrong("no ground forces land now"));
        };
        let planet = self.planet(system, command.option("planet"))?;
        let space = &self.state.system(system).space;
        let mut parts = Vec::new();
        for wanted in units(command.need("units")?)? {
            let kind = wanted.kind;
            for (damaged, count) in wanted.split(|damaged| space.count_in(self.seat, kind, damaged))
            {
                parts.push(Choice::Land { kind, damaged, count, planet });
            }
        }
        Ok(Act::Add(parts))
    }

    /// The planet of the system that is named, or its only one.
    fn planet(&self, system: SystemId, name: Option<&str>) -> Result<PlanetId, Refusal> {
        let planets = self.state.galaxy.planets(system);
        let names: Vec<String> = planets.iter().map(|planet| planet.name().to_string()).collect();
        match (name, planets) {
            (None, [only]) => Ok(*only),
            (None, _) => {
                Err(Refusal::new("`planet` is missing")
                    .instead(format!("Possible: {}.", some(&names))))
            }
            (Some(name), _) => {
                let slugs: Vec<String> =
                    planets.iter().map(|planet| planet.slug().to_string()).collect();
                let at = find(&names, &slugs, name);
                at.map(|at| planets[at]).map_err(|why| {
                    Refusal::new(why).instead(format!("Possible: {}.", some(&names)))
                })
            }
        }
    }

    /// Units to build; the cheapest payment is added unless `pay` says otherwise.
    fn build(&self, command: &Command) -> Result<Act, Refusal> {
        let building = matches!(
            self.prompt.question,
            Question::Produce { .. }
                | Question::ProduceOn { .. }
                | Question::ProduceFreely { .. }
                | Question::Secondary { .. }
                | Question::Primary { .. }
        );
        self.need_question(building, "nothing is produced")?;
        let mut parts = Vec::new();
        for wanted in units(command.need("units")?)? {
            let fits = |choice: &Choice| match choice {
                Choice::Build { kind, at, .. } => {
                    *kind == wanted.kind
                        && match (at, command.option("planet")) {
                            (Place::Planet(planet), Some(name)) => {
                                names(planet.name(), planet.slug(), name)
                            }
                            _ => true,
                        }
                }
                Choice::Structure { kind, planet } => {
                    let named = command.option("planet");
                    *kind == wanted.kind
                        && named.is_none_or(|name| names(planet.name(), planet.slug(), name))
                }
                _ => false,
            };
            let shape = self.shape()?;
            let next = (shape.next)(self.state, self.prompt, &parts);
            let Some(found) = next.into_iter().find(fits) else {
                let what = wanted.kind.label(usize::from(wanted.count));
                return Err(Refusal::new(format!("{what} cannot be built here now")).rule("67"));
            };
            parts.push(match found {
                Choice::Build { kind, at, .. } => Choice::Build { kind, count: wanted.count, at },
                other => other,
            });
        }
        self.with_payment(parts, command.option("pay"))
    }

    fn shape(&self) -> Result<&'static compound::Compound, Refusal> {
        compound::shape(&self.prompt.question).ok_or_else(|| self.wrong("that is not asked now"))
    }

    /// `parts` with the payment that `pay` names, or the cheapest one that makes them legal.
    fn with_payment(&self, mut parts: Vec<Choice>, pay: Option<&str>) -> Result<Act, Refusal> {
        if let Some(pay) = pay {
            parts.extend(self.payment(pay)?);
            return Ok(Act::Add(parts));
        }
        if self.prompt.check(self.state, &parts).is_ok() {
            return Ok(Act::Add(parts));
        }
        // A suggestion that does just this knows how to pay in whatever currency.
        let pays = |part: &Choice| {
            parts.contains(part)
                || matches!(
                    part,
                    Choice::Exhaust(_)
                        | Choice::TradeGoods(_)
                        | Choice::SpendTokens { .. }
                        | Choice::Card(_)
                )
        };
        let whole = (self.shape()?.suggest)(self.state, self.prompt).into_iter().find(|answer| {
            parts.iter().all(|part| answer.contains(part)) && answer.iter().all(pays)
        });
        if let Some(whole) = whole {
            return Ok(Act::Add(whole));
        }
        for currency in [payment::Currency::Resources, payment::Currency::Influence] {
            for price in 1..=60 {
                let paid = payment::cheapest(self.state, self.seat, currency, price, &[]);
                let Some(paid) = paid else { break };
                let whole = [&parts[..], &paid[..]].concat();
                if self.prompt.check(self.state, &whole).is_ok() {
                    return Ok(Act::Add(whole));
                }
            }
        }
        Ok(Act::Add(parts))
    }

    /// "Quann, Abyz, 2 trade goods".
    fn payment(&self, pay: &str) -> Result<Vec<Choice>, Refusal> {
        let mut parts = Vec::new();
        for item in pay.split(',').map(str::trim).filter(|item| !item.is_empty()) {
            let digits: String = item.chars().take_while(char::is_ascii_digit).collect();
            let rest = item[digits.len()..].trim().to_lowercase();
            if matches!(rest.as_str(), "tg" | "trade good" | "trade goods" | "goods") {
                parts.push(Choice::TradeGoods(digits.parse().unwrap_or(1)));
                continue;
            }
            let planets: Vec<PlanetId> = self.state.controlled(self.seat).collect();
            let labels: Vec<String> =
                planets.iter().map(|planet| planet.name().to_string()).collect();
            let slugs: Vec<String> =
                planets.iter().map(|planet| planet.slug().to_string()).collect();
            let at = find(&labels, &slugs, item).map_err(|why| {
                Refusal::new(why)
                    .instead("Name your planets and trade goods: `Quann, 2 trade goods`.")
            })?;
            parts.push(Choice::Exhaust(planets[at]));
        }
        Ok(parts)
    }

    /// "cruiser, sustain dreadnought, 2 fighters".
    fn assign(&self, text: &str) -> Result<Act, Refusal> {
        let assigning = matches!(
            self.prompt.question,
            Question::AssignHits { .. } | Question::RemoveExcess { .. }
        );
        self.need_question(assigning, "no hits are assigned")?;
        let mut parts = Vec::new();
        for item in text.split([',', '+']).map(str::trim).filter(|item| !item.is_empty()) {
            let sustained = item.strip_prefix("sustain");
            let wanted = units(sustained.unwrap_or(item))?;
            for Wanted { kind, count, damaged } in wanted {
                if sustained.is_some() {
                    parts.push(Choice::Sustain { kind, count });
                    continue;
                }
                let place = match &self.prompt.question {
                    Question::AssignHits { place, .. } => *place,
                    Question::RemoveExcess { system, .. } => Place::Space(*system),
                    _ => return Err(self.wrong("no hits are assigned now")),
                };
                let forces = self.state.forces(place);
                let wanted = Wanted { kind, count, damaged };
                for (damaged, count) in
                    wanted.split(|damaged| forces.count_in(self.seat, kind, damaged))
                {
                    parts.push(Choice::Destroy { kind, damaged, count });
                }
            }
        }
        Ok(Act::Answer(parts))
    }

    fn vote(&self, command: &Command) -> Result<Act, Refusal> {
        let voting = matches!(self.prompt.question, Question::Vote { .. });
        self.need_question(voting, "there is no vote")?;
        let shape = self.shape()?;
        let outcomes: Vec<Choice> = (shape.next)(self.state, self.prompt, &[])
            .into_iter()
            .filter(|choice| matches!(choice, Choice::Outcome(_)))
            .collect();
        let labels: Vec<String> = outcomes.iter().map(|choice| self.label(choice)).collect();
        let keys: Vec<String> = outcomes.iter().map(text::key).collect();
        let at = find(&labels, &keys, command.need("outcome")?)
            .map_err(|why| Refusal::new(why).instead(format!("Possible: {}.", some(&labels))))?;
        let mut parts = vec![outcomes[at].clone()];
        parts.extend(self.payment(command.option("planets").unwrap_or_default())?);
        Ok(Act::Answer(parts))
    }

    fn score(&self, command: &Command) -> Result<Act, Refusal> {
        if let Question::ScoreSecret = self.prompt.question {
            let secret = command.need("secret")?;
            return self.option(secret, |choice| matches!(choice, Choice::Secret(_)));
        }
        let scoring =
            matches!(self.prompt.question, Question::ScoreObjectives | Question::Primary { .. });
        self.need_question(scoring, "no objective is scored")?;
        let shape = self.shape()?;
        let mut parts: Vec<Choice> = Vec::new();
        for option in ["public", "secret"] {
            let Some(name) = command.option(option) else { continue };
            let offered: Vec<Choice> = (shape.next)(self.state, self.prompt, &parts)
                .into_iter()
                .filter(|choice| match option {
                    "public" => matches!(choice, Choice::Public(_)),
                    _ => matches!(choice, Choice::Secret(_)),
                })
                .collect();
            let labels: Vec<String> = offered.iter().map(|choice| self.label(choice)).collect();
            let keys: Vec<String> = offered.iter().map(text::key).collect();
            let at = find(&labels, &keys, name).map_err(|why| {
                Refusal::new(why).rule("61").instead(match labels.is_empty() {
                    true => "You fulfil none right now.".into(),
                    false => format!("You can score: {}.", some(&labels)),
                })
            })?;
            parts.push(offered[at].clone());
        }
        if parts.is_empty() {
            return Err(self.wrong("name a public or a secret objective"));
        }
        match self.with_payment(parts, command.option("pay"))? {
            Act::Add(parts) => Ok(Act::Answer(parts)),
            other => Ok(other),
        }
    }

    fn research(&self, command: &Command) -> Result<Act, Refusal> {
        let name = command.need("technology")?;
        if self.prompt.shape != Shape::Compound {
            return self.option(name, |choice| matches!(choice, Choice::Technology(_)));
        }
        let shape = self.shape()?;
        let offered: Vec<Choice> = (shape.next)(self.state, self.prompt, &[])
            .into_iter()
            .filter(|choice| matches!(choice, Choice::Technology(_)))
            .collect();
        if offered.is_empty() {
            return Err(self.wrong("no technology is researched now"));
        }
        let labels: Vec<String> = offered.iter().map(|choice| self.label(choice)).collect();
        let keys: Vec<String> = offered.iter().map(text::key).collect();
        let at = find(&labels, &keys, name).map_err(|why| {
            Refusal::new(why).rule("90").instead(format!("You can research: {}.", some(&labels)))
        })?;
        self.with_payment(vec![offered[at].clone()], command.option("pay"))
    }

    /// Labels with the names of factions instead of seat marks.
    fn by_faction(&self, labels: &[String]) -> Vec<String> {
        let name = |seat: Seat| {
            let player = self.state.players.get(seat.index());
            player.map_or(String::new(), |player| player.faction.name().to_string())
        };
        labels.iter().map(|label| name_seats(label, name)).collect()
    }

    /// Any option of the open question, or several separated by semicolons.
    fn answer(&self, text: &str) -> Result<Act, Refusal> {
        let mut parts: Vec<Choice> = Vec::new();
        for item in text.split(';').map(str::trim).filter(|item| !item.is_empty()) {
            let offered = match self.prompt.shape {
                Shape::Compound => (self.shape()?.next)(self.state, self.prompt, &parts),
                _ => self.prompt.options.clone(),
            };
            let labels: Vec<String> = offered.iter().map(|choice| self.label(choice)).collect();
            let keys: Vec<String> = offered.iter().map(text::key).collect();
            let found = find(&labels, &keys, item);
            match found.or_else(|why| find(&self.by_faction(&labels), &keys, item).or(Err(why))) {
                Ok(at) => parts.push(offered[at].clone()),
                Err(_) if item.eq_ignore_ascii_case("pass") => return self.pass(),
                Err(why) => {
                    let instead = format!("Possible: {}.", some(&labels));
                    return Err(Refusal::new(why).instead(instead));
                }
            }
        }
        Ok(Act::Answer(parts))
    }
}

/// Units that somebody wrote down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Wanted {
    kind: UnitKind,
    count: u8,
    /// Said to be damaged ones; otherwise undamaged ones are meant first.
    damaged: bool,
}

impl Wanted {
    /// Undamaged ones first, then damaged ones, unless damaged ones were asked for. What is not
    /// there is asked for all the same, so that the check can say so.
    fn split(&self, there: impl Fn(bool) -> u8) -> Vec<(bool, u8)> {
        if self.damaged {
            return vec![(true, self.count)];
        }
        let sound = there(false);
        let hurt = there(true);
        if self.count <= sound || hurt == 0 {
            return vec![(false, self.count)].into_iter().filter(|(_, count)| *count > 0).collect();
        }
        let rest = self.count - sound;
        [(false, sound), (true, rest)].into_iter().filter(|(_, count)| *count > 0).collect()
    }
}

/// Reads "2 cruisers, carrier + 3 infantry, damaged dreadnought".
fn units(text: &str) -> Result<Vec<Wanted>, Refusal> {
    let mut found = Vec::new();
    for item in text.split([',', '+', ';']).map(str::trim).filter(|item| !item.is_empty()) {
        let mut words: Vec<&str> = item.split_whitespace().collect();
        let mut count = 1u8;
        if let Some(first) = words.first() {
            let number = first.trim_end_matches(['x', 'X']);
            if let Ok(n) = number.parse() {
                count = n;
                words.remove(0);
            }
        }
        let before = words.len();
        words.retain(|word| !word.eq_ignore_ascii_case("damaged"));
        let damaged = words.len() < before;
        let Some(kind) = UnitKind::parse(&words.join(" ")) else {
            return Err(Refusal::new(format!("`{item}` is no unit"))
                .instead("Write units like `2 cruisers, carrier, 3 infantry`."));
        };
        if count > 0 {
            found.push(Wanted { kind, count, damaged });
        }
    }
    match found.is_empty() {
        true => Err(Refusal::new("no units are named")
            .instead("Write units like `2 cruisers, carrier, 3 infantry`.")),
        false => Ok(found),
    }
}

/// A system by its position, or by one of its planets.
pub fn system(state: &State, text: &str) -> Result<SystemId, Refusal> {
    let ids: Vec<SystemId> = state.systems.keys().copied().collect();
    let labels: Vec<String> = ids.iter().map(|id| state.system_name(*id)).collect();
    let keys: Vec<String> = ids.iter().map(|id| id.to_string()).collect();
    find(&labels, &keys, text).map(|at| ids[at]).map_err(|_| {
        Refusal::new(format!("`{text}` is no system on this board"))
            .instead("Write a position like 205, or the name of a planet.")
    })
}

fn trade(state: &State, seat: Seat, command: &Command) -> Result<Deed, Refusal> {
    let to = player(state, command.need("with")?)?;
    let goods = |option: &str, giver: Seat, known: Vec<Note>| match command.option(option) {
        Some(text) => goods(state, giver, &known, text),
        None => Ok(Goods::default()),
    };
    let gives = goods("give", seat, state.player(seat).notes.clone())?;
    let takes = goods("get", to, state.may_hold(to).collect())?;
    Ok(Deed::Offer { to, gives, takes })
}

/// A player by seat number (from 1), seat mark or faction.
pub fn player(state: &State, text: &str) -> Result<Seat, Refusal> {
    let seats: Vec<Seat> = (0..state.players.len()).map(|i| Seat(i as u8)).collect();
    let names: Vec<String> =
        seats.iter().map(|seat| state.player(*seat).faction.name().to_string()).collect();
    let keys: Vec<String> = seats.iter().map(|seat| (seat.0 + 1).to_string()).collect();
    let marked = seats.iter().find(|seat| seat.to_string() == text.trim());
    if let Some(seat) = marked {
        return Ok(*seat);
    }
    find(&names, &keys, text)
        .map(|at| seats[at])
        .map_err(|why| Refusal::new(why).instead(format!("Players: {}.", some(&names))))
}

/// Reads "3 commodities, 2 trade goods, ceasefire, sabotage"; `known` are the notes that may be meant.
fn goods(state: &State, giver: Seat, known: &[Note], text: &str) -> Result<Goods, Refusal> {
    let wrong = || {
        Refusal::new(format!("`{text}` cannot be traded")).instead(
            "Write `2 commodities, 1 trade good`, and the name of at most one promissory note.",
        )
    };
    let mut goods = Goods::default();
    for item in text.replace(" and ", ",").split([',', '+']).map(str::trim) {
        if item.is_empty() || item == "nothing" {
            continue;
        }
        let digits: String = item.chars().take_while(char::is_ascii_digit).collect();
        let count: u8 = if digits.is_empty() { 1 } else { digits.parse().map_err(|_| wrong())? };
        let pile = match item[digits.len()..].trim().to_lowercase().as_str() {
            "tg" | "trade good" | "trade goods" | "goods" => &mut goods.trade_goods,
            "c" | "comm" | "commodity" | "commodities" => &mut goods.commodities,
            name if action_card(name).is_some() => {
                let card = action_card(name).into_iter();
                goods.cards.extend(card.flat_map(|card| std::iter::repeat_n(card, count.into())));
                continue;
            }
            _ if goods.note.is_some() => {
                return Err(Refusal::new("that is more than one promissory note")
                    .rule("69.5")
                    .instead("Name at most one a side."));
            }
            _ => {
                goods.note = Some(note(state, giver, known, item)?);
                continue;
            }
        };
        *pile = pile.checked_add(count).ok_or_else(wrong)?;
    }
    Ok(goods)
}

/// An action card by its whole name.
fn action_card(typed: &str) -> Option<ActionCardId> {
    ActionCardId::all().find(|card| names(card.name(), card.slug(), typed))
}

/// Reads "ceasefire" or "ceasefire of letnev"; without a player the giver's own one comes first.
fn note(state: &State, giver: Seat, known: &[Note], text: &str) -> Result<Note, Refusal> {
    let (name, of) = match text.rsplit_once(" of ") {
        Some((name, of)) if player(state, of).is_ok() => (name, Some(player(state, of)?)),
        _ => (text, None),
    };
    let named = |note: &&Note| {
        let typed = fold(name);
        let card = fold(note.card.name());
        !typed.is_empty() && card.starts_with(&typed) && of.is_none_or(|of| note.of == of)
    };
    let found: Vec<Note> = known.iter().filter(named).copied().collect();
    let own = found.iter().find(|note| of.is_none() && note.of == giver);
    let labels: Vec<String> = known.iter().map(|note| text::note_name(*note)).collect();
    match (own, &found[..]) {
        (Some(own), _) => Ok(*own),
        (None, [only]) => Ok(*only),
        (None, []) => Err(Refusal::new(format!("`{text}` cannot be traded"))
            .instead(format!("Notes: {}. Goods: `2 trade goods`, `1 commodity`.", some(&labels)))),
        _ => Err(Refusal::new(format!("`{text}` could be several notes"))
            .instead(format!("Say whose it is: {}.", some(&labels)))),
    }
}

/// Autocomplete of what is given or got: what was typed up to the last comma, and a note.
fn tradable(
    state: &State,
    notes: impl Iterator<Item = Note>,
    cards: &[ActionCardId],
    typed: &str,
) -> Vec<(String, String)> {
    let before = typed.rfind(',').map_or("", |at| &typed[..=at]);
    let before = if before.is_empty() { String::new() } else { format!("{before} ") };
    let complete = |note: Note| {
        let faction = &state.player(note.of).faction.get().short_name;
        let value = format!("{before}{} of {faction}", note.card.slug());
        (format!("{before}{}", text::note_name(note)), value)
    };
    let mut found: Vec<(String, String)> = notes.map(complete).collect();
    for card in cards {
        let entry = (format!("{before}{}", card.name()), format!("{before}{}", card.slug()));
        if !found.contains(&entry) {
            found.push(entry);
        }
    }
    found
}

/// The proposal that is named, or the only one that concerns `seat`.
fn offer(state: &State, seat: Seat, command: &Command) -> Result<u32, Refusal> {
    if let Some(id) = command.option("offer") {
        let digits = id.trim_start_matches('#');
        return digits.parse().map_err(|_| Refusal::new(format!("`{id}` is no proposal")));
    }
    let mut own = state.offers.iter().filter(|offer| offer.to == seat || offer.from == seat);
    match (own.next(), own.next()) {
        (Some(only), None) => Ok(only.id),
        (None, _) => Err(Refusal::new("there is no open proposal for you")),
        _ => Err(Refusal::new("there are several proposals").instead("Say which with `offer`.")),
    }
}

fn is_card(choice: &Choice) -> bool {
    matches!(choice, Choice::Play(_) | Choice::PlayNote(_))
}

fn names(name: &str, slug: &str, typed: &str) -> bool {
    let typed = fold(typed);
    fold(name) == typed || fold(slug) == typed
}

/// Lower-case letters and digits, nothing else.
fn fold(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// Which of `labels` (or `keys`) `typed` means: exactly, else by the only one that begins with it,
/// else by the only one that contains it.
fn find(labels: &[String], keys: &[String], typed: &str) -> Result<usize, String> {
    if let Some(at) = keys.iter().position(|key| key == typed.trim()) {
        return Ok(at);
    }
    let typed_folded = fold(typed);
    if typed_folded.is_empty() {
        return Err("nothing is named".into());
    }
    let folded: Vec<String> = labels.iter().map(|label| fold(label)).collect();
    for fits in [
        (|label: &str, typed: &str| label == typed) as fn(&str, &str) -> bool,
        |label, typed| label.starts_with(typed),
        |label, typed| label.contains(typed),
    ] {
        let mut found = (0..folded.len()).filter(|at| fits(&folded[*at], &typed_folded));
        match (found.next(), found.next()) {
            (Some(at), None) => return Ok(at),
            // Equal cards, ships or dice: whichever.
            (Some(at), Some(other))
                if folded[at] == folded[other] && found.all(|more| folded[more] == folded[at]) =>
            {
                return Ok(at);
            }
            (Some(_), Some(_)) => return Err(format!("`{typed}` could be several things")),
            _ => {}
        }
    }
    Err(format!("`{typed}` is not possible here"))
}

/// The first few of a list, for "possible is…".
fn some(labels: &[String]) -> String {
    match labels.len() {
        0 => "nothing".into(),
        n if n <= 12 => labels.join(" · "),
        n => format!("{} · and {} more", labels[..12].join(" · "), n - 12),
    }
}

/// Autocomplete: what may stand in `option` of `command`, as (label, value), narrowed by `typed`.
pub fn complete(
    state: &State,
    seat: Option<Seat>,
    prompts: &[Prompt<Imperium>],
    draft: &[Choice],
    command: &str,
    option: &str,
    typed: &str,
) -> Vec<(String, String)> {
    let prompt = prompts.iter().find(|prompt| Some(prompt.seat) == seat);
    let offered = |kind: fn(&Choice) -> bool| -> Vec<(String, String)> {
        let Some(prompt) = prompt else { return Vec::new() };
        let options = match (prompt.shape, compound::shape(&prompt.question)) {
            (Shape::Compound, Some(shape)) => (shape.next)(state, prompt, draft),
            _ => prompt.options.clone(),
        };
        let options = options.into_iter().filter(kind);
        options.map(|c| (text::choice(state, &prompt.question, &c), text::key(&c))).collect()
    };
    let found = match (command, option) {
        ("pick", _) => offered(|choice| matches!(choice, Choice::Strategy(_))),
        ("activate", _) => offered(|choice| matches!(choice, Choice::Activate(_))),
        ("strategic", _) => offered(|choice| matches!(choice, Choice::Strategic(_))),
        ("play", _) => offered(is_card),
        ("retreat", _) => offered(|choice| matches!(choice, Choice::System(_))),
        ("research", "technology") => offered(|choice| matches!(choice, Choice::Technology(_))),
        ("score", "public") => offered(|choice| matches!(choice, Choice::Public(_))),
        ("score", "secret") => offered(|choice| matches!(choice, Choice::Secret(_))),
        ("vote", "outcome") => offered(|choice| matches!(choice, Choice::Outcome(_))),
        ("answer", _) => offered(|_| true),
        ("move", "from") => origins(state, prompt, draft),
        ("trade" | "offer", "give") => match seat {
            Some(seat) => {
                let player = state.player(seat);
                let mut others = state.others(seat);
                let any = others.any(|other| trade_rules::trades_cards(state, seat, other));
                let cards = if any { &player.hand[..] } else { &[] };
                tradable(state, player.notes.iter().copied(), cards, typed)
            }
            None => Vec::new(),
        },
        // Whom the trade is with is not known here: all that anybody may have.
        ("trade" | "offer", "get") => match seat {
            Some(seat) => {
                let theirs = state
                    .whereabouts
                    .iter()
                    .filter(|about| about.may_hold.iter().any(|holder| holder != seat));
                tradable(state, theirs.map(|about| about.note), &[], typed)
            }
            None => Vec::new(),
        },
        ("trade", "with") => state
            .seats()
            .filter(|other| Some(*other) != seat)
            .map(|other| {
                (format!("{other} ({})", state.player(other).faction.name()), other.to_string())
            })
            .collect(),
        ("land" | "build", "planet") => {
            let system = prompt.and_then(|prompt| match prompt.question {
                Question::CommitGroundForces { system }
                | Question::Produce { system, .. }
                | Question::ProduceFreely { system, .. } => Some(system),
                _ => None,
            });
            let planets = system.map_or(&[][..], |system| state.galaxy.planets(system));
            planets.iter().map(|planet| (planet.name().into(), planet.slug().into())).collect()
        }
        ("accept" | "decline", _) => state
            .offers
            .iter()
            .filter(|offer| {
                Some(offer.to) == seat || (command == "decline" && Some(offer.from) == seat)
            })
            .map(|offer| {
                let (gives, takes) = (offer.gives.in_full(), offer.takes.in_full());
                let label = format!("{} gives {gives}, gets {takes}", offer.from);
                (label, offer.id.to_string())
            })
            .collect(),
        _ => Vec::new(),
    };
    let wanted = fold(typed);
    let fits = |text: &str| fold(text).contains(&wanted);
    found.into_iter().filter(|(label, value)| fits(label) || fits(value)).collect()
}

/// The systems that ships can still come from, each once.
fn origins(
    state: &State,
    prompt: Option<&Prompt<Imperium>>,
    draft: &[Choice],
) -> Vec<(String, String)> {
    let Some(prompt) = prompt else { return Vec::new() };
    let Some(shape) = compound::shape(&prompt.question) else { return Vec::new() };
    let mut systems: Vec<SystemId> = (shape.next)(state, prompt, draft)
        .into_iter()
        .filter_map(|choice| match choice {
            Choice::Move { from, .. } => Some(from),
            _ => None,
        })
        .collect();
    systems.sort_unstable();
    systems.dedup();
    let label = |system: &SystemId| {
        let ships = text::stacks(state.system(*system).space.of(prompt.seat));
        text::shorten(format!("{}: {ships}", state.system_name(*system)), 100)
    };
    systems.iter().map(|system| (label(system), system.to_string())).collect()
}
