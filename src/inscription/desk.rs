//! A player's own sheets while they mark them: a working copy on which marks are judged and carried
//! out one by one. Nothing here reads what others draw at the same time.
//!
//! Effects wait on a stack: the last one is resolved first, with all that it brings about, before
//! anything else may be marked.

use super::data::*;
use super::effect::{Effect, Passive};
use super::mark::Mark;
use super::state::*;
use crate::engine::{Refusal, Seat};

mod act;
mod check;
mod effects;
mod legal;

pub struct Desk<'a> {
    pub state: &'a State,
    pub seat: Seat,
    pub me: Player,
    pub printed: Printed,
    passives: &'static [Passive],
    /// What was drawn or looked at; the answer ends here.
    pub revealed: Option<String>,
}

impl<'a> Desk<'a> {
    /// The seat's working copy, or its sheets as of the last barrier.
    pub fn of(state: &'a State, seat: Seat) -> Desk<'a> {
        Desk {
            state,
            seat,
            me: state.own(seat).clone(),
            printed: state.printed(seat),
            passives: state.passives(seat),
            revealed: None,
        }
    }

    /// The same table with these sheets.
    pub fn with(&self, me: Player) -> Desk<'a> {
        Desk { me, revealed: None, printed: self.printed, ..*self }
    }

    fn has(&self, fits: impl Fn(&Passive) -> bool) -> bool {
        self.passives.iter().any(fits)
    }

    /// Carries a mark out, or says why not.
    ///
    /// # Errors
    /// Why the mark is not possible, and what is.
    pub fn apply(&mut self, mark: &Mark) -> Result<(), Refusal> {
        self.check(mark)?;
        self.carry_out(mark);
        Ok(())
    }

    /// What [`Desk::check`] allows.
    pub fn carry_out(&mut self, mark: &Mark) {
        self.act(mark);
        self.settle();
        self.latch();
    }

    /// Marks one after the other; the error says which one is wrong.
    ///
    /// # Errors
    /// As [`Desk::apply`], with the number of the mark.
    pub fn apply_all<'m>(
        &mut self,
        marks: impl IntoIterator<Item = &'m Mark>,
    ) -> Result<(), Refusal> {
        for (at, mark) in marks.into_iter().enumerate() {
            self.apply(mark).map_err(|mut refusal| {
                let label = self.printed.label(mark);
                refusal.why = format!("mark {}, `{label}`: {}", at + 1, refusal.why);
                refusal
            })?;
        }
        Ok(())
    }

    /// Whether the marker may be put down now.
    ///
    /// # Errors
    /// What has to be done first.
    pub fn may_stop(&self) -> Result<(), Refusal> {
        if self.revealed.is_some() {
            return Ok(());
        }
        if let Some(effect) = self.me.pending.last() {
            return Err(
                Refusal::new(format!("first {}", self.words(effect))).instead(self.some_legal())
            );
        }
        if self.me.window == Some(Window::Cards) && self.me.active.is_none() {
            return Err(Refusal::new("an active sheet has to be chosen")
                .instead("Write `sheet nav`, `sheet exp`, `sheet ind` or `sheet war`."));
        }
        Ok(())
    }

    pub fn words(&self, effect: &Effect) -> String {
        if let Effect::Claims(list) = effect {
            let assets: Vec<String> = list
                .iter()
                .enumerate()
                .map(|(at, (_, asset))| format!("{}: {}", at + 1, asset.words()))
                .collect();
            return format!("say which asset is claimed first ({})", assets.join(", "));
        }
        super::effect::words(effect, &self.unit_ids())
    }

    fn unit_ids(&self) -> Vec<String> {
        self.printed.war.units.iter().map(|unit| unit.id.clone()).collect()
    }

    /// A few legal marks, for refusals.
    pub fn some_legal(&self) -> String {
        let legal = self.legal();
        let mut words: Vec<String> = Vec::new();
        for mark in &legal {
            let label = format!("`{}`", self.printed.label(mark));
            let verb = |text: &str| text.split(' ').next().unwrap_or_default().to_string();
            // Two of each kind tell enough.
            if words.iter().filter(|known| verb(known) == verb(&label)).count() < 2 {
                words.push(label);
            }
        }
        words.truncate(6);
        match words.is_empty() {
            true => "Nothing can be marked now; put the marker down.".into(),
            false => format!("Possible: {}.", words.join(", ")),
        }
    }

    /// Conditions of objectives stay met once they were (Objectives).
    fn latch(&mut self) {
        for kind in Sheet::ALL {
            if !self.me.met[kind.index()] {
                self.me.met[kind.index()] = self.meets(&self.state.objective(kind).goal);
            }
        }
    }

    fn meets(&self, goal: &Goal) -> bool {
        let me = &self.me;
        let claimed = |fits: fn(Asset) -> bool| {
            let systems = self.printed.nav.systems.iter().enumerate();
            let mut wanted = systems.filter(|(_, system)| fits(system.asset)).peekable();
            wanted.peek().is_some() && wanted.all(|(at, _)| me.nav.claimed >> at & 1 == 1)
        };
        match *goal {
            Goal::Explored(n) => me.nav.explored.count_ones() >= n.into(),
            Goal::RelicSystems => claimed(|asset| asset == Asset::Relic),
            Goal::Borders { claimed: n } => {
                me.nav.claimed.count_ones() >= n.into()
                    && claimed(|asset| matches!(asset, Asset::Nbr(_)))
            }
            Goal::Developed(n) => {
                let planets = self.printed.exp.planets.iter().zip(&me.exp.crossed);
                planets.filter(|(planet, crossed)| planet.all() == **crossed).count() >= n.into()
            }
            Goal::Docks(n) => me.exp.built.count_ones() >= n.into(),
            Goal::Colonies { unlocked, population } => {
                me.exp.unlocked.count_ones() >= unlocked.into() && me.exp.population >= population
            }
            Goal::Rows(n) => me.ind.rows.iter().all(|row| *row >= n),
            Goal::VoteIcons(n) => me.ind.councilors >= n,
            Goal::Spaces { scrapped, claimed } => {
                me.ind.scrapped.count_ones() >= scrapped.into()
                    && me.ind.claimed.count_ones() >= claimed.into()
            }
            Goal::UnitTypes(n) => {
                let units = self.printed.war.units.iter().enumerate();
                let limited = units.filter(|(_, unit)| unit.copies > 0);
                let built = limited.filter(|(at, _)| self.printed.built(me, *at as u8) > 0);
                built.count() >= n.into()
            }
            Goal::Section(n) => (0..4).any(|section| {
                let grid = &self.printed.war.grid;
                let count = |side| me.war.marked.and(grid.section(side, section)).count();
                count(Side::Left) + count(Side::Right) >= n
            }),
            Goal::WarAssets(n) => {
                let assets = self.printed.war.grid.assets.iter();
                assets.filter(|(node, _)| me.war.marked.0 >> node & 1 == 1).count() >= n.into()
            }
        }
    }

    /// How far the condition of an objective is met, in thousandths.
    pub fn progress(&self, goal: &Goal) -> i32 {
        let me = &self.me;
        let share = |done: u32, all: u8| 1000 * done as i32 / i32::from(all.max(1));
        let claimed = |fits: fn(Asset) -> bool| {
            let systems = self.printed.nav.systems.iter().enumerate();
            systems
                .filter(|(at, system)| fits(system.asset) && me.nav.claimed >> at & 1 == 1)
                .count() as u32
        };
        match *goal {
            Goal::Explored(n) => share(me.nav.explored.count_ones(), n),
            Goal::RelicSystems => share(claimed(|asset| asset == Asset::Relic), 2),
            Goal::Borders { claimed: n } => {
                let borders = claimed(|asset| matches!(asset, Asset::Nbr(_)));
                (share(borders, 2) + share(me.nav.claimed.count_ones(), n).min(1000)) / 2
            }
            Goal::Developed(n) => {
                let planets = self.printed.exp.planets.iter().zip(&me.exp.crossed);
                let shares =
                    planets.map(|(p, crossed)| share(crossed.count_ones(), p.icons.len() as u8));
                let mut shares: Vec<i32> = shares.collect();
                shares.sort_unstable_by(|one, other| other.cmp(one));
                shares.iter().take(n.into()).sum::<i32>() / i32::from(n.max(1))
            }
            Goal::Docks(n) => share(me.exp.built.count_ones(), n),
            Goal::Colonies { unlocked, population } => {
                (share(me.exp.unlocked.count_ones(), unlocked).min(1000)
                    + share(me.exp.population.into(), population).min(1000))
                    / 2
            }
            Goal::Rows(n) => {
                me.ind.rows.iter().map(|row| share((*row).into(), n).min(1000)).sum::<i32>() / 3
            }
            Goal::VoteIcons(n) => share(me.ind.councilors.into(), n),
            Goal::Spaces { scrapped, claimed } => {
                (share(me.ind.scrapped.count_ones(), scrapped).min(1000)
                    + share(me.ind.claimed.count_ones(), claimed).min(1000))
                    / 2
            }
            Goal::UnitTypes(n) => {
                let units = self.printed.war.units.iter().enumerate();
                let limited = units.filter(|(_, unit)| unit.copies > 0);
                share(
                    limited.filter(|(at, _)| self.printed.built(me, *at as u8) > 0).count() as u32,
                    n,
                )
            }
            Goal::Section(n) => {
                let grid = &self.printed.war.grid;
                let count = |side, section| {
                    u32::from(me.war.marked.and(grid.section(side, section)).count())
                };
                let best = (usize::from(self.state.line)..4)
                    .map(|section| count(Side::Left, section) + count(Side::Right, section));
                share(best.max().unwrap_or(0), n)
            }
            Goal::WarAssets(n) => {
                let assets = self.printed.war.grid.assets.iter();
                share(assets.filter(|(node, _)| me.war.marked.0 >> node & 1 == 1).count() as u32, n)
            }
        }
    }

    /// The condition of an objective of this kind, for texts.
    pub fn has_met(&self, kind: Sheet) -> bool {
        self.me.met[kind.index()]
    }
}
