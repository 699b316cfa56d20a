//! Pictures beside the game: drawn on threads of their own, never waited for by an answer. When a
//! game moves on faster than it can be drawn, only its newest picture is.
//!
//! They are added to the message of the turn that has ended, in one edit: after a tactical action the
//! active system with its neighbours before and after, and the galaxy. During a tactical action the question shows the
//! active system as it is then.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use poise::serenity_prelude as serenity;
use serenity::{ChannelId, CreateAttachment, EditAttachments, EditMessage, Http, MessageId};
use tokio::sync::Notify;

use crate::engine::digest;
use crate::imperium::state::SystemId;
use crate::imperium::view::{Phase, View};
use crate::metrics::METRICS;
use crate::picture::{Map, Names, Odds, Renderer};

use super::{Table, Tables};
use crate::table::Refused;

/// A PNG file and what it shows in words.
pub struct Image {
    pub png: Vec<u8>,
    pub alt: String,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Subject {
    Galaxy,
    /// The galaxy under one question.
    Map(Map),
    /// Points round by round.
    Course,
    /// The game from view to view.
    Replay,
    /// A turn from view to view.
    Turn,
    System(SystemId),
    /// A system in the first of two views and in the second.
    Change(SystemId),
    /// The viewer's own cards.
    Hand,
    /// What may come of a combat.
    Odds(Odds),
}

/// Draws for a view (what moves or changes: for all of them in order), a game's name and its players'
/// names by seat; may take a while.
pub type Draw = Arc<dyn Fn(Subject, &[View], &str, &[String]) -> Option<Image> + Send + Sync>;

/// The program's own pictures.
pub fn drawing() -> Draw {
    let renderer = Renderer::new();
    Arc::new(move |subject, views, game, players| {
        let view = views.last()?;
        let names = Names::new(game, players.iter().cloned());
        let picture = match subject {
            Subject::Galaxy => renderer.galaxy(view, &names),
            Subject::Replay => renderer.replay(views, &names)?,
            Subject::Turn => renderer.turn(views, &names)?,
            Subject::Course => renderer.course(view, &names),
            Subject::Map(map) => renderer.map(view, &names, &map),
            Subject::System(system) => renderer.system(view, &names, system)?,
            Subject::Change(system) => renderer.change(views.first()?, view, &names, system)?,
            Subject::Hand => renderer.hand(view, &names),
            Subject::Odds(odds) => renderer.odds(view, &names, &odds),
        };
        Some(Image { png: picture.png, alt: picture.alt })
    })
}

#[derive(Clone, Copy)]
struct Job {
    wanted: Wanted,
    channel: ChannelId,
    message: MessageId,
}

#[derive(Clone, Copy)]
enum Wanted {
    /// What a turn led to, at a checkpoint.
    Turn(usize),
    /// The active system now, beside a question.
    Place,
}

impl Wanted {
    fn is_place(self) -> bool {
        matches!(self, Wanted::Place)
    }
}

pub struct Pictures {
    draw: Option<Draw>,
    /// By game; of each at most one of a turn and one of a place.
    jobs: Mutex<BTreeMap<(String, bool), Job>>,
    /// A digest of each game's board as it was drawn last.
    shown: Mutex<BTreeMap<String, String>>,
    /// The question of each game that shows a place, and a digest of what it shows.
    places: Mutex<BTreeMap<String, (MessageId, String)>>,
    added: Notify,
}

impl Pictures {
    pub fn new(draw: Option<Draw>) -> Self {
        Pictures {
            draw,
            jobs: Mutex::default(),
            shown: Mutex::default(),
            places: Mutex::default(),
            added: Notify::new(),
        }
    }

    /// Whether there are pictures at all.
    pub fn are_drawn(&self) -> bool {
        self.draw.is_some()
    }

    /// The picture as a file to attach.
    pub async fn of(
        &self,
        subject: Subject,
        view: View,
        game: String,
        names: Vec<String>,
    ) -> Option<CreateAttachment> {
        self.of_all(subject, vec![view], game, names).await
    }

    /// The same from several views.
    pub async fn of_all(
        &self,
        subject: Subject,
        views: Vec<View>,
        game: String,
        names: Vec<String>,
    ) -> Option<CreateAttachment> {
        let draw = self.draw.clone()?;
        let name = match subject {
            Subject::Galaxy => "galaxy.png",
            Subject::Map(_) => "map.png",
            Subject::Course => "points.png",
            Subject::Replay => "replay.gif",
            Subject::Turn => "turn.gif",
            Subject::System(_) | Subject::Change(_) => "system.png",
            Subject::Hand => "hand.png",
            Subject::Odds(_) => "odds.png",
        };
        let drawn = tokio::task::spawn_blocking(move || draw(subject, &views, &game, &names)).await;
        let image = drawn.inspect_err(|why| tracing::error!(%why, "a picture failed")).ok()??;
        METRICS.pictures.count();
        let alt: String = image.alt.chars().take(1000).collect();
        Some(CreateAttachment::bytes(image.png, name).description(alt))
    }

    /// Has the game's picture at a checkpoint added to a message. An older wish of the same game
    /// that has not been drawn yet is dropped.
    pub fn add_later(&self, game: &str, checkpoint: usize, channel: ChannelId, message: MessageId) {
        self.wish(game, Job { wanted: Wanted::Turn(checkpoint), channel, message });
    }

    /// Has the active system shown beside a question, as it is when it is drawn.
    pub fn show_place_later(&self, game: &str, channel: ChannelId, message: MessageId) {
        self.wish(game, Job { wanted: Wanted::Place, channel, message });
    }

    fn wish(&self, game: &str, job: Job) {
        if self.draw.is_none() {
            return;
        }
        let mut jobs = self.jobs.lock().unwrap_or_else(PoisonError::into_inner);
        jobs.insert((game.into(), job.wanted.is_place()), job);
        self.added.notify_one();
    }

    /// Forgets what is still to be drawn of a game.
    pub fn drop_of(&self, game: &str) {
        let mut jobs = self.jobs.lock().unwrap_or_else(PoisonError::into_inner);
        jobs.retain(|(other, _), _| other != game);
        self.places.lock().unwrap_or_else(PoisonError::into_inner).remove(game);
    }

    /// Draws what is wished for, for ever.
    pub async fn run(&self, tables: Arc<Tables>, http: Arc<Http>) {
        loop {
            let job = {
                let mut jobs = self.jobs.lock().unwrap_or_else(PoisonError::into_inner);
                jobs.pop_first()
            };
            match job {
                Some(((game, _), job)) => {
                    let done = match job.wanted {
                        Wanted::Turn(checkpoint) => {
                            self.show_turn(&tables, &http, &game, job, checkpoint).await
                        }
                        Wanted::Place => self.show_place(&tables, &http, &game, job).await,
                    };
                    if let Err(why) = done {
                        tracing::warn!(game, why, "a picture was not added");
                    }
                }
                None => self.added.notified().await,
            }
        }
    }

    /// In the set-up the board is shown once, as soon as all of it lies there, for whoever chooses a
    /// secret objective. While strategy cards are picked it stays as it is.
    fn worth_showing(&self, game: &str, view: &View) -> bool {
        let before_the_first_turn = matches!(view.phase, Phase::Setup | Phase::Strategy);
        if before_the_first_turn && view.systems.iter().all(|system| system.space.is_empty()) {
            return false;
        }
        let board = digest(&view.systems);
        let mut shown = self.shown.lock().unwrap_or_else(PoisonError::into_inner);
        let same = shown.insert(game.into(), board.clone()) == Some(board);
        !(same && before_the_first_turn)
    }

    async fn show_place(
        &self,
        tables: &Tables,
        http: &Http,
        game: &str,
        job: Job,
    ) -> Result<(), String> {
        let (view, name, names) = {
            let table = tables.table(game).await.map_err(|why| why.to_string())?;
            (table.view(None), table.game().name.clone(), super::words::player_names(&table))
        };
        let shows = (job.message, digest(&(view.activated, &view.systems, &view.rolls)));
        let places = || self.places.lock().unwrap_or_else(PoisonError::into_inner);
        let before = places().get(game).cloned();
        let file = match view.activated {
            Some(_) if before.as_ref() == Some(&shows) => return Ok(()),
            Some(place) => self.of(Subject::System(place), view, name, names).await,
            // The question goes on elsewhere.
            None => None,
        };
        match file {
            Some(_) => places().insert(game.into(), shows),
            None => places().remove(game),
        };
        let had_one = before.is_some_and(|(message, _)| message == job.message);
        if file.is_none() && !had_one {
            return Ok(());
        }
        let files = file.into_iter().fold(EditAttachments::new(), EditAttachments::add);
        let edit = EditMessage::new().attachments(files);
        match job.channel.edit_message(http, job.message, edit).await {
            // Questions are taken away when they are answered.
            Err(serenity::Error::Http(why)) if why.status_code().is_some_and(|c| c == 404) => {
                Ok(())
            }
            edited => edited.map(drop).map_err(|why| why.to_string()),
        }
    }

    async fn show_turn(
        &self,
        tables: &Tables,
        http: &Http,
        game: &str,
        job: Job,
        checkpoint: usize,
    ) -> Result<(), String> {
        let (views, name, names) = {
            let table = tables.table(game).await.map_err(|why| why.to_string())?;
            let views =
                before_and_after(&table, checkpoint).await.map_err(|why| why.to_string())?;
            (views, table.game().name.clone(), super::words::player_names(&table))
        };
        let Some(view) = views.last() else { return Ok(()) };
        if !self.worth_showing(game, view) {
            return Ok(());
        }
        // In place of those of earlier steps in the same message.
        let mut files = EditAttachments::new();
        let mut drawn = 0;
        let place = view.visited.map(Subject::Change);
        for subject in place.into_iter().chain([Subject::Galaxy]) {
            let file = self.of_all(subject, views.clone(), name.clone(), names.clone()).await;
            if let Some(file) = file {
                files = files.add(file);
                drawn += 1;
            }
        }
        if drawn == 0 {
            return Ok(());
        }
        let edit = EditMessage::new().attachments(files);
        let edited = job.channel.edit_message(http, job.message, edit).await;
        edited.map(drop).map_err(|why| why.to_string())
    }
}

/// What everybody saw when the turn that ended at a checkpoint began, and at its end.
async fn before_and_after(table: &Table, checkpoint: usize) -> Result<Vec<View>, Refused> {
    let all = table.checkpoints().await?;
    let before = all.iter().rev().find(|number| **number < checkpoint);
    let mut views = Vec::new();
    for number in before.into_iter().chain([&checkpoint]) {
        views.push(table.view_at(*number, None).await?);
    }
    Ok(views)
}
