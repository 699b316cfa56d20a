//! Directives: they happen once.

use crate::engine::{Flow, Seat};
use crate::imperium::Game;
use crate::imperium::data::*;
use crate::imperium::rules::tables::AgendaRule;
use crate::imperium::rules::{agenda, control, scoring, status, trade, victory, window};
use crate::imperium::state::*;

use super::laws::{discard_hands, exhaust};
use super::{any_law, any_player, for_or_against, in_speaker_order};

pub static ALL: &[AgendaRule] = &[
    ARCHIVED_SECRET,
    COMPENSATED_DISARMAMENT,
    ECONOMIC_EQUALITY,
    INCENTIVE_PROGRAM,
    JUDICIAL_ABOLISHMENT,
    MISCOUNT_DISCLOSED,
    MUTINY,
    NEW_CONSTITUTION,
    PUBLIC_EXECUTION,
    SEED_OF_AN_EMPIRE,
    SWORDS_TO_PLOWSHARES,
    UNCONVENTIONAL_MEASURES,
];

const ARCHIVED_SECRET: AgendaRule = AgendaRule::directive(
    "archived-secret",
    "The elected player draws a secret objective.",
    any_player,
)
.resolve(|game, tally| match tally.outcome {
    Elected::Player(seat) => scoring::draw_secret(game, seat),
    _ => Ok(()),
});

const COMPENSATED_DISARMAMENT: AgendaRule = AgendaRule::directive(
    "compensated-disarmament",
    "All ground forces on the elected planet are destroyed; its owner gains a trade good \
           for each.",
    |state| {
        let owned = state.planets.iter().filter(|(_, planet)| planet.owner.is_some());
        owned.map(|(id, _)| Elected::Planet(*id)).collect()
    },
)
.resolve(|game, tally| {
    let Elected::Planet(planet) = tally.outcome else { return Ok(()) };
    let gone = game.state.planet_mut(planet).forces.drain(|stack| stack.kind.is_ground_force());
    let count: u8 = gone.iter().map(|stack| stack.count).sum();
    if let Some(owner) = game.state.owner(planet) {
        game.say(|_| {
            let name = planet.name();
            format!(
                "{count} ground forces on {name} are destroyed; {owner} gains {count} trade goods."
            )
        });
        trade::gain(game, owner, count)?;
    }
    control::settle(game, planet)
});

const ECONOMIC_EQUALITY: AgendaRule = AgendaRule::directive(
    "economic-equality",
    "Everybody loses all trade goods. For: then everybody gains 5.",
    for_or_against,
)
.resolve(|game, tally| {
    let goods = if tally.outcome == Elected::For { 5 } else { 0 };
    for seat in in_speaker_order(&game.state) {
        game.state.player_mut(seat).trade_goods = goods;
    }
    game.say(|_| format!("Everybody now has {goods} trade goods."));
    Ok(())
});

const INCENTIVE_PROGRAM: AgendaRule = AgendaRule::directive(
    "incentive-program",
    "A new public objective is revealed: of the first stage (for) or the second (against).",
    for_or_against,
)
.resolve(|game, tally| {
    let stage = if tally.outcome == Elected::For { 1 } else { 2 };
    reveal_from_the_box(game, stage)
});

/// Reveals an objective of the stage that was not laid out at set-up.
fn reveal_from_the_box(game: &mut Game, stage: u8) -> Flow {
    let state = &game.state;
    let used = |card: &PublicId| {
        state.decks.publics.contains(card)
            || state.objectives.iter().any(|on_table| on_table.card == *card)
    };
    let mut pile: Vec<PublicId> = PublicId::in_play(state.options.sources)
        .filter(|card| card.get().stage == stage && !used(card))
        .filter(|card| crate::imperium::rules::tables::tables().public(*card).is_some())
        .collect();
    let label = format!("{}, objectives left in the box", game.state.moment_label());
    game.shuffle(label, &mut pile)?;
    if let Some(card) = pile.pop() {
        game.reveal(card.name());
        game.state.objectives.push(PublicOnTable { card, scored: Seats::default() });
        status::tell_revealed(game, card);
    }
    Ok(())
}

const JUDICIAL_ABOLISHMENT: AgendaRule =
    AgendaRule::directive("judicial-abolishment", "The elected law ends.", |state| {
        state.laws.iter().map(|law| Elected::Law(law.agenda)).collect()
    })
    .resolve(|game, tally| {
        if let Elected::Law(agenda) = tally.outcome {
            game.state.discard_law(agenda);
        }
        Ok(())
    });

const MISCOUNT_DISCLOSED: AgendaRule = AgendaRule::directive(
    "miscount-disclosed",
    "The elected law is voted on again, as if it were revealed now.",
    any_law,
)
.last(|game, tally| match tally.outcome {
    Elected::Law(law) => agenda::vote_again(game, law),
    _ => Ok(()),
});

const NEW_CONSTITUTION: AgendaRule = AgendaRule::directive(
    "new-constitution",
    "For: all laws end, and when the next strategy phase begins everybody exhausts the planets of \
     their home system. Against: nothing happens.",
    // Without laws there is nothing to vote on.
    |state| if state.laws.is_empty() { Vec::new() } else { for_or_against(state) },
)
.resolve(|game, tally| {
    if tally.outcome == Elected::For {
        for law in game.state.laws.iter().map(|law| law.agenda).collect::<Vec<_>>() {
            game.state.discard_law(law);
        }
        let all = game.state.seats().collect();
        agenda::postpone(game, AgendaId::named("new-constitution"), all);
    }
    Ok(())
})
.later(|game, seats| {
    for seat in in_speaker_order(&game.state).into_iter().filter(|seat| seats.contains(*seat)) {
        let Some(home) = game.state.home_system(seat) else { continue };
        let planets = game.state.galaxy.planets(home).iter().copied();
        let own = planets.filter(|planet| game.state.owner(*planet) == Some(seat));
        let own: Vec<PlanetId> = own.collect();
        exhaust(game, seat, &own);
    }
    Ok(())
});

const MUTINY: AgendaRule = AgendaRule::directive(
    "mutiny",
    "Everybody who voted for it gains a victory point (for), or loses one (against).",
    for_or_against,
)
.resolve(|game, tally| {
    let points = if tally.outcome == Elected::For { 1 } else { -1 };
    let merit = Merit::Agenda(AgendaId::named("mutiny"));
    let voters = tally.voted(Elected::For);
    let order = in_speaker_order(&game.state);
    for seat in order.into_iter().filter(|seat| voters.contains(seat)) {
        if points > 0 || game.state.points(seat) > 0 {
            victory::gain(game, seat, merit, points)?;
        }
    }
    Ok(())
});

const PUBLIC_EXECUTION: AgendaRule = AgendaRule::directive(
    "public-execution",
    "The elected player discards all action cards, hands the speaker token on to the left \
           and votes no more in this agenda phase.",
    any_player,
)
.resolve(|game, tally| {
    let Elected::Player(seat) = tally.outcome else { return Ok(()) };
    discard_hands(game, &[seat])?;
    let next = game.state.others(seat).next();
    if let (true, Some(next)) = (game.state.speaker == seat, next) {
        game.state.speaker = next;
        game.say(|_| format!("{next} is the speaker now."));
    }
    game.state.no_vote.insert(seat);
    Ok(())
});

const SEED_OF_AN_EMPIRE: AgendaRule = AgendaRule::directive(
    "seed-of-an-empire",
    "Whoever has most victory points (for) or fewest (against) gains one.",
    for_or_against,
)
.resolve(|game, tally| {
    let order: Vec<(Seat, i32)> = in_speaker_order(&game.state)
        .into_iter()
        .map(|seat| (seat, game.state.points(seat)))
        .collect();
    let points = order.iter().map(|(_, points)| *points);
    let wanted = if tally.outcome == Elected::For { points.max() } else { points.min() };
    let merit = Merit::Agenda(AgendaId::named("seed-of-an-empire"));
    for (seat, points) in order {
        if Some(points) == wanted {
            victory::gain(game, seat, merit, 1)?;
        }
    }
    Ok(())
});

const SWORDS_TO_PLOWSHARES: AgendaRule = AgendaRule::directive(
    "swords-to-plowshares",
    "For: half of everybody's infantry on each own planet, rounded up, is destroyed for a \
           trade good each. Against: everybody gets 1 infantry on each own planet.",
    for_or_against,
)
.resolve(|game, tally| {
    let planets: Vec<(PlanetId, Seat)> =
        game.state.planets.iter().filter_map(|(id, planet)| Some((*id, planet.owner?))).collect();
    for (planet, owner) in planets {
        if tally.outcome == Elected::Against {
            if control::is_open(&game.state, owner, planet) {
                game.state.place_units(owner, UnitKind::Infantry, 1, Place::Planet(planet));
            }
            continue;
        }
        let forces = &mut game.state.planet_mut(planet).forces;
        let half = forces.count(owner, UnitKind::Infantry).div_ceil(2);
        let gone = forces.remove(owner, UnitKind::Infantry, false, half);
        game.state.gain_trade_goods(owner, gone);
        if gone > 0 {
            game.say(|_| {
                format!(
                    "{owner} loses {gone} infantry on {} for {gone} trade goods.",
                    planet.name()
                )
            });
        }
    }
    Ok(())
});

const UNCONVENTIONAL_MEASURES: AgendaRule = AgendaRule::directive(
    "unconventional-measures",
    "Everybody who voted for it draws 2 action cards (for), or discards all (against).",
    for_or_against,
)
.resolve(|game, tally| {
    let voters = tally.voted(Elected::For);
    if tally.outcome == Elected::Against {
        return discard_hands(game, &voters);
    }
    let order = in_speaker_order(&game.state);
    for seat in order.into_iter().filter(|seat| voters.contains(seat)) {
        window::draw_action_cards(game, seat, 2)?;
    }
    Ok(())
});
