//! Claiming assets, and the stack of effects: what resolves itself, what waits for the player.

use super::*;
use crate::inscription::effect::{Sides, War};

impl Desk<'_> {
    /// Puts effects on the stack so that the first one comes first.
    pub fn push(&mut self, effects: &[Effect]) {
        self.me.pending.extend(effects.iter().rev().cloned());
    }

    pub(super) fn add(&mut self, sheet: Sheet, points: i8) {
        self.me.vp[sheet.index()] += i16::from(points);
    }

    pub(super) fn keep(&mut self, asset: Asset, from: Spot) {
        self.me.kept.push(Kept { asset, from, spent: false });
    }

    /// Assets claimed at once: the player says in which order, where that can make a difference.
    pub(super) fn claims(&mut self, list: Vec<(Spot, Asset)>) {
        if !list.is_empty() {
            self.me.pending.push(Effect::Claims(list));
        }
    }

    /// An asset is circled (Assets).
    pub fn claim(&mut self, asset: Asset, spot: Spot) {
        match asset {
            Asset::Vp(points) => self.add(spot.sheet(), points),
            Asset::Com(row, n) => self.commodity(row, n),
            Asset::Coun => self.councilor(),
            Asset::Pop => self.population(),
            Asset::Fac => self.me.pending.push(Effect::Ability),
            Asset::Relic => self.draw_relic(spot),
            // Every strength box that is still to be filled (Neighbor).
            Asset::Nbr(side) => {
                for war in self.wars(War::Open) {
                    self.me.war.boxes[side.index()][usize::from(war)] += 1;
                }
            }
            Asset::Empty => {
                for passive in self.passives {
                    if let (Passive::EmptySystem(effects), Spot::System(_)) = (passive, spot) {
                        self.push(effects);
                    }
                }
            }
            // Who was first is settled when everybody is done.
            Asset::Mecatol | Asset::Home | Asset::Lock(_) => {}
            dashed => self.keep(dashed, spot),
        }
    }

    /// A full row takes no more.
    pub(super) fn commodity(&mut self, row: u8, n: u8) {
        for _ in 0..n {
            let count = &mut self.me.ind.rows[usize::from(row)];
            if *count >= self.printed.ind.columns {
                return;
            }
            *count += 1;
            let reached = *count;
            let printed = self.printed.ind.row_vp.iter();
            for (_, points) in printed.filter(|(behind, _)| *behind == reached) {
                self.add(Sheet::Ind, *points);
            }
        }
    }

    fn councilor(&mut self) {
        if self.me.ind.councilors >= self.printed.ind.councilors {
            return;
        }
        self.me.ind.councilors += 1;
        let reached = self.me.ind.councilors;
        let printed = self.printed.ind.councilor_vp.iter();
        for (_, points) in printed.filter(|(behind, _)| *behind == reached) {
            self.add(Sheet::Ind, *points);
        }
    }

    fn population(&mut self) {
        let step = usize::from(self.me.exp.population);
        if let Some(points) = self.printed.exp.population.get(step) {
            self.me.exp.population += 1;
            self.add(Sheet::Exp, *points);
        }
        for passive in self.passives {
            if let Passive::Population(effects) = passive {
                self.push(effects);
            }
        }
    }

    /// The top card of one's own pile; what it is worth is written beside the system (Relic).
    fn draw_relic(&mut self, spot: Spot) {
        let Spot::System(system) = spot else { return };
        self.me.nav.boxes.push((system, 0));
        let choosing = self.has(|passive| *passive == Passive::ChooseRelics);
        match self.me.pile.as_slice() {
            [] => {}
            [one, other, ..] if choosing => {
                let effect = Effect::KeepRelic(*one, *other);
                self.me.pile.drain(..2);
                self.me.pending.push(effect);
                self.revealed = Some("a relic".into());
            }
            [relic, ..] => {
                let relic = *relic;
                self.me.pile.remove(0);
                self.take_relic(relic);
                self.revealed = Some("a relic".into());
            }
        }
    }

    /// The other relic goes under the own pile.
    pub(super) fn keep_relic(&mut self, relic: RelicId) {
        let Some(Effect::KeepRelic(one, other)) = self.me.pending.pop() else { return };
        self.me.pile.push(if one == relic { other } else { one });
        self.take_relic(relic);
    }

    fn take_relic(&mut self, relic: RelicId) {
        let card = self.printed.pack.relic(relic);
        if let Some(written) = self.me.nav.boxes.last_mut() {
            written.1 = card.vp;
        }
        self.add(Sheet::Nav, card.vp);
        match card.when {
            When::Now => {
                self.me.played.push(relic);
                self.push(&card.effect);
            }
            _ => self.me.hand.push(relic),
        }
    }

    /// An asset that lies on no map: trade goods and votes come from the pools (Q4).
    fn claim_loose(&mut self, asset: Asset, n: u8) {
        for _ in 0..n {
            match asset {
                Asset::Tg if self.me.ind.tg < self.printed.ind.tg_pool => {
                    self.me.ind.tg += 1;
                    self.keep(asset, Spot::Pool);
                }
                Asset::Vote if self.me.ind.votes < self.printed.ind.vote_pool => {
                    self.me.ind.votes += 1;
                    self.keep(asset, Spot::Pool);
                }
                Asset::Tg | Asset::Vote => {}
                Asset::Com(..) | Asset::Coun | Asset::Pop => self.claim(asset, Spot::Token),
                other => self.keep(other, Spot::Token),
            }
        }
    }

    /// Resolves what needs no decision, and drops what is not possible, until the player is due.
    pub fn settle(&mut self) {
        while let Some(effect) = self.me.pending.last() {
            if self.waits(effect) {
                return;
            }
            let effect = self.me.pending.pop().expect("it was just looked at");
            self.resolve(effect);
        }
    }

    /// Whether the player has to decide, and can.
    fn waits(&self, effect: &Effect) -> bool {
        match effect {
            // Seen only after the answer that drew it.
            Effect::KeepRelic(..) => true,
            Effect::Claims(list) => {
                let eventful = |asset: &Asset| match asset {
                    Asset::Fac | Asset::Relic => true,
                    Asset::Pop => self.has(|passive| matches!(passive, Passive::Population(_))),
                    _ => false,
                };
                list.len() > 1 && list.iter().any(|(_, asset)| eventful(asset))
            }
            Effect::Either(one, other) => self.possible(one) && self.possible(other),
            Effect::Strength { sides: Sides::Either, war, .. } => !self.wars(*war).is_empty(),
            Effect::Forgo(_) => {
                let pool = self.me.pool.iter();
                pool.filter(|count| **count > 0).count() > 1
            }
            Effect::Explore { .. }
            | Effect::ClaimSystem(_)
            | Effect::Scrap { .. }
            | Effect::UnlockPlanet(_)
            | Effect::Colony(_)
            | Effect::CrossCells { .. }
            | Effect::CrossDock { .. }
            | Effect::CrossResearch(_)
            | Effect::CrossUnit { .. }
            | Effect::Deploy { .. }
            | Effect::LoseTgOrVote(_)
            | Effect::Turn { .. }
            | Effect::Commodities(_)
            | Effect::UnlockFocus(_)
            | Effect::Token(_)
            | Effect::Burst { .. } => self.any_legal(),
            _ => false,
        }
    }

    fn resolve(&mut self, effect: Effect) {
        match effect {
            Effect::Claim(asset, n) => self.claim_loose(asset, n),
            Effect::FreeTg(n) if self.me.window.is_some_and(Window::strategy) => self.me.free += n,
            Effect::Strength { sides: Sides::Both, war, by } => {
                for side in Side::BOTH {
                    for war in self.wars(war) {
                        self.me.war.boxes[side.index()][usize::from(war)] += by;
                    }
                }
            }
            Effect::Write(sheet, points) => {
                self.me.written[sheet.index()] += points;
                self.add(sheet, points);
            }
            Effect::LoseTg(n) => self.lose_goods(n),
            Effect::LoseHalfTg => self.lose_goods(self.me.count(Asset::Tg).div_ceil(2)),
            Effect::Ban(ban, events) => {
                let left = &mut self.me.bans[ban as usize];
                *left = (*left).max(events);
            }
            Effect::Tax(n) => self.me.tax += n,
            Effect::Forgo(n) => {
                let only = Resource::ALL.into_iter().find(|one| self.me.pool[one.index()] > 0);
                if let Some(only) = only {
                    let left = &mut self.me.pool[only.index()];
                    *left = left.saturating_sub(n);
                }
            }
            Effect::Trade { from, to, n } if self.me.pool[from.index()] > 0 => {
                self.me.pool[from.index()] -= 1;
                self.me.pool[to.index()] += n;
            }
            Effect::EachCommodity => (0..3).for_each(|row| self.commodity(row, 1)),
            Effect::UnlockTech(least) => {
                if let Some(sheet) = self.me.active.filter(|sheet| self.compass(*sheet, least)) {
                    self.me.techs[sheet.index()][0].1 = true;
                }
            }
            Effect::UnlockUnit(unit) => self.me.war.open |= 1 << unit,
            Effect::Ability => {
                if let Some(faction) = self.me.faction {
                    self.push(&self.printed.pack.faction(faction).ability);
                }
            }
            Effect::NeighborAbility => self.neighbor_ability(),
            Effect::PeekEvent => {
                self.me.peeked = true;
                self.revealed = Some("the next event".into());
            }
            Effect::WarTie => self.me.oath = true,
            Effect::Either(one, other) => {
                if self.possible(&one) {
                    self.push(&one);
                } else if self.possible(&other) {
                    self.push(&other);
                }
            }
            Effect::InStrategy(one, other) => {
                let strategy = self.me.window.is_some_and(Window::strategy);
                self.push(if strategy { &one } else { &other });
            }
            Effect::Claims(list) => {
                // One after the other all the same: each may bring something about.
                let mut list = list.into_iter();
                if let Some((spot, asset)) = list.next() {
                    self.claims(list.collect());
                    self.claim(asset, spot);
                }
            }
            _ => {}
        }
    }

    fn lose_goods(&mut self, n: u8) {
        for _ in 0..n.min(self.me.count(Asset::Tg)) {
            self.me.slash(Asset::Tg);
        }
    }

    /// Whether the first technology of a sheet could be unlocked by an effect.
    fn compass(&self, sheet: Sheet, least: u8) -> bool {
        let (crossed, unlocked) = self.me.techs[sheet.index()][0];
        !unlocked && crossed >= least && !self.me.bans(crate::inscription::effect::Ban::Tech)
    }

    /// The ability of either neighbour; the AI faction has none.
    fn neighbor_ability(&mut self) {
        let mut abilities =
            Side::BOTH.into_iter().filter_map(|side| match self.state.neighbor(self.seat, side) {
                Neighbor::Player(seat) => {
                    self.state.faction(seat).map(|faction| faction.ability.clone())
                }
                Neighbor::Ai => None,
            });
        match (abilities.next(), abilities.next()) {
            (Some(one), Some(other)) => self.me.pending.push(Effect::Either(one, other)),
            (Some(one), None) => self.push(&one),
            _ => {}
        }
    }

    /// Whether the first of these effects could do anything now.
    pub(super) fn possible(&self, effects: &[Effect]) -> bool {
        let Some(first) = effects.first() else { return false };
        let strategy = self.me.window.is_some_and(Window::strategy);
        match first {
            Effect::FreeTg(_) => strategy,
            Effect::LoseTg(n) => self.me.count(Asset::Tg) >= *n,
            Effect::Trade { from, .. } => self.me.pool[from.index()] > 0,
            Effect::UnlockTech(least) => {
                self.me.active.is_some_and(|sheet| self.compass(sheet, *least))
            }
            Effect::Ability => {
                let own = self.me.faction.map(|id| &self.printed.pack.faction(id).ability);
                own.is_some_and(|ability| self.possible(ability))
            }
            Effect::NeighborAbility => {
                let known = |side| match self.state.neighbor(self.seat, side) {
                    Neighbor::Player(seat) => self.state.faction(seat),
                    Neighbor::Ai => None,
                };
                let mut known = Side::BOTH.into_iter().filter_map(known);
                known.any(|faction| self.possible(&faction.ability))
            }
            Effect::Either(one, other) => self.possible(one) || self.possible(other),
            Effect::InStrategy(one, other) => self.possible(if strategy { one } else { other }),
            Effect::Strength { war, .. } => !self.wars(*war).is_empty(),
            waiting => {
                let mut me = self.me.clone();
                me.pending.push(waiting.clone());
                match waiting {
                    Effect::Claim(..)
                    | Effect::Write(..)
                    | Effect::Ban(..)
                    | Effect::Tax(_)
                    | Effect::EachCommodity
                    | Effect::UnlockUnit(_)
                    | Effect::WarTie
                    | Effect::PeekEvent => true,
                    _ => self.with(me).any_legal(),
                }
            }
        }
    }
}
