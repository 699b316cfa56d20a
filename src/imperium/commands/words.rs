//! What people write: units, systems, players, and names that are not quite spelled out.

use crate::engine::{Refusal, Seat};
use crate::imperium::data::*;
use crate::imperium::state::*;

/// Units that somebody wrote down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Wanted {
    pub kind: UnitKind,
    pub count: u8,
    /// Said to be damaged ones; otherwise undamaged ones are meant first.
    pub damaged: bool,
}

impl Wanted {
    /// Undamaged ones first, then damaged ones, unless damaged ones were asked for. What is not
    /// there is asked for all the same, so that the check can say so.
    pub fn split(&self, there: impl Fn(bool) -> u8) -> Vec<(bool, u8)> {
        if self.damaged {
            return vec![(true, self.count)];
        }
        let sound = there(false);
        let hurt = there(true);
        if self.count <= sound || hurt == 0 {
            return vec![(false, self.count)].into_iter().filter(|(_, count)| *count > 0).collect();
        }
        let rest = self.count - sound;
        [(false, sound), (true, rest)].into_iter().filter(|(_, count)| *count > 0).collect()
    }
}

const EXAMPLE: &str = "Write units like `2 cruisers, carrier, 3 infantry`.";

/// Reads "2 cruisers, carrier + 3 infantry, damaged dreadnought".
pub(super) fn units(text: &str) -> Result<Vec<Wanted>, Refusal> {
    let items = text.split([',', '+', ';']).map(str::trim).filter(|item| !item.is_empty());
    let found: Vec<Wanted> = items.map(unit).collect::<Result<_, _>>()?;
    match found.is_empty() {
        true => Err(Refusal::new("no units are named").instead(EXAMPLE)),
        false => Ok(found.into_iter().filter(|wanted| wanted.count > 0).collect()),
    }
}

/// Reads "2 damaged cruisers".
pub(super) fn unit(item: &str) -> Result<Wanted, Refusal> {
    let mut words: Vec<&str> = item.split_whitespace().collect();
    let mut count = 1u8;
    if let Some(first) = words.first()
        && let Ok(n) = first.trim_end_matches(['x', 'X']).parse()
    {
        count = n;
        words.remove(0);
    }
    let before = words.len();
    words.retain(|word| !word.eq_ignore_ascii_case("damaged"));
    let damaged = words.len() < before;
    match UnitKind::parse(&words.join(" ")) {
        Some(kind) => Ok(Wanted { kind, count, damaged }),
        None => Err(Refusal::new(format!("{} is no unit", quoted(item))).instead(EXAMPLE)),
    }
}

/// Units that are to be picked up somewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PickUp {
    pub wanted: Wanted,
    pub from: Place,
}

/// Reads "2 infantry on Abyz, fighter in 205".
pub(super) fn pick_ups(state: &State, text: &str) -> Result<Vec<PickUp>, Refusal> {
    let items = text.split([',', ';']).map(str::trim).filter(|item| !item.is_empty());
    items.map(|item| pick_up(state, item)).collect()
}

fn pick_up(state: &State, item: &str) -> Result<PickUp, Refusal> {
    let between = [" on ", " in ", " from ", " at "];
    let at = between.iter().find_map(|word| item.find(word).map(|at| (at, word.len())));
    let Some((at, length)) = at else {
        return Err(Refusal::new(format!("{} does not say where", quoted(item)))
            .instead("Write what is picked up like `2 infantry on Abyz, fighter in 205`."));
    };
    let wanted = unit(item[..at].trim())?;
    Ok(PickUp { wanted, from: place(state, item[at + length..].trim(), wanted.kind)? })
}

/// A planet by its name, or the space of a system by its position. For ground forces a system with
/// one planet is that planet, unless they are only in its space.
fn place(state: &State, text: &str, kind: UnitKind) -> Result<Place, Refusal> {
    let planets: Vec<PlanetId> = state.planets.keys().copied().collect();
    if let Some(planet) = planets.iter().find(|p| named(p.name(), p.slug(), text)) {
        return Ok(Place::Planet(*planet));
    }
    let system = system(state, text)?;
    let in_space = state.system(system).space.iter().any(|stack| stack.kind == kind);
    match state.galaxy.planets(system) {
        [planet] if kind.is_ground_force() && !in_space => Ok(Place::Planet(*planet)),
        _ => Ok(Place::Space(system)),
    }
}

/// A system by its position, or by one of its planets.
pub fn system(state: &State, text: &str) -> Result<SystemId, Refusal> {
    let ids: Vec<SystemId> = state.systems.keys().copied().collect();
    let labels: Vec<String> = ids.iter().map(|id| state.system_name(*id)).collect();
    let keys: Vec<String> = ids.iter().map(|id| id.to_string()).collect();
    find(&labels, &keys, text).map(|at| ids[at]).map_err(|_| {
        Refusal::new(format!("{} is no system on this board", quoted(text)))
            .instead("Write a position like 205, or the name of a planet.")
    })
}

/// A player by seat number (from 1), seat mark or faction.
pub fn player(state: &State, text: &str) -> Result<Seat, Refusal> {
    let seats: Vec<Seat> = (0..state.players.len()).map(|i| Seat(i as u8)).collect();
    let names: Vec<String> =
        seats.iter().map(|seat| state.player(*seat).faction.name().to_string()).collect();
    let keys: Vec<String> = seats.iter().map(|seat| (seat.0 + 1).to_string()).collect();
    let marked = seats.iter().find(|seat| seat.to_string() == text.trim());
    if let Some(seat) = marked {
        return Ok(*seat);
    }
    find(&names, &keys, text)
        .map(|at| seats[at])
        .map_err(|why| Refusal::new(why).instead(format!("Players: {}.", some(&names))))
}

/// Whether `typed` is the name or the slug, however it is spelled.
pub(super) fn named(name: &str, slug: &str, typed: &str) -> bool {
    let typed = fold(typed);
    fold(name) == typed || fold(slug) == typed
}

/// What was typed as a refusal repeats it: short, in one line, and nothing but a quotation.
pub(super) fn quoted(typed: &str) -> String {
    let plain = |c: char| {
        !c.is_control()
            && !"`@\u{200b}\u{202a}\u{202b}\u{202c}\u{202d}\u{202e}\u{2066}\u{2067}\u{2068}\u{2069}"
                .contains(c)
    };
    let mut words: String = typed.trim().chars().filter(|c| plain(*c)).take(QUOTED + 1).collect();
    if words.chars().count() > QUOTED {
        words = words.chars().take(QUOTED).chain(['…']).collect();
    }
    match words.trim().is_empty() {
        true => "that".into(),
        false => format!("`{}`", words.trim()),
    }
}

/// Characters of a quotation at most.
const QUOTED: usize = 60;

/// Lower-case letters and digits, nothing else.
pub(super) fn fold(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// Which of `labels` (or `keys`) `typed` means: exactly, else by the only one that begins with it,
/// else by the only one that contains it.
pub(super) fn find(labels: &[String], keys: &[String], typed: &str) -> Result<usize, String> {
    if let Some(at) = keys.iter().position(|key| key == typed.trim()) {
        return Ok(at);
    }
    let typed_folded = fold(typed);
    if typed_folded.is_empty() {
        return Err("nothing is named".into());
    }
    let folded: Vec<String> = labels.iter().map(|label| fold(label)).collect();
    for fits in [
        (|label: &str, typed: &str| label == typed) as fn(&str, &str) -> bool,
        |label, typed| label.starts_with(typed),
        |label, typed| label.contains(typed),
    ] {
        let mut found = (0..folded.len()).filter(|at| fits(&folded[*at], &typed_folded));
        match (found.next(), found.next()) {
            (Some(at), None) => return Ok(at),
            // Equal cards, ships or dice: whichever.
            (Some(at), Some(other))
                if folded[at] == folded[other] && found.all(|more| folded[more] == folded[at]) =>
            {
                return Ok(at);
            }
            (Some(_), Some(_)) => return Err(format!("{} could be several things", quoted(typed))),
            _ => {}
        }
    }
    Err(format!("{} is not possible here", quoted(typed)))
}

/// The first few of a list, for "possible is…".
pub(super) fn some(labels: &[String]) -> String {
    match labels.len() {
        0 => "nothing".into(),
        n if n <= 12 => labels.join(" · "),
        n => format!("{} · and {} more", labels[..12].join(" · "), n - 12),
    }
}
