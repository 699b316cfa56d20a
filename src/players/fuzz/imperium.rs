//! What the fuzzer knows of the first game: set-ups of every sort, and what to look at.

use rand::RngExt;
use rand::rngs::SmallRng;

use crate::engine::{Entry, Prompt, Seat, Shape, digest, name_seats};
use crate::imperium::data::*;
use crate::imperium::rules::ask::Choice;
use crate::imperium::rules::{compound, setup};
use crate::imperium::state::galaxy::{format_map_string, presets};
use crate::imperium::state::inventory::{self, Census};
use crate::imperium::state::*;
use crate::imperium::view::{View, text};
use crate::imperium::written::written;
use crate::imperium::{Deed, Imperium, components, position};
use crate::players::selfplay::dealt;
use crate::players::spiteful::Tally;

use super::minimise::Act;
use super::{Fuzzed, stored};

impl Fuzzed for Imperium {
    type Census = Census;

    fn set_up(lot: &mut SmallRng, tally: &mut Tally) -> (String, State) {
        components::install();
        loop {
            let options = options(lot, tally);
            if setup::check(&options).is_ok() {
                for faction in options.factions.iter().flatten() {
                    tally.note(&format!("faction {}", faction.slug()));
                }
                return (words(&options), setup::new_game(options));
            }
        }
    }

    fn unsound(state: &State) -> Option<String> {
        inventory::unsound(state)
    }

    fn unsettled(state: &State) -> Option<String> {
        inventory::unsettled(state)
    }

    fn census(state: &State) -> Option<Census> {
        (state.round > 0).then(|| Census::of(state))
    }

    fn census_differs(now: &Census, before: &Census) -> Option<String> {
        now.differs(before)
    }

    fn account(state: &State, deed: &Deed) -> Option<u32> {
        matches!(deed, Deed::Accept { .. }).then(|| inventory::wealth(state))
    }

    fn wealth(state: &State) -> u32 {
        inventory::wealth(state)
    }

    fn false_question(state: &State, prompt: &Prompt<Imperium>) -> Option<String> {
        let Some(shape) = compound::shape(&prompt.question) else {
            let twice = |at: usize| {
                let same = |option: &&Choice| **option == prompt.options[at];
                prompt.shape == Shape::One && prompt.options[..at].iter().any(|o| same(&o))
            };
            let twice = (0..prompt.options.len()).find(|at| twice(*at))?;
            return Some(format!("{:?} is offered twice", prompt.options[twice]));
        };
        let suggestions = (shape.suggest)(state, prompt);
        if suggestions.is_empty() {
            return Some(format!("nothing is suggested for {:?}", prompt.question));
        }
        for answer in suggestions {
            if let Err(refusal) = (shape.check)(state, prompt, &answer) {
                return Some(format!("suggested and refused: {refusal}: {answer:?}"));
            }
        }
        // Whatever may come next is listed once it is taken.
        let next = (shape.next)(state, prompt, &[]);
        next.into_iter().take(3).for_each(|part| drop((shape.next)(state, prompt, &[part])));
        None
    }

    fn leak(state: &State, prompts: &[Prompt<Imperium>]) -> Option<String> {
        let seats = (0..state.players.len()).map(|i| Some(Seat(i as u8)));
        for viewer in seats.chain([None]) {
            let view = View::of(state, viewer);
            if let Some(wrong) = stored(&format!("the view of {viewer:?}"), &view) {
                return Some(wrong);
            }
            let hidden = otherwise(state, viewer);
            if View::of(&hidden, viewer) != view {
                return Some(format!("{viewer:?} sees what is hidden"));
            }
            for prompt in prompts.iter().filter(|prompt| Some(prompt.seat) != viewer) {
                let asked =
                    |state| text::question_for(state, viewer, prompt.seat, &prompt.question);
                if asked(state) != asked(&hidden) {
                    return Some(format!("{viewer:?} reads too much: {}", asked(state)));
                }
            }
        }
        stored("the state", state)
    }

    fn passive(state: &State, prompt: &Prompt<Imperium>) -> Option<Vec<Choice>> {
        let candidates = match prompt.shape {
            Shape::Compound => {
                let shape = compound::shape(&prompt.question)?;
                let mut all = vec![vec![], vec![Choice::Pass]];
                all.extend((shape.suggest)(state, prompt));
                all
            }
            Shape::One => {
                vec![vec![Choice::Pass], prompt.options.first().cloned().into_iter().collect()]
            }
            Shape::Some { min, .. } => vec![prompt.options[..min].to_vec()],
            Shape::Order => vec![prompt.options.clone()],
        };
        candidates.into_iter().find(|answer| prompt.check(state, answer).is_ok())
    }

    fn scenario(start: &State, done: &[Act<Imperium>], what: &str) -> Option<(String, State)> {
        if start.players.is_empty() {
            return None;
        }
        let head = written(start);
        let made = position::position(&head).ok()?;
        let mut lines = vec!["automatic off".to_string()];
        let dice: Vec<String> = done.iter().flat_map(|act| &act.dice).map(u32::to_string).collect();
        if !dice.is_empty() {
            lines.push(format!("dice {}", dice.join(", ")));
        }
        for act in done {
            lines.extend(typed(start, act)?);
        }
        let what = name_seats(what, |seat| name(start, seat));
        let what = what.replace('\n', " ");
        Some((format!("# Fails: {what}\n{head}---\n{}\n", lines.join("\n")), made))
    }
}

/// Players, products, map, factions, goal and order at random, seldom dealt factions first.
fn options(lot: &mut SmallRng, tally: &Tally) -> Options {
    let players = lot.random_range(3..=8usize);
    let mut options = setup::standard(players);
    for source in [Source::Codex1, Source::Codex3] {
        if lot.random_range(0..2) == 0 {
            options.sources = options.sources.with(source);
        }
    }
    if lot.random_range(0..4) == 0 {
        options.sources = options.sources.with(Source::Pok);
    }
    let fitting: Vec<_> =
        presets().iter().filter(|preset| usize::from(preset.players) == players).collect();
    match lot.random_range(0..4) {
        0 if !fitting.is_empty() => {
            let preset = fitting[lot.random_range(0..fitting.len())];
            options.sources = preset.map.needs().iter().fold(options.sources, Sources::with);
            options.map = match lot.random_range(0..2) {
                0 => MapChoice::Preset(preset.id.clone()),
                _ => MapChoice::Text(preset.map.to_string()),
            };
        }
        1 => {
            let galaxy = dealt(players, lot.random_range(0..1_000_000)).galaxy;
            options.map = MapChoice::Text(format_map_string(&galaxy));
        }
        _ => {}
    }
    let mut free = setup::factions(options.sources);
    for seat in 0..players {
        if lot.random_range(0..4) > 0 && !free.is_empty() {
            let kinds: Vec<String> =
                free.iter().map(|faction| format!("faction {}", faction.slug())).collect();
            let at = tally.rarest(&kinds, lot).unwrap_or(0);
            options.factions[seat] = Some(free.swap_remove(at));
        }
    }
    options.goal = match lot.random_range(0..8) {
        0 => 14,
        1 => lot.random_range(2..10),
        _ => 10,
    };
    options.strict_order = lot.random_range(0..3) == 0;
    options
}

fn words(options: &Options) -> String {
    let map = match &options.map {
        MapChoice::Random => "a random map".to_string(),
        MapChoice::Preset(id) => format!("the map {id}"),
        MapChoice::Text(text) => format!("the map string {text}"),
    };
    let factions = options.factions.iter().flatten().map(|faction| faction.slug());
    let factions: Vec<&str> = factions.collect();
    let order = if options.strict_order { "strict" } else { "free" };
    let sources: Vec<&str> = options.sources.iter().map(Source::slug).collect();
    format!(
        "{} players to {} points, {}, {order} order, {map}, with {}",
        options.players,
        options.goal,
        sources.join("+"),
        if factions.is_empty() { "factions as dealt".into() } else { factions.join(", ") }
    )
}

/// The same position with other cards wherever `viewer` cannot look.
fn otherwise(state: &State, viewer: Option<Seat>) -> State {
    let mut changed = state.clone();
    let decks = &mut changed.decks;
    for (i, player) in changed.players.iter_mut().enumerate() {
        if viewer == Some(Seat(i as u8)) {
            continue;
        }
        let below = decks.action_cards.iter_mut();
        player.hand.iter_mut().zip(below).for_each(|(held, lies)| std::mem::swap(held, lies));
        let some = player.hand.len().min(decks.action_cards.len());
        decks.action_cards.rotate_left(some);
        let below = decks.secrets.iter_mut();
        player.secrets.iter_mut().zip(below).for_each(|(held, lies)| std::mem::swap(held, lies));
        let some = player.secrets.len().min(decks.secrets.len());
        decks.secrets.rotate_left(some);
    }
    decks.action_cards.reverse();
    decks.secrets.reverse();
    decks.agendas.reverse();
    let second = decks.publics.iter().filter(|card| card.get().stage == 2).count();
    decks.publics[..second].reverse();
    decks.publics[second..].reverse();
    changed
}

fn name(state: &State, seat: Seat) -> String {
    let player = state.players.get(seat.index());
    player.map_or("somebody".into(), |player| player.faction.get().short_name.clone())
}

/// An act as lines of a scenario; nothing where there is no command for it.
fn typed(start: &State, act: &Act<Imperium>) -> Option<Vec<String>> {
    match &act.entry {
        Entry::Answer { seat, choices, .. } => {
            let who = name(start, *seat);
            let prompt = act.prompt.as_ref()?;
            Some(vec![format!("{who}> {}", answer(&act.state, prompt, choices))])
        }
        Entry::Deed { seat, deed, .. } => {
            let who = name(start, *seat);
            let command = match deed {
                Deed::Accept { offer } => format!("/accept offer:{offer}"),
                Deed::Decline { offer } => format!("/decline offer:{offer}"),
                Deed::Offer { to, gives, takes } => format!(
                    "/trade with:{}{}{}",
                    name(start, *to),
                    goods(start, " give:", gives),
                    goods(start, " get:", takes)
                ),
                Deed::Fix(_) => return None,
            };
            Some(vec![format!("{who}> {command}")])
        }
        _ => None,
    }
}

/// One option by its key; a suggestion by its mark; else part by part.
fn answer(state: &State, prompt: &Prompt<Imperium>, choices: &[Choice]) -> String {
    let keys: Vec<String> = choices.iter().map(text::key).collect();
    if choices.is_empty() {
        return "/pass".into();
    }
    let suggested = compound::shape(&prompt.question)
        .is_some_and(|shape| (shape.suggest)(state, prompt).iter().any(|parts| parts == choices));
    match suggested {
        true if choices.len() > 1 => format!("/answer choice:★ {}", digest(&keys)),
        _ => format!("/answer choice:{}", keys.join("; ")),
    }
}

fn goods(start: &State, option: &str, goods: &Goods) -> String {
    let mut items = Vec::new();
    if goods.trade_goods > 0 {
        items.push(format!("{} trade goods", goods.trade_goods));
    }
    if goods.commodities > 0 {
        items.push(format!("{} commodities", goods.commodities));
    }
    items
        .extend(goods.note.map(|note| format!("{} of {}", note.card.slug(), name(start, note.of))));
    items.extend(goods.cards.iter().map(|card| card.slug().to_string()));
    if items.is_empty() { String::new() } else { format!("{option}{}", items.join(", ")) }
}
