//! A position as the lines that `position` reads: for scenarios made of a game, and for comparing two states
//! by eye. What no line says (dice to come, the order of decks but the agendas', effects that last) is left
//! out.

use crate::engine::Seat;
use crate::imperium::data::*;
use crate::imperium::state::galaxy::{self, Hex};
use crate::imperium::state::*;

/// The whole position.
pub fn written(state: &State) -> String {
    let mut lines = board(state);
    lines.extend(facts(state));
    lines.join("\n") + "\n"
}

/// Who plays with what where.
fn board(state: &State) -> Vec<String> {
    let factions = state.players.iter().map(|player| short(player).to_string());
    let sources = state.options.sources.iter().map(Source::slug);
    let map = galaxy::format_map_string(&homes_in_order(state));
    vec![
        format!("players {}", factions.collect::<Vec<_>>().join(", ")),
        format!("sources {}", sources.collect::<Vec<_>>().join(", ")),
        format!("map {map}"),
    ]
}

/// The board with homes not taken yet, as it was before the players sat down.
fn homes_in_order(state: &State) -> Galaxy {
    let mut galaxy = (*state.galaxy).clone();
    for home in state.galaxy.homes() {
        galaxy.set_hex(*home, Some(Hex::Home));
    }
    galaxy
}

fn short(player: &Player) -> &str {
    &player.faction.get().short_name
}

/// What lies on the table and in hands, a line a fact.
pub fn facts(state: &State) -> Vec<String> {
    let mut lines = moment(state);
    for (id, system) in state.systems.iter() {
        if system.space.iter().next().is_some() {
            lines.push(format!("space {id}: {}", forces(state, &system.space)));
        }
    }
    for (id, planet) in state.planets.iter() {
        match planet.owner {
            Some(owner) if planet.forces.owners() == [owner] => {
                lines.push(format!("planet {}: {}", id.slug(), forces(state, &planet.forces)));
            }
            owner => {
                if planet.forces.iter().next().is_some() {
                    lines.push(format!("planet {}: {}", id.slug(), forces(state, &planet.forces)));
                }
                if owner != at_first(state, *id) {
                    let owner = owner.map_or("nobody", |seat| short(state.player(seat)));
                    lines.push(format!("control {}: {owner}", id.slug()));
                }
            }
        }
    }
    let spent = state.planets.iter().filter(|(_, planet)| planet.exhausted);
    let spent: Vec<&str> = spent.map(|(id, _)| id.slug()).collect();
    if !spent.is_empty() {
        lines.push(format!("exhausted {}", spent.join(", ")));
    }
    for seat in (0..state.players.len()).map(|i| Seat(i as u8)) {
        lines.extend(sheet(state, seat));
    }
    lines.extend(table(state));
    lines
}

/// Who controls the planet where nothing is said: whose home it is.
fn at_first(state: &State, planet: PlanetId) -> Option<Seat> {
    let home = |player: &Player| player.faction.get().home_planets.contains(&planet);
    state.players.iter().position(home).map(|i| Seat(i as u8))
}

/// "sol 2 cruisers, 1 damaged dreadnought; hacan 1 pds"
fn forces(state: &State, forces: &Forces) -> String {
    let mut owners = Vec::new();
    for owner in forces.owners() {
        let stacks = forces.of(owner).map(|stack| {
            let damaged = if stack.damaged { "damaged " } else { "" };
            format!("{} {damaged}{}", stack.count, stack.kind.slug())
        });
        let stacks: Vec<String> = stacks.collect();
        owners.push(format!("{} {}", short(state.player(owner)), stacks.join(", ")));
    }
    owners.join("; ")
}

fn sheet(state: &State, seat: Seat) -> Vec<String> {
    let player = state.player(seat);
    let name = short(player);
    let Tokens { tactic, fleet, strategy } = player.tokens;
    let mut lines = vec![
        format!("tokens {name}: {tactic} {fleet} {strategy}"),
        format!("goods {name}: {} {}", player.trade_goods, player.commodities),
    ];
    let mut list = |word: &str, items: Vec<String>| {
        if !items.is_empty() {
            lines.push(format!("{word} {name}: {}", items.join(", ")));
        }
    };
    let on_board = state.systems.iter().filter(|(_, system)| system.tokens.contains(seat));
    list("token", on_board.map(|(id, _)| id.to_string()).collect());
    let techs = player.technologies.iter().map(|tech| {
        let spent = player.exhausted_technologies.contains(tech);
        format!("{}{}", tech.slug(), if spent { " exhausted" } else { "" })
    });
    list("tech", techs.collect());
    list("hand", player.hand.iter().map(|card| card.slug().to_string()).collect());
    let of = |note: &Note| format!("{} of {}", note.card.slug(), short(state.player(note.of)));
    list("note", player.notes.iter().filter(|note| note.of != seat).map(of).collect());
    list("laid", player.notes_in_play.iter().map(of).collect());
    list("secret", player.secrets.iter().map(|card| card.slug().to_string()).collect());
    list("scored", player.scored_secrets.iter().map(|card| card.slug().to_string()).collect());
    let held = state.strategy_cards_of(seat).map(|slot| {
        format!("{}{}", slot.card.slug(), if slot.exhausted { " exhausted" } else { "" })
    });
    list("strategy", held.collect());
    let laid =
        |merit: &Merit| matches!(merit, Merit::Note(note) if player.notes_in_play.contains(note));
    let others = player.other_points.iter().filter(|(merit, _)| !laid(merit));
    let others: i32 = others.map(|(_, points)| i32::from(*points)).sum();
    if others > 0 {
        lines.push(format!("points {name}: {others}"));
    }
    if player.passed {
        lines.push(format!("passed {name}"));
    }
    lines
}

/// What belongs to nobody.
fn table(state: &State) -> Vec<String> {
    let mut lines = Vec::new();
    for on_table in &state.objectives {
        let scored: Vec<&str> =
            on_table.scored.iter().map(|seat| short(state.player(seat))).collect();
        lines.push(format!("objective {}: {}", on_table.card.slug(), scored.join(", ")));
    }
    for slot in state.strategy.iter().filter(|slot| slot.trade_goods > 0) {
        lines.push(format!("bonus {}: {}", slot.card.slug(), slot.trade_goods));
    }
    for law in &state.laws {
        let elected = match law.elected {
            Some(Elected::For) => "for".into(),
            Some(Elected::Player(seat)) => short(state.player(seat)).to_string(),
            Some(Elected::Planet(planet)) => planet.slug().to_string(),
            _ => String::new(),
        };
        lines.push(format!("law {}: {elected}", law.agenda.slug()));
    }
    let next: Vec<&str> = state.decks.agendas.iter().rev().map(|agenda| agenda.slug()).collect();
    if !next.is_empty() {
        lines.push(format!("agendas: {}", next.join(", ")));
    }
    if !state.custodians {
        lines.push("custodians gone".into());
    }
    lines
}

/// When it is, and whose turn. The phase comes first: it takes strategy cards back.
fn moment(state: &State) -> Vec<String> {
    let mut lines =
        vec![format!("phase {}", phase(&state.stage)), format!("round {}", state.round)];
    if state.options.goal != 10 {
        lines.push(format!("goal {}", state.options.goal));
    }
    lines.push(format!("speaker {}", short(state.player(state.speaker))));
    if let Some(seat) = state.active {
        lines.push(format!("active {}", short(state.player(seat))));
    }
    lines
}

fn phase(stage: &Stage) -> &'static str {
    match stage {
        Stage::Setup(_) => "set-up",
        Stage::Strategy => "strategy",
        Stage::Action => "action",
        Stage::Status(_) => "status",
        Stage::Agenda(_) => "agenda",
        Stage::Finished => "action",
    }
}
