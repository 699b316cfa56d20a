//! All games of one kind. Each has a lock that orders its commands; the least used are forgotten
//! and read again when somebody comes back to them.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use tokio::sync::{Notify, OwnedMappedMutexGuard, OwnedMutexGuard};

use crate::engine::{Seat, Seed};
use crate::store::{DueRow, Status, Store};

use super::pace::Pace;
use super::{Clock, Computer, Hosted, Refused, Table, check};

/// What the tables of a host share.
pub(super) struct Shared<G: Hosted> {
    pub store: Store,
    pub clock: Arc<dyn Clock>,
    pub computer: Computer<G>,
    /// The pace of games that have not agreed on another one.
    pub pace: Pace,
    /// Where the seeds of new games come from, if not from chance: words, and how many were taken.
    seeds: Option<(String, AtomicU64)>,
    behind: Mutex<BTreeSet<String>>,
    fell_behind: Notify,
}

impl<G: Hosted> Shared<G> {
    /// The seed of a new game.
    pub fn next_seed(&self) -> [u8; 32] {
        match &self.seeds {
            Some((words, taken)) => {
                let nth = taken.fetch_add(1, Ordering::Relaxed);
                Seed::of(&format!("{words}/{nth}")).0
            }
            None => rand::random(),
        }
    }

    /// Has the machines' answers given soon, if `table` owes any.
    pub fn wake(&self, table: &Table<G>) {
        if table.machine_owes() && self.store.holds(&table.game().guild) {
            self.wake_game(table.game().id.clone());
        }
    }

    fn wake_game(&self, id: String) {
        locked(&self.behind).insert(id);
        self.fell_behind.notify_one();
    }
}

/// A lock that a panic cannot spoil, since nothing is half-changed under it.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

/// A game that its holder alone may move on, until the guard is dropped.
pub type TableGuard<G> = OwnedMappedMutexGuard<Option<Table<G>>, Table<G>>;

type Slot<G> = Arc<tokio::sync::Mutex<Option<Table<G>>>>;

struct Slots<G: Hosted> {
    by_id: BTreeMap<String, (Slot<G>, u64)>,
    /// Counts uses, to tell the oldest.
    uses: u64,
}

pub struct Tables<G: Hosted> {
    pub(super) shared: Arc<Shared<G>>,
    slots: Mutex<Slots<G>>,
    /// Games kept in memory at most, except while in use.
    capacity: usize,
}

/// How long machines wait for a store in trouble, such as a full disk.
const TROUBLED: Duration = Duration::from_secs(2);
/// How long for news when nothing is owed.
const IDLE: Duration = Duration::from_secs(60);

/// Machine answers in one transaction: few messages, and other commands get their turn between.
const BATCH: usize = 60;

/// How often games are looked for that another process has moved on.
const ROUND: Duration = Duration::from_secs(1);

impl<G: Hosted> Tables<G> {
    pub fn new(store: Store, clock: Arc<dyn Clock>, computer: Computer<G>) -> Self {
        let behind = Mutex::new(BTreeSet::new());
        let pace = Pace::usual(0);
        let shared = Shared {
            store,
            clock,
            computer,
            pace,
            seeds: None,
            behind,
            fell_behind: Notify::new(),
        };
        let slots = Mutex::new(Slots { by_id: BTreeMap::new(), uses: 0 });
        Tables { shared: Arc::new(shared), slots, capacity: 200 }
    }

    /// Sets the pace of games that have not agreed on another one.
    pub fn at_pace(mut self, pace: Pace) -> Self {
        let shared = Arc::get_mut(&mut self.shared);
        shared.expect("nobody shares the tables before they are used").pace = pace;
        self
    }

    /// Deals the same games, one after another, to everybody who gives these words: for tests. Whoever
    /// knows the words knows every secret.
    pub fn dealing_from(mut self, words: &str) -> Self {
        let shared = Arc::get_mut(&mut self.shared);
        shared.expect("nobody shares the tables before they are used").seeds =
            Some((words.into(), AtomicU64::new(0)));
        self
    }

    pub fn keeping(mut self, capacity: usize) -> Self {
        self.capacity = capacity;
        self
    }

    pub fn store(&self) -> &Store {
        &self.shared.store
    }

    pub fn clock(&self) -> &Arc<dyn Clock> {
        &self.shared.clock
    }

    /// The unfinished game of a channel, in the lobby or running.
    pub async fn in_channel(&self, channel: &str) -> Result<String, Refused> {
        let game = self.store().game_in(channel).await?;
        game.map(|game| game.id).ok_or(Refused::NoGame)
    }

    /// A started game, locked; it waits for commands before it. A finished one can be looked at.
    pub async fn table(&self, id: &str) -> Result<TableGuard<G>, Refused> {
        let mut slot = self.lock(id).await;
        let current = match slot.as_mut() {
            Some(table) => !table.stale && self.is_current(table).await?,
            None => false,
        };
        if !current {
            *slot = None;
            *slot = Some(Table::load(self.shared.clone(), id).await?);
        }
        Ok(OwnedMutexGuard::map(slot, |table| table.as_mut().expect("it was just read")))
    }

    /// Whether a game is what the store holds, where another process may have moved it on. Commands given
    /// in direct messages arrive at the process with the first shard, whosever game it is; it keeps no
    /// game of others.
    async fn is_current(&self, table: &mut Table<G>) -> Result<bool, Refused> {
        if !self.store().is_split() {
            return Ok(true);
        }
        let own = self.store().holds(&table.game().guild);
        if !own || self.store().length(&table.game().id).await? != table.position() {
            return Ok(false);
        }
        table.refresh().await?;
        Ok(true)
    }

    /// The started game of a channel: the unfinished one, or else the last that was played there.
    pub async fn table_in(&self, channel: &str) -> Result<TableGuard<G>, Refused> {
        let game = match self.store().game_in(channel).await? {
            Some(game) => Some(game),
            None => self.store().last_game_in(channel).await?,
        };
        self.table(&game.ok_or(Refused::NoGame)?.id).await
    }

    /// Whether a game is of this kind; the store may hold others.
    pub(super) async fn is_ours(&self, id: &str) -> Result<bool, Refused> {
        Ok(self.store().game(id).await?.kind == G::NAME)
    }

    /// The lock of a game, whether it has started or not.
    pub(super) async fn lock(&self, id: &str) -> OwnedMutexGuard<Option<Table<G>>> {
        let slot = {
            let mut slots = locked(&self.slots);
            slots.uses += 1;
            let uses = slots.uses;
            let entry = slots.by_id.entry(id.into()).or_default();
            entry.1 = uses;
            let slot = entry.0.clone();
            slots.forget_beyond(self.capacity);
            slot
        };
        slot.lock_owned().await
    }

    /// How many games are in memory.
    pub fn in_memory(&self) -> usize {
        locked(&self.slots).by_id.len()
    }

    /// Does what is due to open questions at `now`: automatic passes, warnings, deadlines. How many
    /// things were done.
    pub async fn ring(&self, now: i64) -> Result<usize, Refused> {
        let mut done = 0;
        for DueRow { game, seat, since } in self.store().due(G::NAME, now).await? {
            let rung = match self.table(&game).await {
                Ok(mut table) => table.ring(Seat(seat), since, now).await,
                Err(refused) => Err(refused),
            };
            match rung {
                Ok(true) => done += 1,
                Ok(false) => {}
                Err(why) => tracing::error!(game, %why, "what was due failed"),
            }
        }
        Ok(done)
    }

    /// Marks the games in which machines owed an answer when the program ended.
    pub async fn wake_all(&self) -> Result<(), Refused> {
        for game in self.store().behind(G::NAME).await? {
            self.shared.wake_game(game);
        }
        Ok(())
    }

    /// Gives machines' answers until none is owed. Returns whether some are still owed because the
    /// store is in trouble.
    pub async fn catch_up(&self) -> bool {
        let mut later = Vec::new();
        while let Some(id) = { locked(&self.shared.behind).pop_first() } {
            let more = match self.table(&id).await {
                Ok(mut table) => table.drive(BATCH).await,
                Err(refused) => Err(refused),
            };
            match more {
                Ok(true) => self.shared.wake_game(id),
                Ok(false) => {}
                Err(why) => {
                    tracing::error!(game = id, %why, "a machine's answer failed");
                    later.extend(matches!(why, Refused::Store(_)).then_some(id));
                }
            }
            tokio::task::yield_now().await;
        }
        let owed = !later.is_empty();
        locked(&self.shared.behind).extend(later);
        owed
    }

    /// Reads the running games once, as after a change of the program: what fits the rules no more is taken
    /// back and asked again. Games that fit are not kept in memory. How many were moved by that.
    pub async fn look_over(&self) -> Result<usize, Refused> {
        let mut moved = 0;
        for game in self.store().games_with(Status::Running).await? {
            if game.kind != G::NAME || !self.store().holds(&game.guild) {
                continue;
            }
            let found = check::<G>(self.store(), &game.id).await;
            let unfit = found.as_ref().is_ok_and(|report| report.misfit.is_some());
            // A table that is read goes back by itself.
            let read = if unfit { self.table(&game.id).await.map(drop) } else { found.map(drop) };
            match read {
                Ok(()) => moved += usize::from(unfit),
                Err(why) => tracing::error!(game = game.id, %why, "the game cannot be read"),
            }
            tokio::task::yield_now().await;
        }
        Ok(moved)
    }

    /// Looks the games over, unless this very program has done so before.
    pub(super) async fn look_over_once(&self) -> Result<(), Refused> {
        let memo = format!("looked over: {}", G::NAME);
        // Of several processes each has games of its own.
        let build = if self.store().is_split() { None } else { build() };
        if build.is_some() && self.store().preference(PROGRAM, &memo).await? == build {
            return Ok(());
        }
        self.look_over().await?;
        Ok(self.store().set_preference(PROGRAM, &memo, build.as_deref()).await?)
    }

    /// Gives machines' answers as they come due, for ever; run it beside the bot. Beside that, games that
    /// a new version of the program does not take as they are go back to where it does.
    pub async fn keep_up(&self) {
        let look = async {
            if let Err(why) = self.look_over_once().await {
                tracing::error!(%why, "the running games could not be looked over");
            }
        };
        tokio::join!(look, self.answer_for_machines());
    }

    async fn answer_for_machines(&self) {
        if let Err(why) = self.wake_all().await {
            tracing::error!(%why, "the games that wait for machines could not be found");
        }
        loop {
            let wait = match self.catch_up().await {
                true => TROUBLED,
                false if self.store().is_split() => ROUND,
                false => IDLE,
            };
            let woken = tokio::select! {
                () = self.shared.fell_behind.notified() => true,
                () = self.shared.clock.sleep(wait) => false,
            };
            // Another process may have left something to do.
            if !woken
                && self.store().is_split()
                && let Err(why) = self.wake_all().await
            {
                tracing::error!(%why, "the games that wait for machines could not be found");
            }
        }
    }

    /// Running games of this kind.
    pub async fn running(&self) -> Result<Vec<String>, Refused> {
        let games = self.store().games_with(Status::Running).await?;
        Ok(games.into_iter().filter(|game| game.kind == G::NAME).map(|game| game.id).collect())
    }
}

impl<G: Hosted> Slots<G> {
    /// Drops the games that were used longest ago and that nobody holds.
    fn forget_beyond(&mut self, capacity: usize) {
        while self.by_id.len() > capacity {
            let idle = self.by_id.iter().filter(|(_, (slot, _))| Arc::strong_count(slot) == 1);
            let oldest = idle.min_by_key(|(_, (_, used))| *used).map(|(id, _)| id.clone());
            match oldest {
                Some(id) => self.by_id.remove(&id),
                None => break,
            };
        }
    }
}

/// In whose name preferences of the program itself are kept.
const PROGRAM: &str = "";

/// What tells this program from another version of it: its file. Nothing where that cannot be found out.
fn build() -> Option<String> {
    let file = std::env::current_exe().and_then(std::fs::metadata).ok()?;
    let made = file.modified().ok()?.duration_since(std::time::UNIX_EPOCH).ok()?;
    Some(format!("{} {} {}", env!("CARGO_PKG_VERSION"), file.len(), made.as_secs()))
}
