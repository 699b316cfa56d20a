//! Corrections that a moderator might make, at random: for finding out whether the rules go on from
//! wherever they lead.

use crate::engine::Seat;
use crate::imperium::data::*;
use crate::imperium::rules::fix::{self, Change, Condition, Fix, Pile};
use crate::imperium::state::*;

use super::Random;

/// One question in so many meets a correction.
const RARITY: usize = 60;

/// A correction that can be made and that the rules have nothing against; mostly none.
pub(super) fn random(random: &mut Random, state: &State) -> Option<Fix> {
    if random.below(RARITY) > 0 || state.round == 0 {
        return None;
    }
    let wanted = candidate(random, state)?;
    let fits = fix::check(state, &wanted).is_ok() && fix::warnings(state, &wanted).is_empty();
    fits.then_some(wanted)
}

fn one<T: Copy>(random: &mut Random, of: &[T]) -> Option<T> {
    of.get(random.below(of.len().max(1))).copied()
}

fn candidate(random: &mut Random, state: &State) -> Option<Fix> {
    let seats: Vec<Seat> = state.seats().collect();
    let seat = one(random, &seats)?;
    let other = one(random, &seats)?;
    let player = state.player(seat);
    let planets: Vec<PlanetId> = state.planets.keys().copied().collect();
    let systems: Vec<SystemId> = state.systems.keys().copied().collect();
    let few = random.below(3) as u8;
    Some(match random.below(16) {
        0 | 1 => {
            let kind = one(random, &UnitKind::ALL)?;
            let at = match random.coin() {
                true => Place::Planet(one(random, &planets)?),
                false => Place::Space(one(random, &systems)?),
            };
            Fix::Units { seat, at, change: Change::Place, units: vec![(kind, false, few + 1)] }
        }
        2 | 3 => {
            let all =
                state.all_forces().flat_map(|(at, forces)| forces.iter().map(move |s| (at, *s)));
            let all: Vec<(Place, Stack)> = all.collect();
            let (at, stack) = one(random, &all)?;
            let change = match (stack.damaged, random.coin()) {
                (_, true) => Change::Remove,
                (true, false) => Change::Repair,
                (false, false) => Change::Damage,
            };
            let units = vec![(stack.kind, stack.damaged, 1)];
            Fix::Units { seat: stack.owner, at, change, units }
        }
        4 => {
            let Tokens { tactic, fleet, strategy } = player.tokens;
            Fix::Tokens {
                seat,
                tokens: Tokens { tactic: few, fleet: fleet + 1, strategy: strategy.max(tactic) },
            }
        }
        5 => Fix::Marker { seat, system: one(random, &systems)?, there: random.coin() },
        6 => {
            let owner = random.coin().then_some(seat);
            Fix::Planet { planet: one(random, &planets)?, owner, exhausted: random.coin() }
        }
        7 => {
            let card = one(random, &player.hand)?;
            let to = one(random, &[Pile::Hand(other), Pile::Discard, Pile::Deck])?;
            Fix::Card { card, from: Pile::Hand(seat), to }
        }
        8 => {
            let (pile, from) = match random.coin() {
                true => (&state.decks.discarded, Pile::Discard),
                false => (&state.decks.action_cards, Pile::Deck),
            };
            Fix::Card { card: one(random, pile)?, from, to: Pile::Hand(seat) }
        }
        9 => match random.coin() {
            true => {
                let card = one(random, &player.secrets)?;
                let to = one(random, &[Pile::Hand(other), Pile::Before(seat), Pile::Deck])?;
                Fix::Secret { card, from: Pile::Hand(seat), to }
            }
            false => {
                let card = one(random, &state.decks.secrets)?;
                Fix::Secret { card, from: Pile::Deck, to: Pile::Hand(seat) }
            }
        },
        10 => {
            let to = one(random, &[Pile::Hand(other), Pile::Before(other)])?;
            match random.coin() {
                true => Fix::Note { note: one(random, &player.notes)?, from: Pile::Hand(seat), to },
                false => {
                    let note = one(random, &player.notes_in_play)?;
                    Fix::Note { note, from: Pile::Before(seat), to }
                }
            }
        }
        11 => Fix::Goods { seat, trade_goods: few * 3, commodities: few },
        12 => Fix::Points { seat, points: few },
        13 => {
            let on_table: Vec<PublicId> = state.objectives.iter().map(|there| there.card).collect();
            Fix::Objective { seat, card: one(random, &on_table)?, scored: random.coin() }
        }
        14 => match random.below(3) {
            0 => Fix::Speaker { seat },
            1 => Fix::Passed { seat, passed: random.coin() },
            _ => {
                let cards: Vec<StrategyId> = state.strategy.iter().map(|slot| slot.card).collect();
                let holder = random.coin().then_some(seat);
                let exhausted = holder.is_some() && random.coin();
                Fix::Strategy { card: one(random, &cards)?, holder, exhausted }
            }
        },
        _ => {
            let all: Vec<TechId> = TechId::in_play(state.options.sources).collect();
            let tech = match random.coin() {
                true => one(random, &all)?,
                false => one(random, &player.technologies)?,
            };
            let condition =
                one(random, &[Condition::Gone, Condition::Ready, Condition::Exhausted])?;
            Fix::Technology { seat, tech, condition }
        }
    })
}

#[cfg(test)]
mod tests {
    use crate::players::selfplay::{Kind, Plan, run};

    #[test]
    fn whatever_is_put_right_the_game_goes_on_and_replays() {
        let plan = Plan {
            players: 4,
            kind: Kind::Mixed,
            games: 4,
            seed: 5,
            replay: true,
            fixes: true,
            ..Plan::default()
        };
        let report = run(&plan);
        assert_eq!(report.problems, Vec::<String>::new());
        assert_eq!(report.victories + report.ended_by_round_limit, 4);
    }
}
