//! `/mod fix`: what a moderator writes, as corrections.

use crate::engine::{Refusal, Seat};
use crate::imperium::data::*;
use crate::imperium::rules::fix::{Change, Condition, Fix, Pile};
use crate::imperium::state::*;
use crate::imperium::view::text;

use super::Command;
use super::complete::{Proposal, listed, narrowed};
use super::words::{Wanted, fold, named, player, quoted, system, units};

/// The corrections and their options.
pub const OPTIONS: &[(&str, &[&str])] = &[
    ("units", &["seat", "change", "units", "at"]),
    ("tokens", &["seat", "tactic", "fleet", "strategy"]),
    ("token", &["seat", "system", "state"]),
    ("planet", &["planet", "owner", "state"]),
    ("card", &["card", "from", "to"]),
    ("goods", &["seat", "trade_goods", "commodities"]),
    ("points", &["seat", "points"]),
    ("objective", &["seat", "objective", "state"]),
    ("order", &["speaker", "turn"]),
    ("passed", &["seat", "state"]),
    ("strategy", &["card", "owner", "state"]),
    ("technology", &["seat", "technology", "state"]),
];

/// The correction that is written as one line: `points seat:sol points:4`. A value goes on until the next
/// option of that correction.
pub fn typed_fix(state: &State, line: &str) -> Result<Fix, Refusal> {
    let (name, mut rest) = line.trim().split_once(' ').unwrap_or((line.trim(), ""));
    let known = OPTIONS.iter().find(|(fix, _)| *fix == name).map_or(&[][..], |(_, names)| names);
    let mut options = Vec::new();
    while let Some((option, tail)) = rest.split_once(':') {
        let next = known.iter().filter_map(|next| tail.find(&format!(" {next}:"))).min();
        let (value, left) = tail.split_at(next.unwrap_or(tail.len()));
        options.push((option.trim().to_string(), value.trim().to_string()));
        rest = left;
    }
    fix(state, &Command { name: name.into(), options })
}

/// The correction that is written.
pub fn fix(state: &State, command: &Command) -> Result<Fix, Refusal> {
    let seat = || player(state, command.need("seat")?);
    match command.name.as_str() {
        "units" => Ok(Fix::Units {
            seat: seat()?,
            at: place(state, command.need("at")?)?,
            change: change(command.need("change")?)?,
            units: counted(&units(command.need("units")?)?)?,
        }),
        "tokens" => {
            let seat = seat()?;
            let now = state.player(seat).tokens;
            let pool = |name: &str, now: u8| number(command, name, now);
            let tokens = Tokens {
                tactic: pool("tactic", now.tactic)?,
                fleet: pool("fleet", now.fleet)?,
                strategy: pool("strategy", now.strategy)?,
            };
            Ok(Fix::Tokens { seat, tokens })
        }
        "token" => Ok(Fix::Marker {
            seat: seat()?,
            system: system(state, command.need("system")?)?,
            there: is_so(command, "there", "gone")?,
        }),
        "planet" => planet_fix(state, command),
        "card" => card(state, command),
        "goods" => {
            let seat = seat()?;
            let now = state.player(seat);
            let trade_goods = number(command, "trade_goods", now.trade_goods)?;
            let commodities = number(command, "commodities", now.commodities)?;
            Ok(Fix::Goods { seat, trade_goods, commodities })
        }
        "points" => {
            let seat = seat()?;
            let points = u8::try_from(state.points(seat)).unwrap_or(0);
            Ok(Fix::Points { seat, points: number(command, "points", points)? })
        }
        "objective" => objective(state, seat()?, command),
        "order" => match (command.option("speaker"), command.option("turn")) {
            (Some(speaker), None) => Ok(Fix::Speaker { seat: player(state, speaker)? }),
            (None, Some(turn)) => Ok(Fix::Turn { seat: player(state, turn)? }),
            _ => Err(Refusal::new("name either the speaker or whose turn it is")),
        },
        "passed" => Ok(Fix::Passed { seat: seat()?, passed: is_so(command, "passed", "playing")? }),
        "strategy" => strategy(state, command),
        "technology" => {
            let typed = command.need("technology")?;
            let tech = TechId::all().find(|tech| named(tech.name(), tech.slug(), typed));
            let tech = tech.ok_or_else(|| unknown("technology", typed))?;
            let condition = match fold(command.need("state")?).as_str() {
                "ready" | "owned" => Condition::Ready,
                "exhausted" => Condition::Exhausted,
                "gone" => Condition::Gone,
                other => return Err(unknown("state of a technology", other)),
            };
            Ok(Fix::Technology { seat: seat()?, tech, condition })
        }
        other => Err(unknown("correction", other)),
    }
}

fn unknown(what: &str, typed: &str) -> Refusal {
    Refusal::new(format!("{} is no {what}", quoted(typed)))
}

fn number(command: &Command, option: &str, now: u8) -> Result<u8, Refusal> {
    let Some(typed) = command.option(option) else { return Ok(now) };
    typed.trim().parse().map_err(|_| unknown("number from 0 to 255", typed))
}

/// One of two words.
fn is_so(command: &Command, yes: &str, no: &str) -> Result<bool, Refusal> {
    match command.need("state")? {
        typed if fold(typed) == yes => Ok(true),
        typed if fold(typed) == no => Ok(false),
        typed => Err(unknown("state", typed).instead(format!("Write `{yes}` or `{no}`."))),
    }
}

fn change(typed: &str) -> Result<Change, Refusal> {
    match fold(typed).as_str() {
        "place" | "add" => Ok(Change::Place),
        "remove" => Ok(Change::Remove),
        "damage" => Ok(Change::Damage),
        "repair" => Ok(Change::Repair),
        _ => Err(unknown("change", typed).instead("Write place, remove, damage or repair.")),
    }
}

/// A planet by its name, or the space of a system by its position.
fn place(state: &State, typed: &str) -> Result<Place, Refusal> {
    let mut planets = state.planets.keys();
    match planets.find(|planet| named(planet.name(), planet.slug(), typed)) {
        Some(planet) => Ok(Place::Planet(*planet)),
        None => Ok(Place::Space(system(state, typed)?)),
    }
}

/// Each kind and condition once.
fn counted(wanted: &[Wanted]) -> Result<Vec<(UnitKind, bool, u8)>, Refusal> {
    let mut found: Vec<(UnitKind, bool, u8)> = Vec::new();
    for unit in wanted {
        let same = |(kind, damaged, _): &&mut (UnitKind, bool, u8)| {
            *kind == unit.kind && *damaged == unit.damaged
        };
        match found.iter_mut().find(same) {
            Some((.., count)) => {
                let sum = count.checked_add(unit.count);
                *count = sum.ok_or_else(|| Refusal::new("that is too much plastic"))?;
            }
            None => found.push((unit.kind, unit.damaged, unit.count)),
        }
    }
    Ok(found)
}

fn planet_of(state: &State, typed: &str) -> Result<PlanetId, Refusal> {
    let mut planets = state.planets.keys();
    let found = planets.find(|planet| named(planet.name(), planet.slug(), typed));
    found.copied().ok_or_else(|| unknown("planet on this board", typed))
}

/// A player, or nobody.
fn owner(state: &State, typed: &str) -> Result<Option<Seat>, Refusal> {
    if fold(typed) == "nobody" { Ok(None) } else { player(state, typed).map(Some) }
}

fn planet_fix(state: &State, command: &Command) -> Result<Fix, Refusal> {
    let planet = planet_of(state, command.need("planet")?)?;
    let now = state.planet(planet);
    let owner = match command.option("owner") {
        Some(typed) => owner(state, typed)?,
        None => now.owner,
    };
    let exhausted = match command.option("state") {
        Some(_) => is_so(command, "exhausted", "ready")?,
        None => now.exhausted,
    };
    Ok(Fix::Planet { planet, owner, exhausted })
}

fn strategy(state: &State, command: &Command) -> Result<Fix, Refusal> {
    let typed = command.need("card")?;
    let mut slots = state.strategy.iter();
    let slot = slots.find(|slot| named(slot.card.name(), slot.card.slug(), typed));
    let slot = slot.ok_or_else(|| unknown("strategy card of this game", typed))?;
    let holder = match command.option("owner") {
        Some(typed) => owner(state, typed)?,
        None => slot.holder,
    };
    let exhausted = match command.option("state") {
        Some(_) => is_so(command, "exhausted", "ready")?,
        None => slot.exhausted && holder.is_some(),
    };
    Ok(Fix::Strategy { card: slot.card, holder, exhausted })
}

/// A public objective, or a secret one that is in hand or was scored.
fn objective(state: &State, seat: Seat, command: &Command) -> Result<Fix, Refusal> {
    let typed = command.need("objective")?;
    let scored = is_so(command, "scored", "unscored")?;
    let mut publics = state.objectives.iter().map(|on_table| on_table.card);
    if let Some(card) = publics.find(|card| named(card.name(), card.slug(), typed)) {
        return Ok(Fix::Objective { seat, card, scored });
    }
    let secret = SecretId::all().find(|card| named(card.name(), card.slug(), typed));
    let card = secret.ok_or_else(|| unknown("objective on the table", typed))?;
    let (from, to) = match scored {
        true => (Pile::Hand(seat), Pile::Before(seat)),
        false => (Pile::Before(seat), Pile::Hand(seat)),
    };
    Ok(Fix::Secret { card, from, to })
}

/// "jon", "deck", "discard", "before jon".
fn pile(state: &State, typed: &str) -> Result<Pile, Refusal> {
    match fold(typed).as_str() {
        "deck" | "thedeck" => Ok(Pile::Deck),
        "discard" | "discardpile" | "thediscardpile" => Ok(Pile::Discard),
        _ => match typed.trim().strip_prefix("before ") {
            Some(who) => player(state, who).map(Pile::Before),
            None => player(state, typed).map(Pile::Hand),
        },
    }
}

/// An action card, a secret objective or a promissory note.
fn card(state: &State, command: &Command) -> Result<Fix, Refusal> {
    let typed = command.need("card")?;
    let from = pile(state, command.need("from")?)?;
    let to = pile(state, command.need("to")?)?;
    if let Some(card) = ActionCardId::all().find(|card| named(card.name(), card.slug(), typed)) {
        return Ok(Fix::Card { card, from, to });
    }
    if let Some(card) = SecretId::all().find(|card| named(card.name(), card.slug(), typed)) {
        return Ok(Fix::Secret { card, from, to });
    }
    let is_meant = |note: &Note| {
        let faction = state.player(note.of).faction;
        let of = format!("{} of {}", note.card.name(), faction.name());
        let short = format!("{} of {}", note.card.slug(), faction.get().short_name);
        let seat = format!("{} of {}", note.card.name(), note.of);
        [of, short, seat].iter().any(|name| fold(name) == fold(typed))
    };
    let mut notes = state.whereabouts.iter().map(|about| about.note);
    let note = notes.find(is_meant).ok_or_else(|| {
        unknown("card of this game", typed)
            .instead("Name an action card, a secret objective, or a note as `ceasefire of sol`.")
    })?;
    Ok(Fix::Note { note, from, to })
}

/// What may stand in an option. It shows nothing of what anybody hides.
pub fn complete(state: &State, command: &Command, focused: &str) -> Vec<Proposal> {
    let typed = command.option(focused).unwrap_or_default();
    let plain = |words: &[&str]| -> Vec<Proposal> {
        words.iter().map(|word| (word.to_string(), word.to_string())).collect()
    };
    let players = || {
        state.seats().map(|seat| {
            let faction = state.player(seat).faction.name();
            (format!("{seat} ({faction})"), seat.to_string())
        })
    };
    let planets = || state.planets.keys().map(|id| (id.name().to_string(), id.slug().to_string()));
    let systems = || state.systems.keys().map(|id| (state.system_name(*id), id.to_string()));
    let found: Vec<Proposal> = match (command.name.as_str(), focused) {
        ("units", "at") => planets().chain(systems()).collect(),
        ("units", "units") => {
            let kinds = || UnitKind::ALL.iter().map(|kind| kind.name());
            return listed(typed, |_| plain(&kinds().collect::<Vec<_>>()));
        }
        ("token", "system") => systems().collect(),
        ("planet", "planet") => planets().collect(),
        ("planet" | "strategy", "owner") => players().chain(plain(&["nobody"])).collect(),
        ("card", "card") => cards(state),
        ("card", "from" | "to") => {
            let before = state.seats().map(|seat| {
                (format!("before {seat}, in play or scored"), format!("before {seat}"))
            });
            let hands = players().map(|(label, value)| (format!("hand of {label}"), value));
            hands.chain(plain(&["deck", "discard"])).chain(before).collect()
        }
        ("strategy", "card") => {
            let slots = state.strategy.iter().map(|slot| slot.card);
            slots.map(|card| (card.name().into(), card.slug().into())).collect()
        }
        ("objective", "objective") => {
            let publics = state.objectives.iter().map(|on_table| on_table.card);
            let publics = publics.map(|card| (card.name().into(), card.slug().into()));
            let secrets = SecretId::in_play(state.options.sources);
            publics.chain(secrets.map(|card| (card.name().into(), card.slug().into()))).collect()
        }
        ("technology", "technology") => {
            let techs = TechId::in_play(state.options.sources);
            techs.map(|tech| (tech.name().into(), tech.slug().into())).collect()
        }
        (_, "seat" | "speaker" | "turn") => players().collect(),
        _ => Vec::new(),
    };
    narrowed(found, typed)
}

/// All cards of the game, wherever they lie.
fn cards(state: &State) -> Vec<Proposal> {
    let sources = state.options.sources;
    let actions = ActionCardId::in_play(sources);
    let secrets = SecretId::in_play(sources);
    let notes = state.whereabouts.iter().map(|about| about.note).map(|note| {
        let faction = &state.player(note.of).faction.get().short_name;
        (text::note_name(note), format!("{} of {faction}", note.card.slug()))
    });
    let actions = actions.map(|card| (card.name().into(), card.slug().into()));
    let secrets = secrets.map(|card| (card.name().into(), card.slug().into()));
    actions.chain(secrets).chain(notes).collect()
}
