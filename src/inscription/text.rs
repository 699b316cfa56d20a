//! The game in words: questions, choices, where it stands. Seats appear as marks.

use super::ask::{Ballot, Choice, Question};
use super::data::*;
use super::desk::Desk;
use super::mark::{self, Mark};
use super::rules::amounts;
use super::state::*;
use super::{Inscription, compound};
use crate::engine::{Prompt, Refusal, Seat};

/// What a prompt asks. Only the seat that is asked hears what it has left.
pub fn question(state: &State, viewer: Option<Seat>, prompt: &Prompt<Inscription>) -> String {
    let seat = prompt.seat;
    let own = viewer == Some(seat);
    match &prompt.question {
        Question::Faction => "Choose a faction".into(),
        Question::Mark { window } => {
            let what = match window {
                Window::Cards => "Choose an active sheet and spend the card",
                Window::Dice => "Spend the dice",
                Window::War => "Play a relic, or put the marker down",
                Window::Effects => "Resolve what the event brings",
            };
            let left = if own { format!("; {}", standing(state, seat)) } else { String::new() };
            format!("{what}{left}")
        }
        Question::Ballot { agenda, counter } => {
            let card = state.pack.get().agenda(*agenda);
            let votes = state.player(seat).count(Asset::Vote);
            let held = if own { format!("; you have {votes} votes") } else { String::new() };
            match counter {
                None => format!("Vote on {}{held}", card.name),
                Some(_) => format!("Commit votes against the AI faction{held}"),
            }
        }
    }
}

/// The card on the table, and who has put the marker down.
pub fn asked_note(state: &State) -> String {
    let mut parts = Vec::new();
    if let Some(event) = state.current_event() {
        parts.push(format!("Event {}, {}.", state.round, event.name));
    }
    let desks = || state.seats().zip(&state.desks);
    let down = |(_, desk): &(Seat, &Option<Player>)| desk.as_ref().is_some_and(|desk| desk.down);
    let down: Vec<String> = desks().filter(down).map(|(seat, _)| seat.to_string()).collect();
    if !down.is_empty() {
        parts.push(format!("Markers down: {}.", down.join(", ")));
    }
    parts.join(" ")
}

/// Where a draft leads: what is left then, and what would go unused.
pub fn draft_note(state: &State, prompt: &Prompt<Inscription>, draft: &[Choice]) -> String {
    let Some(desk) = drafted(state, prompt, draft).filter(|_| !draft.is_empty()) else {
        return String::new();
    };
    if desk.revealed.is_some() {
        return "Something is drawn now; what comes before it cannot be taken back.".into();
    }
    let unused = match desk.may_stop().is_ok() && desk.me.pool != [0; 3] {
        true => format!("\n⚠ {} would lapse.", amounts(desk.me.pool)),
        false => String::new(),
    };
    format!("Then: {}.{unused}", standing_at(&desk))
}

/// What submitting a draft means.
pub fn submit_label(state: &State, prompt: &Prompt<Inscription>, draft: &[Choice]) -> &'static str {
    match &prompt.question {
        Question::Ballot { .. } if draft.is_empty() => "Abstain",
        Question::Ballot { .. } => "Cast",
        _ => match drafted(state, prompt, draft) {
            Some(desk) if desk.revealed.is_some() => "Draw",
            _ => "Markers down",
        },
    }
}

/// The sheets as a draft would leave them.
fn drafted<'a>(
    state: &'a State,
    prompt: &Prompt<Inscription>,
    draft: &[Choice],
) -> Option<Desk<'a>> {
    if !matches!(prompt.question, Question::Mark { .. }) {
        return None;
    }
    let mut desk = Desk::of(state, prompt.seat);
    desk.apply_all(super::rules::marks(draft)).ok()?;
    Some(desk)
}

/// What a player has left to spend, and what waits to be resolved.
pub fn standing(state: &State, seat: Seat) -> String {
    standing_at(&Desk::of(state, seat))
}

fn standing_at(desk: &Desk) -> String {
    if let Some(effect) = desk.me.pending.last() {
        return format!("first {}", desk.words(effect));
    }
    let mut parts = vec![format!("{} left", amounts(desk.me.pool))];
    if desk.me.free > 0 {
        parts.push(format!("{} free trade goods", desk.me.free));
    }
    let kept = [Asset::Tg, Asset::Planet]
        .into_iter()
        .chain(Spec::ALL.map(Asset::Spec))
        .chain(Resource::ALL.map(Asset::Focus));
    for asset in kept {
        let count = desk.me.count(asset);
        if count > 0 {
            parts.push(format!("{count} {}", asset.code()));
        }
    }
    if let Some(active) = desk.me.active {
        parts.insert(0, format!("{} is active", active.name()));
    }
    parts.join(", ")
}

/// A choice as a button says it: for marks what one would type.
pub fn choice(state: &State, seat: Seat, choice: &Choice) -> String {
    match choice {
        Choice::Faction(faction) => state.pack.get().faction(*faction).name.clone(),
        Choice::Mark(mark) => state.printed(seat).label(mark),
        Choice::Vote { ballot, votes } => format!("{} {votes}", ballot.word()),
    }
}

/// What a choice is or does, in a line.
pub fn detail(state: &State, seat: Seat, choice: &Choice) -> String {
    let pack = state.pack.get();
    let printed = state.printed(seat);
    match choice {
        Choice::Faction(id) => {
            let [setup, first, second] = &pack.faction(*id).text;
            let setup = if setup.is_empty() { String::new() } else { format!("Set-up: {setup}. ") };
            format!("{setup}{first}. Claimed: {second}. ({})", pack.footer)
        }
        Choice::Mark(Mark::ClaimSystem { system, .. } | Mark::Explore { to: system, .. }) => {
            printed.nav.systems[usize::from(*system)].asset.words()
        }
        Choice::Mark(Mark::ClaimSpace { space, .. } | Mark::Scrap { space, .. }) => {
            printed.ind.spaces[usize::from(*space)].asset.words()
        }
        Choice::Mark(Mark::Dock { dock, .. }) => {
            printed.exp.docks[usize::from(*dock)].asset.words()
        }
        Choice::Mark(Mark::Play(relic) | Mark::Keep(relic)) => {
            let card = pack.relic(*relic);
            format!("{}: {} ({})", card.name, card.text, pack.footer)
        }
        Choice::Mark(Mark::Deploy { nodes, .. }) => {
            let assets = nodes.iter().filter_map(|node| printed.war.grid.asset(node));
            let words: Vec<String> = assets.map(Asset::words).collect();
            if words.is_empty() { String::new() } else { format!("covers {}", words.join(", ")) }
        }
        Choice::Mark(Mark::Build { unit, .. }) => no_place(state, seat, *unit),
        Choice::Vote { ballot, .. } => match state.council {
            Some(council) if *ballot != Ballot::Commit => {
                pack.agenda(council.agenda).text[usize::from(*ballot == Ballot::Fail)].clone()
            }
            _ => String::new(),
        },
        _ => String::new(),
    }
}

/// The warning that a unit could not be deployed anywhere once it is built (Q7).
fn no_place(state: &State, seat: Seat, unit: u8) -> String {
    let desk = Desk::of(state, seat);
    let mut me = desk.me.clone();
    me.pending.push(super::effect::Effect::Deploy { unit, n: 1 });
    match desk.with(me).legal().is_empty() {
        true => "nowhere to deploy it: it would stay built without nodes".into(),
        false => String::new(),
    }
}

/// A short stable name of a choice in ASCII.
pub fn key(choice: &Choice) -> String {
    let raw = match choice {
        Choice::Faction(faction) => format!("faction {}", faction.0),
        Choice::Vote { ballot, votes } => format!("{} {votes}", ballot.word()),
        Choice::Mark(mark) => serde_json::to_string(mark).unwrap_or_default(),
    };
    match raw.len() <= 60 && raw.is_ascii() {
        true => raw,
        false => format!("mark {}", crate::engine::digest(choice)),
    }
}

/// The heading under which long lists are sorted.
pub fn group(choice: &Choice) -> &'static str {
    match choice {
        Choice::Faction(_) => "Factions",
        Choice::Vote { ballot: Ballot::Pass, .. } => "For",
        Choice::Vote { ballot: Ballot::Fail, .. } => "Against",
        Choice::Vote { .. } => "Votes",
        Choice::Mark(mark) => match mark {
            Mark::Sheet(_) => "Active sheet",
            Mark::Explore { .. } | Mark::Wormhole { .. } => "Explore",
            Mark::ClaimSystem { .. } | Mark::ClaimSpace { .. } => "Claim",
            Mark::Scrap { .. } | Mark::Burst(_) | Mark::EndBurst => "Scrap",
            Mark::Unlock { .. } | Mark::Develop { .. } | Mark::Dock { .. } => "Develop",
            Mark::Build { .. } | Mark::Open(_) => "Build",
            Mark::Deploy { .. } => "Deploy",
            Mark::Tech { .. } | Mark::Focus { .. } => "Technologies and dice",
            Mark::Tg(_) | Mark::Turn { .. } | Mark::Save(_) => "Resources",
            Mark::Use(_) | Mark::Play(_) => "Abilities and relics",
            _ => "Effects",
        },
    }
}

/// Typed marks as an addition to a draft, several in one line separated by `;`.
///
/// # Errors
/// Which mark is wrong and why.
pub fn typed(
    state: &State,
    prompt: &Prompt<Inscription>,
    draft: &[Choice],
    text: &str,
) -> Result<Vec<Choice>, Refusal> {
    match &prompt.question {
        Question::Mark { .. } => typed_marks(state, prompt.seat, draft, text),
        Question::Ballot { counter, .. } => {
            typed_ballot(state, prompt.seat, counter.is_some(), text)
        }
        Question::Faction => {
            let wanted = state.pack.get().faction_named(text);
            let dealt = state.player(prompt.seat).dealt.iter();
            let names: Vec<String> =
                dealt.map(|id| state.pack.get().faction(*id).id.clone()).collect();
            let found = wanted.filter(|id| prompt.options.contains(&Choice::Faction(*id)));
            found.map(|id| vec![Choice::Faction(id)]).ok_or_else(|| {
                Refusal::new(format!("`{text}` was not dealt to you"))
                    .instead(format!("Choose {}.", names.join(", ")))
            })
        }
    }
}

fn typed_marks(
    state: &State,
    seat: Seat,
    draft: &[Choice],
    text: &str,
) -> Result<Vec<Choice>, Refusal> {
    let mut desk = Desk::of(state, seat);
    let mut whole = draft.to_vec();
    desk.apply_all(super::rules::marks(draft))?;
    for (at, part) in mark::split(text) {
        let mark = understood(&desk, part).map_err(|mut refusal| {
            refusal.why = format!("mark {at}, `{part}`: {}", refusal.why);
            refusal
        })?;
        desk.carry_out(&mark);
        whole.push(Choice::Mark(mark));
    }
    Ok(whole)
}

/// The reading of a typed mark that is possible now.
fn understood(desk: &Desk, part: &str) -> Result<Mark, Refusal> {
    let readings = desk.printed.readings(part)?;
    let mut refusals = Vec::new();
    for mark in readings {
        match desk.check(&mark) {
            Ok(()) => return Ok(mark),
            Err(refusal) => refusals.push(refusal),
        }
    }
    // What is wrong however it is paid says more than what does not pay for it.
    let vague = |refusal: &Refusal| {
        let why = refusal.why.as_str();
        let starts = |words: &[&str]| words.iter().any(|word| why.starts_with(word));
        match () {
            () if starts(&["it takes", "it has to be paid", "another copy"]) => 2,
            () if why.ends_with("pays for it") => 2,
            () if starts(&["you have no"]) => 1,
            () => 0,
        }
    };
    refusals.sort_by_key(vague);
    let mut refusal = refusals.swap_remove(0);
    if refusal.instead.is_empty() {
        refusal.instead = desk.some_legal();
    }
    Err(refusal)
}

/// What may be typed on, as (label, whole line): each choice behind what is typed before the last `;`.
pub fn completions(
    state: &State,
    prompt: &Prompt<Inscription>,
    draft: &[Choice],
    line: &str,
) -> Vec<(String, String)> {
    let (before, last) = match line.rsplit_once(';') {
        Some((before, last)) => (format!("{before}; "), last.trim()),
        None => (String::new(), line.trim()),
    };
    let wanted = last.to_ascii_lowercase();
    let labels: Vec<String> = match &prompt.question {
        Question::Mark { .. } => {
            // What is wrong in the line is told when it is sent.
            let Ok(draft) = typed(state, prompt, draft, &before) else { return Vec::new() };
            let next = compound::next(state, prompt, &draft);
            next.iter().map(|mark| choice(state, prompt.seat, mark)).collect()
        }
        Question::Ballot { .. } => ballots(state, prompt),
        Question::Faction => {
            prompt.options.iter().map(|one| choice(state, prompt.seat, one)).collect()
        }
    };
    let fits = |label: &String| {
        let label = label.to_ascii_lowercase();
        label.starts_with(&wanted) || (wanted.len() > 1 && label.contains(&wanted))
    };
    let found = labels.into_iter().filter(fits).take(25);
    found.map(|label| (label.clone(), format!("{before}{label}"))).collect()
}

/// Ballots as they are typed, relics included.
fn ballots(state: &State, prompt: &Prompt<Inscription>) -> Vec<String> {
    let parts = compound::next(state, prompt, &[]);
    let votes: Vec<String> = parts
        .iter()
        .filter(|part| matches!(part, Choice::Vote { .. }))
        .map(|part| choice(state, prompt.seat, part))
        .collect();
    let relics = super::rules::council::playable(state, prompt.seat);
    let with = relics.iter().flat_map(|relic| {
        let name = &state.pack.get().relic(*relic).id;
        votes.iter().map(move |vote| format!("{vote} with {name}"))
    });
    let mut lines = vec!["abstain".to_string()];
    lines.extend(votes.iter().cloned());
    lines.extend(with);
    lines
}

/// `pass 2`, `fail 3 with quiet_bell`, `votes 2`, `abstain`.
fn typed_ballot(
    state: &State,
    seat: Seat,
    counter: bool,
    text: &str,
) -> Result<Vec<Choice>, Refusal> {
    let wrong = || {
        let usage = if counter { "`votes 2`" } else { "`pass 2` or `fail 2`" };
        Refusal::new(format!("`{text}` is no ballot"))
            .instead(format!("Write {usage}, or `abstain`."))
    };
    let mut words = text.split_whitespace();
    let ballot = match words.next().unwrap_or_default().to_ascii_lowercase().as_str() {
        "abstain" => return Ok(Vec::new()),
        "pass" => Ballot::Pass,
        "fail" => Ballot::Fail,
        "votes" => Ballot::Commit,
        _ => return Err(wrong()),
    };
    let votes = words.next().and_then(|number| number.parse().ok()).ok_or_else(wrong)?;
    let mut parts = vec![Choice::Vote { ballot, votes }];
    while let Some(word) = words.next() {
        let relic = words.next().and_then(|name| state.pack.get().relic_named(name));
        let relic = relic.filter(|_| word == "with").ok_or_else(wrong)?;
        parts.push(Choice::Mark(Mark::Play(relic)));
    }
    super::rules::council::check(state, seat, counter, &parts)?;
    Ok(parts)
}

/// Where the game stands, for everybody.
pub fn summary(state: &State) -> String {
    if state.phase == Phase::Finished {
        return closing(state);
    }
    let event = state.current_event().map_or("between events", |event| event.name.as_str());
    let waiting: Vec<String> = state
        .seats()
        .filter(|seat| state.desks[seat.index()].as_ref().is_some_and(|desk| !desk.down))
        .map(|seat| seat.to_string())
        .collect();
    let waiting = if waiting.is_empty() {
        String::new()
    } else {
        format!(" Still marking: {}.", waiting.join(", "))
    };
    format!("Event {}: {event}. {} events are to come.{waiting}", state.round, state.deck.len())
}

/// Who has won, and everybody's points sheet by sheet, the best first.
fn closing(state: &State) -> String {
    let winners: Vec<String> = state.winners.iter().map(Seat::to_string).collect();
    let mut out = match winners.as_slice() {
        [] => "Nobody wins.".to_string(),
        [one] => format!("{one} wins."),
        _ => format!("{} share the victory.", winners.join(" and ")),
    };
    if let Some(rank) = &state.rank {
        out += &format!(" Rank: {rank}.");
    }
    let votes = |seat: Seat| state.player(seat).count(Asset::Vote);
    let mut seats: Vec<Seat> = state.seats().collect();
    seats.sort_by_key(|seat| std::cmp::Reverse((state.score(*seat), votes(*seat))));
    for (at, seat) in seats.into_iter().enumerate() {
        let sheets: Vec<String> = Sheet::ALL
            .into_iter()
            .map(|sheet| format!("{} {}", sheet.name(), state.subtotal(seat, sheet)))
            .collect();
        let faction = state.faction(seat).map_or("no faction", |faction| &faction.name);
        out += &format!(
            "\n{}. {seat} ({faction}): **{}** = {} · {} votes left",
            at + 1,
            state.score(seat),
            sheets.join(" + "),
            votes(seat)
        );
    }
    out
}

fn or_none<T: std::borrow::Borrow<str>>(names: Vec<T>) -> String {
    if names.is_empty() { "none".into() } else { names.join(" ") }
}

/// A player's four sheets in words, for those who do not see pictures.
pub fn sheet(player: &Player, printed: &Printed) -> String {
    let names = |bits: u64| {
        let systems = printed.nav.systems.iter().enumerate();
        let on =
            systems.filter(|(at, _)| bits >> at & 1 == 1).map(|(_, system)| system.name.as_str());
        or_none(on.collect())
    };
    let spaces = |bits: u64| {
        let on = (0..printed.ind.spaces.len() as u8).filter(|at| bits >> at & 1 == 1);
        or_none(on.map(|at| printed.space_name(at)).collect())
    };
    let planets = printed.exp.planets.iter().enumerate().map(|(at, planet)| {
        let crossed = player.exp.crossed[at].count_ones();
        let locked = if player.exp.unlocked >> at & 1 == 1 { "" } else { " locked" };
        format!("{}{locked} {crossed}/{}", planet.name, planet.icons.len())
    });
    let docks =
        player.exp.docks.iter().enumerate().map(|(at, crossed)| match player.exp.built >> at & 1 {
            1 => format!("dock {} built", at + 1),
            _ => format!("dock {} {}", at + 1, crossed.count_ones()),
        });
    let units: Vec<String> = player
        .war
        .units
        .iter()
        .map(|(unit, nodes)| {
            format!("{} {}", printed.war.units[usize::from(*unit)].id, String::from(*nodes))
        })
        .collect();
    let [a, b, c] = player.ind.rows;
    format!(
        "Navigation ({}): explored {}; claimed {}\nExpansion ({}): {}; {}; population {}\n\
         Industry ({}): scrapped {}; claimed {}; commodities {a} {b} {c}; vote icons {}\nWarfare ({}): {}",
        printed.nav.title,
        names(player.nav.explored),
        names(player.nav.claimed),
        printed.exp.title,
        planets.collect::<Vec<_>>().join(", "),
        docks.collect::<Vec<_>>().join(", "),
        player.exp.population,
        printed.ind.title,
        spaces(player.ind.scrapped),
        spaces(player.ind.claimed),
        player.ind.councilors,
        printed.war.title,
        if units.is_empty() { "no units".into() } else { units.join("; ") },
    )
}

/// The answers that a seat could take as they are, in words.
pub fn suggestions(state: &State, prompt: &Prompt<Inscription>) -> Vec<String> {
    let words = |answer: &Vec<Choice>| {
        let parts: Vec<String> =
            answer.iter().map(|part| choice(state, prompt.seat, part)).collect();
        parts.join("; ")
    };
    compound::suggest(state, prompt).iter().map(words).collect()
}
