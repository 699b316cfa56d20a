//! Standing orders: what a player wants answered without being asked, and answers given before the
//! question comes. They belong to a seat of a game, are for that seat's eyes only, and are written
//! into the journal when they answer.
//!
//! Of several orders that cover a question the one about the narrower topic counts, of those about
//! the same topic the newest. An order that has no answer to a question leaves it to the next one.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::engine::{By, Current, Prompt, Refusal, Seat, Shape, digest};
use crate::store::{AskedRow, Expects, SeatRow};

use super::table::{Memos, guarded, json};
use super::{Act, Actor, Hosted, Refused, Table};

/// What one order answers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Reply {
    /// Lets it go by.
    Pass,
    /// Asks the player all the same, although a wider order would answer.
    Ask,
    /// The first of these options that there is, as (key, label).
    First(Vec<(String, String)>),
    /// What the game makes of these words, see [`Hosted::planned`].
    Plan(String),
    /// This very answer, if it still is one to this very question.
    Exactly { question: String, choices: Value, words: String },
}

/// How long an order holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Until {
    /// Until it is taken back.
    Revoked,
    /// Until the player's next turn begins.
    MyTurn,
    /// Until this round ends.
    RoundEnds,
    /// Once, and not longer than this round.
    Used,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Order {
    /// What questions it is about, see [`Hosted::topics`]; empty: every offer to respond.
    pub topic: String,
    pub reply: Reply,
    /// The player is asked when what is happening is aimed at them.
    #[serde(default)]
    pub unless_aimed: bool,
    pub until: Until,
    /// Orders of one bundle are given and taken back together.
    #[serde(default)]
    pub bundle: String,
}

impl Order {
    /// For good.
    pub fn new(topic: impl Into<String>, reply: Reply) -> Order {
        let (topic, bundle) = (topic.into(), String::new());
        Order { topic, reply, unless_aimed: false, until: Until::Revoked, bundle }
    }

    pub fn until(self, until: Until) -> Order {
        Order { until, ..self }
    }

    pub fn unless_aimed(self) -> Order {
        Order { unless_aimed: true, ..self }
    }

    pub fn bundle(self, bundle: impl Into<String>) -> Order {
        Order { bundle: bundle.into(), ..self }
    }

    /// Every offer to respond is passed.
    pub fn pass_all() -> Order {
        Order::new("", Reply::Pass)
    }
}

/// An order with the moment it was given.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Standing {
    pub order: Order,
    round: u32,
    step: usize,
}

/// More orders than anybody gives; nothing grows without bounds.
const MOST: usize = 60;

impl<G: Hosted> Table<G> {
    /// Gives standing orders beside those that there are. One about the same topic is replaced, and so
    /// is the whole bundle of which they are.
    ///
    /// # Errors
    /// When the actor is not the player of `seat`, or there are too many.
    pub async fn give_orders(
        &mut self,
        actor: &Actor,
        seat: Seat,
        orders: Vec<Order>,
    ) -> Result<(), Refused> {
        self.own_seat(actor, seat)?;
        let mut kept = self.orders_of(seat).to_vec();
        kept.retain(|old| {
            let old = &old.order;
            let renewed = |new: &Order| match new.bundle.as_str() {
                "" => old.bundle.is_empty() && old.topic == new.topic,
                bundle => old.bundle == bundle,
            };
            !orders.iter().any(renewed)
        });
        let round = G::round(&self.current.shown);
        let step = self.current.base.number;
        kept.extend(orders.into_iter().map(|order| Standing { order, round, step }));
        if kept.len() > MOST {
            return Err(Refusal::new("you have given more than 60 orders")
                .instead("Take some back with `/orders revoke`.")
                .into());
        }
        self.set_orders(seat, kept).await
    }

    /// Gives the order that a player typed for questions about `topic`.
    ///
    /// # Errors
    /// When the topic or the answer is none, and as [`Table::give_orders`].
    pub async fn order_typed(
        &mut self,
        actor: &Actor,
        seat: Seat,
        topic: &str,
        typed: &str,
        shape: impl FnOnce(Order) -> Order,
    ) -> Result<(), Refused> {
        let state = &self.current.shown;
        let reply = guarded(|| G::read_order(state, seat, topic, typed))??;
        self.give_orders(actor, seat, vec![shape(Order::new(topic, reply))]).await
    }

    /// Takes back the orders for which `which` is true; how many.
    ///
    /// # Errors
    /// When the actor is not the player of `seat`.
    pub async fn revoke_orders(
        &mut self,
        actor: &Actor,
        seat: Seat,
        which: impl Fn(usize, &Order) -> bool,
    ) -> Result<usize, Refused> {
        self.own_seat(actor, seat)?;
        let before = self.orders_of(seat).to_vec();
        let mut kept = Vec::new();
        for (at, standing) in before.iter().enumerate() {
            if !which(at, &standing.order) {
                kept.push(standing.clone());
            }
        }
        let gone = before.len() - kept.len();
        if gone > 0 {
            self.set_orders(seat, kept).await?;
        }
        Ok(gone)
    }

    /// Gives the order about offers to respond in general, or takes it back.
    ///
    /// # Errors
    /// As [`Table::give_orders`].
    pub async fn stand(
        &mut self,
        actor: &Actor,
        seat: Seat,
        order: Option<Order>,
    ) -> Result<(), Refused> {
        match order {
            Some(order) => self.give_orders(actor, seat, vec![order]).await,
            None => {
                self.revoke_orders(actor, seat, |_, order| order.topic.is_empty()).await.map(drop)
            }
        }
    }

    /// The order of `seat` about offers to respond in general.
    pub fn order(&self, seat: Seat) -> Option<&Order> {
        self.orders(seat).find(|order| order.topic.is_empty())
    }

    /// The orders of `seat`, oldest first. They are for that seat only.
    pub fn orders(&self, seat: Seat) -> impl Iterator<Item = &Order> {
        self.orders_of(seat).iter().map(|standing| &standing.order)
    }

    fn orders_of(&self, seat: Seat) -> &[Standing] {
        self.standing.get(seat.index()).map_or(&[], Vec::as_slice)
    }

    /// Orders are given by the player alone: nobody else knows them.
    fn own_seat(&self, actor: &Actor, seat: Seat) -> Result<(), Refused> {
        match self.may_act(actor, seat)? {
            By::Player => Ok(()),
            _ => Err(Refused::WrongSeat),
        }
    }

    async fn set_orders(&mut self, seat: Seat, orders: Vec<Standing>) -> Result<(), Refused> {
        self.keep_orders(seat, &orders).await?;
        if let Some(place) = self.standing.get_mut(seat.index()) {
            *place = orders;
        }
        self.expect_anew().await
    }

    /// Looks anew at who is expected to answer what is asked now.
    pub(super) async fn expect_anew(&mut self) -> Result<(), Refused> {
        let asked = self.asked_anew();
        if asked != self.asked {
            self.store().set_asked(&self.game.id, &asked).await?;
            self.asked = asked;
        }
        self.shared.wake(self);
        Ok(())
    }

    /// The open questions with whom they wait for, and how long, as it is now.
    pub(super) fn asked_anew(&self) -> Vec<AskedRow> {
        let mut asked = self.asked.clone();
        for row in &mut asked {
            if let Some(prompt) = self.current.prompt_of(Seat(row.seat)) {
                row.expects = self.expects(&self.current, prompt);
                row.due = self.due(&self.current.seed, row);
            }
        }
        asked
    }

    async fn keep_orders(&self, seat: Seat, orders: &[Standing]) -> Result<(), Refused> {
        let text = (!orders.is_empty()).then(|| json(&orders));
        Ok(self.store().set_memo(&self.game.id, &memo_name(seat), text.as_deref()).await?)
    }

    /// The orders as they were kept.
    pub(super) fn take_orders(&mut self, memos: &Memos) {
        let kept = |row: &SeatRow| {
            let text = memos.get(&memo_name(Seat(row.seat)))?;
            serde_json::from_str(text).ok()
        };
        self.standing = self.seats.iter().map(|row| kept(row).unwrap_or_default()).collect();
    }

    /// Forgets the orders whose time is over, and those in `used`. Should that fail, the next time will
    /// do.
    pub(super) async fn lapse_orders(&mut self) {
        let used = std::mem::take(&mut self.used);
        for index in 0..self.standing.len() {
            let seat = Seat(self.seats[index].seat);
            let over = |standing: &Standing| {
                !in_time::<G>(standing, &self.current, seat)
                    || used.iter().any(|(who, order)| *who == seat && *order == standing.order)
            };
            let kept: Vec<Standing> =
                self.standing[index].iter().filter(|one| !over(one)).cloned().collect();
            if kept.len() < self.standing[index].len() {
                if let Err(why) = self.keep_orders(seat, &kept).await {
                    tracing::error!(game = self.game.id, %why, "an old order stays in the store");
                }
                self.standing[index] = kept;
            }
        }
    }

    /// Who will answer `prompt`.
    pub(super) fn expects(&self, current: &Current<G>, prompt: &Prompt<G>) -> Expects {
        let row = self.player(prompt.seat);
        if row.is_some_and(|row| row.computer.is_some()) {
            return Expects::Machine;
        }
        let ordered = || self.by_order(current, prompt).is_some();
        match guarded(|| (ordered(), G::automatic(&current.shown, prompt).is_some())) {
            Ok((true, _)) => Expects::Machine,
            Ok((false, true)) => Expects::Automatic,
            _ => Expects::Player,
        }
    }

    /// What the orders of its seat answer to `prompt`, with the order that does.
    pub(super) fn by_order(
        &self,
        current: &Current<G>,
        prompt: &Prompt<G>,
    ) -> Option<(Vec<G::Choice>, Order)> {
        let orders = self.orders_of(prompt.seat);
        if orders.is_empty() {
            return None;
        }
        let state = &current.shown;
        let topics = G::topics(prompt);
        let offer = G::pass(state, prompt).is_some();
        let fits = |order: &Order| match order.topic.as_str() {
            "" => offer.then_some(0),
            topic => topics.iter().position(|one| one == topic).map(|at| at + 1),
        };
        let mut covering: Vec<(usize, usize, &Order)> = Vec::new();
        for (at, standing) in orders.iter().enumerate() {
            if !in_time::<G>(standing, current, prompt.seat) {
                continue;
            }
            let narrow = match &standing.order.reply {
                Reply::Exactly { .. } => Some(usize::MAX),
                _ => fits(&standing.order),
            };
            covering.extend(narrow.map(|narrow| (narrow, at, &standing.order)));
        }
        covering.sort_by_key(|(narrow, at, _)| std::cmp::Reverse((*narrow, *at)));
        for (_, _, order) in covering {
            if order.unless_aimed && G::concerns(state, prompt) {
                continue;
            }
            match self.reply(state, prompt, order) {
                Replied::Answer(choices) => return Some((choices, order.clone())),
                Replied::Ask => return None,
                Replied::Nothing => {}
            }
        }
        None
    }

    fn reply(&self, state: &G::State, prompt: &Prompt<G>, order: &Order) -> Replied<G> {
        let found = match &order.reply {
            Reply::Ask => return Replied::Ask,
            Reply::Pass => G::pass(state, prompt).or_else(|| match order.topic.as_str() {
                "" => None,
                _ => G::decline(state, prompt),
            }),
            Reply::First(keys) if prompt.shape == Shape::One => keys.iter().find_map(|(key, _)| {
                let mut options = prompt.options.iter();
                options.find(|option| G::choice_key(option) == *key).map(|one| vec![one.clone()])
            }),
            Reply::First(_) => None,
            Reply::Plan(words) => G::planned(state, prompt, words),
            Reply::Exactly { question, choices, .. } => (*question == digest(&prompt.question))
                .then(|| serde_json::from_value(choices.clone()).ok())
                .flatten(),
        };
        match found {
            Some(choices) if prompt.check(state, &choices).is_ok() => Replied::Answer(choices),
            _ => Replied::Nothing,
        }
    }

    /// Whether `seat` may answer already what it will be asked if nothing comes between.
    pub fn may_answer_ahead(&self, seat: Seat) -> bool {
        let computer = self.player(seat).is_some_and(|row| row.computer.is_some());
        !computer && self.upcoming(seat).is_some()
    }

    fn upcoming(&self, seat: Seat) -> Option<Prompt<G>> {
        let current = &self.current;
        guarded(|| G::upcoming(&current.shown, &current.prompts, seat)).ok().flatten()
    }

    /// The question that `seat` will be asked, if the command `name` answers such questions.
    pub(super) fn ahead(&self, seat: Seat, name: &str) -> Option<Prompt<G>> {
        self.upcoming(seat)
            .filter(|prompt| G::topics(prompt).first().is_some_and(|one| one == name))
    }

    /// Keeps the answer of a typed command to the question that `seat` will be asked. It is given as
    /// soon as the question comes, if it still is an answer then; otherwise the player is asked.
    ///
    /// # Errors
    /// [`Refused::NotAsked`] when nothing is ahead of `seat`.
    pub async fn answer_ahead(
        &mut self,
        actor: &Actor,
        seat: Seat,
        name: &str,
        options: &[(String, String)],
    ) -> Result<String, Refused> {
        self.own_seat(actor, seat)?;
        let state = &self.current.shown;
        let prompts = [self.ahead(seat, name).ok_or(Refused::NotAsked)?];
        let act = guarded(|| G::command(state, seat, &prompts, &[], name, options))??;
        let choices = match act {
            Act::Answer(choices) | Act::Draft(choices) => choices,
            _ => return Err(Refused::NotAsked),
        };
        guarded(|| prompts[0].check(state, &choices))??;
        let labels = choices.iter().map(|choice| G::choice_label(state, &prompts[0], choice));
        let words = labels.collect::<Vec<_>>().join(", ");
        let reply = Reply::Exactly {
            question: digest(&prompts[0].question),
            choices: serde_json::to_value(&choices).expect("choices are plain data"),
            words: words.clone(),
        };
        let topic = G::topics(&prompts[0]).into_iter().next().unwrap_or_default();
        let order = Order::new(topic, reply).until(Until::Used).bundle("ahead");
        self.give_orders(actor, seat, vec![order]).await?;
        Ok(words)
    }
}

enum Replied<G: Hosted> {
    Answer(Vec<G::Choice>),
    Ask,
    /// The next order may have an answer.
    Nothing,
}

fn memo_name(seat: Seat) -> String {
    format!("orders {}", seat.0)
}

/// Whether the order still holds.
fn in_time<G: Hosted>(standing: &Standing, current: &Current<G>, seat: Seat) -> bool {
    match standing.order.until {
        Until::Revoked => true,
        Until::RoundEnds | Until::Used => G::round(&current.shown) == standing.round,
        Until::MyTurn => {
            G::on_turn(&current.shown) != Some(seat) || current.base.number <= standing.step
        }
    }
}
