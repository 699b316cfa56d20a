//! What questions look like: texts with buttons and menus. The public face of a question shows
//! nothing that tells what anybody holds.

use std::collections::BTreeSet;

use poise::serenity_prelude as serenity;
use serenity::{
    ButtonStyle, CreateActionRow, CreateButton, CreateSelectMenu, CreateSelectMenuKind,
    CreateSelectMenuOption, UserId,
};

use crate::engine::{Seat, Shape};
use crate::games::Kind;
use crate::table::{DraftView, Lobby, OptionText, Order, QuestionText, Refused, Suggestion, Until};

use super::Table;
use super::ids::{Id, Verb};
use super::reply::{CONTENT, Say, shorten};
use super::{shown, words};

/// Rows of components under a message, buttons in a row, options in a menu, characters of a label.
const ROWS: usize = 5;
const BUTTONS: usize = 5;
const OPTIONS: usize = 25;
const LABEL: usize = 80;
const OPTION_LABEL: usize = 100;

/// Options of one group that get a button each in public; more are opened privately.
const GROUP: usize = 8;

/// The options that the channel may see.
pub fn open_options(kind: Kind, question: &QuestionText) -> impl Iterator<Item = &OptionText> {
    let open = move |option: &&OptionText| !question.hidden && shown::is_open(kind, option);
    question.options.iter().filter(open)
}

/// The current question as the channel sees it.
pub struct Public {
    pub text: String,
    pub rows: Vec<CreateActionRow>,
    /// Whom it calls.
    pub called: Vec<UserId>,
}

/// The current question as the channel sees it; nothing when nobody is asked.
pub fn public(table: &Table) -> Option<Public> {
    let asked = table.asked_seats();
    let questions = table.public_questions();
    if questions.is_empty() {
        return None;
    }
    let mut called = Vec::new();
    let mut mention = |seat: Seat| match table.player(seat) {
        Some(row) if row.computer.is_none() => match row.player.parse::<u64>() {
            Ok(id) if id > 0 => {
                if table.may_call(seat) {
                    called.push(UserId::new(id));
                }
                format!("<@{id}>")
            }
            _ => words::plain(&row.name),
        },
        Some(row) => words::plain(&row.name),
        None => seat.to_string(),
    };
    let mut groups: Vec<(&str, Vec<String>)> = Vec::new();
    for (seat, text) in &questions {
        let who = mention(*seat);
        match groups.iter_mut().find(|(known, _)| known == text) {
            Some((_, seats)) if seats.contains(&who) => {}
            Some((_, seats)) => seats.push(who),
            None => groups.push((text, vec![who])),
        }
    }
    let lines: Vec<String> = groups
        .iter()
        .map(|(text, who)| format!("⏳ {}: {}", who.join(", "), table.named(text)))
        .collect();
    let mut lines = lines;
    let ahead: Vec<String> = table
        .seats()
        .iter()
        .filter(|row| !asked.contains(&Seat(row.seat)) && table.may_answer_ahead(Seat(row.seat)))
        .map(|row| words::plain(&row.name))
        .collect();
    if !ahead.is_empty() {
        lines.push(format!("-# May answer ahead: {}.", ahead.join(", ")));
    }
    let note = table.asked_note();
    if !note.is_empty() {
        lines.push(format!("-# {}", table.named(&note)));
    }
    if let Some(rest) = table.rest() {
        let by = words::plain(&rest.by);
        lines.push(format!("⏸ The game is paused, by {by}: answers wait."));
    }
    let own: Vec<QuestionText> = asked.iter().filter_map(|seat| table.question(*seat)).collect();
    let rows = match &own[..] {
        [only] if !only.offer => public_rows(table, only),
        _ => vec![open_row(table, &own)],
    };
    Some(Public { text: shorten(&lines.join("\n"), CONTENT), rows, called })
}

/// One button that opens privately whatever the presser is asked.
fn open_row(table: &Table, own: &[QuestionText]) -> CreateActionRow {
    let offers = !own.is_empty() && own.iter().all(|question| question.offer);
    let label = match own.first() {
        Some(_) if offers => "Respond or pass",
        Some(first) => shown::shared_label(table, first),
        None => "Answer…",
    };
    let position = own.first().map_or(0, |question| question.position);
    let id = Id::new(Verb::Open, &table.game().id, position, Seat(0));
    CreateActionRow::Buttons(vec![button(&id, label, ButtonStyle::Primary)])
}

/// Buttons for what the player on turn may openly do.
fn public_rows(table: &Table, question: &QuestionText) -> Vec<CreateActionRow> {
    let id = |verb| Id::new(verb, &table.game().id, question.position, question.seat);
    if question.shape != Shape::One || question.hidden {
        let label = shown::open_label(table, question);
        return vec![CreateActionRow::Buttons(vec![button(
            &id(Verb::Open),
            label,
            ButtonStyle::Primary,
        )])];
    }
    let groups = grouped(open_options(table.kind(), question));
    let mut buttons = group_buttons(table, question, &groups);
    buttons.truncate(ROWS * BUTTONS - 1);
    // Always there, so that it does not tell whether something is hidden behind it.
    if !buttons.is_empty()
        && groups.iter().all(|(group, _)| group.is_empty())
        && all_open(table.kind(), question)
    {
        return rows_of(buttons);
    }
    let (label, style) = match buttons.is_empty() {
        true => ("Choose…", ButtonStyle::Primary),
        false => ("More…", ButtonStyle::Secondary),
    };
    buttons.push(button(&id(Verb::Open).with("*"), label, style));
    rows_of(buttons)
}

/// Options under the names of their groups, in the order of their first ones.
fn grouped<'a>(
    options: impl Iterator<Item = &'a OptionText>,
) -> Vec<(&'a str, Vec<&'a OptionText>)> {
    let mut groups: Vec<(&str, Vec<&OptionText>)> = Vec::new();
    for option in options {
        match groups.iter_mut().find(|(group, _)| *group == option.group) {
            Some((_, options)) => options.push(option),
            None => groups.push((&option.group, vec![option])),
        }
    }
    groups
}

/// A button an option, and one that opens the group where it is large.
fn group_buttons(
    table: &Table,
    question: &QuestionText,
    groups: &[(&str, Vec<&OptionText>)],
) -> Vec<CreateButton> {
    let id = |verb| Id::new(verb, &table.game().id, question.position, question.seat);
    let mut buttons = Vec::new();
    for (group, options) in groups {
        if options.len() > GROUP {
            let label = if group.is_empty() { "Choose…" } else { group };
            let label = format!("{}…", label.trim_end_matches('…'));
            let id = id(Verb::Open).with(*group);
            buttons.push(button(&id, &label, ButtonStyle::Primary));
            continue;
        }
        buttons.extend(
            options
                .iter()
                .map(|option| answer_button(table, (question.position, question.seat), option)),
        );
    }
    buttons
}

/// A button that answers the question of a seat, asked at a journal position, with one option.
fn answer_button(
    table: &Table,
    (position, seat): (usize, Seat),
    option: &OptionText,
) -> CreateButton {
    let style = match option.key.as_str() {
        "Pass" => ButtonStyle::Secondary,
        _ => ButtonStyle::Primary,
    };
    let id = Id::new(Verb::Answer, &table.game().id, position, seat);
    button(&id.with(&option.key), &table.named(&option.label), style)
}

/// Whether the question is of a kind that never has hidden options.
fn all_open(kind: Kind, question: &QuestionText) -> bool {
    question.options.iter().any(|option| shown::is_certain(kind, option))
        && question.options.iter().all(|option| shown::is_open(kind, option))
}

pub(super) fn button(id: &Id, label: &str, style: ButtonStyle) -> CreateButton {
    CreateButton::new(id.to_string()).label(shorten(label, LABEL)).style(style)
}

fn rows_of(buttons: Vec<CreateButton>) -> Vec<CreateActionRow> {
    let mut rows = Vec::new();
    let mut buttons = buttons.into_iter().peekable();
    while buttons.peek().is_some() {
        rows.push(CreateActionRow::Buttons(buttons.by_ref().take(BUTTONS).collect()));
    }
    rows
}

/// What `seat` is asked, for that seat alone. `group` shows the options of one group only.
pub async fn own(
    table: &Table,
    actor: &crate::table::Actor,
    seat: Seat,
    group: Option<&str>,
) -> Result<Say, Refused> {
    let Some(mut question) = table.question(seat) else {
        return Err(Refused::NotAsked);
    };
    explain(table, &mut question, group);
    if is_one_choice(&question) {
        return Ok(choosing(table, &question, group));
    }
    Ok(draft(table, &table.draft(actor, seat, None).await?, 0))
}

/// Whether buttons or one menu can give every answer. A menu holds each option once, so that of two copies of
/// a card both could not be chosen in it.
fn is_one_choice(question: &QuestionText) -> bool {
    match question.shape {
        Shape::One => true,
        Shape::Some { .. } => {
            let keys: BTreeSet<&str> = question.options.iter().map(|o| o.key.as_str()).collect();
            keys.len() == question.options.len() && keys.len() <= OPTIONS
        }
        Shape::Order | Shape::Compound => false,
    }
}

/// Adds what the options are or do, apart from those behind a button that opens their group.
fn explain(table: &Table, question: &mut QuestionText, group: Option<&str>) {
    let groups = grouped(question.options.iter());
    let few = question.options.len() <= (ROWS - 1) * BUTTONS || groups.len() == 1;
    let small = groups.iter().filter(|(_, options)| few || options.len() <= GROUP);
    let shown: Vec<String> = match group {
        Some(group) => vec![group.to_string()],
        None => small.map(|(name, _)| name.to_string()).collect(),
    };
    table.explain(question, |option| shown.contains(&option.group));
}

/// One or several options to choose among.
pub fn choosing(table: &Table, question: &QuestionText, group: Option<&str>) -> Say {
    let id = |verb| Id::new(verb, &table.game().id, question.position, question.seat);
    let shown: Vec<&OptionText> = question
        .options
        .iter()
        .filter(|option| group.is_none_or(|group| option.group == group))
        .collect();
    let shown = if shown.is_empty() { question.options.iter().collect() } else { shown };
    let groups = grouped(shown.iter().copied());
    let mut rows = Vec::new();
    match question.shape {
        Shape::Some { min, max } => {
            let low = min.max(1);
            let menu = menu(table, &id(Verb::Select).with("0"), &shown, "Choose")
                .min_values(low.min(shown.len()) as u8)
                .max_values(max.clamp(1, shown.len()) as u8);
            rows.push(CreateActionRow::SelectMenu(menu));
        }
        _ if shown.len() <= (ROWS - 1) * BUTTONS => {
            let buttons = shown
                .iter()
                .map(|option| answer_button(table, (question.position, question.seat), option));
            rows = rows_of(buttons.collect());
        }
        _ if groups.len() > 1 => rows = rows_of(group_buttons(table, question, &groups)),
        _ => rows = menus(table, &id(Verb::Select), &shown),
    }
    rows.truncate(ROWS - 1);
    let mut last = Vec::new();
    if let Shape::Some { min: 0, .. } = question.shape {
        last.push(button(&id(Verb::Answer), "None", ButtonStyle::Secondary));
    }
    if question.offer {
        last.push(button(
            &id(Verb::Stand).with("turn"),
            "Pass everything until my turn",
            ButtonStyle::Secondary,
        ));
        last.push(button(
            &id(Verb::Stand).with("target"),
            "Ask only if it is about me",
            ButtonStyle::Secondary,
        ));
    }
    if let Some(words) = table.kind().topic_text(&question.topic) {
        last.push(button(
            &id(Verb::Stand).with(format!("{ALWAYS}{}", question.topic)),
            &shorten(&format!("Always pass when {words}"), 80),
            ButtonStyle::Secondary,
        ));
    }
    if shown.len() > BUTTONS {
        last.push(button(&id(Verb::Type), "Type…", ButtonStyle::Secondary));
    }
    if !last.is_empty() {
        rows.push(CreateActionRow::Buttons(last));
    }
    // Menus show what their options are themselves.
    let few = shown.len() <= (ROWS - 1) * BUTTONS;
    let own_button = |group: &&(&str, Vec<&OptionText>)| few || group.1.len() <= GROUP;
    let buttons = groups.iter().filter(own_button).flat_map(|(_, options)| options);
    let text = format!("{}{}", table.named(&question.text), explanations(table, buttons.copied()));
    Say::text(shorten(&text, CONTENT)).rows(rows)
}

/// What the options are, a line each where their labels do not say it.
fn explanations<'a>(table: &Table, options: impl Iterator<Item = &'a OptionText>) -> String {
    let mut known: Vec<&str> = Vec::new();
    let mut lines = String::new();
    for option in options.filter(|option| !option.detail.is_empty()) {
        if known.contains(&option.key.as_str()) {
            continue;
        }
        known.push(&option.key);
        let (label, detail) = (table.named(&option.label), table.named(&option.detail));
        lines += &format!("\n• **{label}**: {detail}");
    }
    lines
}

/// Up to four menus of twenty-five.
fn menus(table: &Table, id: &Id, options: &[&OptionText]) -> Vec<CreateActionRow> {
    let chunks = options.chunks(OPTIONS).take(ROWS - 1).enumerate();
    chunks
        .map(|(n, chunk)| {
            let first = chunk.first().map_or("", |option| option.label.as_str());
            let last = chunk.last().map_or("", |option| option.label.as_str());
            let hint = match options.len() > OPTIONS {
                true => format!("{first} … {last}"),
                false => "Choose".into(),
            };
            let id = id.clone().with(n.to_string());
            CreateActionRow::SelectMenu(menu(table, &id, chunk, &table.named(&hint)))
        })
        .collect()
}

fn menu(table: &Table, id: &Id, options: &[&OptionText], hint: &str) -> CreateSelectMenu {
    let mut known: Vec<&str> = Vec::new();
    let mut entries = Vec::new();
    for option in options.iter().take(OPTIONS) {
        if known.contains(&option.key.as_str()) {
            continue;
        }
        known.push(&option.key);
        let label = shorten(&table.named(&option.label), OPTION_LABEL);
        let mut entry = CreateSelectMenuOption::new(label, option.key.clone());
        let about = match option.detail.is_empty() {
            true => option.group.clone(),
            false => table.named(&option.detail),
        };
        if !about.is_empty() {
            entry = entry.description(shorten(&about, OPTION_LABEL));
        }
        entries.push(entry);
    }
    CreateSelectMenu::new(id.to_string(), CreateSelectMenuKind::String { options: entries })
        .placeholder(shorten(hint, 150))
}

/// An answer in several parts while it is put together. `page` is the first menu shown.
pub fn draft(table: &Table, draft: &DraftView, page: usize) -> Say {
    if let Some(plain) = plain_choice(table, draft) {
        return plain;
    }
    let id = |verb| Id::new(verb, &table.game().id, draft.position, draft.seat);
    let mut text = table.named(&draft.question);
    for part in &draft.parts {
        text.push_str(&format!("\n• {}", table.named(&part.label)));
    }
    match &draft.check {
        Ok(()) if draft.parts.is_empty() => text.push_str("\n✔ Nothing chosen; that is allowed."),
        Ok(()) => text.push_str("\n✔ This can be done."),
        Err(refusal) if draft.parts.is_empty() => {
            text.push_str(&format!("\nNothing chosen yet: {}", table.named(&refusal.to_string())));
        }
        Err(refusal) => text.push_str(&format!("\n✖ {}", table.named(&refusal.to_string()))),
    }
    if !draft.note.is_empty() {
        text.push_str(&format!("\n{}", table.named(&draft.note)));
    }
    let shown = 2;
    let mut rows = Vec::new();
    let chunks: Vec<&[OptionText]> = draft.next.chunks(OPTIONS).collect();
    let page = if page < chunks.len() { page } else { 0 };
    for (n, chunk) in chunks.iter().enumerate().skip(page).take(shown) {
        let options: Vec<&OptionText> = chunk.iter().collect();
        let group = chunk.first().map_or("", |option| option.group.as_str());
        let group = if group.is_empty() { "Add" } else { group };
        let hint = match chunks.len() {
            1 => format!("{group}…"),
            many => format!("{group}… ({} of {many})", n + 1),
        };
        let id = id(Verb::Add).with(n.to_string());
        rows.push(CreateActionRow::SelectMenu(menu(table, &id, &options, &hint)));
    }
    let taken: Vec<&str> = draft.parts.iter().map(|part| part.key.as_str()).collect();
    let other = |answer: &&Suggestion| {
        !answer.parts.iter().map(|part| part.key.as_str()).eq(taken.iter().copied())
    };
    let suggestions: Vec<&Suggestion> =
        distinct(&draft.suggestions).into_iter().filter(other).collect();
    let suggested: Vec<CreateButton> = suggestions
        .iter()
        .take(BUTTONS)
        .map(|answer| {
            let label = format!("★ {}", table.named(&answer.label));
            button(&id(Verb::Take).with(&answer.key), &label, ButtonStyle::Secondary)
        })
        .collect();
    if !suggested.is_empty() {
        rows.push(CreateActionRow::Buttons(suggested));
    }
    let none = draft.parts.is_empty();
    let mut last = vec![
        button(&id(Verb::Confirm), &draft.submit, ButtonStyle::Success)
            .disabled(draft.check.is_err()),
        button(&id(Verb::Remove), "Undo part", ButtonStyle::Secondary).disabled(none),
        button(&id(Verb::Clear), "Clear", ButtonStyle::Danger).disabled(none),
        button(&id(Verb::Type), "Type…", ButtonStyle::Secondary),
    ];
    if chunks.len() > shown {
        let next = if page + shown < chunks.len() { page + shown } else { 0 };
        let id = id(Verb::Page).with(next.to_string());
        last.push(button(&id, "More parts…", ButtonStyle::Secondary));
    }
    rows.push(CreateActionRow::Buttons(last));
    Say::text(tail(&text, CONTENT)).rows(rows)
}

/// Buttons that answer at once, where no part can go with another: yes or no, mostly.
fn plain_choice(table: &Table, draft: &DraftView) -> Option<Say> {
    let answers = distinct(&draft.suggestions);
    let whole = |part: &OptionText| {
        answers.iter().any(|answer| answer.parts.len() == 1 && answer.parts[0].key == part.key)
    };
    let plain = draft.parts.is_empty()
        && draft.check.is_err()
        && (2..=BUTTONS).contains(&answers.len())
        && answers.iter().all(|answer| answer.parts.len() == 1)
        && draft.next.iter().all(whole);
    if !plain {
        return None;
    }
    let asked = (draft.position, draft.seat);
    let buttons = answers.iter().map(|answer| answer_button(table, asked, &answer.parts[0]));
    let rows = rows_of(buttons.collect());
    Some(Say::text(shorten(&table.named(&draft.question), CONTENT)).rows(rows))
}

/// Each suggested answer once.
fn distinct(suggestions: &[Suggestion]) -> Vec<&Suggestion> {
    let mut found: Vec<&Suggestion> = Vec::new();
    for answer in suggestions {
        if found.iter().all(|known| known.key != answer.key) {
            found.push(answer);
        }
    }
    found
}

/// The end of a text that is too long; a draft's check stands there.
fn tail(text: &str, limit: usize) -> String {
    let length = text.chars().count();
    match length <= limit {
        true => text.into(),
        false => format!("…{}", text.chars().skip(length - limit + 1).collect::<String>()),
    }
}

/// Buttons under a game that has not started.
pub fn lobby(lobby: &Lobby) -> Say {
    let id = |verb| Id::new(verb, &lobby.game.id, 0, Seat(0));
    let buttons = vec![
        button(&id(Verb::Join), "Join", ButtonStyle::Primary),
        button(&id(Verb::Leave), "Leave", ButtonStyle::Secondary),
        button(&id(Verb::Fill), "Add a computer", ButtonStyle::Secondary),
        button(&id(Verb::Start), "Start", ButtonStyle::Success),
    ];
    Say::text(shorten(&words::lobby(lobby), CONTENT)).rows(vec![CreateActionRow::Buttons(buttons)])
}

/// A moderator's undo to confirm.
pub fn undo(table: &Table, to: usize, text: &str) -> Say {
    let id = |verb| Id::new(verb, &table.game().id, to, Seat(0));
    let at = table.position();
    let buttons = vec![
        button(&id(Verb::Undo).with(format!("same {at}")), "Same dice", ButtonStyle::Primary),
        button(&id(Verb::Undo).with(format!("fresh {at}")), "Fresh dice", ButtonStyle::Danger),
        button(&id(Verb::Nothing), "Cancel", ButtonStyle::Secondary),
    ];
    Say::text(text).rows(vec![CreateActionRow::Buttons(buttons)])
}

/// A question about the seat's own secrets, for a direct message.
pub fn secret(table: &Table, seat: Seat) -> Option<(usize, Say)> {
    let mut question = table.question(seat)?;
    explain(table, &mut question, None);
    let about = question.options.iter().any(|option| shown::is_secret(table.kind(), option))
        && question.options.len() <= OPTIONS;
    if !is_one_choice(&question) || !about || question.offer {
        return None;
    }
    let mut say = choosing(table, &question, None);
    say.text = format!("**{}** · {}", words::plain(&table.game().name), say.text);
    Some((question.position, say))
}

/// What stands before the topic that is always passed, in ids.
pub const ALWAYS: &str = "always ";

/// Standing orders by their words in commands and ids.
pub fn order(word: &str) -> Option<Order> {
    match word {
        "turn" => Some(Order::pass_all().until(Until::MyTurn)),
        "round" => Some(Order::pass_all().until(Until::RoundEnds)),
        "target" => Some(Order::pass_all().unless_aimed()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The planets that a card could be aimed at would tell which card it is.
    #[test]
    fn a_hidden_question_shows_the_channel_none_of_its_options() {
        let option = |key: &str| OptionText {
            key: key.into(),
            label: key.into(),
            group: String::new(),
            detail: String::new(),
        };
        let mut question = QuestionText {
            seat: Seat(0),
            position: 7,
            text: "Plague: choose a target.".into(),
            shape: Shape::One,
            options: vec![option("Planet.abyz"), option("Play.plague")],
            hidden: false,
            offer: false,
            topic: String::new(),
            since: 0,
        };
        let keys = |question: &QuestionText| -> Vec<String> {
            open_options(Kind::Imperium, question).map(|option| option.key.clone()).collect()
        };
        assert_eq!(keys(&question), ["Planet.abyz"]);
        question.hidden = true;
        assert!(keys(&question).is_empty());

        // Seven cards are kept, two of them alike: both may go.
        question.shape = Shape::Some { min: 2, max: 2 };
        assert!(is_one_choice(&question));
        question.options.push(option("Play.plague"));
        assert!(!is_one_choice(&question), "they are added one after the other");
    }
}
