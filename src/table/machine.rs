//! Answers that nobody types: computer players and standing orders.

use serde::{Deserialize, Serialize};

use crate::engine::{By, Current, Prompt, Rejected, Seat, Shape, Submission};
use crate::store::{AskedRow, Expects, Status};

use super::table::{Move, guarded, json};
use super::{Actor, Hosted, Refused, Table};

/// What a player wants passed without being asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Order {
    /// Every offer to respond, until the player's next turn begins.
    UntilMyTurn,
    /// Every offer to respond, until this round ends.
    ThisRound,
    /// Every offer to respond to what is not aimed at the player, for good.
    UnlessTarget,
}

/// An order with the moment it was given.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Standing {
    order: Order,
    round: u32,
    step: usize,
}

type Ran<G> = Result<(Current<G>, Submission<G>), Refused>;

impl<G: Hosted> Table<G> {
    /// Gives a standing order, or takes it back.
    pub async fn stand(
        &mut self,
        actor: &Actor,
        seat: Seat,
        order: Option<Order>,
    ) -> Result<(), Refused> {
        self.may_act(actor, seat)?;
        let standing = order.map(|order| Standing {
            order,
            round: G::round(&self.current.shown),
            step: self.current.base.number,
        });
        self.keep_standing(seat, standing.as_ref()).await?;
        if let Some(place) = self.standing.get_mut(seat.index()) {
            *place = standing;
        }
        let mut asked = self.asked.clone();
        for row in &mut asked {
            if let Some(prompt) = self.current.prompt_of(Seat(row.seat)) {
                row.expects = self.expects(&self.current, prompt);
            }
        }
        self.store().set_asked(&self.game.id, &asked).await?;
        self.asked = asked;
        self.shared.wake(self);
        Ok(())
    }

    /// The standing order of `seat`.
    pub fn order(&self, seat: Seat) -> Option<Order> {
        self.standing.get(seat.index())?.as_ref().map(|standing| standing.order)
    }

    async fn keep_standing(&self, seat: Seat, standing: Option<&Standing>) -> Result<(), Refused> {
        let Some(row) = self.player(seat) else { return Ok(()) };
        let (name, value) = (format!("standing {}", self.game.id), standing.map(json));
        Ok(self.store().set_preference(&row.player, &name, value.as_deref()).await?)
    }

    pub(super) async fn read_standing(&self) -> Result<Vec<Option<Standing>>, Refused> {
        let name = format!("standing {}", self.game.id);
        let mut orders = Vec::new();
        for row in &self.seats {
            let kept = self.store().preference(&row.player, &name).await?;
            orders.push(kept.and_then(|value| serde_json::from_str(&value).ok()));
        }
        Ok(orders)
    }

    /// Forgets the orders whose time is over. Should that fail, the next time will do.
    pub(super) async fn lapse_standing(&mut self) {
        for index in 0..self.standing.len() {
            let seat = Seat(self.seats[index].seat);
            let over = self.standing[index]
                .as_ref()
                .is_some_and(|standing| !in_time::<G>(standing, &self.current, seat));
            if over {
                self.standing[index] = None;
                if let Err(why) = self.keep_standing(seat, None).await {
                    tracing::error!(game = self.game.id, %why, "an old order stays in the store");
                }
            }
        }
    }

    /// Who will answer `prompt`.
    pub(super) fn expects(&self, current: &Current<G>, prompt: &Prompt<G>) -> Expects {
        let row = self.player(prompt.seat);
        if row.is_some_and(|row| row.computer.is_some()) {
            return Expects::Machine;
        }
        let state = &current.shown;
        let stands = self.standing.get(prompt.seat.index()).and_then(Option::as_ref);
        let covered = |standing: &Standing| {
            in_time::<G>(standing, current, prompt.seat)
                && G::pass(state, prompt).is_some()
                && (standing.order != Order::UnlessTarget || !G::concerns(state, prompt))
        };
        match guarded(|| (stands.is_some_and(covered), G::automatic(state, prompt).is_some())) {
            Ok((true, _)) => Expects::Machine,
            Ok((false, true)) => Expects::Automatic,
            _ => Expects::Player,
        }
    }

    /// Gives the answers that machines owe, at most `limit` of them, in one transaction. Returns
    /// whether more are owed.
    pub async fn drive(&mut self, limit: usize) -> Result<bool, Refused> {
        if self.game.status != Status::Running || self.current.trouble.is_some() {
            return Ok(false);
        }
        let mut batch: Option<Move<G>> = None;
        let mut stuck = None;
        for _ in 0..limit {
            let (current, asked) = match &batch {
                Some(batch) => (&batch.next, &batch.asked),
                None => (&self.current, &self.asked),
            };
            let deed = self.computer_deed(current);
            let ran = match deed.clone() {
                Some((seat, deed)) => Some(ran(|| current.deed(seat, deed, By::Computer))),
                None => self.machine_move(current, asked),
            };
            let Some(ran) = ran else { break };
            match ran {
                Ok((next, done)) => {
                    let step = current.base.number;
                    let asked = self.asked_after(asked, &next, &done.entries, step);
                    batch = Some(join(batch, next, asked, done));
                    self.spent.extend(deed);
                }
                // What it wanted is not possible; it goes on without.
                Err(_) if deed.is_some() => self.spent.extend(deed),
                Err(refused) => {
                    stuck = Some(refused);
                    break;
                }
            }
        }
        if let Some(batch) = batch {
            self.commit(batch, "", Vec::new()).await?;
        }
        match stuck {
            None => Ok(self.machine_owes()),
            Some(refused) => {
                self.give_up_on_machines().await?;
                let nobody = Actor::new("", "a computer player");
                Err(match refused {
                    Refused::Broken(why) => self.broken(&nobody, why).await,
                    other => other,
                })
            }
        }
    }

    /// The next answer that a machine owes, if it can give one.
    fn machine_move(&self, current: &Current<G>, asked: &[AskedRow]) -> Option<Ran<G>> {
        let row = asked.iter().find(|row| row.expects == Expects::Machine)?;
        let prompt = current.prompt_of(Seat(row.seat))?;
        let seat = prompt.seat;
        match self.player(seat).and_then(|row| row.computer.as_deref()) {
            Some(kind) => Some(self.computer_answer(current, prompt, kind)),
            None => {
                let choices = guarded(|| G::pass(&current.shown, prompt)).ok().flatten()?;
                Some(ran(|| current.submit(seat, choices, By::Standing)))
            }
        }
    }

    /// What a computer wants to do out of turn.
    pub(super) fn computer_deed(&self, current: &Current<G>) -> Option<(Seat, G::Deed)> {
        if current.prompts.is_empty() {
            return None;
        }
        let mut computers = self.seats.iter().filter(|row| row.computer.is_some());
        computers.find_map(|row| {
            let seat = Seat(row.seat);
            let deed = guarded(|| G::computer_deed(&current.shown, seat)).ok().flatten()?;
            let wish = (seat, deed);
            (!self.spent.contains(&wish)).then_some(wish)
        })
    }

    /// A computer's own answer; if that is not legal, the first that is suggested.
    fn computer_answer(&self, current: &Current<G>, prompt: &Prompt<G>, kind: &str) -> Ran<G> {
        let state = &current.shown;
        let computer = self.shared.computer;
        let own = guarded(|| computer(kind, state, prompt, current.length));
        if let Ok(choices) = own {
            let ran = ran(|| current.submit(prompt.seat, choices, By::Computer));
            if ran.is_ok() {
                return ran;
            }
        }
        let safe = guarded(|| match prompt.shape {
            Shape::Compound => G::suggest(state, prompt).into_iter().next().unwrap_or_default(),
            Shape::One => prompt.options.iter().take(1).cloned().collect(),
            Shape::Some { min, .. } => prompt.options.iter().take(min).cloned().collect(),
            Shape::Order => prompt.options.clone(),
        })?;
        ran(|| current.submit(prompt.seat, safe, By::Computer))
    }

    /// Leaves what machines cannot answer to a moderator, instead of trying for ever.
    async fn give_up_on_machines(&mut self) -> Result<(), Refused> {
        for row in &mut self.asked {
            if row.expects == Expects::Machine {
                row.expects = Expects::Player;
            }
        }
        Ok(self.store().set_asked(&self.game.id, &self.asked).await?)
    }
}

/// Whether the order still holds.
fn in_time<G: Hosted>(standing: &Standing, current: &Current<G>, seat: Seat) -> bool {
    match standing.order {
        Order::UnlessTarget => true,
        Order::ThisRound => G::round(&current.shown) == standing.round,
        Order::UntilMyTurn => {
            G::on_turn(&current.shown) != Some(seat) || current.base.number <= standing.step
        }
    }
}

fn ran<G: Hosted>(run: impl FnOnce() -> Result<(Current<G>, Submission<G>), Rejected>) -> Ran<G> {
    guarded(run).and_then(|ran| ran.map_err(Refused::from))
}

/// One move after another as a single one; a step that went on is told once.
fn join<G: Hosted>(
    batch: Option<Move<G>>,
    next: Current<G>,
    asked: Vec<AskedRow>,
    done: Submission<G>,
) -> Move<G> {
    let Some(mut batch) = batch else {
        let Submission { entries, checkpoints, steps, .. } = done;
        return Move { next, asked, entries, checkpoints, steps };
    };
    batch.entries.extend(done.entries);
    batch.checkpoints.extend(done.checkpoints);
    for mut step in done.steps {
        match batch.steps.last_mut() {
            Some(last) if last.number == step.number => {
                step.told = last.told;
                *last = step;
            }
            _ => batch.steps.push(step),
        }
    }
    Move { next, asked, ..batch }
}

/// The open questions of a game that comes from elsewhere: nothing stands, and buttons are new.
pub(super) fn asked_anew<G: Hosted>(
    current: &Current<G>,
    seats: &[crate::store::SeatRow],
    now: i64,
) -> Vec<AskedRow> {
    let mut asked: Vec<AskedRow> = Vec::new();
    for prompt in &current.prompts {
        if asked.iter().any(|row| row.seat == prompt.seat.0) {
            continue;
        }
        let computer = seats.iter().any(|row| row.seat == prompt.seat.0 && row.computer.is_some());
        asked.push(AskedRow {
            seat: prompt.seat.0,
            // Not a digest, so the first load replaces it and sees who else may be expected.
            question: String::new(),
            since: current.length,
            at: now,
            expects: if computer { Expects::Machine } else { Expects::Player },
        });
    }
    asked
}
