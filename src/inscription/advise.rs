//! What a sensible player would mark: a search over marks that looks at what they are worth. Of others
//! it knows their sheets as of the last barrier, of the deck only which cards are left.

use super::data::*;
use super::desk::Desk;
use super::effect::{Effect, Passive};
use super::mark::Mark;
use super::state::*;
use crate::engine::Seat;

/// How much is looked at.
#[derive(Clone, Copy, Debug)]
pub struct Care {
    /// Lines of play that are followed at once.
    pub width: usize,
    pub depth: usize,
}

/// For suggestions and stand-ins.
pub const QUICK: Care = Care { width: 5, depth: 24 };

/// Marks for the seat's window, from where its desk stands to the marker down or something drawn.
pub fn window(state: &State, seat: Seat, care: &Care) -> Vec<Mark> {
    let desk = Desk::of(state, seat);
    let scale = Scale::of(state, seat);
    let start = Line { worth: scale.worth(&desk), desk, marks: Vec::new() };
    let mut best: Option<(i32, Vec<Mark>)> = None;
    let mut lines = vec![start];
    for _ in 0..care.depth {
        let mut longer: Vec<Line> = Vec::new();
        for line in &lines {
            if line.desk.may_stop().is_ok()
                && best.as_ref().is_none_or(|(worth, _)| *worth < line.worth)
            {
                best = Some((line.worth, line.marks.clone()));
            }
            if line.desk.revealed.is_some() {
                continue;
            }
            for mark in thin(&line.desk, line.desk.legal()) {
                let mut desk = line.desk.with(line.desk.me.clone());
                desk.carry_out(&mark);
                let worth = scale.worth(&desk);
                let mut marks = line.marks.clone();
                marks.push(mark);
                longer.push(Line { worth, desk, marks });
            }
        }
        if longer.is_empty() {
            break;
        }
        longer.sort_by(|one, other| other.worth.cmp(&one.worth).then(one.marks.cmp(&other.marks)));
        // The same sheets reached in another order are one line.
        let mut kept: Vec<Line> = Vec::new();
        let each_sheet = lines[0].marks.is_empty() && lines[0].desk.me.active.is_none();
        let width = if each_sheet { 4 } else { care.width };
        for line in longer {
            if kept.len() >= width {
                break;
            }
            if !kept.iter().any(|other| other.worth == line.worth && other.desk.me == line.desk.me)
            {
                kept.push(line);
            }
        }
        lines = kept;
    }
    best.map_or_else(|| super::compound::least(Desk::of(state, seat)), |(_, marks)| marks)
}

struct Line<'a> {
    worth: i32,
    desk: Desk<'a>,
    marks: Vec<Mark>,
}

/// Leaves out marks that are as good as others: what pays for the same, a dozen of places for a unit.
fn thin(desk: &Desk, legal: Vec<Mark>) -> Vec<Mark> {
    let mut kept: Vec<Mark> = Vec::new();
    let mut places: Vec<(i32, Mark)> = Vec::new();
    for mark in legal {
        match mark {
            Mark::Deploy { nodes, .. } => places.push((place_worth(desk, nodes), mark)),
            Mark::Save(_) | Mark::EndBurst => {}
            mark => kept.push(mark),
        }
    }
    if kept.is_empty() && places.is_empty() {
        return desk.legal();
    }
    places.sort();
    kept.extend(places.into_iter().rev().take(8).map(|(_, mark)| mark));
    kept
}

/// Assets covered, and nodes in the sections that come next.
fn place_worth(desk: &Desk, nodes: super::grid::Nodes) -> i32 {
    let grid = &desk.printed.war.grid;
    let scale = Scale::of(desk.state, desk.seat);
    let assets: i32 = nodes
        .iter()
        .filter_map(|node| grid.asset(node))
        .map(|asset| scale.asset(&desk.me, asset))
        .sum();
    let near: i32 = nodes
        .iter()
        .map(|node| {
            10 - 4 * (super::grid::Grid::section_of(node) as i32 - i32::from(desk.state.line))
        })
        .sum();
    assets + near
}

/// What a claim and a step on the way to it cost, in the same measure.
const CLAIM: i32 = 60;
const STEP: i32 = 57;

/// Values in hundredths of a victory point.
struct Scale {
    /// Strategy events that are still to come, about.
    left: i32,
    councils: i32,
    wars: i32,
    throne: i32,
    borders: [[i32; 4]; 2],
    small: bool,
}

impl Scale {
    fn of(state: &State, seat: Seat) -> Scale {
        let pack = state.pack.get();
        let later = |fits: fn(&EventKind) -> bool| {
            state.deck.iter().filter(|id| fits(&pack.event(**id).kind)).count() as i32
        };
        let slot = state.mecatol.len().min(pack.mecatol.len() - 1);
        let borders =
            Side::BOTH.map(|side| std::array::from_fn(|war| expected(state, seat, side, war)));
        Scale {
            left: later(|kind| matches!(kind, EventKind::Strategy(_))),
            councils: later(|kind| *kind == EventKind::Council),
            wars: later(|kind| matches!(kind, EventKind::War { .. })),
            // Whoever comes first takes most, so there is some hurry.
            throne: 115 * i32::from(pack.mecatol[slot].0) + 40 * i32::from(pack.mecatol[slot].1),
            borders,
            small: state.small(),
        }
    }

    /// What an asset is worth when it is claimed.
    fn asset(&self, me: &Player, asset: Asset) -> i32 {
        // Kept assets lose their worth as the game runs out.
        let fading = |value: i32| value * self.left.min(4) / 4;
        match asset {
            Asset::Vp(n) => 100 * i32::from(n),
            Asset::Planet => fading(160),
            Asset::Tg => 50.max(fading(80)),
            Asset::Vote => {
                if self.councils > 0 {
                    40
                } else {
                    8
                }
            }
            Asset::Spec(_) => fading(150),
            Asset::Focus(_) => (45 * self.left).min(350),
            Asset::Com(_, n) => 85 * i32::from(n),
            Asset::Coun => 130,
            Asset::Pop => {
                if me.exp.population < 3 {
                    190
                } else {
                    250
                }
            }
            Asset::Fac => 170,
            Asset::Relic => 330,
            Asset::Nbr(_) => 110 * self.wars,
            Asset::Mecatol => self.throne,
            Asset::Empty | Asset::Home | Asset::Lock(_) => 0,
        }
    }

    fn worth(&self, desk: &Desk) -> i32 {
        let me = &desk.me;
        let mut worth: i32 = me.vp.iter().map(|points| 100 * i32::from(*points)).sum();
        worth += self.kept(me) + self.objectives(desk) + self.chart(desk);
        worth +=
            self.navigation(desk) + self.expansion(desk) + self.industry(desk) + self.warfare(desk);
        worth += self.techs(desk);
        // Something left in the pool may still be spent.
        worth += me.pool.iter().map(|count| 4 * i32::from(*count)).sum::<i32>()
            + 30 * i32::from(me.free);
        worth += 90 * me.hand.len() as i32;
        worth += me.pending.iter().map(|effect| self.pending(me, effect)).sum::<i32>();
        worth
    }

    fn pending(&self, me: &Player, effect: &Effect) -> i32 {
        match effect {
            Effect::Claims(list) => list.iter().map(|(_, asset)| self.asset(me, *asset)).sum(),
            Effect::Explore { n, .. } => 55 * i32::from(*n),
            Effect::Deploy { n, unit } => {
                if *unit == 0 {
                    50 * i32::from(*n)
                } else {
                    200
                }
            }
            Effect::CrossCells { n, .. }
            | Effect::CrossDock { n, .. }
            | Effect::CrossResearch(n) => 60 * i32::from(*n),
            Effect::CrossUnit { n, .. } => 70 * i32::from(*n),
            Effect::Burst { left, .. } => 45 * i32::from(*left),
            Effect::Scrap { n, .. } => 40 * i32::from(*n),
            Effect::UnlockPlanet(_) | Effect::Token(_) => 150,
            Effect::Colony(_) => 260,
            Effect::ClaimSystem(_) | Effect::Commodities(_) | Effect::Strength { .. } => 90,
            Effect::KeepRelic(..) => 300,
            Effect::UnlockFocus(_) => 150,
            _ => 40,
        }
    }

    fn kept(&self, me: &Player) -> i32 {
        let unspent = me.kept.iter().filter(|kept| !kept.spent);
        let all: i32 = unspent.map(|kept| self.asset(me, kept.asset)).sum();
        let dice: i32 = me.focus.iter().flatten().filter(|unlocked| **unlocked).count() as i32;
        // A die is rolled only while its sheet is active.
        all + dice * (30 * self.left + 40)
    }

    fn objectives(&self, desk: &Desk) -> i32 {
        let mut worth = 0;
        for kind in Sheet::ALL {
            let card = desk.state.objective(kind);
            let open = desk.state.races[kind.index()].first.is_none()
                && desk.state.races[kind.index()].ai.is_none();
            let points = 100 * i32::from(if open { card.first } else { card.later });
            if desk.me.objectives[kind.index()].is_some() {
                continue;
            }
            let done = if desk.has_met(kind) {
                1000
            } else {
                desk.progress(&card.goal).min(1000) * 7 / 10
            };
            worth += points * done / 1000 * done / 1000;
        }
        worth
    }

    /// Trade goods of production to come, and votes.
    fn chart(&self, desk: &Desk) -> i32 {
        let me = &desk.me;
        let productions = self.councils;
        let columns = i32::from(me.ind.rows.iter().min().copied().unwrap_or(0));
        let crossed: i32 = me.ind.rows.iter().map(|row| i32::from(*row)).sum();
        let mut worth = columns * productions * 45
            + crossed * 12
            + i32::from(me.ind.councilors) * self.councils * 25;
        let ind = desk.printed.ind;
        for row in me.ind.rows {
            worth += toward(row, &ind.row_vp);
        }
        worth + toward(me.ind.councilors, &ind.councilor_vp)
    }

    fn navigation(&self, desk: &Desk) -> i32 {
        let me = &desk.me;
        let nav = desk.printed.nav;
        let open = me.nav.explored & !me.nav.claimed;
        let mut worth = 0;
        // What Mecatol Rex brings is written at the barrier.
        let throne = super::rules::races::throne(nav);
        let written = me.nav.boxes.iter().any(|(system, _)| *system == throne);
        if me.nav.claimed >> throne & 1 == 1 && !written {
            worth += self.throne;
        }
        let mut nets = Vec::new();
        let distance = distances(nav, me.nav.explored);
        for (at, system) in nav.systems.iter().enumerate() {
            let value = self.asset(me, system.asset) - CLAIM;
            if open >> at & 1 == 1 {
                worth += value.max(0) * self.left.min(3) * 21 / 100;
            } else if me.nav.explored >> at & 1 == 0 {
                nets.push((value - STEP * distance[at]).max(0));
            }
        }
        // The nearest treasures count, each less than the one before: the way is often the same. The
        // first one promises about what it is worth once it is explored; if it promised more, nobody
        // would take the last step.
        nets.sort_unstable_by(|one, other| other.cmp(one));
        // What is far away can wait for what brings more of everything, in the first half of the game.
        let patience = 10 - (self.left - 8).clamp(0, 10);
        for (net, share) in nets.into_iter().zip([66, 42, 25, 12, 5]) {
            worth += net * share * self.left.min(6) / 600 * patience / 10;
        }
        worth
    }

    fn expansion(&self, desk: &Desk) -> i32 {
        let me = &desk.me;
        let mut worth = 0;
        for (planet, printed) in desk.printed.exp.planets.iter().enumerate() {
            let crossed = me.exp.crossed[planet];
            let unlocked = me.exp.unlocked >> planet & 1 == 1;
            if !unlocked {
                continue;
            }
            let value: i32 =
                printed.rows.iter().chain(&printed.cols).map(|asset| self.asset(me, *asset)).sum();
            // What is left of it to win.
            let mut lines: Vec<(u16, Asset)> = Vec::new();
            lines.extend(
                printed.rows.iter().enumerate().map(|(row, asset)| (printed.row(row), *asset)),
            );
            lines.extend(
                printed.cols.iter().enumerate().map(|(col, asset)| (printed.col(col), *asset)),
            );
            for (bits, asset) in lines {
                let (done, all) = ((crossed & bits).count_ones() as i32, bits.count_ones() as i32);
                if done < all {
                    worth += self.asset(me, asset) * done * 6 / (10 * all)
                        + self.asset(me, asset) * self.left.min(5) / 40;
                }
            }
            worth += (value / 12).min(140) * self.left.min(4) / 4;
        }
        for (dock, printed) in desk.printed.exp.docks.iter().enumerate() {
            if me.exp.built >> dock & 1 == 0 {
                let done = me.exp.docks[dock].count_ones() as i32;
                worth += self.asset(me, printed.asset) * done * 6 / (10 * printed.row.len() as i32);
            }
        }
        worth
    }

    fn industry(&self, desk: &Desk) -> i32 {
        let me = &desk.me;
        let ind = desk.printed.ind;
        let marked = me.ind.scrapped | me.ind.claimed;
        let mut worth = 0;
        for (at, space) in ind.spaces.iter().enumerate() {
            if marked >> at & 1 == 0 {
                let value = (self.asset(me, space.asset) - 45).max(0);
                let reach = if ind.near[at] & me.ind.scrapped != 0 {
                    22
                } else if ind.near[at] & marked != 0 {
                    9
                } else {
                    0
                };
                worth += value * reach * self.left.min(5) / 500;
            }
        }
        worth
    }

    fn warfare(&self, desk: &Desk) -> i32 {
        let me = &desk.me;
        let war = desk.printed.war;
        let mut worth = 0;
        for (unit, printed) in war.units.iter().enumerate() {
            if printed.copies == 0 {
                continue;
            }
            let nodes = printed
                .shape
                .iter()
                .flat_map(|row| row.chars())
                .filter(|sign| *sign == 'X')
                .count() as i32;
            let value = 100 * i32::from(printed.vp) + 55 * nodes;
            for copy in desk.printed.copies(unit as u8) {
                let (done, all) =
                    (me.war.paid[copy].count_ones() as i32, printed.all().count_ones() as i32);
                if done > 0 && done < all {
                    worth += value * done * 6 / (10 * all) * self.left.min(3) / 3;
                }
            }
            if printed.lock.is_some() && me.war.open >> unit & 1 == 1 {
                worth += 26 * self.left.min(7);
            }
        }
        for side in Side::BOTH {
            for section in usize::from(desk.state.line)..4 {
                let mine = strength_of(desk, side, section);
                let gap = mine - self.borders[side.index()][section];
                let prize = self.asset(me, war.spoils[side.index()][section])
                    - 100 * i32::from(war.losses[section]);
                let soon = (section as i32 - i32::from(desk.state.line)).min(3);
                let sure = [92, 80, 70, 60][soon as usize];
                worth += prize * chance(gap) / 100 * sure / 100;
                worth += mine.min(14) * 6;
            }
        }
        worth
    }

    fn techs(&self, desk: &Desk) -> i32 {
        let mut worth = 0;
        for sheet in Sheet::ALL {
            for (tech, (crossed, unlocked)) in
                desk.printed.techs(sheet).iter().zip(desk.me.techs[sheet.index()])
            {
                let value = match tech.power {
                    TechPower::PerActive(_) => 26 * self.left,
                    TechPower::Strength(by) => 70 * self.wars * i32::from(by),
                    TechPower::Wormholes => 22 * self.left,
                };
                let needed = i32::from(desk.research(tech));
                let done = if unlocked { needed } else { i32::from(crossed) };
                worth += if unlocked { value } else { value * done * 7 / (10 * needed) };
            }
        }
        worth
    }
}

/// A share of the next victory points on a track.
fn toward(count: u8, points: &[(u8, i8)]) -> i32 {
    let before = points
        .iter()
        .map(|(behind, _)| *behind)
        .filter(|behind| *behind <= count)
        .max()
        .unwrap_or(0);
    let next = points.iter().find(|(behind, _)| *behind > count);
    next.map_or(0, |(behind, value)| {
        60 * i32::from(*value) * i32::from(count - before) / i32::from(behind - before)
    })
}

/// How likely a war is won with so much more strength than expected against one; in hundredths.
fn chance(gap: i32) -> i32 {
    [3, 8, 16, 28, 42, 58, 72, 84, 92, 97, 99][(gap + 4).clamp(0, 10) as usize]
}

/// What one may expect on the other side of a border: what lies there, and what may still be built.
fn expected(state: &State, seat: Seat, side: Side, section: usize) -> i32 {
    match state.neighbor(seat, side) {
        Neighbor::Player(other) => {
            let there = i32::from(state.strength(other, side.other(), section));
            let coming = [3, 4, 6, 7][section]
                * (section as i32 + 1 - i32::from(state.line)).clamp(0, 3)
                / 2;
            there.max((there + coming) / 2 + 1)
        }
        Neighbor::Ai => {
            let typical = [5, 7, 8, 9][section];
            typical.max(i32::from(super::rules::ai::strength(state, section)))
        }
    }
}

/// Own strength in a section, as it will be counted.
fn strength_of(desk: &Desk, side: Side, section: usize) -> i32 {
    let me = &desk.me;
    let grid = &desk.printed.war.grid;
    let here = me.war.marked.and(grid.section(side, section)).without(grid.anomalies).count();
    let mut strength = i32::from(here) + i32::from(me.war.boxes[side.index()][section]);
    for passive in desk.state.passives(desk.seat) {
        strength += match passive {
            Passive::Strength(by) => i32::from(*by),
            Passive::FullSections { nodes, by } if here >= *nodes => i32::from(*by),
            _ => 0,
        };
    }
    strength
}

/// Steps from what is explored; wormholes aside.
fn distances(nav: &NavSheet, explored: u64) -> Vec<i32> {
    let mut reached = explored;
    let mut distance = vec![99; nav.systems.len()];
    for step in 1..9 {
        let mut next = reached;
        for (one, other) in &nav.lanes {
            if reached >> one & 1 == 1 || reached >> other & 1 == 1 {
                next |= 1 << one | 1 << other;
            }
        }
        for (at, distance) in distance.iter_mut().enumerate() {
            if next >> at & 1 == 1 && reached >> at & 1 == 0 {
                *distance = step;
            }
        }
        reached = next;
    }
    distance
}

/// Whether this seat wants an agenda to pass, and how much.
pub fn agenda_worth(state: &State, seat: Seat, effects: &[Effect]) -> i32 {
    let scale = Scale::of(state, seat);
    let mut me = state.player(seat).clone();
    me.window = Some(Window::Effects);
    me.down = false;
    let mut desk = Desk::of(state, seat).with(me);
    let before = scale.worth(&desk);
    desk.push(effects);
    desk.settle();
    let banned = desk.me.bans.iter().filter(|left| **left > 0).count() as i32;
    scale.worth(&desk) - before - 60 * banned - 70 * i32::from(desk.me.tax)
}

impl Scale {
    /// Votes that are worth casting against the AI faction.
    fn against_ai(&self) -> i32 {
        if self.small { 8 } else { 0 }
    }
}

/// How many votes a sensible player casts for a difference of so much.
pub fn votes(state: &State, seat: Seat, stake: i32) -> u8 {
    let scale = Scale::of(state, seat);
    let held = i32::from(state.player(seat).count(Asset::Vote));
    let wanted = match scale.councils {
        // The last council: votes are of no more use, but for ties.
        0 => held,
        later => (held / (later + 1)).max(stake / 90),
    };
    wanted.min(held).min(scale.against_ai().max(held)).clamp(0, 255) as u8
}
