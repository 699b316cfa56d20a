//! The second game: sheets, who came to Mecatol Rex, wars.

use std::collections::BTreeMap;
use std::fmt::Write;

use crate::engine::{Seat, digest};
use crate::inscription::ask::Question;
use crate::inscription::data::{EventId, Sheet, Side};
use crate::inscription::state::{Fight, Player, Printed};
use crate::inscription::view::{PlayerView, View};
use crate::inscription::{Inscription, text};
use crate::table::{self, QuestionText};

use super::Shown;
use crate::discord::pictures::{Scene, Sheets};
use crate::discord::words::plain;

type Table = table::Table<Inscription>;

impl Shown for Inscription {
    const HELP: &'static str = HELP;

    fn open_label(table: &Table, question: &QuestionText) -> &'static str {
        match table.asks(question.seat) {
            Some(Question::Ballot { .. }) => "Vote…",
            Some(Question::Faction) => "Choose a faction…",
            _ => "Mark…",
        }
    }

    fn shared_label(table: &Table, question: &QuestionText) -> &'static str {
        Self::open_label(table, question)
    }

    fn typing(table: &Table, seat: Seat) -> (&'static str, &'static str) {
        match table.asks(seat) {
            Some(Question::Ballot { counter: None, .. }) => {
                ("Your ballot", "pass 2, fail 1, abstain; with a relic: pass 2 with quiet_bell")
            }
            Some(Question::Ballot { .. }) => ("Votes to commit", "votes 2, or abstain"),
            Some(Question::Faction) => ("Your faction", "The name of one that was dealt to you"),
            _ => ("Your marks", "explore c1-f1; claim f1; tg R; or a command such as /down"),
        }
    }

    fn status(table: &Table) -> String {
        status(table)
    }

    fn hand(table: &Table, seat: Seat) -> String {
        let mut out = format!("**{} · your sheets**", plain(&table.game().name));
        let _ = write!(out, "\n{}", sheets(&table.view(Some(seat)), seat));
        out
    }

    fn holding(table: &Table, seat: Seat) -> Scene {
        let sheets = Sheets::Of { seat, large: None, next: Vec::new() };
        Scene::Inscription { sheets, view: Box::new(table.view(Some(seat))) }
    }

    /// Wars are shown when they were fought, the shared races when somebody has come further.
    fn led_to(mut views: Vec<View>, shown: Option<&str>) -> Option<(Vec<Scene>, String)> {
        let view = views.pop()?;
        let races = digest(&(&view.races, &view.mecatol, &view.ai));
        let before = views.pop();
        let fought = before.as_ref().is_some_and(|before| before.line < view.line);
        let same = |before: &View| digest(&(&before.races, &before.mecatol, &before.ai)) == races;
        let raced = before.as_ref().is_some_and(|before| !same(before));
        if !fought && !raced && (shown.is_none() || shown == Some(&*races)) {
            return None;
        }
        let scenes = [(fought, Sheets::Wars), (raced || !fought, Sheets::Mecatol)];
        let scene = |sheets| Scene::Inscription { sheets, view: Box::new(view.clone()) };
        let scenes = scenes.into_iter().filter(|(due, _)| *due).map(|(_, sheets)| scene(sheets));
        Some((scenes.collect(), races))
    }

    fn closing(view: View) -> Vec<Scene> {
        [Sheets::Closing, Sheets::Mecatol]
            .map(|sheets| Scene::Inscription { sheets, view: Box::new(view.clone()) })
            .into()
    }
}

/// Where everybody stands, as far as everybody may know.
fn status(table: &Table) -> String {
    let view = table.view(None);
    let mut out = table.summary();
    for player in &view.players {
        let faction = player.faction.map_or("no faction yet", |id| &view.pack.faction(id).name);
        let _ = write!(out, "\n**{}** ({faction})", player.seat);
        match player.score {
            Some(score) => {
                let _ = write!(out, ": {}", points(score));
            }
            None => out.push_str(": sheets closed until everybody's marker is down"),
        }
        let held = player.relics;
        if held > 0 {
            let _ = write!(out, " · {held} relic{}", if held == 1 { "" } else { "s" });
        }
    }
    out
}

/// "72 points: Navigation 20, …".
pub fn points(score: [i32; 4]) -> String {
    let parts: Vec<String> = Sheet::ALL
        .iter()
        .map(|sheet| format!("{} {}", sheet.name(), score[sheet.index()]))
        .collect();
    format!("{} points ({})", score.iter().sum::<i32>(), parts.join(", "))
}

/// The sheets of a seat in words, as far as the view shows them; empty where it does not.
pub fn sheets(view: &View, seat: Seat) -> String {
    let player = &view.players[seat.index()];
    let Some(marked) = &player.sheets else { return String::new() };
    let mut out = String::new();
    if let Some(faction) = player.faction {
        let faction = view.pack.faction(faction);
        let [setup, first, second] = &faction.text;
        let _ = write!(out, "**{}**: ", faction.name);
        for words in [setup, first].into_iter().filter(|words| !words.is_empty()) {
            let _ = write!(out, "{words}. ");
        }
        let _ = write!(out, "Claimed: {second}. ({})", view.pack.footer);
    }
    if let Some(score) = player.score {
        let _ = write!(out, "\n{}", points(score));
    }
    let _ = write!(out, "\n{}", text::sheet(marked, &printed(view, player)));
    let _ = write!(out, "\nAssets: {}", assets(marked));
    for relic in &marked.hand {
        let card = view.pack.relic(*relic);
        let _ = write!(
            out,
            "\n• **{}** ({} VP): {} ({})",
            card.name, card.vp, card.text, view.pack.footer
        );
    }
    out.trim_start().into()
}

/// The events so far and the one on the table.
pub fn events(view: &View) -> String {
    let name = |id: &EventId| view.pack.event(*id).name.as_str();
    let mut out = match &view.event {
        Some(event) => format!("**Event {}: {}**", view.round, name(event)),
        None => format!("**After event {}**", view.round),
    };
    let _ = write!(out, " · {} to come", view.deck);
    let done: Vec<&str> = view.discard.iter().map(name).collect();
    if !done.is_empty() {
        let _ = write!(out, "\nBefore: {}.", done.join(", "));
    }
    let down = |player: &&PlayerView| view.event.is_some() && !player.down;
    let writing: Vec<String> =
        view.players.iter().filter(down).map(|player| player.seat.to_string()).collect();
    if !writing.is_empty() {
        let _ = write!(out, "\nStill writing: {}.", writing.join(", "));
    }
    out
}

/// Mecatol Rex and the objectives.
pub fn races(view: &View) -> String {
    let mut out = String::from("**Mecatol Rex**");
    for (at, slot) in view.mecatol.iter().enumerate() {
        let who = slot.seat.map_or("the AI faction".into(), |seat| seat.to_string());
        let _ = write!(out, "\n{}. {who}, in event {}", at + 1, slot.round);
    }
    if view.mecatol.is_empty() {
        out += "\nNobody yet.";
    }
    for sheet in Sheet::ALL {
        let race = view.races[sheet.index()];
        let card = &view.pack.objectives[sheet.index()][usize::from(race.card)];
        let _ = write!(out, "\n**{}** ({}): {}", card.name, sheet.name(), card.text);
        let _ = match (race.first, race.ai) {
            (None, None) => write!(out, " · {} VP, later {}", card.first, card.later),
            (Some((_, round)), _) => write!(out, " · met in event {round}, now {} VP", card.later),
            (None, Some(round)) => {
                write!(out, " · met by the AI faction in event {round}, now {} VP", card.later)
            }
        };
    }
    out
}

/// What was fought so far, as far as the sheets are open.
pub fn wars(view: &View) -> String {
    let mut out = format!("**Wars** · {} fought", view.line);
    for player in &view.players {
        let Some(marked) = &player.sheets else {
            let _ = write!(out, "\n{}: sheets closed", player.seat);
            continue;
        };
        let sides = Side::BOTH.map(|side| {
            let fought: Vec<String> = (0..4)
                .filter_map(|war| {
                    let strength = marked.war.strength[side.index()][war]?;
                    let end = match marked.war.fights[side.index()][war] {
                        Some(Fight::Won) => " won",
                        Some(Fight::Lost) => " lost",
                        Some(Fight::Tied) => " tied",
                        None => "",
                    };
                    Some(format!("{strength}{end}"))
                })
                .collect();
            let fought = if fought.is_empty() { "nothing yet".into() } else { fought.join(", ") };
            format!("{} {fought}", side.word())
        });
        let _ = write!(out, "\n{}: {}", player.seat, sides.join(" · "));
    }
    out
}

fn printed(view: &View, player: &PlayerView) -> Printed {
    Printed::of(view.pack, player.printed)
}

/// What is claimed and not spent: "tg x2, vote, cybernetic".
fn assets(marked: &Player) -> String {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for kept in marked.kept.iter().filter(|kept| !kept.spent) {
        *counts.entry(kept.asset.code()).or_default() += 1;
    }
    let words = counts.into_iter().map(|(asset, count)| match count {
        1 => asset,
        count => format!("{asset} x{count}"),
    });
    let words: Vec<String> = words.collect();
    if words.is_empty() { "none".into() } else { words.join(", ") }
}

const HELP: &str = "\
**Custodian** is the referee of this table of Twilight Inscription: it knows the rules, keeps the sheets and asks \
whoever is to write.
**Begin** · `/game create game:inscription`, `/game join`, `/game fill` for computer players, `/game start`; alone or in \
twos you play against an AI faction, see `/game set`.
**Write** · press **Mark…** under the question, or type: `/mark marks:sheet nav; explore c1-f1; claim f1`. Marks are yours \
alone until all markers are down. `/down` puts your marker down, `/cancel` throws away what you have put together, \
`/vote outcome:pass 2` casts a ballot.
**Look** · `/sheet` shows your sheets or another player's, `/table` Mecatol Rex and the wars, `/status`, `/hand` (only you see it).
**Do not wait for me** · `/pace` sets deadlines, `/waiting` and `/reminders` say when it is your turn, `/replace` gives a \
seat to another person or a computer player.
**Take back** · `/undo` takes your last answer back, as long as nothing was drawn or rolled after it. Moderators: `/mod`.";
