//! `custodian odds`: how likely combats end in which way.

use std::path::PathBuf;
use std::process::ExitCode;

use crate::imperium::components;
use crate::imperium::odds::typed::{self, Question, Typed, TypedSide};
use crate::imperium::odds::{self, By, Theatre, record};
use anyhow::{Context, Result, anyhow, bail};

/// Tell how likely a combat ends in which way
///
/// With --attacker and --defender: one combat that is typed. With --file: all battles of a JSON file.
#[derive(clap::Args)]
pub struct Odds {
    /// A JSON file with battles, each with its units, cards and orders for hits
    #[arg(long, conflicts_with_all = ["attacker", "defender"])]
    file: Option<PathBuf>,
    /// Units such as "2 cruisers, 5 fighters II, damaged dreadnought"
    #[arg(long, allow_hyphen_values = true, requires = "defender")]
    attacker: Option<String>,
    #[arg(long, allow_hyphen_values = true, requires = "attacker")]
    defender: Option<String>,
    /// Where they fight, if that is not plain from the units
    #[arg(long)]
    theatre: Option<String>,
    #[arg(long)]
    attacker_faction: Option<String>,
    #[arg(long)]
    defender_faction: Option<String>,
    /// Technologies and cards such as "assault cannon, cruiser II, direct hit x2"
    #[arg(long, allow_hyphen_values = true)]
    attacker_tech: Option<String>,
    #[arg(long, allow_hyphen_values = true)]
    defender_tech: Option<String>,
    /// Units in the order in which they are lost, such as "fighters, carriers"
    #[arg(long)]
    attacker_losses: Option<String>,
    #[arg(long)]
    defender_losses: Option<String>,
    /// Units sustain damage only when they would be lost next
    #[arg(long)]
    attacker_sustains_late: bool,
    #[arg(long)]
    defender_sustains_late: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub fn odds(args: Odds) -> Result<ExitCode> {
    components::install();
    if let Some(file) = &args.file {
        let text = std::fs::read_to_string(file)
            .with_context(|| format!("{} cannot be read", file.display()))?;
        return judge(&text, args.json);
    }
    let question = question(&args)?;
    let typed = typed::battle(&question).map_err(|why| anyhow!(why))?;
    let odds = odds::odds(&typed.battle)?;
    match args.json {
        true => println!("{}", as_json(&typed, &odds)),
        false => {
            println!("{} combat", typed.battle.theatre.name());
            println!("{}", odds::in_words(&odds, ["the attacker", "the defender"]));
            for (who, counted) in ["attacker", "defender"].iter().zip(&typed.counted) {
                if !counted.is_empty() {
                    println!("counted for the {who}: {}", counted.join(", "));
                }
            }
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn judge(text: &str, json: bool) -> Result<ExitCode> {
    let verdicts = record::judge(text).map_err(|why| anyhow!(why))?;
    if json {
        println!("{}", serde_json::to_string(&verdicts)?);
        return Ok(ExitCode::SUCCESS);
    }
    for verdict in &verdicts {
        let share = |p: Option<f64>| p.map_or_else(|| "–".into(), odds::percent);
        match &verdict.skipped {
            Some(why) => println!("{}: skipped: {why}", verdict.id),
            None => println!(
                "{}: attacker {}, draw {}, defender {}",
                verdict.id,
                share(verdict.attacker),
                share(verdict.draw),
                share(verdict.defender)
            ),
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn question(args: &Odds) -> Result<Question> {
    let (Some(attacker), Some(defender)) = (&args.attacker, &args.defender) else {
        bail!("name --attacker \"2 cruisers\" and --defender \"1 dreadnought\", or a --file");
    };
    let theatre = match args.theatre.as_deref() {
        None => None,
        Some(name) => match Theatre::named(name) {
            Some(theatre) => Some(theatre),
            None => bail!("--theatre {name}: write space or ground"),
        },
    };
    let attacker = TypedSide {
        units: attacker.clone(),
        faction: args.attacker_faction.clone(),
        cards: args.attacker_tech.clone(),
        losses: args.attacker_losses.clone(),
        sustain_late: args.attacker_sustains_late,
    };
    let defender = TypedSide {
        units: defender.clone(),
        faction: args.defender_faction.clone(),
        cards: args.defender_tech.clone(),
        losses: args.defender_losses.clone(),
        sustain_late: args.defender_sustains_late,
    };
    Ok(Question { theatre, sides: [attacker, defender] })
}

fn as_json(typed: &Typed, odds: &odds::Odds) -> serde_json::Value {
    let left = |side: usize| -> Vec<serde_json::Value> {
        let ends = odds.left[side].iter();
        ends.map(|(units, p)| {
            let units: Vec<serde_json::Value> = units
                .iter()
                .map(|left| {
                    serde_json::json!({
                        "unit": left.kind.slug(), "count": left.count, "damaged": left.damaged,
                    })
                })
                .collect();
            serde_json::json!({ "units": units, "probability": p })
        })
        .collect()
    };
    let losses = |side: usize| {
        let losses = &odds.losses[side];
        serde_json::json!({ "units": losses.units, "resources": losses.resources })
    };
    let (exact, error) = match odds.by {
        By::Calculation => (true, 0.0),
        By::Simulation { error, .. } => (false, error),
    };
    serde_json::json!({
        "theatre": typed.battle.theatre.name(),
        "attacker": odds.attacker,
        "draw": odds.draw,
        "defender": odds.defender,
        "exact": exact,
        "error": error,
        "left": { "attacker": left(0), "defender": left(1) },
        "losses": { "attacker": losses(0), "defender": losses(1) },
        "counted": { "attacker": typed.counted[0], "defender": typed.counted[1] },
    })
}
