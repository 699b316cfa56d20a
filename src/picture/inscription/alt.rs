//! What somebody who cannot see a picture should know.

use crate::engine::Seat;
use crate::inscription::data::{Asset, Sheet, Stage};
use crate::inscription::view::View;
use crate::picture::Names;

use super::closing::{self, Line};
use super::panel::{Own, objective};
use super::player_name;
use super::wars::{borders, stand};

fn event(view: &View) -> String {
    match view.event.map(|id| view.pack.get().event(id)) {
        Some(event) => format!("Event {}: {}.", view.round, event.name),
        None => format!("Event {}.", view.round),
    }
}

pub fn sheets(own: &Own, names: &Names, large: Sheet) -> String {
    let view = own.view;
    let name = player_name(view, names, own.seat);
    let faction = view.players[own.seat.index()].faction;
    let faction = faction.map_or("no faction yet", |id| view.pack.get().faction(id).name.as_str());
    let points: Vec<String> = Sheet::ALL
        .iter()
        .map(|sheet| format!("{} {}", sheet.name(), own.score[sheet.index()]))
        .collect();
    let total: i32 = own.score.iter().sum();
    let me = own.player;
    let [m, i, r] = me.pool;
    let active = me.active.map_or(String::new(), |sheet| format!(" {} is active.", sheet.name()));
    let sheet = match large {
        Sheet::Nav => format!(
            "{} systems explored, {} claimed",
            me.nav.explored.count_ones(),
            me.nav.claimed.count_ones()
        ),
        Sheet::Exp => format!(
            "{} planets unlocked, {} docks built, population {}",
            me.exp.unlocked.count_ones(),
            me.exp.built.count_ones(),
            me.exp.population
        ),
        Sheet::Ind => format!(
            "{} spaces scrapped, {} claimed, commodities {} {} {}, {} votes a council",
            me.ind.scrapped.count_ones(),
            me.ind.claimed.count_ones(),
            me.ind.rows[0],
            me.ind.rows[1],
            me.ind.rows[2],
            me.ind.councilors
        ),
        Sheet::War => {
            format!("{} units deployed on {} nodes", me.war.units.len(), me.war.marked.count())
        }
    };
    format!(
        "The sheets of {name} ({faction}): {total} points, {}. {}{active} To spend: {m} material, {i} influence, \
         {r} research, {} trade goods, {} votes. {}: {sheet}. All marks in words: text view.",
        points.join(", "),
        event(view),
        me.count(Asset::Tg),
        me.count(Asset::Vote),
        large.name(),
    )
}

fn whose(view: &View, names: &Names, seat: Option<Seat>) -> String {
    seat.map_or("the AI faction".into(), |seat| player_name(view, names, seat))
}

pub fn mecatol(view: &View, names: &Names) -> String {
    let slots: Vec<String> = view
        .mecatol
        .iter()
        .enumerate()
        .map(|(at, slot)| {
            format!("{}. {} (event {})", at + 1, whose(view, names, slot.seat), slot.round)
        })
        .collect();
    let slots = if slots.is_empty() { "nobody yet".into() } else { slots.join(", ") };
    format!("Mecatol Rex: {slots}. {}", objectives(view))
}

fn objectives(view: &View) -> String {
    let all = Sheet::ALL.map(|sheet| {
        let card = objective(view, sheet);
        let race = view.races[sheet.index()];
        let reached = if race.first.is_some() || race.ai.is_some() { "reached" } else { "open" };
        format!("{}, {} ({reached})", card.name, card.text)
    });
    format!("Objectives: {}.", all.join("; "))
}

pub fn wars(view: &View, names: &Names) -> String {
    let mut words = vec!["The wars.".to_string()];
    for war in 0..4 {
        let fought = usize::from(view.line) > war;
        let all: Vec<String> = borders(view)
            .iter()
            .map(|border| {
                let side = |end: usize| {
                    let (seat, _) = border.ends[end];
                    let strength = stand(view, border.ends[end], war).strength;
                    let strength =
                        strength.map_or("closed".into(), |strength| strength.to_string());
                    format!("{} {strength}", whose(view, names, seat))
                };
                format!("{} against {}", side(0), side(1))
            })
            .collect();
        let stage = Stage::ALL[war + 1].word();
        let past = if fought { "" } else { " so far" };
        words.push(format!("{stage}{past}: {}.", all.join(", ")));
    }
    words.join(" ")
}

pub fn track(view: &View, names: &Names) -> String {
    let marking: Vec<String> = view
        .players
        .iter()
        .filter(|player| !player.down)
        .map(|player| player_name(view, names, player.seat))
        .collect();
    let marking = match marking.is_empty() {
        true => String::new(),
        false => format!(" Still marking: {}.", marking.join(", ")),
    };
    let agenda = view.council.map_or(String::new(), |council| {
        let agenda = view.pack.get().agenda(council.agenda);
        format!(" Agenda: {}. Pass: {}. Fail: {}.", agenda.name, agenda.text[0], agenda.text[1])
    });
    format!(
        "{}{agenda} {} events are to come.{marking} {}",
        event(view),
        view.deck,
        objectives(view)
    )
}

pub fn closing(view: &View, table: &[Line]) -> String {
    let lines: Vec<String> = table
        .iter()
        .map(|line| {
            let [nav, exp, ind, war] = line.points;
            format!(
                "{} ({}) {}: Navigation {nav}, Expansion {exp}, Industry {ind}, Warfare {war}",
                line.name,
                line.faction,
                line.total()
            )
        })
        .collect();
    format!("{}. {}.", closing::result(view, table), lines.join("; "))
}
