//! Command tokens on the sheet: gaining, spending and redistributing them (RR 19, 20).

use crate::engine::{Flow, Prompt, Refusal, Seat};
use crate::imperium::Game;
use crate::imperium::state::*;

use super::ask::{Choice, Question};
use super::fleet;

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

/// Whether the pools hold exactly `total` tokens.
pub fn check(tokens: Tokens, total: u8) -> Result<(), Refusal> {
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
            format!("{seat} now has tactic {tactic}, fleet {fleet}, strategy {strategy}.")
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
        let spread = arrangements(count).map(|new| {
            let Tokens { tactic, fleet, strategy } = new;
            now.plus(Pool::Tactic, tactic).plus(Pool::Fleet, fleet).plus(Pool::Strategy, strategy)
        });
        let options = spread.map(Choice::Pools).collect();
        Prompt::one(seat, Question::GainTokens { count }, options)
    })?;
    let plural = if count == 1 { "" } else { "s" };
    game.say(|_| format!("{seat} gains {count} command token{plural}."));
    match choice {
        Choice::Pools(pools) => arrange(game, seat, pools),
        _ => unreachable!("only pools are offered"),
    }
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

/// Spends one token of the strategy pool, as secondary abilities cost (RR 20.6).
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
