//! The round loop and the events. Marking itself is the business of `desk`.

use super::ask::{Choice, Question};
use super::data::*;
use super::desk::Desk;
use super::effect::{Effect, Passive};
use super::mark::Mark;
use super::state::*;
use super::{Game, Inscription};
use crate::engine::{Audience, Flow, Prompt, Seat};

pub mod ai;
pub mod council;
pub mod races;
pub mod score;
pub mod setup;
pub mod war;

/// One step: the set-up, an event, or the dice of a strategy event.
pub fn advance(game: &mut Game) -> Flow {
    match game.state.phase {
        Phase::Setup => setup::set_up(game),
        Phase::Event => event(game),
        Phase::Dice => dice(game),
        Phase::Finished => Ok(()),
    }
}

/// The top card is revealed and resolved (Playing the Game).
fn event(game: &mut Game) -> Flow {
    let id =
        game.state.deck.pop().expect("the last event of the game ends it before the deck is empty");
    game.state.round += 1;
    game.state.event = Some(id);
    game.state.dice = None;
    for player in &mut game.state.players {
        player.peeked = false;
    }
    game.reveal("an event");
    let event = game.state.pack.get().event(id);
    let round = game.state.round;
    game.say(|_| format!("Event {round}, stage {}: {}.", event.stage.word(), event.name));
    match &event.kind {
        EventKind::Strategy(pool) => return cards(game, *pool),
        EventKind::War { last } => {
            war::war(game)?;
            if *last {
                return score::finish(game);
            }
        }
        EventKind::Council => council::council(game, event.stage)?,
        EventKind::Production => production(game)?,
        // Nothing comes of it; another event follows (Q21).
        EventKind::Special => {}
    }
    end_round(game);
    Ok(())
}

fn end_round(game: &mut Game) {
    let done = game.state.event.take();
    game.state.discard.extend(done);
    for player in &mut game.state.players {
        player.used = 0;
        player.oath = false;
    }
    game.state.phase = Phase::Event;
}

/// Choose the active sheet and spend the card's resources (Strategy Event Cards).
fn cards(game: &mut Game, pool: [u8; 3]) -> Flow {
    game.say(|_| format!("The card gives {}. Everybody chooses an active sheet.", amounts(pool)));
    marking(game, Window::Cards, |desk| {
        desk.me.pool = pool;
        desk.me.keep = None;
        let tax = std::mem::take(&mut desk.me.tax);
        if tax > 0 {
            desk.push(&[Effect::Forgo(tax)]);
        }
    })?;
    for seat in game.state.seats() {
        let saving = game.state.passives(seat).contains(&Passive::KeepResource);
        let player = &mut game.state.players[seat.index()];
        let left = |one: &Resource| player.pool[one.index()] > 0;
        // What is chosen, if there is some of it; otherwise what is there.
        let kept = player.keep.filter(left).or_else(|| Resource::ALL.into_iter().find(left));
        player.pool = [0; 3];
        player.keep = kept.filter(|_| saving);
        let active = player.active.expect("a marker is down only when a sheet is chosen");
        game.say(|_| format!("{seat} marks {}.", active.name()));
    }
    game.state.phase = Phase::Dice;
    Ok(())
}

/// "2 M, 1 I".
pub fn amounts(pool: [u8; 3]) -> String {
    let parts: Vec<String> = Resource::ALL
        .iter()
        .filter(|one| pool[one.index()] > 0)
        .map(|one| format!("{} {}", pool[one.index()], one.letter()))
        .collect();
    if parts.is_empty() { "nothing".into() } else { parts.join(", ") }
}

/// All six dice are rolled and spent (Strategy Event Cards).
fn dice(game: &mut Game) -> Flow {
    let round = game.state.round;
    let pack = game.state.pack.get();
    let black = game.random(format!("round {round}, black dice"), 6, 3)?;
    let focus = game.random(format!("round {round}, focus dice"), 6, 3)?;
    let dice = Dice {
        black: std::array::from_fn(|i| pack.black[black[i] as usize - 1]),
        focus: std::array::from_fn(|i| pack.focus[i][focus[i] as usize - 1]),
    };
    game.state.dice = Some(dice);
    game.say(|_| dice_words(dice));
    if game.state.small() {
        ai::progress(game, dice);
    }
    marking(game, Window::Dice, |desk| {
        let me = &mut desk.me;
        for die in dice.black {
            me.pool[die.index()] += 1;
        }
        if let Some(kept) = me.keep.take() {
            me.pool[kept.index()] += 1;
        }
        let active = me.active.expect("it was chosen with the card");
        for die in Resource::ALL {
            if me.focus[active.index()][die.index()] {
                me.pool[die.index()] += dice.focus[die.index()];
            }
        }
    })?;
    for player in &mut game.state.players {
        player.pool = [0; 3];
        player.free = 0;
        player.last_active = player.active.take();
        for left in &mut player.bans {
            *left = left.saturating_sub(1);
        }
    }
    end_round(game);
    Ok(())
}

fn dice_words(dice: Dice) -> String {
    let black: Vec<String> = dice.black.iter().map(|die| die.letter().to_string()).collect();
    let focus: Vec<String> = Resource::ALL
        .iter()
        .map(|die| format!("{} {}", dice.focus[die.index()], die.letter()))
        .collect();
    format!("The dice: {}; focus {}.", black.join(" "), focus.join(", "))
}

/// A trade good for each column that is unlocked (Production Event Cards).
fn production(game: &mut Game) -> Flow {
    marking(game, Window::Effects, |desk| {
        let more: u8 = desk
            .state
            .passives(desk.seat)
            .iter()
            .map(|passive| if let Passive::Production(n) = passive { *n } else { 0 })
            .sum();
        let columns = desk.me.ind.rows.iter().min().copied().unwrap_or(0);
        desk.push(&[Effect::Claim(Asset::Tg, columns + more)]);
    })?;
    for seat in game.state.seats() {
        let goods = game.state.player(seat).count(Asset::Tg);
        game.say(|_| {
            format!("{seat} has {goods} trade good{}.", if goods == 1 { "" } else { "s" })
        });
    }
    Ok(())
}

/// Everybody marks at the same time, each on their own copy; when all markers are down the copies are
/// what counts and the races are settled. `prepare` is what the window begins with.
pub fn marking(game: &mut Game, window: Window, prepare: impl Fn(&mut Desk)) -> Flow {
    for seat in game.state.seats() {
        let mut desk = Desk::of(&game.state, seat);
        desk.me.window = Some(window);
        desk.me.down = false;
        prepare(&mut desk);
        desk.settle();
        desk.me.down = !asks(window, &desk.me);
        put_back(game, seat, desk.me, desk.revealed);
    }
    let asked = game.state.seats().any(|seat| !game.state.own(seat).down);
    while game.state.seats().any(|seat| !game.state.own(seat).down) {
        let (seat, choices) = game.ask_any(|state| {
            let asked = state.seats().filter(|seat| !state.own(*seat).down);
            asked.map(|seat| Prompt::compound(seat, Question::Mark { window })).collect()
        })?;
        let mut desk = Desk::of(&game.state, seat);
        for mark in marks(&choices) {
            desk.carry_out(mark);
        }
        desk.me.down = desk.revealed.is_none();
        put_back(game, seat, desk.me, desk.revealed);
    }
    if asked && game.state.players.len() > 1 {
        game.reveal("what everybody has marked");
    }
    close(game)
}

/// Whether somebody has something to decide in a window. How many relics someone holds is known to all.
fn asks(window: Window, me: &Player) -> bool {
    match window {
        Window::Cards | Window::Dice => true,
        Window::War => !me.hand.is_empty(),
        Window::Effects => !me.pending.is_empty(),
    }
}

/// The marks of an answer.
pub fn marks(choices: &[Choice]) -> impl Iterator<Item = &Mark> {
    choices.iter().filter_map(|choice| match choice {
        Choice::Mark(mark) => Some(mark),
        _ => None,
    })
}

fn put_back(game: &mut Game, seat: Seat, me: Player, revealed: Option<String>) {
    let before = game.state.own(seat);
    let news = revealed.map(|_| drawn(&game.state, before, &me));
    game.state.desks[seat.index()] = Some(me);
    if let Some(news) = news {
        game.reveal("something hidden");
        game.tell(Audience::Only(seat), |_| news);
    }
}

/// What a player was shown, in words for them alone.
fn drawn(state: &State, before: &Player, after: &Player) -> String {
    let pack = state.pack.get();
    let name = |relic: &RelicId| {
        let card = pack.relic(*relic);
        format!("{} ({} VP: {}; {})", card.name, card.vp, card.text, pack.footer)
    };
    if let Some(Effect::KeepRelic(one, other)) = after.pending.last() {
        return format!("You drew {} and {}; keep one.", name(one), name(other));
    }
    if after.pile.len() < before.pile.len() {
        return format!("You drew {}.", name(&before.pile[0]));
    }
    match state.deck.last() {
        Some(next) => format!("The next event is {}.", pack.event(*next).name),
        None => "There is no event left.".into(),
    }
}

/// The barrier: what everybody drew becomes known as far as it is public, and races are settled.
fn close(game: &mut Game) -> Flow {
    game.state.barrier += 1;
    for seat in game.state.seats() {
        let Some(mut me) = game.state.desks[seat.index()].take() else { continue };
        let before = &game.state.players[seat.index()];
        let drawn = me.nav.boxes.len().saturating_sub(before.nav.boxes.len());
        me.window = None;
        me.down = false;
        game.state.players[seat.index()] = me;
        for _ in 0..drawn {
            game.say(|_| format!("{seat} draws a relic."));
        }
    }
    races::settle(game);
    Ok(())
}

impl Inscription {
    /// Whether these parts are an answer to mark a window.
    pub(super) fn check_marks(
        state: &State,
        seat: Seat,
        choices: &[Choice],
    ) -> Result<(), crate::engine::Refusal> {
        let mut desk = Desk::of(state, seat);
        if choices.iter().any(|choice| !matches!(choice, Choice::Mark(_))) {
            return Err(crate::engine::Refusal::new("only marks answer this"));
        }
        desk.apply_all(marks(choices))?;
        desk.may_stop()
    }
}
