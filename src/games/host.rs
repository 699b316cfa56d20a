//! Tables of all games on one store: what Discord and the command line reach, whichever game is played.
//! The tables themselves are those of each game; here is only what brings a call to them.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};

use crate::engine::{Boundary, Refusal, Seat};
use crate::imperium::Imperium;
use crate::inscription::Inscription;
use crate::store::{AskedRow, GameRow, SeatRow, Store};
use crate::table::{
    self, Acted, Actor, Asking, Audit, Clock, Consented, Done, DraftView, Export, Fixed,
    HistoryLine, Lobby, NewGame, Newcomer, OpenExport, OptionText, Order, Pace, QuestionText,
    Refused, Replaced, Reply, Request, Rest, Suggestion, TableGuard, Undoing,
};

use super::Kind;

/// All games.
pub struct Tables {
    store: Store,
    clock: Arc<dyn Clock>,
    imperium: table::Tables<Imperium>,
    inscription: table::Tables<Inscription>,
    /// Games that were asked for, which never change their kind.
    kinds: Mutex<BTreeMap<String, Kind>>,
}

/// A started game that its holder alone may move on, until it is dropped.
pub enum Table {
    Imperium(TableGuard<Imperium>),
    Inscription(TableGuard<Inscription>),
}

/// Forgets which game's future this is. Otherwise the compiler would look through those of all games, and of
/// all that they call, wherever something calls a table; that takes it many minutes.
fn boxed<'a, T>(
    future: impl Future<Output = T> + Send + 'a,
) -> Pin<Box<dyn Future<Output = T> + Send + 'a>> {
    Box::pin(future)
}

/// Does the same with whichever game's tables a kind stands for.
macro_rules! of {
    ($tables:expr, $kind:expr, $of:ident => $do:expr) => {
        match $kind {
            Kind::Imperium => {
                let $of = &$tables.imperium;
                $do
            }
            Kind::Inscription => {
                let $of = &$tables.inscription;
                $do
            }
        }
    };
}

/// Does the same with whichever game is played at a [`Table`].
macro_rules! at_table {
    ($table:expr, $of:ident => $do:expr) => {
        match $table {
            $crate::games::host::Table::Imperium($of) => $do,
            $crate::games::host::Table::Inscription($of) => $do,
        }
    };
}
pub(crate) use at_table;

impl Tables {
    pub fn new(store: Store, clock: Arc<dyn Clock>) -> Self {
        let of = || (store.clone(), clock.clone());
        let ((one, at), (other, then)) = (of(), of());
        Tables {
            imperium: table::Tables::new(one, at, super::imperium::computer),
            inscription: table::Tables::new(other, then, super::inscription::computer),
            kinds: Mutex::default(),
            store,
            clock,
        }
    }

    /// Sets the pace of games that have not agreed on another one.
    pub fn at_pace(self, pace: &Pace) -> Self {
        Tables {
            imperium: self.imperium.at_pace(pace.clone()),
            inscription: self.inscription.at_pace(pace.clone()),
            ..self
        }
    }

    /// Deals the same games to everybody who gives these words, for tests; see
    /// [`table::Tables::dealing_from`](crate::table::Tables::dealing_from).
    pub fn dealing_from(self, words: &str) -> Self {
        Tables {
            imperium: self.imperium.dealing_from(words),
            inscription: self.inscription.dealing_from(words),
            ..self
        }
    }

    pub fn store(&self) -> &Store {
        &self.store
    }

    pub fn clock(&self) -> &Arc<dyn Clock> {
        &self.clock
    }

    /// Which game is played.
    pub async fn kind(&self, id: &str) -> Result<Kind, Refused> {
        let kinds = || self.kinds.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = kinds().get(id).copied() {
            return Ok(known);
        }
        let kind = Kind::of(&self.store.game(id).await?)?;
        kinds().insert(id.into(), kind);
        Ok(kind)
    }

    /// The unfinished game of a channel, in the lobby or running.
    pub async fn in_channel(&self, channel: &str) -> Result<String, Refused> {
        let game = self.store.game_in(channel).await?;
        game.map(|game| game.id).ok_or(Refused::NoGame)
    }

    /// The game of a channel as it is stored: the unfinished one, or else the last that was there.
    pub async fn row_in(&self, channel: &str) -> Result<GameRow, Refused> {
        if let Some(game) = self.store.game_in(channel).await? {
            return Ok(game);
        }
        self.store.last_game_in(channel).await?.ok_or(Refused::NoGame)
    }

    /// A started game, locked; it waits for commands before it. A finished one can be looked at.
    pub async fn table(&self, id: &str) -> Result<Table, Refused> {
        Ok(match self.kind(id).await? {
            Kind::Imperium => Table::Imperium(boxed(self.imperium.table(id)).await?),
            Kind::Inscription => Table::Inscription(boxed(self.inscription.table(id)).await?),
        })
    }

    /// The started game of a channel: the unfinished one, or else the last that was played there.
    pub async fn table_in(&self, channel: &str) -> Result<Table, Refused> {
        self.table(&self.row_in(channel).await?.id).await
    }

    // Before a game starts

    /// Makes a game with its creator in the first seat.
    pub async fn create(&self, kind: Kind, by: &Actor, new: NewGame) -> Result<Lobby, Refused> {
        of!(self, kind, tables => boxed(tables.create(by, new)).await)
    }

    /// The same from a given seed, for tests.
    pub async fn create_from(
        &self,
        kind: Kind,
        by: &Actor,
        new: NewGame,
        seed: [u8; 32],
    ) -> Result<Lobby, Refused> {
        of!(self, kind, tables => boxed(tables.create_from(by, new, seed)).await)
    }

    pub async fn lobby(&self, id: &str) -> Result<Lobby, Refused> {
        of!(self, self.kind(id).await?, tables => boxed(tables.lobby(id)).await)
    }

    pub async fn join(&self, id: &str, by: &Actor) -> Result<Lobby, Refused> {
        of!(self, self.kind(id).await?, tables => boxed(tables.join(id, by)).await)
    }

    pub async fn leave(&self, id: &str, by: &Actor) -> Result<Lobby, Refused> {
        of!(self, self.kind(id).await?, tables => boxed(tables.leave(id, by)).await)
    }

    /// Adds `count` computer players of a kind, or takes all of them away with 0.
    pub async fn fill(
        &self,
        id: &str,
        by: &Actor,
        computer: &str,
        count: usize,
    ) -> Result<Lobby, Refused> {
        of!(self, self.kind(id).await?, tables => boxed(tables.fill(id, by, computer, count)).await)
    }

    /// Sets one setting, or forgets it.
    pub async fn set(
        &self,
        id: &str,
        by: &Actor,
        name: &str,
        value: Option<&str>,
    ) -> Result<Lobby, Refused> {
        of!(self, self.kind(id).await?, tables => boxed(tables.set(id, by, name, value)).await)
    }

    /// Starts the game: the seats are what they are now.
    pub async fn start(&self, id: &str, by: &Actor) -> Result<Table, Refused> {
        Ok(match self.kind(id).await? {
            Kind::Imperium => Table::Imperium(boxed(self.imperium.start(id, by)).await?),
            Kind::Inscription => Table::Inscription(boxed(self.inscription.start(id, by)).await?),
        })
    }

    /// Gives a game up before its end, which frees its channel. Its journal is kept.
    pub async fn abandon(&self, id: &str, by: &Actor) -> Result<GameRow, Refused> {
        of!(self, self.kind(id).await?, tables => boxed(tables.abandon(id, by)).await)
    }

    /// Moves a game to another channel, as when its own was deleted.
    pub async fn move_to(&self, id: &str, by: &Actor, channel: &str) -> Result<(), Refused> {
        of!(self, self.kind(id).await?, tables => boxed(tables.move_to(id, by, channel)).await)
    }

    // What happens by itself

    /// Does what is due to open questions at `now`. How many things were done.
    pub async fn ring(&self, now: i64) -> Result<usize, Refused> {
        Ok(boxed(self.imperium.ring(now)).await? + boxed(self.inscription.ring(now)).await?)
    }

    /// Gives machines' answers as they come due, for ever; run it beside the bot.
    pub async fn keep_up(&self) {
        tokio::join!(boxed(self.imperium.keep_up()), boxed(self.inscription.keep_up()));
    }

    /// Exports the games that ended before `before` to `folder` and removes them; their files.
    pub async fn put_away(&self, before: i64, folder: &Path) -> Result<Vec<PathBuf>, Refused> {
        let mut files = boxed(self.imperium.put_away(before, folder)).await?;
        files.extend(boxed(self.inscription.put_away(before, folder)).await?);
        Ok(files)
    }
}

/// Methods that every table has, handed on.
macro_rules! same {
    ($(fn $name:ident($($arg:ident: $type:ty),*) -> $to:ty;)*) => {
        $(pub fn $name(&self $(, $arg: $type)*) -> $to {
            at_table!(self, table => table.$name($($arg),*))
        })*
    };
    ($(async fn $name:ident($($arg:ident: $type:ty),*) -> $to:ty;)*) => {
        $(pub async fn $name(&self $(, $arg: $type)*) -> Result<$to, Refused> {
            at_table!(self, table => boxed(table.$name($($arg),*)).await)
        })*
    };
    ($(async mut fn $name:ident($($arg:ident: $type:ty),*) -> $to:ty;)*) => {
        $(pub async fn $name(&mut self $(, $arg: $type)*) -> Result<$to, Refused> {
            at_table!(self, table => boxed(table.$name($($arg),*)).await)
        })*
    };
}

/// What each of these does is told at [`table::Table`].
impl Table {
    pub fn kind(&self) -> Kind {
        match self {
            Table::Imperium(_) => Kind::Imperium,
            Table::Inscription(_) => Kind::Inscription,
        }
    }

    /// The table where the first game is played.
    pub fn imperium(&self) -> Option<&table::Table<Imperium>> {
        match self {
            Table::Imperium(table) => Some(table),
            Table::Inscription(_) => None,
        }
    }

    same! {
        fn game() -> &GameRow;
        fn seats() -> &[SeatRow];
        fn position() -> usize;
        fn finished() -> bool;
        fn trouble() -> Option<&str>;
        fn seat_of(user: &str) -> Option<Seat>;
        fn player(seat: Seat) -> Option<&SeatRow>;
        fn side(seat: Seat) -> Option<String>;
        fn named(text: &str) -> String;
        fn is_moderator(actor: &Actor) -> bool;
        fn summary() -> String;
        fn asked() -> &[AskedRow];
        fn asked_note() -> String;
        fn asked_seats() -> Vec<Seat>;
        fn machine_owes() -> bool;
        fn passes_by_itself(seat: Seat) -> bool;
        fn public_questions() -> Vec<(Seat, String)>;
        fn question(seat: Seat) -> Option<QuestionText>;
        fn explain(question: &mut QuestionText, wanted: impl Fn(&OptionText) -> bool) -> ();
        fn suggested_answers(seat: Seat) -> Result<Vec<Suggestion>, Refused>;
        fn pace() -> &Pace;
        fn rest() -> Option<&Rest>;
        fn may_call(seat: Seat) -> bool;
        fn may_answer_ahead(seat: Seat) -> bool;
        fn order(seat: Seat) -> Option<&Order>;
        fn topics() -> Vec<(String, String)>;
        fn order_suggestions(seat: Seat, topic: &str) -> Vec<(String, String)>;
        fn read_order(seat: Seat, topic: &str, typed: &str) -> Result<Reply, Refusal>;
        fn complete_fix(name: &str, options: &[(String, String)], focused: &str) -> Result<Vec<(String, String)>, Refused>;
    }

    same! {
        async fn complete(user: &str, command: &str, options: &[(String, String)], focused: &str) -> Vec<(String, String)>;
        async fn draft(actor: &Actor, seat: Seat, position: Option<usize>) -> DraftView;
        async fn draft_add(actor: &Actor, seat: Seat, position: Option<usize>, key: &str) -> DraftView;
        async fn draft_remove_last(actor: &Actor, seat: Seat, position: Option<usize>) -> DraftView;
        async fn draft_clear(actor: &Actor, seat: Seat, position: Option<usize>) -> DraftView;
        async fn draft_take(actor: &Actor, seat: Seat, position: Option<usize>, suggestion: &str) -> DraftView;
        async fn undo_request() -> Option<Request>;
        async fn preview(to: usize) -> Undoing;
        async fn boundaries() -> Vec<Boundary>;
        async fn history(limit: usize) -> Vec<HistoryLine>;
        async fn checkpoints() -> Vec<usize>;
        async fn audit(limit: usize) -> Audit;
        async fn open_export(viewer: Option<Seat>) -> OpenExport;
    }

    same! {
        async mut fn command(actor: &Actor, seat: Seat, name: &str, options: &[(String, String)]) -> Acted;
        async mut fn act_by_keys(actor: &Actor, seat: Seat, position: Option<usize>, keys: &[String]) -> Done;
        async mut fn submit_draft(actor: &Actor, seat: Seat, position: Option<usize>) -> Done;
        async mut fn stand(actor: &Actor, seat: Seat, order: Option<Order>) -> ();
        async mut fn order_typed(actor: &Actor, seat: Seat, topic: &str, typed: &str, shape: impl FnOnce(Order) -> Order + Send) -> ();
        async mut fn give_orders(actor: &Actor, seat: Seat, orders: Vec<Order>) -> ();
        async mut fn revoke_orders(actor: &Actor, seat: Seat, which: impl Fn(usize, &Order) -> bool + Send + Sync) -> usize;
        async mut fn take_back(actor: &Actor) -> Done;
        async mut fn ask_undo(actor: &Actor, to: Option<usize>) -> Asking;
        async mut fn consent(actor: &Actor, at: usize, agrees: bool) -> Consented;
        async mut fn undo(actor: &Actor, to: usize, fresh: bool) -> Done;
        async mut fn redo(actor: &Actor) -> Done;
        async mut fn fix(actor: &Actor, name: &str, options: &[(String, String)], why: &str, force: bool) -> Fixed;
        async mut fn pause(actor: &Actor, why: &str) -> ();
        async mut fn resume(actor: &Actor) -> ();
        async mut fn replace(actor: &Actor, seat: Seat, by: Newcomer) -> Replaced;
        async mut fn answer_handover(actor: &Actor, seat: Seat, takes: bool) -> bool;
        async mut fn transfer(actor: &Actor, user: &str, name: &str) -> ();
        async mut fn set_pace(actor: &Actor, pace: Pace) -> ();
        async mut fn habits_changed() -> ();
        async mut fn whole_export(actor: &Actor) -> Export;
        async mut fn ask_again() -> ();
        async mut fn ring(seat: Seat, since: usize, now: i64) -> bool;
    }

    /// The orders of a seat.
    pub fn orders(&self, seat: Seat) -> Vec<&Order> {
        at_table!(self, table => table.orders(seat).collect())
    }
}
