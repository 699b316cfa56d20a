//! What is printed on the cards and sheets of a pack and what the rules say, for those who ask.

use std::sync::LazyLock;

use serde::Deserialize;

use super::data::*;
use super::effect;

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

/// The technologies of all sheets, each once.
pub fn technologies(pack: &Pack) -> Vec<(String, String)> {
    let units: Vec<String> = pack.war[0].units.iter().map(|unit| unit.id.clone()).collect();
    let nav = pack.nav.iter().map(|sheet| (Sheet::Nav, &sheet.techs));
    let exp = pack.exp.iter().map(|sheet| (Sheet::Exp, &sheet.techs));
    let ind = pack.ind.iter().map(|sheet| (Sheet::Ind, &sheet.techs));
    let war = pack.war.iter().map(|sheet| (Sheet::War, &sheet.techs));
    let printed = nav.chain(exp).chain(ind).chain(war);
    let mut found: Vec<(String, String)> = Vec::new();
    for (sheet, tech) in
        printed.flat_map(|(sheet, techs)| techs.iter().map(move |one| (sheet, one)))
    {
        let does = match &tech.power {
            TechPower::Wormholes => "wormholes lead to each other".into(),
            TechPower::Strength(by) => format!("{by:+} strength in every war"),
            TechPower::PerActive(effects) => {
                let words: Vec<String> =
                    effects.iter().map(|one| effect::words(one, &units)).collect();
                format!("once a round while {} is active: {}", sheet.name(), words.join(", "))
            }
        };
        let text = format!(
            "technology of {}, {} research or a {} specialty: {does}",
            sheet.name(),
            tech.research,
            tech.spec.word()
        );
        let entry = (titled(&tech.id), text);
        if !found.contains(&entry) {
            found.push(entry);
        }
    }
    found
}

/// `gravity_drive` as one reads it: "Gravity Drive".
fn titled(id: &str) -> String {
    let word = |word: &str| {
        let mut letters = word.chars();
        let first = letters.next().map(|letter| letter.to_ascii_uppercase());
        first.into_iter().chain(letters).collect::<String>()
    };
    id.split('_').map(word).collect::<Vec<_>>().join(" ")
}

#[derive(Deserialize)]
struct Topic {
    name: String,
    text: String,
}

static TOPICS: LazyLock<Vec<Topic>> = LazyLock::new(|| {
    #[derive(Deserialize)]
    struct Digest {
        topic: Vec<Topic>,
    }
    let text = include_str!("../../assets/inscription/topics.toml");
    toml::from_str::<Digest>(text).expect("the digest is well formed").topic
});

/// The rules in a few lines a topic.
pub fn topics() -> Vec<(String, String)> {
    let told = |topic: &Topic| (topic.name.clone(), topic.text.trim().to_string());
    TOPICS.iter().map(told).collect()
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
