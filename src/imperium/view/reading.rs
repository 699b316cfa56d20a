//! What players look up: cards, factions, technologies and topics of the rules, in our own words.
//! Of a card with several printings the one that counts in the game is shown.

use std::sync::LazyLock;

use serde::Deserialize;

use crate::engine::Refusal;
use crate::imperium::data::*;
use crate::imperium::rules::strategy_cards;
use crate::imperium::rules::tables::tables;

use super::View;
use super::text;

/// Where a name is looked up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shelf {
    /// Action, agenda, objective, strategy cards and promissory notes.
    Card,
    Faction,
    Technology,
    Topic,
}

/// A topic of the digest in `assets/rules`.
#[derive(Debug, Deserialize)]
struct Topic {
    number: u8,
    name: String,
    text: String,
}

static TOPICS: LazyLock<Vec<Topic>> = LazyLock::new(|| {
    #[derive(Deserialize)]
    struct Digest {
        topic: Vec<Topic>,
    }
    let text = include_str!("../../../assets/rules/topics.toml");
    toml::from_str::<Digest>(text).expect("the digest is well formed").topic
});

/// The names on a shelf that belong to a game with these products, for autocomplete.
pub fn names(shelf: Shelf, sources: Sources) -> Vec<String> {
    match shelf {
        Shelf::Card => cards(sources).into_iter().map(|card| card.name).collect(),
        Shelf::Faction => {
            FactionId::in_play(sources).map(|faction| faction.name().to_string()).collect()
        }
        Shelf::Technology => TechId::in_play(sources).map(|tech| tech.name().to_string()).collect(),
        Shelf::Topic => {
            TOPICS.iter().map(|topic| format!("{} {}", topic.number, topic.name)).collect()
        }
    }
}

/// What is written about the thing that was typed. Components must be installed.
///
/// # Errors
/// When nothing or more than one thing has such a name; the refusal names the nearest ones.
pub fn look_up(shelf: Shelf, typed: &str, sources: Sources) -> Result<String, Refusal> {
    match shelf {
        Shelf::Card => {
            let all = cards(sources);
            let at = find(all.iter().map(|card| card.name.as_str()), typed, "card")?;
            Ok(all[at].page())
        }
        Shelf::Faction => {
            let all: Vec<FactionId> = FactionId::in_play(sources).collect();
            let at = find(all.iter().map(|id| id.name()), typed, "faction")?;
            Ok(faction(all[at], sources))
        }
        Shelf::Technology => {
            let all: Vec<TechId> = TechId::in_play(sources).collect();
            let at = find(all.iter().map(|id| id.name()), typed, "technology")?;
            Ok(technology(all[at]))
        }
        Shelf::Topic => topic(typed),
    }
}

/// The index of the one name that is meant: written in full, or the only one that contains it.
fn find<'a>(
    names: impl Iterator<Item = &'a str> + Clone,
    typed: &str,
    what: &str,
) -> Result<usize, Refusal> {
    let wanted = plain(typed);
    let exact = names.clone().position(|name| plain(name) == wanted);
    let near = || names.clone().enumerate().filter(|(_, name)| plain(name).contains(&wanted));
    match (exact, near().take(6).collect::<Vec<_>>().as_slice()) {
        (Some(at), _) => Ok(at),
        (None, [(at, _)]) => Ok(*at),
        (None, []) => Err(Refusal::new(format!("there is no {what} with such a name"))
            .instead("Type a few letters and choose from the list.")),
        (None, several) => {
            let several = several.iter().map(|(_, name)| name.to_string());
            Err(Refusal::new(format!("several have such a name: {}", text::list(several))))
        }
    }
}

/// Letters and digits in lower case, so that apostrophes and hyphens need not be typed.
fn plain(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

struct Card {
    name: String,
    /// "Action card, 4 copies".
    kind: String,
    text: String,
}

impl Card {
    fn page(&self) -> String {
        let text = match self.text.is_empty() {
            true => "Not in the game yet: it lies in no deck.",
            false => &self.text,
        };
        format!("**{}** · {}\n{text}", self.name, self.kind)
    }
}

fn cards(sources: Sources) -> Vec<Card> {
    let mut all = Vec::new();
    let mut add = |name: &str, kind: String, text: &str| {
        all.push(Card { name: name.into(), kind, text: text.into() });
    };
    for card in ActionCardId::in_play(sources) {
        let kind = match card.get().copies {
            1 => "Action card".into(),
            n => format!("Action card, {n} copies"),
        };
        add(card.name(), kind, text::card_text(card));
    }
    for agenda in AgendaId::in_play(sources) {
        let kind = match agenda.get().kind {
            AgendaKind::Law => "Law",
            AgendaKind::Directive => "Directive",
        };
        add(agenda.name(), kind.into(), tables().agenda(agenda).map_or("", |rule| rule.text));
    }
    for card in PublicId::in_play(sources) {
        let kind = format!("Public objective, {}", text::points(card.get().points));
        add(card.name(), kind, tables().public(card).map_or("", |rule| rule.text));
    }
    for card in SecretId::in_play(sources) {
        add(card.name(), "Secret objective, 1 point".into(), text::secret_text(card));
    }
    for card in StrategyId::in_play(sources) {
        let kind = format!("Strategy card {}", card.get().initiative);
        let rule = strategy_cards::rule(card);
        let abilities = rule.map_or(String::new(), |rule| {
            let token = if rule.token { ", for a strategy token" } else { "" };
            format!("Primary: {}\nSecondary{token}: {}", rule.text[0], rule.text[1])
        });
        add(card.name(), kind, &abilities);
    }
    for note in NoteId::in_play(sources) {
        let of = note.get().faction.map_or("any player".into(), |faction| faction.name());
        add(note.name(), format!("Promissory note of {of}"), text::note_text(note));
    }
    all
}

fn technology(tech: TechId) -> String {
    let printed = tech.get();
    let mut about = vec![match printed.colour() {
        Some(colour) => format!("{} technology", colour.name()),
        None => "unit upgrade".into(),
    }];
    if let Some(faction) = printed.faction {
        about.push(format!("of {}", faction.name()));
    }
    if let Some(needs) = printed.prerequisites.filter(|needs| needs.total() > 0) {
        let colours = Colour::ALL.iter().filter(|colour| needs.of(**colour) > 0);
        let colours = colours.map(|colour| format!("{} {}", needs.of(*colour), colour.name()));
        about.push(format!("needs {}", text::list(colours)));
    }
    let mut page = format!("**{}** · {}", tech.name(), about.join(", "));
    if let Some(component) = tables().technology(tech) {
        page += &format!("\n{}", component.text);
    } else if printed.unit.is_none() {
        page += "\nNot in the game yet: nobody can research it.";
    }
    if let Some(unit) = printed.unit {
        page += &format!("\n{}", unit_line(unit));
    }
    page
}

fn faction(faction: FactionId, sources: Sources) -> String {
    let sheet = faction.get();
    let mut lines = vec![format!("**{}** · commodities {}", faction.name(), sheet.commodities)];
    let planets = sheet.home_planets.iter().map(|planet| {
        let planet = planet.get();
        format!("{} ({}/{})", planet.name, planet.resources, planet.influence)
    });
    if !sheet.home_planets.is_empty() {
        lines.push(format!("Home: {}", text::list(planets)));
    }
    let units = sheet.starting_units.iter().map(|(kind, n)| kind.label(usize::from(*n)));
    lines.push(format!("Begins with {}", text::list(units)));
    for ability in &sheet.abilities {
        let about = tables().ability(*ability).map_or("not in the game yet", |it| it.text);
        lines.push(format!("**{}**: {about}", ability.name()));
    }
    for unit in sheet.units.iter().filter(|unit| unit.is_in_play(sources)) {
        if unit.get().upgrade_of.is_none() {
            lines.push(unit_line(*unit));
        }
    }
    for tech in sheet.faction_technologies.iter().map(|tech| tech.current(sources)) {
        lines.push(technology(tech));
    }
    for note in sheet.promissory_notes.iter().map(|note| note.current(sources)) {
        let about = text::note_text(note);
        let about = if about.is_empty() { "not in the game yet" } else { about };
        lines.push(format!("**{}** · promissory note: {about}", note.name()));
    }
    lines.join("\n")
}

/// "**Exotrireme I** · dreadnought: cost 4, combat 5, move 1, …".
fn unit_line(unit: UnitId) -> String {
    let card = unit.get();
    let dice = |attack: Attack| match attack.dice {
        1 => attack.value.to_string(),
        0 => format!("{} (×?)", attack.value),
        n => format!("{} (×{n})", attack.value),
    };
    let mut facts = Vec::new();
    if let Some(cost) = card.cost {
        let pair = if card.units_per_cost > 1 { " for two" } else { "" };
        facts.push(format!("cost {cost}{pair}"));
    }
    facts.extend(card.combat.map(|attack| format!("combat {}", dice(attack))));
    facts.extend(card.movement.filter(|n| *n > 0).map(|n| format!("move {n}")));
    if card.capacity > 0 {
        facts.push(format!("capacity {}", card.capacity));
    }
    let barrage = card.anti_fighter_barrage;
    facts.extend(barrage.map(|attack| format!("anti-fighter barrage {}", dice(attack))));
    facts.extend(card.bombardment.map(|attack| format!("bombardment {}", dice(attack))));
    facts.extend(card.space_cannon.map(|cannon| {
        let far = if cannon.range > 0 { ", also into adjacent systems" } else { "" };
        format!("space cannon {}{far}", dice(cannon.attack))
    }));
    facts.extend(card.production.map(|production| match production {
        Production::Fixed(n) => format!("production {n}"),
        Production::PlanetResourcesPlus(n) => format!("production: resources of the planet + {n}"),
    }));
    for (has, word) in [
        (card.sustain, "sustain damage"),
        (card.planetary_shield, "planetary shield"),
        (card.disables_planetary_shield, "switches planetary shields off"),
    ] {
        facts.extend(has.then(|| word.to_string()));
    }
    let about = tables().unit(unit).map_or(String::new(), |it| format!(". {}", it.text));
    format!("**{}** · {}: {}{about}", unit.name(), card.kind.name(), facts.join(", "))
}

fn topic(typed: &str) -> Result<String, Refusal> {
    let digits: String = typed.trim().chars().take_while(char::is_ascii_digit).collect();
    let number: Option<u8> = digits.parse().ok();
    let at = match number {
        Some(number) => {
            TOPICS.iter().position(|topic| topic.number == number).ok_or_else(|| {
                Refusal::new(format!("there is no topic {number}"))
                    .instead("They go from 1 to 101.")
            })?
        }
        None => find(TOPICS.iter().map(|topic| topic.name.as_str()), typed, "topic")?,
    };
    let topic = &TOPICS[at];
    Ok(format!("**{} · RR {}**\n{}", topic.name, topic.number, topic.text.trim()))
}

/// Where to read about a refusal by this paragraph: "/rules topic:78".
pub fn link(paragraph: &str) -> Option<String> {
    let number: u8 = paragraph.split('.').next()?.parse().ok()?;
    let topic = TOPICS.iter().find(|topic| topic.number == number)?;
    Some(format!("`/rules topic:{number}` explains {}", topic.name))
}

/// The public objectives on the table, what each asks for and who has scored it.
pub fn objectives(view: &View) -> String {
    let mut lines = vec!["**Public objectives**".to_string()];
    for objective in &view.objectives {
        let scored = objective.scored.iter().map(|seat| seat.to_string());
        let scored = match objective.scored.is_empty() {
            true => String::new(),
            false => format!(" · scored by {}", text::list(scored)),
        };
        let points = text::points(objective.card.get().points);
        lines.push(format!("**{}** ({points}): {}{scored}", objective.card.name(), objective.text));
    }
    let [first, second] = view.hidden_objectives;
    lines.push(format!("Face down: {first} of stage I, {second} of stage II."));
    for player in &view.players {
        let names = player.scored_secrets.iter().map(|card| format!("**{}**", card.name()));
        if !player.scored_secrets.is_empty() {
            lines.push(format!("{} has scored the secret {}.", player.seat, text::list(names)));
        }
    }
    if let Some(hand) = &view.hand {
        lines.push("**Your secret objectives**".into());
        for (card, met) in &hand.secrets {
            let met = if *met { " · fulfilled now" } else { "" };
            lines.push(format!("**{}**: {}{met}", card.name(), text::secret_text(*card)));
        }
    }
    lines.join("\n")
}

/// The laws in force, with whom or what they elected.
pub fn laws(view: &View) -> String {
    if view.laws.is_empty() {
        return "No law is in force.".into();
    }
    let mut lines = vec!["**Laws in force**".to_string()];
    for law in &view.laws {
        let rule = tables().agenda(law.agenda).map_or("", |rule| rule.text);
        let elected = law.elected.map_or(String::new(), |it| format!(" · {}", text::outcome(it)));
        lines.push(format!("**{}**{elected}: {rule}", law.agenda.name()));
    }
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(shelf: Shelf, typed: &str) -> Result<String, Refusal> {
        crate::imperium::components::install();
        look_up(shelf, typed, Sources::BASE)
    }

    #[test]
    fn a_topic_is_found_by_number_by_paragraph_and_by_name() {
        for typed in ["78", "78.4", "78 Space combat", "space combat", "Space Com"] {
            let page = page(Shelf::Topic, typed).expect(typed);
            assert!(page.contains("Space combat · RR 78") && page.contains("(78.4)"), "{page}");
        }
        let refusal = page(Shelf::Topic, "102").expect_err("no such topic");
        assert!(refusal.to_string().contains("from 1 to 101"));
    }

    #[test]
    fn every_topic_has_a_page_that_fits_into_a_message() {
        assert_eq!(TOPICS.len(), 101);
        for (i, topic) in TOPICS.iter().enumerate() {
            assert_eq!(usize::from(topic.number), i + 1);
            assert!(topic.text.len() < 1500 && !topic.name.is_empty(), "{}", topic.name);
        }
    }

    #[test]
    fn every_paragraph_that_a_refusal_may_name_leads_to_a_topic() {
        assert_eq!(link("49.2").as_deref(), Some("`/rules topic:49` explains Invasion"));
        assert_eq!(link(""), None);
    }

    #[test]
    fn names_are_found_without_apostrophes_and_by_their_beginning() {
        let page = page(Shelf::Technology, "x 89").expect("one such technology");
        assert!(page.starts_with("**X-89 Bacterial Weapon**"), "{page}");
        assert!(page.contains("green technology") && page.contains("needs 3 green"), "{page}");
        let refusal = page(Shelf::Technology, "zzz").expect_err("no such name");
        assert!(refusal.to_string().contains("no technology"));
        let refusal = page(Shelf::Card, "rider").expect_err("many riders");
        assert!(refusal.to_string().contains("several"), "{refusal}");
    }

    #[test]
    fn a_unit_upgrade_shows_its_numbers() {
        let page = page(Shelf::Technology, "destroyer ii").expect("it exists");
        assert!(page.contains("anti-fighter barrage 6 (×3)"), "{page}");
    }

    #[test]
    fn a_faction_shows_abilities_units_technologies_and_note() {
        let page = page(Shelf::Faction, "jol-nar").expect("it exists");
        for part in ["Fragile", "J.N.S. Hylarim", "E-Res Siphons", "Research Agreement"] {
            assert!(page.contains(part), "{part} in {page}");
        }
    }

    /// Every page can be posted.
    #[test]
    fn no_page_is_longer_than_a_message() {
        for shelf in [Shelf::Card, Shelf::Faction, Shelf::Technology] {
            crate::imperium::components::install();
            for name in names(shelf, Sources::BASE) {
                let page = page(shelf, &name).expect(&name);
                assert!(page.chars().count() <= 1_990, "{name}: {}", page.chars().count());
            }
        }
    }
}
