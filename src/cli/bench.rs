//! `custodian bench`: measurements, printed, never judged in tests.

mod engine;
mod inscription;
mod odds;
mod table;

use std::process::ExitCode;

use crate::imperium::components;
use crate::imperium::data::UnitKind;
use crate::imperium::state::Stack;
use crate::imperium::view::View;
use crate::picture::{Names, Renderer};
use crate::players::selfplay;
use crate::players::stopwatch::thread_time;
use anyhow::Result;

/// Measure the program on this machine
#[derive(clap::Args)]
pub struct Bench {
    #[command(subcommand)]
    what: What,
}

#[derive(clap::Subcommand)]
enum What {
    /// Draw crowded boards of six and eight players, and sheets of the second game
    Picture {
        #[arg(long)]
        json: bool,
    },
    Engine(engine::Engine),
    Odds(odds::Odds),
    Table(table::Load),
}

pub fn bench(args: Bench) -> Result<ExitCode> {
    match args.what {
        What::Picture { json } => picture(json),
        What::Odds(args) => {
            components::install();
            odds::odds_bench(&args)
        }
        What::Engine(args) => {
            components::install();
            engine::engine(&args)
        }
        What::Table(args) => super::wait(table::load(&args)),
    }
}

const RUNS: usize = 9;

/// Milliseconds that this thread has had on a processor.
fn milliseconds() -> f64 {
    thread_time().as_secs_f64() * 1000.0
}

fn once(run: impl FnOnce()) -> f64 {
    let begun = milliseconds();
    run();
    milliseconds() - begun
}

/// Milliseconds of the best run and of the median one.
fn time(mut run: impl FnMut()) -> serde_json::Value {
    let mut times: Vec<f64> = (0..RUNS).map(|_| once(&mut run)).collect();
    times.sort_by(f64::total_cmp);
    serde_json::json!({ "best": times[0], "median": times[RUNS / 2] })
}

fn picture(json: bool) -> Result<ExitCode> {
    components::install();
    let mut boards = Vec::new();
    let mut resident = 0;
    for players in [6, 8] {
        let mut view = View::of(&selfplay::state_in_round(players, 11, 7), None);
        let names = Names::new("Bench", (1..=players).map(|n| format!("Player {n}")));
        let renderer = Renderer::new();
        let begun = milliseconds();
        let first = renderer.galaxy(&view, &names);
        let cold = milliseconds() - begun;
        let warm = time(|| {
            renderer.forget_rows();
            renderer.galaxy(&view, &names);
        });
        let ring = view.systems.len() / 2;
        let mut count = 0;
        let one = time(|| {
            count += 1;
            let (owner, kind) = (crate::engine::Seat(0), UnitKind::Cruiser);
            view.systems[ring].space = vec![Stack { owner, kind, damaged: false, count }];
            renderer.galaxy(&view, &names);
        });
        let pixels = image::load_from_memory(&first.png)?.to_rgba8();
        let mut plain_bytes = 0;
        let plain = time(|| {
            let mut bytes = std::io::Cursor::new(Vec::new());
            let written = pixels.write_to(&mut bytes, image::ImageFormat::Png);
            plain_bytes = written.map_or(0, |()| bytes.get_ref().len());
        });
        resident += renderer.resident_bytes().0 + renderer.resident_bytes().1;
        boards.push(serde_json::json!({
            "players": players,
            "width": first.width,
            "height": first.height,
            "cold_ms": cold,
            "warm_ms": warm,
            "one_system_ms": one,
            "png_bytes": first.png.len(),
            "plain_encoder_ms": plain,
            "plain_encoder_bytes": plain_bytes,
        }));
    }
    let report = serde_json::json!({
        "boards": boards,
        "resident_bytes": resident,
        "inscription": inscription::pictures(),
    });
    match json {
        true => println!("{report}"),
        false => println!("{}", serde_json::to_string_pretty(&report)?),
    }
    Ok(ExitCode::SUCCESS)
}
