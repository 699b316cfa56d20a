//! What a tactical action in a system would bring: which ships come, with whom aboard, what they win
//! and where they land. The answer to the question of movement is the best of them.

use crate::engine::{Prompt, Seat};
use crate::imperium::data::*;
use crate::imperium::odds::{self, here};
use crate::imperium::rules::ask::{Choice, Question};
use crate::imperium::rules::{fleet, movement, space_cannon};
use crate::imperium::state::*;

use super::worth::{self, Mind, POINT};

/// A movement and what it is worth.
#[derive(Clone, Debug)]
pub struct Foray {
    pub parts: Vec<Choice>,
    pub gain: i32,
    /// Systems that ships leave.
    pub from: Vec<SystemId>,
}

/// Below this chance nobody is attacked.
pub const LEAST_CHANCE: f64 = 0.6;

/// What comes of an attack or a landing.
pub struct Outcome {
    /// The position if all goes well.
    pub after: State,
    pub chance: f64,
    /// What is lost on the way, or for nothing.
    pub toll: i32,
}

impl Mind<'_> {
    /// The best movement into the system; nothing where none is better than staying.
    pub fn foray(&self, system: SystemId) -> Option<Foray> {
        let reach: Vec<(Stack, SystemId)> = movement::reach(self.state, self.seat, system)
            .into_iter()
            .filter(|(stack, from)| *from != system && !stack.kind.is_structure())
            .collect();
        if reach.is_empty() {
            return None;
        }
        let before = self.value(self.state);
        let mut found: Vec<Foray> = Vec::new();
        for parts in self.fleets(system, &reach) {
            if found.iter().any(|foray| foray.parts == parts) {
                continue;
            }
            let Some(gain) = self.gain(system, &parts, before) else { continue };
            let mut from: Vec<SystemId> = parts.iter().filter_map(origin).collect();
            from.dedup();
            found.push(Foray { parts, gain, from });
        }
        found.sort_by_key(|foray| std::cmp::Reverse(foray.gain));
        found.into_iter().find(|foray| foray.gain > 0 && self.can_move(system, &foray.parts))
    }

    fn can_move(&self, system: SystemId, parts: &[Choice]) -> bool {
        let prompt = Prompt::compound(self.seat, Question::Move { system });
        (movement::MOVE.check)(self.state, &prompt, parts).is_ok()
    }

    /// Whether there is anything to win in the system, before anything is worked out.
    pub fn tempts(&self, system: SystemId) -> bool {
        let planets = self.state.galaxy.planets(system);
        let foreign = planets.iter().any(|planet| self.state.owner(*planet) != Some(self.seat));
        let presence = !self.state.has_units(system, self.seat) && self.wants_presence();
        let fleets = self.state.fleets(system).iter().any(|seat| *seat != self.seat);
        let gathers = self.wants_gathering() && self.state.has_ships(system, self.seat);
        // From here there is somewhere to go on to.
        let onward = || {
            let next = self.state.galaxy.neighbours(system).iter();
            let planets = next.flat_map(|next| self.state.galaxy.planets(*next));
            planets.filter(|planet| self.state.owner(**planet).is_none()).count() > 0
        };
        foreign || presence || fleets || gathers || onward()
    }

    /// Whether some objective looks at where units are.
    fn wants_presence(&self) -> bool {
        const PLACES: [&str; 14] = [
            "intimidate-council",
            "explore-deep-space",
            "patrol-vast-territories",
            "make-history",
            "become-a-legend",
            "populate-the-outer-rim",
            "control-the-borderlands",
            "control-the-region",
            "become-the-gatekeeper",
            "learn-the-secrets-of-the-cosmos",
            "threaten-enemies",
            "cut-supply-lines",
            "foster-cohesion",
            "push-boundaries",
        ];
        self.goals.iter().any(|goal| PLACES.contains(&goal.slug))
    }

    /// Whether some objective looks at how many ships are together.
    fn wants_gathering(&self) -> bool {
        const FLEETS: [&str; 3] =
            ["raise-a-fleet", "command-an-armada", "occupy-the-seat-of-the-empire"];
        self.goals.iter().any(|goal| FLEETS.contains(&goal.slug))
    }

    /// Movements worth a thought: from each origin one transport, the cheapest ship, everything; and
    /// everything from everywhere.
    fn fleets(&self, system: SystemId, reach: &[(Stack, SystemId)]) -> Vec<Vec<Choice>> {
        let contested = self.is_contested(system);
        let mut origins: Vec<SystemId> = reach.iter().map(|(_, from)| *from).collect();
        origins.sort_unstable();
        origins.dedup();
        let berths = fleet::limit(self.state, self.seat)
            .saturating_sub(self.state.fleet_size(system, self.seat));
        let mut found = Vec::new();
        for origin in &origins {
            let here: Vec<Stack> =
                reach.iter().filter(|(_, from)| from == origin).map(|(stack, _)| *stack).collect();
            if !contested {
                for stack in &here {
                    let room = movement::room(self.state, self.seat, stack.kind);
                    if room > 0 && berths > 0 {
                        let lone = Stack { count: 1, ..*stack };
                        found.push(self.loaded(system, &[(lone, *origin)], Load::Lean));
                        found.push(self.loaded(system, &[(lone, *origin)], Load::Full));
                    }
                }
                let cheapest = here.iter().filter(|stack| {
                    stack.kind != UnitKind::Fighter
                        && movement::room(self.state, self.seat, stack.kind) == 0
                });
                let cost = |stack: &&Stack| worth::unit(self.state, self.seat, stack.kind);
                if let Some(stack) = cheapest.min_by_key(cost).filter(|_| berths > 0) {
                    found.push(self.loaded(
                        system,
                        &[(Stack { count: 1, ..*stack }, *origin)],
                        Load::Lean,
                    ));
                }
            }
            let all: Vec<(Stack, SystemId)> = here.iter().map(|stack| (*stack, *origin)).collect();
            found.push(self.loaded(system, &self.fitting(&all, berths), Load::Full));
        }
        if origins.len() > 1 && (contested || self.wants_gathering()) {
            found.push(self.loaded(system, &self.fitting(reach, berths), Load::Full));
        }
        found.retain(|parts| !parts.is_empty());
        found
    }

    fn is_contested(&self, system: SystemId) -> bool {
        self.state.enemy_ships(system, self.seat)
            || self.state.galaxy.planets(system).iter().any(|planet| {
                let forces = &self.state.planet(*planet).forces;
                forces.iter().any(|stack| stack.owner != self.seat && stack.is_troop())
            })
    }

    /// As many ships as the fleet pool takes, the strongest first; those that carry come along.
    fn fitting(&self, ships: &[(Stack, SystemId)], berths: u8) -> Vec<(Stack, SystemId)> {
        let mut ships = ships.to_vec();
        ships.sort_by_key(|(stack, _)| {
            (std::cmp::Reverse(worth::unit(self.state, self.seat, stack.kind)), stack.damaged)
        });
        let mut left = berths;
        let mut taken = Vec::new();
        for (stack, from) in ships {
            if stack.kind == UnitKind::Fighter {
                continue;
            }
            let count = stack.count.min(left);
            if count > 0 {
                left -= count;
                taken.push((Stack { count, ..stack }, from));
            }
        }
        taken
    }

    /// The ships with what they carry.
    fn loaded(&self, system: SystemId, ships: &[(Stack, SystemId)], load: Load) -> Vec<Choice> {
        let mut parts: Vec<Choice> = ships
            .iter()
            .map(|(stack, from)| Choice::Move {
                kind: stack.kind,
                damaged: stack.damaged,
                count: stack.count,
                from: *from,
                via: Vec::new(),
            })
            .collect();
        // Damaged and whole ships of a kind fly apart and load together.
        let mut rooms: Vec<(UnitKind, SystemId, u8)> = Vec::new();
        for (stack, from) in ships {
            let room =
                movement::room(self.state, self.seat, stack.kind).saturating_mul(stack.count);
            match rooms.iter_mut().find(|(kind, at, _)| (*kind, *at) == (stack.kind, *from)) {
                Some((_, _, all)) => *all = all.saturating_add(room),
                None => rooms.push((stack.kind, *from, room)),
            }
        }
        let mut wanted = match load {
            Load::Lean => self.landing_places(system),
            Load::Full => 99,
        };
        let mut taken: Vec<(Place, Stack, u8)> = Vec::new();
        for (ship, from, mut room) in rooms {
            let mut cargo = self.cargo(from);
            if load == Load::Full && wanted == 0 {
                cargo.retain(|(_, stack, _)| stack.kind == UnitKind::Fighter);
            }
            for (place, stack, spare) in cargo {
                let used: u8 = taken
                    .iter()
                    .filter(|(at, other, _)| *at == place && same(other, &stack))
                    .map(|(_, _, count)| *count)
                    .sum();
                let ground = stack.kind.is_ground_force();
                let most = if ground { wanted } else { 99 };
                let count = spare.saturating_sub(used).min(room).min(most);
                if count == 0 {
                    continue;
                }
                room -= count;
                wanted -= if ground { count } else { 0 };
                taken.push((place, stack, count));
                let (kind, damaged) = (stack.kind, stack.damaged);
                parts.push(Choice::Carry {
                    kind,
                    damaged,
                    count,
                    from: place,
                    ship,
                    ship_from: from,
                });
            }
        }
        parts
    }

    /// What can be taken along from a system: ground forces in space, those that planets can spare,
    /// then fighters.
    fn cargo(&self, from: SystemId) -> Vec<(Place, Stack, u8)> {
        let mut found = Vec::new();
        let danger = self.danger(from);
        let home = self.state.home_system(self.seat) == Some(from);
        for place in self.state.places(from) {
            for stack in self.state.forces(place).of(self.seat) {
                let keeps = match place {
                    Place::Planet(_) if home => 1 + u8::from(danger > 4),
                    Place::Planet(_) => u8::from(danger > 0),
                    Place::Space(_) => 0,
                };
                if stack.kind.is_ground_force() && stack.count > keeps {
                    found.push((place, *stack, stack.count - keeps));
                }
            }
        }
        let space = Place::Space(from);
        let fighters = self.state.forces(space).of(self.seat);
        let fighters = fighters.filter(|stack| stack.kind == UnitKind::Fighter);
        found.extend(fighters.map(|stack| (space, *stack, stack.count)));
        found
    }

    /// How many ground forces are enough where nobody defends: one for each planet.
    fn landing_places(&self, system: SystemId) -> u8 {
        let planets = self.state.galaxy.planets(system).iter();
        planets.filter(|planet| self.state.owner(**planet) != Some(self.seat)).count() as u8
    }

    /// What the movement gains, if it can be expected to go well.
    fn gain(&self, system: SystemId, parts: &[Choice], before: i32) -> Option<i32> {
        let mut state = self.state.clone();
        for part in parts {
            carry_out(&mut state, self.seat, system, part);
        }
        let mut toll = 0;
        let fleet_worth: i32 =
            state.system(system).space.of(self.seat).map(|stack| self.stack(&state, stack)).sum();
        let fought = self.space_battle(&state, system)?;
        toll += fought.toll;
        let landed = self.landing(fought.after, system);
        let gain = f64::from(self.value(&landed.after) - before) * fought.chance
            - f64::from(fleet_worth) * (1.0 - fought.chance);
        Some(gain as i32 - toll - landed.toll)
    }

    /// The position after the movement if all goes well, and how likely the fight in space is won.
    pub fn outlook(&self, system: SystemId, parts: &[Choice]) -> Option<(State, f64)> {
        let mut state = self.state.clone();
        for part in parts {
            carry_out(&mut state, self.seat, system, part);
        }
        let fought = self.space_battle(&state, system)?;
        let chance = fought.chance;
        Some((self.landing(fought.after, system).after, chance))
    }

    /// The fight for the space area, and space cannons that fire before it.
    fn space_battle(&self, state: &State, system: SystemId) -> Option<Outcome> {
        let enemies: Vec<Seat> =
            state.fleets(system).into_iter().filter(|seat| *seat != self.seat).collect();
        let [enemy] = enemies[..] else {
            let shots: i32 = state
                .others(self.seat)
                .map(|other| i32::from(space_cannon::threat(state, other, system)))
                .sum();
            // Roughly half of the dice hit, and hit what is worth least.
            let ships = state.system(system).space.ships(self.seat);
            let least = ships.map(|stack| worth::unit(state, self.seat, stack.kind)).min();
            let toll = shots * least.unwrap_or(0) / 2;
            return enemies.is_empty().then(|| Outcome { after: state.clone(), chance: 1.0, toll });
        };
        if self.would_break_word(enemy) {
            return None;
        }
        let met = here::battle(state, Place::Space(system), [self.seat, enemy]);
        let odds = odds::odds(&met.battle).ok()?;
        if odds.attacker < LEAST_CHANCE {
            return None;
        }
        let mut after = state.clone();
        let spoils: i32 =
            state.system(system).space.of(enemy).map(|stack| self.stack(state, stack)).sum();
        after.system_mut(system).space.drain(|stack| stack.owner == enemy);
        let lost = (odds.losses[0].resources * 3.5) as i32;
        let secrets = self.secrets_of_a_fight(state, system, enemy);
        // A fleet that is gone takes nothing more; that is worth a part of what it cost.
        let toll = lost - spoils / 4 - (f64::from(secrets) * odds.attacker) as i32;
        Some(Outcome { after, chance: odds.attacker, toll })
    }

    /// Whoever gave us their support is left alone as long as the game is open: it would go back.
    pub fn would_break_word(&self, enemy: Seat) -> bool {
        self.state
            .player(self.seat)
            .notes_in_play
            .iter()
            .any(|note| note.of == enemy && note.card.get().played_immediately_on_receipt)
    }

    /// Secret objectives that winning this fight would score.
    fn secrets_of_a_fight(&self, state: &State, system: SystemId, enemy: Seat) -> i32 {
        let space = &state.system(system).space;
        let leads = state.seats().all(|seat| state.points(seat) <= state.points(enemy));
        let great = [UnitKind::Flagship, UnitKind::WarSun];
        let ships: u8 = space
            .ships(self.seat)
            .filter(|stack| stack.kind != UnitKind::Fighter)
            .map(|stack| stack.count)
            .sum();
        let fits = |card: &&SecretId| match card.slug() {
            "destroy-their-greatest-ship" => great.iter().any(|kind| space.count(enemy, *kind) > 0),
            "spark-a-rebellion" => leads,
            "unveil-flagship" => space.count(self.seat, UnitKind::Flagship) > 0,
            "brave-the-void" => !state.anomalies(system).is_empty(),
            "darken-the-skies" => state.home_of(system).is_some_and(|seat| seat != self.seat),
            "demonstrate-your-power" => ships >= 4,
            _ => false,
        };
        let held = state.player(self.seat).secrets.iter();
        (POINT - 20) * i32::from(held.filter(fits).count() > 0)
    }
}

/// How much is taken along.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Load {
    /// Just as many ground forces as there are planets to take.
    Lean,
    Full,
}

fn same(a: &Stack, b: &Stack) -> bool {
    (a.kind, a.damaged) == (b.kind, b.damaged)
}

fn origin(part: &Choice) -> Option<SystemId> {
    match part {
        Choice::Move { from, .. } => Some(*from),
        _ => None,
    }
}

/// Moves the units of one part, as if nothing were on the way.
fn carry_out(state: &mut State, seat: Seat, to: SystemId, part: &Choice) {
    let (kind, damaged, count, from) = match part {
        Choice::Move { kind, damaged, count, from, .. } => {
            (*kind, *damaged, *count, Place::Space(*from))
        }
        Choice::Carry { kind, damaged, count, from, .. } => (*kind, *damaged, *count, *from),
        _ => return,
    };
    let gone = state.forces_mut(from).remove(seat, kind, damaged, count);
    state.forces_mut(Place::Space(to)).add(seat, kind, damaged, gone);
}
