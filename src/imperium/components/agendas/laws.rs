//! Laws for everybody.

use crate::engine::{Flow, Prompt, Refusal, Seat};
use crate::imperium::Game;
use crate::imperium::data::*;
use crate::imperium::rules::ask::*;
use crate::imperium::rules::losses::{self, Loss};
use crate::imperium::rules::tables::*;
use crate::imperium::rules::window::{self, At, Moment};
use crate::imperium::rules::{agenda, tokens};
use crate::imperium::state::*;

use super::{for_or_against, in_speaker_order};

pub static ALL: &[AgendaRule] = &[
    ANTI_INTELLECTUAL_REVOLUTION,
    CLASSIFIED_DOCUMENT_LEAKS,
    CONVENTIONS_OF_WAR,
    ENFORCED_TRAVEL_BAN,
    EXECUTIVE_SANCTIONS,
    FLEET_REGULATIONS,
    HOMELAND_DEFENSE_ACT,
    PUBLICIZE_WEAPON_SCHEMATICS,
    REGULATED_CONSCRIPTION,
    REPRESENTATIVE_GOVERNMENT,
    SHARED_RESEARCH,
    WORMHOLE_RECONSTRUCTION,
];

const ANTI_INTELLECTUAL_REVOLUTION: AgendaRule = AgendaRule::law(
    "anti-intellectual-revolution",
    "For: whoever researches a technology then destroys one of their ships, no fighter. \
     Against: when the next strategy phase begins, everybody exhausts a planet of their choice \
     for each technology they own.",
    for_or_against,
)
.resolve(|game, tally| {
    if tally.outcome == Elected::Against {
        let all = game.state.seats().collect();
        agenda::postpone(game, AgendaId::named("anti-intellectual-revolution"), all);
    }
    Ok(())
})
.later(|game, seats| {
    exhaust_some(game, AgendaId::named("anti-intellectual-revolution"), seats, |state, seat| {
        state.player(seat).technologies.len()
    })
})
.asks(&["choose planets to exhaust."])
.powers(&[Power {
    name: "Anti-Intellectual Revolution",
    at: At::Researched,
    when: |_, seat, moment| matches!(moment, Moment::Researched { by, .. } if *by == seat),
    then: |game, seat, _| {
        let loss = Loss { seat, lot: Lot::Ships, count: 1 };
        losses::lose(game, AgendaId::named("anti-intellectual-revolution"), &[loss])
    },
    must: true,
}]);

/// Everybody of `seats` exhausts as many own ready planets as `count` says, or all.
fn exhaust_some(
    game: &mut Game,
    agenda: AgendaId,
    seats: Seats,
    count: fn(&State, Seat) -> usize,
) -> Flow {
    let question = Question::AgendaTarget { agenda, step: 0 };
    let open = |state: &State, seat: Seat| -> Vec<Choice> {
        state.ready_planets(seat).map(Choice::Planet).collect()
    };
    let answers = game.ask_each(|state| {
        let choosing = seats.iter().filter(|seat| {
            let due = count(state, *seat);
            due > 0 && due < open(state, *seat).len()
        });
        let prompt = |seat: Seat| {
            let due = count(state, seat);
            Prompt::some(seat, question.clone(), open(state, seat), due, due)
        };
        choosing.map(prompt).collect()
    })?;
    for seat in in_speaker_order(&game.state).into_iter().filter(|seat| seats.contains(*seat)) {
        let planets = match answers.iter().find(|(who, _)| *who == seat) {
            Some((_, chosen)) => chosen.clone(),
            None if count(&game.state, seat) == 0 => Vec::new(),
            None => open(&game.state, seat),
        };
        let planets: Vec<PlanetId> = planets
            .iter()
            .filter_map(|choice| match choice {
                Choice::Planet(planet) => Some(*planet),
                _ => None,
            })
            .collect();
        exhaust(game, seat, &planets);
    }
    Ok(())
}

/// Exhausts ready planets of `seat` and says so.
pub(super) fn exhaust(game: &mut Game, seat: Seat, planets: &[PlanetId]) {
    let ready = planets.iter().filter(|planet| !game.state.planet(**planet).exhausted);
    let ready: Vec<PlanetId> = ready.copied().collect();
    for planet in &ready {
        game.state.planet_mut(*planet).exhausted = true;
    }
    if !ready.is_empty() {
        game.say(|_| {
            let names: Vec<&str> = ready.iter().map(|planet| planet.name()).collect();
            format!("{seat} exhausts {}.", names.join(", "))
        });
    }
}

const CLASSIFIED_DOCUMENT_LEAKS: AgendaRule = AgendaRule::law(
    "classified-document-leaks",
    "The elected secret objective, which somebody has scored, becomes a public objective. \
     Its owner keeps the point but it no longer counts among their three secrets.",
    |state| {
        let scored = |seat: Seat| {
            let cards = state.player(seat).scored_secrets.iter();
            cards.map(move |card| Elected::Secret(seat, *card))
        };
        state.seats().flat_map(scored).collect()
    },
)
.resolve(|game, tally| {
    let Elected::Secret(seat, card) = tally.outcome else { return Ok(()) };
    game.state.player_mut(seat).scored_secrets.retain(|scored| *scored != card);
    game.state.leaked.push(Leaked { card, scored: [seat].into_iter().collect() });
    game.say(|_| format!("**{}** is a public objective now.", card.name()));
    Ok(())
});

const ENFORCED_TRAVEL_BAN: AgendaRule = AgendaRule::law(
    "enforced-travel-ban",
    "For: ships cannot use alpha and beta wormholes to move or retreat. \
     Against: every PDS in or next to a system with a wormhole is destroyed.",
    for_or_against,
)
.resolve(|game, tally| match tally.outcome {
    Elected::Against => {
        let state = &game.state;
        let wormhole = |system: &SystemId| !state.wormholes(*system).is_empty();
        let near =
            |system: SystemId| wormhole(&system) || state.neighbours(system).iter().any(wormhole);
        let pds = state.all_forces().flat_map(|(place, forces)| {
            let here = forces.iter().filter(|stack| stack.kind == UnitKind::Pds);
            here.map(move |stack| (place, *stack))
        });
        let doomed = pds.filter(|(place, _)| near(state.system_of(*place)));
        let doomed: Vec<(Place, Stack)> = doomed.collect();
        losses::destroy(game, &doomed)
    }
    _ => Ok(()),
})
.permits(&[|state, _, act| match act {
    // Whatever else connects wormholes is no hindrance.
    Act::UseWormhole { wormhole: Wormhole::Alpha | Wormhole::Beta }
        if !state.lasting.iter().any(|lasting| {
            matches!(lasting.effect, Effect::AlphaMeetsBeta | Effect::WormholeSystemsAdjacent)
        }) =>
    {
        Some(Refusal::new("Enforced Travel Ban closes alpha and beta wormholes").rule("101"))
    }
    _ => None,
}]);

const FLEET_REGULATIONS: AgendaRule = AgendaRule::law(
    "fleet-regulations",
    "For: nobody may have more than 4 tokens in the fleet pool. \
     Against: everybody puts a command token from reinforcements into their fleet pool.",
    for_or_against,
)
.resolve(|game, tally| {
    for seat in in_speaker_order(&game.state) {
        if tally.outcome == Elected::Against {
            let gained = game.state.gain_tokens(seat, Pool::Fleet, 1);
            game.say(|_| format!("{seat} gains {gained} fleet token."));
            continue;
        }
        let most = tokens::fleet_pool(&game.state, seat);
        let pool = &mut game.state.player_mut(seat).tokens.fleet;
        let over = pool.saturating_sub(most);
        *pool -= over;
        if over > 0 {
            game.say(|_| format!("{seat} returns {over} fleet tokens to reinforcements."));
            tokens::tidy_fleets(game, seat)?;
        }
    }
    Ok(())
})
.modifiers(&[modifier(NumberKind::FleetPool, |_, _, number| match number {
    // Without it the pool may hold all sixteen tokens.
    Number::FleetPool { .. } => -12,
    _ => 0,
})]);

const HOMELAND_DEFENSE_ACT: AgendaRule = AgendaRule::law(
    "homeland-defense-act",
    "For: a planet may hold any number of PDS. Against: everybody destroys one of their PDS.",
    for_or_against,
)
.resolve(|game, tally| {
    if tally.outcome == Elected::For {
        return Ok(());
    }
    let loss = |seat: Seat| Loss { seat, lot: Lot::Kind(UnitKind::Pds), count: 1 };
    let all: Vec<Loss> = in_speaker_order(&game.state).into_iter().map(loss).collect();
    losses::lose(game, AgendaId::named("homeland-defense-act"), &all)
})
.modifiers(&[modifier(NumberKind::StructureLimit, |_, _, number| match number {
    Number::StructureLimit { kind: UnitKind::Pds, .. } => 97,
    _ => 0,
})]);

const PUBLICIZE_WEAPON_SCHEMATICS: AgendaRule = AgendaRule::law(
    "publicize-weapon-schematics",
    "For: as soon as anybody owns a war sun technology nobody needs prerequisites for one; war suns \
     cannot sustain damage. Against: whoever owns a war sun technology discards all action cards.",
    for_or_against,
)
.resolve(|game, tally| match tally.outcome {
    Elected::Against => {
        let owners = in_speaker_order(&game.state).into_iter();
        let owners: Vec<Seat> =
            owners.filter(|seat| owns_war_suns(&game.state, *seat)).collect();
        discard_hands(game, &owners)
    }
    _ => Ok(()),
})
.modifiers(&[modifier(NumberKind::PrerequisitesIgnored, |state, _, number| match number {
    Number::PrerequisitesIgnored { tech, .. }
        if is_war_sun(*tech) && state.seats().any(|seat| owns_war_suns(state, seat)) =>
    {
        99
    }
    _ => 0,
}), modifier(NumberKind::SustainDamage, |_, _, number| match number {
    Number::SustainDamage { kind: UnitKind::WarSun, .. } => -9,
    _ => 0,
})]);

fn is_war_sun(tech: TechId) -> bool {
    tech.get().unit.is_some_and(|unit| unit.get().kind == UnitKind::WarSun)
}

fn owns_war_suns(state: &State, seat: Seat) -> bool {
    state.player(seat).technologies.iter().any(|tech| is_war_sun(*tech))
}

const REGULATED_CONSCRIPTION: AgendaRule = AgendaRule::law(
    "regulated-conscription",
    "For: fighters and infantry are produced one by one for their cost, not two. \
     Against: nothing happens.",
    for_or_against,
)
.modifiers(&[modifier(NumberKind::UnitsPerCost, |_, _, number| match number {
    Number::UnitsPerCost { kind: UnitKind::Fighter | UnitKind::Infantry, .. } => -1,
    _ => 0,
})]);

const REPRESENTATIVE_GOVERNMENT: AgendaRule = AgendaRule::law(
    "representative-government",
    "For: planets cast no votes; everybody has 1 vote on each agenda. \
     Against: when the next strategy phase begins, whoever voted against exhausts all their \
     cultural planets.",
    for_or_against,
)
.resolve(|game, tally| {
    if tally.outcome == Elected::Against {
        let seats = tally.voted(Elected::Against).into_iter().collect();
        agenda::postpone(game, AgendaId::named("representative-government"), seats);
    }
    Ok(())
})
.later(|game, seats| {
    for seat in in_speaker_order(&game.state).into_iter().filter(|seat| seats.contains(*seat)) {
        let cultural = |planet: &PlanetId| planet.get().traits.contains(&Trait::Cultural);
        let planets: Vec<PlanetId> = game.state.controlled(seat).filter(cultural).collect();
        exhaust(game, seat, &planets);
    }
    Ok(())
})
.modifiers(&[modifier(NumberKind::Votes, |_, _, _| 1)])
.permits(&[|_, _, act| match act {
    Act::ExhaustToVote => Some(
        Refusal::new("planets cast no votes under Representative Government")
            .instead("Name an outcome: you have 1 vote."),
    ),
    _ => None,
}]);

const SHARED_RESEARCH: AgendaRule = AgendaRule::law(
    "shared-research",
    "For: ships can move through nebulae. \
     Against: everybody puts a command token from reinforcements into their home system.",
    for_or_against,
)
.resolve(|game, tally| {
    if tally.outcome == Elected::For {
        return Ok(());
    }
    for seat in in_speaker_order(&game.state) {
        if let Some(home) = game.state.home_system(seat)
            && game.state.token_reinforcements(seat) > 0
        {
            tokens::place(game, seat, home)?;
        }
    }
    Ok(())
})
.modifiers(&[modifier(NumberKind::Barrier, |_, _, number| match number {
    Number::Barrier { what: Barrier::Anomaly(Anomaly::Nebula), .. } => -1,
    _ => 0,
})]);

const EXECUTIVE_SANCTIONS: AgendaRule = AgendaRule::law(
    "executive-sanctions",
    "For: nobody may hold more than 3 action cards. \
           Against: everybody loses 1 action card at random.",
    for_or_against,
)
.resolve(|game, tally| {
    let seats = in_speaker_order(&game.state);
    for seat in seats {
        match tally.outcome {
            Elected::For => window::limit_hand(game, seat)?,
            _ => lose_one_card(game, seat)?,
        }
    }
    Ok(())
})
.modifiers(&[modifier(NumberKind::HandLimit, |_, _, number| match number {
    // The plain limit is seven.
    Number::HandLimit { .. } => -4,
    _ => 0,
})]);

const CONVENTIONS_OF_WAR: AgendaRule = AgendaRule::law(
    "conventions-of-war",
    "For: cultural planets cannot be bombarded. \
           Against: everybody who voted against discards all action cards.",
    for_or_against,
)
.resolve(|game, tally| match tally.outcome {
    Elected::Against => discard_hands(game, &tally.voted(Elected::Against)),
    _ => Ok(()),
})
.permits(&[|_, _, act| match act {
    Act::Bombard { planet } if planet.get().traits.contains(&Trait::Cultural) => Some(
        Refusal::new(format!("{} is cultural and protected by Conventions of War", planet.name()))
            .rule("15"),
    ),
    _ => None,
}]);

const WORMHOLE_RECONSTRUCTION: AgendaRule = AgendaRule::law(
    "wormhole-reconstruction",
    "For: all alpha and beta wormholes are connected with each other. \
           Against: everybody puts a command token from reinforcements into each system with a \
           wormhole and own ships.",
    for_or_against,
)
.resolve(|game, tally| {
    let speaker = game.state.speaker;
    if tally.outcome == Elected::For {
        let until = Until::LawGoes(AgendaId::named("wormhole-reconstruction"));
        game.state.lasting.push(Lasting { until, seat: speaker, effect: Effect::AlphaMeetsBeta });
        return Ok(());
    }
    for seat in in_speaker_order(&game.state) {
        lock_wormholes(game, seat)?;
    }
    Ok(())
});

fn lock_wormholes(game: &mut Game, seat: Seat) -> Flow {
    let state = &game.state;
    let wormhole = |system: &SystemId| !state.wormholes(*system).is_empty();
    let own = |system: &SystemId| state.has_ships(*system, seat);
    let systems: Vec<SystemId> =
        state.systems.keys().copied().filter(|system| wormhole(system) && own(system)).collect();
    for system in systems {
        tokens::place(game, seat, system)?;
    }
    Ok(())
}

fn lose_one_card(game: &mut Game, seat: Seat) -> Flow {
    let held = game.state.player(seat).hand.len();
    if held == 0 {
        return Ok(());
    }
    let label = format!("{}, a card of {seat:?}", game.state.moment_label());
    let at = game.random(label, held as u32, 1)?[0] as usize - 1;
    let card = game.state.player_mut(seat).hand.remove(at);
    game.state.decks.discarded.push(card);
    game.reveal(card.name());
    game.say(|_| format!("{seat} loses **{}** at random.", card.name()));
    Ok(())
}

pub(super) fn discard_hands(game: &mut Game, seats: &[Seat]) -> Flow {
    for seat in seats {
        let hand = std::mem::take(&mut game.state.player_mut(*seat).hand);
        if hand.is_empty() {
            continue;
        }
        game.say(|_| {
            let names: Vec<&str> = hand.iter().map(|card| card.name()).collect();
            format!("{seat} discards **{}**.", names.join("**, **"))
        });
        game.state.decks.discarded.extend(hand);
    }
    Ok(())
}
