//! One game in memory, and the one way it moves on.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::engine::journal::Line;
use crate::engine::{
    Checkpoint, Current, Entry, News, Prompt, Refusal, Seat, Seed, Shape, StepNews, Submission,
    digest, name_seats,
};
use crate::store::{
    AskedRow, Beside, CheckpointRow, Expects, GameRow, NewLetter, SeatRow, Status, Store, Trouble,
    Write,
};

use super::answer::knows;
use super::notice::{Notice, of_step};
use super::orders::{Order, Standing};
use super::pace::Pace;
use super::registry::Shared;
use super::{Habits, Hosted, Refused, Reply, Rest};

/// What is kept of a game beside its course, by name.
pub(super) type Memos = BTreeMap<String, String>;

/// Who gives a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Actor {
    /// User id.
    pub user: String,
    pub name: String,
    /// Has the moderators' role; a game's creator need not.
    pub moderator: bool,
    /// Acts on purpose in another player's place, which only moderators may.
    pub in_place: bool,
}

impl Actor {
    pub fn new(user: impl Into<String>, name: impl Into<String>) -> Self {
        Actor { user: user.into(), name: name.into(), moderator: false, in_place: false }
    }

    pub fn moderator(mut self) -> Self {
        self.moderator = true;
        self
    }

    pub fn in_place(mut self) -> Self {
        self.in_place = true;
        self
    }
}

/// An option or a part of a draft, in words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OptionText {
    pub key: String,
    pub label: String,
    pub group: String,
    /// What it is or does, in a line; only where it is asked for, see [`Table::explain`].
    pub detail: String,
}

/// An open question as the seat that is asked sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct QuestionText {
    pub seat: Seat,
    /// For buttons: an answer to this position is taken as long as the question stays open.
    pub position: usize,
    pub text: String,
    pub shape: Shape,
    /// Empty for compound questions; those are answered by drafts.
    pub options: Vec<OptionText>,
    /// Nobody else may see the options.
    pub hidden: bool,
    /// Whether passing by standing order would answer it: a mere offer to respond.
    pub offer: bool,
    /// The narrowest topic by which a standing order could pass or decline it; empty: none can.
    pub topic: String,
    /// Since when it is open, in milliseconds since 1970.
    pub since: i64,
}

/// A running or finished game.
pub struct Table<G: Hosted> {
    pub(super) shared: Arc<Shared<G>>,
    pub(super) game: GameRow,
    pub(super) seats: Vec<SeatRow>,
    pub(super) current: Current<G>,
    pub(super) asked: Vec<AskedRow>,
    /// Orders of each seat, see [`Order`].
    pub(super) standing: Vec<Vec<Standing>>,
    /// Orders for one use that the move under way uses up.
    pub(super) used: Vec<(Seat, Order)>,
    pub(super) pace: Pace,
    pub(super) rest: Option<Rest>,
    /// The habits of each seat's player.
    pub(super) habits: Vec<Habits>,
    /// All news of the current step.
    news: Vec<News>,
    /// Undos and redos so far.
    era: usize,
    /// What computers did out of turn since a person did something; none does the same again.
    pub(super) spent: Vec<(Seat, G::Deed)>,
    /// The store and the memory may differ; read the game again.
    pub(super) stale: bool,
}

/// What one command did, before it is written.
pub(super) struct Move<G: Hosted> {
    pub next: Current<G>,
    pub asked: Vec<AskedRow>,
    pub entries: Vec<Entry<G>>,
    pub checkpoints: Vec<Checkpoint<G>>,
    pub steps: Vec<StepNews>,
}

impl<G: Hosted> Table<G> {
    /// Reads a started game. What this build's rules add to a journal that stopped short of a
    /// question is written at once.
    pub(super) async fn load(shared: Arc<Shared<G>>, id: &str) -> Result<Self, Refused> {
        let store = shared.store.clone();
        let game = store.game(id).await?;
        if game.kind != G::NAME {
            let what = format!("game {id} is a game of {}, not {}", game.kind, G::NAME);
            return Err(Trouble::Damaged(what).into());
        }
        if game.status == Status::Lobby {
            return Err(Refused::NotStarted);
        }
        let seats = store.seats(id).await?;
        let journal = read_journal::<G>(&store, id).await?;
        let era = journal.iter().filter(|entry| turns_back(entry)).count();
        let (current, added) = resume::<G>(&store, &game, &journal).await?;
        let mut table = Table {
            asked: store.asked(id).await?,
            standing: Vec::new(),
            used: Vec::new(),
            pace: shared.pace.clone(),
            rest: None,
            habits: Vec::new(),
            news: last_news(&added.steps),
            shared,
            game,
            seats,
            current,
            era,
            spent: Vec::new(),
            stale: false,
        };
        table.read_beside().await?;
        table.reconcile(added).await?;
        table.rewind().await?;
        Ok(table)
    }

    /// Reads again what may change without the game moving on.
    pub(super) async fn refresh(&mut self) -> Result<(), Refused> {
        self.game = self.store().game(&self.game.id).await?;
        self.seats = self.store().seats(&self.game.id).await?;
        self.asked = self.store().asked(&self.game.id).await?;
        self.read_beside().await
    }

    /// What is kept of the game beside its course.
    async fn read_beside(&mut self) -> Result<(), Refused> {
        let memos = self.store().memos(&self.game.id).await?;
        self.take_orders(&memos);
        self.take_rest(&memos);
        self.take_pace(&memos);
        self.read_habits().await
    }

    /// Brings the stored questions in line with those that this build asks.
    async fn reconcile(&mut self, added: Submission<G>) -> Result<(), Refused> {
        if self.current.trouble.is_some() {
            return Ok(());
        }
        let before = self.asked.clone();
        let asked = self.asked_after(&before, &self.current, &[], self.current.base.number);
        if added.entries.is_empty() && added.checkpoints.is_empty() {
            if asked != before {
                self.store().set_asked(&self.game.id, &asked).await?;
            }
            self.asked = asked;
            return Ok(());
        }
        let length = self.current.length - added.entries.len();
        let write =
            guarded(|| self.write_of(length, "", &self.current, &asked, &added, Vec::new()))?;
        self.store().write(&write).await?;
        self.game.status = write.status;
        self.asked = asked;
        Ok(())
    }

    pub(super) fn store(&self) -> &Store {
        &self.shared.store
    }

    pub(super) fn now(&self) -> i64 {
        self.shared.clock.now()
    }

    // What is known of the game

    pub fn game(&self) -> &GameRow {
        &self.game
    }

    pub fn seats(&self) -> &[SeatRow] {
        &self.seats
    }

    /// Length of the journal: the number of the open question.
    pub fn position(&self) -> usize {
        self.current.length
    }

    /// Number of the checkpoint at which the current step began.
    pub fn step(&self) -> usize {
        self.current.base.number
    }

    pub fn finished(&self) -> bool {
        self.current.finished()
    }

    /// Why the game stands still under this build, if it does.
    pub fn trouble(&self) -> Option<&str> {
        self.current.trouble.as_deref()
    }

    pub fn commitment(&self) -> String {
        self.current.seed.commitment()
    }

    pub fn seat_of(&self, user: &str) -> Option<Seat> {
        let seat = self.seats.iter().find(|seat| seat.player == user && seat.computer.is_none());
        seat.map(|seat| Seat(seat.seat))
    }

    pub fn player(&self, seat: Seat) -> Option<&SeatRow> {
        self.seats.iter().find(|row| row.seat == seat.0)
    }

    /// `text` with players' names where it names seats.
    pub fn named(&self, text: &str) -> String {
        name_seats(text, |seat| {
            self.player(seat).map_or_else(|| format!("seat {}", seat.0), |row| row.name.clone())
        })
    }

    pub fn is_moderator(&self, actor: &Actor) -> bool {
        actor.moderator || actor.user == self.game.creator
    }

    /// What `viewer` may know.
    pub fn view(&self, viewer: Option<Seat>) -> G::View {
        G::view(&self.current.shown, viewer)
    }

    /// Something that the game works out from its state for everybody to see.
    pub fn look<T>(&self, look: impl FnOnce(&G::State) -> T) -> T {
        look(&self.current.shown)
    }

    /// What `viewer` could know when the game stood at a checkpoint.
    pub async fn view_at(
        &self,
        checkpoint: usize,
        viewer: Option<Seat>,
    ) -> Result<G::View, Refused> {
        let state = read_checkpoint::<G>(self.store(), &self.game.id, checkpoint).await?.state;
        Ok(G::view(&state, viewer))
    }

    pub fn summary(&self) -> String {
        G::public_summary(&self.current.shown)
    }

    /// What the current step is called.
    pub fn step_name(&self) -> String {
        G::step_name(&self.current.shown)
    }

    /// What `viewer` was told of the current step so far.
    pub fn told(&self, viewer: Option<Seat>) -> Vec<String> {
        let heard = self.news.iter().filter(|news| news.audience.includes(viewer));
        heard.map(|news| news.text.clone()).collect()
    }

    /// What `seat` plays, as far as everybody knows.
    pub fn side(&self, seat: Seat) -> Option<String> {
        G::side(&self.current.shown, seat)
    }

    /// What everybody may read beside the open questions.
    pub fn asked_note(&self) -> String {
        G::asked_note(&self.current.shown)
    }

    /// The topics that standing orders can be about, as (words, topic).
    pub fn topics(&self) -> Vec<(String, String)> {
        G::all_topics(&self.current.shown)
    }

    /// What may be typed in an order about `topic`, as (label, value).
    pub fn order_suggestions(&self, seat: Seat, topic: &str) -> Vec<(String, String)> {
        G::order_suggestions(&self.current.shown, seat, topic)
    }

    /// What a player typed as the answer to questions about a topic.
    pub fn read_order(&self, seat: Seat, topic: &str, typed: &str) -> Result<Reply, Refusal> {
        G::read_order(&self.current.shown, seat, topic, typed)
    }

    /// The open questions: to whom, since when, and whose answer is expected. What is expected of a
    /// seat can tell what it holds, so it is not for players.
    pub fn asked(&self) -> &[AskedRow] {
        &self.asked
    }

    /// Whether all that `seat` can do is pass, which happens by itself in a moment.
    pub fn passes_by_itself(&self, seat: Seat) -> bool {
        self.asked.iter().any(|row| row.seat == seat.0 && row.expects == Expects::Automatic)
    }

    /// The seats that are asked something.
    pub fn asked_seats(&self) -> Vec<Seat> {
        self.asked.iter().map(|row| Seat(row.seat)).collect()
    }

    /// The open questions as everybody may read them.
    pub fn public_questions(&self) -> Vec<(Seat, String)> {
        public_questions(&self.current)
    }

    /// What the rules ask of `seat`.
    pub fn asks(&self, seat: Seat) -> Option<&G::Question> {
        self.current.prompt_of(seat).map(|prompt| &prompt.question)
    }

    /// What `seat` is asked, for that seat's eyes only.
    pub fn question(&self, seat: Seat) -> Option<QuestionText> {
        let prompt = self.current.prompt_of(seat)?;
        let row = self.asked.iter().find(|row| row.seat == seat.0)?;
        let state = &self.current.shown;
        let offer = G::pass(state, prompt).is_some();
        let declines = offer || G::decline(state, prompt).is_some();
        let topic = G::topics(prompt).pop().filter(|_| declines);
        Some(QuestionText {
            seat,
            position: row.since,
            text: G::question_text(state, Some(seat), prompt),
            shape: prompt.shape,
            options: prompt.options.iter().map(|choice| self.option(prompt, choice)).collect(),
            hidden: G::hides_options(prompt),
            offer,
            topic: topic.unwrap_or_default(),
            since: row.at,
        })
    }

    /// Autocomplete for the option `focused` of a command that `user` types, as (label, value).
    pub async fn complete(
        &self,
        user: &str,
        command: &str,
        options: &[(String, String)],
        focused: &str,
    ) -> Result<Vec<(String, String)>, Refused> {
        if !knows::<G>(command) {
            return Ok(Vec::new());
        }
        let seat = self.seat_of(user);
        let draft = match seat {
            Some(seat) => self.read_draft(seat).await?,
            None => Vec::new(),
        };
        let state = &self.current.shown;
        let prompts = &self.current.prompts;
        let ahead = seat.and_then(|seat| self.ahead(seat, command));
        guarded(|| match ahead {
            Some(ahead) => G::complete(state, seat, &[ahead], &[], command, options, focused),
            None => G::complete(state, seat, prompts, &draft, command, options, focused),
        })
    }

    pub(super) fn option(&self, prompt: &Prompt<G>, choice: &G::Choice) -> OptionText {
        OptionText {
            key: G::choice_key(choice),
            label: G::choice_label(&self.current.shown, prompt, choice),
            group: G::choice_group(choice),
            detail: String::new(),
        }
    }

    /// Adds to those options of `question` that are wanted what they are or do; that takes longer than
    /// to list them.
    pub fn explain(&self, question: &mut QuestionText, wanted: impl Fn(&OptionText) -> bool) {
        let Some(prompt) = self.current.prompt_of(question.seat) else { return };
        for (option, choice) in question.options.iter_mut().zip(&prompt.options) {
            if wanted(option) {
                option.detail = G::choice_detail(&self.current.shown, prompt, choice);
            }
        }
    }

    pub(super) fn explained_options(
        &self,
        prompt: &Prompt<G>,
        choices: &[G::Choice],
    ) -> Vec<OptionText> {
        let explained = choices.iter().map(|choice| OptionText {
            detail: G::choice_detail(&self.current.shown, prompt, choice),
            ..self.option(prompt, choice)
        });
        explained.collect()
    }

    // How it moves on

    /// The submission as a move, with the questions that are open after it.
    pub(super) fn moved(&self, next: Current<G>, done: Submission<G>) -> Move<G> {
        let step = self.current.base.number;
        let asked = self.asked_after(&self.asked, &next, &done.entries, step);
        let Submission { entries, checkpoints, steps, .. } = done;
        Move { next, asked, entries, checkpoints, steps }
    }

    /// The open questions of `next`. One that was open before, in the same step, and was not
    /// answered by its seat, keeps its position: buttons for it still work.
    pub(super) fn asked_after(
        &self,
        before: &[AskedRow],
        next: &Current<G>,
        entries: &[Entry<G>],
        step_before: usize,
    ) -> Vec<AskedRow> {
        let mut asked: Vec<AskedRow> = Vec::new();
        let now = self.now();
        for prompt in &next.prompts {
            if asked.iter().any(|row| row.seat == prompt.seat.0) {
                continue;
            }
            let questions: Vec<&G::Question> = next
                .prompts
                .iter()
                .filter(|other| other.seat == prompt.seat)
                .map(|prompt| &prompt.question)
                .collect();
            let question = digest(&questions);
            let answered = entries.iter().any(|entry| match entry {
                Entry::Answer { seat, .. } => *seat == prompt.seat,
                other => turns_back(other),
            });
            let kept = before.iter().find(|row| {
                row.seat == prompt.seat.0
                    && row.question == question
                    && !answered
                    && step_before == next.base.number
            });
            let mut row = AskedRow {
                seat: prompt.seat.0,
                question,
                since: kept.map_or(next.length, |row| row.since),
                at: kept.map_or(now, |row| row.at),
                expects: self.expects(next, prompt),
                due: None,
                stage: kept.map_or(0, |row| row.stage),
            };
            row.due = self.due(&next.seed, &row);
            asked.push(row);
        }
        asked
    }

    fn write_of(
        &self,
        position: usize,
        author: &str,
        next: &Current<G>,
        asked: &[AskedRow],
        done: &Submission<G>,
        mut letters: Vec<NewLetter>,
    ) -> Write {
        let era = self.era + done.entries.iter().filter(|entry| turns_back(entry)).count();
        let mut led_to = done.checkpoints.iter().map(|checkpoint| checkpoint.number);
        // The first checkpoint of all is the start of a step, not the end of one.
        if done.checkpoints.first().is_some_and(|first| first.number == 0) {
            led_to.next();
        }
        for step in &done.steps {
            let end = if step.over { led_to.next().unwrap_or_default() } else { 0 };
            letters.extend(of_step(step, era, end));
        }
        let status = match next.finished() {
            true => Status::Finished,
            false => Status::Running,
        };
        if status == Status::Finished && self.game.status != Status::Finished {
            let ended = Notice::Ended {
                summary: G::public_summary(&next.shown),
                commitment: next.seed.commitment(),
                seed: next.seed.clone().into(),
            };
            letters.push(ended.public());
        } else if asked.iter().any(|row| row.expects != Expects::Machine) {
            let questions = public_questions(next);
            letters.push(Notice::Asked { position: next.length, questions }.public());
        }
        Write {
            game: self.game.id.clone(),
            position,
            entries: done.entries.iter().map(json).collect(),
            author: author.into(),
            at: self.now(),
            checkpoints: done.checkpoints.iter().map(|point| checkpoint_row::<G>(point)).collect(),
            letters,
            asked: asked.to_vec(),
            status,
            beside: Beside::default(),
        }
    }

    /// Writes a move and makes it the present. On failure nothing has changed, and the game is
    /// read again before the next command.
    pub(super) async fn commit(
        &mut self,
        moved: Move<G>,
        author: &str,
        letters: Vec<NewLetter>,
    ) -> Result<(), Refused> {
        let Move { next, asked, entries, checkpoints, steps } = moved;
        let done = Submission { entries, checkpoints, news: Vec::new(), steps };
        let position = next.length - done.entries.len();
        let write = guarded(|| self.write_of(position, author, &next, &asked, &done, letters))?;
        // Until the write has returned, memory and store may differ: a dropped future included.
        self.stale = true;
        self.store().write(&write).await?;
        self.stale = false;
        self.era += done.entries.iter().filter(|entry| turns_back(entry)).count();
        self.game.status = write.status;
        self.news = last_news(&done.steps);
        self.current = next;
        self.asked = asked;
        self.lapse_orders().await;
        self.shared.wake(self);
        Ok(())
    }

    /// Has the open questions told once more, where the message with them was lost.
    pub async fn ask_again(&mut self) -> Result<(), Refused> {
        if self.game.status != Status::Running || self.asked.is_empty() {
            return Ok(());
        }
        let questions = public_questions(&self.current);
        let asked = Notice::Asked { position: self.current.length, questions };
        self.tell(vec![asked.public()], self.asked.clone()).await
    }

    /// A new game at its first question.
    pub(super) async fn start(
        shared: Arc<Shared<G>>,
        mut game: GameRow,
        seats: Vec<SeatRow>,
        state: G::State,
    ) -> Result<Self, Refused> {
        let seed = seed_of(&game)?;
        let started = Notice::Started { commitment: seed.commitment() };
        let (current, done) = guarded(|| Current::<G>::start(seed, state))?;
        if let Some(trouble) = current.trouble {
            return Err(Refused::Broken(trouble));
        }
        game.status = Status::Running;
        let pace = shared.pace.clone();
        let mut table = Table {
            shared,
            game,
            seats,
            current,
            asked: Vec::new(),
            standing: Vec::new(),
            used: Vec::new(),
            pace,
            rest: None,
            habits: Vec::new(),
            news: last_news(&done.steps),
            era: 0,
            spent: Vec::new(),
            stale: false,
        };
        table.read_beside().await?;
        table.asked = table.asked_after(&[], &table.current, &[], 0);
        let letters = vec![started.public()];
        let write =
            guarded(|| table.write_of(0, "", &table.current, &table.asked, &done, letters))?;
        table.store().write(&write).await?;
        table.game.status = write.status;
        table.shared.wake(&table);
        Ok(table)
    }

    /// Whether a machine owes an answer, or has something to do out of turn.
    pub fn machine_owes(&self) -> bool {
        self.game.status == Status::Running
            && self.rest.is_none()
            && (self.asked.iter().any(|row| row.expects == Expects::Machine)
                || self.computer_deed(&self.current).is_some())
    }
}

fn last_news(steps: &[StepNews]) -> Vec<News> {
    steps.last().map_or(Vec::new(), |step| step.news.clone())
}

pub(super) fn turns_back<G: Hosted>(entry: &Entry<G>) -> bool {
    matches!(entry, Entry::Undo { .. } | Entry::Redo { .. })
}

pub(super) fn public_questions<G: Hosted>(current: &Current<G>) -> Vec<(Seat, String)> {
    let prompts = current.prompts.iter();
    prompts.map(|prompt| (prompt.seat, G::question_text(&current.shown, None, prompt))).collect()
}

/// Runs a game's own code so that its panic is an answer, not the end of the program.
pub(super) fn guarded<T>(run: impl FnOnce() -> T) -> Result<T, Refused> {
    catch_unwind(AssertUnwindSafe(run)).map_err(|panic| {
        let text = panic.downcast_ref::<&str>().map(|text| text.to_string());
        let text = text.or_else(|| panic.downcast_ref::<String>().cloned());
        Refused::Broken(text.unwrap_or_else(|| "unknown".into()))
    })
}

pub(super) fn json<T: Serialize>(value: &T) -> String {
    serde_json::to_string(value).expect("states and entries are plain data with string keys")
}

pub(super) fn seed_of(game: &GameRow) -> Result<Seed, Trouble> {
    let seed = Seed::try_from(game.seed.clone());
    seed.map_err(|why| Trouble::Damaged(format!("game {}: {why}", game.id)))
}

pub(super) fn checkpoint_row<G: Hosted>(checkpoint: &Checkpoint<G>) -> CheckpointRow {
    CheckpointRow {
        number: checkpoint.number,
        position: checkpoint.at,
        version: G::VERSION,
        name: G::step_name(&checkpoint.state),
        state: json(&checkpoint.state),
    }
}

pub(super) async fn read_journal<G: Hosted>(
    store: &Store,
    id: &str,
) -> Result<Vec<Entry<G>>, Trouble> {
    let rows = store.journal(id).await?;
    rows.iter()
        .enumerate()
        .map(|(at, row)| {
            serde_json::from_str(&row.entry)
                .map_err(|why| Trouble::Damaged(format!("game {id}: entry {at}: {why}")))
        })
        .collect()
}

pub(super) async fn read_checkpoint<G: Hosted>(
    store: &Store,
    id: &str,
    number: usize,
) -> Result<Checkpoint<G>, Trouble> {
    let row = store.checkpoint(id, number).await?;
    let state = parse_state::<G>(row.version, &row.state)
        .map_err(|why| Trouble::Damaged(format!("game {id}: checkpoint {number}: {why}")))?;
    Ok(Checkpoint { number, at: row.position, state })
}

/// A stored state, brought to today's version if it is older.
pub(super) fn parse_state<G: Hosted>(version: u32, state: &str) -> Result<G::State, String> {
    if version == G::VERSION {
        return serde_json::from_str(state).map_err(|why| why.to_string());
    }
    if version > G::VERSION {
        return Err(format!(
            "made by a newer Custodian: its version is {version}, this program knows {}",
            G::VERSION
        ));
    }
    let old = serde_json::from_str(state).map_err(|why| why.to_string())?;
    serde_json::from_value(G::migrate(version, old)?).map_err(|why| why.to_string())
}

/// The game after `journal`, from the last checkpoint that is in force.
pub(super) async fn resume<G: Hosted>(
    store: &Store,
    game: &GameRow,
    journal: &[Entry<G>],
) -> Result<(Current<G>, Submission<G>), Refused> {
    let id = &game.id;
    let heads = store.heads(id).await?;
    let line = Line::of(journal);
    let base = heads.iter().rev().find(|head| line.reaches(head.position));
    let missing = || Trouble::Damaged(format!("game {id}: its first checkpoint is missing"));
    let base = read_checkpoint::<G>(store, id, base.ok_or_else(missing)?.number).await?;
    let numbers = heads.last().map_or(0, |head| head.number + 1);
    let seed = seed_of(game)?;
    let (mut current, added) = guarded(|| Current::resume(seed, base, numbers, journal))?;
    if current.trouble.is_some() {
        current.length = journal.len();
    }
    Ok((current, added))
}
