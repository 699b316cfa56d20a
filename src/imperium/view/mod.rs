//! What one seat may know, as plain data, and how things are said in words.
//!
//! Pictures, messages, buttons and computer players work from a [`View`]; nobody but the rules sees
//! the state. `View::of(state, None)` is what somebody at no seat sees.

use serde::{Deserialize, Serialize};

use crate::engine::Seat;
use crate::imperium::data::*;
use crate::imperium::rules::scoring;
use crate::imperium::rules::tables::tables;
use crate::imperium::state::*;

pub mod reading;
pub mod survey;
pub mod text;

pub use crate::imperium::state::{
    Elected, Leaked, Note, OpenAgenda, Owed, Roll, RolledDie, Stack, StrategySlot, SystemId, Tokens,
};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct View {
    /// Whose view it is; nothing: the public's.
    pub seat: Option<Seat>,
    pub round: u8,
    pub phase: Phase,
    pub goal: u8,
    /// The products of the game.
    pub sources: Sources,
    pub speaker: Seat,
    pub active: Option<Seat>,
    pub activated: Option<SystemId>,
    /// The system of this turn's tactical action, or of the turn that has just ended.
    pub visited: Option<SystemId>,
    /// Dice of units in this turn, or in the turn that has just ended.
    pub rolls: Vec<Roll>,
    /// Everybody's points at the end of each round so far.
    pub course: Vec<Vec<i32>>,
    pub custodians: bool,
    pub winner: Option<Seat>,
    pub players: Vec<PlayerView>,
    pub systems: Vec<SystemView>,
    /// Positions of the board that hold a hyperlane instead of a system.
    pub lanes: Vec<LaneView>,
    pub strategy: Vec<StrategySlot>,
    pub objectives: Vec<ObjectiveView>,
    /// Public objectives of each stage still face down.
    pub hidden_objectives: [usize; 2],
    pub laws: Vec<LawView>,
    /// The agenda that is being voted on: votes, predictions, and who cannot vote.
    pub agenda: Option<OpenAgenda>,
    /// Secret objectives that everybody may score, with who has.
    pub leaked: Vec<Leaked>,
    /// Open proposals; which notes they are about is known to the two only.
    pub offers: Vec<OfferView>,
    pub owed: Vec<Owed>,
    /// The viewer's own secrets.
    pub hand: Option<HandView>,
    pub action_deck: usize,
    pub agenda_deck: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Phase {
    Setup,
    Strategy,
    Action,
    Status,
    Agenda,
    Finished,
}

impl Phase {
    pub fn name(self) -> &'static str {
        match self {
            Phase::Setup => "Set-up",
            Phase::Strategy => "Strategy phase",
            Phase::Action => "Action phase",
            Phase::Status => "Status phase",
            Phase::Agenda => "Agenda phase",
            Phase::Finished => "The end",
        }
    }
}

/// One player as everybody sees them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PlayerView {
    pub seat: Seat,
    pub faction: FactionId,
    pub points: i32,
    pub tokens: Tokens,
    pub trade_goods: u8,
    pub commodities: u8,
    pub commodity_limit: u8,
    pub action_cards: usize,
    pub unscored_secrets: usize,
    /// Promissory notes in hand.
    pub notes: usize,
    /// Notes of others in the play area.
    pub notes_in_play: Vec<Note>,
    pub scored_secrets: Vec<SecretId>,
    pub technologies: Vec<TechId>,
    pub exhausted_technologies: Vec<TechId>,
    /// Ready and total worth of the planets: resources then influence.
    pub resources: [u16; 2],
    pub influence: [u16; 2],
    pub planets: Vec<PlanetId>,
    pub passed: bool,
    pub eliminated: bool,
    pub strategy_cards: Vec<StrategyId>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SystemView {
    pub id: SystemId,
    pub tile: Option<TileId>,
    /// Columns and rows of flat-topped hexes, see `SystemId::axial`.
    pub axial: (i8, i8),
    pub home_of: Option<Seat>,
    pub wormholes: Vec<Wormhole>,
    pub anomalies: Vec<Anomaly>,
    /// Units in the space area.
    pub space: Vec<Stack>,
    pub tokens: Vec<Seat>,
    pub planets: Vec<PlanetView>,
}

/// A hyperlane tile as it lies.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LaneView {
    pub id: SystemId,
    pub axial: (i8, i8),
    /// Edges that it joins, 0 in the north and then clockwise.
    pub pairs: Vec<(u8, u8)>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PlanetView {
    pub id: PlanetId,
    pub resources: u8,
    pub influence: u8,
    pub owner: Option<Seat>,
    pub exhausted: bool,
    pub units: Vec<Stack>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ObjectiveView {
    pub card: PublicId,
    pub text: String,
    pub scored: Vec<Seat>,
}

/// A law in force.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LawView {
    pub agenda: AgendaId,
    /// What it does, in our own words.
    pub text: String,
    pub elected: Option<Elected>,
    /// The outcome in words, empty where the law was simply passed.
    pub outcome: String,
    /// Whose law it is: the elected player's, or of whoever controls the elected planet.
    pub owner: Option<Seat>,
    pub exhausted: bool,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct OfferView {
    pub id: u32,
    pub from: Seat,
    pub to: Seat,
    /// "2 trade goods and a promissory note".
    pub gives: String,
    pub takes: String,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct HandView {
    pub action_cards: Vec<ActionCardId>,
    /// Unscored secret objectives, and whether each is fulfilled right now.
    pub secrets: Vec<(SecretId, bool)>,
    pub notes: Vec<Note>,
}

impl View {
    pub fn of(state: &State, seat: Option<Seat>) -> View {
        let seats = (0..state.players.len()).map(|i| Seat(i as u8));
        let stages = state.decks.publics.iter().map(|card| card.get().stage);
        View {
            seat,
            round: state.round,
            phase: phase(&state.stage),
            goal: state.options.goal,
            sources: state.options.sources,
            speaker: state.speaker,
            active: state.active,
            activated: state.activated,
            visited: state.visited,
            rolls: state.rolls.clone(),
            course: state.course.clone(),
            custodians: state.custodians,
            winner: state.winner,
            players: seats.map(|seat| player(state, seat)).collect(),
            systems: state.systems.keys().map(|id| system(state, *id)).collect(),
            lanes: lanes(state),
            strategy: state.strategy.clone(),
            objectives: state.objectives.iter().map(objective).collect(),
            hidden_objectives: [
                stages.clone().filter(|stage| *stage == 1).count(),
                stages.filter(|stage| *stage == 2).count(),
            ],
            laws: state.laws.iter().map(|on_table| law(state, on_table)).collect(),
            agenda: state.open_agenda.clone(),
            leaked: state.public_secrets().copied().collect(),
            offers: state.offers.iter().map(|open| offer(open, seat)).collect(),
            owed: state.owed.clone(),
            hand: seat.map(|seat| hand(state, seat)),
            action_deck: state.decks.action_cards.len(),
            agenda_deck: state.decks.agendas.len(),
        }
    }

    pub fn player(&self, seat: Seat) -> &PlayerView {
        &self.players[seat.index()]
    }

    pub fn system(&self, id: SystemId) -> Option<&SystemView> {
        self.systems.iter().find(|system| system.id == id)
    }
}

fn phase(stage: &Stage) -> Phase {
    match stage {
        Stage::Setup(_) => Phase::Setup,
        Stage::Strategy => Phase::Strategy,
        Stage::Action => Phase::Action,
        Stage::Status(_) => Phase::Status,
        Stage::Agenda(_) => Phase::Agenda,
        Stage::Finished => Phase::Finished,
    }
}

fn player(state: &State, seat: Seat) -> PlayerView {
    let player = state.player(seat);
    let planets: Vec<PlanetId> = state.controlled(seat).collect();
    let worth = |value: &dyn Fn(PlanetId) -> u8| {
        let all = planets.iter().map(|planet| u16::from(value(*planet))).sum();
        let ready = planets.iter().filter(|planet| !state.planet(**planet).exhausted);
        [ready.map(|planet| u16::from(value(*planet))).sum(), all]
    };
    PlayerView {
        seat,
        faction: player.faction,
        points: state.points(seat),
        tokens: player.tokens,
        trade_goods: player.trade_goods,
        commodities: player.commodities,
        commodity_limit: player.faction.get().commodities,
        action_cards: player.hand.len(),
        unscored_secrets: player.secrets.len(),
        notes: player.notes.len(),
        notes_in_play: player.notes_in_play.clone(),
        scored_secrets: player.scored_secrets.clone(),
        technologies: player.technologies.clone(),
        exhausted_technologies: player.exhausted_technologies.clone(),
        resources: worth(&|planet| state.resources(planet)),
        influence: worth(&|planet| state.influence(planet)),
        planets,
        passed: player.passed,
        eliminated: player.eliminated,
        strategy_cards: state.strategy_cards_of(seat).map(|slot| slot.card).collect(),
    }
}

fn system(state: &State, id: SystemId) -> SystemView {
    let here = state.system(id);
    let tile = state.galaxy.tile(id);
    let planets = state.galaxy.planets(id).iter().filter_map(|planet| {
        let lies = state.planets.get(planet)?;
        Some(PlanetView {
            id: *planet,
            resources: state.resources(*planet),
            influence: state.influence(*planet),
            owner: lies.owner,
            exhausted: lies.exhausted,
            units: lies.forces.iter().copied().collect(),
        })
    });
    SystemView {
        id,
        tile,
        axial: id.axial(),
        home_of: state.home_of(id),
        wormholes: state.wormholes(id).to_vec(),
        anomalies: state.anomalies(id).to_vec(),
        space: here.space.iter().copied().collect(),
        tokens: here.tokens.iter().collect(),
        planets: planets.collect(),
    }
}

fn lanes(state: &State) -> Vec<LaneView> {
    let lane = |(id, hex): (SystemId, galaxy::Hex)| match hex {
        galaxy::Hex::Hyperlane { tile, rotation } => {
            let pairs = tile.get().turned(rotation).collect();
            Some(LaneView { id, axial: id.axial(), pairs })
        }
        galaxy::Hex::Tile { .. } | galaxy::Hex::Home => None,
    };
    state.galaxy.hexes().filter_map(lane).collect()
}

fn law(state: &State, law: &Law) -> LawView {
    LawView {
        agenda: law.agenda,
        text: tables().agenda(law.agenda).map_or(String::new(), |rule| rule.text.into()),
        elected: law.elected,
        outcome: law.elected.map_or(String::new(), |outcome| text::elected(state, outcome)),
        owner: match law.elected {
            Some(Elected::Player(seat)) => Some(seat),
            Some(Elected::Planet(planet)) => state.owner(planet),
            _ => None,
        },
        exhausted: law.exhausted,
    }
}

fn objective(on_table: &PublicOnTable) -> ObjectiveView {
    ObjectiveView {
        card: on_table.card,
        text: tables().public(on_table.card).map_or(String::new(), |rule| rule.text.into()),
        scored: on_table.scored.iter().collect(),
    }
}

fn hand(state: &State, seat: Seat) -> HandView {
    let player = state.player(seat);
    let met = |card: &SecretId| scoring::fulfils(state, seat, tables().secret(*card));
    HandView {
        action_cards: player.hand.clone(),
        secrets: player.secrets.iter().map(|card| (*card, met(card))).collect(),
        notes: player.notes.clone(),
    }
}

fn offer(open: &Offer, viewer: Option<Seat>) -> OfferView {
    let concerned = viewer == Some(open.from) || viewer == Some(open.to);
    let words = |goods: &Goods| if concerned { goods.in_full() } else { goods.to_string() };
    OfferView {
        id: open.id,
        from: open.from,
        to: open.to,
        gives: words(&open.gives),
        takes: words(&open.takes),
    }
}
