//! What the tests of factions share: an arena, short names, and ways to look at a played game.

use crate::engine::{Prompt, Seat};
pub use crate::imperium::data::*;
use crate::imperium::position::at;
pub use crate::imperium::rules::ask::{Choice, PowerName, Question};
use crate::imperium::rules::{combat, turn};
pub use crate::imperium::script::{Played, Script, refused};
pub use crate::imperium::state::*;
use crate::imperium::{Imperium, components};

/// The faction meets Hacan (Hacan: Sol) in the empty system 205 or in 206 with Bereg and Lirta IV; Letnev watches.
/// Nobody owns a technology but those that `lines` give, and the first player's strategy card is used.
pub fn arena(faction: &str, lines: &str) -> State {
    let rival = if faction == "hacan" { "sol" } else { "hacan" };
    let watcher = if faction == "letnev" { "sol" } else { "letnev" };
    let head = format!(
        "players {faction}, {rival}, {watcher}
tile 205 = 46
tile 204 = 47
tile 206 = 35
tile 103 = 48
tile 306 = 49
strategy {faction}: leadership exhausted
tokens {faction}: 5 8 3
tokens {rival}: 5 8 3\n"
    );
    let mut state = at(&head);
    for player in &mut state.players {
        player.technologies.clear();
    }
    for line in lines.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let applied = crate::imperium::position::apply(&mut state, line);
        applied.unwrap_or_else(|why| panic!("{line}: {why}"));
    }
    components::install();
    state
}

pub fn place(label: &str) -> SystemId {
    SystemId::by_label(label).expect("a label of the board")
}

pub fn planet(slug: &str) -> PlanetId {
    PlanetId::named(slug)
}

pub fn tech(slug: &str) -> TechId {
    TechId::named(slug)
}

pub fn uses(name: &str) -> [Choice; 1] {
    [Choice::Use(PowerName(name.into()))]
}

pub fn unit(kind: UnitKind) -> Choice {
    Choice::Unit { kind, damaged: false }
}

pub fn lose(kind: UnitKind, count: u8) -> Choice {
    Choice::Destroy { kind, damaged: false, count }
}

/// In how many prompts the power was among the options.
pub fn offers(played: &Played, name: &str) -> usize {
    let [wanted] = uses(name);
    played.script.prompts.iter().filter(|prompt| prompt.options.contains(&wanted)).count()
}

pub fn ships(played: &Played, label: &str, seat: u8, kind: UnitKind) -> u8 {
    played.state.system(place(label)).space.count(Seat(seat), kind)
}

pub fn ground(played: &Played, on: &str, seat: u8) -> u8 {
    played.state.planet(planet(on)).forces.count(Seat(seat), UnitKind::Infantry)
}

pub fn is_exhausted(played: &Played, seat: u8, slug: &str) -> bool {
    played.state.player(Seat(seat)).exhausted_technologies.contains(&tech(slug))
}

/// Space combat in 205.
pub fn fight(state: State, script: Script) -> Played {
    script.run(state, |game| combat::space_combat(game, place("205"))).done()
}

/// Ground combat on Bereg, which the first player attacks.
pub fn storm(state: State, script: Script) -> Played {
    script.run(state, |game| combat::ground_combat(game, Seat(0), planet("bereg"))).done()
}

pub fn take_turn(state: State, script: Script) -> Played {
    script.run(state, turn::take).done()
}

/// Moves these ships of one kind when the first player is asked.
pub fn moving(
    kind: UnitKind,
    count: u8,
    from: &str,
) -> impl Fn(&State, &Prompt<Imperium>) -> Option<Vec<Choice>> + 'static {
    let from = place(from);
    move |_, prompt| {
        let via = Vec::new();
        let moves = matches!(prompt.question, Question::Move { .. });
        moves.then(|| vec![Choice::Move { kind, damaged: false, count, from, via: via.clone() }])
    }
}

/// Why the first player's ships cannot move so; nothing when they can.
pub fn why_not(state: &State, kind: UnitKind, from: &str, to: &str) -> Option<String> {
    let parts = [Choice::Move { kind, damaged: false, count: 1, from: place(from), via: vec![] }];
    let refusal = refused(state, 0, Question::Move { system: place(to) }, &parts);
    refusal.map(|refusal| refusal.to_string())
}
