//! `/move`, `/land`, `/assign`, `/retreat`: where units go, and which of them are lost.

use crate::engine::Refusal;
use crate::imperium::data::*;
use crate::imperium::rules::ask::*;
use crate::imperium::rules::{movement, retreat};
use crate::imperium::state::*;

use super::words::{self, Wanted, find, some, units};
use super::{Act, Command, Context};

/// Room that is left on ships of a kind.
type Room = (UnitKind, u32);

impl Context<'_> {
    pub(super) fn retreat(&self, to: Option<&str>) -> Result<Act, Refusal> {
        match (&self.prompt.question, to) {
            (Question::AnnounceRetreat { .. }, _) => Ok(Act::Answer(vec![Choice::Yes])),
            (Question::RetreatTo { .. }, Some(to)) => self.option("retreat", to),
            (Question::RetreatTo { .. }, None) => Err(self.wrong("`to` is missing")),
            _ => Err(self.no_retreat()),
        }
    }

    /// Who fights and has nowhere to go is not asked whether to retreat.
    fn no_retreat(&self) -> Refusal {
        let fights = |combat: &&Combat| combat.sides.contains(&self.seat);
        match self.state.combat.as_ref().filter(fights).map(|combat| combat.place) {
            Some(Place::Planet(_)) => {
                Refusal::new("nobody retreats from a ground combat").rule("42")
            }
            Some(Place::Space(from))
                if retreat::destinations(self.state, self.seat, from).is_empty() =>
            {
                Refusal::new("there is no system that you could retreat to").rule("78.4")
            }
            _ => self.wrong("there is no retreat to announce now"),
        }
    }

    /// Ships, with what they carry from where they start and what they pick up on the way.
    pub(super) fn movement(&self, command: &Command) -> Result<Act, Refusal> {
        let moving = matches!(self.prompt.question, Question::Move { .. });
        self.need_tactical(moving, "no ships move")?;
        Ok(Act::Draft([self.draft, &self.flight(command)?].concat()))
    }

    /// The parts that one `/move` adds.
    pub(super) fn flight(&self, command: &Command) -> Result<Vec<Choice>, Refusal> {
        let from = words::system(self.state, command.need("from")?)?;
        let via = match command.option("via") {
            Some(list) => {
                let names = list.split([',', ' ']).filter(|name| !name.is_empty());
                names.map(|name| words::system(self.state, name)).collect::<Result<Vec<_>, _>>()?
            }
            None => Vec::new(),
        };
        let wanted = units(command.need("units")?)?;
        let mut parts = Vec::new();
        let mut room: Vec<Room> = Vec::new();
        for wanted in wanted.iter().filter(|wanted| self.flies(wanted.kind)) {
            let kind = wanted.kind;
            let space = &self.state.system(from).space;
            for (damaged, count) in wanted.split(|damaged| space.count_in(self.seat, kind, damaged))
            {
                parts.push(Choice::Move { kind, damaged, count, from, via: via.clone() });
                let each = movement::room(self.state, self.seat, kind);
                room.push((kind, u32::from(each) * u32::from(count)));
            }
        }
        for wanted in wanted.iter().filter(|wanted| !self.flies(wanted.kind)) {
            let places: Vec<Place> = self.state.places(from).collect();
            self.load(from, *wanted, &places, &mut room, &mut parts)?;
        }
        for picked in words::pick_ups(self.state, command.option("pickup").unwrap_or_default())? {
            self.load(from, picked.wanted, &[picked.from], &mut room, &mut parts)?;
        }
        Ok(parts)
    }

    /// Whether units of the kind move by themselves.
    fn flies(&self, kind: UnitKind) -> bool {
        self.state.card(self.seat, kind).is_some_and(movement::moves_itself)
            // What has no card is refused as a ship, not as a load.
            || (kind.is_ship() && kind != UnitKind::Fighter)
    }

    /// Loads fighters or ground forces of these places onto ships from `ship_from` that have room.
    fn load(
        &self,
        ship_from: SystemId,
        wanted: Wanted,
        places: &[Place],
        room: &mut [Room],
        parts: &mut Vec<Choice>,
    ) -> Result<(), Refusal> {
        let kind = wanted.kind;
        let mut left = wanted.count;
        for place in places.iter().copied() {
            let forces = self.state.forces(place);
            let here = |damaged| forces.count_in(self.seat, kind, damaged);
            let there = if wanted.damaged { here(true) } else { here(false) + here(true) };
            let take = Wanted { count: left.min(there), ..wanted };
            for (damaged, mut count) in take.split(here) {
                left -= count;
                for (ship, room) in room.iter_mut().filter(|(_, room)| *room > 0) {
                    let fits = u32::from(count).min(*room) as u8;
                    if fits > 0 {
                        *room -= u32::from(fits);
                        count -= fits;
                        let (from, ship) = (place, *ship);
                        parts.push(Choice::Carry {
                            kind,
                            damaged,
                            count: fits,
                            from,
                            ship,
                            ship_from,
                        });
                    }
                }
                if count > 0 {
                    let what = kind.label(usize::from(count));
                    return Err(Refusal::new(format!("there is no capacity for {what}")).rule("16"));
                }
            }
        }
        match (left, places) {
            (0, _) => Ok(()),
            (n, [place]) => Err(Refusal::new(format!(
                "you have {} fewer {}",
                kind.label(usize::from(n)),
                movement::place_name(*place)
            ))),
            (n, _) => Err(Refusal::new(format!(
                "you have {} fewer in {ship_from}",
                kind.label(usize::from(n))
            ))),
        }
    }

    pub(super) fn land(&self, command: &Command) -> Result<Act, Refusal> {
        let Question::CommitGroundForces { system } = self.prompt.question else {
            self.need_tactical(false, "no ground forces land")?;
            return Err(self.wrong("no ground forces land now"));
        };
        let planet = self.planet(system, command.option("planet"))?;
        let parts = self.landing(system, planet, command.need("units")?)?;
        self.with_payment(parts, command.option("pay"))
    }

    fn landing(
        &self,
        system: SystemId,
        planet: PlanetId,
        typed: &str,
    ) -> Result<Vec<Choice>, Refusal> {
        let space = &self.state.system(system).space;
        let mut parts = Vec::new();
        for wanted in units(typed)? {
            let kind = wanted.kind;
            for (damaged, count) in wanted.split(|damaged| space.count_in(self.seat, kind, damaged))
            {
                parts.push(Choice::Land { kind, damaged, count, planet });
            }
        }
        Ok(parts)
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
                    let mut others = self.state.planets.keys();
                    let other =
                        others.find(|planet| words::named(planet.name(), planet.slug(), name));
                    let why = match other {
                        Some(other) => format!("{} is not in {system}", other.name()),
                        None => why,
                    };
                    Refusal::new(why).instead(format!("Possible: {}.", some(&names)))
                })
            }
        }
    }

    /// "cruiser, sustain dreadnought, 2 fighters".
    pub(super) fn assign(&self, text: &str) -> Result<Act, Refusal> {
        Ok(Act::Answer(self.losses(text)?))
    }

    pub(super) fn losses(&self, text: &str) -> Result<Vec<Choice>, Refusal> {
        let place = match &self.prompt.question {
            Question::AssignHits { place, .. } => *place,
            Question::RemoveExcess { system, .. } => Place::Space(*system),
            _ => return Err(self.wrong("no hits are assigned now")),
        };
        let forces = self.state.forces(place);
        let mut parts = Vec::new();
        for item in text.split([',', '+']).map(str::trim).filter(|item| !item.is_empty()) {
            let sustained = item.strip_prefix("sustain");
            for wanted in units(sustained.unwrap_or(item))? {
                let Wanted { kind, count, .. } = wanted;
                if sustained.is_some() {
                    parts.push(Choice::Sustain { kind, count });
                    continue;
                }
                for (damaged, count) in
                    wanted.split(|damaged| forces.count_in(self.seat, kind, damaged))
                {
                    parts.push(Choice::Destroy { kind, damaged, count });
                }
            }
        }
        Ok(parts)
    }
}
