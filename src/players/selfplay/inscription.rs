//! The second game among computer players, and the table that its balance is judged by.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::engine::{Prompt, Rulebook, Seat};
use crate::inscription::ask::{Choice, Question};
use crate::inscription::data::{EventKind, Sheet, house};
use crate::inscription::desk::Desk;
use crate::inscription::rules::setup;
use crate::inscription::state::State;
use crate::inscription::{Inscription, invariants};

use super::super::inscription::{Greedy, Random};
use super::{Kind, Plan, Playable, play};

impl Playable for Inscription {
    type Players = (Random, Greedy);

    /// There are 25 events.
    const ROUND_LIMIT: u32 = 30;

    fn players(seed: u64) -> (Random, Greedy) {
        (Random::new(seed), Greedy::new(seed))
    }

    fn begin(plan: &Plan) -> State {
        let mut options = setup::standard(plan.players);
        options.varied = plan.varied;
        setup::new_game(plan.pack.unwrap_or_else(house), options)
    }

    fn below(players: &mut (Random, Greedy), n: usize) -> usize {
        players.0.below(n)
    }

    fn choices(
        players: &mut (Random, Greedy),
        greedy: bool,
        state: &State,
        prompt: &Prompt<Inscription>,
    ) -> Vec<Choice> {
        match greedy {
            true => players.1.choices(state, prompt),
            false => players.0.choices(state, prompt),
        }
    }

    fn violation(state: &State) -> Option<String> {
        invariants::violations(state).into_iter().next()
    }

    /// Every listed mark is accepted, and none leaves sheets that break an invariant.
    fn false_offer(state: &State, prompt: &Prompt<Inscription>) -> Option<String> {
        let Question::Mark { .. } = prompt.question else { return None };
        let desk = Desk::of(state, prompt.seat);
        desk.legal().into_iter().find_map(|mark| {
            let mut after = desk.with(desk.me.clone());
            let label = desk.printed.label(&mark);
            match after.apply(&mark) {
                Err(refusal) => Some(format!("`{label}` is listed and refused: {refusal}")),
                Ok(()) if after.me.vp != invariants::recount(&after.me, &after.printed) => {
                    Some(format!("after `{label}` the score differs from a recount"))
                }
                Ok(()) => None,
            }
        })
    }

    fn round(state: &State) -> u32 {
        state.round
    }

    fn seats(state: &State) -> usize {
        state.players.len()
    }

    fn points(state: &State, seat: Seat) -> i32 {
        state.score(seat)
    }

    fn won(state: &State) -> bool {
        Inscription::finished(state) && (!state.winners.is_empty() || state.small())
    }
}

/// What many games say of the balance of a pack.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Balance {
    pub players: usize,
    pub games: usize,
    pub winner_median: i32,
    pub points_mean: f64,
    /// The best first.
    pub factions: Vec<Faction>,
    /// Mean points of the factions, the best minus the worst.
    pub faction_spread: f64,
    /// The same without what chance adds to it, see [`without_chance`].
    pub faction_spread_true: f64,
    /// Mean subtotals: Navigation, Expansion, Industry, Warfare.
    pub sheets: [f64; 4],
    /// Least and most on a Warfare sheet, its objective aside.
    pub war_net: (i32, i32),
    /// Strategy rounds in which Mecatol Rex is first claimed, where it is: the median, and the middle
    /// four fifths.
    pub mecatol_median: u32,
    pub mecatol_rounds: (u32, u32),
    pub mecatol_claimed: usize,
}

/// How a faction did.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Faction {
    pub name: String,
    pub games: usize,
    pub points_mean: f64,
    /// Standard error of the mean.
    pub error: f64,
}

/// Plays the games with greedy players and counts.
pub fn balance(plan: &Plan) -> Balance {
    let plan = Plan { kind: Kind::Greedy, replay: false, ..plan.clone() };
    let mut factions: BTreeMap<String, Vec<i32>> = BTreeMap::new();
    let (mut best, mut sheets, mut war, mut throne) =
        (Vec::new(), [0i64; 4], Vec::new(), Vec::new());
    for number in 0..plan.games {
        let seed = plan.seed.wrapping_mul(1_000_003).wrapping_add(number as u64);
        let state = play::<Inscription>(&plan, seed).state;
        best.extend(state.seats().map(|seat| state.score(seat)).max());
        for seat in state.seats() {
            let name = state.faction(seat).map_or("nobody", |faction| faction.name.as_str());
            factions.entry(name.into()).or_default().push(state.score(seat));
            for sheet in Sheet::ALL {
                sheets[sheet.index()] += i64::from(state.subtotal(seat, sheet));
            }
            war.push(i32::from(state.player(seat).vp[Sheet::War.index()]));
        }
        if let Some(slot) = state.mecatol.first() {
            throne.push(strategies_until(&state, slot.round));
        }
    }
    best.sort_unstable();
    throne.sort_unstable();
    let tenth = |n: usize| throne.get(throne.len() * n / 10).copied().unwrap_or(0);
    let everybody: Vec<i32> = factions.values().flatten().copied().collect();
    let mut ranked: Vec<Faction> =
        factions.into_iter().map(|(name, all)| Faction::of(name, &all)).collect();
    ranked.sort_by(|one, other| other.points_mean.total_cmp(&one.points_mean));
    let spread = match (ranked.first(), ranked.last()) {
        (Some(first), Some(last)) => first.points_mean - last.points_mean,
        _ => 0.0,
    };
    Balance {
        players: plan.players,
        games: plan.games,
        winner_median: best.get(best.len() / 2).copied().unwrap_or_default(),
        points_mean: mean(&everybody),
        faction_spread: spread,
        faction_spread_true: spread * without_chance(&ranked),
        factions: ranked,
        sheets: sheets.map(|sum| sum as f64 / everybody.len().max(1) as f64),
        war_net: (war.iter().min().copied().unwrap_or(0), war.iter().max().copied().unwrap_or(0)),
        mecatol_median: tenth(5),
        mecatol_rounds: (tenth(1), tenth(9)),
        mecatol_claimed: throne.len(),
    }
}

impl Faction {
    fn of(name: String, points: &[i32]) -> Faction {
        let (games, middle) = (points.len(), mean(points));
        let square = |points: &i32| (f64::from(*points) - middle).powi(2);
        let variance = points.iter().map(square).sum::<f64>() / (games.max(2) - 1) as f64;
        let error = (variance / games.max(1) as f64).sqrt();
        Faction { name, games, points_mean: middle, error }
    }
}

fn mean(all: &[i32]) -> f64 {
    f64::from(all.iter().sum::<i32>()) / all.len().max(1) as f64
}

/// Measured means differ more than true ones: their variance is that of the true means plus that of the
/// errors. Of a distance between them this share is true.
fn without_chance(factions: &[Faction]) -> f64 {
    let n = factions.len().max(2) as f64;
    let middle = factions.iter().map(|faction| faction.points_mean).sum::<f64>() / n;
    let square = |faction: &Faction| (faction.points_mean - middle).powi(2);
    let measured = factions.iter().map(square).sum::<f64>() / (n - 1.0);
    let chance = factions.iter().map(|faction| faction.error.powi(2)).sum::<f64>() / n;
    if measured <= chance { 0.0 } else { (1.0 - chance / measured).sqrt() }
}

/// How many strategy events there were up to a round.
fn strategies_until(state: &State, round: u32) -> u32 {
    let pack = state.pack.get();
    let events = state.discard.iter().take(round as usize);
    events.filter(|id| matches!(pack.event(**id).kind, EventKind::Strategy(_))).count() as u32
}
