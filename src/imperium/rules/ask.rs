//! What the rules ask, and the parts that answers are made of.
//!
//! A simple question lists its options. A compound one (movement, production, payment, hits,
//! votes…) is answered by a list of parts that `compound` checks as a whole.

use serde::{Deserialize, Serialize};

use crate::engine::Seat;
use crate::imperium::data::*;
use crate::imperium::state::*;

/// One option, or one part of a compound answer. Always by name.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Choice {
    /// Decline, stop, or pass for the round where a turn is asked for.
    Pass,
    Yes,
    /// A tactical action in this system.
    Activate(SystemId),
    /// The strategic action of a held strategy card.
    Strategic(StrategyId),
    /// Play an action card.
    Play(ActionCardId),
    /// Play a promissory note.
    PlayNote(Note),
    /// Use a power that lies on the table.
    Use(PowerName),
    /// Take a strategy card, or elect it.
    Strategy(StrategyId),
    System(SystemId),
    Planet(PlanetId),
    Technology(TechId),
    /// A wormhole token.
    Wormhole(Wormhole),
    /// One commodity of somebody.
    Commodity,
    Card(ActionCardId),
    Player(Seat),
    Outcome(Elected),
    Agenda(AgendaId),
    Public(PublicId),
    Secret(SecretId),
    Number(u8),
    /// One command token into a pool.
    Token(Pool),
    /// Command tokens on the sheet as they shall be.
    Pools(Tokens),
    /// `count` ships from a system into the active one; `via` are the systems passed, empty for the
    /// best way.
    Move {
        kind: UnitKind,
        damaged: bool,
        count: u8,
        from: SystemId,
        via: Vec<SystemId>,
    },
    /// `count` fighters or ground forces picked up by ships of kind `ship` that came from `ship_from`.
    Carry {
        kind: UnitKind,
        damaged: bool,
        count: u8,
        from: Place,
        ship: UnitKind,
        ship_from: SystemId,
    },
    /// `count` ground forces from the space area onto a planet.
    Land {
        kind: UnitKind,
        damaged: bool,
        count: u8,
        planet: PlanetId,
    },
    /// Produce `count` units; at a planet for ground forces, in the space area for ships.
    Build {
        kind: UnitKind,
        count: u8,
        at: Place,
    },
    /// Take `count` units off the board to build them anew, because reinforcements have none
    /// (RR 67.5).
    Recall {
        kind: UnitKind,
        damaged: bool,
        count: u8,
        from: Place,
    },
    /// Place a structure.
    Structure {
        kind: UnitKind,
        planet: PlanetId,
    },
    /// Ignore a prerequisite by exhausting a planet with a technology specialty (RR 90.14).
    Specialty(PlanetId),
    /// The place of the deck among cards to be put on top of it or under it.
    Deck,
    /// Pay by exhausting a planet.
    Exhaust(PlanetId),
    /// Pay with trade goods.
    TradeGoods(u8),
    /// Pay with command tokens of a pool.
    SpendTokens {
        pool: Pool,
        count: u8,
    },
    /// Cancel a hit with the sustain damage of a unit of this kind.
    Sustain {
        kind: UnitKind,
        count: u8,
    },
    /// Assign a hit to, or remove, units.
    Destroy {
        kind: UnitKind,
        damaged: bool,
        count: u8,
    },
    /// Destroy own units at a place.
    Lose {
        kind: UnitKind,
        damaged: bool,
        count: u8,
        at: Place,
    },
    /// Bombard a planet with all units of a kind.
    Bombard {
        kind: UnitKind,
        count: u8,
        planet: PlanetId,
    },
    /// One unit of a kind and condition, where it stands by what is asked.
    Unit {
        kind: UnitKind,
        damaged: bool,
    },
    /// One of somebody's units, and where it stands.
    UnitAt {
        owner: Seat,
        kind: UnitKind,
        damaged: bool,
        at: Place,
    },
    /// Add to a die of a unit of this kind that shows this.
    Raise {
        kind: UnitKind,
        shows: u8,
    },
    /// Roll a die of a unit of this kind again that shows this.
    Reroll {
        kind: UnitKind,
        shows: u8,
    },
    /// `count` ground forces from anywhere on the board onto a planet.
    Transfer {
        kind: UnitKind,
        damaged: bool,
        count: u8,
        from: Place,
        to: PlanetId,
    },
}

/// The name of a power that lies on the table, as printed.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct PowerName(pub String);

/// Where a hit came from; it decides what may take it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum HitSource {
    SpaceCannon,
    /// A space cannon whose hits go to ships other than fighters as long as there are any.
    AimedCannon,
    /// Combat hits that go to ships other than fighters as long as there are any.
    AimedCombat,
    Barrage,
    SpaceCombat,
    Bombardment,
    GroundCombat,
    Card,
    /// Something other than a roll, with hits that go to ships other than fighters as long as there are
    /// any.
    AimedCard,
}

impl HitSource {
    /// Whether fighters cannot be hit as long as there are other ships.
    pub fn spares_fighters(self) -> bool {
        matches!(self, HitSource::AimedCannon | HitSource::AimedCombat | HitSource::AimedCard)
    }
}

/// Units of one owner among which some are chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Lot {
    /// Ships other than fighters, anywhere.
    Ships,
    /// Units of a kind, anywhere.
    Kind(UnitKind),
    /// Whatever is in a system, on its planets too.
    System(SystemId),
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Question {
    // Set-up (RR Setup)
    StartingTechnologies {
        count: u8,
    },
    PlaceStartingUnits,
    KeepSecret,
    // Strategy phase (RR 83)
    PickStrategyCard,
    // Action phase (RR 3)
    ChooseAction,
    /// One more action in the same turn, or its end.
    ChooseAnotherAction,
    /// Movement into the activated system (RR 58).
    Move {
        system: SystemId,
    },
    FireSpaceCannon {
        system: SystemId,
        planet: Option<PlanetId>,
        dice: u8,
    },
    /// `hits` to assign to units at `place` (RR 78.6, 44).
    AssignHits {
        place: Place,
        hits: u8,
        source: HitSource,
        from: Seat,
    },
    AnnounceRetreat {
        system: SystemId,
    },
    RetreatTo {
        system: SystemId,
    },
    /// What a retreating fleet carries; `fighters` are carried too, or fly themselves.
    RetreatWith {
        system: SystemId,
        fighters: bool,
    },
    /// A command token for `system` is taken from the sheet, for want of reinforcements (RR 20.3).
    TokenFromSheet {
        system: SystemId,
    },
    /// What stays behind when not everything fits aboard.
    RemoveExcess {
        system: SystemId,
        fleet: u8,
        capacity: u8,
    },
    Bombard {
        system: SystemId,
    },
    CommitGroundForces {
        system: SystemId,
    },
    /// On which planets space cannon defense, then ground combat, comes first (RR 49.3, 49.4).
    InvasionOrder {
        system: SystemId,
    },
    Produce {
        system: SystemId,
        limit: u8,
    },
    /// Produce at a planet without any unit's production: units that cost no more than `cost`.
    ProduceOn {
        planet: PlanetId,
        cost: u8,
    },
    /// Produce up to `limit` units in the system without any unit's production (RR 67.4).
    ProduceFreely {
        system: SystemId,
        limit: u8,
    },
    /// Infantry move from planets to planets of their owner in the same or in adjacent systems.
    Spread,
    /// Produce one ship of these kinds without any unit's production.
    Salvage {
        system: SystemId,
        kinds: Vec<UnitKind>,
    },
    /// Up to `count` ground forces move to planets that their owner controls.
    Transfer {
        count: u8,
    },
    // Strategy cards
    Primary {
        card: StrategyId,
    },
    Secondary {
        card: StrategyId,
    },
    /// The systems, planets or players that a primary ability asks for one after the other.
    Target {
        card: StrategyId,
        step: u8,
    },
    /// Research a technology at a price in resources (RR 90).
    Research {
        resources: u8,
    },
    /// Put agendas on top of or under their deck; those before the deck in the answer lie on top.
    AgendaOrder {
        card: StrategyId,
    },
    // Cards and windows
    Respond {
        to: Box<super::window::Moment>,
    },
    CardTarget {
        card: ActionCardId,
    },
    /// Which copied technology `tech` shall stand in the place of.
    CopyInstead {
        tech: TechId,
    },
    /// How many units of a kind from there a unit's text shall apply to.
    UnitText {
        unit: UnitId,
        kind: UnitKind,
        from: Place,
    },
    /// What a promissory note acts on.
    NoteTarget {
        note: NoteId,
    },
    /// What a technology acts on.
    TechnologyTarget {
        tech: TechId,
    },
    /// Whether all combat dice of `of` are rolled again, so many with so many hits.
    RerollAll {
        of: Seat,
        place: Place,
        hits: u8,
        dice: u8,
    },
    /// Which combat dice of `of` are rolled again.
    Reroll {
        of: Seat,
        place: Place,
    },
    /// Ships in the system that are destroyed, by their owner's choice.
    LoseShips {
        system: SystemId,
        count: u8,
    },
    /// A unit of this kind is taken from somewhere on the board, for want of reinforcements.
    TakeFromBoard {
        kind: UnitKind,
        to: Place,
    },
    DiscardDown {
        limit: u8,
    },
    DiscardCards {
        count: u8,
    },
    /// What an ability of the faction sheet acts on.
    AbilityTarget {
        ability: AbilityId,
    },
    /// What the ability of a unit acts on.
    UnitTarget {
        unit: UnitId,
    },
    /// A hit at this very unit: it sustains damage or is destroyed.
    TakeHit {
        place: Place,
        kind: UnitKind,
        from: Seat,
    },
    DiscardSecret,
    /// How many of `count` infantry come back on this planet; the others on the next one.
    Revive {
        planet: PlanetId,
        count: u8,
    },
    // Status phase (RR 81)
    ScoreObjectives,
    ScoreSecret,
    Tokens {
        gained: u8,
    },
    /// Command tokens are gained outside the status phase; the others stay where they are.
    GainTokens {
        count: u8,
    },
    // Agenda phase (RR 8)
    Vote {
        agenda: AgendaId,
    },
    BreakTie {
        agenda: AgendaId,
    },
    AgendaTarget {
        agenda: AgendaId,
        step: u8,
    },
    /// Which of one's predictions that came true is resolved next.
    NextPrediction {
        agenda: AgendaId,
    },
    /// Research a technology for nothing, or leave it.
    MayResearch,
    /// `count` own units to destroy.
    Lose {
        agenda: AgendaId,
        lot: Lot,
        count: u8,
    },
    Pay {
        resources: u8,
        influence: u8,
    },
}
