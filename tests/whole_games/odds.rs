//! The rules' own combats against exact odds: each battle is fought many times with the dice of as many
//! seeds and the policy that the record names, and must come out within four standard errors.
//!
//! `ODDS_RUNS` sets how often. The plain test fights as often as half a minute allows without optimisation;
//! the release check fights each battle 40,000 times:
//!
//! ```text
//! ODDS_RUNS=40000 cargo test --release --test whole_games odds -- --nocapture
//! ```

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};

use custodian::engine::{Decider, Outcome, Prompt, Reply, Seat, Seed, Shape, play};
use custodian::imperium::data::*;
use custodian::imperium::odds::{self, here};
use custodian::imperium::position::position;
use custodian::imperium::rules::ask::{Choice, HitSource, Question};
use custodian::imperium::rules::compound;
use custodian::imperium::rules::{combat, hits, invasion, space_cannon};
use custodian::imperium::state::*;
use custodian::imperium::{Game, Imperium};
use serde::Deserialize;

const RECORD: &str = include_str!("combat_odds.json");

/// How often each battle is fought if nothing else is said.
const RUNS: u32 = 1_000;

/// Battles with units or cards of products whose components have no behaviour yet.
const LATER: [&str; 6] = ["F15", "F17", "F22", "G07", "G09", "G11"];

/// Begins with more fighters than the ships of the record carry: a space dock of the attacker takes care of
/// them here (RR 16.3, 79), on a planet beside the one of the defender's PDS.
const OVER_CAPACITY: &str = "S14";

#[derive(Deserialize)]
struct Odds {
    battles: Vec<Battle>,
}

#[derive(Deserialize)]
struct Battle {
    id: String,
    title: String,
    theatre: String,
    attacker: Side,
    defender: Side,
    exact: Exact,
}

#[derive(Deserialize)]
struct Exact {
    attacker: f64,
    draw: f64,
    defender: f64,
}

#[derive(Deserialize)]
struct Side {
    faction: String,
    units: BTreeMap<String, u8>,
    unit_upgrades: Vec<String>,
    cards_techs_and_abilities: BTreeMap<String, u8>,
    hit_policy: Policy,
}

#[derive(Clone, Deserialize)]
struct Policy {
    sustain: String,
    sustain_order: Vec<String>,
    destroy_order: Vec<String>,
}

const ATTACKER: Seat = Seat(0);
const DEFENDER: Seat = Seat(1);

fn kind(name: &str) -> UnitKind {
    let name = if name == "warsun" { "war-sun" } else { name };
    UnitKind::ALL.into_iter().find(|kind| kind.slug() == name).expect("a kind of unit")
}

/// The faction by its place in the record; the plain one, without combat abilities, may sit on either side.
fn faction(name: &str, seat: Seat) -> &'static str {
    match name {
        "Hacan" if seat == ATTACKER => "hacan",
        "Hacan" => "xxcha",
        "Jol-Nar" => "jol-nar",
        "Sardakk N'orr" => "norr",
        "L1z1x" => "l1z1x",
        "Barony of Letnev" => "letnev",
        "Mentak" => "mentak",
        "Yin" => "yin",
        "Winnu" => "winnu",
        other => panic!("{other} is a faction of later products"),
    }
}

fn stacks(side: &Side, in_space: bool) -> String {
    let there = side
        .units
        .iter()
        .filter(|(name, _)| kind(name).is_ship() || (kind(name).is_ground_force() && in_space));
    there.map(|(name, n)| format!("{n} {}", kind(name).slug())).collect::<Vec<_>>().join(", ")
}

/// Ground forces and structures of the side.
fn garrison(side: &Side) -> String {
    let there = side.units.iter().filter(|(name, _)| !kind(name).is_ship());
    there.map(|(name, n)| format!("{n} {}", kind(name).slug())).collect::<Vec<_>>().join(", ")
}

fn setting(battle: &Battle) -> State {
    let (a, d) = (&battle.attacker, &battle.defender);
    let names = [faction(&a.faction, ATTACKER), faction(&d.faction, DEFENDER)];
    let nebula = d.cards_techs_and_abilities.contains_key("Defending in nebula");
    let docked = battle.id == OVER_CAPACITY;
    // Wellon's tile has one planet and nothing else.
    let (tile, planet) = match () {
        _ if nebula => ("42", ""),
        _ if docked => ("35", "bereg"),
        _ => ("19", "wellon"),
    };
    let mut text = format!("players {}, {}\ntile 205 = {tile}\n", names[0], names[1]);
    let mut line = |line: String| text += &(line + "\n");
    let ground = battle.theatre == "ground";
    let mut space = format!("space 205: {} {}", names[0], stacks(a, ground));
    if !ground {
        space += &format!("; {} {}", names[1], stacks(d, false));
    }
    line(space);
    if !garrison(d).is_empty() {
        line(format!("planet {planet}: {} {}", names[1], garrison(d)));
    }
    if docked {
        line(format!("planet lirta-iv: {} space-dock", names[0]));
    }
    for (side, name) in [(a, names[0]), (d, names[1])] {
        if side.units.contains_key("warsun") {
            line(format!("tech {name}: war-sun"));
        }
        for upgrade in &side.unit_upgrades {
            line(format!("tech {name}: {upgrade}-ii"));
        }
        for (what, count) in &side.cards_techs_and_abilities {
            match what.as_str() {
                "Defending in nebula" => {}
                "Munitions Reserves" => line(format!("goods {name}: {} 0", 2 * count)),
                "Morale Boost" | "Direct Hit" => line(format!("hand {name}: {}", slug(what))),
                _ => line(format!("tech {name}: {}", slug(what))),
            }
        }
    }
    let mut state = position(&text).unwrap_or_else(|why| panic!("{}: {why}\n{text}", battle.id));
    for (seat, side) in [(ATTACKER, a), (DEFENDER, d)] {
        // What the faction starts with is not part of the battle.
        let named = |tech: &TechId| text.contains(&format!(": {}\n", tech.slug()));
        let name = faction(&side.faction, seat);
        let listed = |tech: &TechId| named(tech) && text.contains(&format!("tech {name}"));
        state.player_mut(seat).technologies.retain(listed);
    }
    state.active = Some(ATTACKER);
    state
}

fn slug(name: &str) -> String {
    name.to_lowercase().replace(' ', "-")
}

fn fight(game: &mut Game, ground: bool) -> custodian::engine::Flow {
    let system = SystemId::by_label("205").expect("a system");
    game.state.activated = Some(system);
    if ground {
        return invasion::invade(game, ATTACKER, system);
    }
    space_cannon::offense(game, ATTACKER, system)?;
    combat::space_combat(game, system)
}

/// Answers as the record's policies say, with the dice of its seed.
struct Commander<'a> {
    policies: [&'a Policy; 2],
    seed: Seed,
}

impl Decider<Imperium> for Commander<'_> {
    fn reply(&mut self, state: &State, prompts: &[Prompt<Imperium>]) -> Reply<Imperium> {
        let prompt = &prompts[0];
        let policy = self.policies[prompt.seat.index()];
        let answer = answer(state, prompt, policy);
        if let Err(refusal) = prompt.check(state, &answer) {
            return Reply::Misfit(format!("{:?}: {answer:?}: {refusal}", prompt.question));
        }
        Reply::Answer(prompt.seat, answer)
    }

    fn chance(&mut self, label: &str, faces: u32, n: usize) -> Result<Vec<u32>, String> {
        Ok(match faces {
            0 => self.seed.shuffle(label, n),
            _ => self.seed.dice(label, faces, n),
        })
    }

    fn wants_news(&self) -> bool {
        true
    }
}

fn answer(state: &State, prompt: &Prompt<Imperium>, policy: &Policy) -> Vec<Choice> {
    match &prompt.question {
        Question::AssignHits { place, hits, source, .. } => {
            assign(state, prompt, *place, *hits, *source, policy)
        }
        Question::AnnounceRetreat { .. } => vec![Choice::Pass],
        Question::CommitGroundForces { .. } => {
            let planet = PlanetId::named("wellon");
            let army = state.system(SystemId::by_label("205").expect("a system"));
            let army = army.space.ground_forces(prompt.seat);
            let land = |stack: &Stack| Choice::Land {
                kind: stack.kind,
                damaged: stack.damaged,
                count: stack.count,
                planet,
            };
            army.map(land).collect()
        }
        Question::Respond { .. } => {
            let uses = |choice: &&Choice| matches!(choice, Choice::Play(_) | Choice::Use(_));
            vec![prompt.options.iter().find(uses).unwrap_or(&Choice::Pass).clone()]
        }
        // Whoever may roll dice again does so with all that miss.
        Question::Reroll { of, .. } => misses(state, *of),
        _ => other(state, prompt, policy),
    }
}

/// The dice of the latest roll of `of` that do not hit.
fn misses(state: &State, of: Seat) -> Vec<Choice> {
    let roll = state.rolls.iter().rev().find(|roll| roll.seat == of).expect("dice lie there");
    let missed = roll.dice.iter().filter(|die| die.hits == 0);
    missed.map(|die| Choice::Reroll { kind: die.kind, shows: die.shows }).collect()
}

/// Fires and bombards with everything; where one unit is to be named, the one that is lost first.
fn other(state: &State, prompt: &Prompt<Imperium>, policy: &Policy) -> Vec<Choice> {
    match prompt.shape {
        Shape::Compound => {
            let shape = compound::shape(&prompt.question).expect("compound questions have a shape");
            (shape.suggest)(state, prompt).swap_remove(0)
        }
        _ => {
            let first = policy.destroy_order.iter().find_map(|name| {
                let named = |option: &&Choice| {
                    matches!(option, Choice::Unit { kind: unit, .. } if *unit == kind(name))
                };
                prompt.options.iter().find(named)
            });
            let yes = prompt.options.iter().find(|option| **option == Choice::Yes);
            vec![first.or(yes).unwrap_or(&prompt.options[0]).clone()]
        }
    }
}

fn assign(
    state: &State,
    prompt: &Prompt<Imperium>,
    place: Place,
    hits: u8,
    source: HitSource,
    policy: &Policy,
) -> Vec<Choice> {
    let seat = prompt.seat;
    let targets: Vec<Stack> = hits::targets(state, seat, place, source).copied().collect();
    let count = |name: &str, damaged: bool| -> u8 {
        let same = targets.iter().filter(|s| s.kind == kind(name) && s.damaged == damaged);
        same.map(|stack| stack.count).sum()
    };
    let first = policy.sustain == "before anything is destroyed";
    // One sustaining unit an answer: what it cancels is for the rules to say.
    let accepted = |parts: &[Choice]| prompt.check(state, parts).is_ok();
    if first {
        for name in &policy.sustain_order {
            let parts = vec![Choice::Sustain { kind: kind(name), count: 1 }];
            if count(name, false) > 0 && accepted(&parts) {
                return parts;
            }
        }
    }
    let mut left = hits;
    let mut parts: Vec<Choice> = Vec::new();
    for name in &policy.destroy_order {
        let unit = kind(name);
        let sustain = vec![Choice::Sustain { kind: unit, count: 1 }];
        if !first && left > 0 && count(name, false) > 0 && parts.is_empty() && accepted(&sustain) {
            return sustain;
        }
        for damaged in [true, false] {
            let n = count(name, damaged).min(left);
            let sustains = policy.sustain_order.contains(name) && !damaged && !first;
            if n > 0 && !sustains {
                parts.push(Choice::Destroy { kind: unit, damaged, count: n });
                left -= n;
            }
        }
        if !first && left > 0 && count(name, false) > 0 && policy.sustain_order.contains(name) {
            // The next hit is one that this unit sustains, together with what dies before it.
            let n = count(name, false).min(left);
            parts.push(Choice::Sustain { kind: unit, count: n });
            left -= n;
            if left > 0 {
                parts.push(Choice::Destroy { kind: unit, damaged: true, count: n.min(left) });
                left -= n.min(left);
            }
        }
    }
    match accepted(&parts) {
        true => parts,
        // Where some hits may go to certain units only, the rules' own proposal keeps to that.
        false => {
            let shape = compound::shape(&prompt.question).expect("hits are assigned together");
            (shape.suggest)(state, prompt).swap_remove(0)
        }
    }
}

/// How often the attacker alone, nobody, and the defender alone has fighting units left.
fn fought(battle: &Battle, runs: u32) -> [u32; 3] {
    let start = setting(battle);
    let ground = battle.theatre == "ground";
    let system = SystemId::by_label("205").expect("a system");
    let stands = |state: &State, seat: Seat| match ground {
        true => state.planet(PlanetId::named("wellon")).forces.has_ground_forces(seat),
        false => state.has_ships(system, seat),
    };
    let mut ends = [0; 3];
    for run in 0..runs {
        let seed = Seed::of(&format!("{} {run}", battle.id));
        let policies = [&battle.attacker.hit_policy, &battle.defender.hit_policy];
        let mut commander = Commander { policies, seed };
        let (state, news, outcome) =
            play(start.clone(), &mut commander, 0, |game: &mut Game| fight(game, ground));
        assert!(matches!(outcome, Outcome::Checkpoint), "{}: {outcome:?}", battle.id);
        // Fighters that win alone are lost after the combat, for want of capacity.
        let wins = |seat: Seat| {
            let words = format!("{seat} wins the space combat");
            stands(&state, seat) || news.iter().any(|news| news.text.contains(&words))
        };
        match (wins(ATTACKER), wins(DEFENDER)) {
            (true, false) => ends[0] += 1,
            (false, true) => ends[2] += 1,
            (false, false) => ends[1] += 1,
            (true, true) => panic!("{}: both sides stand after the combat", battle.id),
        }
    }
    ends
}

/// What differs from the exact odds by more than four standard errors.
fn differences(battle: &Battle, runs: u32) -> Vec<String> {
    let ends = fought(battle, runs);
    let exact = [battle.exact.attacker, battle.exact.draw, battle.exact.defender];
    let mut wrong = Vec::new();
    let mut figures = Vec::new();
    for ((n, p), who) in ends.into_iter().zip(exact).zip(["attacker", "draw", "defender"]) {
        let share = f64::from(n) / f64::from(runs);
        let error = (p * (1.0 - p) / f64::from(runs)).sqrt();
        let errors = if error > 0.0 { (share - p) / error } else { 0.0 };
        figures.push(format!("{who} {share:.4} ({p:.4}, {errors:+.1} errors)"));
        // Below a handful of expected cases the normal approximation says nothing.
        let slack = 4.0 * error + 4.0 / f64::from(runs);
        if (share - p).abs() > slack {
            let title = &battle.title;
            wrong.push(format!("{} {title}: {who} {share:.4}, exactly {p:.4}", battle.id));
        }
    }
    println!("{}: {}", battle.id, figures.join(", "));
    wrong
}

#[test]
fn combats_come_out_as_often_as_the_exact_odds_say() {
    let runs: u32 = std::env::var("ODDS_RUNS").map_or(RUNS, |runs| runs.parse().expect("a number"));
    let odds: Odds = serde_json::from_str(RECORD).expect("the record is well formed");
    let judged: Vec<&Battle> =
        odds.battles.iter().filter(|battle| !LATER.contains(&battle.id.as_str())).collect();
    let next = AtomicUsize::new(0);
    let work = || {
        let mut wrong = Vec::new();
        while let Some(battle) = judged.get(next.fetch_add(1, Ordering::Relaxed)) {
            wrong.extend(differences(battle, runs));
        }
        wrong
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let wrong: Vec<String> = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        workers.into_iter().flat_map(|worker| worker.join().expect("no battle panics")).collect()
    });
    assert_eq!(judged.len(), 24, "battles of the base game");
    assert!(wrong.is_empty(), "in {runs} runs:\n{}", wrong.join("\n"));
}

/// Cards in hands, and trade goods that may be spent, are no part of a position's odds.
const WITH_CARDS: [&str; 3] = ["S17", "S20", "F09"];

#[test]
fn a_position_has_the_odds_that_its_record_says() {
    let record: Odds = serde_json::from_str(RECORD).expect("the record is well formed");
    let orders = |names: &[String]| names.iter().map(|name| kind(name)).collect::<Vec<_>>();
    let mut wrong = Vec::new();
    for battle in record.battles.iter().filter(|battle| {
        let id = battle.id.as_str();
        !LATER.contains(&id) && !WITH_CARDS.contains(&id)
    }) {
        let state = setting(battle);
        let system = SystemId::by_label("205").expect("a system");
        let theatre = odds::Theatre::named(&battle.theatre);
        let asked = here::Asked { by: Some(ATTACKER), theatre, ..here::Asked::default() };
        let mut met = here::meeting(&state, system, asked)
            .unwrap_or_else(|why| panic!("{}: {why}", battle.id));
        for (side, with) in [&battle.attacker, &battle.defender].into_iter().enumerate() {
            let late = with.hit_policy.sustain != "before anything is destroyed";
            met.battle.sides[side].policy = odds::Policy {
                sustain: if late { odds::Sustain::WhenNext } else { odds::Sustain::First },
                sustain_order: orders(&with.hit_policy.sustain_order),
                destroy_order: orders(&with.hit_policy.destroy_order),
            };
        }
        let found = odds::odds(&met.battle).expect("a sensible battle");
        let exact = [battle.exact.attacker, battle.exact.draw, battle.exact.defender];
        for (p, exact) in [found.attacker, found.draw, found.defender].into_iter().zip(exact) {
            if (p - exact).abs() > 1e-6 {
                wrong.push(format!("{} {}: {p}, not {exact}", battle.id, battle.title));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
