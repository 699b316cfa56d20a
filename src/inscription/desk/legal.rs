//! All marks that are possible now. Candidates are listed generously and judged by `check`.

use super::*;
use crate::inscription::mark::{Pay, Power};

impl Desk<'_> {
    /// Every possible mark. Each is accepted by [`Desk::apply`], and no other is.
    pub fn legal(&self) -> Vec<Mark> {
        let mut marks = Vec::new();
        self.candidates(&mut |mark| {
            if self.check(&mark).is_ok() {
                marks.push(mark);
            }
            false
        });
        marks
    }

    /// Whether the effect on top of the stack can be resolved.
    pub(super) fn any_legal(&self) -> bool {
        let giving_up = |mark: &Mark| *mark == Mark::EndBurst;
        if self.revealed.is_some() || self.me.window.is_none() {
            // Judged as if the answer that revealed something were over.
            let mut me = self.me.clone();
            me.window = me.window.or(Some(Window::Effects));
            return self.with(me).candidates_fit(giving_up);
        }
        self.candidates_fit(giving_up)
    }

    fn candidates_fit(&self, aside: impl Fn(&Mark) -> bool) -> bool {
        let mut found = false;
        self.candidates(&mut |mark| {
            found = !aside(&mark) && self.check(&mark).is_ok();
            found
        });
        found
    }

    /// Calls `each` with whatever might be possible until it says `true`.
    fn candidates(&self, each: &mut dyn FnMut(Mark) -> bool) {
        match self.me.pending.last() {
            Some(effect) => {
                self.resolving_marks(effect, each);
            }
            None => {
                self.free_marks(each);
            }
        }
    }

    fn free_marks(&self, each: &mut dyn FnMut(Mark) -> bool) -> bool {
        for relic in &self.me.hand {
            if each(Mark::Play(*relic)) {
                return true;
            }
        }
        if !self.me.window.is_some_and(Window::strategy) {
            return false;
        }
        let Some(active) = self.me.active else {
            return Sheet::ALL.into_iter().any(|sheet| each(Mark::Sheet(sheet)));
        };
        let pays: Vec<Pay> = Resource::ALL
            .into_iter()
            .filter(|resource| self.me.pool[resource.index()] > 0)
            .map(Pay::With)
            .collect();
        for resource in Resource::ALL {
            let die = resource;
            if each(Mark::Tg(resource))
                || each(Mark::Save(resource))
                || each(Mark::Focus { die, pay: Pay::With(die) })
            {
                return true;
            }
        }
        for slot in 0..2 {
            let tech = Mark::Tech { sheet: active, slot, pay: Pay::With(Resource::R) };
            if each(tech) || each(Mark::Use(Power::Tech(active, slot))) {
                return true;
            }
            let spec = self.printed.techs(active)[usize::from(slot)].spec;
            if each(Mark::Tech { sheet: active, slot, pay: Pay::Spec(spec) }) {
                return true;
            }
        }
        if each(Mark::Use(Power::Faction)) {
            return true;
        }
        match active {
            Sheet::Nav => self.explorations(&pays, each) || self.system_claims(&pays, each),
            Sheet::Exp => {
                self.unlocks(Pay::Planet, each)
                    || self.developments(false, each)
                    || self.dock_marks(&[&pays[..], &[Pay::Planet]].concat(), each)
            }
            Sheet::Ind => {
                let bursts = Spec::ALL.into_iter().any(|spec| each(Mark::Burst(spec)));
                bursts || self.spaces(&pays, true, each)
            }
            Sheet::War => {
                let units = 0..self.printed.war.units.len() as u8;
                units.clone().any(|unit| each(Mark::Open(unit)))
                    || units.into_iter().any(|unit| self.unit_marks(unit, &pays, each))
            }
        }
    }

    fn resolving_marks(&self, effect: &Effect, each: &mut dyn FnMut(Mark) -> bool) -> bool {
        let free = [Pay::Free];
        match effect {
            Effect::Explore { .. } => self.explorations(&free, each),
            Effect::ClaimSystem(_) => self.system_claims(&free, each),
            Effect::Scrap { .. } => self.spaces(&free, false, each),
            Effect::UnlockPlanet(_) | Effect::Colony(_) => self.unlocks(Pay::Free, each),
            Effect::CrossCells { .. } => self.developments(true, each),
            Effect::CrossDock { .. } => self.dock_marks(&Resource::ALL.map(Pay::With), each),
            Effect::CrossResearch(_) => Sheet::ALL
                .into_iter()
                .any(|sheet| (0..2).any(|slot| each(Mark::Tech { sheet, slot, pay: Pay::Free }))),
            Effect::CrossUnit { unit, .. } => {
                self.unit_marks(*unit, &Resource::ALL.map(Pay::With), each)
            }
            Effect::Deploy { unit, .. } => self.deployments(*unit, each),
            Effect::Strength { .. } => {
                Side::BOTH.into_iter().any(|side| (0..4).any(|war| each(Mark::Box { side, war })))
            }
            Effect::LoseTgOrVote(_) => {
                [Asset::Tg, Asset::Vote].into_iter().any(|asset| each(Mark::Lose(asset)))
            }
            Effect::Forgo(_) => Resource::ALL.into_iter().any(|one| each(Mark::Forgo(one))),
            Effect::Turn { .. } => Resource::ALL
                .into_iter()
                .any(|from| Resource::ALL.into_iter().any(|to| each(Mark::Turn { from, to }))),
            Effect::Commodities(_) => (0..3).any(|row| each(Mark::Commodity(row))),
            Effect::UnlockFocus(_) => {
                Resource::ALL.into_iter().any(|die| each(Mark::Focus { die, pay: Pay::Free }))
            }
            Effect::Token(_) => Spec::ALL.into_iter().any(|spec| each(Mark::Token(spec))),
            Effect::Either(..) => (0..2).any(|at| each(Mark::Option(at))),
            Effect::Claims(list) => (0..list.len() as u8).any(|at| each(Mark::Take(at))),
            Effect::KeepRelic(one, other) => each(Mark::Keep(*one)) || each(Mark::Keep(*other)),
            Effect::Burst { res, .. } => {
                self.spaces(&[Pay::With(*res)], false, each) || each(Mark::EndBurst)
            }
            _ => false,
        }
    }

    fn explorations(&self, pays: &[Pay], each: &mut dyn FnMut(Mark) -> bool) -> bool {
        let explored = self.me.nav.explored;
        for (one, other) in &self.printed.nav.lanes {
            let (from, to) = if explored >> one & 1 == 1 { (*one, *other) } else { (*other, *one) };
            if explored >> from & 1 == 0 || explored >> to & 1 == 1 {
                continue;
            }
            for pay in pays {
                if each(Mark::Explore { from, to, pay: *pay }) {
                    return true;
                }
            }
        }
        let holes = self.printed.nav.wormholes.len() as u8;
        (0..holes).any(|from| {
            (0..holes).any(|to| pays.iter().any(|pay| each(Mark::Wormhole { from, to, pay: *pay })))
        })
    }

    fn system_claims(&self, pays: &[Pay], each: &mut dyn FnMut(Mark) -> bool) -> bool {
        let open = self.me.nav.explored & !self.me.nav.claimed;
        let systems = (0..self.printed.nav.systems.len() as u8).filter(|at| open >> at & 1 == 1);
        let mut systems = systems.into_iter();
        systems.any(|system| pays.iter().any(|pay| each(Mark::ClaimSystem { system, pay: *pay })))
    }

    fn unlocks(&self, pay: Pay, each: &mut dyn FnMut(Mark) -> bool) -> bool {
        let mut planets = 0..self.printed.exp.planets.len() as u8;
        planets.any(|planet| each(Mark::Unlock { planet, pay }))
    }

    fn developments(&self, free: bool, each: &mut dyn FnMut(Mark) -> bool) -> bool {
        for (planet, printed) in self.printed.exp.planets.iter().enumerate() {
            if self.me.exp.unlocked >> planet & 1 == 0 {
                continue;
            }
            for (cell, icon) in printed.icons.iter().enumerate() {
                let pay = if free { Pay::Free } else { Pay::With(*icon) };
                if each(Mark::Develop { planet: planet as u8, cell: cell as u8, pay }) {
                    return true;
                }
            }
        }
        false
    }

    fn dock_marks(&self, pays: &[Pay], each: &mut dyn FnMut(Mark) -> bool) -> bool {
        let mut docks = 0..self.printed.exp.docks.len() as u8;
        docks.any(|dock| pays.iter().any(|pay| each(Mark::Dock { dock, pay: *pay })))
    }

    fn spaces(&self, pays: &[Pay], locks: bool, each: &mut dyn FnMut(Mark) -> bool) -> bool {
        let marked = self.me.ind.scrapped | self.me.ind.claimed;
        for (at, space) in self.printed.ind.spaces.iter().enumerate() {
            if marked >> at & 1 == 1 {
                continue;
            }
            let at = at as u8;
            if let Asset::Lock(spec) = space.asset
                && locks
                && each(Mark::Scrap { space: at, pay: Pay::Spec(spec) })
            {
                return true;
            }
            for pay in pays {
                if each(Mark::Scrap { space: at, pay: *pay })
                    || each(Mark::ClaimSpace { space: at, pay: *pay })
                {
                    return true;
                }
            }
        }
        false
    }

    fn unit_marks(&self, unit: u8, pays: &[Pay], each: &mut dyn FnMut(Mark) -> bool) -> bool {
        let printed = &self.printed.war.units[usize::from(unit)];
        let pays = match printed.cost {
            Cost::Spec(_) => Spec::ALL.map(Pay::Spec).to_vec(),
            _ => pays.to_vec(),
        };
        (0..printed.copies.max(1))
            .any(|copy| pays.iter().any(|pay| each(Mark::Build { unit, copy, pay: *pay })))
    }

    fn deployments(&self, unit: u8, each: &mut dyn FnMut(Mark) -> bool) -> bool {
        let grid = &self.printed.war.grid;
        let above = grid.above(self.state.line.into());
        let mut blocked = self.me.war.marked;
        if !self.over_anomalies() {
            blocked = blocked.or(grid.anomalies);
        }
        let open = above.without(blocked);
        let places = grid.places[usize::from(unit)].iter();
        let mut places = places.filter(|nodes| nodes.without(open).is_empty());
        places.any(|nodes| each(Mark::Deploy { unit, nodes: *nodes }))
    }
}
