//! Powers of abilities, technologies, unit cards and laws.

use crate::engine::{Flow, Prompt, Seat};
use crate::imperium::Game;
use crate::imperium::rules::ask::*;
use crate::imperium::rules::tables::{self, Act, Component, Power, forbidden, laws, looking};
use crate::imperium::rules::{blockade, hits, notes};
use crate::imperium::state::*;

use super::Moment;

/// Powers on the table in front of `seat` that this moment allows. Mostly there are none, and then nothing
/// is allocated; a chain of adapters instead would be a type that takes minutes to compile.
pub fn powers(state: &State, seat: Seat, moment: &Moment) -> std::vec::IntoIter<&'static Power> {
    let mut found: Vec<&'static Power> = Vec::new();
    let mut add = |source: &'static Component| {
        for power in source.powers {
            let fits = power.at == moment.at() && (power.when)(state, seat, moment);
            if fits && (power.must || may_use(state, seat, source)) {
                found.push(power);
            }
        }
    };
    for source in looking(state, seat, moment.at()) {
        add(source);
    }
    for source in laws(state, seat).filter(|law| law.looks_at(moment.at())) {
        add(source);
    }
    found.into_iter()
}

/// Whether nothing keeps the seat from what it may do with this ability or technology. Only promissory
/// notes forbid such things, and mostly none is in play.
fn may_use(state: &State, seat: Seat, source: &Component) -> bool {
    if !notes::lie_in_play(state) {
        return true;
    }
    let player = state.player(seat);
    let abilities = player.faction.get().abilities.iter();
    let technologies = player.technologies.iter();
    let act = match abilities.copied().find(|ability| ability.slug() == source.slug) {
        Some(ability) => Act::UseAbility { ability, against: None },
        None => match technologies.copied().find(|tech| tech.slug() == source.slug) {
            Some(tech) => Act::UseTechnology { tech },
            None => return true,
        },
    };
    forbidden(state, seat, act).is_none()
}

pub(super) fn power_named(
    state: &State,
    seat: Seat,
    moment: &Moment,
    name: &str,
) -> Option<&'static Power> {
    powers(state, seat, moment).find(|power| power.name == name)
}

/// Uses a power that lies on the table in front of `seat`.
pub fn use_power(game: &mut Game, seat: Seat, name: &PowerName, moment: &mut Moment) -> Flow {
    match power_named(&game.state, seat, moment, &name.0) {
        Some(power) => {
            game.say(|_| format!("{seat} uses **{}**.", power.name));
            (power.then)(game, seat, moment)?;
            blockade::sweep(game)
        }
        None => Ok(()),
    }
}

/// The seats use their powers in turns, one at a time, until none of them wants to go on. Each power
/// looks itself whether it may be used again.
pub fn alternate(game: &mut Game, moment: &mut Moment, seats: [Seat; 2]) -> Flow {
    let mut passed = 0;
    for seat in seats.into_iter().cycle() {
        if passed == seats.len() {
            break;
        }
        passed += 1;
        if powers(&game.state, seat, moment).next().is_none() {
            continue;
        }
        let choice = game.choose(|state| {
            let options = powers(state, seat, moment);
            let options = options.map(|power| Choice::Use(PowerName(power.name.into())));
            let options = options.chain([Choice::Pass]).collect();
            let question = Question::Respond { to: Box::new(moment.clone()) };
            Prompt::one(seat, question, options)
        })?;
        if let Choice::Use(name) = choice {
            use_power(game, seat, &name, moment)?;
            hits::mourn(game)?;
            passed = 0;
        }
    }
    Ok(())
}

/// Powers in front of `seat` that this moment allows and that are carried out without asking.
fn due(state: &State, seat: Seat, moment: &Moment) -> Vec<&'static Power> {
    let at = moment.at();
    let mut found = Vec::new();
    let mut add = |source: &'static Component| {
        let due = source.powers.iter().filter(|power| power.must && power.at == at);
        found.extend(due.filter(|power| (power.when)(state, seat, moment)));
    };
    tables::due(state, seat, at).for_each(&mut add);
    laws(state, seat).filter(|law| law.looks_at(at)).for_each(&mut add);
    found
}

/// Carries out the powers at this moment that are not optional, clockwise from the active player.
pub fn must(game: &mut Game, moment: &mut Moment) -> Flow {
    let first = game.state.active.unwrap_or(game.state.speaker);
    let seats: Vec<Seat> = game.state.clockwise_from(first).collect();
    for seat in seats {
        for power in due(&game.state, seat, moment) {
            (power.then)(game, seat, moment)?;
            hits::mourn(game)?;
        }
    }
    notes::due(game, moment)
}
