//! Cards played in combat and against space cannons, and Sabotage.

use crate::engine::Seat;
use crate::imperium::rules::ask::Choice;
use crate::imperium::rules::tables::Power;
use crate::imperium::rules::window::{At, Moment};
use crate::imperium::rules::{hits, retreat, scoring};
use crate::imperium::state::*;

use super::{Card, aimed, card};

pub static CARDS: &[Card] = &[
    card(
        "sabotage",
        "Answers an opponent's action card, unless that is a Sabotage itself: it does nothing.",
        &[Power {
            name: "Sabotage",
            at: At::CardPlayed,
            when: |_, seat, moment| match moment {
                Moment::CardPlayed { by, card, cancelled } => {
                    *by != seat && !cancelled && card.slug() != "sabotage"
                }
                _ => false,
            },
            then: |game, _, moment| {
                if let Moment::CardPlayed { card, cancelled, .. } = moment {
                    *cancelled = true;
                    game.say(|_| format!("**{}** has no effect.", card.name()));
                }
                Ok(())
            },
            must: false,
        }],
    ),
    card(
        "direct-hit",
        "An enemy ship has just sustained damage from a hit of yours: it is destroyed.",
        &[Power {
            name: "Direct Hit",
            at: At::Sustained,
            when: |state, seat, moment| match moment {
                Moment::Sustained { by, from, place: Place::Space(_), kind, destroyed } => {
                    *from == seat
                        && *by != seat
                        && !destroyed
                        && kind.is_ship()
                        && state.card(*by, *kind).is_some_and(|card| !card.immune_to_direct_hit)
                }
                _ => false,
            },
            then: |game, seat, moment| {
                let Moment::Sustained { by, place, kind, destroyed, .. } = moment else {
                    return Ok(());
                };
                *destroyed = true;
                game.say(|_| format!("{by} loses 1 {}.", kind.name()));
                hits::lose(game, *by, *place, *kind, true, 1, Some(seat))?;
                scoring::after_event(game, &[seat])
            },
            must: false,
        }],
    ),
    card(
        "morale-boost",
        "Start of a combat round: your units roll with +1 until it is over.",
        &[Power {
            name: "Morale Boost",
            at: At::CombatRoundStarts,
            when: |_, seat, moment| match moment {
                Moment::CombatRoundStarts { sides, over, .. } => sides.contains(&seat) && !over,
                _ => false,
            },
            then: |game, seat, _| {
                let effect = Effect::CombatRolls(1);
                game.state.lasting.push(Lasting { until: Until::CombatRoundEnds, seat, effect });
                Ok(())
            },
            must: false,
        }],
    ),
    aimed(
        "skilled-retreat",
        "Start of a space combat round: your fleet slips away to a neighbouring system without enemy \
         ships and leaves a command token there. Nobody wins.",
        escapes,
        &[Power {
            name: "Skilled Retreat",
            at: At::CombatRoundStarts,
            when: |_, _, moment| matches!(moment, Moment::CombatRoundStarts { over: false, .. }),
            then: |game, seat, moment| {
                let Moment::Targeted { target: Choice::System(to), within } = moment else {
                    return Ok(());
                };
                let to = *to;
                if let Moment::CombatRoundStarts { place: Place::Space(from), over, .. } =
                    &mut **within
                {
                    *over = true;
                    retreat::relocate(game, seat, *from, to, retreat::Fighters::FlyThemselves)?;
                }
                Ok(())
            },
            must: false,
        }],
    ),
    card(
        "shields-holding",
        "Space combat, before your ships take hits: two of them are cancelled.",
        &[Power {
            name: "Shields Holding",
            at: At::CombatHits,
            when: |_, seat, moment| match moment {
                Moment::CombatHits { on, place: Place::Space(_), hits, .. } => {
                    *on == seat && *hits > 0
                }
                _ => false,
            },
            then: |game, _, moment| {
                if let Moment::CombatHits { hits, .. } = moment {
                    cancel(hits, 2);
                    game.say(|_| hits_left(*hits));
                }
                Ok(())
            },
            must: false,
        }],
    ),
    card(
        "maneuvering-jets",
        "Before you take hits of another's space cannon: one of them is cancelled.",
        &[Power {
            name: "Maneuvering Jets",
            at: At::SpaceCannonHits,
            when: |_, seat, moment| match moment {
                Moment::SpaceCannonHits { on, from, hits, .. } => {
                    *on == seat && *from != seat && *hits > 0
                }
                _ => false,
            },
            then: |game, _, moment| {
                if let Moment::SpaceCannonHits { hits, .. } = moment {
                    cancel(hits, 1);
                    game.say(|_| hits_left(*hits));
                }
                Ok(())
            },
            must: false,
        }],
    ),
];

fn cancel(hits: &mut u8, up_to: u8) {
    *hits = hits.saturating_sub(up_to);
}

fn hits_left(hits: u8) -> String {
    let plural = if hits == 1 { "" } else { "s" };
    format!("{hits} hit{plural} left to assign.")
}

/// Where Skilled Retreat may lead: own units or planets are not needed there, unlike for a retreat.
fn escapes(state: &State, seat: Seat, moment: &Moment) -> Vec<Choice> {
    match moment {
        Moment::CombatRoundStarts { place: Place::Space(from), sides, .. }
            if sides.contains(&seat) =>
        {
            let systems = retreat::havens(state, seat, *from);
            systems.into_iter().map(Choice::System).collect()
        }
        _ => Vec::new(),
    }
}
