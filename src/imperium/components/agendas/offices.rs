//! Laws that the elected player owns.

use crate::engine::{Flow, Prompt, Seat};
use crate::imperium::Game;
use crate::imperium::data::*;
use crate::imperium::rules::ask::*;
use crate::imperium::rules::dice::{self, Die};
use crate::imperium::rules::tables::*;
use crate::imperium::rules::window::{At, Moment};
use crate::imperium::rules::{losses, production, victory, window};
use crate::imperium::state::*;

use super::any_player;

pub static ALL: &[AgendaRule] = &[
    COMMITTEE_FORMATION,
    IMPERIAL_ARBITER,
    MINISTER_OF_COMMERCE,
    MINISTER_OF_EXPLORATION,
    MINISTER_OF_INDUSTRY,
    MINISTER_OF_PEACE,
    MINISTER_OF_POLICY,
    MINISTER_OF_SCIENCES,
    MINISTER_OF_WAR,
    PROPHECY_OF_IXTH,
    SHARD_OF_THE_THRONE,
    THE_CROWN_OF_EMPHIDIA,
    THE_CROWN_OF_THALNOS,
];

/// A power that is carried out without asking.
macro_rules! always {
    ($name:literal, $at:expr, $when:expr, $then:expr $(,)?) => {
        Power { name: $name, at: $at, when: $when, then: $then, must: true }
    };
}

/// A power that its owner may use.
macro_rules! may {
    ($name:literal, $at:expr, $when:expr, $then:expr $(,)?) => {
        Power { name: $name, at: $at, when: $when, then: $then, must: false }
    };
}

/// The owner discards the law to use it.
fn give_up(game: &mut Game, slug: &str) {
    game.state.discard_law(AgendaId::named(slug));
}

fn one_more_good(game: &mut Game, seat: Seat, slug: &str, count: u8) {
    game.state.gain_trade_goods(seat, count);
    let name = AgendaId::named(slug).name();
    let s = if count == 1 { "" } else { "s" };
    game.say(|_| format!("{seat} gains {count} trade good{s} ({name})."));
}

const COMMITTEE_FORMATION: AgendaRule = AgendaRule::law(
    "committee-formation",
    "Its owner may discard it before a vote that elects a player and names who is elected; nobody \
     votes then.",
    any_player,
)
.asks(&["who is elected?"])
.powers(&[may!(
    "Committee Formation",
    At::BeforeVote,
    |state, _, moment| match moment {
        Moment::BeforeVote { agenda, elected: None } => {
            let rule = tables().agenda(*agenda);
            let outcomes = rule.map_or(Vec::new(), |rule| (rule.outcomes)(state));
            matches!(outcomes.first(), Some(Elected::Player(_)))
        }
        _ => false,
    },
    |game, seat, moment| {
        let Moment::BeforeVote { agenda, elected } = moment else { return Ok(()) };
        let rule = tables().agenda(*agenda);
        let question =
            Question::AgendaTarget { agenda: AgendaId::named("committee-formation"), step: 0 };
        give_up(game, "committee-formation");
        let choice = game.choose(|state| {
            let outcomes = rule.map_or(Vec::new(), |rule| (rule.outcomes)(state));
            let options = outcomes.into_iter().map(Choice::Outcome).collect();
            Prompt::one(seat, question.clone(), options)
        })?;
        if let Choice::Outcome(outcome) = choice {
            *elected = Some(outcome);
        }
        Ok(())
    },
)]);

const IMPERIAL_ARBITER: AgendaRule = AgendaRule::law(
    "imperial-arbiter",
    "Its owner may discard it at the end of the strategy phase to swap one of their strategy cards \
     with another player's.",
    any_player,
)
.asks(&["which of your strategy cards do you give away?", "which strategy card do you take?"])
.powers(&[may!(
    "Imperial Arbiter",
    At::StrategyPhaseEnds,
    |state, seat, _| {
        let held = |slot: &&StrategySlot| slot.holder.is_some();
        let (own, theirs): (Vec<_>, Vec<_>) =
            state.strategy.iter().filter(held).partition(|slot| slot.holder == Some(seat));
        !own.is_empty() && !theirs.is_empty()
    },
    |game, seat, _| {
        give_up(game, "imperial-arbiter");
        let given = pick_card(game, seat, 0, |slot, seat| slot.holder == Some(seat))?;
        let taken = pick_card(game, seat, 1, |slot, seat| {
            slot.holder.is_some_and(|holder| holder != seat)
        })?;
        let (Some(given), Some(taken)) = (given, taken) else { return Ok(()) };
        let other = game.state.slot(taken).and_then(|slot| slot.holder);
        for slot in &mut game.state.strategy {
            if slot.card == given {
                slot.holder = other;
            } else if slot.card == taken {
                slot.holder = Some(seat);
            }
        }
        game.say(|_| {
            let other = other.map_or(String::new(), |other| format!(" with {other}"));
            format!("{seat} swaps **{}** for **{}**{other}.", given.name(), taken.name())
        });
        Ok(())
    },
)]);

fn pick_card(
    game: &mut Game,
    seat: Seat,
    step: u8,
    fits: fn(&StrategySlot, Seat) -> bool,
) -> Flow<Option<StrategyId>> {
    let question = Question::AgendaTarget { agenda: AgendaId::named("imperial-arbiter"), step };
    let choice = game.choose(|state| {
        let open = state.strategy.iter().filter(|slot| fits(slot, seat));
        let options = open.map(|slot| Choice::Strategy(slot.card)).collect();
        Prompt::one(seat, question.clone(), options)
    })?;
    Ok(match choice {
        Choice::Strategy(card) => Some(card),
        _ => None,
    })
}

const MINISTER_OF_COMMERCE: AgendaRule = AgendaRule::law(
    "minister-of-commerce",
    "Whenever its owner replenishes commodities they gain a trade good for each neighbour.",
    any_player,
)
.powers(&[always!(
    "Minister of Commerce",
    At::Replenished,
    |_, seat, moment| matches!(moment, Moment::Replenished { by } if *by == seat),
    |game, seat, _| {
        let state = &game.state;
        let neighbours = state.others(seat).filter(|other| state.are_neighbours(seat, *other));
        match neighbours.count() as u8 {
            0 => {}
            count => one_more_good(game, seat, "minister-of-commerce", count),
        }
        Ok(())
    },
)]);

const MINISTER_OF_EXPLORATION: AgendaRule = AgendaRule::law(
    "minister-of-exploration",
    "Whenever its owner gains control of a planet they gain a trade good.",
    any_player,
)
.powers(&[always!(
    "Minister of Exploration",
    At::PlanetGained,
    |_, seat, moment| matches!(moment, Moment::PlanetGained { by, .. } if *by == seat),
    |game, seat, _| {
        one_more_good(game, seat, "minister-of-exploration", 1);
        Ok(())
    },
)]);

const MINISTER_OF_INDUSTRY: AgendaRule = AgendaRule::law(
    "minister-of-industry",
    "When its owner places a space dock, their units in that system may use production.",
    any_player,
)
.powers(&[always!(
    "Minister of Industry",
    At::DockPlaced,
    |_, seat, moment| matches!(moment, Moment::DockPlaced { by, .. } if *by == seat),
    |game, seat, moment| match moment {
        Moment::DockPlaced { system, .. } => production::produce(game, seat, *system),
        _ => Ok(()),
    },
)]);

const MINISTER_OF_PEACE: AgendaRule = AgendaRule::law(
    "minister-of-peace",
    "When somebody activates a system with another player's units, its owner may discard it: that \
     turn is over at once.",
    any_player,
)
.powers(&[may!(
    "Minister of Peace",
    At::Activated,
    |state, _, moment| match moment {
        Moment::Activated { by, system } => {
            let places: Vec<Place> = state.places(*system).collect();
            let forces = places.into_iter().flat_map(|place| state.forces(place).iter());
            forces.into_iter().any(|stack| stack.owner != *by)
        }
        _ => false,
    },
    |game, _, moment| {
        if let Moment::Activated { by: seat, .. } = *moment {
            give_up(game, "minister-of-peace");
            let effect = Effect::TurnOver;
            game.state.lasting.push(Lasting { until: Until::TurnEnds, seat, effect });
            game.say(|_| format!("{seat}'s turn is over."));
        }
        Ok(())
    },
)]);

const MINISTER_OF_POLICY: AgendaRule = AgendaRule::law(
    "minister-of-policy",
    "At the end of each status phase its owner draws an action card.",
    any_player,
)
.powers(&[always!("Minister of Policy", At::StatusPhaseEnds, |_, _, _| true, |game, seat, _| {
    window::draw_action_cards(game, seat, 1)
},)]);

const MINISTER_OF_SCIENCES: AgendaRule = AgendaRule::law(
    "minister-of-sciences",
    "Its owner spends no resources to research with the Technology strategy card.",
    any_player,
)
.modifiers(&[modifier(NumberKind::ResearchPrice, |_, holder, number| match number {
    Number::ResearchPrice { seat } if *seat == holder => -99,
    _ => 0,
})]);

const MINISTER_OF_WAR: AgendaRule = AgendaRule::law(
    "minister-of-war",
    "After an action its owner may discard it to take one of their command tokens off the board into \
     reinforcements; then they may perform one more action.",
    any_player,
)
.asks(&["from which system do you take your command token?"])
.powers(&[may!(
    "Minister of War",
    At::ActionPerformed,
    |state, seat, moment| {
        matches!(moment, Moment::ActionPerformed { by } if *by == seat)
            && state.tokens_on_board(seat) > 0
    },
    |game, seat, _| {
        give_up(game, "minister-of-war");
        let question =
            Question::AgendaTarget { agenda: AgendaId::named("minister-of-war"), step: 0 };
        let choice = game.choose(|state| {
            let marked = state.systems.iter().filter(|(_, on)| on.tokens.contains(seat));
            let options = marked.map(|(id, _)| Choice::System(*id)).collect();
            Prompt::one(seat, question.clone(), options)
        })?;
        if let Choice::System(system) = choice {
            game.state.system_mut(system).tokens.remove(seat);
            let effect = Effect::Actions(1);
            game.state.lasting.push(Lasting { until: Until::TurnEnds, seat, effect });
            game.say(|state| {
                format!("{seat} takes the token from **{}**.", state.system_name(system))
            });
        }
        Ok(())
    },
)]);

const PROPHECY_OF_IXTH: AgendaRule = AgendaRule::law(
    "prophecy-of-ixth",
    "Its owner's fighters add 1 to combat rolls. It is discarded when its owner uses production for \
     fewer than 2 fighters.",
    any_player,
)
.powers(&[always!(
    "Prophecy of Ixth",
    At::UnitsProduced,
    |_, seat, moment| match moment {
        Moment::UnitsProduced { by, units, planned: true, .. } => {
            let fighters = units.iter().filter(|(kind, _)| *kind == UnitKind::Fighter);
            *by == seat && fighters.map(|(_, count)| u32::from(*count)).sum::<u32>() < 2
        }
        _ => false,
    },
    |game, _, _| {
        give_up(game, "prophecy-of-ixth");
        game.say(|_| "**Prophecy of Ixth** is discarded.".into());
        Ok(())
    },
)])
.modifiers(&[modifier(NumberKind::CombatRoll, |_, holder, number| match number {
    Number::CombatRoll { seat, kind: UnitKind::Fighter, .. } if *seat == holder => 1,
    _ => 0,
})]);

/// The law and its point go to somebody else.
fn hand_on(game: &mut Game, slug: &str, from: Seat, to: Seat) -> Flow {
    let agenda = AgendaId::named(slug);
    game.state.give_law(agenda, to);
    game.say(|_| format!("{to} takes **{}** from {from}.", agenda.name()));
    victory::gain(game, to, Merit::Agenda(agenda), 1)?;
    victory::gain(game, from, Merit::Agenda(agenda), -1)
}

fn point_for(game: &mut Game, slug: &str, outcome: Elected) -> Flow {
    match outcome {
        Elected::Player(seat) => victory::gain(game, seat, Merit::Agenda(AgendaId::named(slug)), 1),
        _ => Ok(()),
    }
}

const SHARD_OF_THE_THRONE: AgendaRule = AgendaRule::law(
    "shard-of-the-throne",
    "Its owner gains a victory point. Whoever wins a combat against its owner takes this card and the \
     point.",
    any_player,
)
.resolve(|game, tally| point_for(game, "shard-of-the-throne", tally.outcome))
.powers(&[always!(
    "Shard of the Throne",
    At::CombatWon,
    |_, seat, moment| matches!(moment, Moment::CombatWon { from, .. } if *from == seat),
    |game, seat, moment| match moment {
        Moment::CombatWon { by, .. } => hand_on(game, "shard-of-the-throne", seat, *by),
        _ => Ok(()),
    },
)]);

const THE_CROWN_OF_EMPHIDIA: AgendaRule = AgendaRule::law(
    "the-crown-of-emphidia",
    "Its owner gains a victory point. Whoever takes a planet in its owner's home system takes this \
     card and the point.",
    any_player,
)
.resolve(|game, tally| point_for(game, "the-crown-of-emphidia", tally.outcome))
.powers(&[always!(
    "The Crown of Emphidia",
    At::PlanetGained,
    |state, seat, moment| match moment {
        Moment::PlanetGained { by, planet } => {
            *by != seat && state.galaxy.system_of(*planet) == state.home_system(seat)
        }
        _ => false,
    },
    |game, seat, moment| match moment {
        Moment::PlanetGained { by, .. } => hand_on(game, "the-crown-of-emphidia", seat, *by),
        _ => Ok(()),
    },
)]);

const THE_CROWN_OF_THALNOS: AgendaRule = AgendaRule::law(
    "the-crown-of-thalnos",
    "In each combat round its owner may roll any of their dice again; units whose new dice do not hit \
     are destroyed.",
    any_player,
)
.powers(&[may!(
    "The Crown of Thalnos",
    At::DiceRolled,
    |_, seat, moment| matches!(moment, Moment::DiceRolled { by, .. } if *by == seat),
    |game, seat, moment| match moment {
        Moment::DiceRolled { place, round, dice, .. } => {
            let what = format!("The Crown of Thalnos, combat round {round}");
            let again = dice::rerolled(game, seat, seat, *place, dice, &what)?;
            destroy_failures(game, seat, *place, dice, &again)
        }
        _ => Ok(()),
    },
)]);

/// Dice of one unit that has several of them lie together: it stays if one of those hits.
fn destroy_failures(
    game: &mut Game,
    seat: Seat,
    place: Place,
    dice: &[Die],
    again: &[usize],
) -> Flow {
    for kind in UnitKind::ALL {
        let each = game.state.card(seat, kind).and_then(|card| card.combat);
        let each = each.map_or(1, |attack| usize::from(attack.dice.max(1)));
        let own: Vec<usize> = again.iter().copied().filter(|at| dice[*at].kind == kind).collect();
        let failed = own.chunks(each).filter(|unit| unit.iter().all(|at| dice[*at].hits() == 0));
        let mut due = failed.count() as u8;
        for damaged in [true, false] {
            let count = game.state.forces(place).count_in(seat, kind, damaged).min(due);
            if count > 0 {
                let stack = Stack { owner: seat, kind, damaged, count };
                losses::destroy(game, &[(place, stack)])?;
                due -= count;
            }
        }
    }
    Ok(())
}
