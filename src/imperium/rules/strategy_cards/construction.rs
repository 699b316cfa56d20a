//! Construction (RR 24): PDS and space docks on planets.

use crate::engine::{Flow, Prompt, Refusal, Seat};
use crate::imperium::data::*;
use crate::imperium::state::*;
use crate::imperium::{Game, Imperium};

use super::super::ask::*;
use super::super::compound::Compound;
use super::super::fleet;
use super::super::tables::{Act, Number, forbidden, number};
use super::super::window::{self, Moment};
use super::{StrategyRule, ask_primary, card_of, is_free};

const KINDS: [UnitKind; 2] = [UnitKind::SpaceDock, UnitKind::Pds];

pub(super) static RULE: StrategyRule = StrategyRule {
    slugs: &["construction", "construction-pok"],
    text: [
        "Place a space dock or a PDS on a planet of yours, then another PDS on one of them.",
        "Place a space dock or a PDS on a planet of yours; the strategy token it costs goes into \
         that system.",
    ],
    token: true,
    primary,
    answer: Some(&FIRST),
    useful: |state, seat| Task { state, seat, most: 1, token: true }.could_build(),
    reply: Compound {
        check: |state, prompt, parts| Task::secondary(state, prompt).check(parts),
        next: |state, prompt, draft| Task::secondary(state, prompt).next(draft),
        suggest: |state, prompt| Task::secondary(state, prompt).suggest(),
    },
    secondary: |game, owed, parts| {
        if !owed.free {
            place_token(game, owed.seat, parts);
        }
        build(game, owed.seat, parts)
    },
};

static FIRST: Compound = Compound {
    check: |state, prompt, parts| match parts.is_empty() || parts == [Choice::Pass] {
        true => Ok(()),
        false => Task::primary(state, prompt).check(parts),
    },
    next: |state, prompt, draft| {
        let mut parts = Task::primary(state, prompt).next(draft);
        if draft.is_empty() {
            parts.push(Choice::Pass);
        }
        parts
    },
    suggest: |state, prompt| {
        let mut answers = Task::primary(state, prompt).suggest();
        answers.push(vec![Choice::Pass]);
        answers
    },
};

fn primary(game: &mut Game, seat: Seat, card: StrategyId) -> Flow {
    if !(Task { state: &game.state, seat, most: 2, token: false }).could_build() {
        game.say(|_| format!("There is nothing that {seat} could place (RR 85)."));
        return Ok(());
    }
    let answer = ask_primary(game, seat, card)?;
    build(game, seat, &answer)
}

/// The spent token goes into the structure's system, or to reinforcements when one lies there
/// already (RR 24.3).
fn place_token(game: &mut Game, seat: Seat, parts: &[Choice]) {
    let planet = structures(parts).into_iter().map(|(_, planet)| planet).next();
    let Some(system) = planet.and_then(|planet| game.state.galaxy.system_of(planet)) else {
        return;
    };
    game.state.system_mut(system).tokens.insert(seat);
    game.say(|state| format!("{seat}'s command token goes to **{}**.", state.system_name(system)));
}

fn build(game: &mut Game, seat: Seat, parts: &[Choice]) -> Flow {
    for (kind, from) in taken(parts) {
        game.state.forces_mut(from).remove(seat, kind, false, 1);
        game.say(|_| format!("{seat} takes a {} back from the board (RR 24.4).", kind.name()));
    }
    for (kind, planet) in structures(parts) {
        let at = site(&game.state, seat, kind, planet);
        game.state.place_units(seat, kind, 1, at);
        game.say(|state| {
            let place = fleet::place_words(state, at);
            format!("{seat} places a {} {place}.", kind.name())
        });
        if kind == UnitKind::SpaceDock {
            let system = game.state.system_of(at);
            window::must(game, &mut Moment::DockPlaced { by: seat, system })?;
        }
    }
    Ok(())
}

/// Where `seat` may place a structure of the kind by itself, whether there is plastic or not.
pub fn sites(state: &State, seat: Seat, kind: UnitKind) -> Vec<PlanetId> {
    let task = Task { state, seat, most: 1, token: false };
    state.controlled(seat).filter(|planet| task.fits(kind, *planet, &[], &[]).is_ok()).collect()
}

/// Where the structure stands: on the planet unless its card says in space.
pub fn site(state: &State, seat: Seat, kind: UnitKind, planet: PlanetId) -> Place {
    match state.galaxy.system_of(planet) {
        Some(system) if state.floats(seat, kind) => Place::Space(system),
        _ => Place::Planet(planet),
    }
}

fn structures(parts: &[Choice]) -> Vec<(UnitKind, PlanetId)> {
    let structure = |part: &Choice| match part {
        Choice::Structure { kind, planet } => Some((*kind, *planet)),
        _ => None,
    };
    parts.iter().filter_map(structure).collect()
}

fn taken(parts: &[Choice]) -> Vec<(UnitKind, Place)> {
    let units = |part: &Choice| match part {
        Choice::Recall { kind, count, from, .. } => {
            std::iter::repeat_n((*kind, *from), usize::from(*count))
        }
        _ => std::iter::repeat_n((UnitKind::Pds, Place::Space(SystemId(0))), 0),
    };
    parts.iter().flat_map(units).collect()
}

/// Structures that a planet may hold (RR 85.5, 85.6).
fn limit(kind: UnitKind) -> u8 {
    if kind == UnitKind::SpaceDock { 1 } else { 2 }
}

/// What one ability lets a seat place: up to `most` structures, one of them at most a space dock.
struct Task<'a> {
    state: &'a State,
    seat: Seat,
    most: usize,
    /// A token of the seat's goes into the system of the structure.
    token: bool,
}

impl<'a> Task<'a> {
    fn primary(state: &'a State, prompt: &Prompt<Imperium>) -> Self {
        Task { state, seat: prompt.seat, most: 2, token: false }
    }

    fn secondary(state: &'a State, prompt: &Prompt<Imperium>) -> Self {
        let free = card_of(prompt).is_some_and(|card| is_free(state, prompt.seat, card));
        Task { state, seat: prompt.seat, most: 1, token: !free }
    }

    fn could_build(&self) -> bool {
        !self.open(&[]).is_empty()
    }

    fn check(&self, parts: &[Choice]) -> Result<(), Refusal> {
        let (built, freed) = (structures(parts), taken(parts));
        let fits = |part: &Choice| {
            matches!(part, Choice::Structure { .. } | Choice::Recall { damaged: false, .. })
        };
        if !parts.iter().all(fits) || built.is_empty() {
            return Err(Refusal::new("name structures and the planets they go to").rule("24.2"));
        }
        let docks = built.iter().filter(|(kind, _)| *kind == UnitKind::SpaceDock).count();
        if built.len() > self.most || docks > 1 {
            let allowed = match self.most {
                1 => "Place one space dock or one PDS.",
                _ => "Place one space dock and one PDS, two PDS, or one of them.",
            };
            return Err(Refusal::new("that is more than the card allows")
                .rule("24.2")
                .instead(allowed));
        }
        for (at, (kind, planet)) in built.iter().enumerate() {
            self.fits(*kind, *planet, &built[..at], &freed)?;
        }
        KINDS.iter().try_for_each(|kind| self.stock(*kind, &built, &freed))
    }

    /// Whether one more structure may stand there beside those placed before it.
    fn fits(
        &self,
        kind: UnitKind,
        planet: PlanetId,
        before: &[(UnitKind, PlanetId)],
        freed: &[(UnitKind, Place)],
    ) -> Result<(), Refusal> {
        let name = planet.name();
        if !KINDS.contains(&kind) || self.state.card(self.seat, kind).is_none() {
            return Err(Refusal::new(format!("you cannot place a {}", kind.name())).rule("85"));
        }
        if self.state.owner(planet) != Some(self.seat) {
            return Err(Refusal::new(format!("you do not control {name}"))
                .rule("24.2")
                .instead("Structures go to planets that you control."));
        }
        if let Some(refusal) = forbidden(self.state, self.seat, Act::PlaceOn { planet }) {
            return Err(refusal);
        }
        let place = site(self.state, self.seat, kind, planet);
        let now = self.state.forces(place).count(self.seat, kind);
        let leave = freed.iter().filter(|unit| **unit == (kind, place)).count() as u8;
        let come = before.iter().filter(|unit| **unit == (kind, planet)).count() as u8;
        let what = Number::StructureLimit { seat: self.seat, kind };
        let limit = number(self.state, what, i32::from(limit(kind))).clamp(0, 99) as u8;
        // Only planets are full at some time (RR 85.5).
        let full = !self.state.floats(self.seat, kind);
        if full && now.saturating_sub(leave) + come + 1 > limit {
            let many = kind.label(usize::from(limit));
            return Err(Refusal::new(format!("{name} already holds {many}")).rule("85.6"));
        }
        Ok(())
    }

    /// Units come from reinforcements, or off the board when those hold none (RR 24.4).
    fn stock(
        &self,
        kind: UnitKind,
        built: &[(UnitKind, PlanetId)],
        freed: &[(UnitKind, Place)],
    ) -> Result<(), Refusal> {
        let due = built.iter().filter(|(other, _)| *other == kind).count();
        let held = usize::from(self.state.reinforcements(self.seat, kind));
        let missing = due.saturating_sub(held);
        let back: Vec<Place> =
            freed.iter().filter(|(other, _)| *other == kind).map(|(_, from)| *from).collect();
        if back.len() != missing {
            let refusal = Refusal::new(format!(
                "your reinforcements hold {} and {} come back from the board",
                kind.label(held),
                back.len()
            ));
            return Err(refusal.rule("24.4").instead(match missing {
                0 => "Nothing needs to be taken back.".into(),
                n => format!("Take back {} from systems without a token of yours.", kind.label(n)),
            }));
        }
        for place in &back {
            let named = back.iter().filter(|other| *other == place).count();
            let there = usize::from(self.state.forces(*place).count(self.seat, kind));
            if named > there {
                let why = format!("there are not that many {} to take back", kind.plural());
                return Err(Refusal::new(why).rule("24.4"));
            }
            if !self.may_take_from(*place, built) {
                let why = format!("a {} there is in a system with your token", kind.name());
                return Err(Refusal::new(why).rule("24.4"));
            }
        }
        Ok(())
    }

    /// The secondary ability's own token lies in its system before anything is taken back.
    fn may_take_from(&self, place: Place, built: &[(UnitKind, PlanetId)]) -> bool {
        let system = match place {
            Place::Space(system) => Some(system),
            Place::Planet(planet) => self.state.galaxy.system_of(planet),
        };
        let Some(system) = system.filter(|system| self.state.systems.contains_key(system)) else {
            return false;
        };
        let activated = self.token
            && built.iter().any(|(_, planet)| self.state.galaxy.system_of(*planet) == Some(system));
        !activated && !self.state.system(system).tokens.contains(self.seat)
    }

    /// Structures that could be added to a draft.
    fn open(&self, draft: &[Choice]) -> Vec<Choice> {
        let (built, freed) = (structures(draft), taken(draft));
        let docks = built.iter().filter(|(kind, _)| *kind == UnitKind::SpaceDock).count();
        let mut found = Vec::new();
        if built.len() >= self.most {
            return found;
        }
        for kind in KINDS {
            if (kind == UnitKind::SpaceDock && docks > 0)
                || (!self.in_stock(kind, &built) && self.to_take(kind, draft).is_empty())
            {
                continue;
            }
            let in_stock = self.in_stock(kind, &built);
            for planet in self.state.controlled(self.seat) {
                let stocked = in_stock || {
                    let with = Choice::Structure { kind, planet };
                    !self.to_take(kind, &[draft, &[with]].concat()).is_empty()
                };
                if stocked && self.fits(kind, planet, &built, &freed).is_ok() {
                    found.push(Choice::Structure { kind, planet });
                }
            }
        }
        found
    }

    fn in_stock(&self, kind: UnitKind, built: &[(UnitKind, PlanetId)]) -> bool {
        let due = built.iter().filter(|(other, _)| *other == kind).count();
        due < usize::from(self.state.reinforcements(self.seat, kind))
    }

    /// Units that could be taken back beside those of the draft.
    fn to_take(&self, kind: UnitKind, draft: &[Choice]) -> Vec<Choice> {
        let (built, freed) = (structures(draft), taken(draft));
        let spare = |(place, forces): (Place, &Forces)| {
            let named = freed.iter().filter(|unit| **unit == (kind, place)).count();
            let there = usize::from(forces.count(self.seat, kind));
            (there > named && self.may_take_from(place, &built)).then_some(Choice::Recall {
                kind,
                damaged: false,
                count: 1,
                from: place,
            })
        };
        self.state.all_forces().filter_map(spare).collect()
    }

    /// What a draft needs to be taken back comes before more structures.
    fn next(&self, draft: &[Choice]) -> Vec<Choice> {
        let (built, freed) = (structures(draft), taken(draft));
        if draft.contains(&Choice::Pass) {
            return Vec::new();
        }
        for kind in KINDS {
            let due = built.iter().filter(|(other, _)| *other == kind).count();
            let held = usize::from(self.state.reinforcements(self.seat, kind));
            let back = freed.iter().filter(|(other, _)| *other == kind).count();
            if due > held + back {
                return self.to_take(kind, draft);
            }
        }
        self.open(draft)
    }

    /// A space dock and a PDS where they are worth most, two PDS, and each alone.
    fn suggest(&self) -> Vec<Vec<Choice>> {
        let best = |draft: &[Choice], wanted: UnitKind| {
            let fits = |part: &Choice| {
                matches!(part, Choice::Structure { kind, .. } if *kind == wanted)
                    && self.check(&[draft, std::slice::from_ref(part)].concat()).is_ok()
            };
            let worth = |part: &Choice| match part {
                Choice::Structure { planet, .. } => self.state.resources(*planet),
                _ => 0,
            };
            self.open(draft).into_iter().filter(fits).max_by_key(worth)
        };
        let mut answers = Vec::new();
        for kind in KINDS {
            let Some(first) = best(&[], kind) else { continue };
            let first = vec![first];
            if let Some(second) = best(&first, UnitKind::Pds).filter(|_| self.most > 1) {
                answers.push([&first[..], &[second]].concat());
            }
            answers.push(first);
        }
        answers
    }
}
