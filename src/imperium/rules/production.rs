//! Producing units (RR 67, 68): what a yard may build where, what it costs, and paying for it, all
//! in one answer.

use crate::engine::{Flow, Prompt, Refusal, Seat};
use crate::imperium::data::*;
use crate::imperium::state::*;
use crate::imperium::{Game, Imperium};

use super::ask::*;
use super::compound::Compound;
use super::payment::{self, Currency};
use super::tables::{Act, Number, Prohibitions, forbidden, has_permits, number};
use super::window::{self, Moment};
use super::{blockade, control, fleet, movement};
use tariff::Tariff;

mod offer;
mod tariff;
#[cfg(test)]
mod tests;

pub static PRODUCE: Compound = Compound {
    check: |state, prompt, parts| yard(state, prompt).check(state, parts),
    next: |state, prompt, draft| yard(state, prompt).next(state, draft),
    suggest: |state, prompt| yard(state, prompt).suggest(state),
};

fn yard(state: &State, prompt: &Prompt<Imperium>) -> Yard {
    match prompt.question {
        Question::Produce { system, .. } => Yard::of(state, prompt.seat, system),
        Question::ProduceOn { planet, .. } => Yard::on(state, prompt.seat, planet),
        Question::ProduceFreely { system, limit } => {
            Yard::freely(state, prompt.seat, system, limit)
        }
        Question::Salvage { system, ref kinds } => Yard::salvage(state, prompt.seat, system, kinds),
        _ => unreachable!("only questions of production are judged here"),
    }
}

/// What the units of an answer cost, in resources; nothing where nothing is produced.
pub fn price(state: &State, prompt: &Prompt<Imperium>, parts: &[Choice]) -> u32 {
    let yard = match (&prompt.question, state.home_system(prompt.seat)) {
        (
            Question::Produce { .. }
            | Question::ProduceOn { .. }
            | Question::ProduceFreely { .. }
            | Question::Salvage { .. },
            _,
        ) => yard(state, prompt),
        // A price depends on the seat alone.
        (_, Some(home)) => Yard::of(state, prompt.seat, home),
        (_, None) => return 0,
    };
    yard.price(state, &built(parts))
}

/// `seat` may produce with all its production units in the system (RR 68).
pub fn produce(game: &mut Game, seat: Seat, system: SystemId) -> Flow {
    if Yard::of(&game.state, seat, system).limit == 0 {
        return Ok(());
    }
    let mut begins = Moment::Produces { by: seat, system };
    window::must(game, &mut begins)?;
    window::window(game, &mut begins)?;
    if !can_produce(&game.state, seat, system) {
        game.state.end(Until::ProductionEnds);
        return Ok(());
    }
    let parts = game.ask(|state| {
        let limit = Yard::of(state, seat, system).limit;
        Prompt::compound(seat, Question::Produce { system, limit })
    })?;
    Yard::of(&game.state, seat, system).carry_out(game, &parts)?;
    produced(game, seat, system, &parts)
}

/// What follows when units have used their production in the system.
pub fn produced(game: &mut Game, seat: Seat, system: SystemId, parts: &[Choice]) -> Flow {
    game.state.end(Until::ProductionEnds);
    let built = built(parts);
    if built.is_empty() {
        return Ok(());
    }
    let mut over = Moment::Produced { by: seat, system, built };
    window::must(game, &mut over)?;
    window::window(game, &mut over)
}

/// `seat` may produce at a planet without the production of any unit: units that cost no more than
/// the planet's resources.
pub fn produce_on(game: &mut Game, seat: Seat, planet: PlanetId) -> Flow {
    if !Yard::on(&game.state, seat, planet).can_produce(&game.state) {
        return Ok(());
    }
    let parts = game.ask(|state| {
        let cost = state.resources(planet);
        Prompt::compound(seat, Question::ProduceOn { planet, cost })
    })?;
    Yard::on(&game.state, seat, planet).carry_out(game, &parts)
}

/// `seat` may produce up to `limit` units in the system without the production of any unit.
pub fn produce_freely(game: &mut Game, seat: Seat, system: SystemId, limit: u8) -> Flow {
    if !can_produce_freely(&game.state, seat, system, limit) {
        return Ok(());
    }
    let question = Question::ProduceFreely { system, limit };
    let parts = game.ask(|_| Prompt::compound(seat, question.clone()))?;
    Yard::freely(&game.state, seat, system, limit).carry_out(game, &parts)
}

pub fn can_produce_freely(state: &State, seat: Seat, system: SystemId, limit: u8) -> bool {
    Yard::freely(state, seat, system, limit).can_produce(state)
}

/// `seat` may produce one ship of these kinds in the system without the production of any unit.
pub fn salvage(game: &mut Game, seat: Seat, system: SystemId, kinds: &[UnitKind]) -> Flow {
    if !Yard::salvage(&game.state, seat, system, kinds).can_produce(&game.state) {
        return Ok(());
    }
    let question = Question::Salvage { system, kinds: kinds.to_vec() };
    let parts = game.ask(|_| Prompt::compound(seat, question.clone()))?;
    Yard::salvage(&game.state, seat, system, kinds).carry_out(game, &parts)
}

/// Whether the seat's units in the system can produce anything that it can pay for.
pub fn can_produce(state: &State, seat: Seat, system: SystemId) -> bool {
    Yard::of(state, seat, system).can_produce(state)
}

/// Units that produce together: all of a seat's in a system, or one space dock.
#[derive(Clone, Debug)]
pub struct Yard {
    pub seat: Seat,
    pub system: SystemId,
    /// How many units it produces at most (RR 68.1).
    pub limit: u8,
    /// Where ground forces may be placed (RR 68.3, 68.4).
    pub planets: Vec<PlanetId>,
    /// A unit in the space area produces, so ground forces may be placed there.
    in_space: bool,
    /// Ships may be produced: no other player has ships here (RR 14.1, 67.6).
    open: bool,
    /// Where something produces here, units of which kind or no unit at all, and how much. Nothing where no unit does, so that
    /// nothing makes it cheaper either.
    output: Vec<(Place, Option<UnitKind>, u32)>,
    /// Something may keep some of the output from making everything.
    picky: bool,
    /// The units cost so much at most.
    budget: Option<u32>,
    /// Nothing but these kinds; everything when there are none.
    only: Vec<UnitKind>,
    /// Why nothing may be produced here at all.
    banned: Option<Refusal>,
}

impl Yard {
    pub fn of(state: &State, seat: Seat, system: SystemId) -> Yard {
        let mut yard = Yard::closed(state, seat, system);
        let mut occupied = false;
        for place in state.places(system) {
            for stack in state.forces(place).of(seat) {
                let each = output(state, stack, place);
                yard.add(state, place, Some(stack.kind), each * u32::from(stack.count));
                occupied = true;
            }
        }
        if occupied {
            let own = number(state, Number::SystemProduction { seat, system }, 0);
            yard.add(state, Place::Space(system), None, own.clamp(0, 99) as u32);
        }
        yard.modified(state)
    }

    /// One space dock at the place alone, as for the secondary ability of Warfare (RR 99.3).
    pub fn dock(state: &State, seat: Seat, place: Place) -> Yard {
        let mut yard = Yard::closed(state, seat, state.system_of(place));
        let mut docks = state.forces(place).of(seat).filter(|s| s.kind == UnitKind::SpaceDock);
        if let Some(dock) = docks.next() {
            yard.add(state, place, Some(dock.kind), output(state, dock, place));
        }
        yard.modified(state)
    }

    /// What may be produced in a system without any unit's production: in space or on planets that the
    /// seat controls (RR 67.4).
    pub fn freely(state: &State, seat: Seat, system: SystemId, limit: u8) -> Yard {
        let mut yard = Yard::closed(state, seat, system);
        yard.limit = limit;
        yard.in_space = true;
        let planets = state.galaxy.planets(system).iter().copied();
        yard.planets = planets.filter(|planet| state.owner(*planet) == Some(seat)).collect();
        yard
    }

    fn closed(state: &State, seat: Seat, system: SystemId) -> Yard {
        let open = !state.enemy_ships(system, seat);
        let banned = forbidden(state, seat, Act::Produce { system });
        Yard {
            seat,
            system,
            limit: 0,
            planets: Vec::new(),
            in_space: false,
            open,
            output: Vec::new(),
            picky: false,
            budget: None,
            only: Vec::new(),
            banned,
        }
    }

    /// One ship of these kinds, without any unit's production.
    pub fn salvage(state: &State, seat: Seat, system: SystemId, kinds: &[UnitKind]) -> Yard {
        let mut yard = Yard::closed(state, seat, system);
        yard.only = kinds.iter().copied().filter(|kind| kind.is_ship()).collect();
        yard.limit = u8::from(!yard.only.is_empty());
        yard.budget = Some(u32::MAX);
        yard
    }

    /// What may be produced at a planet without any unit's production.
    pub fn on(state: &State, seat: Seat, planet: PlanetId) -> Yard {
        let mut yard = Yard::closed(state, seat, state.system_of(Place::Planet(planet)));
        if state.owner(planet) == Some(seat) && control::is_open(state, seat, planet) {
            let resources = state.resources(planet);
            yard.budget = Some(resources.into());
            // As many as can cost that little: fighters and infantry come in pairs.
            yard.limit = resources.saturating_mul(2).min(99);
            yard.planets.push(planet);
        }
        yard
    }

    fn add(&mut self, state: &State, place: Place, kind: Option<UnitKind>, output: u32) {
        if output == 0 {
            return;
        }
        self.output.push((place, kind, output));
        self.limit = self.limit.saturating_add(output.min(99) as u8);
        match place {
            Place::Space(_) => self.in_space = true,
            Place::Planet(planet) => self.planets.push(planet),
        }
        if self.in_space {
            self.planets = state.galaxy.planets(self.system).to_vec();
        }
        // (RR 67.4) Nothing is produced on planets of others.
        let seat = self.seat;
        self.planets.retain(|planet| {
            state.owner(*planet) == Some(seat) && control::is_open(state, seat, *planet)
        });
        self.planets.dedup();
    }

    fn modified(mut self, state: &State) -> Yard {
        if self.limit > 0 {
            let what = Number::ProductionLimit { seat: self.seat, system: self.system };
            self.limit = number(state, what, i32::from(self.limit)).clamp(0, 99) as u8;
            self.picky = has_permits(state, self.seat);
        }
        self
    }

    pub fn can_produce(&self, state: &State) -> bool {
        if self.limit == 0 {
            return false;
        }
        let means = payment::available(state, self.seat, Currency::Resources);
        let tariff = self.tariff(state);
        let prohibitions = Prohibitions::of(state, self.seat, false);
        let reinforcements = state.all_reinforcements(self.seat);
        let builds = |kind: &UnitKind| {
            !self.sites(state, *kind).is_empty()
                && tariff.price(&[(*kind, 1)]) <= means
                && self.is_within_budget(&tariff, &[(*kind, 1)])
                && (reinforcements[*kind as usize] > 0
                    || self.recallable(state, *kind).next().is_some())
                && prohibitions.against(Act::Build { kind: *kind }).is_none()
        };
        UnitKind::ALL.iter().any(builds)
    }

    /// What of the output makes such units: some do not make everything.
    fn makers(
        &self,
        state: &State,
        what: UnitKind,
    ) -> impl Iterator<Item = &(Place, Option<UnitKind>, u32)> {
        let makes = |with: Option<UnitKind>| {
            with.is_none_or(|with| forbidden(state, self.seat, Act::Make { with, what }).is_none())
        };
        // The same kind mostly produces in several places.
        let kinds: Vec<(Option<UnitKind>, bool)> =
            self.output.iter().map(|(_, kind, _)| (*kind, makes(*kind))).collect();
        let able =
            move |kind: &Option<UnitKind>| kinds.iter().any(|(other, able)| other == kind && *able);
        self.output.iter().filter(move |(_, kind, _)| able(kind))
    }

    /// How many units of the kind are produced at most.
    pub fn most(&self, state: &State, kind: UnitKind) -> u8 {
        if !self.picky {
            return self.limit;
        }
        let all: u32 = self.output.iter().map(|(_, _, output)| output).sum();
        let able: u32 = self.makers(state, kind).map(|(_, _, output)| output).sum();
        u32::from(self.limit).saturating_sub(all - able) as u8
    }

    /// Whether such units may be placed there beside all that is produced: on planets where something
    /// produced (RR 68.3). Where what stands there cannot make them, it must have made something else.
    fn is_used(&self, state: &State, kind: UnitKind, at: Place, units: &[(UnitKind, u8)]) -> bool {
        if !self.picky || !kind.is_ground_force() {
            return true;
        }
        let here = |(place, _, _): &(Place, Option<UnitKind>, u32)| {
            *place == at || matches!(place, Place::Space(_))
        };
        if self.makers(state, kind).any(here) {
            return true;
        }
        units.iter().any(|(other, count)| {
            *count > 0 && *other != kind && self.makers(state, *other).any(here)
        })
    }

    /// Where units of the kind may be produced, whatever they cost.
    pub fn sites(&self, state: &State, kind: UnitKind) -> Vec<Place> {
        let produced = state.card(self.seat, kind).is_some_and(|card| card.cost.is_some());
        let mut sites = Vec::new();
        let wanted = self.only.is_empty() || self.only.contains(&kind);
        let bars = || self.banned.is_some() || self.most(state, kind) == 0;
        if !produced || !wanted || self.limit == 0 || bars() {
            return sites;
        }
        let space = if kind.is_ship() { self.open } else { self.in_space };
        if space && !kind.is_structure() {
            sites.push(Place::Space(self.system));
        }
        if kind.is_ground_force() {
            sites.extend(self.planets.iter().map(|planet| Place::Planet(*planet)));
        }
        sites
    }

    /// What the units cost together, in resources.
    pub fn price(&self, state: &State, units: &[(UnitKind, u8)]) -> u32 {
        self.tariff(state).price(units)
    }

    fn tariff(&self, state: &State) -> Tariff {
        Tariff::of(state, self.seat, !self.output.is_empty())
    }

    fn is_within_budget(&self, tariff: &Tariff, units: &[(UnitKind, u8)]) -> bool {
        self.budget.is_none_or(|budget| tariff.cost(units) <= budget)
    }

    /// Whether the answer is a legal production.
    pub fn check(&self, state: &State, parts: &[Choice]) -> Result<(), Refusal> {
        for part in parts {
            match part {
                Choice::Build { kind, count, at } => self.check_build(state, *kind, *count, *at)?,
                Choice::Recall { .. } => self.check_recall(state, parts, part)?,
                Choice::Exhaust(_) | Choice::TradeGoods(_) => {}
                _ => return Err(Refusal::new("that is neither built nor paid").rule("67")),
            }
        }
        let units = built(parts);
        self.check_makers(state, parts, &units)?;
        let tariff = self.tariff(state);
        if let Some(budget) = self.budget.filter(|_| !self.is_within_budget(&tariff, &units)) {
            let cost = tariff.cost(&units);
            return Err(Refusal::new(format!("these units cost {cost} together"))
                .instead(format!("They may cost {budget}, the planet's resources.")));
        }
        let sum: u32 = units.iter().map(|(_, count)| u32::from(*count)).sum();
        if sum > u32::from(self.limit) {
            let why = format!("{sum} units are more than production {} allows", self.limit);
            return Err(Refusal::new(why).rule("68.1"));
        }
        self.check_plastic(state, parts)?;
        payment::check(state, self.seat, parts, Currency::Resources, tariff.price(&units))
    }

    /// Units come from those that can make them (RR 68.1).
    fn check_makers(
        &self,
        state: &State,
        parts: &[Choice],
        units: &[(UnitKind, u8)],
    ) -> Result<(), Refusal> {
        for (kind, _) in units {
            let (wanted, most) = (count_of(units.to_vec(), *kind), self.most(state, *kind));
            if most < self.limit && wanted > u32::from(most) {
                let why =
                    format!("{wanted} {} are more than the {most} that can be", kind.plural());
                return Err(Refusal::new(format!("{why} produced here")).rule("68.1"));
            }
        }
        for part in parts {
            let Choice::Build { kind, at, .. } = part else { continue };
            if !self.is_used(state, *kind, *at, units) {
                let why = format!("nothing is produced {}", movement::place_name(*at));
                return Err(Refusal::new(why).rule("68.3").instead(
                    "What stands there must produce something else, or name another planet.",
                ));
            }
        }
        Ok(())
    }

    fn check_build(
        &self,
        state: &State,
        kind: UnitKind,
        count: u8,
        at: Place,
    ) -> Result<(), Refusal> {
        let plural = kind.plural();
        if count == 0 {
            return Err(Refusal::new(format!("no {} is no production", kind.name())));
        }
        let Some(card) = state.card(self.seat, kind) else {
            return Err(Refusal::new(format!("you have no card for {plural} yet")).rule("97"));
        };
        if card.cost.is_none() {
            return Err(Refusal::new(format!("{plural} are not produced")).rule("26.3"));
        }
        if let Some(refusal) = forbidden(state, self.seat, Act::Build { kind }) {
            return Err(refusal);
        }
        if let Some(refusal) = &self.banned {
            return Err(refusal.clone());
        }
        if self.limit == 0 {
            let why = format!("nothing of yours produces in {}", self.system);
            return Err(Refusal::new(why).rule("68"));
        }
        if self.sites(state, kind).contains(&at) {
            return Ok(());
        }
        if self.most(state, kind) == 0 {
            let kinds = self.output.iter().filter_map(|(_, kind, _)| *kind);
            let mut makers: Vec<&str> = kinds.map(UnitKind::plural).collect();
            makers.dedup();
            let why = format!("your {} produce no {plural}", makers.join(" and "));
            return Err(Refusal::new(why).rule("68.1"));
        }
        if !kind.is_ship() {
            let planets: Vec<&str> = self.planets.iter().map(|planet| planet.name()).collect();
            let why = format!("{plural} appear on planets whose units produce them");
            return Err(Refusal::new(why)
                .rule("68.3")
                .instead(format!("That is: {}.", planets.join(", "))));
        }
        match self.open {
            true => {
                let why = format!("{plural} appear in the space of {}", self.system);
                Err(Refusal::new(why).rule("68.2"))
            }
            false => {
                let why = format!("ships of another player in {} let none be built", self.system);
                Err(Refusal::new(why).rule("67.6").instead("Ground forces can be produced."))
            }
        }
    }

    /// A unit may come from the board when reinforcements have no more (RR 67.5).
    fn check_recall(&self, state: &State, parts: &[Choice], part: &Choice) -> Result<(), Refusal> {
        let Choice::Recall { kind, damaged, from, .. } = part else { return Ok(()) };
        let known = match from {
            Place::Space(system) => state.systems.contains_key(system),
            Place::Planet(planet) => state.planets.contains_key(planet),
        };
        if !known {
            return Err(Refusal::new("that place is not on the board"));
        }
        let system = state.system_of(*from);
        if state.system(system).tokens.contains(self.seat) {
            let why = format!("your command token in {system} keeps your units there");
            return Err(Refusal::new(why).rule("67.5"));
        }
        let there = state.forces(*from).count_in(self.seat, *kind, *damaged);
        let same = parts.iter().filter_map(|other| match other {
            Choice::Recall { kind: k, damaged: d, count, from: f }
                if (k, d, f) == (kind, damaged, from) =>
            {
                Some(u32::from(*count))
            }
            _ => None,
        });
        let wanted: u32 = same.sum();
        if wanted > u32::from(there) {
            let place = movement::place_name(*from);
            let why = format!("you have {} {place}, not {wanted}", kind.label(there.into()));
            return Err(Refusal::new(why));
        }
        Ok(())
    }

    /// Plastic must be there for every unit, and for each group of fighters or infantry
    /// (RR 67.5, 36.3, 46.3).
    fn check_plastic(&self, state: &State, parts: &[Choice]) -> Result<(), Refusal> {
        let reinforcements = state.all_reinforcements(self.seat);
        for kind in UnitKind::ALL {
            let (wanted, recalled) =
                (count_of(built(parts), kind), count_of(recalled(parts), kind));
            let spare = u32::from(reinforcements[kind as usize]);
            if wanted.saturating_sub(spare) > recalled {
                let why =
                    format!("reinforcements hold {}, not {wanted}", kind.label(spare as usize));
                return Err(Refusal::new(why).rule("67.5").instead(
                    "Units in systems without your command token may be taken back for it.",
                ));
            }
            if recalled > wanted.saturating_sub(spare) {
                let why = format!("more {} are taken back than are needed", kind.plural());
                return Err(Refusal::new(why).rule("67.5"));
            }
            if kind.tokens_may_substitute() && wanted > 0 && self.new_groups(state, parts, kind) {
                let why = format!("all {} plastic {} stand elsewhere", kind.limit(), kind.plural());
                let rule = if kind == UnitKind::Fighter { "36.3" } else { "46.3" };
                return Err(Refusal::new(why).rule(rule));
            }
        }
        Ok(())
    }

    /// Whether units of the kind would stand in more places than plastic can mark.
    fn new_groups(&self, state: &State, parts: &[Choice], kind: UnitKind) -> bool {
        let mut places: Vec<Place> = parts
            .iter()
            .filter_map(|part| match part {
                Choice::Build { kind: k, at, .. } if *k == kind => Some(*at),
                _ => None,
            })
            .filter(|at| state.forces(*at).count(self.seat, kind) == 0)
            .collect();
        places.sort_unstable();
        places.dedup();
        !places.is_empty()
            && fleet::groups(state, self.seat, kind) + places.len() > usize::from(kind.limit())
    }

    /// Units of the kind that may be taken back from the board.
    fn recallable<'a>(
        &self,
        state: &'a State,
        kind: UnitKind,
    ) -> impl Iterator<Item = (Place, Stack)> + use<'a> {
        let seat = self.seat;
        let needed = !kind.tokens_may_substitute();
        let open = state.systems.iter().filter(move |(_, on)| needed && !on.tokens.contains(seat));
        let places = open.flat_map(|(system, _)| state.places(*system));
        places.flat_map(move |place| {
            let stacks = state.forces(place).of(seat).filter(move |stack| stack.kind == kind);
            stacks.map(move |stack| (place, *stack))
        })
    }

    /// Pays, builds and says so. `parts` have been checked.
    pub fn carry_out(&self, game: &mut Game, parts: &[Choice]) -> Flow {
        let seat = self.seat;
        if built(parts).is_empty() {
            game.say(|_| format!("{seat} produces nothing."));
            return Ok(());
        }
        payment::pay(game, seat, parts);
        let mut touched = Vec::new();
        for part in parts {
            if let Choice::Recall { kind, damaged, count, from } = part {
                game.state.forces_mut(*from).remove(seat, *kind, *damaged, *count);
                touched.push(*from);
            }
        }
        for part in parts {
            if let Choice::Build { kind, count, at } = part {
                game.state.place_units(seat, *kind, *count, *at);
            }
        }
        game.say(|state| self.news(state, parts));
        let (system, units, planned) = (self.system, built(parts), self.budget.is_none());
        window::must(game, &mut Moment::UnitsProduced { by: seat, system, units, planned })?;
        for place in touched {
            match place {
                Place::Space(system) => fleet::tidy(game, seat, system)?,
                Place::Planet(planet) => control::settle(game, planet)?,
            }
        }
        fleet::tidy(game, seat, self.system)?;
        blockade::sweep(game)
    }

    fn news(&self, state: &State, parts: &[Choice]) -> String {
        let mut words: Vec<String> = Vec::new();
        for place in state.places(self.system) {
            let here: Vec<(UnitKind, u8)> = parts
                .iter()
                .filter_map(|part| match part {
                    Choice::Build { kind, count, at } if *at == place => Some((*kind, *count)),
                    _ => None,
                })
                .collect();
            if let (Place::Planet(planet), false) = (place, here.is_empty()) {
                words.push(format!("{} on {}", fleet::listed(&here), planet.name()));
            } else if !here.is_empty() {
                words.push(fleet::listed(&here));
            }
        }
        let name = state.system_name(self.system);
        let mut text = format!("{} produces {} in **{name}**", self.seat, words.join(", "));
        let paid = payment::words(parts);
        if !paid.is_empty() {
            text += &format!(", {paid}");
        }
        let back = recalled(parts);
        if !back.is_empty() {
            text += &format!(", taking {} off the board for it (RR 67.5)", fleet::listed(&back));
        }
        text + "."
    }
}

/// What one unit of the stack produces.
fn output(state: &State, stack: &Stack, at: Place) -> u32 {
    let production = state.card(stack.owner, stack.kind).and_then(|card| card.production);
    let value = match (production, at) {
        (Some(Production::Fixed(value)), _) => value,
        (Some(Production::PlanetResourcesPlus(more)), Place::Planet(planet)) => {
            state.resources(planet).saturating_add(more)
        }
        _ => 0,
    };
    let bars = |planet| forbidden(state, stack.owner, Act::UseProduction { planet }).is_some();
    match at {
        Place::Planet(planet) if value > 0 && bars(planet) => 0,
        _ => value.into(),
    }
}

/// The units that an answer builds.
pub fn built(parts: &[Choice]) -> Vec<(UnitKind, u8)> {
    let units = parts.iter().filter_map(|part| match part {
        Choice::Build { kind, count, .. } => Some((*kind, *count)),
        _ => None,
    });
    units.collect()
}

fn recalled(parts: &[Choice]) -> Vec<(UnitKind, u8)> {
    let units = parts.iter().filter_map(|part| match part {
        Choice::Recall { kind, count, .. } => Some((*kind, *count)),
        _ => None,
    });
    units.collect()
}

fn count_of(units: Vec<(UnitKind, u8)>, kind: UnitKind) -> u32 {
    units.into_iter().filter(|(k, _)| *k == kind).map(|(_, count)| u32::from(count)).sum()
}
