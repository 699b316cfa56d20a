//! Answers that nobody types: computer players and standing orders.

use crate::engine::{By, Current, Prompt, Rejected, Seat, Shape, Submission};
use crate::store::{AskedRow, Expects, Status};

use super::orders::{Order, Until};
use super::table::{Move, guarded};
use super::{Actor, Hosted, Refused, Table};

pub(super) type Ran<G> = Result<(Current<G>, Submission<G>), Refused>;

/// An answer that a machine gave, and the order that it uses up.
type Given<G> = (Ran<G>, Option<(Seat, Order)>);

impl<G: Hosted> Table<G> {
    /// Gives the answers that machines owe, at most `limit` of them, in one transaction. Returns
    /// whether more are owed.
    pub async fn drive(&mut self, limit: usize) -> Result<bool, Refused> {
        let rests = self.rest.is_some();
        if self.game.status != Status::Running || self.current.trouble.is_some() || rests {
            return Ok(false);
        }
        let mut batch: Option<Move<G>> = None;
        let mut stuck = None;
        let mut used: Vec<(Seat, Order)> = Vec::new();
        for _ in 0..limit {
            let (current, asked) = match &batch {
                Some(batch) => (&batch.next, &batch.asked),
                None => (&self.current, &self.asked),
            };
            let deed = self.computer_deed(current);
            let ran = match deed.clone() {
                Some((seat, deed)) => Some(ran(|| current.deed(seat, deed, By::Computer))),
                None => self.machine_move(current, asked).map(|(ran, order)| {
                    used.extend(order);
                    ran
                }),
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
            self.used = used;
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

    /// The next answer that a machine owes, if it can give one, and the order that it uses up.
    fn machine_move(&self, current: &Current<G>, asked: &[AskedRow]) -> Option<Given<G>> {
        let row = asked.iter().find(|row| row.expects == Expects::Machine)?;
        let prompt = current.prompt_of(Seat(row.seat))?;
        let seat = prompt.seat;
        match self.player(seat).and_then(|row| row.computer.as_deref()) {
            Some(kind) => Some((self.computer_answer(current, prompt, kind), None)),
            None => {
                let (choices, order) = guarded(|| self.by_order(current, prompt)).ok().flatten()?;
                let used = (order.until == Until::Used).then_some((seat, order));
                Some((ran(|| current.submit(seat, choices, By::Standing)), used))
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
    pub(super) fn computer_answer(
        &self,
        current: &Current<G>,
        prompt: &Prompt<G>,
        kind: &str,
    ) -> Ran<G> {
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

pub(super) fn ran<G: Hosted>(
    run: impl FnOnce() -> Result<(Current<G>, Submission<G>), Rejected>,
) -> Ran<G> {
    guarded(run).and_then(|ran| ran.map_err(Refused::from))
}

/// One move after another as a single one; a step that went on is told once.
pub(super) fn join<G: Hosted>(
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
            due: None,
            stage: 0,
        });
    }
    asked
}
