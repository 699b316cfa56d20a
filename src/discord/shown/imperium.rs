//! The first game: galaxy, hands of cards, odds of combats.

use std::fmt::Write;

use crate::engine::{Seat, digest};
use crate::imperium::Imperium;
use crate::imperium::state::SystemId;
use crate::imperium::view::{Phase, PlayerView, SystemView, View, reading, text};
use crate::table::{self, OptionText, QuestionText};

use super::Shown;
use crate::discord::pictures::{Scene, Subject};
use crate::discord::reply::{CONTENT, shorten};
use crate::discord::words::plain;

type Table = table::Table<Imperium>;

/// Kinds of options that everybody can work out from the board. Anything else, cards in hand above
/// all, is offered to its owner alone.
const OPEN_KINDS: &[&str] = &[
    "Pass",
    "Yes",
    "Activate",
    "Strategic",
    "Strategy",
    "System",
    "Planet",
    "Technology",
    "Player",
    "Number",
    "Token",
    "Pools",
];

/// Kinds of options of questions that never have hidden ones.
const CERTAIN_KINDS: &[&str] =
    &["Strategy", "System", "Planet", "Technology", "Player", "Number", "Yes"];

/// Kinds of options that only the one who is asked may see.
const SECRET_KINDS: &[&str] = &["Secret", "Card", "Agenda"];

fn is_of(option: &OptionText, kinds: &[&str]) -> bool {
    let kind = option.key.split('.').next().unwrap_or_default();
    kinds.contains(&kind)
}

impl Shown for Imperium {
    const HELP: &'static str = HELP;

    fn is_open(option: &OptionText) -> bool {
        is_of(option, OPEN_KINDS)
    }

    fn is_certain(option: &OptionText) -> bool {
        is_of(option, CERTAIN_KINDS)
    }

    fn is_secret(option: &OptionText) -> bool {
        is_of(option, SECRET_KINDS)
    }

    fn open_label(table: &Table, question: &QuestionText) -> &'static str {
        let suggestions = table.suggested_answers(question.seat).unwrap_or_default();
        let groups =
            suggestions.iter().flat_map(|answer| &answer.parts).map(|part| part.group.as_str());
        for group in groups {
            match group {
                "Ships" | "Transport" => return "Move…",
                "Build" => return "Build…",
                "Pay" => return "Pay…",
                "Lose" | "Sustain" => return "Assign hits…",
                "Technology" => return "Research…",
                "Land" => return "Land…",
                "Bombard" => return "Bombard…",
                "Command tokens" => return "Tokens…",
                _ => {}
            }
        }
        "Decide…"
    }

    fn rule_link(rule: &str) -> Option<String> {
        reading::link(rule)
    }

    fn typing(_: &Table, _: Seat) -> (&'static str, &'static str) {
        ("Your answer", "An option, or a command such as: /move from:101 units:carrier")
    }

    fn status(table: &Table) -> String {
        status(table)
    }

    fn hand(table: &Table, seat: Seat) -> String {
        hand_told(table, seat, Cards::InFull)
    }

    /// Where it gets too long, the cards are only named.
    fn hand_message(table: &Table, seat: Seat) -> String {
        let whole = Self::hand(table, seat);
        if table.named(&whole).chars().count() <= CONTENT {
            return whole;
        }
        let named = hand_told(table, seat, Cards::Named);
        shorten(&format!("{named}\n`/hand` says what they do."), CONTENT)
    }

    fn holding(table: &Table, seat: Seat) -> Scene {
        Scene::of(Subject::Hand, table.view(Some(seat)))
    }

    /// The system that is active.
    fn beside(view: &View) -> Option<(Scene, String)> {
        let place = view.activated?;
        let seen = digest(&(view.activated, &view.systems, &view.rolls));
        Some((Scene::of(Subject::System(place), view.clone()), seen))
    }

    /// In the set-up the board is shown once, as soon as all of it lies there, for whoever chooses a
    /// secret objective. While strategy cards are picked it stays as it is.
    fn led_to(views: Vec<View>, shown: Option<&str>) -> Option<(Vec<Scene>, String)> {
        let view = views.last()?;
        let board = digest(&view.systems);
        let before_the_first_turn = matches!(view.phase, Phase::Setup | Phase::Strategy);
        let empty = view.systems.iter().all(|system| system.space.is_empty());
        if before_the_first_turn && (empty || shown == Some(&*board)) {
            return None;
        }
        let place = view.visited.map(Subject::Change);
        let scene = |subject| Scene::Imperium { subject, views: views.clone() };
        Some((place.into_iter().chain([Subject::Galaxy]).map(scene).collect(), board))
    }

    fn closing(view: View) -> Vec<Scene> {
        [Subject::Galaxy, Subject::Course].map(|one| Scene::of(one, view.clone())).into()
    }
}

fn status(table: &Table) -> String {
    let view = table.view(None);
    let mut out = table.summary();
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
    out
}

/// " · in play: Support for the Throne of «1»".
fn in_play(player: &PlayerView) -> String {
    let names = player.notes_in_play.iter().map(|note| text::note_name(*note));
    let names: Vec<String> = names.collect();
    if names.is_empty() { String::new() } else { format!(" · in play: {}", names.join(", ")) }
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
    out
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

/// Players' names by seat.
pub fn player_names(table: &Table) -> Vec<String> {
    table.seats().iter().map(|row| row.name.clone()).collect()
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

const HELP: &str = "\
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
