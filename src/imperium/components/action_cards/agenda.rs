//! Cards played in the agenda phase.

use crate::engine::Seat;
use crate::imperium::data::*;
use crate::imperium::rules::agenda;
use crate::imperium::rules::ask::Choice;
use crate::imperium::rules::tables::Power;
use crate::imperium::rules::window::{At, Moment};
use crate::imperium::state::*;

use super::{Card, aimed, card};

pub static CARDS: &[Card] = &[
    aimed(
        "ancient-burial-sites",
        "Start of the agenda phase: name a player, whose cultural planets are all exhausted.",
        any_player,
        &[Power {
            name: "Ancient Burial Sites",
            at: At::AgendaPhaseStarts,
            when: |_, _, _| true,
            then: |game, _, moment| {
                let Moment::Targeted { target: Choice::Player(victim), .. } = moment else {
                    return Ok(());
                };
                let cultural = |planet: &PlanetId| planet.get().traits.contains(&Trait::Cultural);
                let planets = game.state.ready_planets(*victim).filter(cultural);
                for planet in planets.collect::<Vec<_>>() {
                    game.state.planet_mut(planet).exhausted = true;
                    game.say(|_| format!("{victim}'s **{}** is exhausted.", planet.name()));
                }
                Ok(())
            },
            must: false,
        }],
    ),
    aimed(
        "assassinate-representative",
        "An agenda has been revealed: a player you name cannot vote on it.",
        any_player,
        &[Power {
            name: "Assassinate Representative",
            at: At::AfterRevealed,
            when: |_, _, _| true,
            then: |game, _, moment| {
                let Moment::Targeted { target: Choice::Player(victim), .. } = moment else {
                    return Ok(());
                };
                agenda::bar(game, *victim);
                game.say(|_| format!("{victim} cannot vote on this agenda."));
                Ok(())
            },
            must: false,
        }],
    ),
    aimed(
        "confusing-legal-text",
        "You are elected: name a player who is elected in your place.",
        any_player,
        &[Power {
            name: "Confusing Legal Text",
            at: At::OutcomeDecided,
            when: |_, seat, moment| {
                matches!(moment, Moment::OutcomeDecided { outcome, .. }
                    if *outcome == Elected::Player(seat))
            },
            then: |game, _, moment| {
                let Moment::Targeted { target: Choice::Player(other), within } = moment else {
                    return Ok(());
                };
                if let Moment::OutcomeDecided { outcome, .. } = &mut **within {
                    *outcome = Elected::Player(*other);
                    game.say(|_| format!("{other} is elected instead."));
                }
                Ok(())
            },
            must: false,
        }],
    ),
    card(
        "distinguished-councilor",
        "You have cast votes: cast 5 more for the same outcome.",
        &[Power {
            name: "Distinguished Councilor",
            at: At::Voted,
            when: |_, seat, moment| matches!(moment, Moment::Voted { by, .. } if *by == seat),
            then: |game, seat, moment| {
                if let Moment::Voted { extra, .. } = moment {
                    *extra += 5;
                    game.say(|_| format!("{seat} casts 5 more votes."));
                }
                Ok(())
            },
            must: false,
        }],
    ),
    card(
        "veto",
        "When an agenda is revealed: it is discarded and the next one is voted on instead.",
        &[Power {
            name: "Veto",
            at: At::WhenRevealed,
            when: |_, _, moment| matches!(moment, Moment::WhenRevealed { replaced: false, .. }),
            then: |_, _, moment| {
                if let Moment::WhenRevealed { replaced, .. } = moment {
                    *replaced = true;
                }
                Ok(())
            },
            must: false,
        }],
    ),
    aimed(
        "bribery",
        "The speaker has voted: each trade good you spend is one more vote for the outcome you voted for.",
        bribes,
        &[Power {
            name: "Bribery",
            at: At::VotesCast,
            when: |_, seat, moment| voted(seat, moment).is_some(),
            then: |game, seat, moment| {
                let Some(outcome) = voted(seat, moment) else { return Ok(()) };
                let Moment::Targeted { target: Choice::TradeGoods(paid), within } = moment else {
                    return Ok(());
                };
                let player = game.state.player_mut(seat);
                let votes = (*paid).min(player.trade_goods);
                player.trade_goods -= votes;
                if let Moment::VotesCast { extra, .. } = &mut **within {
                    extra.push((seat, outcome, votes.into()));
                }
                let plural = if votes == 1 { "" } else { "s" };
                game.say(|_| format!("{seat} buys {votes} vote{plural}."));
                Ok(())
            },
            must: false,
        }],
    ),
];

fn any_player(state: &State, _: Seat, _: &Moment) -> Vec<Choice> {
    state.seats().map(Choice::Player).collect()
}

/// What `seat` has voted for on this agenda.
fn voted(seat: Seat, moment: &Moment) -> Option<Elected> {
    match moment {
        Moment::VotesCast { votes, .. } => {
            let own = votes.iter().find(|(voter, _, n)| *voter == seat && *n > 0);
            own.map(|(_, outcome, _)| *outcome)
        }
        Moment::Targeted { within, .. } => voted(seat, within),
        _ => None,
    }
}

/// Any number of trade goods, none included.
fn bribes(state: &State, seat: Seat, _: &Moment) -> Vec<Choice> {
    (0..=state.player(seat).trade_goods).map(Choice::TradeGoods).collect()
}
