//! Directives that destroy units or let everybody research.

use crate::engine::{Flow, Prompt, Seat};
use crate::imperium::Game;
use crate::imperium::data::*;
use crate::imperium::rules::ask::*;
use crate::imperium::rules::losses::{self, Loss};
use crate::imperium::rules::tables::AgendaRule;
use crate::imperium::rules::{agenda, control, fleet, technology};
use crate::imperium::state::*;

use super::laws::exhaust;
use super::{for_or_against, in_speaker_order, owned_planets};

pub static ALL: &[AgendaRule] =
    &[ARMS_REDUCTION, COLONIAL_REDISTRIBUTION, IXTHIAN_ARTIFACT, WORMHOLE_RESEARCH];

const ARMS_REDUCTION: AgendaRule = AgendaRule::directive(
    "arms-reduction",
    "For: everybody destroys dreadnoughts down to 2 and cruisers down to 4. \
     Against: when the next strategy phase begins, all planets with a technology specialty are \
     exhausted.",
    for_or_against,
)
.resolve(|game, tally| {
    let id = AgendaId::named("arms-reduction");
    if tally.outcome == Elected::Against {
        let all = game.state.seats().collect();
        agenda::postpone(game, id, all);
        return Ok(());
    }
    for (kind, kept) in [(UnitKind::Dreadnought, 2), (UnitKind::Cruiser, 4)] {
        let over = |seat: Seat| {
            let count = game.state.on_board(seat, kind).saturating_sub(kept);
            Loss { seat, lot: Lot::Kind(kind), count }
        };
        let all: Vec<Loss> = in_speaker_order(&game.state).into_iter().map(over).collect();
        losses::lose(game, id, &all)?;
    }
    Ok(())
})
.later(|game, seats| {
    for seat in in_speaker_order(&game.state).into_iter().filter(|seat| seats.contains(*seat)) {
        let special = |planet: &PlanetId| !planet.get().tech_specialties.is_empty();
        let planets: Vec<PlanetId> = game.state.controlled(seat).filter(special).collect();
        exhaust(game, seat, &planets);
    }
    Ok(())
});

const COLONIAL_REDISTRIBUTION: AgendaRule = AgendaRule::directive(
    "colonial-redistribution",
    "All units on the elected planet are destroyed. Whoever controls it names somebody with fewest \
     victory points, who may place 1 infantry there.",
    |state| {
        let out = |planet: PlanetId| {
            let system = state.galaxy.system_of(planet);
            system.is_some_and(|system| {
                state.home_of(system).is_none() && state.mecatol_rex() != Some(system)
            })
        };
        owned_planets(state, out)
    },
)
.resolve(|game, tally| match tally.outcome {
    Elected::Planet(planet) => redistribute(game, planet),
    _ => Ok(()),
})
.asks(&[
    "who, with fewest victory points, may place an infantry there?",
    "place 1 infantry there?",
]);

fn redistribute(game: &mut Game, planet: PlanetId) -> Flow {
    let agenda = AgendaId::named("colonial-redistribution");
    let place = Place::Planet(planet);
    let here = game.state.forces(place).iter();
    let units: Vec<(Place, Stack)> = here.map(|stack| (place, *stack)).collect();
    losses::destroy(game, &units)?;
    let Some(owner) = game.state.owner(planet) else { return Ok(()) };
    let choice = game.choose(|state| {
        let fewest = state.seats().map(|seat| state.points(seat)).min();
        let last = state.seats().filter(|seat| Some(state.points(*seat)) == fewest);
        let question = Question::AgendaTarget { agenda, step: 0 };
        Prompt::one(owner, question, last.map(Choice::Player).collect())
    })?;
    let Choice::Player(settler) = choice else { return Ok(()) };
    game.say(|_| format!("{owner} names {settler}."));
    let infantry = game.state.forces(place).count(settler, UnitKind::Infantry) == 0
        && fleet::groups(&game.state, settler, UnitKind::Infantry)
            >= usize::from(UnitKind::Infantry.limit());
    if infantry || !control::is_open(&game.state, settler, planet) {
        return Ok(());
    }
    let question = Question::AgendaTarget { agenda, step: 1 };
    let options = vec![Choice::Pass, Choice::Yes];
    if game.choose(|_| Prompt::one(settler, question.clone(), options.clone()))? == Choice::Yes {
        game.state.place_units(settler, UnitKind::Infantry, 1, place);
        game.say(|_| format!("{settler} places 1 infantry on {}.", planet.name()));
        control::settle(game, planet)?;
    }
    Ok(())
}

const IXTHIAN_ARTIFACT: AgendaRule = AgendaRule::directive(
    "ixthian-artifact",
    "For: the speaker rolls a die. 6 to 10: everybody may research 2 technologies. 1 to 5: all units \
     in the Mecatol Rex system are destroyed, and everybody with units in a system next to it \
     destroys 3 of them in each. Against: nothing happens.",
    for_or_against,
)
.resolve(|game, tally| {
    if tally.outcome == Elected::Against {
        return Ok(());
    }
    let label = format!("{}, Ixthian Artifact", game.state.moment_label());
    let die = game.roll(label, 1)?.first().copied().unwrap_or(1);
    game.say(|state| format!("{} rolls **{die}** for the artifact.", state.speaker));
    if die < 6 {
        return explode(game);
    }
    for seat in in_speaker_order(&game.state) {
        for _ in 0..2 {
            technology::may_research(game, seat)?;
        }
    }
    Ok(())
});

fn explode(game: &mut Game) -> Flow {
    let Some(mecatol) = game.state.mecatol_rex() else { return Ok(()) };
    let agenda = AgendaId::named("ixthian-artifact");
    let state = &game.state;
    let all = state.places(mecatol).flat_map(|place| {
        state.forces(place).iter().map(move |stack| (place, *stack)).collect::<Vec<_>>()
    });
    let all: Vec<(Place, Stack)> = all.collect();
    let near = state.neighbours(mecatol);
    losses::destroy(game, &all)?;
    for system in near {
        let loss = |seat: Seat| Loss { seat, lot: Lot::System(system), count: 3 };
        let each: Vec<Loss> = in_speaker_order(&game.state).into_iter().map(loss).collect();
        losses::lose(game, agenda, &each)?;
    }
    Ok(())
}

const WORMHOLE_RESEARCH: AgendaRule = AgendaRule::directive(
    "wormhole-research",
    "For: everybody with ships in a system with a wormhole may research a technology; then all ships \
     in systems with an alpha or beta wormhole are destroyed. Against: whoever voted against takes a \
     command token off their sheet.",
    for_or_against,
)
.resolve(|game, tally| match tally.outcome {
    Elected::For => {
        for seat in in_speaker_order(&game.state) {
            let state = &game.state;
            let at_wormhole =
                |system: &SystemId| !state.wormholes(*system).is_empty() && state.has_ships(*system, seat);
            if state.systems.keys().any(at_wormhole) {
                technology::may_research(game, seat)?;
            }
        }
        swallow_fleets(game)
    }
    _ => {
        let losers = tally.voted(Elected::Against);
        let order = in_speaker_order(&game.state).into_iter();
        for seat in order.filter(|seat| losers.contains(seat)) {
            lose_token(game, seat)?;
        }
        Ok(())
    }
})
.asks(&["from which pool do you return a command token?"]);

fn swallow_fleets(game: &mut Game) -> Flow {
    let state = &game.state;
    let open = |system: &SystemId| {
        let here = state.wormholes(*system);
        here.contains(&Wormhole::Alpha) || here.contains(&Wormhole::Beta)
    };
    let ships = state.systems.iter().filter(|(id, _)| open(id)).flat_map(|(id, system)| {
        let ships = system.space.iter().filter(|stack| stack.kind.is_ship());
        ships.map(|stack| (Place::Space(*id), *stack))
    });
    let ships: Vec<(Place, Stack)> = ships.collect();
    losses::destroy(game, &ships)
}

fn lose_token(game: &mut Game, seat: Seat) -> Flow {
    if game.state.player(seat).tokens.total() == 0 {
        return Ok(());
    }
    let agenda = AgendaId::named("wormhole-research");
    let choice = game.choose(|state| {
        let sheet = state.player(seat).tokens;
        let pools = Pool::ALL.into_iter().filter(|pool| sheet.pool(*pool) > 0);
        let question = Question::AgendaTarget { agenda, step: 0 };
        Prompt::one(seat, question, pools.map(Choice::Token).collect())
    })?;
    let Choice::Token(pool) = choice else { return Ok(()) };
    *game.state.player_mut(seat).tokens.pool_mut(pool) -= 1;
    game.say(|_| format!("{seat} returns a {} token.", pool.name()));
    match pool {
        Pool::Fleet => crate::imperium::rules::tokens::tidy_fleets(game, seat),
        _ => Ok(()),
    }
}
