//! Mutations that keep an invariant which nobody should have to remember twice.

use crate::engine::Seat;

use super::*;

impl State {
    pub fn player_mut(&mut self, seat: Seat) -> &mut Player {
        &mut self.players[seat.index()]
    }

    pub fn system_mut(&mut self, id: SystemId) -> &mut System {
        self.systems.get_mut(&id).expect("a system id in use is a system on the board")
    }

    pub fn planet_mut(&mut self, id: PlanetId) -> &mut PlanetState {
        self.planets.get_mut(&id).expect("a planet id in use is a planet on the board")
    }

    pub fn forces_mut(&mut self, place: Place) -> &mut Forces {
        match place {
            Place::Space(system) => &mut self.system_mut(system).space,
            Place::Planet(planet) => &mut self.planet_mut(planet).forces,
        }
    }

    /// Places up to `count` new units, as many as plastic allows; how many were placed.
    pub fn place_units(&mut self, seat: Seat, kind: UnitKind, count: u8, at: Place) -> u8 {
        let count = count.min(self.reinforcements(seat, kind));
        self.forces_mut(at).add(seat, kind, false, count);
        count
    }

    /// Gives control of a planet; the card arrives exhausted (RR 25.1). The structures of others are
    /// destroyed (RR 49.5). Whether control changed.
    pub fn take_control(&mut self, planet: PlanetId, seat: Seat) -> bool {
        let state = self.planet_mut(planet);
        state.forces.drain(|stack| stack.owner != seat && stack.kind.is_structure());
        if state.owner == Some(seat) {
            return false;
        }
        state.owner = Some(seat);
        state.exhausted = true;
        true
    }

    pub fn gain_technology(&mut self, seat: Seat, tech: TechId) {
        let player = self.player_mut(seat);
        if let Err(at) = player.technologies.binary_search(&tech) {
            player.technologies.insert(at, tech);
        }
        if let Some(unit) = tech.get().unit {
            self.choose_card(seat, unit.get().kind);
        }
    }

    /// Takes a technology away, with the unit card that it gave.
    pub fn lose_technology(&mut self, seat: Seat, tech: TechId) {
        let player = self.player_mut(seat);
        player.technologies.retain(|owned| *owned != tech);
        player.exhausted_technologies.retain(|exhausted| *exhausted != tech);
        if let Some(unit) = tech.get().unit {
            self.choose_card(seat, unit.get().kind);
        }
    }

    /// The unit card that counts for a kind: a faction's own upgrade before the plain one, before the
    /// card that the seat began with.
    fn choose_card(&mut self, seat: Seat, kind: UnitKind) {
        let sources = self.options.sources;
        let player = self.player_mut(seat);
        let upgrades = player.technologies.iter().filter_map(|tech| tech.get().unit);
        let upgrades = upgrades.filter(|unit| unit.get().kind == kind);
        let best = upgrades.max_by_key(|unit| unit.get().faction.is_some());
        player.cards[kind as usize] = best.or_else(|| first_card(player.faction, kind, sources));
    }

    /// Adds command tokens to a pool, as many as reinforcements hold; how many came.
    pub fn gain_tokens(&mut self, seat: Seat, pool: Pool, count: u8) -> u8 {
        let count = count.min(self.token_reinforcements(seat));
        *self.player_mut(seat).tokens.pool_mut(pool) += count;
        count
    }

    pub fn gain_trade_goods(&mut self, seat: Seat, count: u8) {
        let player = self.player_mut(seat);
        player.trade_goods = player.trade_goods.saturating_add(count);
    }

    /// Fills commodities up to the faction's value (RR 21.3); how many came.
    pub fn replenish(&mut self, seat: Seat) -> u8 {
        let limit = self.player(seat).faction.get().commodities;
        let player = self.player_mut(seat);
        let gained = limit.saturating_sub(player.commodities);
        player.commodities += gained;
        gained
    }

    /// Forgets losses of points that would put the seat before the start of the track: nothing is owed there
    /// (RR 98.4a).
    pub fn forgive(&mut self, seat: Seat) {
        while self.merits(seat) < 0 {
            let points = &mut self.player_mut(seat).other_points;
            let Some(at) = points.iter().position(|(_, points)| *points < 0) else { return };
            points.remove(at);
        }
    }

    /// Takes a law out of force, with the effects that last as long as it (RR 7.5).
    pub fn discard_law(&mut self, agenda: AgendaId) {
        self.lift_law(agenda);
        self.decks.discarded_agendas.push(agenda);
    }

    /// The same for a law whose card stays in hand, to come into force anew.
    pub fn lift_law(&mut self, agenda: AgendaId) {
        self.laws.retain(|law| law.agenda != agenda);
        self.end(Until::LawGoes(agenda));
    }

    /// Hands a law on to another player.
    pub fn give_law(&mut self, agenda: AgendaId, to: Seat) {
        for law in self.laws.iter_mut().filter(|law| law.agenda == agenda) {
            law.elected = Some(Elected::Player(to));
        }
    }

    /// Notes down something that objectives look at.
    pub fn record(&mut self, seat: Seat, feat: Feat) {
        let feats = &mut self.player_mut(seat).feats;
        if !feats.contains(&feat) {
            feats.push(feat);
        }
    }

    /// What was done no longer counts for objectives.
    pub fn forget_feats(&mut self) {
        for player in &mut self.players {
            player.feats.clear();
        }
    }

    /// Ends effects that last until then.
    pub fn end(&mut self, until: Until) {
        let lent = |lasting: &Lasting| match lasting.effect {
            Effect::Lent(note) if lasting.until == until => Some(note),
            _ => None,
        };
        let back: Vec<Note> = self.lasting.iter().filter_map(lent).collect();
        self.lasting.retain(|lasting| lasting.until != until);
        for note in back {
            self.return_note(note);
        }
    }
}

/// The unit card of a kind at the start: the faction's own, else the plain one.
pub fn first_card(faction: FactionId, kind: UnitKind, sources: Sources) -> Option<UnitId> {
    let starts = |unit: &UnitId| {
        let unit = unit.get();
        unit.upgrade_of.is_none() && unit.required_tech.is_none() && unit.available_at_start
    };
    let own = faction.get().units.iter().copied().filter(|unit| unit.is_in_play(sources));
    let plain = UnitId::in_play(sources).filter(|unit| unit.get().faction.is_none());
    own.chain(plain).find(|unit| unit.get().kind == kind && starts(unit))
}

impl Tokens {
    pub fn pool(&self, pool: Pool) -> u8 {
        match pool {
            Pool::Tactic => self.tactic,
            Pool::Fleet => self.fleet,
            Pool::Strategy => self.strategy,
        }
    }

    pub fn pool_mut(&mut self, pool: Pool) -> &mut u8 {
        match pool {
            Pool::Tactic => &mut self.tactic,
            Pool::Fleet => &mut self.fleet,
            Pool::Strategy => &mut self.strategy,
        }
    }
}
