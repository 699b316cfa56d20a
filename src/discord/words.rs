//! What is said of any game outside its own news: lobbies, paces, who is waited for.

use std::fmt::Write;

use crate::engine::Seat;
use crate::games::Kind;
use crate::table::pace::time_words;
use crate::table::{Lateness, Lobby, Order, Overdue, Pace, Until};

use super::Table;
use super::reply::shorten;

/// Players' names by seat.
pub fn player_names(table: &Table) -> Vec<String> {
    table.seats().iter().map(|row| row.name.clone()).collect()
}

/// `text` without the characters that Discord would read as formatting or mention.
pub fn plain(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        if "\\*_`~|<>#[]".contains(character) {
            out.push('\\');
        }
        out.push(character);
        if character == '@' {
            // A zero-width space keeps "@everyone" from being one.
            out.push('\u{200b}');
        }
    }
    out
}

pub fn lobby(lobby: &Lobby) -> String {
    let seats: Vec<String> = lobby
        .seats
        .iter()
        .map(|seat| match &seat.computer {
            Some(kind) => format!("{} ({kind})", plain(&seat.name)),
            None => plain(&seat.name),
        })
        .collect();
    let kind = Kind::named(&lobby.game.kind);
    let (least, most) = kind.map_or((0, 0), Kind::seats);
    let count = format!("{least}–{most}");
    let usual = kind == Some(Kind::ALL[0]);
    let title =
        kind.filter(|_| !usual).map_or(String::new(), |kind| format!(" · {}", kind.title()));
    let mut out = format!(
        "**{}**{} · waiting to start · {} of {} seats\n{}",
        plain(&lobby.game.name),
        title,
        seats.len(),
        count,
        if seats.is_empty() { "Nobody yet.".into() } else { seats.join(" · ") }
    );
    for (name, value) in &lobby.settings {
        let _ = write!(out, "\n{name}: {}", plain(&shorten(value, 80)));
    }
    out.push_str(
        "\n`/game join` takes a seat, `/game fill` adds computer players, `/game start` begins.",
    );
    out
}

/// Told to somebody who is asked and has no choice.
pub const PASSES: &str =
    "You are asked as well, but there is only one thing that you can do: it happens in a moment.";

/// Whom the game waits for.
pub fn waiting(table: &Table) -> String {
    if table.finished() {
        return "The game is over.".into();
    }
    let asked: Vec<String> = table.asked_seats().iter().map(Seat::to_string).collect();
    match asked.is_empty() {
        true => "Nobody is asked anything.".into(),
        false => format!("Waiting for {}.", asked.join(", ")),
    }
}

/// The player that `typed` means: the number of the seat, a name, or a faction.
pub fn find_player(table: &Table, typed: &str) -> Option<Seat> {
    let wanted = typed.trim().to_lowercase();
    let by_number = |seat: &Seat| (seat.0 + 1).to_string() == wanted;
    let name =
        |seat: &Seat| table.player(*seat).map_or(String::new(), |row| row.name.to_lowercase());
    let faction = |seat: &Seat| table.side(*seat).unwrap_or_default().to_lowercase();
    let seats: Vec<Seat> = table.seats().iter().map(|row| Seat(row.seat)).collect();
    let find = |fits: &dyn Fn(&Seat) -> bool| {
        let mut found = seats.iter().filter(|seat| fits(seat));
        found.next().copied().filter(|_| found.next().is_none())
    };
    find(&by_number)
        .or_else(|| find(&|seat| name(seat) == wanted || faction(seat) == wanted))
        .or_else(|| find(&|seat| !wanted.is_empty() && faction(seat).contains(&wanted)))
}

/// "1 die or shuffle", "3 dice or shuffles".
pub fn chances(n: usize) -> String {
    if n == 1 { "1 die or shuffle".into() } else { format!("{n} dice or shuffles") }
}

/// What a game waits for from one player, for that player's eyes only: "**Pax** in #channel: …".
pub fn waits_for(table: &Table, seat: Seat) -> Option<String> {
    let question = table.question(seat)?;
    if table.passes_by_itself(seat) {
        return None;
    }
    let game = table.game();
    let since = question.since / 1000;
    Some(table.named(&format!(
        "**{}** <#{}>: {} (since <t:{since}:R>)",
        plain(&game.name),
        game.channel,
        question.text
    )))
}

/// What a table's pace means for those who play.
pub fn pace(pace: &Pace) -> String {
    let [least, most] = pace.pause;
    let pause = match (least, most) {
        (_, 0) => "at once".into(),
        (least, most) if least == most => format!("after {}", time_words(most)),
        (least, most) => format!("after {} to {}", time_words(least), time_words(most)),
    };
    let deadline = match (pace.deadline, pace.overdue) {
        (None, _) => "There is no deadline.".into(),
        (Some(time), overdue) => {
            let then = match overdue {
                Overdue::Pass => {
                    "it is passed for them where that is possible; otherwise a \
                                  moderator decides"
                }
                Overdue::Computer => {
                    "it is passed for them where that is possible; otherwise a \
                                      computer player answers"
                }
                Overdue::Tell => "the table is told",
            };
            format!("Whoever is asked has {}; after that {then}.", time_words(time))
        }
    };
    format!("Whoever can only pass is passed {pause}. {deadline}")
}

/// What the table reads when somebody let a deadline pass.
pub fn overdue(who: &str, done: Lateness) -> String {
    match done {
        Lateness::Passed => format!("⏰ {who} did not answer in time: passed."),
        Lateness::ComputerAnswered => {
            format!("⏰ {who} did not answer in time: a computer player answered this once.")
        }
        Lateness::Nothing => format!(
            "⏰ {who} did not answer in time. A moderator can answer for them with `/mod act`."
        ),
    }
}

/// What the table reads when a new version of the rules does not take what was answered in the open step.
pub fn rewound(step: &str, seat: Option<Seat>, answers: usize) -> String {
    let from = seat.map_or(String::new(), |seat| format!(", from {seat}'s on,"));
    let (count, are) = match answers {
        0 => return format!("🔧 The bot was updated; {step} goes on from its last answer."),
        1 => ("1 answer".to_string(), "does not fit the rules of this version and is"),
        n => (format!("{n} answers"), "do not fit the rules of this version and are"),
    };
    format!(
        "🔧 The bot was updated. Of {step}, {count}{from} {are} taken back; what came before stands. \
         Whoever is asked below answers again."
    )
}

/// What holds for offers to respond in general.
pub fn order(order: Option<&Order>) -> String {
    let Some(order) = order else { return "You are asked about everything.".into() };
    let until = match order.until {
        Until::Revoked => "",
        Until::MyTurn => " until your next turn",
        Until::RoundEnds | Until::Used => " until this round ends",
    };
    let unless = if order.unless_aimed { " unless they are about you" } else { "" };
    format!("Offers to respond are passed for you{until}{unless}.")
}
