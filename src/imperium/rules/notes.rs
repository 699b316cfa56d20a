//! Promissory notes (RR 69): dealt at the start, traded, played by others than their owners, and
//! given back.
//!
//! A note is played from the hand at a moment that its rule names. It lies in the play area while
//! it takes effect and goes back to its owner when that is over.

use std::sync::OnceLock;

use crate::engine::{Flow, Refusal, Seat};
use crate::imperium::Game;
use crate::imperium::data::*;
use crate::imperium::state::*;

use super::tables::{Act, Number, NumberKind, tables};
use super::window::{At, Moment};

/// A note with the player who holds it or has it in play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Held {
    pub by: Seat,
    pub note: Note,
}

impl Held {
    /// Whose colour or faction the note is of.
    pub fn of(self) -> Seat {
        self.note.of
    }
}

/// When a note may be played from the hand, and what it does then. `when` looks at nothing that is
/// not known to all: it also tells who must be asked.
#[derive(Debug)]
pub struct NotePower {
    pub at: At,
    pub when: fn(&State, Held, &Moment) -> bool,
    pub then: fn(&mut Game, Held, &mut Moment) -> Flow,
}

/// Adds to a number for as long as the note lies in play.
#[derive(Debug)]
pub struct NoteModifier {
    pub of: NumberKind,
    pub adds: fn(&State, Held, &Number) -> i32,
}

/// Forbids an act of a player for as long as the note lies in play.
pub type NotePermit = fn(&State, Held, Seat, &Act) -> Option<Refusal>;

/// How long a played note lies in the play area.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stays {
    /// It goes back as soon as it has taken effect.
    Briefly,
    Until(Until),
    /// Until whoever has it activates a system that contains units of its owner.
    UntilAttack,
}

/// What a promissory note does.
#[derive(Debug)]
pub struct NoteRule {
    pub slug: &'static str,
    pub text: &'static str,
    pub powers: &'static [NotePower],
    /// Carried out without asking at their moments for as long as the note lies in play.
    pub laid: &'static [NotePower],
    pub modifiers: &'static [NoteModifier],
    pub permits: &'static [NotePermit],
    pub stays: Stays,
    /// It must be laid out when it is received, and does this then.
    pub received: Option<fn(&mut Game, Held) -> Flow>,
    /// The moments of its powers and the numbers of its modifiers as bits.
    moments: u128,
    numbers: u128,
}

impl NoteRule {
    pub const fn new(slug: &'static str, text: &'static str) -> NoteRule {
        NoteRule {
            slug,
            text,
            powers: &[],
            laid: &[],
            modifiers: &[],
            permits: &[],
            stays: Stays::Briefly,
            received: None,
            moments: 0,
            numbers: 0,
        }
    }

    pub const fn powers(mut self, powers: &'static [NotePower]) -> NoteRule {
        let mut i = 0;
        while i < powers.len() {
            self.moments |= powers[i].at.bit();
            i += 1;
        }
        self.powers = powers;
        self
    }

    pub const fn laid(mut self, laid: &'static [NotePower]) -> NoteRule {
        self.laid = laid;
        self
    }

    pub const fn modifiers(mut self, modifiers: &'static [NoteModifier]) -> NoteRule {
        let mut i = 0;
        while i < modifiers.len() {
            self.numbers |= modifiers[i].of.bit();
            i += 1;
        }
        self.modifiers = modifiers;
        self
    }

    pub const fn permits(mut self, permits: &'static [NotePermit]) -> NoteRule {
        self.permits = permits;
        self
    }

    pub const fn stays(mut self, stays: Stays) -> NoteRule {
        self.stays = stays;
        self
    }

    pub const fn received(mut self, received: fn(&mut Game, Held) -> Flow) -> NoteRule {
        self.received = Some(received);
        self
    }

    /// The numbers of its modifiers as bits.
    pub fn numbers(&self) -> u128 {
        self.numbers
    }

    fn power(&self, moment: &Moment) -> Option<&'static NotePower> {
        self.powers.iter().find(|power| power.at == moment.at())
    }
}

// Dealing

/// Generic notes and those of the faction, each in the newest version that the program knows (RR 69).
pub fn dealt(state: &State, seat: Seat) -> Vec<Note> {
    let faction = state.player(seat).faction;
    let known = |card: &NoteId| {
        let row = card.get();
        (row.generic_per_colour || row.faction == Some(faction))
            && state.options.sources.contains(card.source())
            && tables().note(*card).is_some()
    };
    let mut cards: Vec<NoteId> = NoteId::all().filter(known).collect();
    let all = cards.clone();
    cards.retain(|card| !all.iter().any(|new| new.supersedes(*card)));
    cards.into_iter().map(|card| Note { card, of: seat }).collect()
}

/// Every player gets their own notes.
pub fn deal(state: &mut State) {
    for seat in state.seats().collect::<Vec<Seat>>() {
        for note in dealt(state, seat) {
            state.deal_note(note);
        }
    }
}

// Playing

/// Cards that look at such moments at all.
fn cards_at(at: At) -> &'static [NoteId] {
    static BY_MOMENT: OnceLock<Vec<Vec<NoteId>>> = OnceLock::new();
    let lists = BY_MOMENT.get_or_init(|| {
        let looks = |card: &NoteId, at: At| {
            tables().note(*card).is_some_and(|rule| rule.moments & at.bit() != 0)
        };
        let at = |at: &At| NoteId::all().filter(|card| looks(card, *at)).collect();
        At::ALL.iter().map(at).collect()
    });
    lists.get(at as usize).map_or(&[], |list| list)
}

/// Whether the note could be played by `seat` at this moment, if it held it (RR 69.2).
fn fits(state: &State, seat: Seat, note: Note, moment: &Moment) -> bool {
    let power = || tables().note(note.card)?.power(moment);
    note.of != seat
        && power().is_some_and(|power| (power.when)(state, Held { by: seat, note }, moment))
}

/// Whether the others must think that `seat` could play a note now, `spent` ones aside. What it really
/// holds plays no part, so that silence tells nothing.
pub fn might_play(state: &State, seat: Seat, moment: &Moment, spent: &[Note]) -> bool {
    let cards = cards_at(moment.at());
    !cards.is_empty()
        && state.foreign_notes(seat).any(|note| {
            cards.contains(&note.card) && !spent.contains(&note) && fits(state, seat, note, moment)
        })
}

/// Notes in hand that can be played at this moment.
pub fn playable(state: &State, seat: Seat, moment: &Moment) -> Vec<Note> {
    if cards_at(moment.at()).is_empty() {
        return Vec::new();
    }
    let held = state.player(seat).notes.iter().copied();
    held.filter(|note| fits(state, seat, *note, moment)).collect()
}

/// Lays the note out, carries out what it does, and gives it back when it is not to stay.
pub fn play(game: &mut Game, seat: Seat, note: Note, moment: &mut Moment) -> Flow {
    let Some(rule) = tables().note(note.card) else { return Ok(()) };
    let Some(power) = rule.power(moment) else { return Ok(()) };
    game.state.lay_out_note(seat, note);
    game.reveal(note.card.name());
    game.say(|_| format!("{seat} plays **{}** of {}.", note.card.name(), note.of));
    if let Stays::Until(until) = rule.stays {
        game.state.lasting.push(Lasting { until, seat, effect: Effect::Lent(note) });
    }
    (power.then)(game, Held { by: seat, note }, moment)?;
    if rule.stays == Stays::Briefly {
        game.state.return_note(note);
    }
    Ok(())
}

/// Carries out what notes in play do at this moment.
pub fn due(game: &mut Game, moment: &mut Moment) -> Flow {
    if lie_in_play(&game.state) {
        let at = moment.at();
        let held: Vec<Held> = in_play(&game.state).collect();
        for held in held {
            let laid = tables().note(held.note.card).map_or(&[][..], |rule| rule.laid);
            for power in laid.iter().filter(|power| power.at == at) {
                if (power.when)(&game.state, held, moment) {
                    (power.then)(game, held, moment)?;
                }
            }
        }
    }
    Ok(())
}

// Changing hands

/// A note is given to `to`; one that must be laid out at once is.
pub fn receive(game: &mut Game, to: Seat, note: Note) -> Flow {
    let rule = tables().note(note.card);
    let Some(received) = rule.and_then(|rule| rule.received) else { return Ok(()) };
    if to == note.of || !game.state.holds_note(to, note) {
        return Ok(());
    }
    game.state.lay_out_note(to, note);
    game.say(|_| format!("{to} lays out **{}** of {}.", note.card.name(), note.of));
    received(game, Held { by: to, note })
}

/// Gives back the notes of all players whose units are in the system that `by` activated.
pub fn attacked(game: &mut Game, by: Seat, system: SystemId) {
    if game.state.player(by).notes_in_play.is_empty() {
        return;
    }
    let state = &game.state;
    let attacked = |note: &&Note| {
        let stays = tables().note(note.card).map(|rule| rule.stays);
        stays == Some(Stays::UntilAttack)
            && state.places(system).any(|place| state.forces(place).of(note.of).next().is_some())
    };
    let back: Vec<Note> = state.player(by).notes_in_play.iter().filter(attacked).copied().collect();
    for note in back {
        give_back(game, note, "their units are in the system");
    }
}

/// Takes a note out of play and says why.
pub fn give_back(game: &mut Game, note: Note, why: &str) {
    let Some(seat) = game.state.lies_with(note) else { return };
    let before = game.state.points(seat);
    game.state.return_note(note);
    game.say(|state| {
        let points = match before - state.points(seat) {
            0 => String::new(),
            1 => format!("; {seat} loses 1 victory point"),
            n => format!("; {seat} loses {n} victory points"),
        };
        format!("**{}** goes back to {}: {why}{points}.", note.card.name(), note.of)
    });
}

/// (RR 69.7) The notes of a player who is out of the game leave it; those of others go back to them.
pub fn eliminated(game: &mut Game, seat: Seat) {
    let own = game.state.whereabouts.iter().map(|about| about.note).filter(|note| note.of == seat);
    for note in own.collect::<Vec<Note>>() {
        give_back(game, note, "they are out of the game");
        game.state.remove_note(note);
    }
    let player = game.state.player(seat);
    let others = player.notes.iter().chain(&player.notes_in_play).copied();
    for note in others.collect::<Vec<Note>>() {
        game.state.return_note(note);
    }
}

// Numbers and permissions

/// What the notes in play add to a number.
pub fn added(state: &State, number: &Number) -> i32 {
    let bit = number.kind().bit();
    let mut total = 0;
    for (i, player) in state.players.iter().enumerate() {
        for note in &player.notes_in_play {
            let Some(rule) = tables().note(note.card).filter(|rule| rule.numbers & bit != 0) else {
                continue;
            };
            let held = Held { by: Seat(i as u8), note: *note };
            let of = rule.modifiers.iter().filter(|modifier| modifier.of == number.kind());
            total += of.map(|modifier| (modifier.adds)(state, held, number)).sum::<i32>();
        }
    }
    total
}

/// What notes in play forbid.
pub fn permits(state: &State) -> impl Iterator<Item = (Held, NotePermit)> + '_ {
    in_play(state).flat_map(|held| {
        let permits = tables().note(held.note.card).map_or(&[][..], |rule| rule.permits);
        permits.iter().map(move |permit| (held, *permit))
    })
}

/// Whether any note lies in play; most of the time none does.
pub fn lie_in_play(state: &State) -> bool {
    state.players.iter().any(|player| !player.notes_in_play.is_empty())
}

fn in_play(state: &State) -> impl Iterator<Item = Held> + '_ {
    state.players.iter().enumerate().flat_map(|(i, player)| {
        let by = Seat(i as u8);
        player.notes_in_play.iter().map(move |note| Held { by, note: *note })
    })
}
