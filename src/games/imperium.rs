//! What the table needs of the game beyond its rules: settings, words, keys, computer players' deeds.

use std::ops::RangeInclusive;

use crate::engine::{By, Entry, Prompt, Refusal, Seat};
use crate::imperium::commands::orders;
use crate::imperium::data::*;
use crate::imperium::rules::ask::{Choice, Question};
use crate::imperium::rules::{compound, fix, setup};
use crate::imperium::state::galaxy;
use crate::imperium::state::*;
use crate::imperium::view::reading::{self, Shelf};
use crate::imperium::view::{View, text};
use crate::imperium::{Deed, Imperium, commands, components, position};
use crate::table::{Act, Fixing, Hosted, Line, Reply, Settings, Setup};

/// The settings of `/game create` and `/game set`, with what they mean.
const SETTINGS: &[(&str, &str)] = &[
    ("goal", "victory points to win: 10 or 14; from 2 on for a short game"),
    ("map", "random, the name of a preset map, or a community map string"),
    ("expansions", "base, with any of pok, codex1 and codex3"),
    ("order", "free, or strict: secondary abilities one after the other"),
    ("factions", "factions in the order of the seats, separated by commas; others are dealt"),
];

impl Hosted for Imperium {
    type View = View;

    const TITLE: &'static str = "Twilight Imperium";

    const SEATS: RangeInclusive<usize> = 3..=8;

    const USUAL_SEATS: usize = 6;

    const COMPUTERS: &'static [&'static str] = &["greedy", "random"];

    const SETTINGS: &'static [(&'static str, &'static str)] = SETTINGS;

    const COMMANDS: &'static [(&'static str, &'static [&'static str])] = commands::OPTIONS;

    fn setting_values(name: &str) -> Vec<(String, String)> {
        let same =
            |values: &[&str]| values.iter().map(|v| (v.to_string(), v.to_string())).collect();
        match name {
            "goal" => same(&["10", "14"]),
            "order" => same(&["free", "strict"]),
            "map" => map_values(),
            "expansions" => expansion_values(),
            _ => Vec::new(),
        }
    }

    fn side(state: &State, seat: Seat) -> Option<String> {
        Some(state.player(seat).faction.name().into())
    }

    fn read_line(line: &str) -> Result<Line, Refusal> {
        let command = commands::Command::parse(line)?;
        Ok((command.name, command.options))
    }

    fn check_settings(settings: &Settings) -> Result<(), Refusal> {
        for name in settings.keys() {
            if !SETTINGS.iter().any(|(known, _)| known == name) {
                let known: Vec<&str> = SETTINGS.iter().map(|(name, _)| *name).collect();
                let why = format!("{} has no setting `{name}`", Self::TITLE);
                return Err(Refusal::new(why).instead(format!("Settings: {}.", known.join(", "))));
            }
        }
        // The number of players is not known yet; six stand for all.
        read(settings, 6).map(|_| ())
    }

    fn create(setup: &Setup) -> Result<State, Refusal> {
        components::install();
        let options = read(&setup.settings, setup.seats.len())?;
        setup::check(&options)?;
        Ok(setup::new_game(options))
    }

    fn view(state: &State, viewer: Option<Seat>) -> View {
        components::install();
        View::of(state, viewer)
    }

    fn question_text(state: &State, viewer: Option<Seat>, prompt: &Prompt<Self>) -> String {
        text::question_for(state, viewer, prompt.seat, &prompt.question)
    }

    fn choice_label(state: &State, prompt: &Prompt<Self>, choice: &Choice) -> String {
        text::choice(state, &prompt.question, choice)
    }

    fn choice_detail(state: &State, prompt: &Prompt<Self>, choice: &Choice) -> String {
        components::install();
        text::detail(state, prompt.seat, choice)
    }

    fn choice_key(choice: &Choice) -> String {
        text::key(choice)
    }

    fn choice_group(choice: &Choice) -> String {
        text::group(choice).into()
    }

    /// The target of a card is named before the card lies on the table, and what it may be tells
    /// which card it is.
    fn hides_options(prompt: &Prompt<Self>) -> bool {
        matches!(prompt.question, Question::CardTarget { .. })
    }

    fn next(state: &State, prompt: &Prompt<Self>, draft: &[Choice]) -> Vec<Choice> {
        components::install();
        compound::shape(&prompt.question)
            .map_or(Vec::new(), |shape| (shape.next)(state, prompt, draft))
    }

    fn suggest(state: &State, prompt: &Prompt<Self>) -> Vec<Vec<Choice>> {
        components::install();
        compound::shape(&prompt.question).map_or(Vec::new(), |shape| (shape.suggest)(state, prompt))
    }

    fn automatic(state: &State, prompt: &Prompt<Self>) -> Option<Vec<Choice>> {
        components::install();
        compound::only_pass(state, prompt)
    }

    fn pass(_: &State, prompt: &Prompt<Self>) -> Option<Vec<Choice>> {
        let offer = matches!(prompt.question, Question::Respond { .. });
        (offer && prompt.options.contains(&Choice::Pass)).then(|| vec![Choice::Pass])
    }

    fn decline(state: &State, prompt: &Prompt<Self>) -> Option<Vec<Choice>> {
        components::install();
        orders::decline(state, prompt)
    }

    fn topics(prompt: &Prompt<Self>) -> Vec<String> {
        orders::topics(prompt)
    }

    fn topic_text(topic: &str) -> Option<String> {
        orders::topic_text(topic)
    }

    fn all_topics(state: &State) -> Vec<(String, String)> {
        components::install();
        orders::all_topics(state)
    }

    fn read_order(state: &State, _: Seat, topic: &str, typed: &str) -> Result<Reply, Refusal> {
        components::install();
        Ok(match orders::read(state, topic, typed)? {
            orders::Reading::Pass => Reply::Pass,
            orders::Reading::Ask => Reply::Ask,
            orders::Reading::First(options) => Reply::First(options),
            orders::Reading::Plan(words) => Reply::Plan(words),
        })
    }

    fn order_suggestions(state: &State, seat: Seat, topic: &str) -> Vec<(String, String)> {
        components::install();
        orders::suggestions(state, seat, topic)
    }

    fn planned(state: &State, prompt: &Prompt<Self>, plan: &str) -> Option<Vec<Choice>> {
        components::install();
        orders::planned(state, prompt, plan)
    }

    fn upcoming(state: &State, prompts: &[Prompt<Self>], seat: Seat) -> Option<Prompt<Self>> {
        components::install();
        orders::upcoming(state, prompts, seat)
    }

    fn concerns(state: &State, prompt: &Prompt<Self>) -> bool {
        text::concerns(state, prompt.seat, &prompt.question)
    }

    fn on_turn(state: &State) -> Option<Seat> {
        state.active
    }

    fn round(state: &State) -> u32 {
        state.round.into()
    }

    /// Computers take every deal that costs them nothing on balance, and refuse the others.
    fn computer_deed(state: &State, seat: Seat) -> Option<Deed> {
        let offer = state.offers.iter().find(|offer| offer.to == seat)?;
        let support = |note: Note| note.card.get().played_immediately_on_receipt;
        // A note given away is worth two trade goods, one received half of that; a victory point is
        // worth any price and never for sale.
        let price = |note: Note| if support(note) { 1000 } else { 4 };
        let prize = |note: Note| match note.of == seat {
            true => 2,
            false if support(note) => 20,
            false => 2,
        };
        let worth = |goods: &Goods| {
            2 * u32::from(goods.trade_goods)
                + u32::from(goods.commodities)
                + goods.note.map_or(0, price)
        };
        // Commodities are worth a trade good to whoever gets them.
        let gets = 2 * u32::from(offer.gives.trade_goods + offer.gives.commodities)
            + offer.gives.note.map_or(0, prize);
        let accept = Deed::Accept { offer: offer.id };
        let fair = worth(&offer.takes) <= gets;
        let possible = crate::imperium::rules::trade::check(state, seat, &accept).is_ok();
        Some(if fair && possible { accept } else { Deed::Decline { offer: offer.id } })
    }

    fn command(
        state: &State,
        seat: Seat,
        prompts: &[Prompt<Self>],
        draft: &[Choice],
        name: &str,
        options: &[(String, String)],
    ) -> Result<Act<Self>, Refusal> {
        components::install();
        let command = commands::Command { name: name.into(), options: options.to_vec() };
        Ok(match commands::act(state, seat, prompts, draft, &command)? {
            commands::Act::Answer(choices) => Act::Answer(choices),
            commands::Act::Draft(parts) => Act::Draft(parts),
            commands::Act::Confirm => Act::Confirm,
            commands::Act::Cancel => Act::Cancel,
            commands::Act::Deed(deed) => Act::Deed(deed),
        })
    }

    fn complete(
        state: &State,
        seat: Option<Seat>,
        prompts: &[Prompt<Self>],
        draft: &[Choice],
        name: &str,
        options: &[(String, String)],
        focused: &str,
    ) -> Vec<(String, String)> {
        components::install();
        let command = commands::Command { name: name.into(), options: options.to_vec() };
        commands::complete(state, seat, prompts, draft, &command, focused)
    }

    fn fix(
        state: &State,
        name: &str,
        options: &[(String, String)],
    ) -> Result<Fixing<Self>, Refusal> {
        components::install();
        let command = commands::Command { name: name.into(), options: options.to_vec() };
        let wanted = commands::fix(state, &command)?;
        fix::check(state, &wanted)?;
        Ok(Fixing {
            seat: wanted.seat(),
            line: fix::preview(state, &wanted),
            warnings: fix::warnings(state, &wanted),
            deed: Deed::Fix(wanted),
        })
    }

    fn complete_fix(
        state: &State,
        name: &str,
        options: &[(String, String)],
        focused: &str,
    ) -> Vec<(String, String)> {
        let command = commands::Command { name: name.into(), options: options.to_vec() };
        commands::complete_fix(state, &command, focused)
    }

    fn public_summary(state: &State) -> String {
        components::install();
        text::summary(state)
    }

    fn entry_text(entry: &Entry<Self>) -> String {
        match entry {
            Entry::Answer { seat, question, by: By::Moderator(name), .. } => {
                format!("{seat}: {} (answered by {name}, as a moderator)", text::topic(question))
            }
            Entry::Answer { seat, question, .. } => format!("{seat}: {}", text::topic(question)),
            Entry::Chance { label, faces: 0, .. } => format!("shuffle: {label}"),
            Entry::Chance { label, outcomes, .. } => {
                let dice: Vec<String> = outcomes.iter().map(u32::to_string).collect();
                format!("dice: {label}: {}", dice.join(", "))
            }
            Entry::Reveal { .. } => "something hidden was shown or drawn".into(),
            Entry::Deed { seat, deed, by } => match deed {
                Deed::Offer { to, gives, takes } => {
                    format!("{seat} proposes to {to}: gives {gives}, gets {takes}")
                }
                Deed::Accept { .. } => format!("{seat} accepts a deal"),
                Deed::Decline { .. } => format!("{seat} declines a deal"),
                Deed::Fix(fix) => match by {
                    By::Moderator(name) => format!("{} (corrected by {name})", fix::name(fix)),
                    _ => fix::name(fix),
                },
            },
            Entry::Undo { by, .. } => format!("undo by {by}"),
            Entry::Redo { by } => format!("redo by {by}"),
            Entry::Fresh { .. } => "fresh dice and decks".into(),
        }
    }

    /// Labels begin with the moment and go on with ever smaller parts of what is rolled for.
    fn scene(label: &str) -> Option<&str> {
        let at = label.find("space combat in").or_else(|| label.find("ground combat on"))?;
        label[at..].split(',').next()
    }

    fn migrate(version: u32, state: serde_json::Value) -> Result<serde_json::Value, String> {
        match version {
            1 => Ok(state),
            other => Err(format!("version {other} of a game's state is unknown to this program")),
        }
    }
}

/// What computer players of each kind answer.
pub fn computer(
    kind: &str,
    state: &State,
    prompt: &Prompt<Imperium>,
    position: usize,
) -> Vec<Choice> {
    components::install();
    let seed = position as u64 ^ (u64::from(prompt.seat.0) << 32);
    match kind {
        "random" => crate::players::Random::new(seed).choices(state, prompt),
        _ => crate::players::greedy::Greedy::new(seed).choices(state, prompt),
    }
}

fn read(settings: &Settings, players: usize) -> Result<Options, Refusal> {
    let mut options = setup::standard(players);
    for (name, value) in settings {
        let value = value.trim();
        match name.as_str() {
            "goal" => {
                options.goal = value.parse().map_err(|_| {
                    Refusal::new(format!("`{value}` is no goal")).instead("Play to 10 or to 14.")
                })?;
            }
            "map" => options.map = map(value)?,
            "expansions" => {
                let found = expansions(value)?;
                options.sources = Sources::of(options.sources.iter().chain(found));
            }
            "order" => options.strict_order = value == "strict",
            "factions" => {
                let wishes = value.split(',').map(str::trim).filter(|wish| !wish.is_empty());
                for (seat, wish) in wishes.enumerate() {
                    let faction = position::faction(&wish.to_lowercase())
                        .ok_or_else(|| Refusal::new(format!("there is no faction `{wish}`")))?;
                    if let Some(place) = options.factions.get_mut(seat) {
                        *place = Some(faction);
                    }
                }
            }
            other => return Err(Refusal::new(format!("there is no setting `{other}`"))),
        }
    }
    Ok(options)
}

/// All choices of products, the base game alone first.
fn expansion_values() -> Vec<(String, String)> {
    let sets = (0..1 << EXPANSIONS.len()).map(|set| {
        let chosen = EXPANSIONS.iter().enumerate().filter(move |(at, _)| set & (1 << at) != 0);
        Sources::of(chosen.map(|(_, source)| *source))
    });
    let named = sets.map(|sources| {
        let slugs: Vec<&str> = sources.iter().map(|source| source.slug()).collect();
        (sources.to_string(), slugs.join(", "))
    });
    named.collect()
}

fn map_values() -> Vec<(String, String)> {
    let random = ("random".to_string(), "random".to_string());
    let presets = galaxy::presets().iter().map(|preset| {
        (format!("{} ({} players)", preset.name, preset.map.players()), preset.id.clone())
    });
    std::iter::once(random).chain(presets).collect()
}

/// Products that a game can be played with, beside the base game.
const EXPANSIONS: [Source; 3] = [Source::Pok, Source::Codex1, Source::Codex3];

/// "base, codex1, codex3".
fn expansions(value: &str) -> Result<Vec<Source>, Refusal> {
    let value = value.to_lowercase().replace("codex ", "codex");
    let named = value.split([',', ' ', '+']).filter(|slug| !slug.is_empty());
    let found: Option<Vec<Source>> = named.map(Source::by_slug).collect();
    let slugs = EXPANSIONS.map(|source| format!("`{}`", source.slug())).join(", ");
    let instead = format!("Write `base`, or `base` with any of {slugs}.");
    let found = found.ok_or_else(|| {
        Refusal::new(format!("`{value}` names no expansions")).instead(instead.clone())
    })?;
    let playable = |source: &Source| *source == Source::Base || EXPANSIONS.contains(source);
    match found.iter().find(|source| !playable(source)) {
        Some(absent) => {
            let why = format!("{} cannot be played yet", absent.name());
            Err(Refusal::new(why).instead(instead))
        }
        None => Ok(found),
    }
}

fn map(value: &str) -> Result<MapChoice, Refusal> {
    if value.is_empty() || value.eq_ignore_ascii_case("random") {
        return Ok(MapChoice::Random);
    }
    let fits =
        |preset: &&galaxy::Preset| preset.id == value || preset.name.eq_ignore_ascii_case(value);
    if let Some(preset) = galaxy::presets().iter().find(fits) {
        return Ok(MapChoice::Preset(preset.id.clone()));
    }
    match value.contains([' ', ',']) {
        true => Ok(MapChoice::Text(value.into())),
        false => {
            let names: Vec<&str> =
                galaxy::presets().iter().take(8).map(|preset| preset.id.as_str()).collect();
            Err(Refusal::new(format!("there is no preset map `{value}`"))
                .instead(format!("Presets: {}… or paste a map string.", names.join(", "))))
        }
    }
}

/// What is written about a card, a faction, a technology or a topic of the rules, also where there is no
/// game.
///
/// # Errors
/// As [`reading::look_up`].
pub fn look_up(shelf: Shelf, typed: &str, game: Option<Sources>) -> Result<String, Refusal> {
    components::install();
    reading::look_up(shelf, typed, game)
}

/// The names on a shelf, for autocomplete.
pub fn names(shelf: Shelf, game: Option<Sources>) -> Vec<String> {
    components::install();
    reading::names(shelf, game)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The setting of a lobby, with what is refused.
    #[test]
    fn a_table_chooses_its_products_one_by_one() {
        let check = |value: &str| {
            let settings = Settings::from([("expansions".to_string(), value.to_string())]);
            Imperium::check_settings(&settings)
        };
        for value in
            ["base", "base, codex1", "codex3", "base, pok, codex1, codex3", "Codex 1 + codex 3"]
        {
            assert_eq!(check(value), Ok(()), "{value}");
        }
        for (value, why) in
            [("codex2", "Codex II cannot be played yet"), ("omega", "no expansions")]
        {
            let refusal = check(value).expect_err(value).to_string();
            assert!(refusal.contains(why) && refusal.contains("`codex3`"), "{refusal}");
        }
    }
}
