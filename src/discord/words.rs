//! What is said of a game outside its own news: status, hands, systems, lobbies, help.

use std::fmt::Write;

use crate::engine::Seat;
use crate::imperium::state::SystemId;
use crate::imperium::view::{PlayerView, SystemView, View, text};
use crate::table::pace::time_words;
use crate::table::{Lateness, Lobby, Order, Overdue, Pace, Until};

use super::Table;
use super::reply::{CONTENT, shorten};

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
    let mut out = format!(
        "**{}** · waiting to start · {} of 3–8 seats\n{}",
        plain(&lobby.game.name),
        seats.len(),
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

/// Where the game stands, for everybody.
pub fn status(table: &Table) -> String {
    let view = table.view(None);
    let mut out = format!("**{}**\n{}", plain(&table.game().name), table.summary());
    for player in &view.players {
        let cards: Vec<&str> = player.strategy_cards.iter().map(|card| card.name()).collect();
        let _ = write!(
            out,
            "\n**{}** ({}): {} points · tokens {}/{}/{} · {} trade goods, {} of {} commodities · \
             {}/{} resources, {}/{} influence · {} planets · {} action cards, {} secrets, {} notes{}{}",
            player.seat,
            player.faction.name(),
            player.points,
            player.tokens.tactic,
            player.tokens.fleet,
            player.tokens.strategy,
            player.trade_goods,
            player.commodities,
            player.commodity_limit,
            player.resources[0],
            player.resources[1],
            player.influence[0],
            player.influence[1],
            player.planets.len(),
            player.action_cards,
            player.unscored_secrets,
            player.notes,
            in_play(player),
            if cards.is_empty() { String::new() } else { format!(" · {}", cards.join(", ")) },
        );
    }
    if !view.objectives.is_empty() {
        out.push_str("\n**Objectives**");
    }
    for objective in &view.objectives {
        let scored: Vec<String> = objective.scored.iter().map(Seat::to_string).collect();
        let scored =
            if scored.is_empty() { String::new() } else { format!(" ✔ {}", scored.join(", ")) };
        let _ = write!(out, "\n{}: {}{scored}", objective.card.name(), objective.text);
    }
    if !view.laws.is_empty() {
        let laws: Vec<&str> = view.laws.iter().map(|law| law.agenda.name()).collect();
        let _ = write!(out, "\n**Laws**: {}", laws.join(", "));
    }
    let _ = write!(out, "\n{}", waiting(table));
    table.named(&out)
}

/// " · in play: Support for the Throne of «1»".
fn in_play(player: &PlayerView) -> String {
    let names = player.notes_in_play.iter().map(|note| text::note_name(*note));
    let names: Vec<String> = names.collect();
    if names.is_empty() { String::new() } else { format!(" · in play: {}", names.join(", ")) }
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

/// A player's own cards.
pub fn hand(table: &Table, seat: Seat) -> String {
    hand_told(table, seat, Cards::InFull)
}

/// The same as one message: where it gets too long, the cards are only named.
pub fn hand_message(table: &Table, seat: Seat) -> String {
    let whole = hand(table, seat);
    if whole.chars().count() <= CONTENT {
        return whole;
    }
    let named = hand_told(table, seat, Cards::Named);
    shorten(&format!("{named}\n`/hand` says what they do."), CONTENT)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Cards {
    InFull,
    Named,
}

fn hand_told(table: &Table, seat: Seat, cards: Cards) -> String {
    let view = table.view(Some(seat));
    let mut out = format!("**{} · your hand**", plain(&table.game().name));
    let Some(hand) = &view.hand else { return out };
    let card = |out: &mut String, name: &str, aside: &str, text: &str| {
        let _ = match cards {
            Cards::InFull => write!(out, "\n• **{name}**{aside}: {text}"),
            Cards::Named => write!(out, "\n• **{name}**{aside}"),
        };
    };
    let player = view.player(seat);
    let _ = write!(out, "\n{} · {} points", player.faction.name(), player.points);
    match hand.action_cards.len() {
        0 => out.push_str("\nNo action cards."),
        n => {
            let _ = write!(out, "\n{n} action card{}:", if n == 1 { "" } else { "s" });
        }
    }
    for action in &hand.action_cards {
        card(&mut out, action.name(), "", text::card_text(*action));
    }
    match hand.secrets.len() {
        0 => out.push_str("\nNo unscored secret objectives."),
        n => {
            let s = if n == 1 { "" } else { "s" };
            let _ = write!(out, "\n{n} secret objective{s}:");
        }
    }
    for (secret, fulfilled) in &hand.secrets {
        card(&mut out, secret.name(), "", text::secret_text(*secret));
        out.push_str(if *fulfilled { " ✔ fulfilled now" } else { "" });
    }
    if !hand.notes.is_empty() {
        let s = if hand.notes.len() == 1 { "" } else { "s" };
        let _ = write!(out, "\n{} promissory note{s}:", hand.notes.len());
    }
    for note in &hand.notes {
        let whose = if note.of == seat {
            " (yours, to trade)".into()
        } else {
            format!(" (of {})", note.of)
        };
        card(&mut out, note.card.name(), &whose, text::note_text(note.card));
    }
    if !player.notes_in_play.is_empty() {
        let names = player.notes_in_play.iter().map(|note| text::note_name(*note));
        let _ = write!(out, "\nIn play: {}", text::list(names));
    }
    let scored: Vec<&str> = player.scored_secrets.iter().map(|card| card.name()).collect();
    if !scored.is_empty() {
        let _ = write!(out, "\nScored: {}", scored.join(", "));
    }
    table.named(&out)
}

/// The player that `typed` means: the number of the seat, a name, or a faction.
pub fn find_player(table: &Table, typed: &str) -> Option<Seat> {
    let view = table.view(None);
    let wanted = typed.trim().to_lowercase();
    let by_number = |seat: &Seat| (seat.0 + 1).to_string() == wanted;
    let name =
        |seat: &Seat| table.player(*seat).map_or(String::new(), |row| row.name.to_lowercase());
    let faction = |seat: &Seat| view.player(*seat).faction.name().to_lowercase();
    let seats: Vec<Seat> = view.players.iter().map(|player| player.seat).collect();
    let find = |fits: &dyn Fn(&Seat) -> bool| {
        let mut found = seats.iter().filter(|seat| fits(seat));
        found.next().copied().filter(|_| found.next().is_none())
    };
    find(&by_number)
        .or_else(|| find(&|seat| name(seat) == wanted || faction(seat) == wanted))
        .or_else(|| find(&|seat| !wanted.is_empty() && faction(seat).contains(&wanted)))
}

/// The system that `typed` means: a position such as 205, or one of its planets.
pub fn find_system(view: &View, typed: &str) -> Option<SystemId> {
    let wanted = typed.trim().to_lowercase();
    let position = typed.rsplit('/').next().unwrap_or(typed).trim();
    let by_position = |system: &&SystemView| system.id.to_string() == position;
    if let Some(found) = view.systems.iter().find(by_position) {
        return Some(found.id);
    }
    let named = |system: &&SystemView| {
        system.planets.iter().any(|planet| planet.id.name().to_lowercase() == wanted)
    };
    view.systems.iter().find(named).map(|system| system.id)
}

/// "Quann, Abyz / 205", for autocomplete.
pub fn system_label(system: &SystemView) -> String {
    let planets: Vec<&str> = system.planets.iter().map(|planet| planet.id.name()).collect();
    match planets.is_empty() {
        true => system.id.to_string(),
        false => format!("{} / {}", planets.join(", "), system.id),
    }
}

/// What lies in a system.
pub fn system(table: &Table, system: &SystemView) -> String {
    let mut out = format!("**{}**", system_label(system));
    if let Some(seat) = system.home_of {
        let _ = write!(out, " · home of {seat}");
    }
    for anomaly in &system.anomalies {
        let _ = write!(out, " · {}", anomaly.name());
    }
    for wormhole in &system.wormholes {
        let _ = write!(out, " · {} wormhole", format!("{wormhole:?}").to_lowercase());
    }
    let space = units(system.space.iter());
    let _ = write!(out, "\nSpace: {}", if space.is_empty() { "empty".into() } else { space });
    for planet in &system.planets {
        let owner = planet.owner.map_or("nobody's".into(), |seat| format!("{seat}'s"));
        let state = if planet.exhausted { ", exhausted" } else { "" };
        let _ = write!(
            out,
            "\n{} ({}/{}): {owner}{state}",
            planet.id.name(),
            planet.resources,
            planet.influence
        );
        let ground = units(planet.units.iter());
        if !ground.is_empty() {
            let _ = write!(out, " · {ground}");
        }
    }
    let tokens: Vec<String> = system.tokens.iter().map(Seat::to_string).collect();
    if !tokens.is_empty() {
        let _ = write!(out, "\nCommand tokens: {}", tokens.join(", "));
    }
    table.named(&out)
}

fn units<'a>(stacks: impl Iterator<Item = &'a crate::imperium::state::Stack>) -> String {
    let each: Vec<String> = stacks
        .map(|stack| {
            let damaged = if stack.damaged { " (damaged)" } else { "" };
            format!("{}: {}{damaged}", stack.owner, stack.kind.label(usize::from(stack.count)))
        })
        .collect();
    each.join(" · ")
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

pub const HELP: &str = "\
**Custodian** is the referee of this table: it knows the rules, keeps the state and asks whoever is to decide.
**Begin** · `/game create`, `/game join`, `/game fill` for computer players, `/game start`.
**Play** · press the buttons under the current question, or type: `/pick`, `/activate`, `/move`, `/land`, \
`/build`, `/strategic`, `/play`, `/pass`, `/assign`, `/retreat`, `/vote`, `/score`, `/research`. \
`/answer` answers anything that is asked, `/confirm` submits what you have put together, `/cancel` discards it.
**Look** · `/map`, `/system`, `/status`, `/hand` (only you see it).
**Trade** · `/trade offer`, `/trade accept`, `/trade decline`.
**Do not wait for me** · `/wait` passes offers to respond for you, `/orders` answers what you say, \
`/orders plan` settles combats, `/vote` and `/pick` may be typed ahead. `/waiting` and `/reminders`: when it is your turn.
**Take back** · `/undo` takes your last answer back, as long as no die or card came after it. Moderators: `/mod`.
Secrets come by direct message; if yours are closed, `/hand` always works.";
