//! Transactions between neighbours at any time of the active player's turn (RR 94): proposed,
//! accepted or refused, applied at once.

use crate::engine::{Audience, Flow, Refusal, Seat};
use crate::imperium::data::*;
use crate::imperium::state::*;
use crate::imperium::view::text;
use crate::imperium::{Deed, Game};

use super::adjacency;
use super::fix;
use super::notes;
use super::tables::{Act, Number, forbidden, number};
use super::window::{self, Moment};

/// Open proposals that one player may have at a time.
const OFFERS_EACH: usize = 3;

pub fn check(state: &State, seat: Seat, deed: &Deed) -> Result<(), Refusal> {
    if state.player(seat).eliminated && !matches!(deed, Deed::Fix(_)) {
        return Err(Refusal::new("you are out of the game").rule("33"));
    }
    match deed {
        Deed::Fix(fix) => fix::check(state, fix),
        Deed::Offer { to, gives, takes } => {
            if usize::from(to.0) >= state.players.len() || *to == seat {
                return Err(Refusal::new("a transaction needs another player"));
            }
            if gives.is_nothing() && takes.is_nothing() {
                return Err(Refusal::new("nothing would change hands").instead(
                    "Name commodities, trade goods or a promissory note to give or to get.",
                ));
            }
            if state.offers.iter().filter(|offer| offer.from == seat).count() >= OFFERS_EACH {
                return Err(Refusal::new(format!("you already have {OFFERS_EACH} open proposals"))
                    .instead("Take one back first."));
            }
            possible(state, seat, *to)?;
            let cards = !gives.cards.is_empty() || !takes.cards.is_empty();
            if cards && !trades_cards(state, seat, *to) {
                return Err(Refusal::new("action cards do not change hands between you two")
                    .rule("94.3")
                    .instead("Name commodities, trade goods or a promissory note."));
            }
            gives.held_by(state, seat, "you have")?;
            takes.note.map_or(Ok(()), |note| may_be_held(state, note, *to))
        }
        Deed::Accept { offer } => {
            let offer = find(state, *offer)?;
            if offer.to != seat {
                return Err(Refusal::new("that proposal is not addressed to you"));
            }
            possible(state, offer.from, offer.to)?;
            offer.gives.held_by(state, offer.from, "they have")?;
            offer.takes.held_by(state, offer.to, "you have")
        }
        Deed::Decline { offer } => {
            let offer = find(state, *offer)?;
            match offer.to == seat || offer.from == seat {
                true => Ok(()),
                false => Err(Refusal::new("that proposal is between others")),
            }
        }
    }
}

fn find(state: &State, id: u32) -> Result<&Offer, Refusal> {
    let offer = state.offers.iter().find(|offer| offer.id == id);
    offer.ok_or_else(|| Refusal::new("that proposal is no longer open"))
}

/// Whether these two may trade now: one of them is the active player, they are neighbours, and they
/// have not traded with each other this turn (RR 94.1).
pub fn possible(state: &State, a: Seat, b: Seat) -> Result<(), Refusal> {
    if state.player(b).eliminated {
        return Err(Refusal::new(format!("{b} is out of the game")).rule("33"));
    }
    let refusal = forbidden(state, a, Act::Transact { with: b });
    if let Some(refusal) = refusal.or_else(|| forbidden(state, b, Act::Transact { with: a })) {
        return Err(refusal);
    }
    if let Stage::Agenda(_) = state.stage {
        // (RR 94.6) In the agenda phase anybody may trade with anybody once an agenda.
        return once(state, a, b);
    }
    let (Stage::Action, Some(active)) = (&state.stage, state.active) else {
        return Err(Refusal::new("transactions belong to the action and agenda phases").rule("94"));
    };
    if active != a && active != b {
        return Err(Refusal::new(format!("it is {active}'s turn, who must be one of the two"))
            .rule("94")
            .instead(format!(
                "You can trade with {active} now, or with anybody in your own turn."
            )));
    }
    let afar = |seat: Seat| number(state, Number::TradesAfar { seat }, 0) > 0;
    if !afar(a) && !afar(b) && !adjacency::are_neighbours(state, a, b) {
        return Err(Refusal::new("you are not neighbours")
            .rule("60")
            .instead("Neighbours have units or planets in the same or in adjacent systems."));
    }
    once(state, a, b)
}

/// Whether an ability of one of the two lets action cards change hands.
pub fn trades_cards(state: &State, a: Seat, b: Seat) -> bool {
    [a, b].into_iter().any(|seat| number(state, Number::TradesCards { seat }, 0) > 0)
}

fn once(state: &State, a: Seat, b: Seat) -> Result<(), Refusal> {
    match state.traded.iter().any(|pair| *pair == (a, b) || *pair == (b, a)) {
        true => Err(Refusal::new("you two have already traded this turn").rule("94.1")),
        false => Ok(()),
    }
}

pub fn carry_out(game: &mut Game, seat: Seat, deed: &Deed) -> Flow {
    match deed {
        Deed::Fix(fix) => fix::carry_out(game, fix)?,
        Deed::Offer { to, gives, takes } => {
            let id = game.state.next_offer;
            game.state.next_offer += 1;
            game.say(|_| format!("{seat} proposes to {to}: gives {gives}, gets {takes}."));
            tell_secrets(game, seat, *to, gives, takes);
            let (gives, takes) = (gives.clone(), takes.clone());
            game.state.offers.push(Offer { id, from: seat, to: *to, gives, takes });
        }
        Deed::Accept { offer } => {
            let at = game.state.offers.iter().position(|open| open.id == *offer);
            let Some(at) = at else { return Ok(()) };
            let deal = game.state.offers.remove(at);
            exchange(&mut game.state, &deal);
            let (from, to) = (deal.from, deal.to);
            game.say(|_| {
                format!(
                    "{} accepts: gives {} and gets {} from {}.",
                    deal.to, deal.takes, deal.gives, deal.from
                )
            });
            game.state.traded.push((deal.from, deal.to));
            drop_broken(&mut game.state);
            receive_cards(game, &deal)?;
            receive_notes(game, &deal)?;
            for (by, with) in [(from, to), (to, from)] {
                let mut traded = Moment::Traded { by, with };
                window::must(game, &mut traded)?;
                window::window(game, &mut traded)?;
            }
        }
        Deed::Decline { offer } => {
            game.state.offers.retain(|open| open.id != *offer);
            game.say(|_| format!("{seat} says no to the deal."));
        }
    }
    Ok(())
}

/// `seat` gains trade goods, other than by a transaction; others may respond to it.
pub fn gain(game: &mut Game, seat: Seat, count: u8) -> Flow {
    game.state.gain_trade_goods(seat, count);
    if count == 0 {
        return Ok(());
    }
    let mut gained = Moment::TradeGoodsGained { by: seat };
    window::must(game, &mut gained)?;
    window::window(game, &mut gained)
}

/// Commodities become trade goods when they change hands (RR 21.5).
fn exchange(state: &mut State, deal: &Offer) {
    for (from, to, goods) in [(deal.from, deal.to, &deal.gives), (deal.to, deal.from, &deal.takes)]
    {
        let giver = state.player_mut(from);
        giver.trade_goods -= goods.trade_goods;
        giver.commodities -= goods.commodities;
        state.gain_trade_goods(to, goods.trade_goods + goods.commodities);
    }
    for (from, to, goods) in [(deal.from, deal.to, &deal.gives), (deal.to, deal.from, &deal.takes)]
    {
        if let Some(note) = goods.note {
            state.hand_over_note(from, to, note);
        }
        for card in &goods.cards {
            let hand = &mut state.player_mut(from).hand;
            if let Some(at) = hand.iter().position(|held| held == card) {
                hand.remove(at);
                state.player_mut(to).hand.push(*card);
            }
        }
    }
}

/// Tells the two which note and which action cards it is about; the others only know that there are
/// some (RR 69.6).
fn tell_secrets(game: &mut Game, from: Seat, to: Seat, gives: &Goods, takes: &Goods) {
    for (giver, goods) in [(from, gives), (to, takes)] {
        if !goods.cards.is_empty() {
            game.tell(Audience::These(vec![from, to]), |_| {
                let names = goods.cards.iter().map(|card| format!("**{}**", card.name()));
                format!("{giver} would give {}.", text::list(names))
            });
        }
    }
    for (giver, note) in [(from, gives.note), (to, takes.note)] {
        if let Some(note) = note {
            game.tell(Audience::These(vec![from, to]), |_| {
                format!(
                    "The note that {giver} would give is **{}** of {}.",
                    note.card.name(),
                    note.of
                )
            });
        }
    }
}

/// Proposals of notes and cards that have changed hands are off.
pub(super) fn drop_broken(state: &mut State) {
    let players = &state.players;
    state.offers.retain(|offer| {
        let holds = |note: Note| players[offer.from.index()].notes.contains(&note);
        let hand = &players[offer.from.index()].hand;
        offer.gives.note.is_none_or(holds) && missing(hand, &offer.gives.cards).is_none()
    });
}

/// The first of the cards that is not in the hand as often as it is named.
fn missing(hand: &[ActionCardId], cards: &[ActionCardId]) -> Option<ActionCardId> {
    let count = |list: &[ActionCardId], card| list.iter().filter(|held| **held == card).count();
    cards.iter().copied().find(|card| count(cards, *card) > count(hand, *card))
}

/// Whoever has too many action cards now discards at once (RR 2.4).
fn receive_cards(game: &mut Game, deal: &Offer) -> Flow {
    if deal.gives.cards.is_empty() && deal.takes.cards.is_empty() {
        return Ok(());
    }
    game.reveal("action cards");
    window::limit_hand(game, deal.to)?;
    window::limit_hand(game, deal.from)
}

/// Notes that must be laid out at once: the active player's first, else in the order of the table.
fn receive_notes(game: &mut Game, deal: &Offer) -> Flow {
    let first = game.state.active.unwrap_or(game.state.speaker);
    for seat in game.state.clockwise_from(first).collect::<Vec<Seat>>() {
        let note = match seat {
            _ if seat == deal.to => deal.gives.note,
            _ if seat == deal.from => deal.takes.note,
            _ => None,
        };
        if let Some(note) = note {
            notes::receive(game, seat, note)?;
        }
    }
    Ok(())
}

/// Fills up commodities (RR 21.3), upon which others may respond.
pub fn replenish(game: &mut Game, seat: Seat) -> Flow {
    let gained = game.state.replenish(seat);
    let plural = if gained == 1 { "y" } else { "ies" };
    game.say(|_| format!("{seat} replenishes: {gained} commodit{plural}."));
    let mut replenished = Moment::Replenished { by: seat };
    window::must(game, &mut replenished)?;
    window::window(game, &mut replenished)
}

/// Whether `seat` may have the note, as far as everybody knows.
fn may_be_held(state: &State, note: Note, seat: Seat) -> Result<(), Refusal> {
    let name = note.card.name();
    if state.may_hold(seat).any(|other| other == note) {
        return Ok(());
    }
    match state.lies_with(note) {
        Some(holder) => {
            Err(Refusal::new(format!("{name} of {} lies in play before {holder}", note.of))
                .rule("69.5"))
        }
        None => Err(Refusal::new(format!("{seat} cannot have {name} of {}", note.of))
            .instead("Ask for a note that they may hold.")),
    }
}

/// Ends what belongs to one turn: open proposals and who traded with whom.
pub fn turn_ends(state: &mut State) {
    state.offers.clear();
    state.traded.clear();
}

impl Goods {
    pub fn is_nothing(&self) -> bool {
        *self == Goods::default()
    }

    fn held_by(&self, state: &State, seat: Seat, who: &str) -> Result<(), Refusal> {
        let player = state.player(seat);
        let short = |what: &str, asked: u8, held: u8| {
            Refusal::new(format!("{asked} {what} are more than the {held} {who}")).rule("94")
        };
        if self.trade_goods > player.trade_goods {
            return Err(short("trade goods", self.trade_goods, player.trade_goods));
        }
        if self.commodities > player.commodities {
            return Err(short("commodities", self.commodities, player.commodities));
        }
        if let Some(card) = missing(&player.hand, &self.cards) {
            let why = format!("{} is not so often among the action cards {who}", card.name());
            return Err(Refusal::new(why).rule("94"));
        }
        match self.note.filter(|note| !player.notes.contains(note)) {
            Some(note) => {
                let name = note.card.name();
                Err(Refusal::new(format!("{name} of {} is not among the notes {who}", note.of))
                    .rule("69.5"))
            }
            None => Ok(()),
        }
    }
}

impl Goods {
    /// With the names of note and cards, for those whom it concerns.
    pub fn in_full(&self) -> String {
        let cards = self.cards.iter().map(|card| card.name().to_string());
        self.words(text::note_name, cards.collect())
    }

    fn words(&self, name: impl Fn(Note) -> String, cards: Vec<String>) -> String {
        let plural = |n: u8, one: &str, many: &str| match n {
            1 => format!("1 {one}"),
            n => format!("{n} {many}"),
        };
        let mut parts = Vec::new();
        if self.trade_goods > 0 {
            parts.push(plural(self.trade_goods, "trade good", "trade goods"));
        }
        if self.commodities > 0 {
            parts.push(plural(self.commodities, "commodity", "commodities"));
        }
        parts.extend(self.note.map(name));
        parts.extend(cards);
        match parts.is_empty() {
            true => "nothing".into(),
            false => text::list(parts.into_iter()),
        }
    }
}

/// As everybody may know it: without the names of note and cards.
impl std::fmt::Display for Goods {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let cards = match self.cards.len() {
            0 => Vec::new(),
            1 => vec!["1 action card".into()],
            n => vec![format!("{n} action cards")],
        };
        f.write_str(&self.words(|_| "a promissory note".into(), cards))
    }
}
