//! Prerequisites: what is missing, and what is exhausted to stand for it (RR 90.12, 90.14).

use std::slice;

use crate::engine::{Refusal, Seat};
use crate::imperium::data::*;
use crate::imperium::rules::ask::*;
use crate::imperium::rules::payment;
use crate::imperium::rules::tables::{Number, number, tables};
use crate::imperium::state::*;

pub(super) fn colours(missing: [u8; 4]) -> String {
    let some = Colour::ALL.iter().filter(|colour| missing[**colour as usize] > 0);
    let words: Vec<String> =
        some.map(|colour| format!("{} {}", missing[*colour as usize], colour.name())).collect();
    words.join(", ")
}

/// What owned technologies leave open of the prerequisites.
pub(super) struct Gap {
    /// By [`Colour`].
    pub(super) missing: [u8; 4],
    /// So many of them need nothing.
    ignored: u8,
}

impl Gap {
    pub(super) fn needed(&self) -> u8 {
        self.missing.iter().sum::<u8>().saturating_sub(self.ignored)
    }
}

pub(super) fn gap(state: &State, seat: Seat, tech: TechId) -> Gap {
    gap_to(state, seat, tech, owned_colours(state, seat))
}

/// The same for a seat of which the colours are known.
pub(super) fn gap_to(state: &State, seat: Seat, tech: TechId, owned: [u8; 4]) -> Gap {
    let mut missing = [0; 4];
    if let Some(prerequisites) = tech.get().prerequisites {
        for colour in Colour::ALL {
            let at = colour as usize;
            missing[at] = prerequisites.of(colour).saturating_sub(owned[at]);
        }
    }
    let ignored = match missing {
        [0, 0, 0, 0] => 0,
        _ => number(state, Number::PrerequisitesIgnored { seat, tech }, 0).max(0),
    };
    Gap { missing, ignored: ignored as u8 }
}

/// Owned technologies of each [`Colour`]; unit upgrades have none (RR 90.7).
pub fn owned_colours(state: &State, seat: Seat) -> [u8; 4] {
    let mut owned = [0; 4];
    let player = state.player(seat);
    let copied = |tech: &TechId| player.copies.iter().any(|(_, copy)| copy.as_ref() == Some(tech));
    // A card that copies another one has only its text, not its colour.
    for tech in player.technologies.iter().filter(|tech| !copied(tech)) {
        if let Some(colour) = tech.get().colour() {
            owned[colour as usize] += 1;
        }
    }
    owned
}

/// What is exhausted to stand for a missing prerequisite.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lender {
    /// A planet, for its specialty (RR 90.14).
    Planet(PlanetId),
    /// A law attached to a planet.
    Law(AgendaId),
}

impl Lender {
    pub(super) fn named_by(part: &Choice) -> Option<Lender> {
        match part {
            Choice::Specialty(planet) => Some(Lender::Planet(*planet)),
            Choice::Agenda(law) => Some(Lender::Law(*law)),
            _ => None,
        }
    }

    pub(super) fn part(self) -> Choice {
        match self {
            Lender::Planet(planet) => Choice::Specialty(planet),
            Lender::Law(law) => Choice::Agenda(law),
        }
    }

    pub(super) fn planet(self) -> Option<PlanetId> {
        match self {
            Lender::Planet(planet) => Some(planet),
            Lender::Law(_) => None,
        }
    }

    pub(super) fn name(self) -> &'static str {
        match self {
            Lender::Planet(planet) => planet.name(),
            Lender::Law(law) => law.name(),
        }
    }

    pub(super) fn colours(self) -> &'static [Colour] {
        match self {
            Lender::Planet(planet) => &planet.get().tech_specialties,
            Lender::Law(law) => tables()
                .agenda(law)
                .and_then(|rule| rule.lends.as_ref())
                .map_or(&[], slice::from_ref),
        }
    }

    pub(super) fn words(self) -> String {
        match self {
            Lender::Planet(planet) => format!("{}'s specialty", planet.name()),
            Lender::Law(law) => law.name().into(),
        }
    }

    /// What else it could be used for, the least first.
    pub(super) fn worth(self, state: &State) -> (u8, u8) {
        match self {
            Lender::Planet(planet) => (state.resources(planet), state.influence(planet)),
            Lender::Law(_) => (0, 0),
        }
    }

    pub(super) fn exhaust(self, state: &mut State) {
        match self {
            Lender::Planet(planet) => state.planet_mut(planet).exhausted = true,
            Lender::Law(law) => {
                for own in state.laws.iter_mut().filter(|own| own.agenda == law) {
                    own.exhausted = true;
                }
            }
        }
    }
}

/// Laws that `seat` may exhaust for a prerequisite: those on planets that it controls.
pub(super) fn lending_laws(state: &State, seat: Seat) -> impl Iterator<Item = AgendaId> + '_ {
    let lends = move |law: &&Law| {
        let own = matches!(law.elected, Some(Elected::Planet(at)) if state.owner(at) == Some(seat));
        own && !law.exhausted
            && tables().agenda(law.agenda).is_some_and(|rule| rule.lends.is_some())
    };
    state.laws.iter().filter(lends).map(|law| law.agenda)
}

/// Whatever is ready to stand for a colour that is missing.
pub(super) fn sources_of(state: &State, seat: Seat, missing: &[u8; 4]) -> Vec<Lender> {
    let laws = lending_laws(state, seat).map(Lender::Law);
    let all = laws.chain(state.ready_planets(seat).map(Lender::Planet));
    let helps =
        |lender: &Lender| lender.colours().iter().any(|colour| missing[*colour as usize] > 0);
    all.filter(helps).collect()
}

/// How many missing prerequisites these can stand for, one each (RR 90.14).
pub(super) fn cover(lenders: &[Lender], mut missing: [u8; 4]) -> u8 {
    let one_colour = |lender: &Lender| {
        let fields = lender.colours();
        fields.iter().all(|colour| Some(colour) == fields.first())
    };
    let mut covered = 0;
    for lender in lenders.iter().filter(|lender| one_colour(lender)) {
        let Some(colour) = lender.colours().first() else { continue };
        let open = &mut missing[*colour as usize];
        covered += (*open).min(1);
        *open = open.saturating_sub(1);
    }
    // The few planets with two colours take whatever is left for them.
    let mixed: Vec<Lender> = lenders.iter().copied().filter(|p| !one_colour(p)).collect();
    covered + cover_mixed(&mixed, missing)
}

pub(super) fn cover_mixed(lenders: &[Lender], missing: [u8; 4]) -> u8 {
    let Some((first, rest)) = lenders.split_first() else { return 0 };
    let mut best = cover_mixed(rest, missing);
    for colour in first.colours() {
        let mut left = missing;
        if left[*colour as usize] > 0 {
            left[*colour as usize] -= 1;
            best = best.max(1 + cover_mixed(rest, left));
        }
    }
    best
}

/// What an answer exhausts for prerequisites: what it names, and what must be used because
/// there is nothing else.
pub fn specialties(
    state: &State,
    seat: Seat,
    tech: TechId,
    parts: &[Choice],
) -> Result<Vec<Lender>, Refusal> {
    let gap = gap(state, seat, tech);
    let mut used = named(state, seat, &gap, parts)?;
    let rest = gap.needed().saturating_sub(used.len() as u8);
    if rest == 0 {
        return Ok(used);
    }
    let before = cover(&used, gap.missing);
    let mut others = sources_of(state, seat, &gap.missing);
    others.retain(|lender| {
        !used.contains(lender) && !is_spent(parts, *lender) && {
            used.push(*lender);
            let more = cover(&used, gap.missing) > before;
            used.pop();
            more
        }
    });
    let names = || others.iter().map(|lender| lender.name()).collect::<Vec<_>>().join(", ");
    if others.len() > usize::from(rest) {
        return Err(Refusal::new(format!("{} needs {}", tech.name(), colours(gap.missing)))
            .rule("90.14")
            .instead(format!("Say whose specialty to use: {}.", names())));
    }
    used.extend(&others);
    if cover(&used, gap.missing) < gap.needed() {
        return Err(Refusal::new(format!("{} needs {} more", tech.name(), colours(gap.missing)))
            .rule("90.12")
            .instead("Planets with a technology specialty help only while they are ready."));
    }
    Ok(used)
}

/// Whether the answer pays with it.
pub(super) fn is_spent(parts: &[Choice], lender: Lender) -> bool {
    matches!(lender, Lender::Planet(planet) if parts.contains(&Choice::Exhaust(planet)))
}

/// The specialties and laws that an answer names, each of use.
pub(super) fn named(
    state: &State,
    seat: Seat,
    gap: &Gap,
    parts: &[Choice],
) -> Result<Vec<Lender>, Refusal> {
    let mut used = Vec::new();
    for lender in parts.iter().filter_map(Lender::named_by) {
        let name = lender.name();
        match lender {
            Lender::Planet(planet) => drop(payment::usable(state, seat, planet)?),
            Lender::Law(law) if lending_laws(state, seat).any(|own| own == law) => {}
            Lender::Law(_) => {
                let why = format!("{name} is not there for you to exhaust");
                return Err(Refusal::new(why).rule("90.14"));
            }
        }
        if used.contains(&lender) {
            return Err(Refusal::new(format!("{name} is named twice")));
        }
        if is_spent(parts, lender) {
            return Err(Refusal::new(format!("{name} cannot pay and lend its specialty as well"))
                .rule("90.14"));
        }
        used.push(lender);
        let count = used.len() as u8;
        if count > gap.needed() || cover(&used, gap.missing) < count {
            return Err(Refusal::new(format!("the prerequisite of {name} is not needed"))
                .rule("90.14")
                .instead("Leave it out."));
        }
    }
    Ok(used)
}
