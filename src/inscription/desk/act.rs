//! What marks do. Each was judged before.

use super::*;
use crate::inscription::mark::{Pay, Power};

impl Desk<'_> {
    pub(super) fn act(&mut self, mark: &Mark) {
        match *mark {
            Mark::Sheet(sheet) => self.me.active = Some(sheet),
            Mark::Explore { from, to, pay } => {
                self.pay(pay);
                let lane = (from.min(to), from.max(to));
                let lane = self.printed.nav.lanes.iter().position(|known| *known == lane);
                self.me.nav.lanes |= 1 << lane.expect("it was judged");
                self.me.nav.explored |= 1 << to;
            }
            Mark::Wormhole { from, to, pay } => {
                self.pay(pay);
                self.me.nav.holes.push((from, to));
                self.me.nav.explored |= 1 << self.printed.nav.wormholes[usize::from(to)].1;
            }
            Mark::ClaimSystem { system, pay } => {
                self.pay(pay);
                self.me.nav.claimed |= 1 << system;
                let asset = self.printed.nav.systems[usize::from(system)].asset;
                self.claim(asset, Spot::System(system));
            }
            Mark::Unlock { planet, pay } => self.unlock(planet, pay),
            Mark::Develop { planet, cell, pay } => self.develop(planet, cell, pay),
            Mark::Dock { dock, pay } => self.dock(dock, pay),
            Mark::Scrap { space, pay } => {
                self.pay(pay);
                self.me.ind.scrapped |= 1 << space;
            }
            Mark::ClaimSpace { space, pay } => {
                self.pay(pay);
                self.me.ind.claimed |= 1 << space;
                self.claim(self.printed.ind.spaces[usize::from(space)].asset, Spot::Space(space));
            }
            Mark::Burst(spec) => {
                self.me.slash(Asset::Spec(spec));
                let burst = self.printed.pack.bursts.iter().find(|(known, ..)| *known == spec);
                let (_, res, left) = *burst.expect("it was judged");
                self.me.pending.push(Effect::Burst { res, left });
            }
            Mark::EndBurst => {
                self.me.pending.pop();
            }
            Mark::Commodity(row) => {
                self.consume();
                self.commodity(row, 1);
            }
            Mark::Build { unit, copy, pay } => self.build(unit, copy, pay),
            Mark::Deploy { unit, nodes } => {
                self.consume();
                self.me.war.units.push((unit, nodes));
                self.me.war.marked = self.me.war.marked.or(nodes);
                let covered = nodes.iter().filter_map(|node| {
                    Some((Spot::Node(node), self.printed.war.grid.asset(node)?))
                });
                self.claims(covered.collect());
            }
            Mark::Open(unit) => {
                let lock = self.printed.war.units[usize::from(unit)].lock.expect("it was judged");
                self.me.slash(Asset::Spec(lock));
                self.me.war.open |= 1 << unit;
            }
            Mark::Tech { sheet, slot, pay } => self.tech(sheet, slot, pay),
            Mark::Focus { die, pay } => {
                match pay {
                    Pay::Free => self.consume(),
                    _ => self.me.slash(Asset::Focus(die)),
                }
                self.unlock_focus(die);
            }
            Mark::Tg(resource) => {
                match self.me.free {
                    0 => self.me.slash(Asset::Tg),
                    _ => self.me.free -= 1,
                }
                self.me.pool[resource.index()] += 1;
            }
            Mark::Use(power) => self.use_power(power),
            Mark::Turn { from, to } => {
                self.me.pending.pop();
                self.me.pool[from.index()] -= 1;
                self.me.pool[to.index()] += 1;
            }
            Mark::Play(relic) => {
                self.me.hand.retain(|held| *held != relic);
                self.me.played.push(relic);
                let effects = &self.printed.pack.relic(relic).effect;
                self.push(effects);
            }
            Mark::Keep(relic) => self.keep_relic(relic),
            Mark::Save(resource) => self.me.keep = Some(resource),
            Mark::Take(at) => {
                let Some(Effect::Claims(list)) = self.me.pending.last_mut() else { return };
                let (spot, asset) = list.remove(at.into());
                self.claim(asset, spot);
            }
            Mark::Option(at) => {
                let Some(Effect::Either(one, other)) = self.me.pending.pop() else { return };
                self.push(if at == 0 { &one } else { &other });
            }
            Mark::Box { side, war } => {
                if let Some(Effect::Strength { by, .. }) = self.me.pending.pop() {
                    self.me.war.boxes[side.index()][usize::from(war)] += by;
                }
            }
            Mark::Lose(asset) => {
                self.consume();
                self.me.slash(asset);
            }
            Mark::Forgo(resource) => {
                self.consume();
                self.me.pool[resource.index()] -= 1;
            }
            Mark::Token(spec) => {
                self.consume();
                self.keep(Asset::Spec(spec), Spot::Token);
            }
        }
    }

    /// A resource or an asset pays, or the effect on top of the stack.
    fn pay(&mut self, pay: Pay) {
        match (self.me.pending.last(), pay) {
            (Some(_), _) => self.consume(),
            (None, Pay::With(resource)) => self.me.pool[resource.index()] -= 1,
            (None, Pay::Spec(spec)) => self.me.slash(Asset::Spec(spec)),
            (None, Pay::Planet) => self.me.slash(Asset::Planet),
            (None, Pay::Free) => {}
        }
    }

    /// One use of the effect on top; its end takes it off.
    fn consume(&mut self) {
        let Some(effect) = self.me.pending.last_mut() else { return };
        let left = match effect {
            Effect::Explore { n, .. }
            | Effect::Scrap { n, .. }
            | Effect::CrossCells { n, .. }
            | Effect::CrossDock { n, .. }
            | Effect::CrossUnit { n, .. }
            | Effect::Deploy { n, .. }
            | Effect::ClaimSystem(n)
            | Effect::UnlockPlanet(n)
            | Effect::CrossResearch(n)
            | Effect::Commodities(n)
            | Effect::UnlockFocus(n)
            | Effect::LoseTgOrVote(n)
            | Effect::Forgo(n)
            | Effect::Token(n)
            | Effect::Burst { left: n, .. } => {
                *n -= 1;
                *n
            }
            _ => 0,
        };
        if left == 0 {
            self.me.pending.pop();
        }
    }

    fn unlock(&mut self, planet: u8, pay: Pay) {
        match self.me.pending.last() {
            Some(Effect::Colony(n)) => {
                let n = *n;
                self.me.pending.pop();
                self.me.pending.push(Effect::CrossCells { n, planet: Some(planet) });
            }
            _ => self.pay(pay),
        }
        self.me.exp.unlocked |= 1 << planet;
    }

    /// A cell may complete a row and a column at once.
    fn develop(&mut self, planet: u8, cell: u8, pay: Pay) {
        self.pay(pay);
        let printed = &self.printed.exp.planets[usize::from(planet)];
        let crossed = &mut self.me.exp.crossed[usize::from(planet)];
        *crossed |= 1 << cell;
        let crossed = *crossed;
        let (row, col) = (usize::from(cell) / printed.width(), usize::from(cell) % printed.width());
        let mut claims = Vec::new();
        if crossed & printed.row(row) == printed.row(row) {
            claims.push((Spot::Row(planet, row as u8), printed.rows[row]));
        }
        if crossed & printed.col(col) == printed.col(col) {
            claims.push((Spot::Col(planet, col as u8), printed.cols[col]));
        }
        self.claims(claims);
    }

    fn dock(&mut self, dock: u8, pay: Pay) {
        let printed = &self.printed.exp.docks[usize::from(dock)];
        let granted = matches!(self.me.pending.last(), Some(Effect::CrossDock { .. }));
        self.pay(pay);
        let crossed = self.me.exp.docks[usize::from(dock)];
        let all = (1 << printed.row.len()) - 1;
        if let Pay::With(resource) = pay {
            let icon = self.open_icon(&printed.row, crossed, resource).expect("it was judged");
            self.me.exp.docks[usize::from(dock)] |= 1 << icon;
        }
        if pay == Pay::Planet || self.me.exp.docks[usize::from(dock)] == all {
            self.me.exp.built |= 1 << dock;
            self.claim(printed.asset, Spot::Dock(dock));
        } else if crossed == 0 && !granted && self.has(|passive| *passive == Passive::DoubleDock) {
            self.me.pending.push(Effect::CrossDock { n: 1, dock: Some(dock) });
        }
    }

    fn build(&mut self, unit: u8, copy: u8, pay: Pay) {
        if let Some(Effect::CrossUnit { copy: only, .. }) = self.me.pending.last_mut() {
            *only = Some(copy);
        }
        let printed = &self.printed.war.units[usize::from(unit)];
        self.pay(pay);
        if printed.cost == Cost::Any {
            self.me.war.infantry += 1;
            self.me.pending.push(Effect::Deploy { unit, n: 1 });
            return;
        }
        let at = self.printed.copies(unit).start + usize::from(copy);
        let crossed = self.me.war.paid[at];
        let icon = match pay {
            Pay::With(resource) => self.open_icon(printed.icons(), crossed, resource),
            _ => Some(0),
        };
        self.me.war.paid[at] |= 1 << icon.expect("it was judged");
        if self.me.war.paid[at] == printed.all() {
            self.built(unit);
        }
    }

    /// The unit is deployed before anything that its building brings about (Building Units).
    fn built(&mut self, unit: u8) {
        let printed = &self.printed.war.units[usize::from(unit)];
        // Icons of the same copy that an effect could still have crossed are none.
        if let Some(Effect::CrossUnit { .. }) = self.me.pending.last() {
            self.me.pending.pop();
        }
        self.add(Sheet::War, printed.vp);
        for passive in self.passives {
            match passive {
                Passive::Built(of, effects) if *of == unit => self.push(effects),
                Passive::AfterBuilding(effects) if self.me.used & once::BUILD == 0 => {
                    self.me.used |= once::BUILD;
                    self.push(effects);
                }
                _ => {}
            }
        }
        self.me.pending.push(Effect::Deploy { unit, n: 1 });
    }

    fn tech(&mut self, sheet: Sheet, slot: u8, pay: Pay) {
        self.pay(pay);
        let needed = self.research(&self.printed.techs(sheet)[usize::from(slot)]);
        let tech = &mut self.me.techs[sheet.index()][usize::from(slot)];
        match pay {
            Pay::Spec(_) => tech.1 = true,
            _ => {
                tech.0 += 1;
                tech.1 = tech.0 >= needed;
            }
        }
    }

    /// Usable in the round in which it is unlocked (Focus Dice).
    pub(super) fn unlock_focus(&mut self, die: Resource) {
        let Some(active) = self.me.active else { return };
        self.me.focus[active.index()][die.index()] = true;
        if let (Some(Window::Dice), Some(dice)) = (self.me.window, self.state.dice) {
            self.me.pool[die.index()] += dice.focus[die.index()];
        }
    }

    fn use_power(&mut self, power: Power) {
        match power {
            Power::Tech(sheet, slot) => {
                self.me.used |= once::TECH[usize::from(slot)];
                if let TechPower::PerActive(effects) =
                    &self.printed.techs(sheet)[usize::from(slot)].power
                {
                    self.push(effects);
                }
            }
            Power::Faction => {
                for passive in self.passives {
                    match passive {
                        Passive::PerActive(_, effects) => {
                            self.me.used |= once::FACTION;
                            self.push(effects);
                        }
                        Passive::TurnBlackDie(_) => {
                            self.me.used |= once::TURN;
                            self.me.pending.push(Effect::Turn { black: true });
                        }
                        _ => {}
                    }
                }
            }
        }
    }
}
