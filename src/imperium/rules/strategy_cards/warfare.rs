//! Warfare (RR 99): a command token comes back, tokens are redistributed; production at home.

use crate::engine::{Flow, Refusal, Seat};
use crate::imperium::Game;
use crate::imperium::data::*;
use crate::imperium::state::*;

use super::super::ask::*;
use super::super::compound::Compound;
use super::super::production::{self, Yard};
use super::super::tokens;
use super::{StrategyRule, ask_primary};

pub(super) static RULE: StrategyRule = StrategyRule {
    slugs: &["warfare"],
    text: [
        "Take one of your command tokens off the board and put it into a pool. Then lay your \
         tokens into your pools as you like.",
        "Produce with one space dock in your home system; no command token is placed there.",
    ],
    token: true,
    primary,
    answer: Some(&FIRST),
    useful: |state, seat| docks(state, seat).any(|dock| dock.can_produce(state)),
    reply: Compound {
        check: |state, prompt, parts| dock_for(state, prompt.seat, parts).map(drop),
        next: |state, prompt, draft| {
            // Two docks can build the same in space.
            let mut found = Vec::new();
            for part in docks(state, prompt.seat).flat_map(|dock| dock.next(state, draft)) {
                if !found.contains(&part) && (!draft.is_empty() || builds(&part)) {
                    found.push(part);
                }
            }
            found
        },
        suggest: |state, prompt| {
            let answers = docks(state, prompt.seat).flat_map(|dock| dock.suggest(state));
            answers.filter(|parts| parts.iter().any(builds)).collect()
        },
    },
    secondary: |game, owed, parts| match dock_for(&game.state, owed.seat, parts) {
        Ok(dock) => {
            dock.carry_out(game, parts)?;
            production::produced(game, owed.seat, dock.system, parts)
        }
        Err(_) => Ok(()),
    },
};

fn builds(part: &Choice) -> bool {
    matches!(part, Choice::Build { .. } | Choice::Recall { .. })
}

/// The seat's space docks in its home system, each for itself; those in space are all alike.
fn docks(state: &State, seat: Seat) -> impl Iterator<Item = Yard> + '_ {
    let home = state.home_system(seat).filter(|home| state.systems.contains_key(home));
    let places = home.into_iter().flat_map(|system| state.places(system));
    let with_dock =
        places.filter(move |place| state.forces(*place).count(seat, UnitKind::SpaceDock) > 0);
    with_dock.map(move |place| Yard::dock(state, seat, place))
}

/// The space dock that produces as the answer says.
fn dock_for(state: &State, seat: Seat, parts: &[Choice]) -> Result<Yard, Refusal> {
    if !parts.iter().any(builds) {
        return Err(Refusal::new("nothing is produced").rule("99.3").instead("Decline instead."));
    }
    let mut why = None;
    for dock in docks(state, seat) {
        match dock.check(state, parts) {
            Ok(()) => return Ok(dock),
            Err(refusal) => why = why.or(Some(refusal)),
        }
    }
    let none = || Refusal::new("you have no space dock in your home system").rule("99.3");
    Err(why.unwrap_or_else(none))
}

static FIRST: Compound = Compound {
    check: |state, prompt, parts| check(state, prompt.seat, parts),
    next: |state, prompt, draft| next(state, prompt.seat, draft),
    suggest: |state, prompt| suggest(state, prompt.seat),
};

fn primary(game: &mut Game, seat: Seat, card: StrategyId) -> Flow {
    if total(&game.state, seat) == 0 {
        return Ok(());
    }
    let answer = ask_primary(game, seat, card)?;
    for part in &answer {
        match part {
            Choice::System(system) => {
                game.state.system_mut(*system).tokens.remove(seat);
                game.say(|state| {
                    format!(
                        "{seat} takes back the command token in **{}**.",
                        state.system_name(*system)
                    )
                });
            }
            Choice::Token(pool) => {
                game.state.gain_tokens(seat, *pool, 1);
                game.say(|_| format!("{seat} puts it into the {} pool.", pool.name()));
            }
            _ => {}
        }
    }
    let pools = answer.iter().find_map(|part| match part {
        Choice::Pools(pools) => Some(*pools),
        _ => None,
    });
    match pools {
        Some(pools) => tokens::arrange(game, seat, pools),
        None => Ok(()),
    }
}

/// Pools that may take one more token.
fn open_pools(state: &State, seat: Seat) -> impl Iterator<Item = Pool> + use<> {
    let full = state.player(seat).tokens.fleet >= tokens::fleet_pool(state, seat);
    Pool::ALL.into_iter().filter(move |pool| !full || *pool != Pool::Fleet)
}

/// Systems with a token of the seat.
fn marked(state: &State, seat: Seat) -> impl Iterator<Item = SystemId> + '_ {
    let marked = state.systems.iter().filter(move |(_, system)| system.tokens.contains(seat));
    marked.map(|(id, _)| *id)
}

/// Tokens that lie on the sheet afterwards.
fn total(state: &State, seat: Seat) -> u8 {
    let back = u8::from(marked(state, seat).next().is_some());
    state.player(seat).tokens.total() + back
}

/// A system to take the token from, if there is one, and the pools as they shall be. Naming just the
/// pool of the token leaves the others as they are.
fn check(state: &State, seat: Seat, parts: &[Choice]) -> Result<(), Refusal> {
    let marked: Vec<SystemId> = marked(state, seat).collect();
    let mut systems = 0;
    let mut pools = 0;
    for part in parts {
        match part {
            Choice::System(system) if marked.contains(system) => systems += 1,
            Choice::System(system) => {
                let name = state.system_name(*system);
                return Err(Refusal::new(format!("no token of yours lies in {name}")).rule("99.1"));
            }
            Choice::Token(pool) if !marked.is_empty() => {
                let pools_then = state.player(seat).tokens.plus(*pool, 1);
                tokens::check(state, seat, pools_then, total(state, seat))?;
                pools += 1;
            }
            Choice::Pools(tokens) => {
                tokens::check(state, seat, *tokens, total(state, seat))?;
                pools += 1;
            }
            Choice::Pass if marked.is_empty() => pools += 1,
            _ => return Err(Refusal::new("name a system and your pools").rule("99.2")),
        }
    }
    if systems != usize::from(!marked.is_empty()) {
        return Err(Refusal::new("exactly one of your tokens comes off the board")
            .rule("99.1")
            .instead("Name the system that it lies in."));
    }
    if pools != 1 {
        return Err(Refusal::new("say once how your tokens shall lie")
            .rule("99.2")
            .instead(format!("You have {} in all.", total(state, seat))));
    }
    Ok(())
}

fn next(state: &State, seat: Seat, draft: &[Choice]) -> Vec<Choice> {
    let mut parts = Vec::new();
    let mut systems = marked(state, seat).map(Choice::System).peekable();
    let marked = systems.peek().is_some();
    if !draft.iter().any(|part| matches!(part, Choice::System(_))) {
        parts.extend(systems);
    }
    let laid = |part: &Choice| matches!(part, Choice::Token(_) | Choice::Pools(_) | Choice::Pass);
    if !draft.iter().any(laid) {
        match marked {
            true => parts.extend(open_pools(state, seat).map(Choice::Token)),
            false => parts.push(Choice::Pass),
        }
        let most = tokens::fleet_pool(state, seat);
        let all = tokens::arrangements(total(state, seat));
        parts.extend(all.filter(|pools| pools.fleet <= most).map(Choice::Pools));
    }
    parts
}

fn suggest(state: &State, seat: Seat) -> Vec<Vec<Choice>> {
    let mut answers = Vec::new();
    for system in marked(state, seat) {
        for pool in open_pools(state, seat) {
            answers.push(vec![Choice::System(system), Choice::Token(pool)]);
        }
    }
    if answers.is_empty() {
        answers.push(vec![Choice::Pass]);
    }
    answers
}
