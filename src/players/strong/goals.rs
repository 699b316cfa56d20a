//! How far a seat has come with what it could still score: objectives on the table and its own
//! secret ones.

use crate::engine::Seat;
use crate::imperium::data::*;
use crate::imperium::rules::tables::Cost;
use crate::imperium::rules::{adjacency, payment, scoring, technology};
use crate::imperium::state::*;

/// Something to score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Card {
    Public(PublicId),
    Secret(SecretId),
}

#[derive(Clone, Copy, Debug)]
pub struct Goal {
    pub card: Card,
    pub slug: &'static str,
    pub points: i32,
    pub cost: Cost,
}

/// All that the seat could still score in a status phase.
pub fn open(state: &State, seat: Seat) -> Vec<Goal> {
    let publics = state.objectives.iter().filter(|on_table| !on_table.scored.contains(seat));
    let publics = publics.map(|on_table| Goal {
        card: Card::Public(on_table.card),
        slug: on_table.card.slug(),
        points: on_table.card.get().points.into(),
        cost: scoring::public_cost(on_table.card),
    });
    let held = state.player(seat).secrets.iter().copied();
    let secrets = held.filter(|card| card.get().phase == Phase::Status).map(|card| Goal {
        card: Card::Secret(card),
        slug: card.slug(),
        points: 1,
        cost: scoring::secret_cost(card),
    });
    publics.chain(secrets).collect()
}

/// What is there and what is needed, as numbers that can be compared.
pub fn progress(state: &State, seat: Seat, slug: &str) -> (i32, i32) {
    let tally = Tally { state, seat };
    let (have, need) = match slug {
        "corner-the-market" => (tally.most_of_a_trait(), 4),
        "unify-the-colonies" => (tally.most_of_a_trait(), 6),
        "forge-an-alliance" => (tally.of_trait(Trait::Cultural), 4),
        "mine-rare-metals" => (tally.of_trait(Trait::Hazardous), 4),
        "monopolize-production" => (tally.of_trait(Trait::Industrial), 4),
        "develop-weaponry" => (tally.upgrades(), 2),
        "revolutionize-warfare" => (tally.upgrades(), 3),
        "diversify-research" => (tally.in_colours(2, 2), 4),
        "master-the-sciences" => (tally.in_colours(4, 2), 8),
        "master-the-laws-of-physics" => (tally.in_colours(1, 4), 4),
        "adapt-new-strategies" => (tally.faction_technologies(), 2),
        "expand-borders" => (tally.outside_homes(), 6),
        "subdue-the-galaxy" => (tally.outside_homes(), 11),
        "found-research-outposts" => (tally.with_specialty(), 3),
        "form-galactic-brain-trust" => (tally.with_specialty(), 5),
        "intimidate-council" => (tally.ships(|system| tally.beside_mecatol(system)), 2),
        "build-defenses" => (tally.structures(), 4),
        "construct-massive-cities" => (tally.structures(), 7),
        "establish-a-perimeter" => (tally.on_board(&[UnitKind::Pds]), 4),
        "fuel-the-war-machine" => (tally.on_board(&[UnitKind::SpaceDock]), 3),
        "gather-a-mighty-fleet" => (tally.on_board(&[UnitKind::Dreadnought]), 5),
        "engineer-a-marvel" => (tally.on_board(&[UnitKind::Flagship, UnitKind::WarSun]), 1),
        "raise-a-fleet" => (tally.largest_fleet(), 5),
        "command-an-armada" => (tally.largest_fleet(), 8),
        "explore-deep-space" => (tally.units(|system| tally.is_empty(system)), 3),
        "patrol-vast-territories" => (tally.units(|system| tally.is_empty(system)), 5),
        "improve-infrastructure" => (tally.planets_with_structures(), 3),
        "protect-the-border" => (tally.planets_with_structures(), 5),
        "make-history" => (tally.units(|system| tally.is_great(system)), 2),
        "become-a-legend" => (tally.units(|system| tally.is_great(system)), 4),
        "populate-the-outer-rim" => (tally.units(|system| tally.is_far(system)), 3),
        "control-the-borderlands" => (tally.units(|system| tally.is_far(system)), 5),
        "control-the-region" => (tally.ships(|_| true), 6),
        "conquer-the-weak" => (tally.foreign_home_planets(), 1),
        "push-boundaries" => (tally.smaller_neighbours(), 2),
        "become-the-gatekeeper" => {
            let kinds = [Wormhole::Alpha, Wormhole::Beta];
            let at = |kind: Wormhole| {
                let holds = |system| state.galaxy.wormholes(system).contains(&kind);
                tally.ships(holds).min(1)
            };
            (kinds.into_iter().map(at).sum(), 2)
        }
        "learn-the-secrets-of-the-cosmos" => {
            (tally.ships(|system| tally.beside_anomaly(system)), 3)
        }
        "threaten-enemies" => (tally.ships(|system| tally.beside_foreign_home(system)), 1),
        "cut-supply-lines" => (tally.ships(|system| tally.has_foreign_dock(system)), 1),
        "occupy-the-seat-of-the-empire" => tally.at_mecatol(),
        "establish-hegemony" => (tally.sum(|planet| state.influence(planet)), 12),
        "hoard-raw-materials" => (tally.sum(|planet| state.resources(planet)), 12),
        "foster-cohesion" => {
            let near = |other: &Seat| adjacency::are_neighbours(state, seat, *other);
            let all = state.others(seat).count() as i32;
            (state.others(seat).filter(near).count() as i32, all)
        }
        "occupy-the-fringe" => (tally.largest_garrison(), 9),
        "mechanize-the-military" => (tally.planets_with(UnitKind::Mech), 4),
        "seize-an-icon" => (tally.planets(|planet| planet.get().legendary), 1),
        "form-a-spy-network" => (state.player(seat).hand.len() as i32, 5),
        "erect-a-monument" => (tally.income(payment::Currency::Resources), 8),
        "found-a-golden-age" => (tally.income(payment::Currency::Resources), 16),
        "sway-the-council" => (tally.income(payment::Currency::Influence), 8),
        "manipulate-galactic-law" => (tally.income(payment::Currency::Influence), 16),
        "negotiate-trade-routes" => (tally.goods(), 5),
        "centralize-galactic-trade" => (tally.goods(), 10),
        "lead-from-the-front" => (tally.tokens(), 3),
        "galvanize-the-people" => (tally.tokens(), 6),
        "amass-wealth" => (tally.goods().min(3) + 3, 6),
        "hold-vast-reserves" => (tally.goods().min(6) + tally.planets(|_| true).min(10), 16),
        // Whatever else there is: it is fulfilled or it is not.
        _ => (0, 3),
    };
    (have.clamp(0, need), need)
}

struct Tally<'a> {
    state: &'a State,
    seat: Seat,
}

impl Tally<'_> {
    fn planets(&self, which: impl Fn(PlanetId) -> bool) -> i32 {
        self.state.controlled(self.seat).filter(|planet| which(*planet)).count() as i32
    }

    fn sum(&self, worth: impl Fn(PlanetId) -> u8) -> i32 {
        self.state.controlled(self.seat).map(|planet| i32::from(worth(planet))).sum()
    }

    fn of_trait(&self, wanted: Trait) -> i32 {
        self.planets(|planet| planet.get().traits.contains(&wanted))
    }

    fn most_of_a_trait(&self) -> i32 {
        Trait::ALL.into_iter().map(|wanted| self.of_trait(wanted)).max().unwrap_or(0)
    }

    fn with_specialty(&self) -> i32 {
        self.planets(|planet| !planet.get().tech_specialties.is_empty())
    }

    fn is_home(&self, system: SystemId) -> bool {
        self.state.galaxy.tile(system).is_some_and(|tile| tile.get().kind == TileKind::Home)
    }

    fn is_foreign_home(&self, system: SystemId) -> bool {
        self.is_home(system) && self.state.home_system(self.seat) != Some(system)
    }

    fn outside_homes(&self) -> i32 {
        let system = |planet| self.state.galaxy.system_of(planet);
        self.planets(|planet| system(planet).is_some_and(|system| !self.is_home(system)))
    }

    fn foreign_home_planets(&self) -> i32 {
        let system = |planet| self.state.galaxy.system_of(planet);
        self.planets(|planet| system(planet).is_some_and(|system| self.is_foreign_home(system)))
    }

    fn smaller_neighbours(&self) -> i32 {
        let mine = self.state.controlled(self.seat).count();
        let smaller = |other: &Seat| {
            self.state.controlled(*other).count() < mine
                && adjacency::are_neighbours(self.state, self.seat, *other)
        };
        self.state.others(self.seat).filter(smaller).count() as i32
    }

    fn upgrades(&self) -> i32 {
        let own = self.state.player(self.seat).technologies.iter();
        own.filter(|tech| tech.get().is_upgrade()).count() as i32
    }

    fn faction_technologies(&self) -> i32 {
        let own = self.state.player(self.seat).technologies.iter().map(|tech| tech.get());
        own.filter(|card| card.faction.is_some() && card.researchable).count() as i32
    }

    /// Technologies in the best `colours` colours, at most `each` counted in one.
    fn in_colours(&self, colours: usize, each: u8) -> i32 {
        let mut owned = technology::owned_colours(self.state, self.seat);
        owned.sort_unstable_by(|a, b| b.cmp(a));
        owned.iter().take(colours).map(|count| i32::from((*count).min(each))).sum()
    }

    fn on_board(&self, kinds: &[UnitKind]) -> i32 {
        kinds.iter().map(|kind| i32::from(self.state.on_board(self.seat, *kind))).sum()
    }

    fn structures(&self) -> i32 {
        self.on_board(&[UnitKind::Pds, UnitKind::SpaceDock])
    }

    fn planets_with_structures(&self) -> i32 {
        let home = self.state.home_system(self.seat);
        let built = self.state.planets.iter().filter(|(planet, there)| {
            there.forces.structures(self.seat).next().is_some()
                && self.state.galaxy.system_of(**planet) != home
        });
        built.count() as i32
    }

    fn planets_with(&self, kind: UnitKind) -> i32 {
        let with = |there: &&PlanetState| there.forces.count(self.seat, kind) > 0;
        self.state.planets.values().filter(with).count() as i32
    }

    fn largest_garrison(&self) -> i32 {
        let fringe = self.state.planets.values();
        let fringe = fringe.filter(|on| on.forces.count(self.seat, UnitKind::SpaceDock) == 0);
        let count = |on: &PlanetState| {
            on.forces.ground_forces(self.seat).map(|stack| i32::from(stack.count)).sum()
        };
        fringe.map(count).max().unwrap_or(0)
    }

    fn largest_fleet(&self) -> i32 {
        let sizes = self.state.systems.keys().map(|at| self.state.fleet_size(*at, self.seat));
        sizes.max().unwrap_or(0).into()
    }

    fn ships(&self, which: impl Fn(SystemId) -> bool) -> i32 {
        let there = self.state.systems.iter().filter(|(_, on)| on.space.has_ships(self.seat));
        there.filter(|(system, _)| which(**system)).count() as i32
    }

    fn units(&self, which: impl Fn(SystemId) -> bool) -> i32 {
        let there = self.state.systems.keys().filter(|system| which(**system));
        there.filter(|system| self.state.has_units(**system, self.seat)).count() as i32
    }

    fn is_empty(&self, system: SystemId) -> bool {
        self.state.galaxy.planets(system).is_empty()
    }

    fn is_great(&self, system: SystemId) -> bool {
        self.state.mecatol_rex() == Some(system)
            || !self.state.anomalies(system).is_empty()
            || self.state.galaxy.planets(system).iter().any(|planet| planet.get().legendary)
    }

    fn is_far(&self, system: SystemId) -> bool {
        self.state.home_system(self.seat) != Some(system)
            && (system.is_off_board() || self.state.galaxy.is_edge(system))
    }

    fn beside(&self, system: SystemId, which: impl Fn(SystemId) -> bool) -> bool {
        adjacency::neighbours(self.state, self.seat, system).into_iter().any(which)
    }

    fn beside_mecatol(&self, system: SystemId) -> bool {
        let mecatol = self.state.mecatol_rex();
        mecatol.is_some() && self.beside(system, |other| Some(other) == mecatol)
    }

    fn beside_anomaly(&self, system: SystemId) -> bool {
        self.beside(system, |other| !self.state.anomalies(other).is_empty())
    }

    fn beside_foreign_home(&self, system: SystemId) -> bool {
        self.beside(system, |other| self.is_foreign_home(other))
    }

    fn has_foreign_dock(&self, system: SystemId) -> bool {
        self.state.places(system).any(|place| {
            let mut units = self.state.forces(place).iter();
            units.any(|unit| unit.kind == UnitKind::SpaceDock && unit.owner != self.seat)
        })
    }

    /// Mecatol Rex and three ships there.
    fn at_mecatol(&self) -> (i32, i32) {
        let Some(system) = self.state.mecatol_rex() else { return (0, 4) };
        let mut planets = self.state.galaxy.planets(system).iter();
        let mine = planets.any(|planet| self.state.owner(*planet) == Some(self.seat));
        let ships = self.state.system(system).space.ships(self.seat);
        let ships: i32 = ships.map(|stack| i32::from(stack.count)).sum();
        (i32::from(mine) + ships.min(3), 4)
    }

    /// What all planets give in a round, and what is saved.
    fn income(&self, currency: payment::Currency) -> i32 {
        let goods = i32::from(self.state.player(self.seat).trade_goods);
        self.sum(|planet| currency.worth(self.state, planet)) + goods
    }

    fn goods(&self) -> i32 {
        self.state.player(self.seat).trade_goods.into()
    }

    fn tokens(&self) -> i32 {
        let tokens = self.state.player(self.seat).tokens;
        i32::from(tokens.tactic) + i32::from(tokens.strategy)
    }
}

/// Whether the seat could score it right now, its price included.
pub fn is_met(state: &State, seat: Seat, goal: &Goal) -> bool {
    match goal.card {
        Card::Public(card) => scoring::can_score_public(state, seat, card).is_ok(),
        Card::Secret(card) => scoring::can_score_secret(state, seat, card, Phase::Status).is_ok(),
    }
}

/// How likely a secret objective comes off, to choose between several. Those of the action and agenda
/// phases want luck or a fight; most of the others come by themselves.
pub fn promise(state: &State, seat: Seat, card: SecretId) -> i32 {
    if card.get().phase == Phase::Status {
        let (have, need) = progress(state, seat, card.slug());
        let ease = match card.slug() {
            "threaten-enemies" => 75,
            "hoard-raw-materials" | "establish-hegemony" | "stake-your-claim" => 60,
            "control-the-region" | "establish-a-perimeter" | "adapt-new-strategies" => 60,
            "learn-the-secrets-of-the-cosmos" | "master-the-laws-of-physics" => 60,
            "forge-an-alliance" | "mine-rare-metals" | "monopolize-production" => 50,
            "fuel-the-war-machine" | "foster-cohesion" | "occupy-the-fringe" => 50,
            "form-a-spy-network" | "produce-en-masse" => 45,
            "gather-a-mighty-fleet" | "cut-supply-lines" | "become-the-gatekeeper" => 40,
            "occupy-the-seat-of-the-empire" => 35,
            _ => 35,
        };
        return ease + 40 * have / need.max(1);
    }
    match card.slug() {
        "prove-endurance" => 45,
        "dictate-policy" | "drive-the-debate" => 45,
        "demonstrate-your-power" => 40,
        "spark-a-rebellion" | "brave-the-void" => 30,
        "unveil-flagship" => 25,
        _ => 20,
    }
}
