//! Deals of computers: what they propose and what they accept.

use crate::engine::Seat;
use crate::imperium::Deed;
use crate::imperium::rules::trade;
use crate::imperium::state::*;

/// What a computer wants to do out of turn, if anything: answer a proposal, or propose to swap
/// commodities, which makes trade goods of them for both, or support. It proposes nothing to anybody but
/// `partners`.
pub fn deed(state: &State, seat: Seat, partners: &[Seat]) -> Option<Deed> {
    reply(state, seat).or_else(|| proposal(state, seat, partners))
}

/// Computers take every deal that costs them nothing on balance, and refuse the others.
fn reply(state: &State, seat: Seat) -> Option<Deed> {
    let offer = state.offers.iter().find(|offer| offer.to == seat)?;
    // A note given away is worth two trade goods, one received half of that; a victory point is
    // worth any price and for sale only for another.
    let supports = |goods: &Goods| goods.note.is_some_and(is_support);
    let swap = supports(&offer.gives) && supports(&offer.takes) && !is_close(state, offer.from);
    let price = |note: Note| match is_support(note) {
        true if swap => 20,
        true => 1000,
        false => 4,
    };
    let prize = |note: Note| match note.of == seat {
        true => 2,
        false if is_support(note) => 20,
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
    let possible = trade::check(state, seat, &accept).is_ok();
    Some(if fair && possible { accept } else { Deed::Decline { offer: offer.id } })
}

/// In its own turn a seat swaps commodities with a neighbour who has some, and support with one who is
/// not about to win.
fn proposal(state: &State, seat: Seat, partners: &[Seat]) -> Option<Deed> {
    if state.active != Some(seat) || state.stage != Stage::Action || !state.offers.is_empty() {
        return None;
    }
    support(state, seat, partners).or_else(|| commodities(state, seat, partners))
}

fn commodities(state: &State, seat: Seat, partners: &[Seat]) -> Option<Deed> {
    let own = state.player(seat).commodities;
    let partner = state.others(seat).filter(|other| {
        partners.contains(other)
            && state.player(*other).commodities > 0
            && trade::possible(state, seat, *other).is_ok()
    });
    let to = partner.max_by_key(|other| state.player(*other).commodities.min(own))?;
    let count = own.min(state.player(to).commodities);
    let goods = Goods { commodities: count, ..Goods::default() };
    (count > 0).then(|| Deed::Offer { to, gives: goods.clone(), takes: goods })
}

/// The first rounds are for seeing who is a neighbour and who an enemy.
const SUPPORT_FROM: u8 = 3;

/// A point for a point, with whoever has fewest points of those who have not given theirs away.
fn support(state: &State, seat: Seat, partners: &[Seat]) -> Option<Deed> {
    if state.round < SUPPORT_FROM {
        return None;
    }
    let of = |seat: Seat| state.may_hold(seat).find(|note| note.of == seat && is_support(*note));
    let own = of(seat).filter(|note| state.player(seat).notes.contains(note))?;
    let partners = state.others(seat).filter(|other| {
        partners.contains(other)
            && of(*other).is_some()
            && !is_close(state, *other)
            && trade::possible(state, seat, *other).is_ok()
    });
    let to = partners.min_by_key(|other| (state.points(*other), *other))?;
    let note = |note: Note| Goods { note: Some(note), ..Goods::default() };
    Some(Deed::Offer { to, gives: note(own), takes: note(of(to)?) })
}

fn is_support(note: Note) -> bool {
    note.card.get().played_immediately_on_receipt
}

/// Whether a point more would bring the seat within reach of the end.
fn is_close(state: &State, seat: Seat) -> bool {
    state.points(seat) + 3 > i32::from(state.options.goal)
}
