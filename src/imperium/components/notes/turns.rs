//! Notes of factions that are played as an action or at the start of a turn.

use crate::engine::{Audience, Flow, Prompt, Refusal, Seat};
use crate::imperium::Game;
use crate::imperium::data::*;
use crate::imperium::rules::ask::{Choice, Question};
use crate::imperium::rules::notes::{Held, NoteModifier, NotePower, NoteRule, Stays};
use crate::imperium::rules::tables::{Act, Number, NumberKind};
use crate::imperium::rules::window::{self, At, Moment};
use crate::imperium::rules::{adjacency, tokens};
use crate::imperium::state::*;

pub static NOTES: &[NoteRule] = &[
    NoteRule::new(
        "creuss-iff",
        "Start of your turn: you place or move a wormhole token of the owner, to a system with a planet \
         of yours or to one that is no home system and holds no ships of others.",
    )
    .powers(&[NotePower {
        at: At::TurnStarts,
        when: |state, held, moment| {
            starts_turn(held, moment) && !adjacency::token_sites(state, held.by).is_empty()
        },
        then: |game, held, _| {
            let question = Question::NoteTarget { note: held.note.card };
            let systems = |state: &State| adjacency::token_sites(state, held.by);
            adjacency::place_wormhole(game, held.by, &question, systems)
        },
    }]),
    NoteRule::new(
        "cybernetic-enhancements",
        "Start of your turn, if the owner has a strategy token: they lose it, and you gain one in your \
         strategy pool.",
    )
    .powers(&[NotePower {
        at: At::TurnStarts,
        when: |state, held, moment| {
            starts_turn(held, moment) && state.player(held.of()).tokens.strategy > 0
        },
        then: |game, held, _| {
            lose_token(game, held.of(), Pool::Strategy);
            let gained = game.state.gain_tokens(held.by, Pool::Strategy, 1);
            if gained > 0 {
                game.say(|_| format!("{} gains 1 strategy token.", held.by));
            }
            Ok(())
        },
    }]),
    NoteRule::new(
        "military-support",
        "Start of the owner's turn: they lose a strategy token if they have one, and you may place 2 \
         infantry on a planet of yours.",
    )
    .powers(&[NotePower {
        at: At::OthersTurnStarts,
        when: |state, held, moment| {
            matches!(moment, Moment::OthersTurnStarts { by } if *by == held.of())
                && state.controlled(held.by).next().is_some()
        },
        then: support,
    }]),
    NoteRule::new(
        "spy-net",
        "Start of your turn: you look at the owner's action cards and take one of them.",
    )
    .powers(&[NotePower {
        at: At::TurnStarts,
        when: |state, held, moment| {
            starts_turn(held, moment) && !state.player(held.of()).hand.is_empty()
        },
        then: spy,
    }]),
    NoteRule::new(
        "fires-of-the-gashlai",
        "Action: the owner loses a token of their fleet pool, and you gain the unit upgrade of the war \
         sun.",
    )
    .powers(&[NotePower {
        at: At::Turn,
        when: |state, held, moment| {
            is_turn(held, moment)
                && state.player(held.of()).tokens.fleet > 0
                && war_sun(state, held.by).is_some()
        },
        then: |game, held, _| {
            let Some(tech) = war_sun(&game.state, held.by) else { return Ok(()) };
            lose_token(game, held.of(), Pool::Fleet);
            game.state.gain_technology(held.by, tech);
            game.say(|_| format!("{} gains **{}**.", held.by, tech.name()));
            tokens::tidy_fleets(game, held.of())
        },
    }]),
    NoteRule::new(
        "promise-of-protection",
        "Action: lay this out. The owner cannot pillage you, until you activate a system with their \
         units.",
    )
    .powers(&[LAY_OUT])
    .permits(&[|_, held, seat, act| {
        let pillage = AbilityId::named("pillage");
        match act {
            Act::UseAbility { ability, against: Some(victim) }
                if seat == held.of() && *victim == held.by && *ability == pillage =>
            {
                Some(protected(held))
            }
            _ => None,
        }
    }])
    .stays(Stays::UntilAttack),
    NoteRule::new(
        "stymie",
        "Action: lay this out. The owner cannot produce in or next to systems with units of yours, home \
         systems aside, until you activate a system with their units.",
    )
    .powers(&[LAY_OUT])
    .permits(&[|state, held, seat, act| match act {
        Act::Produce { system } if seat == held.of() && stifles(state, held, *system) => {
            Some(protected(held))
        }
        _ => None,
    }])
    .stays(Stays::UntilAttack),
    NoteRule::new(
        "stymie-omega",
        "Another player has moved ships into a system with units of yours: they put a command token of \
         theirs into any system that you choose, home systems aside.",
    )
    .powers(&[NotePower {
        at: At::ShipsMoved,
        when: |state, held, moment| match *moment {
            Moment::ShipsMoved { by, system } => {
                by != held.by
                    && state.places(system).any(|place| {
                        state.forces(place).of(held.by).next().is_some()
                    })
                    && !traps(state, by).is_empty()
            }
            _ => false,
        },
        then: |game, held, moment| {
            let Moment::ShipsMoved { by, .. } = *moment else { return Ok(()) };
            let question = Question::NoteTarget { note: held.note.card };
            let choice = game
                .choose(|state| Prompt::one(held.by, question.clone(), traps(state, by)))?;
            match choice {
                Choice::System(system) => tokens::place(game, by, system),
                _ => Ok(()),
            }
        },
    }]),
    NoteRule::new(
        "trade-convoys",
        "Action: lay this out. You may trade with players who are not your neighbours, until you \
         activate a system with units of the owner.",
    )
    .powers(&[LAY_OUT])
    .modifiers(&[NoteModifier {
        of: NumberKind::TradesAfar,
        adds: |_, held, number| match number {
            Number::TradesAfar { seat } if *seat == held.by => 1,
            _ => 0,
        },
    }])
    .stays(Stays::UntilAttack),
];

/// The action of notes that do nothing but lie in play.
const LAY_OUT: NotePower = NotePower {
    at: At::Turn,
    when: |_, held, moment| is_turn(held, moment),
    then: |_, _, _| Ok(()),
};

fn is_turn(held: Held, moment: &Moment) -> bool {
    matches!(moment, Moment::Turn { seat } if *seat == held.by)
}

fn starts_turn(held: Held, moment: &Moment) -> bool {
    matches!(moment, Moment::TurnStarts { seat } if *seat == held.by)
}

fn protected(held: Held) -> Refusal {
    Refusal::new(format!("{} has your {} in play", held.by, held.note.card.name())).rule("69")
}

fn lose_token(game: &mut Game, seat: Seat, pool: Pool) {
    let tokens = &mut game.state.player_mut(seat).tokens;
    if tokens.pool(pool) > 0 {
        *tokens.pool_mut(pool) -= 1;
        game.say(|_| format!("{seat} loses 1 {} token.", pool.name()));
    }
}

/// The upgrade that gives the seat war suns, unless it owns it.
fn war_sun(state: &State, seat: Seat) -> Option<TechId> {
    let own = state.player(seat).faction.get().faction_technologies.iter().copied();
    let plain = TechId::all().filter(|tech| tech.get().faction.is_none());
    let tech = own.chain(plain).find(|tech| {
        tech.get().unit.is_some_and(|unit| unit.get().kind == UnitKind::WarSun)
            && state.options.sources.contains(tech.source())
    })?;
    (!state.has_technology(seat, tech)).then_some(tech)
}

// Military Support

fn support(game: &mut Game, held: Held, _: &mut Moment) -> Flow {
    lose_token(game, held.of(), Pool::Strategy);
    let question = Question::NoteTarget { note: held.note.card };
    let choice = game.choose(|state| {
        let planets = state.controlled(held.by).map(Choice::Planet);
        let options = planets.chain([Choice::Pass]).collect();
        Prompt::one(held.by, question.clone(), options)
    })?;
    let Choice::Planet(planet) = choice else { return Ok(()) };
    game.state.place_units(held.by, UnitKind::Infantry, 2, Place::Planet(planet));
    game.say(|_| format!("{} places 2 infantry on **{}**.", held.by, planet.name()));
    Ok(())
}

// Spy Net

fn spy(game: &mut Game, held: Held, _: &mut Moment) -> Flow {
    let (seat, victim) = (held.by, held.of());
    let question = Question::NoteTarget { note: held.note.card };
    game.reveal("a hand of action cards");
    game.say(|_| format!("{seat} looks at the action cards of {victim} and takes one."));
    game.tell(Audience::Only(seat), |state| {
        let names: Vec<&str> = state.player(victim).hand.iter().map(|card| card.name()).collect();
        format!("{victim} holds **{}**.", names.join("**, **"))
    });
    let choice = game.choose(|state| {
        let options = window::kinds_held(state, victim);
        Prompt::one(seat, question.clone(), options).always()
    })?;
    let Choice::Card(card) = choice else { return Ok(()) };
    let hand = &mut game.state.player_mut(victim).hand;
    let Some(at) = hand.iter().position(|other| *other == card) else { return Ok(()) };
    hand.remove(at);
    game.state.player_mut(seat).hand.push(card);
    game.tell(Audience::Only(seat), |_| format!("You take **{}**.", card.name()));
    game.tell(Audience::Only(victim), |_| format!("{seat} takes your **{}**.", card.name()));
    window::limit_hand(game, seat)
}

// Stymie

/// Systems other than homes where no command token of the seat lies.
fn traps(state: &State, seat: Seat) -> Vec<Choice> {
    let open = state.systems.iter().filter(|(_, system)| !system.tokens.contains(seat));
    let open = open.filter(|(id, _)| state.home_of(**id).is_none());
    open.map(|(id, _)| Choice::System(*id)).collect()
}

/// Whether the system is, or lies next to, one that is no home and holds units of the note's player.
fn stifles(state: &State, held: Held, system: SystemId) -> bool {
    let spoils = |system: SystemId| {
        state.home_of(system).is_none()
            && state.places(system).any(|place| state.forces(place).of(held.by).next().is_some())
    };
    spoils(system) || state.neighbours(system).into_iter().any(spoils)
}
