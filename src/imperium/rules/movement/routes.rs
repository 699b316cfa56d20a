//! Which ways lead into the active system: adjacency (RR 6, 44, 101), fleets in the way (RR 58.4)
//! and anomalies (RR 9).
//!
//! One search backwards from the active system serves all ships of a movement.

use crate::engine::{Refusal, Seat};
use crate::imperium::data::*;
use crate::imperium::state::*;

use super::super::adjacency;
use super::super::tables::{self, Act, Barrier, Changes, Number, NumberKind, Prohibitions, number};

/// Ways that leave fewer gravity rifts than this are looked for; ships may name longer ones.
const RIFTS: usize = 4;
/// As far as anything moves.
pub const FARTHEST: i32 = 9;
const FAR: u8 = u8::MAX;

/// The ways of `seat`'s ships into `target`.
pub struct Routes<'a> {
    pub state: &'a State,
    pub seat: Seat,
    pub target: SystemId,
    /// How many systems a ship enters on its way from there, by gravity rifts that it leaves.
    steps: Vec<[u8; RIFTS]>,
    /// No way enters more systems than these.
    depth: u8,
    forbidding: Prohibitions<'a>,
    fleets_bar: bool,
    anomalies_bar: [bool; 3],
    /// The same for the active system.
    arrival_bars: [bool; 3],
    wormholes_barred: Vec<Wormhole>,
    /// Alpha and beta wormholes are connected for these ships, whatever bars wormholes.
    joined: bool,
    /// Wormholes that ships carry, and where they are for these ships.
    carried: Vec<(SystemId, Wormhole)>,
    slipping: Option<Slipping<'a>>,
}

/// Ships that fleets of others do not stop, and the ways that are open to them.
struct Slipping<'a> {
    kinds: Vec<UnitKind>,
    /// All ships that start there.
    systems: Vec<SystemId>,
    open: Box<Routes<'a>>,
}

/// The anomalies that stop ships, in the order of `anomalies_bar`.
const BARRING: [Anomaly; 3] = [Anomaly::AsteroidField, Anomaly::Supernova, Anomaly::Nebula];

impl<'a> Routes<'a> {
    /// For ships with move values of up to `moves`; systems that are too far for them are not looked
    /// at.
    pub fn new(state: &'a State, seat: Seat, target: SystemId, moves: i32) -> Self {
        Self::with(state, seat, target, moves, state.carried_wormholes())
    }

    /// The same with carried wormholes elsewhere.
    pub fn with(
        state: &'a State,
        seat: Seat,
        target: SystemId,
        moves: i32,
        carried: Vec<(SystemId, Wormhole)>,
    ) -> Self {
        let barriers = Changes::of(state, seat, NumberKind::Barrier);
        let bars = |what| barriers.number(Number::Barrier { seat, what }, 1) > 0;
        let forbidding = Prohibitions::of(state, seat, false);
        let last = state.systems.keys().next_back().map_or(0, |last| usize::from(last.0));
        let mut routes = Routes {
            state,
            seat,
            target,
            steps: vec![[FAR; RIFTS]; last + 1],
            depth: 0,
            fleets_bar: bars(Barrier::Fleets),
            anomalies_bar: BARRING
                .map(|kind| bars(Barrier::Anomaly(kind)) && bars(Barrier::Through(kind))),
            arrival_bars: BARRING
                .map(|kind| bars(Barrier::Anomaly(kind)) && bars(Barrier::Into(kind))),
            wormholes_barred: adjacency::barred_by(&forbidding),
            forbidding,
            joined: adjacency::joined(state, seat),
            carried,
            slipping: None,
        };
        if moves > 0 && state.systems.contains_key(&target) {
            let rifts = state.systems.keys().filter(|system| routes.rift(**system)).count();
            routes.depth = (moves + rifts.min(RIFTS - 1) as i32).min(FARTHEST) as u8;
            routes.slipping = routes.slip_by();
            routes.search();
        }
        routes
    }

    fn slip_by(&self) -> Option<Slipping<'a>> {
        let (state, seat) = (self.state, self.seat);
        let kinds = tables::changed_by_card(state, seat, NumberKind::Passage);
        let slips = |kind: &UnitKind| number(state, Number::Passage { seat, kind: *kind }, 0) > 0;
        let kinds: Vec<UnitKind> = kinds.filter(slips).collect();
        let harbour = |lasting: &Lasting| match lasting.effect {
            Effect::SlipPastFleets(system) if lasting.seat == seat => Some(system),
            _ => None,
        };
        let systems: Vec<SystemId> = state.lasting.iter().filter_map(harbour).collect();
        if (kinds.is_empty() && systems.is_empty()) || !self.fleets_bar {
            return None;
        }
        let mut open = Routes {
            steps: vec![[FAR; RIFTS]; self.steps.len()],
            fleets_bar: false,
            forbidding: self.forbidding.clone(),
            wormholes_barred: self.wormholes_barred.clone(),
            carried: self.carried.clone(),
            slipping: None,
            ..*self
        };
        open.search();
        Some(Slipping { kinds, systems, open: Box::new(open) })
    }

    /// The ways of ships of this kind that start there.
    pub fn of(&self, kind: UnitKind, from: SystemId) -> &Routes<'a> {
        match &self.slipping {
            Some(slipping)
                if slipping.kinds.contains(&kind) || slipping.systems.contains(&from) =>
            {
                &slipping.open
            }
            _ => self,
        }
    }

    fn search(&mut self) {
        if self.bars_arrival().is_some() {
            return;
        }
        self.steps[usize::from(self.target.0)][0] = 0;
        // Visited in order; what is found is put at the end.
        let mut open = Vec::with_capacity(self.state.systems.len());
        open.push((self.target, 0));
        let mut next = 0;
        let mut found: Vec<(SystemId, usize)> = Vec::new();
        while let Some(&(at, rifts)) = open.get(next) {
            next += 1;
            let entered = self.steps[usize::from(at.0)][rifts] + 1;
            if entered > self.depth || (at != self.target && !self.passable(at)) {
                continue;
            }
            self.each_neighbour(at, |from| {
                let rifts = rifts + usize::from(self.rift(from));
                if from != self.target && rifts < RIFTS && self.is_shorter(from, rifts, entered) {
                    found.push((from, rifts));
                }
            });
            for (from, rifts) in found.drain(..) {
                if self.is_shorter(from, rifts, entered) {
                    self.steps[usize::from(from.0)][rifts] = entered;
                    open.push((from, rifts));
                }
            }
        }
    }

    /// Whether no way with as few gravity rifts asks as little of a ship's move value.
    fn is_shorter(&self, from: SystemId, rifts: usize, entered: u8) -> bool {
        let known = self.row(from);
        (0..=rifts).all(|fewer| {
            known[fewer] == FAR || usize::from(known[fewer]) + rifts > usize::from(entered) + fewer
        })
    }

    fn row(&self, system: SystemId) -> [u8; RIFTS] {
        self.steps.get(usize::from(system.0)).copied().unwrap_or([FAR; RIFTS])
    }

    pub fn rift(&self, system: SystemId) -> bool {
        self.state.is_anomaly(system, Anomaly::GravityRift)
    }

    fn each_neighbour(&self, system: SystemId, mut visit: impl FnMut(SystemId)) {
        let galaxy = &self.state.galaxy;
        galaxy.neighbours(system).iter().copied().for_each(&mut visit);
        let open = |wormhole| !self.wormholes_barred.contains(&wormhole);
        let linked = |a, b| {
            (open(a) && open(b) && self.state.linked(a, b))
                || (self.joined && adjacency::alpha_or_beta(a) && adjacency::alpha_or_beta(b))
        };
        galaxy.wormhole_partners(system, linked).into_iter().for_each(&mut visit);
        if !self.carried.is_empty() {
            let partners = self.state.partners_by(&self.carried, system, linked);
            partners.into_iter().for_each(&mut visit);
        }
        self.state.each_joined(system, linked, visit);
    }

    pub fn adjacent(&self, a: SystemId, b: SystemId) -> bool {
        let mut found = false;
        self.each_neighbour(a, |system| found |= system == b);
        found
    }

    fn anomaly_bars(&self, system: SystemId) -> Option<Anomaly> {
        self.barring(system, self.anomalies_bar)
    }

    fn barring(&self, system: SystemId, which: [bool; 3]) -> Option<Anomaly> {
        let here = self.state.anomalies(system);
        let bars = |anomaly: &Anomaly| {
            BARRING.iter().zip(which).any(|(kind, bars)| bars && kind == anomaly)
        };
        here.iter().copied().find(bars)
    }

    fn passable(&self, system: SystemId) -> bool {
        let fleet = self.fleets_bar && self.state.enemy_ships(system, self.seat);
        !fleet
            && self.anomaly_bars(system).is_none()
            && self.forbidding.against(Act::MoveThrough { system }).is_none()
    }

    /// Why ships cannot move through `system`; nothing when they can.
    pub fn bars_passage(&self, system: SystemId) -> Option<Refusal> {
        if self.fleets_bar && self.state.enemy_ships(system, self.seat) {
            let why = format!("ships of another player bar the way through {system}");
            return Some(Refusal::new(why).rule("58.4"));
        }
        match self.anomaly_bars(system) {
            Some(anomaly) => Some(barred("through", system, anomaly)),
            None => self.forbidding.against(Act::MoveThrough { system }),
        }
    }

    /// Why no ship can move into the active system; nothing when ships can.
    pub fn bars_arrival(&self) -> Option<Refusal> {
        let system = self.target;
        match self.barring(system, self.arrival_bars) {
            Some(anomaly) if anomaly != Anomaly::Nebula => Some(barred("into", system, anomaly)),
            _ => self.forbidding.against(Act::MoveInto { system }),
        }
    }

    /// How many systems away the target lies, as ships move; nothing when that is too far.
    pub fn distance(&self, from: SystemId) -> Option<u8> {
        self.row(from).into_iter().filter(|steps| *steps != FAR).min()
    }

    /// Gravity rifts on the safest way that a move value of `moves` allows (RR 41.1).
    pub fn fewest_rifts(&self, from: SystemId, moves: i32) -> Option<usize> {
        let fits = |rifts: &usize| {
            let steps = self.row(from)[*rifts];
            steps != FAR && i32::from(steps) <= moves + *rifts as i32
        };
        (from != self.target).then(|| (0..RIFTS).find(fits)).flatten()
    }

    /// The shortest way with that many gravity rifts, both ends included.
    pub fn way(&self, from: SystemId, rifts: usize) -> Vec<SystemId> {
        let (mut at, mut rifts) = (from, rifts);
        let mut way = vec![at];
        while at != self.target {
            let steps = self.row(at)[rifts];
            let after = rifts - usize::from(self.rift(at));
            let mut next = None;
            self.each_neighbour(at, |system| {
                let nearer = self.row(system)[after].checked_add(1) == Some(steps);
                let goes = nearer && (system == self.target || self.passable(system));
                if goes && next.is_none_or(|best| system < best) {
                    next = Some(system);
                }
            });
            let Some(system) = next else { break };
            (at, rifts) = (system, after);
            way.push(at);
        }
        way
    }

    /// The safest, then shortest way that touches all `stops`, both ends included.
    pub fn way_through(
        &self,
        from: SystemId,
        stops: &[SystemId],
        moves: i32,
    ) -> Option<Vec<SystemId>> {
        let mut best = None;
        let mut way = vec![from];
        self.explore(&mut way, stops, moves, 0, &mut best);
        best.map(|(_, way)| way)
    }

    fn explore(
        &self,
        way: &mut Vec<SystemId>,
        stops: &[SystemId],
        moves: i32,
        rifts: usize,
        best: &mut Option<(usize, Vec<SystemId>)>,
    ) {
        let at = way[way.len() - 1];
        let rifts = rifts + usize::from(self.rift(at));
        let entered = way.len() as i32;
        let mut next = Vec::new();
        self.each_neighbour(at, |system| next.push(system));
        next.sort_unstable();
        next.dedup();
        for system in next {
            if system == self.target {
                let done = entered <= moves + rifts as i32
                    && stops.iter().all(|stop| way.contains(stop) || *stop == self.target);
                let better = best
                    .as_ref()
                    .is_none_or(|(least, known)| (rifts, way.len() + 1) < (*least, known.len()));
                if done && better && self.bars_arrival().is_none() {
                    let mut whole = way.clone();
                    whole.push(system);
                    *best = Some((rifts, whole));
                }
                continue;
            }
            let row = self.row(system);
            let rest = (0..RIFTS).filter(|k| row[*k] != FAR).map(|k| i32::from(row[k]) - k as i32);
            let Some(rest) = rest.min() else { continue };
            let too_far = entered + rest > moves + rifts as i32 || entered > FARTHEST;
            if too_far || way.contains(&system) || !self.passable(system) {
                continue;
            }
            way.push(system);
            self.explore(way, stops, moves, rifts, best);
            way.pop();
        }
    }
}

fn barred(preposition: &str, system: SystemId, anomaly: Anomaly) -> Refusal {
    let rule = match anomaly {
        Anomaly::AsteroidField => "11.1",
        Anomaly::Supernova => "86.1",
        _ => "59.1",
    };
    let article = if anomaly == Anomaly::AsteroidField { "an" } else { "a" };
    let why =
        format!("ships do not move {preposition} {system}, which is {article} {}", anomaly.name());
    Refusal::new(why).rule(rule)
}
