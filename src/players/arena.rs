//! Kinds of computer players against each other: who wins how often, and whether their games look
//! like games of people.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use serde::Serialize;

use crate::engine::{Decider, Outcome, Prompt, Reply, Rulebook, Seat, Seed, step};
use crate::imperium::data::{Sources, UnitKind};
use crate::imperium::rules::ask::Choice;
use crate::imperium::rules::{setup, trade};
use crate::imperium::state::{Merit, Options, Stage, State};
use crate::imperium::{Deed, Imperium, components};

use super::greedy::Greedy;
use super::{Random, strong};

/// Rounds after which a game counts as endless.
const ROUND_LIMIT: u8 = 15;

/// Who answers for a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    Strong,
    Greedy,
    Random,
}

impl Kind {
    pub const NAMES: [&str; 3] = ["strong", "greedy", "random"];

    pub fn named(name: &str) -> Option<Kind> {
        let kinds = [Kind::Strong, Kind::Greedy, Kind::Random];
        Self::NAMES.iter().position(|known| *known == name).map(|at| kinds[at])
    }

    pub fn name(self) -> &'static str {
        Self::NAMES[self as usize]
    }

    /// What such a player answers.
    pub fn answer(self, state: &State, prompt: &Prompt<Imperium>, seed: u64) -> Vec<Choice> {
        match self {
            Kind::Strong => strong::answer(state, prompt),
            Kind::Greedy => Greedy::new(seed).choices(state, prompt),
            Kind::Random => Random::new(seed).choices(state, prompt),
        }
    }
}

/// What is played.
#[derive(Clone, Debug)]
pub struct Plan {
    pub players: usize,
    pub games: usize,
    pub seed: u64,
    /// One seat of the first kind, which goes round the table, the others of the second.
    pub kinds: [Kind; 2],
    /// Products besides those that so many players need.
    pub sources: Sources,
    /// Victory points to win.
    pub goal: u8,
}

/// A share with the bounds between which it lies in 95 of 100 cases (Wilson).
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Share {
    pub share: f64,
    pub low: f64,
    pub high: f64,
}

impl Share {
    pub fn of(hits: usize, all: usize) -> Share {
        if all == 0 {
            return Share { share: 0.0, low: 0.0, high: 1.0 };
        }
        let (n, z) = (all as f64, 1.96f64);
        let p = hits as f64 / n;
        let middle = p + z * z / (2.0 * n);
        let spread = z * (p * (1.0 - p) / n + z * z / (4.0 * n * n)).sqrt();
        let scale = 1.0 + z * z / n;
        Share { share: p, low: (middle - spread) / scale, high: (middle + spread) / scale }
    }
}

/// A mean with the bounds between which it lies in 95 of 100 cases.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Mean {
    pub mean: f64,
    pub low: f64,
    pub high: f64,
    pub least: f64,
    pub most: f64,
}

impl Mean {
    pub fn of(values: &[f64]) -> Mean {
        let n = values.len().max(1) as f64;
        let mean = values.iter().sum::<f64>() / n;
        let square = values.iter().map(|value| (value - mean).powi(2)).sum::<f64>();
        let spread = 1.96 * (square / (n - 1.0).max(1.0) / n).sqrt();
        let least = values.iter().copied().fold(f64::INFINITY, f64::min);
        let most = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let (least, most) = if values.is_empty() { (0.0, 0.0) } else { (least, most) };
        Mean { mean, low: mean - spread, high: mean + spread, least, most }
    }
}

/// What became of a kind of players.
#[derive(Clone, Debug, Serialize)]
pub struct Record {
    pub kind: Kind,
    pub seats: usize,
    pub wins: usize,
    /// Wins of all games in which the kind held a seat.
    pub won: Share,
    pub points: Mean,
}

#[derive(Clone, Debug, Serialize)]
pub struct Report {
    pub players: usize,
    pub games: usize,
    pub seed: u64,
    pub goal: u8,
    /// Games that somebody won by points; the others ended because no objective was left.
    pub by_points: usize,
    pub ended_by_round_limit: usize,
    pub crashes: Vec<String>,
    pub kinds: Vec<Record>,
    pub rounds: Mean,
    pub games_by_rounds: BTreeMap<u8, usize>,
    /// Mean points of the winner, the second…
    pub points_by_place: Vec<f64>,
    /// Mean points of all players at the end of each round, of games that lasted so long.
    pub points_by_round: Vec<f64>,
    /// Points of a player by what they were given for.
    pub sources: BTreeMap<&'static str, f64>,
    /// How many of the players at whose table a public objective lay, or who held a secret one, scored it.
    pub objectives: BTreeMap<&'static str, f64>,
    /// Of a player at the end.
    pub at_the_end: BTreeMap<&'static str, Mean>,
    /// Turns of a player in a round.
    pub turns_per_round: f64,
    /// Of a player in a game.
    pub hits_rolled: f64,
    pub decisions: u64,
    pub longest_decision_ms: f64,
    /// The question that it was about.
    pub longest_question: String,
}

/// One game that was played to its end.
struct Played {
    state: State,
    seats: Vec<Kind>,
    hits: u64,
    crash: Option<String>,
}

/// Plays the games and reports.
pub fn run(plan: &Plan) -> Report {
    components::install();
    let mut clock = Clock::default();
    let games: Vec<Played> = (0..plan.games).map(|number| play(plan, number, &mut clock)).collect();
    summary(plan, &games, &clock)
}

/// The longest decision, and how many there were.
#[derive(Default)]
struct Clock {
    decisions: u64,
    longest: Duration,
    question: String,
}

fn play(plan: &Plan, number: usize, clock: &mut Clock) -> Played {
    let mut options: Options = setup::standard(plan.players);
    options.sources = Sources::of(options.sources.iter().chain(plan.sources.iter()));
    options.goal = plan.goal;
    let [one, others] = plan.kinds;
    let seats: Vec<Kind> = (0..plan.players)
        .map(|seat| if seat == number % plan.players { one } else { others })
        .collect();
    let seed = plan.seed.wrapping_mul(1_000_003).wrapping_add(number as u64);
    let chance = Seed::of(&format!("arena {seed}"));
    let mut table = Table { seats: &seats, seed, chance, asked: 0, spent: Vec::new(), clock };
    let mut state = setup::new_game(options);
    let (mut hits, mut crash) = (0, None);
    while !Imperium::finished(&state) && state.round <= ROUND_LIMIT {
        let acts = state.stage == Stage::Action;
        table.spent.clear();
        let (next, _, outcome) = step(state, &mut table, 0);
        state = next;
        if acts {
            hits += state.rolls.iter().map(|roll| u64::from(roll.hits())).sum::<u64>();
        }
        if !matches!(outcome, Outcome::Checkpoint) {
            crash = Some(format!("game {number}: {outcome:?}"));
            break;
        }
    }
    Played { state, seats, hits, crash }
}

/// A table of computer players.
struct Table<'a> {
    seats: &'a [Kind],
    seed: u64,
    chance: Seed,
    /// Answers given so far.
    asked: u64,
    /// What was done out of turn in this step; nobody does the same twice.
    spent: Vec<(Seat, Deed)>,
    clock: &'a mut Clock,
}

impl Table<'_> {
    /// What somebody wants to do out of turn.
    fn deed(&mut self, state: &State) -> Option<(Seat, Deed)> {
        if state.active.is_none() && state.offers.is_empty() {
            return None;
        }
        let seats: Vec<Seat> = (0..self.seats.len()).map(|seat| Seat(seat as u8)).collect();
        // Only strong players propose anything.
        let proposes = |seat: &&Seat| !state.offers.is_empty() || self.kind(**seat) == Kind::Strong;
        let wish = |seat: &Seat| Some((*seat, strong::deed(state, *seat, &seats)?));
        let (seat, deed) = seats.iter().filter(proposes).find_map(wish)?;
        if self.spent.contains(&(seat, deed.clone())) || trade::check(state, seat, &deed).is_err() {
            return None;
        }
        self.spent.push((seat, deed.clone()));
        Some((seat, deed))
    }

    fn kind(&self, seat: Seat) -> Kind {
        self.seats[seat.index()]
    }
}

impl Decider<Imperium> for Table<'_> {
    fn reply(&mut self, state: &State, prompts: &[Prompt<Imperium>]) -> Reply<Imperium> {
        if let Some((seat, deed)) = self.deed(state) {
            return Reply::Deed(seat, deed);
        }
        let prompt = &prompts[0];
        self.asked += 1;
        let seed =
            self.seed.wrapping_mul(0x9E37_79B9) ^ self.asked ^ u64::from(prompt.seat.0) << 32;
        let begun = Instant::now();
        let choices = self.kind(prompt.seat).answer(state, prompt, seed);
        let spent = begun.elapsed();
        self.clock.decisions += 1;
        if spent > self.clock.longest {
            self.clock.longest = spent;
            self.clock.question = format!("{:?}", prompt.question);
        }
        if let Err(refusal) = prompt.check(state, &choices) {
            return Reply::Misfit(format!("{refusal}: {choices:?} to {:?}", prompt.question));
        }
        Reply::Answer(prompt.seat, choices)
    }

    fn chance(&mut self, key: &str, faces: u32, n: usize) -> Result<Vec<u32>, String> {
        Ok(if faces == 0 { self.chance.shuffle(key, n) } else { self.chance.dice(key, faces, n) })
    }
}

fn summary(plan: &Plan, games: &[Played], clock: &Clock) -> Report {
    let whole: Vec<&Played> = games.iter().filter(|game| game.crash.is_none()).collect();
    let states: Vec<&State> = whole.iter().map(|game| &game.state).collect();
    let rounds: Vec<f64> = states.iter().map(|state| f64::from(last_round(state))).collect();
    let mut games_by_rounds = BTreeMap::new();
    for state in &states {
        *games_by_rounds.entry(last_round(state)).or_insert(0) += 1;
    }
    let players = (states.len() * plan.players).max(1) as f64;
    let turns: f64 = states.iter().map(|state| f64::from(state.turn)).sum();
    let all_rounds: f64 = rounds.iter().sum();
    let mut kinds = plan.kinds.to_vec();
    kinds.dedup();
    Report {
        players: plan.players,
        games: plan.games,
        seed: plan.seed,
        goal: plan.goal,
        by_points: states.iter().filter(|state| reached(state)).count(),
        ended_by_round_limit: states.iter().filter(|state| state.winner.is_none()).count(),
        crashes: games.iter().filter_map(|game| game.crash.clone()).collect(),
        kinds: kinds.into_iter().map(|kind| record(kind, &whole)).collect(),
        rounds: Mean::of(&rounds),
        games_by_rounds,
        points_by_place: by_place(plan.players, &states),
        points_by_round: by_round(&states),
        sources: sources(&states, players),
        objectives: objectives(&states),
        at_the_end: at_the_end(&states),
        turns_per_round: turns / (all_rounds * plan.players as f64).max(1.0),
        hits_rolled: whole.iter().map(|game| game.hits as f64).sum::<f64>() / players,
        decisions: clock.decisions,
        longest_decision_ms: clock.longest.as_secs_f64() * 1000.0,
        longest_question: clock.question.clone(),
    }
}

fn reached(state: &State) -> bool {
    state.winner.is_some_and(|seat| state.points(seat) >= i32::from(state.options.goal))
}

/// The round in which the game ended.
fn last_round(state: &State) -> u8 {
    state.round
}

fn seats(state: &State) -> impl Iterator<Item = Seat> + use<> {
    (0..state.players.len()).map(|seat| Seat(seat as u8))
}

fn record(kind: Kind, games: &[&Played]) -> Record {
    let (mut held, mut wins, mut points, mut present) = (0, 0, Vec::new(), 0);
    for game in games {
        let of_kind: Vec<Seat> =
            seats(&game.state).filter(|seat| game.seats[seat.index()] == kind).collect();
        held += of_kind.len();
        present += usize::from(!of_kind.is_empty());
        wins += usize::from(game.state.winner.is_some_and(|seat| of_kind.contains(&seat)));
        points.extend(of_kind.iter().map(|seat| f64::from(game.state.points(*seat))));
    }
    Record { kind, seats: held, wins, won: Share::of(wins, present), points: Mean::of(&points) }
}

fn by_place(players: usize, states: &[&State]) -> Vec<f64> {
    let mut sums = vec![0.0; players];
    for state in states {
        let mut points: Vec<i32> = seats(state).map(|seat| state.points(seat)).collect();
        points.sort_unstable_by(|a, b| b.cmp(a));
        for (sum, points) in sums.iter_mut().zip(points) {
            *sum += f64::from(points);
        }
    }
    sums.iter().map(|sum| sum / states.len().max(1) as f64).collect()
}

fn by_round(states: &[&State]) -> Vec<f64> {
    let longest = states.iter().map(|state| state.course.len()).max().unwrap_or(0);
    let mean = |round: usize| {
        let there = states.iter().filter_map(|state| state.course.get(round));
        let all: Vec<f64> = there.flatten().map(|points| f64::from(*points)).collect();
        Mean::of(&all).mean
    };
    (0..longest).map(mean).collect()
}

/// What the points of all players were given for.
fn sources(states: &[&State], players: f64) -> BTreeMap<&'static str, f64> {
    let mut found: BTreeMap<&'static str, f64> = BTreeMap::new();
    for state in states {
        for seat in seats(state) {
            let player = state.player(seat);
            let mut add = |what, points: f64| *found.entry(what).or_insert(0.0) += points;
            for on_table in state.objectives.iter().filter(|card| card.scored.contains(seat)) {
                add("public", f64::from(on_table.card.get().points));
            }
            let leaked = state.leaked.iter().filter(|leaked| leaked.scored.contains(seat));
            add("secret", (player.scored_secrets.len() + leaked.count()) as f64);
            for (merit, points) in &player.other_points {
                let what = match merit {
                    Merit::Custodians => "custodians",
                    Merit::Imperial => "imperial",
                    Merit::Note(_) => "support",
                    _ => "other",
                };
                add(what, f64::from(*points));
            }
        }
    }
    found.values_mut().for_each(|sum| *sum /= players);
    found
}

fn objectives(states: &[&State]) -> BTreeMap<&'static str, f64> {
    let mut counts: BTreeMap<&'static str, (f64, f64)> = BTreeMap::new();
    let mut note = |slug, scored: bool| {
        let (hits, all) = counts.entry(slug).or_insert((0.0, 0.0));
        *hits += f64::from(u8::from(scored));
        *all += 1.0;
    };
    for state in states {
        for seat in seats(state) {
            for on_table in &state.objectives {
                note(on_table.card.slug(), on_table.scored.contains(seat));
            }
            let player = state.player(seat);
            player.scored_secrets.iter().for_each(|card| note(card.slug(), true));
            player.secrets.iter().for_each(|card| note(card.slug(), false));
        }
    }
    counts.into_iter().map(|(slug, (hits, all))| (slug, hits / all)).collect()
}

fn at_the_end(states: &[&State]) -> BTreeMap<&'static str, Mean> {
    let mut values: BTreeMap<&'static str, Vec<f64>> = BTreeMap::new();
    for state in states {
        for seat in seats(state) {
            let player = state.player(seat);
            let mut add = |what, count: usize| values.entry(what).or_default().push(count as f64);
            let on_board = |kinds: &[UnitKind]| -> usize {
                kinds.iter().map(|kind| usize::from(state.on_board(seat, *kind))).sum()
            };
            let warships: Vec<UnitKind> = UnitKind::ALL
                .into_iter()
                .filter(|kind| kind.is_ship() && *kind != UnitKind::Fighter)
                .collect();
            add("planets", state.controlled(seat).count());
            add("technologies", player.technologies.len());
            add("command tokens on the sheet", player.tokens.total().into());
            add("trade goods", player.trade_goods.into());
            add("action cards", player.hand.len());
            add("secret objectives scored", player.scored_secrets.len());
            add("ships other than fighters", on_board(&warships));
            add("fighters", on_board(&[UnitKind::Fighter]));
            add("ground forces", on_board(&[UnitKind::Infantry, UnitKind::Mech]));
            add("PDS", on_board(&[UnitKind::Pds]));
            add("space docks", on_board(&[UnitKind::SpaceDock]));
            add(
                "supports held",
                player
                    .notes_in_play
                    .iter()
                    .filter(|note| note.card.get().played_immediately_on_receipt)
                    .count(),
            );
        }
    }
    values.into_iter().map(|(what, values)| (what, Mean::of(&values))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_lies_between_its_bounds() {
        let Share { share, low, high } = Share::of(85, 100);
        assert_eq!(share, 0.85);
        // As tables of the Wilson interval have it.
        assert!((low - 0.767).abs() < 0.001 && (high - 0.907).abs() < 0.001, "{low} to {high}");
        assert_eq!(Share::of(0, 0), Share { share: 0.0, low: 0.0, high: 1.0 });
        let mean = Mean::of(&[1.0, 2.0, 3.0]);
        assert_eq!((mean.mean, mean.least, mean.most), (2.0, 1.0, 3.0));
        assert!((mean.high - 3.13).abs() < 0.01, "{mean:?}");
    }

    #[test]
    fn kinds_play_whole_games_and_their_seats_go_round_the_table() {
        let plan = Plan {
            players: 3,
            games: 3,
            seed: 4,
            kinds: [Kind::Strong, Kind::Greedy],
            sources: Sources::BASE,
            goal: 3,
        };
        let report = run(&plan);
        assert_eq!(report.crashes, Vec::<String>::new());
        let seats: Vec<usize> = report.kinds.iter().map(|record| record.seats).collect();
        assert_eq!(seats, [3, 6]);
        assert_eq!(report.games_by_rounds.values().sum::<usize>(), 3);
        assert!(report.longest_decision_ms < 2000.0 && report.decisions > 100);
        let first: f64 = report.points_by_place[0];
        assert!(report.points_by_place.iter().all(|points| *points <= first));
    }
}
