//! Pictures beside the game: drawn on threads of their own, never waited for by an answer. When a
//! game moves on faster than it can be drawn, only its newest picture is.
//!
//! They are added to the message of the turn that has ended, in one edit: after a tactical action the
//! active system with its neighbours before and after, and the galaxy. During a tactical action the question shows the
//! active system as it is then.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use poise::serenity_prelude as serenity;
use serenity::{ChannelId, CreateAttachment, EditAttachments, EditMessage, Http, MessageId};
use tokio::sync::Notify;
use tokio::time::Instant;

use crate::engine::Seat;
use crate::imperium::state::SystemId;
use crate::imperium::view::View;
use crate::inscription::data::Sheet;
use crate::inscription::mark::Mark;
use crate::inscription::view as inscription;
use crate::metrics::METRICS;
use crate::picture::inscription as slate;
use crate::picture::{Map, Names, Odds, Picture, Renderer};
use crate::table::Refused;

use super::{Tables, patience, shown};

/// A PNG file and what it shows in words.
pub struct Image {
    pub png: Vec<u8>,
    pub alt: String,
}

/// Something to draw of one of the games.
#[derive(Clone, Debug)]
pub enum Scene {
    /// What moves or changes is drawn from all views, in order; anything else from the last.
    Imperium {
        subject: Subject,
        views: Vec<View>,
    },
    Inscription {
        sheets: Sheets,
        view: Box<inscription::View>,
    },
}

impl Scene {
    pub fn of(subject: Subject, view: View) -> Scene {
        Scene::Imperium { subject, views: vec![view] }
    }

    fn file_name(&self) -> &'static str {
        match self {
            Scene::Imperium { subject, .. } => subject.file_name(),
            Scene::Inscription { sheets, .. } => sheets.file_name(),
        }
    }
}

/// What is drawn of the second game.
#[derive(Clone, Debug, PartialEq)]
pub enum Sheets {
    /// The sheets of a seat, one of them large, with the marks that could be made next.
    Of { seat: Seat, large: Option<Sheet>, next: Vec<Mark> },
    /// Who came to Mecatol Rex and met the objectives.
    Mecatol,
    /// Strengths against neighbours.
    Wars,
    /// The events so far.
    Track,
    /// Points in the end.
    Closing,
}

impl Sheets {
    fn file_name(&self) -> &'static str {
        match self {
            Sheets::Of { .. } => "sheets.png",
            Sheets::Mecatol => "mecatol.png",
            Sheets::Wars => "wars.png",
            Sheets::Track => "events.png",
            Sheets::Closing => "points.png",
        }
    }
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

impl Subject {
    fn file_name(&self) -> &'static str {
        match self {
            Subject::Galaxy => "galaxy.png",
            Subject::Map(_) => "map.png",
            Subject::Course => "points.png",
            Subject::Replay => "replay.gif",
            Subject::Turn => "turn.gif",
            Subject::System(_) | Subject::Change(_) => "system.png",
            Subject::Hand => "hand.png",
            Subject::Odds(_) => "odds.png",
        }
    }
}

/// Draws a scene of a game of this name with these players by seat; may take a while.
pub type Draw = Arc<dyn Fn(&Scene, &str, &[String]) -> Option<Image> + Send + Sync>;

/// The program's own pictures.
pub fn drawing() -> Draw {
    let renderer = Renderer::new();
    Arc::new(move |scene, game, players| {
        let names = Names::new(game, players.iter().cloned());
        let picture = match scene {
            Scene::Imperium { subject, views } => imperium(&renderer, subject, views, &names)?,
            Scene::Inscription { sheets, view } => on_slate(&renderer, sheets, view, &names)?,
        };
        Some(Image { png: picture.png, alt: picture.alt })
    })
}

fn imperium(
    renderer: &Renderer,
    subject: &Subject,
    views: &[View],
    names: &Names,
) -> Option<Picture> {
    let view = views.last()?;
    Some(match subject {
        Subject::Galaxy => renderer.galaxy(view, names),
        Subject::Replay => renderer.replay(views, names)?,
        Subject::Turn => renderer.turn(views, names)?,
        Subject::Course => renderer.course(view, names),
        Subject::Map(map) => renderer.map(view, names, map),
        Subject::System(system) => renderer.system(view, names, *system)?,
        Subject::Change(system) => renderer.change(views.first()?, view, names, *system)?,
        Subject::Hand => renderer.hand(view, names),
        Subject::Odds(odds) => renderer.odds(view, names, odds),
    })
}

/// Pictures of the second game.
fn on_slate(
    renderer: &Renderer,
    sheets: &Sheets,
    view: &inscription::View,
    names: &Names,
) -> Option<Picture> {
    Some(match sheets {
        Sheets::Of { seat, large, next } => {
            let large = large.unwrap_or_else(|| slate::large(view, *seat));
            slate::sheets(renderer, view, names, *seat, large, next)?
        }
        Sheets::Mecatol => slate::mecatol(renderer, view, names),
        Sheets::Wars => slate::wars(renderer, view, names),
        Sheets::Track => slate::track(renderer, view, names),
        Sheets::Closing => slate::closing(renderer, view, names)?,
    })
}

#[derive(Clone, Copy)]
struct Job {
    wanted: Wanted,
    channel: ChannelId,
    message: MessageId,
    /// Attempts that failed.
    failed: u32,
    /// Not drawn earlier.
    due: Instant,
}

/// Attempts to add one picture at most.
const ATTEMPTS: u32 = 8;
/// The wait before the second attempt; it doubles with each further one.
const FIRST_WAIT: Duration = Duration::from_millis(500);

/// Why a picture was not added.
struct Missed {
    why: String,
    /// It may be if that is tried again.
    passing: bool,
}

impl From<Refused> for Missed {
    fn from(refused: Refused) -> Self {
        Missed { passing: matches!(refused, Refused::Store(_)), why: refused.to_string() }
    }
}

impl From<serenity::Error> for Missed {
    fn from(why: serenity::Error) -> Self {
        Missed { passing: patience::passing(&why).is_some(), why: patience::said(&why) }
    }
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
        scene: Scene,
        game: String,
        names: Vec<String>,
    ) -> Option<CreateAttachment> {
        let draw = self.draw.clone()?;
        let name = scene.file_name();
        let drawn = tokio::task::spawn_blocking(move || draw(&scene, &game, &names)).await;
        let image = drawn.inspect_err(|why| tracing::error!(%why, "a picture failed")).ok()??;
        METRICS.pictures.count();
        let alt: String = image.alt.chars().take(1000).collect();
        Some(CreateAttachment::bytes(image.png, name).description(alt))
    }

    /// Has the game's picture at a checkpoint added to a message. An older wish of the same game
    /// that has not been drawn yet is dropped.
    pub fn add_later(&self, game: &str, checkpoint: usize, channel: ChannelId, message: MessageId) {
        self.wish(game, Wanted::Turn(checkpoint), channel, message);
    }

    /// Has the active system shown beside a question, as it is when it is drawn.
    pub fn show_place_later(&self, game: &str, channel: ChannelId, message: MessageId) {
        self.wish(game, Wanted::Place, channel, message);
    }

    fn wish(&self, game: &str, wanted: Wanted, channel: ChannelId, message: MessageId) {
        if self.draw.is_none() {
            return;
        }
        let job = Job { wanted, channel, message, failed: 0, due: Instant::now() };
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
            let (game, job) = match self.next() {
                Ok(found) => found,
                Err(None) => {
                    self.added.notified().await;
                    continue;
                }
                Err(Some(due)) => {
                    tokio::select! {
                        () = self.added.notified() => {}
                        () = tokio::time::sleep_until(due) => {}
                    }
                    continue;
                }
            };
            let done = match job.wanted {
                Wanted::Turn(checkpoint) => {
                    self.show_turn(&tables, &http, &game, job, checkpoint).await
                }
                Wanted::Place => self.show_place(&tables, &http, &game, job).await,
            };
            if let Err(Missed { why, passing }) = done {
                tracing::warn!(game, why, "a picture was not added");
                if passing {
                    self.try_later(game, job);
                }
            }
        }
    }

    /// The next job that is due, or when there will be one.
    fn next(&self) -> Result<(String, Job), Option<Instant>> {
        let mut jobs = self.jobs.lock().unwrap_or_else(PoisonError::into_inner);
        let now = Instant::now();
        let due = jobs.iter().find(|(_, job)| job.due <= now).map(|(key, _)| key.clone());
        match due.and_then(|key| jobs.remove_entry(&key)) {
            Some(((game, _), job)) => Ok((game, job)),
            None => Err(jobs.values().map(|job| job.due).min()),
        }
    }

    /// A newer wish of the same game counts more.
    fn try_later(&self, game: String, job: Job) {
        let failed = job.failed + 1;
        if failed < ATTEMPTS {
            let due = Instant::now() + FIRST_WAIT * 2u32.pow(job.failed);
            let mut jobs = self.jobs.lock().unwrap_or_else(PoisonError::into_inner);
            let key = (game, job.wanted.is_place());
            jobs.entry(key).or_insert(Job { failed, due, ..job });
        }
    }

    async fn show_place(
        &self,
        tables: &Tables,
        http: &Http,
        game: &str,
        job: Job,
    ) -> Result<(), Missed> {
        let (beside, name, names) = {
            let table = tables.table(game).await?;
            let names = super::words::player_names(&table);
            (shown::beside(&table), table.game().name.clone(), names)
        };
        let places = || self.places.lock().unwrap_or_else(PoisonError::into_inner);
        let before = places().get(game).cloned();
        let shows = beside.as_ref().map(|(_, seen)| (job.message, seen.clone()));
        if shows.is_some() && before == shows {
            return Ok(());
        }
        let file = match beside {
            Some((scene, _)) => self.of(scene, name, names).await,
            // The question goes on elsewhere.
            None => None,
        };
        let had_one = before.is_some_and(|(message, _)| message == job.message);
        let drawn = file.is_some();
        if !drawn && !had_one {
            places().remove(game);
            return Ok(());
        }
        let files = file.into_iter().fold(EditAttachments::new(), EditAttachments::add);
        let edit = EditMessage::new().attachments(files);
        match job.channel.edit_message(http, job.message, edit).await {
            // Questions are taken away when they are answered.
            Err(serenity::Error::Http(why)) if why.status_code().is_some_and(|c| c == 404) => {}
            edited => drop(edited?),
        }
        match shows.filter(|_| drawn) {
            Some(shows) => places().insert(game.into(), shows),
            None => places().remove(game),
        };
        Ok(())
    }

    async fn show_turn(
        &self,
        tables: &Tables,
        http: &Http,
        game: &str,
        job: Job,
        checkpoint: usize,
    ) -> Result<(), Missed> {
        let known = || self.shown.lock().unwrap_or_else(PoisonError::into_inner);
        let before = known().get(game).cloned();
        let (led_to, name, names) = {
            let table = tables.table(game).await?;
            let led_to = shown::led_to(&table, checkpoint, before.as_deref()).await?;
            (led_to, table.game().name.clone(), super::words::player_names(&table))
        };
        let Some((scenes, seen)) = led_to else { return Ok(()) };
        // In place of those of earlier steps in the same message.
        let mut files = EditAttachments::new();
        let mut drawn = 0;
        for scene in scenes {
            if let Some(file) = self.of(scene, name.clone(), names.clone()).await {
                files = files.add(file);
                drawn += 1;
            }
        }
        if drawn == 0 {
            return Ok(());
        }
        let edit = EditMessage::new().attachments(files);
        job.channel.edit_message(http, job.message, edit).await?;
        known().insert(game.into(), seen);
        Ok(())
    }
}
