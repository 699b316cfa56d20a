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

/// The printed versions of each card of a game, that which counts first; outside of a game those of all
/// cards that any game may have, the oldest first. Other versions that the program does not know are
/// left out.
macro_rules! versions {
    ($id:ident, $game:expr, $known:expr) => {{
        let known: fn($id) -> bool = $known;
        let shown: Vec<$id> = match $game {
            Some(sources) => $id::in_play(sources).collect(),
            None => $id::all()
                .filter(|card| card.first() == *card)
                .filter(|card| card.is_in_play(Sources::BASE) || known(*card))
                .collect(),
        };
        let versions = |card: $id| {
            let same = move |other: &$id| *other != card && other.first() == card.first();
            let others = $id::all().filter(same).filter(|other| known(*other));
            std::iter::once(card).chain(others).collect()
        };
        shown.into_iter().map(versions).collect::<Vec<Vec<$id>>>()
    }};
}

/// The names on a shelf that belong to a game with these products, or to any game, for autocomplete.
pub fn names(shelf: Shelf, game: Option<Sources>) -> Vec<String> {
    match shelf {
        Shelf::Card => cards(game).into_iter().flat_map(|page| page.names(game)).collect(),
        Shelf::Faction => {
            let sources = game.unwrap_or(Sources::BASE);
            FactionId::in_play(sources).map(|faction| faction.name().to_string()).collect()
        }
        Shelf::Technology => {
            technologies(game).into_iter().flat_map(|page| page.names(game)).collect()
        }
        Shelf::Topic => {
            TOPICS.iter().map(|topic| format!("{} {}", topic.number, topic.name)).collect()
        }
    }
}

/// What is written about the thing that was typed, in a game with these products or outside of any.
/// Components must be installed.
///
/// # Errors
/// When nothing or more than one thing has such a name; the refusal names the nearest ones.
pub fn look_up(shelf: Shelf, typed: &str, game: Option<Sources>) -> Result<String, Refusal> {
    match shelf {
        Shelf::Card => open(&cards(game), typed, "card", game),
        Shelf::Faction => {
            let all: Vec<FactionId> = FactionId::in_play(game.unwrap_or(Sources::BASE)).collect();
            let at = find(all.iter().map(|id| id.name()).enumerate(), typed, "faction")?;
            Ok(faction(all[at], game))
        }
        Shelf::Technology => open(&technologies(game), typed, "technology", game),
        Shelf::Topic => topic(typed),
    }
}

/// The page that has such a name, under the name of whichever version.
fn open(pages: &[Page], typed: &str, what: &str, game: Option<Sources>) -> Result<String, Refusal> {
    let names = pages.iter().enumerate();
    let names = names.flat_map(|(at, page)| page.0.iter().map(move |one| (at, one.name)));
    let at = find(names, typed, what)?;
    Ok(pages[at].text(game))
}

/// Which of the named things is meant: by its name in full, or as the only one that contains it.
fn find<'a>(
    names: impl Iterator<Item = (usize, &'a str)> + Clone,
    typed: &str,
    what: &str,
) -> Result<usize, Refusal> {
    let wanted = plain(typed);
    let exact = names.clone().find(|(_, name)| plain(name) == wanted);
    let mut near: Vec<(usize, &str)> =
        names.filter(|(_, name)| plain(name).contains(&wanted)).collect();
    // Versions of a card are one thing.
    near.dedup_by_key(|(at, _)| *at);
    near.truncate(6);
    match (exact, near.as_slice()) {
        (Some((at, _)), _) => Ok(at),
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
    let name = name.replace('Ω', "omega");
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// One printed version of a card.
struct Version {
    name: &'static str,
    source: Source,
    /// "Action card, 4 copies".
    kind: String,
    /// Nothing where the program does not know it.
    text: String,
}

/// A card in all versions that matter, that which counts first.
struct Page(Vec<Version>);

impl Page {
    /// In a game the name of what counts there, outside of it all names.
    fn names(&self, game: Option<Sources>) -> Vec<String> {
        let shown = if game.is_some() { 1 } else { self.0.len() };
        let mut names: Vec<String> =
            self.0.iter().take(shown).map(|one| one.name.to_string()).collect();
        names.dedup();
        names
    }

    fn text(&self, game: Option<Sources>) -> String {
        let Some((shown, others)) = self.0.split_first() else { return String::new() };
        let text = match shown.text.is_empty() {
            true => "Not in the game yet: nobody gets it.",
            false => &shown.text,
        };
        let mut page = format!("**{}** · {}\n{text}", shown.name, shown.kind);
        for other in others {
            page += &match game {
                Some(_) => format!(
                    "\n*This is the version in force in this game, of {}; that of {} is **{}**.*",
                    place_of(shown.source),
                    place_of(other.source),
                    other.name
                ),
                None => format!(
                    "\nIn games with {}, **{}** takes its place: {}",
                    other.source, other.name, other.text
                ),
            };
        }
        page
    }
}

fn place_of(source: Source) -> String {
    match source {
        Source::Base => "the base game".into(),
        other => other.name().into(),
    }
}

fn cards(game: Option<Sources>) -> Vec<Page> {
    let mut all = Vec::new();
    macro_rules! add {
        ($id:ident, $kind:expr, $text:expr) => {
            let (kind, text): (fn($id) -> String, fn($id) -> String) = ($kind, $text);
            let version = |card: $id| Version {
                name: card.name(),
                source: card.source(),
                kind: kind(card),
                text: text(card),
            };
            let known = |card: $id| !($text)(card).is_empty();
            for versions in versions!($id, game, known) {
                all.push(Page(versions.into_iter().map(version).collect()));
            }
        };
    }
    add!(
        ActionCardId,
        |card| match card.get().copies {
            1 => "Action card".into(),
            n => format!("Action card, {n} copies"),
        },
        |card| text::card_text(card).to_string()
    );
    add!(
        AgendaId,
        |agenda| {
            let kind = text::agenda_kind(agenda);
            kind[..1].to_uppercase() + &kind[1..]
        },
        |agenda| tables().agenda(agenda).map_or("", |rule| rule.text).to_string()
    );
    add!(
        PublicId,
        |card| format!("Public objective, {}", text::points(card.get().points)),
        |card| tables().public(card).map_or("", |rule| rule.text).to_string()
    );
    add!(SecretId, |_| "Secret objective, 1 point".into(), |card| text::secret_text(card)
        .to_string());
    add!(StrategyId, |card| format!("Strategy card {}", card.get().initiative), abilities);
    add!(
        NoteId,
        |note| {
            let of = note.get().faction.map_or("any player", |faction| faction.name());
            format!("Promissory note of {of}")
        },
        |note| text::note_text(note).to_string()
    );
    all
}

fn abilities(card: StrategyId) -> String {
    strategy_cards::rule(card).map_or(String::new(), |rule| {
        let token = if rule.token { ", for a strategy token" } else { "" };
        format!("Primary: {}\nSecondary{token}: {}", rule.text[0], rule.text[1])
    })
}

fn technologies(game: Option<Sources>) -> Vec<Page> {
    let version = |tech: TechId| Version {
        name: tech.name(),
        source: tech.source(),
        kind: technology_kind(tech),
        text: technology_text(tech),
    };
    let all = versions!(TechId, game, |tech| !technology_text(tech).is_empty());
    all.into_iter().map(|all| Page(all.into_iter().map(version).collect())).collect()
}

/// "green technology, of the Yin Brotherhood, needs 2 green".
fn technology_kind(tech: TechId) -> String {
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
    about.join(", ")
}

pub(super) fn technology_text(tech: TechId) -> String {
    let does = tables().technology(tech).map(|component| component.text.to_string());
    let lines: Vec<String> = does.into_iter().chain(tech.get().unit.map(unit_line)).collect();
    lines.join("\n")
}

fn technology(tech: TechId) -> String {
    let text = technology_text(tech);
    let text = if text.is_empty() { "Not in the game yet: nobody gets it." } else { &text };
    format!("**{}** · {}\n{text}", tech.name(), technology_kind(tech))
}

/// The newest version of a faction's own cards in a game; outside of any game those of the base game,
/// with the names of the later ones.
fn faction(faction: FactionId, game: Option<Sources>) -> String {
    let sources = game.unwrap_or(Sources::BASE);
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
    if game.is_none() {
        lines.extend(later_cards(sheet));
    }
    lines.join("\n")
}

/// "In games with Codex I: Yin Spinner Ω."
fn later_cards(sheet: &Faction) -> Option<String> {
    let played = Sources::BASE.with(Source::Codex1);
    let technologies = sheet.faction_technologies.iter().map(|tech| (*tech, tech.current(played)));
    let technologies = technologies.filter(|(old, new)| old != new).map(|(_, new)| new.name());
    let notes = sheet.promissory_notes.iter().map(|note| (*note, note.current(played)));
    let notes = notes.filter(|(old, new)| old != new).map(|(_, new)| new.name());
    let names: Vec<String> = technologies.chain(notes).map(|name| format!("**{name}**")).collect();
    (!names.is_empty()).then(|| {
        format!("In games with Codex I: {} in their places.", text::list(names.into_iter()))
    })
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
        None => find(TOPICS.iter().map(|topic| topic.name.as_str()).enumerate(), typed, "topic")?,
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

    fn open(shelf: Shelf, typed: &str) -> Result<String, Refusal> {
        crate::imperium::components::install();
        look_up(shelf, typed, Some(Sources::BASE))
    }

    /// The same outside of any game, and in one with both codices.
    fn elsewhere(shelf: Shelf, typed: &str) -> [String; 2] {
        crate::imperium::components::install();
        let codices = Sources::of([Source::Codex1, Source::Codex3]);
        [None, Some(codices)].map(|game| look_up(shelf, typed, game).expect(typed))
    }

    #[test]
    fn a_game_shows_the_version_in_force_under_each_of_the_names() {
        for (shelf, old) in [
            (Shelf::Technology, "Yin Spinner"),
            (Shelf::Technology, "Magen Defense Grid"),
            (Shelf::Card, "Diplomacy"),
            (Shelf::Card, "Stymie"),
            (Shelf::Card, "Make an Example of Their World"),
        ] {
            for typed in [old.to_string(), format!("{old} Ω"), format!("{old} omega")] {
                let page = open(shelf, &typed).expect(&typed);
                assert!(page.starts_with(&format!("**{old}** ·")), "{page}");
                assert!(page.contains("in force in this game, of the base game; that of Codex"));
                let [outside, newer] = elsewhere(shelf, &typed);
                assert!(newer.starts_with(&format!("**{old} Ω** ·")), "{newer}");
                assert!(newer.contains("in force in this game, of Codex"), "{newer}");
                assert!(outside.starts_with(&format!("**{old}** ·")), "{outside}");
                assert!(outside.contains(&format!("**{old} Ω** takes its place")), "{outside}");
            }
        }
    }

    #[test]
    fn a_card_with_one_version_says_nothing_of_versions() {
        for page in elsewhere(Shelf::Card, "Sabotage") {
            assert!(!page.contains("version") && !page.contains("place"), "{page}");
        }
    }

    #[test]
    fn a_faction_shows_the_cards_in_force() {
        let page = open(Shelf::Faction, "yin brotherhood").expect("it exists");
        assert!(!page.contains('Ω'), "{page}");
        let [outside, newer] = elsewhere(Shelf::Faction, "yin brotherhood");
        assert!(newer.contains("**Yin Spinner Ω**") && newer.contains("**Greyfire Mutagen Ω**"));
        assert!(!newer.contains("**Yin Spinner**"), "{newer}");
        assert!(outside.contains("In games with Codex I: **Yin Spinner Ω**"), "{outside}");
    }

    #[test]
    fn a_topic_is_found_by_number_by_paragraph_and_by_name() {
        for typed in ["78", "78.4", "78 Space combat", "space combat", "Space Com"] {
            let page = open(Shelf::Topic, typed).expect(typed);
            assert!(page.contains("Space combat · RR 78") && page.contains("(78.4)"), "{page}");
        }
        let refusal = open(Shelf::Topic, "102").expect_err("no such topic");
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
        let page = open(Shelf::Technology, "x 89").expect("one such technology");
        assert!(page.starts_with("**X-89 Bacterial Weapon**"), "{page}");
        assert!(page.contains("green technology") && page.contains("needs 3 green"), "{page}");
        let refusal = open(Shelf::Technology, "zzz").expect_err("no such name");
        assert!(refusal.to_string().contains("no technology"));
        let refusal = open(Shelf::Card, "rider").expect_err("many riders");
        assert!(refusal.to_string().contains("several"), "{refusal}");
    }

    #[test]
    fn a_unit_upgrade_shows_its_numbers() {
        let page = open(Shelf::Technology, "destroyer ii").expect("it exists");
        assert!(page.contains("anti-fighter barrage 6 (×3)"), "{page}");
    }

    #[test]
    fn a_faction_shows_abilities_units_technologies_and_note() {
        let page = open(Shelf::Faction, "jol-nar").expect("it exists");
        for part in ["Fragile", "J.N.S. Hylarim", "E-Res Siphons", "Research Agreement"] {
            assert!(page.contains(part), "{part} in {page}");
        }
    }

    /// Every page can be posted.
    #[test]
    fn no_page_is_longer_than_a_message() {
        crate::imperium::components::install();
        let codices = Sources::of([Source::Codex1, Source::Codex3]);
        for shelf in [Shelf::Card, Shelf::Faction, Shelf::Technology] {
            for game in [None, Some(Sources::BASE), Some(codices)] {
                for name in names(shelf, game) {
                    let page = look_up(shelf, &name, game).expect(&name);
                    assert!(page.chars().count() <= 1_990, "{name}: {}", page.chars().count());
                }
            }
        }
    }
}
