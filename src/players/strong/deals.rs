//! Deals of computers: what they propose and what they accept.

use crate::engine::Seat;
use crate::imperium::Deed;
use crate::imperium::rules::trade;
use crate::imperium::state::*;

/// What a computer wants to do out of turn, if anything: answer a proposal, or propose to swap
/// commodities, which makes trade goods of them for both.
pub fn deed(state: &State, seat: Seat) -> Option<Deed> {
    reply(state, seat).or_else(|| proposal(state, seat))
}

/// Computers take every deal that costs them nothing on balance, and refuse the others.
fn reply(state: &State, seat: Seat) -> Option<Deed> {
    let offer = state.offers.iter().find(|offer| offer.to == seat)?;
    let support = |note: Note| note.card.get().played_immediately_on_receipt;
    // A note given away is worth two trade goods, one received half of that; a victory point is
    // worth any price and for sale only for another.
    let swap = offer.gives.note.is_some_and(support) && offer.takes.note.is_some_and(support);
    let price = |note: Note| match support(note) {
        true if swap => 20,
        true => 1000,
        false => 4,
    };
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
    let possible = trade::check(state, seat, &accept).is_ok();
    Some(if fair && possible { accept } else { Deed::Decline { offer: offer.id } })
}

/// In its own turn a seat swaps commodities with a neighbour who has some.
fn proposal(state: &State, seat: Seat) -> Option<Deed> {
    if state.active != Some(seat) || state.stage != Stage::Action || !state.offers.is_empty() {
        return None;
    }
    let own = state.player(seat).commodities;
    let partner = state.others(seat).filter(|other| {
        state.player(*other).commodities > 0 && trade::possible(state, seat, *other).is_ok()
    });
    let to = partner.max_by_key(|other| state.player(*other).commodities.min(own))?;
    let count = own.min(state.player(to).commodities);
    let goods = Goods { commodities: count, ..Goods::default() };
    (count > 0).then(|| Deed::Offer { to, gives: goods.clone(), takes: goods })
}
