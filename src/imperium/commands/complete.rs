//! Autocomplete: what may be typed next, from the same lists that answers are judged by.

use crate::engine::{Prompt, Seat, Shape};
use crate::imperium::Imperium;
use crate::imperium::data::*;
use crate::imperium::rules::ask::*;
use crate::imperium::rules::{compound, movement, production};
use crate::imperium::state::*;
use crate::imperium::view::text;

use super::words::{self, fold};
use super::{Command, Context, deals, kind, suggestion_key};

/// What is shown, and what is typed for it.
pub(super) type Proposal = (String, String);

/// Characters in a proposal at most.
const LONGEST: usize = 100;

/// Complete answers among the proposals for `/answer`.
const SUGGESTED: usize = 5;

/// What may stand in the option `focused` of a command, as (label, value). The command has all the
/// options that are typed so far, that one included.
pub fn complete(
    state: &State,
    seat: Option<Seat>,
    prompts: &[Prompt<Imperium>],
    draft: &[Choice],
    command: &Command,
    focused: &str,
) -> Vec<(String, String)> {
    let typed = command.option(focused).unwrap_or_default();
    match command.name.as_str() {
        "trade" => return deals::complete(state, seat, command, focused, typed),
        "accept" | "decline" => return narrowed(deals::open(state, seat, &command.name), typed),
        _ => {}
    }
    let prompt = prompts.iter().find(|prompt| Some(prompt.seat) == seat);
    let (Some(seat), Some(prompt)) = (seat, prompt) else { return Vec::new() };
    let context = Context { state, seat, prompt, draft };
    match (command.name.as_str(), focused) {
        ("activate", _) => context.targets(typed),
        ("pick" | "strategic" | "play" | "retreat", _)
        | ("research", "technology")
        | ("vote", "outcome") => context.choices(kind(&command.name), typed),
        ("score", "public") => context.choices(|c| matches!(c, Choice::Public(_)), typed),
        ("score", "secret") => context.choices(|c| matches!(c, Choice::Secret(_)), typed),
        ("answer", _) => context.answers(typed),
        ("move", "from") => narrowed(context.origins(), typed),
        ("move", "units") => listed(typed, |head| plain(context.movers(command, head))),
        ("move", "pickup") => listed(typed, |head| plain(context.pick_ups(command, head))),
        ("land" | "build", "planet") => narrowed(context.sites(), typed),
        ("land", "units") => listed(typed, |head| plain(context.troops(head))),
        ("build", "units") => listed(typed, |head| plain(context.products(command, head))),
        ("assign", "units") => listed(typed, |head| plain(context.lost(head))),
        ("vote", "planets") | (_, "pay") => {
            listed(typed, |head| plain(context.means(command, head)))
        }
        _ => Vec::new(),
    }
}

pub(super) fn narrowed(found: Vec<Proposal>, typed: &str) -> Vec<Proposal> {
    let wanted = fold(typed);
    let fits = |text: &str| fold(text).contains(&wanted);
    found.into_iter().filter(|(label, value)| fits(label) || fits(value)).collect()
}

/// Proposals for the last item of a list with commas, with the items before it. `items` proposes what
/// may follow them.
pub(super) fn listed(typed: &str, items: impl FnOnce(&str) -> Vec<Proposal>) -> Vec<Proposal> {
    let (head, tail) = match typed.rsplit_once(',') {
        Some((head, tail)) => (head.trim(), tail.trim()),
        None => ("", typed.trim()),
    };
    let after = |item: &str| match head.is_empty() {
        true => item.to_string(),
        false => format!("{head}, {item}"),
    };
    let mut found: Vec<Proposal> = Vec::new();
    for (label, value) in narrowed(items(head), tail) {
        let whole = (after(&label), after(&value));
        if whole.1.chars().count() <= LONGEST && !found.contains(&whole) {
            found.push(whole);
        }
    }
    found
}

/// Proposals that are typed as they are shown.
fn plain(items: Vec<String>) -> Vec<Proposal> {
    items.into_iter().map(|item| (item.clone(), item)).collect()
}

impl Context<'_> {
    /// The options of one kind by their bare names.
    fn choices(&self, kind: impl Fn(&Choice) -> bool, typed: &str) -> Vec<Proposal> {
        let offered = self.offered(self.draft).into_iter().filter(kind);
        let name = |choice: &Choice| text::bare(self.state, &self.prompt.question, choice);
        narrowed(offered.map(|choice| (name(&choice), text::key(&choice))).collect(), typed)
    }

    /// Systems to activate. There are more of them than can be shown, so those come first that own
    /// ships reach, and of these the ones with planets to take; then those with production.
    fn targets(&self, typed: &str) -> Vec<Proposal> {
        let mut systems: Vec<(u8, SystemId)> = self
            .offered(self.draft)
            .into_iter()
            .filter_map(|choice| match choice {
                Choice::Activate(system) => Some((self.interest(system), system)),
                _ => None,
            })
            .collect();
        systems.sort_unstable();
        let proposal = |(_, system): &(u8, SystemId)| {
            (self.state.system_name(*system), text::key(&Choice::Activate(*system)))
        };
        narrowed(systems.iter().map(proposal).collect(), typed)
    }

    fn interest(&self, system: SystemId) -> u8 {
        let planets = self.state.galaxy.planets(system);
        let foreign = |planet: &PlanetId| self.state.owner(*planet) != Some(self.seat);
        match !movement::reach(self.state, self.seat, system).is_empty() {
            true if planets.iter().any(foreign) => 0,
            true => 1,
            false if production::can_produce(self.state, self.seat, system) => 2,
            false => 3,
        }
    }

    /// Whole answers, then what may come next, after the parts that are typed already.
    fn answers(&self, typed: &str) -> Vec<Proposal> {
        let (head, tail) = typed.rsplit_once(';').unwrap_or(("", typed));
        let Ok(parts) = self.parts(head) else { return Vec::new() };
        let question = &self.prompt.question;
        let name = |choice: &Choice| text::choice(self.state, question, choice);
        let mut found = Vec::new();
        if parts.is_empty() && self.draft.is_empty() {
            found.extend(self.suggested());
        }
        let mut taken: Vec<String> = parts.iter().map(text::key).collect();
        let offered = match self.prompt.shape {
            Shape::Compound => self.offered(&[self.draft, &parts].concat()),
            Shape::One if !parts.is_empty() => Vec::new(),
            _ => self.offered(&[]).into_iter().filter(|c| !parts.contains(c)).collect(),
        };
        for choice in offered {
            let words: Vec<String> = parts.iter().chain([&choice]).map(name).collect();
            taken.push(text::key(&choice));
            found.push((words.join(" + "), taken.join("; ")));
            taken.pop();
        }
        let wanted = fold(tail);
        found.retain(|(label, value)| {
            let last = label.rsplit(" + ").next().unwrap_or(label);
            value.chars().count() <= LONGEST
                && (fold(last).contains(&wanted) || fold(value).ends_with(&wanted))
        });
        found
    }

    fn suggested(&self) -> Vec<Proposal> {
        let shape = compound::shape(&self.prompt.question);
        let Some(shape) = shape.filter(|_| self.prompt.shape == Shape::Compound) else {
            return Vec::new();
        };
        let answers = (shape.suggest)(self.state, self.prompt).into_iter();
        let words = |parts: &[Choice]| match parts {
            [] => "nothing".to_string(),
            _ => {
                let name = |part| text::choice(self.state, &self.prompt.question, part);
                parts.iter().map(name).collect::<Vec<_>>().join(", ")
            }
        };
        answers
            .take(SUGGESTED)
            .map(|parts| (format!("★ {}", words(&parts)), format!("★{}", suggestion_key(&parts))))
            .collect()
    }

    /// The systems that ships can still come from, each once.
    fn origins(&self) -> Vec<Proposal> {
        let mut systems: Vec<SystemId> = self
            .offered(self.draft)
            .into_iter()
            .filter_map(|choice| match choice {
                Choice::Move { from, .. } => Some(from),
                _ => None,
            })
            .collect();
        systems.sort_unstable();
        systems.dedup();
        let label = |system: &SystemId| {
            let ships = text::stacks(self.state.system(*system).space.of(self.seat));
            text::shorten(format!("{}: {ships}", self.state.system_name(*system)), LONGEST)
        };
        systems.iter().map(|system| (label(system), system.to_string())).collect()
    }

    /// Ships of the origin that can come, then what they can carry from there.
    fn movers(&self, command: &Command, head: &str) -> Vec<String> {
        let from = command.option("from").and_then(|from| words::system(self.state, from).ok());
        let Some(from) = from else { return Vec::new() };
        let planned = self.planned(command, head);
        let mut found = Vec::new();
        for choice in self.offered(&planned) {
            match choice {
                Choice::Move { kind, damaged, count, from: at, via }
                    if at == from && via.is_empty() =>
                {
                    found.push(units(kind, damaged, count));
                }
                Choice::Carry { kind, damaged, count, from: place, ship_from, .. }
                    if ship_from == from && self.state.system_of(place) == from =>
                {
                    found.push(units(kind, damaged, count));
                }
                _ => {}
            }
        }
        found
    }

    /// What the ships of this command can pick up elsewhere than where they start.
    fn pick_ups(&self, command: &Command, head: &str) -> Vec<String> {
        let from = command.option("from").and_then(|from| words::system(self.state, from).ok());
        let mut command = command.clone();
        command.options.retain(|(name, _)| name != "pickup");
        command.options.push(("pickup".into(), head.into()));
        let ships = command.option("units").unwrap_or_default().to_string();
        let planned = self.planned(&command, &ships);
        let mut found = Vec::new();
        for choice in self.offered(&planned) {
            let Choice::Carry { kind, damaged, count, from: place, ship_from, .. } = choice else {
                continue;
            };
            if Some(ship_from) == from && Some(self.state.system_of(place)) != from {
                let units = units(kind, damaged, count);
                found.push(match place {
                    Place::Planet(planet) => format!("{units} on {}", planet.name()),
                    Place::Space(system) => format!("{units} in {system}"),
                });
            }
        }
        found
    }

    /// The draft with the ships and loads that are typed so far, as far as they make sense.
    fn planned(&self, command: &Command, ships: &str) -> Vec<Choice> {
        let mut command = command.clone();
        command.options.retain(|(name, _)| name != "units");
        command.options.push(("units".into(), ships.into()));
        let typed = self.flight(&command).unwrap_or_default();
        [self.draft, &typed].concat()
    }

    /// Planets on which something can land or be built.
    fn sites(&self) -> Vec<Proposal> {
        let mut planets: Vec<PlanetId> = self
            .offered(&self.unpaid())
            .into_iter()
            .filter_map(|choice| match choice {
                Choice::Land { planet, .. } | Choice::Structure { planet, .. } => Some(planet),
                Choice::Build { at: Place::Planet(planet), .. } => Some(planet),
                _ => None,
            })
            .collect();
        planets.sort_unstable();
        planets.dedup();
        planets.iter().map(|planet| (planet.name().into(), planet.slug().into())).collect()
    }

    fn troops(&self, head: &str) -> Vec<String> {
        let Question::CommitGroundForces { system } = self.prompt.question else {
            return Vec::new();
        };
        let named: Vec<UnitKind> = words::units(head)
            .map_or(Vec::new(), |wanted| wanted.iter().map(|wanted| wanted.kind).collect());
        let aboard = self.state.system(system).space.ground_forces(self.seat);
        let mut found = Vec::new();
        for stack in aboard.filter(|stack| !named.contains(&stack.kind)) {
            found.push(units(stack.kind, stack.damaged, stack.count));
            found.push(units(stack.kind, stack.damaged, 1));
        }
        found
    }

    fn products(&self, command: &Command, head: &str) -> Vec<String> {
        let planet = command.option("planet");
        let typed = self.construction(head, planet).unwrap_or_default();
        let offered = self.offered(&[self.unpaid(), typed].concat());
        let built = offered.into_iter().filter_map(|choice| match choice {
            Choice::Build { kind, count, .. } => Some(units(kind, false, count)),
            Choice::Structure { kind, .. } => Some(kind.name().to_string()),
            _ => None,
        });
        built.collect()
    }

    fn lost(&self, head: &str) -> Vec<String> {
        let typed = self.losses(head).unwrap_or_default();
        let lost = self.offered(&typed).into_iter().filter_map(|choice| match choice {
            Choice::Sustain { kind, count } => {
                Some(format!("sustain {}", units(kind, false, count)))
            }
            Choice::Destroy { kind, damaged, count } => Some(units(kind, damaged, count)),
            _ => None,
        });
        lost.collect()
    }

    /// What can pay, or vote.
    fn means(&self, command: &Command, head: &str) -> Vec<String> {
        let paid = self.payment(head).unwrap_or_default();
        let option = |name: &str| command.option(name).unwrap_or_default();
        let bought = match command.name.as_str() {
            "vote" => self.outcome(option("outcome")).map(|outcome| vec![outcome]),
            "build" => self.construction(option("units"), command.option("planet")),
            _ => Ok(Vec::new()),
        };
        let parts = [self.unpaid(), bought.unwrap_or_default(), paid.clone()].concat();
        let found = self.offered(&parts).into_iter().filter_map(|choice| match choice {
            Choice::Exhaust(planet) => Some(planet.name().to_string()),
            Choice::TradeGoods(n) => Some(text::count_of(n, "trade good")),
            _ => None,
        });
        let found: Vec<String> = found.collect();
        match found.is_empty() && paid.is_empty() {
            // What is bought is not known yet: whatever is ready.
            true => self.state.ready_planets(self.seat).map(|p| p.name().to_string()).collect(),
            false => found,
        }
    }
}

/// "2 damaged cruisers", as `/move` and the others read it.
fn units(kind: UnitKind, damaged: bool, count: u8) -> String {
    let name = if count == 1 { kind.name() } else { kind.plural() };
    let damaged = if damaged { "damaged " } else { "" };
    format!("{count} {damaged}{name}")
}
