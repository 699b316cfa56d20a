//! What is printed on the cards of a pack, for those who ask.

use super::data::*;

/// What a card may be: events, objectives, relics, agendas.
pub fn cards(pack: &Pack) -> Vec<(String, String)> {
    let events = pack.events.iter().map(|event| {
        let what = match &event.kind {
            EventKind::Strategy(pool) => {
                format!("everybody marks with {}", super::rules::amounts(*pool))
            }
            EventKind::War { last: true } => "war, and the end of the game".into(),
            EventKind::War { last: false } => "war".into(),
            EventKind::Council => "council".into(),
            EventKind::Production => "a trade good for each unlocked column".into(),
            EventKind::Special => "nothing comes of it".into(),
        };
        (event.name.clone(), format!("event of stage {}: {what}", event.stage.word()))
    });
    let objectives = Sheet::ALL.into_iter().flat_map(|kind| {
        pack.objectives[kind.index()].iter().map(move |card| {
            let text = format!(
                "{} objective: {} ({} VP first, then {})",
                kind.name(),
                card.text,
                card.first,
                card.later
            );
            (card.name.clone(), text)
        })
    });
    let relics = pack
        .relics
        .iter()
        .map(|card| (card.name.clone(), format!("relic, {} VP: {}", card.vp, card.text)));
    let agendas = pack.agendas.iter().map(|card| {
        let [pass, fail] = &card.text;
        let star = if card.star { ", starred" } else { "" };
        let stage = card.stage.word();
        (card.name.clone(), format!("agenda of stage {stage}{star}: pass: {pass}; fail: {fail}"))
    });
    events.chain(objectives).chain(relics).chain(agendas).collect()
}

pub fn factions(pack: &Pack) -> Vec<(String, String)> {
    let told = |faction: &Faction| {
        let [setup, first, second] = &faction.text;
        let setup = if setup.is_empty() { String::new() } else { format!("Set-up: {setup}. ") };
        let first = if first.is_empty() { String::new() } else { format!("{first}. ") };
        (faction.name.clone(), format!("{setup}{first}Claimed: {second}."))
    };
    pack.factions.iter().map(told).collect()
}

/// The card of this name, or the only one whose name contains it.
pub fn find<'a>(cards: &'a [(String, String)], typed: &str) -> Option<&'a (String, String)> {
    let wanted = typed.trim().to_lowercase();
    let exact = cards.iter().find(|(name, _)| name.to_lowercase() == wanted);
    exact.or_else(|| {
        let mut fits = cards.iter().filter(|(name, _)| name.to_lowercase().contains(&wanted));
        fits.next().filter(|_| !wanted.is_empty() && fits.next().is_none())
    })
}
