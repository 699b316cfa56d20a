//! What the table needs of the second game beyond its rules: settings, words, keys, commands.

use std::ops::RangeInclusive;

use crate::engine::{By, Entry, Prompt, Refusal, Seat};
use crate::inscription::ask::{Choice, Question};
use crate::inscription::data::{PackRef, pack, packs};
use crate::inscription::rules::setup;
use crate::inscription::state::{Difficulty, Options, State};
use crate::inscription::view::View;
use crate::inscription::{Deed, Inscription, compound, text};
use crate::players::inscription::{Greedy, Random};
use crate::table::{Act, Hosted, Settings, Setup};

/// The settings of a game, with what they mean.
const SETTINGS: &[(&str, &str)] = &[
    ("pack", "sheets and cards to play with: house, or one that the operator has added"),
    ("sheets", "B: the same for everybody, or A: all different"),
    ("difficulty", "of the AI faction with one or two players: easy, medium or hard"),
    ("factions", "factions in the order of the seats, separated by commas; others are dealt"),
];

impl Hosted for Inscription {
    type View = View;

    const TITLE: &'static str = "Twilight Inscription";

    const SEATS: RangeInclusive<usize> = 1..=8;

    const USUAL_SEATS: usize = 4;

    const COMPUTERS: &'static [&'static str] = &["greedy", "random"];

    const SETTINGS: &'static [(&'static str, &'static str)] = SETTINGS;

    const COMMANDS: &'static [(&'static str, &'static [&'static str])] = &[
        ("mark", &["marks"]),
        ("down", &[]),
        ("vote", &["outcome"]),
        ("answer", &["choice"]),
        ("confirm", &[]),
        ("cancel", &[]),
    ];

    fn setting_values(name: &str) -> Vec<(String, String)> {
        let same = |values: Vec<&str>| {
            values.into_iter().map(|value| (value.to_string(), value.to_string())).collect()
        };
        match name {
            "sheets" => same(vec!["B", "A"]),
            "difficulty" => same(Difficulty::ALL.map(Difficulty::word).to_vec()),
            "pack" => same(packs().iter().map(|pack| pack.id.as_str()).collect()),
            _ => Vec::new(),
        }
    }

    fn side(state: &State, seat: Seat) -> Option<String> {
        state.faction(seat).map(|faction| faction.name.clone())
    }

    fn asked_note(state: &State) -> String {
        text::asked_note(state)
    }

    fn draft_note(state: &State, prompt: &Prompt<Self>, draft: &[Choice]) -> String {
        text::draft_note(state, prompt, draft)
    }

    fn submit_label(state: &State, prompt: &Prompt<Self>, draft: &[Choice]) -> &'static str {
        text::submit_label(state, prompt, draft)
    }

    fn check_settings(settings: &Settings) -> Result<(), Refusal> {
        read(settings, 8).map(|_| ())
    }

    fn create(setup: &Setup) -> Result<State, Refusal> {
        let (pack, options) = read(&setup.settings, setup.seats.len())?;
        Ok(setup::new_game(pack, options))
    }

    fn view(state: &State, viewer: Option<Seat>) -> View {
        View::of(state, viewer)
    }

    fn question_text(state: &State, viewer: Option<Seat>, prompt: &Prompt<Self>) -> String {
        text::question(state, viewer, prompt)
    }

    fn choice_label(state: &State, prompt: &Prompt<Self>, choice: &Choice) -> String {
        text::choice(state, prompt.seat, choice)
    }

    fn choice_detail(state: &State, prompt: &Prompt<Self>, choice: &Choice) -> String {
        text::detail(state, prompt.seat, choice)
    }

    fn choice_key(choice: &Choice) -> String {
        text::key(choice)
    }

    fn choice_group(choice: &Choice) -> String {
        text::group(choice).into()
    }

    /// Until the barrier nobody's marks rest on another's.
    fn independent(_: &Question) -> bool {
        true
    }

    /// Which factions were dealt is nobody else's business.
    fn hides_options(prompt: &Prompt<Self>) -> bool {
        prompt.question == Question::Faction
    }

    fn next(state: &State, prompt: &Prompt<Self>, draft: &[Choice]) -> Vec<Choice> {
        compound::next(state, prompt, draft)
    }

    fn suggest(state: &State, prompt: &Prompt<Self>) -> Vec<Vec<Choice>> {
        let mut answers = compound::suggest(state, prompt);
        if matches!(prompt.question, Question::Mark { .. }) {
            // The marker can be put down as things are without a suggestion.
            answers.truncate(1);
        }
        answers.retain(|answer| !answer.is_empty());
        answers
    }

    fn automatic(state: &State, prompt: &Prompt<Self>) -> Option<Vec<Choice>> {
        compound::automatic(state, prompt)
    }

    fn pass(_: &State, _: &Prompt<Self>) -> Option<Vec<Choice>> {
        None
    }

    /// The marker is down with what was drafted; who has chosen no sheet marks the last one, and who casts no
    /// ballot abstains.
    fn lapsed(state: &State, prompt: &Prompt<Self>, draft: &[Choice]) -> Option<Vec<Choice>> {
        Some(compound::lapsed(state, prompt, draft))
    }

    fn concerns(_: &State, _: &Prompt<Self>) -> bool {
        true
    }

    /// Everybody marks at the same time.
    fn on_turn(_: &State) -> Option<Seat> {
        None
    }

    fn round(state: &State) -> u32 {
        state.round
    }

    fn computer_deed(_: &State, _: Seat, _: &[Seat]) -> Option<Deed> {
        None
    }

    /// `/mark marks:explore a1-c1; claim c1` adds to the draft and `/down` submits it, `/vote outcome:pass 2`
    /// casts a ballot, `/answer choice:sol` answers anything.
    fn command(
        state: &State,
        seat: Seat,
        prompts: &[Prompt<Self>],
        draft: &[Choice],
        name: &str,
        options: &[(String, String)],
    ) -> Result<Act<Self>, Refusal> {
        let prompt = prompts.iter().find(|prompt| prompt.seat == seat);
        let prompt = prompt.ok_or_else(|| {
            let waits: Vec<String> = prompts.iter().map(|one| one.seat.to_string()).collect();
            Refusal::new("nothing is asked of you now")
                .instead(format!("Waiting for {}.", waits.join(", ")))
        })?;
        let typed = options.first().map_or("", |(_, value)| value.as_str());
        if let Some((more, _)) = options.get(1) {
            let why = format!("`{more}` means nothing in {}", Self::TITLE);
            return Err(Refusal::new(why).instead("Leave it out."));
        }
        let marks = matches!(prompt.question, Question::Mark { .. });
        let fits = match name {
            "mark" | "down" => marks,
            "vote" => matches!(prompt.question, Question::Ballot { .. }),
            "answer" | "confirm" | "cancel" => true,
            _ => return Err(Refusal::new(format!("there is no command /{name}"))),
        };
        if !fits {
            let instead = match prompt.question {
                Question::Mark { .. } => "Write `/mark` and `/down`.",
                Question::Ballot { .. } => "Write `/vote`.",
                Question::Faction => "Write `/answer`.",
            };
            return Err(Refusal::new("that is not asked of you now").instead(instead));
        }
        Ok(match name {
            "down" | "confirm" => Act::Confirm,
            "cancel" => Act::Cancel,
            _ if marks => Act::Draft(text::typed(state, prompt, draft, typed)?),
            _ => Act::Answer(text::typed(state, prompt, &[], typed)?),
        })
    }

    /// What may be typed next: legal marks after those of the line, ballots, factions.
    fn complete(
        state: &State,
        seat: Option<Seat>,
        prompts: &[Prompt<Self>],
        draft: &[Choice],
        name: &str,
        options: &[(String, String)],
        focused: &str,
    ) -> Vec<(String, String)> {
        let asked = prompts.iter().find(|prompt| Some(prompt.seat) == seat);
        let Some(prompt) = asked else { return Vec::new() };
        let marks = matches!(prompt.question, Question::Mark { .. });
        let ballot = matches!(prompt.question, Question::Ballot { .. });
        let known = Self::COMMANDS
            .iter()
            .any(|(command, options)| *command == name && options.contains(&focused));
        if !known || (name == "mark" && !marks) || (name == "vote" && !ballot) {
            return Vec::new();
        }
        let typed = options.iter().find(|(name, _)| name == focused);
        let typed = typed.map_or("", |(_, value)| value.as_str());
        text::completions(state, prompt, draft, typed)
    }

    fn public_summary(state: &State) -> String {
        text::summary(state)
    }

    fn entry_text(entry: &Entry<Self>) -> String {
        match entry {
            Entry::Answer { seat, question, by, .. } => {
                let what = match question {
                    Question::Faction => "chooses a faction",
                    Question::Mark { .. } => "marks",
                    Question::Ballot { .. } => "votes",
                };
                match by {
                    By::Moderator(name) => format!("{seat} {what} (by {name}, as a moderator)"),
                    _ => format!("{seat} {what}"),
                }
            }
            Entry::Chance { label, faces: 0, .. } => format!("shuffle: {label}"),
            Entry::Chance { label, outcomes, .. } => {
                let dice: Vec<String> = outcomes.iter().map(u32::to_string).collect();
                format!("dice: {label}: {}", dice.join(", "))
            }
            Entry::Reveal { .. } => "something hidden was shown or drawn".into(),
            Entry::Deed { deed, .. } => match *deed {},
            Entry::Undo { by, .. } => format!("undo by {by}"),
            Entry::Redo { by } => format!("redo by {by}"),
            Entry::Fresh { .. } => "fresh dice and decks".into(),
        }
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
    prompt: &Prompt<Inscription>,
    position: usize,
) -> Vec<Choice> {
    let seed = position as u64 ^ (u64::from(prompt.seat.0) << 32);
    match kind {
        "random" => Random::new(seed).choices(state, prompt),
        _ => Greedy::new(seed).choices(state, prompt),
    }
}

fn read(settings: &Settings, players: usize) -> Result<(PackRef, Options), Refusal> {
    let mut options = setup::standard(players);
    let name = settings.get("pack").map_or("house", |name| name.trim());
    let pack = pack(name).ok_or_else(|| {
        let known: Vec<&str> = packs().iter().map(|pack| pack.id.as_str()).collect();
        Refusal::new(format!("there is no pack `{name}`"))
            .instead(format!("Packs: {}.", known.join(", ")))
    })?;
    for (name, value) in settings {
        let value = value.trim();
        match name.as_str() {
            "pack" => {}
            "sheets" if value.eq_ignore_ascii_case("a") => options.varied = true,
            "sheets" if value.eq_ignore_ascii_case("b") => options.varied = false,
            "sheets" => {
                return Err(
                    Refusal::new(format!("there is no side `{value}`")).instead("Write A or B.")
                );
            }
            "difficulty" => {
                let found =
                    Difficulty::ALL.into_iter().find(|one| one.word().eq_ignore_ascii_case(value));
                options.difficulty = found.ok_or_else(|| {
                    Refusal::new(format!("`{value}` is no difficulty"))
                        .instead("Write easy, medium or hard.")
                })?;
            }
            "factions" => {
                for (seat, wish) in value.split(',').map(str::trim).enumerate() {
                    let found = match wish {
                        "" => None,
                        wish => Some(pack.faction_named(wish).ok_or_else(|| {
                            Refusal::new(format!("there is no faction `{wish}`"))
                        })?),
                    };
                    if found.is_some() && options.factions.contains(&found) {
                        return Err(Refusal::new(format!("`{wish}` is named twice")));
                    }
                    if seat < players {
                        options.factions.push(found);
                    }
                }
            }
            other => {
                let known: Vec<&str> = SETTINGS.iter().map(|(name, _)| *name).collect();
                let why = format!("{} has no setting `{other}`", Inscription::TITLE);
                return Err(Refusal::new(why).instead(format!("Settings: {}.", known.join(", "))));
            }
        }
    }
    Ok((pack, options))
}

#[cfg(test)]
mod tests;
