//! `custodian render`: pictures of an exported game or of a scenario's position, of either game.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result, anyhow, bail};

use super::tools::{read, write};
use crate::engine::{Rulebook, Seat};
use crate::imperium::state::{State, SystemId};
use crate::imperium::view::{View, survey};
use crate::imperium::{Imperium, components, position};
use crate::inscription::data::Sheet;
use crate::inscription::view::next_marks;
use crate::inscription::{self, Inscription};
use crate::picture::inscription as slate;
use crate::picture::{Map, Names, Picture, Renderer};
use crate::{games, table};

/// Draw an exported game or a scenario's position: the galaxy, or the sheets of a seat
#[derive(clap::Args)]
pub struct Render {
    /// An export (JSON) or a scenario file
    file: PathBuf,
    /// PNG file to write
    #[arg(long)]
    out: PathBuf,
    /// One system and its neighbours instead of the galaxy
    #[arg(long)]
    system: Option<String>,
    /// The hand of this seat, counted from 1, instead of the galaxy
    #[arg(long)]
    hand: Option<u8>,
    /// A map under one question instead of the galaxy
    #[arg(long, value_enum)]
    map: Option<Shows>,
    /// The system that distances and reach are counted from
    #[arg(long, default_value = "000")]
    from: String,
    /// The seat whose reach or sheets are shown, counted from 1
    #[arg(long, default_value_t = 1)]
    seat: u8,
    /// Inscription: the sheet that is drawn large: nav, exp, ind or war
    #[arg(long, value_parser = sheet, default_value = "nav")]
    large: Sheet,
    /// Inscription: a table instead of the sheets of a seat
    #[arg(long, value_enum)]
    table: Option<Table>,
    /// Inscription: files of a second pack, for games that are played with it
    #[arg(long)]
    pack: Vec<PathBuf>,
}

fn sheet(word: &str) -> Result<Sheet, String> {
    Sheet::by_word(word).ok_or_else(|| "the sheets are nav, exp, ind and war".into())
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum Table {
    Mecatol,
    Wars,
    Events,
    Closing,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum Shows {
    Points,
    Overview,
    Control,
    Technologies,
    Traits,
    Wormholes,
    Cannon,
    Distances,
    Reach,
}

fn map_of(shows: Shows, state: &State, args: &Render) -> Result<Map> {
    let from = SystemId::by_label(&args.from)
        .with_context(|| format!("`{}` is no position; write one like 205", args.from))?;
    Ok(match shows {
        Shows::Points | Shows::Overview => Map::Overview,
        Shows::Control => Map::Control,
        Shows::Technologies => Map::Technologies,
        Shows::Traits => Map::Traits,
        Shows::Wormholes => Map::Wormholes,
        Shows::Cannon => Map::Survey(survey::cannon(state)),
        Shows::Distances => Map::Survey(survey::distances(state, from)),
        Shows::Reach => {
            let seat = seat_in(state.players.len(), Some(args.seat))?.unwrap_or(Seat(0));
            Map::Survey(survey::reach(state, seat, from))
        }
    })
}

pub fn render(args: Render) -> Result<ExitCode> {
    games::packs::install(&args.pack)?;
    let text = read(&args.file)?;
    let picture = match position_of(&text).with_context(|| args.file.display().to_string())? {
        Position::Imperium(state) => galaxy(&state, &args)?,
        Position::Inscription(state) => sheets(&state, &args)?,
    };
    write(&args.out, &picture.png)?;
    println!(
        "{}: {} x {}, {} bytes. {}",
        args.out.display(),
        picture.width,
        picture.height,
        picture.png.len(),
        picture.alt
    );
    Ok(ExitCode::SUCCESS)
}

fn galaxy(state: &State, args: &Render) -> Result<Picture> {
    let view = View::of(state, seat_in(state.players.len(), args.hand)?);
    let factions = view.players.iter().map(|player| player.faction.name().to_string());
    let names = Names::new("Custodian", factions);
    let renderer = Renderer::new();
    Ok(match (&args.system, args.hand) {
        _ if matches!(args.map, Some(Shows::Points)) => renderer.course(&view, &names),
        _ if args.map.is_some() => {
            let map = args.map.map(|shows| map_of(shows, state, args)).transpose()?;
            renderer.map(&view, &names, &map.unwrap_or(Map::Overview))
        }
        (Some(label), _) => {
            let system = SystemId::by_label(label)
                .with_context(|| format!("`{label}` is no position; write one like 205"))?;
            let drawn = renderer.system(&view, &names, system);
            drawn.with_context(|| format!("nothing lies at {label}"))?
        }
        (None, Some(_)) => renderer.hand(&view, &names),
        (None, None) => renderer.galaxy(&view, &names),
    })
}

/// The sheets of a seat as the seat of `--hand` sees them, or else their owner; or a table.
fn sheets(state: &inscription::state::State, args: &Render) -> Result<Picture> {
    let players = state.players.len();
    let owner = seat_in(players, Some(args.seat))?.unwrap_or(Seat(0));
    let viewer = seat_in(players, args.hand)?.unwrap_or(owner);
    let view = inscription::view::View::of(state, Some(viewer));
    let factions = state.seats().map(|seat| {
        state.faction(seat).map_or(format!("Seat {}", seat.0 + 1), |faction| faction.name.clone())
    });
    let names = Names::new("Custodian", factions);
    let renderer = Renderer::new();
    match args.table {
        None => {
            let open = state.desks[viewer.index()].as_ref().is_some_and(|desk| !desk.down);
            let legal = if open { next_marks(state, viewer) } else { Vec::new() };
            slate::sheets(&renderer, &view, &names, owner, args.large, &legal)
                .context("these sheets are closed to that seat at the moment")
        }
        Some(Table::Mecatol) => Ok(slate::mecatol(&renderer, &view, &names)),
        Some(Table::Wars) => Ok(slate::wars(&renderer, &view, &names)),
        Some(Table::Events) => Ok(slate::track(&renderer, &view, &names)),
        Some(Table::Closing) => {
            slate::closing(&renderer, &view, &names).context("the game is not over")
        }
    }
}

enum Position {
    Imperium(Box<State>),
    Inscription(Box<inscription::state::State>),
}

/// The state in an exported game, or of a scenario's position.
fn position_of(text: &str) -> Result<Position> {
    if text.trim_start().starts_with('{') {
        let export = table::Export::parse(text)?;
        return Ok(match export.kind == Inscription::NAME {
            true => {
                Position::Inscription(Box::new(export.record::<Inscription>()?.current().0.shown))
            }
            false => {
                components::install();
                Position::Imperium(Box::new(export.record::<Imperium>()?.current().0.shown))
            }
        });
    }
    if inscription::scenario::is_ours(text) {
        let state = inscription::scenario::start(text);
        return state
            .map(|state| Position::Inscription(Box::new(state)))
            .map_err(|why| anyhow!(why));
    }
    components::install();
    let head = text.split("\n---").next().unwrap_or_default();
    let state = position::position(head).map_err(|why| anyhow!(why))?;
    Ok(Position::Imperium(Box::new(state)))
}

/// A seat counted from 1.
fn seat_in(players: usize, seat: Option<u8>) -> Result<Option<Seat>> {
    match seat {
        Some(n) if n == 0 || usize::from(n) > players => bail!("there are seats 1 to {players}"),
        other => Ok(other.map(|n| Seat(n - 1))),
    }
}
