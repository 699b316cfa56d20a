//! Questions about the position that rules, views and players all ask.

use crate::engine::Seat;

use super::*;

impl State {
    pub fn player(&self, seat: Seat) -> &Player {
        &self.players[seat.index()]
    }

    /// All seats that still play, in order of seats.
    pub fn seats(&self) -> impl Iterator<Item = Seat> + Clone {
        self.clockwise_from(Seat(0))
    }

    /// Seats that still play, from `first` clockwise.
    pub fn clockwise_from(&self, first: Seat) -> impl Iterator<Item = Seat> + Clone {
        let (first, count) = (first.index(), self.players.len());
        (first..first + count)
            .map(move |i| if i < count { i } else { i - count })
            .filter(|i| !self.players[*i].eliminated)
            .map(|i| Seat(i as u8))
    }

    /// The others, clockwise from `seat`'s left neighbour.
    pub fn others(&self, seat: Seat) -> impl Iterator<Item = Seat> + Clone {
        self.clockwise_from(seat).filter(move |other| *other != seat)
    }

    /// The seat's lowest strategy card decides (RR 48.2); the last of all when it holds none.
    pub fn initiative(&self, seat: Seat) -> u8 {
        if self.zero == Some(seat) {
            return 0;
        }
        let held = self.strategy.iter().filter(|slot| slot.holder == Some(seat));
        held.map(|slot| slot.card.get().initiative).min().unwrap_or(u8::MAX)
    }

    /// Seats in initiative order (RR 48).
    pub fn initiative_order(&self) -> Vec<Seat> {
        // The cards lie in that order; whoever holds none comes last.
        let holders = self.strategy.iter().filter_map(|slot| slot.holder);
        let all = self.zero.into_iter().chain(holders).chain(self.clockwise_from(self.speaker));
        let mut order = Vec::with_capacity(self.players.len());
        for seat in all {
            if !self.player(seat).eliminated && !order.contains(&seat) {
                order.push(seat);
            }
        }
        order
    }

    /// How many strategy cards each player takes (RR 84.1).
    pub fn strategy_cards_each(&self) -> usize {
        if self.players.len() <= 4 { 2 } else { 1 }
    }

    pub fn strategy_cards_of(&self, seat: Seat) -> impl Iterator<Item = &StrategySlot> + Clone {
        self.strategy.iter().filter(move |slot| slot.holder == Some(seat))
    }

    pub fn slot(&self, card: StrategyId) -> Option<&StrategySlot> {
        self.strategy.iter().find(|slot| slot.card == card)
    }

    /// The unit card that counts for the seat's units of `kind`.
    pub fn card(&self, seat: Seat, kind: UnitKind) -> Option<&'static Unit> {
        self.player(seat).cards[kind as usize].map(UnitId::get)
    }

    /// Whether structures of the kind stand in space for this seat.
    pub fn floats(&self, seat: Seat, kind: UnitKind) -> bool {
        kind.is_structure()
            && self.card(seat, kind).is_some_and(|card| card.placement == Placement::Space)
    }

    pub fn has_technology(&self, seat: Seat, tech: TechId) -> bool {
        self.player(seat).technologies.binary_search(&tech).is_ok()
    }

    // Places

    pub fn system(&self, id: SystemId) -> &System {
        self.systems.get(&id).expect("a system id in use is a system on the board")
    }

    pub fn planet(&self, id: PlanetId) -> &PlanetState {
        self.planets.get(&id).expect("a planet id in use is a planet on the board")
    }

    pub fn system_of(&self, place: Place) -> SystemId {
        match place {
            Place::Space(system) => system,
            Place::Planet(planet) => self.galaxy.system_of(planet).expect("planets lie in systems"),
        }
    }

    pub fn forces(&self, place: Place) -> &Forces {
        match place {
            Place::Space(system) => &self.system(system).space,
            Place::Planet(planet) => &self.planet(planet).forces,
        }
    }

    /// The space area and the planets of a system.
    pub fn places(&self, system: SystemId) -> impl Iterator<Item = Place> {
        let planets = self.galaxy.planets(system).iter().map(|planet| Place::Planet(*planet));
        std::iter::once(Place::Space(system)).chain(planets)
    }

    /// Every place on the board with its units.
    pub fn all_forces(&self) -> impl Iterator<Item = (Place, &Forces)> {
        let space = self.systems.iter().map(|(id, system)| (Place::Space(*id), &system.space));
        space.chain(self.planets.iter().map(|(id, planet)| (Place::Planet(*id), &planet.forces)))
    }

    /// Adjacent systems, by hexes, hyperlanes and wormholes (RR 6, 101).
    pub fn neighbours(&self, system: SystemId) -> Vec<SystemId> {
        self.neighbours_by(system, |a, b| self.linked(a, b))
    }

    /// The same where `linked` says which wormholes are connected.
    pub fn neighbours_by(
        &self,
        system: SystemId,
        linked: impl Fn(Wormhole, Wormhole) -> bool,
    ) -> Vec<SystemId> {
        let mut found = self.galaxy.neighbours(system).to_vec();
        let mut partners = self.galaxy.wormhole_partners(system, &linked);
        partners.extend(self.partners_by(&self.carried_wormholes(), system, &linked));
        for partner in partners {
            if !found.contains(&partner) {
                found.push(partner);
            }
        }
        self.each_joined(system, linked, |joined| {
            if !found.contains(&joined) {
                found.push(joined);
            }
        });
        found
    }

    /// Other systems that are linked to this one by one of the wormholes that ships carry.
    pub fn partners_by(
        &self,
        carried: &[(SystemId, Wormhole)],
        system: SystemId,
        linked: impl Fn(Wormhole, Wormhole) -> bool,
    ) -> Vec<SystemId> {
        let mut found = Vec::new();
        for (at, kind) in carried {
            if *at != system {
                if self.galaxy.wormholes(system).iter().any(|own| linked(*own, *kind)) {
                    found.push(*at);
                }
                continue;
            }
            let printed = |other: &SystemId| {
                *other != system
                    && self.galaxy.wormholes(*other).iter().any(|far| linked(*kind, *far))
            };
            found.extend(self.galaxy.systems().iter().copied().filter(printed));
        }
        found
    }

    /// Wormholes that ships carry with them, and where they are now.
    pub fn carried_wormholes(&self) -> Vec<(SystemId, Wormhole)> {
        let mut found = Vec::new();
        for seat in self.seats() {
            let kind = UnitKind::Flagship;
            let Some(wormhole) = self.card(seat, kind).and_then(|card| card.wormhole) else {
                continue;
            };
            let here = self.systems.iter().filter(|(_, on)| on.space.count(seat, kind) > 0);
            found.extend(here.map(|(system, _)| (*system, wormhole)));
        }
        found
    }

    /// Systems that nothing but an effect makes adjacent, perhaps some that are so anyway. `linked` says
    /// which wormholes are connected.
    pub fn each_joined(
        &self,
        system: SystemId,
        linked: impl Fn(Wormhole, Wormhole) -> bool,
        mut visit: impl FnMut(SystemId),
    ) {
        let leads_to = |kinds: &[Wormhole]| {
            let gate = [Wormhole::Alpha, Wormhole::Beta];
            gate.iter().any(|a| kinds.iter().any(|b| linked(*a, *b)))
        };
        for lasting in &self.lasting {
            match lasting.effect {
                Effect::Hub(hub) if hub == system => {
                    let others = self.systems.keys().copied().filter(|other| *other != hub);
                    others
                        .filter(|other| self.has_units(*other, lasting.seat))
                        .for_each(&mut visit);
                }
                Effect::Hub(hub) if self.has_units(system, lasting.seat) => visit(hub),
                Effect::Gate(gate) if !self.is_open_gate(gate, lasting.seat) => {}
                Effect::Gate(gate) if gate == system => {
                    let others = self.systems.keys().copied().filter(|other| *other != gate);
                    others.filter(|other| leads_to(&self.wormholes(*other))).for_each(&mut visit);
                }
                Effect::Gate(gate) if leads_to(&self.wormholes(system)) => visit(gate),
                _ => {}
            }
        }
    }

    fn is_open_gate(&self, gate: SystemId, seat: Seat) -> bool {
        self.galaxy.planets(gate).iter().all(|planet| self.owner(*planet) != Some(seat))
    }

    /// Whether any unit of the seat stands in the system.
    pub fn has_units(&self, system: SystemId, seat: Seat) -> bool {
        self.places(system).any(|place| self.forces(place).of(seat).next().is_some())
    }

    /// Whether wormholes of these kinds are connected.
    pub fn linked(&self, a: Wormhole, b: Wormhole) -> bool {
        let alpha_or_beta = |kind| matches!(kind, Wormhole::Alpha | Wormhole::Beta);
        let joined = || {
            let joins = |lasting: &Lasting| {
                matches!(lasting.effect, Effect::AlphaMeetsBeta | Effect::WormholeSystemsAdjacent)
            };
            self.lasting.iter().any(joins)
        };
        a == b || (alpha_or_beta(a) && alpha_or_beta(b) && joined())
    }

    /// Whether systems with alpha and beta wormholes are adjacent even where wormholes do nothing.
    pub fn wormhole_systems_adjacent(&self) -> bool {
        let joins = |lasting: &Lasting| lasting.effect == Effect::WormholeSystemsAdjacent;
        self.lasting.iter().any(joins)
    }

    /// Printed wormholes, tokens, and those that ships carry.
    pub fn wormholes(&self, system: SystemId) -> Vec<Wormhole> {
        let carried = self.carried_wormholes().into_iter();
        let here = carried.filter(|(at, _)| *at == system).map(|(_, kind)| kind);
        self.galaxy.wormholes(system).iter().copied().chain(here).collect()
    }

    pub fn adjacent(&self, a: SystemId, b: SystemId) -> bool {
        self.neighbours(a).contains(&b)
    }

    pub fn anomalies(&self, system: SystemId) -> &[Anomaly] {
        self.galaxy.anomalies(system)
    }

    pub fn is_anomaly(&self, system: SystemId, kind: Anomaly) -> bool {
        self.anomalies(system).contains(&kind)
    }

    pub fn mecatol_rex(&self) -> Option<SystemId> {
        self.galaxy.mecatol_rex()
    }

    pub fn home_system(&self, seat: Seat) -> Option<SystemId> {
        let home = self.player(seat).faction.get().home_planets.first()?;
        self.galaxy.system_of(*home)
    }

    /// Whose home system it is.
    pub fn home_of(&self, system: SystemId) -> Option<Seat> {
        let seats = (0..self.players.len()).map(|i| Seat(i as u8));
        seats.into_iter().find(|seat| self.home_system(*seat) == Some(system))
    }

    // Units

    /// Seats with ships in the system's space area.
    pub fn fleets(&self, system: SystemId) -> Vec<Seat> {
        let space = &self.system(system).space;
        let mut owners = space.owners();
        owners.retain(|owner| space.has_ships(*owner));
        owners
    }

    pub fn has_ships(&self, system: SystemId, seat: Seat) -> bool {
        self.system(system).space.has_ships(seat)
    }

    pub fn enemy_ships(&self, system: SystemId, seat: Seat) -> bool {
        self.system(system).space.iter().any(|stack| stack.owner != seat && stack.kind.is_ship())
    }

    /// Units of `kind` on the board.
    pub fn on_board(&self, seat: Seat, kind: UnitKind) -> u8 {
        self.all_forces().map(|(_, forces)| forces.count(seat, kind)).sum()
    }

    /// Plastic left in reinforcements; fighters and infantry never run out (RR 36.1, 46.1).
    pub fn reinforcements(&self, seat: Seat, kind: UnitKind) -> u8 {
        if kind.tokens_may_substitute() {
            return 99;
        }
        kind.limit().saturating_sub(self.on_board(seat, kind))
    }

    /// The same for every kind of unit, as a number.
    pub fn all_reinforcements(&self, seat: Seat) -> [u8; UnitKind::ALL.len()] {
        let mut left = UnitKind::ALL.map(|kind| match kind.tokens_may_substitute() {
            true => 99,
            false => kind.limit(),
        });
        let plastic = self.all_forces().flat_map(|(_, forces)| forces.of(seat));
        for stack in plastic.filter(|stack| !stack.kind.tokens_may_substitute()) {
            let left = &mut left[stack.kind as usize];
            *left = left.saturating_sub(stack.count);
        }
        left
    }

    /// Ships that count against the fleet pool (RR 37.1): all but fighters.
    pub fn fleet_size(&self, system: SystemId, seat: Seat) -> u8 {
        let boarders = self.fights_as_ships(seat, system);
        let ships = self.system(system).space.of(seat);
        let counts = |kind: UnitKind| {
            (kind.is_ship() && kind != UnitKind::Fighter) || (boarders && kind.is_ground_force())
        };
        ships.filter(|stack| counts(stack.kind)).map(|stack| stack.count).sum()
    }

    /// Whether the seat's ground forces in that space area fight as if they were ships.
    pub fn fights_as_ships(&self, seat: Seat, system: SystemId) -> bool {
        self.combat.as_ref().is_some_and(|combat| {
            combat.place == Place::Space(system) && combat.boarders.contains(seat)
        })
    }

    // Planets

    pub fn owner(&self, planet: PlanetId) -> Option<Seat> {
        self.planets.get(&planet)?.owner
    }

    /// Planets the seat controls, in order of ids.
    pub fn controlled(&self, seat: Seat) -> impl Iterator<Item = PlanetId> + '_ {
        let owned = self.planets.iter().filter(move |(_, planet)| planet.owner == Some(seat));
        owned.map(|(id, _)| *id)
    }

    pub fn ready_planets(&self, seat: Seat) -> impl Iterator<Item = PlanetId> + '_ {
        self.controlled(seat).filter(|planet| !self.planet(*planet).exhausted)
    }

    pub fn resources(&self, planet: PlanetId) -> u8 {
        let printed = match self.is_swapped(planet) {
            true => planet.get().influence,
            false => planet.get().resources,
        };
        printed + self.attached(planet, 0)
    }

    pub fn influence(&self, planet: PlanetId) -> u8 {
        let printed = match self.is_swapped(planet) {
            true => planet.get().resources,
            false => planet.get().influence,
        };
        printed + self.attached(planet, 1)
    }

    /// What laws attached to the planet add to its resources (0) or influence (1).
    fn attached(&self, planet: PlanetId, which: usize) -> u8 {
        let here = self.laws.iter().filter(|law| law.elected == Some(Elected::Planet(planet)));
        here.map(|law| law.agenda.get().planet_bonus[which]).sum()
    }

    fn is_swapped(&self, planet: PlanetId) -> bool {
        self.lasting.iter().any(|lasting| lasting.effect == Effect::Swapped(planet))
    }

    /// Whether the seat's turn was ended before its time.
    pub fn is_turn_over(&self, seat: Seat) -> bool {
        let over = |lasting: &Lasting| lasting.seat == seat && lasting.effect == Effect::TurnOver;
        self.lasting.iter().any(over)
    }

    // Players

    pub fn points(&self, seat: Seat) -> i32 {
        // Nobody stands beyond the end of the track (RR 98.4a).
        self.merits(seat).clamp(0, i32::from(self.options.goal))
    }

    /// All points gained less those lost.
    pub fn merits(&self, seat: Seat) -> i32 {
        let player = self.player(seat);
        let publics = self.objectives.iter().filter(|on_table| on_table.scored.contains(seat));
        let publics: i32 = publics.map(|on_table| i32::from(on_table.card.get().points)).sum();
        let leaked = self.leaked.iter().filter(|leaked| leaked.scored.contains(seat));
        let secrets = (player.scored_secrets.len() + leaked.count()) as i32;
        let others: i32 = player.other_points.iter().map(|(_, points)| i32::from(*points)).sum();
        publics + secrets + others
    }

    /// Command tokens on the board.
    pub fn tokens_on_board(&self, seat: Seat) -> u8 {
        self.systems.values().filter(|system| system.tokens.contains(seat)).count() as u8
    }

    /// Command tokens left to gain (RR 23.2): sixteen in all.
    pub fn token_reinforcements(&self, seat: Seat) -> u8 {
        let tokens = self.player(seat).tokens;
        COMMAND_TOKENS.saturating_sub(
            tokens.tactic + tokens.fleet + tokens.strategy + self.tokens_on_board(seat),
        )
    }

    /// Whether two players are neighbours (RR 60): units or planets in the same or adjacent systems.
    pub fn are_neighbours(&self, a: Seat, b: Seat) -> bool {
        let mut theirs = [false; SystemId::COUNT];
        for system in self.presence(b) {
            theirs[usize::from(system.0)] = true;
        }
        let there = |system: &SystemId| theirs[usize::from(system.0)];
        let own = self.presence(a);
        let across_an_edge = |system: &SystemId| self.galaxy.neighbours(*system).iter().any(there);
        if own.iter().any(|system| there(system) || across_an_edge(system)) {
            return true;
        }
        // What is left are wormholes and effects, of which most systems have none.
        let anywhere = !self.lasting.is_empty() || !self.carried_wormholes().is_empty();
        let linked = |system: &&SystemId| anywhere || !self.galaxy.wormholes(**system).is_empty();
        own.iter().filter(linked).any(|system| self.neighbours(*system).iter().any(there))
    }

    /// Systems where the seat has units or controls planets.
    pub fn presence(&self, seat: Seat) -> Vec<SystemId> {
        let here = |system: &SystemId| {
            self.places(*system).any(|place| {
                self.forces(place).of(seat).next().is_some()
                    || matches!(place, Place::Planet(planet) if self.owner(planet) == Some(seat))
            })
        };
        self.systems.keys().copied().filter(here).collect()
    }

    pub fn law_in_force(&self, agenda: AgendaId) -> Option<&Law> {
        self.laws.iter().find(|law| law.agenda == agenda)
    }

    /// The planet to which a law in force is attached.
    pub fn planet_of(&self, agenda: AgendaId) -> Option<PlanetId> {
        match self.law_in_force(agenda)?.elected {
            Some(Elected::Planet(planet)) => Some(planet),
            _ => None,
        }
    }

    /// Secret objectives that a law in force lets everybody score as public ones.
    pub fn public_secrets(&self) -> impl Iterator<Item = &Leaked> {
        let elected = |card: SecretId| {
            self.laws
                .iter()
                .any(|law| matches!(law.elected, Some(Elected::Secret(_, c)) if c == card))
        };
        self.leaked.iter().filter(move |leaked| elected(leaked.card))
    }

    /// "Quann / 205", or "205" where there is no planet.
    pub fn system_name(&self, system: SystemId) -> String {
        let planets: Vec<&str> =
            self.galaxy.planets(system).iter().map(|planet| planet.name()).collect();
        match planets.is_empty() {
            true => system.to_string(),
            false => format!("{} / {system}", planets.join(", ")),
        }
    }

    /// "round 3, turn 14": what makes the label of a roll unique.
    pub fn moment_label(&self) -> String {
        format!("round {}, turn {}, agenda {}", self.round, self.turn, self.agendas_resolved)
    }
}

/// Command tokens a player has in all (RR 23.2).
pub const COMMAND_TOKENS: u8 = 16;
