//! Command tokens on the sheet: gaining, spending and redistributing them (RR 19, 20).

use crate::engine::{Flow, Prompt, Refusal, Seat};
use crate::imperium::Game;
use crate::imperium::state::queries::COMMAND_TOKENS;
use crate::imperium::state::*;

use super::ask::{Choice, Question};
use super::fleet;
use super::tables::{Number, number};

impl Tokens {
    pub fn total(&self) -> u8 {
        self.tactic + self.fleet + self.strategy
    }

    /// The same with `count` more in a pool.
    pub fn plus(mut self, pool: Pool, count: u8) -> Tokens {
        *self.pool_mut(pool) += count;
        self
    }
}

impl Pool {
    pub const ALL: [Pool; 3] = [Pool::Tactic, Pool::Fleet, Pool::Strategy];
}

/// All ways to lay `total` tokens into the three pools.
pub fn arrangements(total: u8) -> impl Iterator<Item = Tokens> {
    (0..=total).flat_map(move |fleet| {
        let rest = total - fleet;
        (0..=rest).map(move |strategy| Tokens { tactic: rest - strategy, fleet, strategy })
    })
}

/// A few sensible ways to have `gained` more tokens, different from each other.
pub fn suggestions(now: Tokens, gained: u8) -> Vec<Tokens> {
    let half = gained / 2;
    let mixed = |a: Pool, b: Pool| now.plus(a, gained - half).plus(b, half);
    let mut found = Vec::new();
    for tokens in [
        mixed(Pool::Tactic, Pool::Strategy),
        mixed(Pool::Tactic, Pool::Fleet),
        mixed(Pool::Fleet, Pool::Strategy),
        now.plus(Pool::Tactic, gained),
        now.plus(Pool::Fleet, gained),
        now.plus(Pool::Strategy, gained),
    ] {
        if !found.contains(&tokens) {
            found.push(tokens);
        }
    }
    found
}

/// How many tokens the seat's fleet pool may hold.
pub fn fleet_pool(state: &State, seat: Seat) -> u8 {
    let all = i32::from(COMMAND_TOKENS);
    number(state, Number::FleetPool { seat }, all).clamp(0, all) as u8
}

/// Whether the pools hold exactly `total` tokens, and the fleet pool no more than it may.
pub fn check(state: &State, seat: Seat, tokens: Tokens, total: u8) -> Result<(), Refusal> {
    let most = fleet_pool(state, seat);
    if tokens.fleet > most {
        let why = format!("{} tokens are too many for a fleet pool", tokens.fleet);
        return Err(Refusal::new(why).instead(format!("It may hold {most} at present.")));
    }
    let sum = u32::from(tokens.tactic) + u32::from(tokens.fleet) + u32::from(tokens.strategy);
    match sum == u32::from(total) {
        true => Ok(()),
        false => Err(Refusal::new(format!("the pools hold {sum} tokens, you have {total}"))
            .rule("20")
            .instead(format!("Name how many of the {total} lie in each pool."))),
    }
}

/// Lays the tokens on the sheet as they shall be; fleets that are too large now shrink (RR 37.3).
pub fn arrange(game: &mut Game, seat: Seat, tokens: Tokens) -> Flow {
    let before = std::mem::replace(&mut game.state.player_mut(seat).tokens, tokens);
    if before != tokens {
        game.say(|_| {
            let Tokens { tactic, fleet, strategy } = tokens;
            let gained = match tokens.total().saturating_sub(before.total()) {
                0 => String::new(),
                1 => "gains 1 command token and ".into(),
                n => format!("gains {n} command tokens and "),
            };
            format!("{seat} {gained}now has tactic {tactic}, fleet {fleet}, strategy {strategy}.")
        });
    }
    match tokens.fleet < before.fleet {
        true => tidy_fleets(game, seat),
        false => Ok(()),
    }
}

/// `seat` gains up to `count` command tokens, as many as reinforcements hold, and says into which
/// pools they go (RR 20.2, 20.3).
pub fn gain(game: &mut Game, seat: Seat, count: u8) -> Flow {
    let count = count.min(game.state.token_reinforcements(seat));
    if count == 0 {
        game.say(|_| format!("{seat} has no command token left to gain (RR 20.3)."));
        return Ok(());
    }
    let choice = game.choose(|state| {
        let now = state.player(seat).tokens;
        let most = fleet_pool(state, seat);
        let spread = arrangements(count).map(|new| {
            let Tokens { tactic, fleet, strategy } = new;
            now.plus(Pool::Tactic, tactic).plus(Pool::Fleet, fleet).plus(Pool::Strategy, strategy)
        });
        let fits = |pools: &Tokens| pools.fleet <= most || pools.fleet == now.fleet;
        let options = spread.filter(fits).map(Choice::Pools).collect();
        Prompt::one(seat, Question::GainTokens { count }, options)
    })?;
    match choice {
        Choice::Pools(pools) => arrange(game, seat, pools),
        _ => unreachable!("only pools are offered"),
    }
}

/// `seat` puts a command token into a system, from reinforcements or else from the sheet (RR 20.3); one
/// that lies there already stays alone.
pub fn place(game: &mut Game, seat: Seat, system: SystemId) -> Flow {
    if game.state.system(system).tokens.contains(seat) {
        return Ok(());
    }
    if game.state.token_reinforcements(seat) == 0 {
        let sheet = game.state.player(seat).tokens;
        let pools = Pool::ALL.into_iter().filter(|pool| sheet.pool(*pool) > 0);
        let pools: Vec<Choice> = pools.map(Choice::Token).collect();
        if pools.is_empty() {
            return Ok(());
        }
        let question = Question::TokenFromSheet { system };
        let choice = game.choose(|_| Prompt::one(seat, question.clone(), pools.clone()))?;
        let Choice::Token(pool) = choice else { unreachable!("only pools are offered") };
        *game.state.player_mut(seat).tokens.pool_mut(pool) -= 1;
        game.state.system_mut(system).tokens.insert(seat);
        game.say(|state| {
            let name = state.system_name(system);
            format!("{seat} puts a command token from the {} pool into **{name}**.", pool.name())
        });
        return match pool {
            Pool::Fleet => tidy_fleets(game, seat),
            _ => Ok(()),
        };
    }
    game.state.system_mut(system).tokens.insert(seat);
    game.say(|state| {
        format!("{seat} puts a command token into **{}**.", state.system_name(system))
    });
    Ok(())
}

/// Looks at every fleet after the fleet pool shrank.
pub fn tidy_fleets(game: &mut Game, seat: Seat) -> Flow {
    let fleets: Vec<SystemId> = game.state.systems.keys().copied().collect();
    for system in fleets {
        if game.state.has_ships(system, seat) {
            fleet::tidy(game, seat, system)?;
        }
    }
    Ok(())
}

/// How many of each pool the token parts of an answer name.
pub fn named(parts: &[Choice]) -> Tokens {
    let mut tokens = Tokens { tactic: 0, fleet: 0, strategy: 0 };
    for part in parts {
        if let Choice::Token(pool) = part {
            let held = tokens.pool_mut(*pool);
            *held = held.saturating_add(1);
        }
    }
    tokens
}

/// Spends one token of the strategy pool, as secondary abilities cost (RR 20.5).
pub fn spend_strategy(state: &mut State, seat: Seat) {
    let held = &mut state.player_mut(seat).tokens.strategy;
    *held = held.saturating_sub(1);
}

/// "2 tactic and 1 fleet", for news.
pub fn words(tokens: Tokens) -> String {
    let named = Pool::ALL.iter().filter(|pool| tokens.pool(**pool) > 0);
    let words: Vec<String> =
        named.map(|pool| format!("{} {}", tokens.pool(*pool), pool.name())).collect();
    words.join(", ")
}
