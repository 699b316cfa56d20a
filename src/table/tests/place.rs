//! A database, a clock that jumps, and a receiver of letters that honours nonces.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use futures_util::future::BoxFuture;

use super::duel::{Duel, computer};
use crate::engine::Seat;
use crate::store::Store;
use crate::store::scratch::Scratch;
use crate::table::*;

pub type Host = Tables<Duel<0>>;

#[derive(Default)]
pub struct FakeClock {
    now: AtomicI64,
    pub slept: Mutex<Vec<Duration>>,
}

impl FakeClock {
    pub fn pass(&self, milliseconds: i64) {
        self.now.fetch_add(milliseconds, Ordering::SeqCst);
    }
}

impl Clock for FakeClock {
    fn now(&self) -> i64 {
        self.now.load(Ordering::SeqCst)
    }

    fn sleep(&self, time: Duration) -> BoxFuture<'static, ()> {
        self.slept.lock().unwrap().push(time);
        self.pass(time.as_millis() as i64);
        Box::pin(tokio::task::yield_now())
    }
}

/// What the channel and the players received.
#[derive(Default)]
pub struct FakeDiscord {
    /// In order of arrival: nonce, to whom, what.
    pub messages: Mutex<Vec<(String, Option<Seat>, Notice)>>,
    /// What the next attempts come to: arrive but tell nothing, or fail.
    pub faults: Mutex<Vec<Fault>>,
}

#[derive(Clone, Debug)]
pub enum Fault {
    /// The message arrives, the answer to it is lost.
    AnswerLost,
    Busy,
    Wait(Duration),
    Gone,
}

impl Poster for FakeDiscord {
    async fn post(&self, letter: &Letter) -> Result<Posted, PostTrouble> {
        let later = |after| PostTrouble::Later { after, why: "busy".into() };
        let fault = self.faults.lock().unwrap().pop();
        match &fault {
            Some(Fault::Busy) => return Err(later(None)),
            Some(Fault::Wait(time)) => return Err(later(Some(*time))),
            Some(Fault::Gone) => return Err(PostTrouble::Never { why: "unknown channel".into() }),
            Some(Fault::AnswerLost) | None => {}
        }
        let mut messages = self.messages.lock().unwrap();
        if !messages.iter().any(|(nonce, _, _)| *nonce == letter.nonce) {
            messages.push((letter.nonce.clone(), letter.to, letter.notice.clone()));
        }
        if fault.is_some() {
            return Err(later(None));
        }
        Ok(Posted { message: Some(letter.nonce.clone()), memos: Vec::new() })
    }
}

impl FakeDiscord {
    pub fn notices(&self) -> Vec<(Option<Seat>, Notice)> {
        self.messages.lock().unwrap().iter().map(|(_, to, what)| (*to, what.clone())).collect()
    }
}

pub struct Place {
    pub store: Store,
    scratch: Scratch,
    pub clock: Arc<FakeClock>,
    pub tables: Host,
    pub discord: Arc<FakeDiscord>,
    pace: Pace,
}

pub fn mira() -> Actor {
    Actor::new("1", "Mira")
}

pub fn jon() -> Actor {
    Actor::new("2", "Jon")
}

pub fn aiko() -> Actor {
    Actor::new("3", "Aiko")
}

pub const MIRA: Seat = Seat(0);
pub const JON: Seat = Seat(1);
pub const AIKO: Seat = Seat(2);

pub fn new_game(channel: &str) -> NewGame {
    NewGame {
        channel: channel.into(),
        guild: "g".into(),
        name: "Pax".into(),
        settings: Settings::new(),
    }
}

impl Place {
    pub async fn new() -> Place {
        Place::at_pace(Pace::usual(0)).await
    }

    pub async fn at_pace(pace: Pace) -> Place {
        Place::on(Scratch::new().await, pace).await
    }

    /// In a file, for what only files can suffer.
    pub async fn file() -> Place {
        Place::on(Scratch::file(), Pace::usual(0)).await
    }

    async fn on(scratch: Scratch, pace: Pace) -> Place {
        let store = Store::connect(&scratch.database).await.expect("a new database");
        let clock = Arc::new(FakeClock::default());
        clock.pass(1_000_000);
        let tables = Tables::new(store.clone(), clock.clone(), computer).at_pace(pace.clone());
        Place { scratch, store, clock, tables, discord: Arc::default(), pace }
    }

    /// As if the program had been killed and started again.
    pub async fn restart(&mut self) {
        self.store.close().await;
        self.store = Store::connect(&self.scratch.database).await.expect("the same database");
        self.tables = self.other();
    }

    /// Another process on the same database.
    pub fn other<const RULES: u8>(&self) -> Tables<Duel<RULES>> {
        let tables = Tables::new(self.store.clone(), self.clock.clone(), computer);
        tables.at_pace(self.pace.clone())
    }

    /// Another process with connections of its own.
    pub async fn elsewhere(&self) -> Host {
        let store = Store::connect(&self.scratch.database).await.expect("the same database");
        Tables::new(store, self.clock.clone(), computer).at_pace(self.pace.clone())
    }

    pub fn courier(&self) -> Courier<FakeDiscord> {
        Courier::new(self.store.clone(), self.clock.clone(), self.discord.clone())
    }

    /// A started game of Mira, Jon and Aiko, which always meets the same dice.
    pub async fn three(&self) -> String {
        self.three_with(&[]).await
    }

    pub async fn three_with(&self, settings: &[(&str, &str)]) -> String {
        let mut new = new_game("c");
        new.settings = settings.iter().map(|(k, v)| (k.to_string(), v.to_string())).collect();
        let lobby = self.tables.create_from(&mira(), new, [7; 32]).await.unwrap();
        let id = lobby.game.id;
        self.tables.join(&id, &jon()).await.unwrap();
        self.tables.join(&id, &aiko()).await.unwrap();
        drop(self.tables.start(&id, &mira()).await.unwrap());
        id
    }

    /// Mira against computers.
    pub async fn against(&self, kind: &str, count: usize) -> String {
        let lobby = self.tables.create_from(&mira(), new_game("c"), [7; 32]).await.unwrap();
        let id = lobby.game.id;
        self.tables.fill(&id, &mira(), kind, count).await.unwrap();
        drop(self.tables.start(&id, &mira()).await.unwrap());
        id
    }

    pub async fn wager(&self, id: &str, actor: &Actor, coins: u8) -> Result<Done, Refused> {
        let mut table = self.tables.table(id).await?;
        let seat = table.seat_of(&actor.user).expect("plays");
        table.submit(actor, seat, None, vec![super::duel::Choice::Coins(coins)]).await
    }

    pub async fn pass(&self, id: &str, actor: &Actor) -> Result<Done, Refused> {
        let mut table = self.tables.table(id).await?;
        let seat = table.seat_of(&actor.user).expect("plays");
        table.act_by_keys(actor, seat, None, &["pass".into()]).await
    }

    /// One whole turn in a game of three: a wager, and the others pass.
    pub async fn turn(&self, id: &str, coins: u8) {
        let players = [mira(), jon(), aiko()];
        let active = self.tables.table(id).await.unwrap().asked_seats()[0];
        self.wager(id, &players[active.index()], coins).await.unwrap();
        for (i, player) in players.iter().enumerate() {
            if i != active.index() {
                self.pass(id, player).await.unwrap();
            }
        }
    }

    /// All journal entries as stored.
    pub async fn journal(&self, id: &str) -> Vec<String> {
        self.store.journal(id).await.unwrap().into_iter().map(|row| row.entry).collect()
    }
}

/// The public lines that the channel was told, each once, in order.
pub fn public_lines(discord: &FakeDiscord) -> Vec<String> {
    let mut turns: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut order = Vec::new();
    for (to, notice) in discord.notices() {
        if let (None, Notice::Turn { message, lines, .. }) = (to, notice) {
            if !turns.contains_key(&message) {
                order.push(message.clone());
            }
            turns.insert(message, lines);
        }
    }
    order.iter().flat_map(|message| turns[message].clone()).collect()
}

impl Place {
    /// Changes the database behind the program's back.
    pub async fn spoil(&self, statement: &'static str) {
        self.scratch.spoil(statement).await;
    }
}
