//! `/trade`: goods and promissory notes as people write them, and open proposals.

use crate::engine::{Refusal, Seat};
use crate::imperium::Deed;
use crate::imperium::data::ActionCardId;
use crate::imperium::rules::trade;
use crate::imperium::state::*;
use crate::imperium::view::text;

use super::Command;
use super::complete::{Proposal, listed, narrowed};
use super::words::{fold, named, player, quoted, some};

pub(super) fn trade(state: &State, seat: Seat, command: &Command) -> Result<Deed, Refusal> {
    let to = player(state, command.need("with")?)?;
    let goods = |option: &str, giver: Seat, known: Vec<Note>| match command.option(option) {
        Some(text) => goods(state, giver, &known, text),
        None => Ok(Goods::default()),
    };
    let gives = goods("give", seat, state.player(seat).notes.clone())?;
    let takes = goods("get", to, state.may_hold(to).collect())?;
    Ok(Deed::Offer { to, gives, takes })
}

/// Reads "3 commodities, 2 trade goods, ceasefire, sabotage"; `known` are the notes that may be
/// meant.
fn goods(state: &State, giver: Seat, known: &[Note], text: &str) -> Result<Goods, Refusal> {
    let wrong = || {
        Refusal::new(format!("{} cannot be traded", quoted(text))).instead(
            "Write `2 commodities, 1 trade good`, and the name of at most one promissory note.",
        )
    };
    let mut goods = Goods::default();
    for item in text.replace(" and ", ",").split([',', '+']).map(str::trim) {
        if item.is_empty() || item == "nothing" {
            continue;
        }
        let digits: String = item.chars().take_while(char::is_ascii_digit).collect();
        let count: u8 = if digits.is_empty() { 1 } else { digits.parse().map_err(|_| wrong())? };
        let pile = match item[digits.len()..].trim().to_lowercase().as_str() {
            "tg" | "trade good" | "trade goods" | "goods" => &mut goods.trade_goods,
            "c" | "comm" | "commodity" | "commodities" => &mut goods.commodities,
            name if action_card(name).is_some() => {
                let card = action_card(name).into_iter();
                goods.cards.extend(card.flat_map(|card| std::iter::repeat_n(card, count.into())));
                continue;
            }
            _ if goods.note.is_some() => {
                return Err(Refusal::new("that is more than one promissory note")
                    .rule("69.5")
                    .instead("Name at most one a side."));
            }
            _ => {
                goods.note = Some(note(state, giver, known, item)?);
                continue;
            }
        };
        *pile = pile.checked_add(count).ok_or_else(wrong)?;
    }
    Ok(goods)
}

/// An action card by its whole name.
fn action_card(typed: &str) -> Option<ActionCardId> {
    ActionCardId::all().find(|card| named(card.name(), card.slug(), typed))
}

/// Reads "ceasefire" or "ceasefire of letnev"; without a player the giver's own one comes first.
fn note(state: &State, giver: Seat, known: &[Note], text: &str) -> Result<Note, Refusal> {
    let (name, of) = match text.rsplit_once(" of ") {
        Some((name, of)) if player(state, of).is_ok() => (name, Some(player(state, of)?)),
        _ => (text, None),
    };
    let is_meant = |note: &&Note| {
        let typed = fold(name);
        let card = fold(note.card.name());
        !typed.is_empty() && card.starts_with(&typed) && of.is_none_or(|of| note.of == of)
    };
    let found: Vec<Note> = known.iter().filter(is_meant).copied().collect();
    let own = found.iter().find(|note| of.is_none() && note.of == giver);
    let labels: Vec<String> = known.iter().map(|note| text::note_name(*note)).collect();
    match (own, &found[..]) {
        (Some(own), _) => Ok(*own),
        (None, [only]) => Ok(*only),
        (None, []) => Err(Refusal::new(format!("{} cannot be traded", quoted(text)))
            .instead(format!("Notes: {}. Goods: `2 trade goods`, `1 commodity`.", some(&labels)))),
        _ => Err(Refusal::new(format!("{} could be several notes", quoted(text)))
            .instead(format!("Say whose it is: {}.", some(&labels)))),
    }
}

/// The proposal that is named, or the only one that concerns `seat`.
pub(super) fn offer(state: &State, seat: Seat, command: &Command) -> Result<u32, Refusal> {
    if let Some(id) = command.option("offer") {
        let digits = id.trim_start_matches('#');
        return digits.parse().map_err(|_| Refusal::new(format!("{} is no proposal", quoted(id))));
    }
    let mut own = state.offers.iter().filter(|offer| offer.to == seat || offer.from == seat);
    match (own.next(), own.next()) {
        (Some(only), None) => Ok(only.id),
        (None, _) => Err(Refusal::new("there is no open proposal for you")),
        _ => Err(Refusal::new("there are several proposals").instead("Say which with `offer`.")),
    }
}

/// Open proposals that can be accepted or declined.
pub(super) fn open(state: &State, seat: Option<Seat>, command: &str) -> Vec<Proposal> {
    let concerns = |offer: &&Offer| {
        Some(offer.to) == seat || (command == "decline" && Some(offer.from) == seat)
    };
    let label = |offer: &Offer| {
        let (gives, takes) = (offer.gives.in_full(), offer.takes.in_full());
        format!("{} gives {gives}, gets {takes}", offer.from)
    };
    let open = state.offers.iter().filter(concerns);
    open.map(|offer| (label(offer), offer.id.to_string())).collect()
}

/// Partners, and what can be given or got.
pub(super) fn complete(
    state: &State,
    seat: Option<Seat>,
    command: &Command,
    focused: &str,
    typed: &str,
) -> Vec<Proposal> {
    let Some(seat) = seat else { return Vec::new() };
    let partner = command.option("with").and_then(|with| player(state, with).ok());
    let label = |other: Seat| format!("{other} ({})", state.player(other).faction.name());
    match (focused, partner) {
        ("give", _) => {
            let player = state.player(seat);
            let partners: Vec<Seat> = match partner {
                Some(partner) => vec![partner],
                None => state.others(seat).collect(),
            };
            let any = partners.iter().any(|other| trade::trades_cards(state, seat, *other));
            let cards = if any { &player.hand[..] } else { &[] };
            tradable(state, Some(seat), &player.notes, cards, typed)
        }
        ("get", Some(partner)) => {
            let notes: Vec<Note> = state.may_hold(partner).collect();
            tradable(state, Some(partner), &notes, &[], typed)
        }
        // All that anybody may have.
        ("get", None) => {
            let others = state
                .whereabouts
                .iter()
                .filter(|about| about.may_hold.iter().any(|holder| holder != seat));
            let notes: Vec<Note> = others.map(|about| about.note).collect();
            tradable(state, None, &notes, &[], typed)
        }
        _ => {
            let others = state.seats().filter(|other| *other != seat);
            narrowed(others.map(|other| (label(other), other.to_string())).collect(), typed)
        }
    }
}

/// What `owner` has of goods, then notes and cards, after what is typed up to the last comma.
fn tradable(
    state: &State,
    owner: Option<Seat>,
    notes: &[Note],
    cards: &[ActionCardId],
    typed: &str,
) -> Vec<Proposal> {
    let piles = owner.map(|owner| {
        let player = state.player(owner);
        [(player.commodities, "commodity", "commod"), (player.trade_goods, "trade good", "good")]
    });
    listed(typed, |head| {
        let mut found: Vec<Proposal> = Vec::new();
        for (held, name, word) in piles.into_iter().flatten() {
            if held > 0 && !head.contains(word) {
                let counts = [text::count_of(held, name), text::count_of(1u8, name)];
                found.extend(counts.map(|words| (words.clone(), words)));
            }
        }
        found.extend(notes.iter().map(|note| {
            let faction = &state.player(note.of).faction.get().short_name;
            (text::note_name(*note), format!("{} of {faction}", note.card.slug()))
        }));
        found.extend(cards.iter().map(|card| (card.name().into(), card.slug().into())));
        found
    })
}
