//! Corrections of the position by hand: what a moderator sets right when people have agreed that
//! something else should lie on the table. What would break the game is refused; what the rules
//! merely would not allow is warned about.

use serde::{Deserialize, Serialize};

use crate::engine::{Audience, Flow, Refusal, Seat};
use crate::imperium::Game;
use crate::imperium::data::*;
use crate::imperium::state::*;

use super::{trade, victory};

mod apply;
#[cfg(test)]
mod tests;
mod words;

pub use words::{name, preview, warnings};

/// One thing that is put right.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Fix {
    /// Units of a kind, damaged or not, and how many.
    Units {
        seat: Seat,
        at: Place,
        change: Change,
        units: Vec<(UnitKind, bool, u8)>,
    },
    /// The command tokens on the sheet.
    Tokens {
        seat: Seat,
        tokens: Tokens,
    },
    /// Whether a command token lies in a system.
    Marker {
        seat: Seat,
        system: SystemId,
        there: bool,
    },
    Planet {
        planet: PlanetId,
        owner: Option<Seat>,
        exhausted: bool,
    },
    /// One copy of an action card.
    Card {
        card: ActionCardId,
        from: Pile,
        to: Pile,
    },
    Secret {
        card: SecretId,
        from: Pile,
        to: Pile,
    },
    Note {
        note: Note,
        from: Pile,
        to: Pile,
    },
    Goods {
        seat: Seat,
        trade_goods: u8,
        commodities: u8,
    },
    /// The total of victory points.
    Points {
        seat: Seat,
        points: u8,
    },
    Objective {
        seat: Seat,
        card: PublicId,
        scored: bool,
    },
    Speaker {
        seat: Seat,
    },
    Strategy {
        card: StrategyId,
        holder: Option<Seat>,
        exhausted: bool,
    },
    /// The turn that goes on ends here, and this player's begins.
    Turn {
        seat: Seat,
    },
    Passed {
        seat: Seat,
        passed: bool,
    },
    Technology {
        seat: Seat,
        tech: TechId,
        condition: Condition,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Change {
    Place,
    Remove,
    Damage,
    Repair,
}

/// Where a card lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Pile {
    Hand(Seat),
    /// The deck, which is shuffled when a card comes into it.
    Deck,
    Discard,
    /// Before a player: a note in play, a secret objective that was scored.
    Before(Seat),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Condition {
    Gone,
    Ready,
    Exhausted,
}

impl Fix {
    /// Whom it is about most; the first seat where it is about nobody.
    pub fn seat(&self) -> Seat {
        match self {
            Fix::Units { seat, .. }
            | Fix::Tokens { seat, .. }
            | Fix::Marker { seat, .. }
            | Fix::Goods { seat, .. }
            | Fix::Points { seat, .. }
            | Fix::Objective { seat, .. }
            | Fix::Speaker { seat }
            | Fix::Turn { seat }
            | Fix::Passed { seat, .. }
            | Fix::Technology { seat, .. } => *seat,
            Fix::Planet { owner, .. } => owner.unwrap_or(Seat(0)),
            Fix::Strategy { holder, .. } => holder.unwrap_or(Seat(0)),
            Fix::Card { from, to, .. }
            | Fix::Secret { from, to, .. }
            | Fix::Note { from, to, .. } => to.seat().or(from.seat()).unwrap_or(Seat(0)),
        }
    }

    /// All whom it names; each must still play.
    fn seats(&self) -> Vec<Seat> {
        match self {
            Fix::Planet { owner, .. } => owner.iter().copied().collect(),
            Fix::Strategy { holder, .. } => holder.iter().copied().collect(),
            Fix::Card { from, to, .. }
            | Fix::Secret { from, to, .. }
            | Fix::Note { from, to, .. } => {
                [from.seat(), to.seat()].into_iter().flatten().collect()
            }
            other => vec![other.seat()],
        }
    }

    /// The two piles between which a card goes.
    fn piles(&self) -> Option<(Pile, Pile)> {
        match self {
            Fix::Card { from, to, .. }
            | Fix::Secret { from, to, .. }
            | Fix::Note { from, to, .. } => Some((*from, *to)),
            _ => None,
        }
    }
}

impl Pile {
    pub fn seat(self) -> Option<Seat> {
        match self {
            Pile::Hand(seat) | Pile::Before(seat) => Some(seat),
            Pile::Deck | Pile::Discard => None,
        }
    }

    /// Whether everybody sees what lies there.
    fn is_open(self) -> bool {
        matches!(self, Pile::Discard | Pile::Before(_))
    }
}

/// Whether the game can go on after it.
pub fn check(state: &State, fix: &Fix) -> Result<(), Refusal> {
    if state.round == 0 {
        return Err(Refusal::new("the set-up is not over")
            .instead("Correct it in the first strategy phase, or go back: `/mod undo`."));
    }
    for seat in fix.seats() {
        match state.players.get(seat.index()) {
            None => return Err(Refusal::new("there is no such player")),
            Some(player) if player.eliminated => {
                return Err(Refusal::new(format!("{seat} is out of the game")).rule("33"));
            }
            Some(_) => {}
        }
    }
    apply::allowed(state, fix)?;
    let mut after = state.clone();
    apply::apply(&mut after, fix);
    let turns = matches!(fix, Fix::Turn { seat } if state.active == Some(*seat));
    if after == *state && !turns {
        return Err(Refusal::new("that is how it is already"));
    }
    let known = invariants::violations(state);
    match invariants::violations(&after).into_iter().find(|wrong| !known.contains(wrong)) {
        Some(wrong) => Err(Refusal::new(format!("the game could not go on from there: {wrong}"))),
        None => Ok(()),
    }
}

pub fn carry_out(game: &mut Game, fix: &Fix) -> Flow {
    let before = game.state.clone();
    apply::apply(&mut game.state, fix);
    let line = words::line(&before, &game.state, fix);
    game.say(|_| format!("🛠 Corrected by hand: {line}"));
    if let Some((from, to)) = fix.piles() {
        tell_holders(game, fix, from, to);
        shuffled(game, fix, from, to)?;
    }
    trade::drop_broken(&mut game.state);
    match fix {
        Fix::Points { .. } | Fix::Objective { .. } | Fix::Secret { .. } | Fix::Note { .. } => {
            victory::check(game)
        }
        Fix::Turn { .. } => {
            game.state.end(Until::TurnEnds);
            trade::turn_ends(&mut game.state);
            game.state.forget_feats();
            game.end_step()
        }
        // Who picks next follows from the cards and the speaker.
        Fix::Speaker { .. } | Fix::Strategy { .. } if game.state.stage == Stage::Strategy => {
            game.end_step()
        }
        _ => Ok(()),
    }
}

/// Those who may know the card are told which it is; the others only saw one.
fn tell_holders(game: &mut Game, fix: &Fix, from: Pile, to: Pile) {
    if from.is_open() || to.is_open() {
        return;
    }
    let mut seats: Vec<Seat> = [from.seat(), to.seat()].into_iter().flatten().collect();
    seats.dedup();
    let Some(card) = words::card(fix) else { return };
    game.tell(Audience::These(seats), |_| format!("Corrected by hand: it is **{card}**."));
}

/// A deck into which a card comes is shuffled; one that is drawn from has shown a card.
fn shuffled(game: &mut Game, fix: &Fix, from: Pile, to: Pile) -> Flow {
    if from == Pile::Deck {
        game.reveal("a card");
    }
    if to != Pile::Deck {
        return Ok(());
    }
    let label = game.state.moment_label();
    match fix {
        Fix::Card { .. } => {
            let mut deck = std::mem::take(&mut game.state.decks.action_cards);
            game.shuffle(format!("action card deck, corrected, {label}"), &mut deck)?;
            game.state.decks.action_cards = deck;
        }
        _ => {
            let mut deck = std::mem::take(&mut game.state.decks.secrets);
            game.shuffle(format!("secret objective deck, corrected, {label}"), &mut deck)?;
            game.state.decks.secrets = deck;
        }
    }
    Ok(())
}
