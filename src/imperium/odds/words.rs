//! Odds as they are told to people.

use std::fmt::Write;

use super::{By, Left, Odds};

/// "44.9 %"; what is neither sure nor impossible never looks so.
pub fn percent(p: f64) -> String {
    let p = p.clamp(0.0, 1.0);
    match p {
        _ if p == 0.0 => "0 %".into(),
        _ if p == 1.0 => "100 %".into(),
        _ if p < 0.001 => "below 0.1 %".into(),
        _ if p > 0.999 => "above 99.9 %".into(),
        _ => format!("{:.1} %", p * 100.0),
    }
}

/// "2 cruisers, 1 dreadnought (damaged)".
pub fn left_in_words(left: &[Left]) -> String {
    let mut words = Vec::new();
    for units in left {
        let whole = units.count - units.damaged;
        if whole > 0 {
            words.push(units.kind.label(whole.into()));
        }
        if units.damaged > 0 {
            words.push(format!("{} (damaged)", units.kind.label(units.damaged.into())));
        }
    }
    words.join(", ")
}

/// The whole answer, for sides by these names.
pub fn in_words(odds: &Odds, names: [&str; 2]) -> String {
    let mut out = format!(
        "{} wins {} · {} wins {} · nobody {}",
        names[0],
        percent(odds.attacker),
        names[1],
        percent(odds.defender),
        percent(odds.draw)
    );
    for (side, name) in names.into_iter().enumerate() {
        if odds.won(side) > 0.0 {
            let ends = odds.left[side].iter().take(3);
            let ends = ends.map(|(left, p)| format!("{} ({})", left_in_words(left), percent(*p)));
            let ends: Vec<String> = ends.collect();
            let _ = write!(out, "\nIf {name} wins, most likely left: {}", ends.join(" · "));
        }
    }
    for (side, name) in names.into_iter().enumerate() {
        let losses = &odds.losses[side];
        let _ = write!(
            out,
            "\n{name} loses {:.1} units worth {:.1} resources on average",
            losses.units, losses.resources
        );
    }
    if let By::Simulation { battles, error } = odds.by {
        let _ = write!(
            out,
            "\nToo large to calculate: from {battles} battles with dice, give or take {:.2} %",
            error * 100.0
        );
    }
    out
}
