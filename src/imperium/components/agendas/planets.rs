//! Laws that are attached to a planet and stay with it whoever controls it.

use crate::engine::{Flow, Refusal};
use crate::imperium::Game;
use crate::imperium::data::*;
use crate::imperium::rules::tables::*;
use crate::imperium::rules::window::{At, Moment};
use crate::imperium::rules::{losses, victory};
use crate::imperium::state::*;

use super::{cultural, hazardous, industrial};

pub static ALL: &[AgendaRule] = &[
    CORE_MINING,
    DEMILITARIZED_ZONE,
    HOLY_PLANET_OF_IXTH,
    RESEARCH_TEAM_BIOTIC,
    RESEARCH_TEAM_CYBERNETIC,
    RESEARCH_TEAM_PROPULSION,
    RESEARCH_TEAM_WARFARE,
    SENATE_SANCTUARY,
    TERRAFORMING_INITIATIVE,
];

const CORE_MINING: AgendaRule = AgendaRule::law(
    "core-mining",
    "The elected hazardous planet loses 1 infantry and has 2 more resources.",
    hazardous,
)
.resolve(|game, tally| {
    let Elected::Planet(planet) = tally.outcome else { return Ok(()) };
    let infantry = |stack: &&Stack| stack.kind == UnitKind::Infantry;
    let forces = &game.state.planet(planet).forces;
    let owner = game.state.owner(planet);
    // Those of whoever controls it first, should others stand there too.
    let own = forces.iter().filter(infantry).find(|stack| Some(stack.owner) == owner);
    let one = own.or_else(|| forces.iter().find(infantry)).copied();
    match one {
        Some(stack) => {
            losses::destroy(game, &[(Place::Planet(planet), Stack { count: 1, ..stack })])
        }
        None => Ok(()),
    }
});

const DEMILITARIZED_ZONE: AgendaRule = AgendaRule::law(
    "demilitarized-zone",
    "All units on the elected cultural planet are destroyed; no units can land, be produced or be \
     placed there.",
    cultural,
)
.resolve(|game, tally| match tally.outcome {
    Elected::Planet(planet) => {
        let here = game.state.planet(planet).forces.iter();
        let units: Vec<(Place, Stack)> =
            here.map(|stack| (Place::Planet(planet), *stack)).collect();
        losses::destroy(game, &units)
    }
    _ => Ok(()),
})
.permits(&[|state, _, act| match act {
    Act::Land { planet } | Act::PlaceOn { planet }
        if state.planet_of(AgendaId::named("demilitarized-zone")) == Some(*planet) =>
    {
        Some(Refusal::new(format!("{} is a demilitarized zone", planet.name())).rule("7"))
    }
    _ => None,
}]);

const HOLY_PLANET_OF_IXTH: AgendaRule = AgendaRule::law(
    "holy-planet-of-ixth",
    "Whoever controls the elected cultural planet gains a victory point, and so does whoever takes \
     it later; whoever loses it loses one. Units there cannot use production.",
    cultural,
)
.resolve(|game, tally| {
    let Elected::Planet(planet) = tally.outcome else { return Ok(()) };
    match game.state.owner(planet) {
        Some(owner) => victory::gain(game, owner, holy(), 1),
        None => Ok(()),
    }
})
.powers(&[
    Power {
        name: "Holy Planet of Ixth",
        at: At::PlanetLost,
        when: is_holy,
        then: |game, _, moment| change_points(game, moment),
        must: true,
    },
    Power {
        name: "Holy Planet of Ixth",
        at: At::PlanetGained,
        when: is_holy,
        then: |game, _, moment| change_points(game, moment),
        must: true,
    },
])
.permits(&[|state, _, act| match act {
    Act::UseProduction { planet }
        if state.planet_of(AgendaId::named("holy-planet-of-ixth")) == Some(*planet) =>
    {
        Some(Refusal::new(format!("{} is holy: nothing is produced there", planet.name())))
    }
    _ => None,
}]);

fn holy() -> Merit {
    Merit::Agenda(AgendaId::named("holy-planet-of-ixth"))
}

/// The power lies with whoever controls the planet now; whom the moment names gains or loses.
fn is_holy(state: &State, _: crate::engine::Seat, moment: &Moment) -> bool {
    match moment {
        Moment::PlanetLost { planet, .. } | Moment::PlanetGained { planet, .. } => {
            state.planet_of(AgendaId::named("holy-planet-of-ixth")) == Some(*planet)
        }
        _ => false,
    }
}

fn change_points(game: &mut Game, moment: &Moment) -> Flow {
    match moment {
        Moment::PlanetLost { loser, .. } => victory::gain(game, *loser, holy(), -1),
        Moment::PlanetGained { by, .. } => victory::gain(game, *by, holy(), 1),
        _ => Ok(()),
    }
}

const RESEARCH_TEAM_BIOTIC: AgendaRule = AgendaRule::law(
    "research-team-biotic",
    "Whoever controls the elected industrial planet may exhaust this card to leave out a green \
     prerequisite.",
    industrial,
)
.lends(Colour::Green);

const RESEARCH_TEAM_CYBERNETIC: AgendaRule = AgendaRule::law(
    "research-team-cybernetic",
    "Whoever controls the elected industrial planet may exhaust this card to leave out a yellow \
     prerequisite.",
    industrial,
)
.lends(Colour::Yellow);

const RESEARCH_TEAM_PROPULSION: AgendaRule = AgendaRule::law(
    "research-team-propulsion",
    "Whoever controls the elected industrial planet may exhaust this card to leave out a blue \
     prerequisite.",
    industrial,
)
.lends(Colour::Blue);

const RESEARCH_TEAM_WARFARE: AgendaRule = AgendaRule::law(
    "research-team-warfare",
    "Whoever controls the elected hazardous planet may exhaust this card to leave out a red \
     prerequisite.",
    hazardous,
)
.lends(Colour::Red);

const SENATE_SANCTUARY: AgendaRule = AgendaRule::law(
    "senate-sanctuary",
    "The elected cultural planet has 2 more influence.",
    cultural,
);

const TERRAFORMING_INITIATIVE: AgendaRule = AgendaRule::law(
    "terraforming-initiative",
    "The elected hazardous planet has 1 more resource and 1 more influence.",
    hazardous,
);
