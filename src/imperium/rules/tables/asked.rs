//! What the rules ask of components: numbers that they may change, acts that they may forbid.

use crate::engine::Seat;
use crate::imperium::data::*;
use crate::imperium::state::*;

/// An enum and the enum of its kinds.
macro_rules! kinds {
    (
        $(#[$meta:meta])* pub enum $name:ident, $kind:ident {
            $($(#[$doc:meta])* $variant:ident { $($(#[$fdoc:meta])* $field:ident: $ty:ty),* $(,)? },)*
        }
    ) => {
        $(#[$meta])*
        pub enum $name {
            $($(#[$doc])* $variant { $($(#[$fdoc])* $field: $ty),* },)*
        }

        #[doc = concat!("The kinds of [`", stringify!($name), "`].")]
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $kind {
            $($variant,)*
        }

        impl $kind {
            pub const ALL: &[$kind] = &[$($kind::$variant),*];

            pub const fn bit(self) -> u128 {
                1 << self as u8
            }
        }

        impl $name {
            pub fn kind(&self) -> $kind {
                match self {
                    $($name::$variant { .. } => $kind::$variant,)*
                }
            }
        }
    };
}
pub(in crate::imperium::rules) use kinds;

kinds! {
/// A number that components may change. `seat` is whose number it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Number, NumberKind {
    Move {
        seat: Seat,
        kind: UnitKind,
        from: SystemId,
    },
    /// Added to the move value of one ship of the player's choice in each movement.
    LoneMove {
        seat: Seat,
    },
    /// Whether this stops the seat's ships; 1 without components, nothing stops at 0 or less.
    Barrier {
        seat: Seat,
        what: Barrier,
    },
    Capacity {
        seat: Seat,
        kind: UnitKind,
    },
    /// Added to the result of each of these combat dice.
    CombatRoll {
        seat: Seat,
        kind: UnitKind,
        place: Place,
    },
    SpaceCannonRoll {
        seat: Seat,
        against: Seat,
    },
    SpaceCannonDice {
        seat: Seat,
        system: SystemId,
    },
    /// Added to the result of each bombardment die of `seat` at the planet.
    BombardmentRoll {
        seat: Seat,
        planet: PlanetId,
    },
    BombardmentDice {
        seat: Seat,
        system: SystemId,
    },
    FleetLimit {
        seat: Seat,
    },
    ProductionLimit {
        seat: Seat,
        system: SystemId,
    },
    ProductionCost {
        seat: Seat,
        kind: UnitKind,
    },
    /// Resources that one use of production costs less.
    ProductionDiscount {
        seat: Seat,
    },
    /// How many actions the seat may perform in a turn.
    Actions {
        seat: Seat,
    },
    ActionCardsDrawn {
        seat: Seat,
    },
    TokensGained {
        seat: Seat,
    },
    HandLimit {
        seat: Seat,
    },
    Votes {
        seat: Seat,
    },
    /// Hits that one use of sustain damage cancels.
    SustainedHits {
        seat: Seat,
    },
    /// More than 0 where public objectives ask for the planets of the seat's home system.
    HomeNeeded {
        seat: Seat,
    },
    /// More than 0 where action cards change hands in the seat's transactions.
    TradesCards {
        seat: Seat,
    },
    /// Strategy tokens that the secondary ability of the card costs.
    SecondaryCost {
        seat: Seat,
        card: StrategyId,
    },
    Commodities {
        seat: Seat,
    },
    /// What a die must show for a destroyed infantry to come back home; 0 where none does.
    Revival {
        seat: Seat,
    },
    /// More than 0 where the seat trades with players who are no neighbours.
    TradesAfar {
        seat: Seat,
    },
    /// Added to the hits for each combat die that shows 9 or 10 before anything is added to it.
    NaturalHits {
        seat: Seat,
        kind: UnitKind,
        place: Place,
    },
    /// More than 0 where ships of this kind move through the fleets of others.
    Passage {
        seat: Seat,
        kind: UnitKind,
    },
    /// Influence that takes the custodians token off Mecatol Rex.
    CustodiansPrice {
        seat: Seat,
    },
    /// Action cards drawn besides each time, after which as many are discarded.
    CardsSifted {
        seat: Seat,
    },
    /// More than 0 where the seat cannot play action cards.
    CardsBarred {
        seat: Seat,
    },
    /// Prerequisites that `seat` may leave out when researching the technology.
    PrerequisitesIgnored {
        seat: Seat,
        tech: TechId,
    },
    /// Whether such a unit may sustain damage there; 1 without components, it cannot at 0 or less.
    SustainDamage {
        seat: Seat,
        kind: UnitKind,
        place: Place,
    },
    /// What one trade good is worth as resources or influence; 1 without components.
    TradeGoodWorth {
        seat: Seat,
    },
    /// Above 0, alpha and beta wormholes are connected for this seat, whatever forbids wormholes.
    WormholesJoined {
        seat: Seat,
    },
    /// Above 0, hits of such units in a space combat go to ships other than fighters.
    HitsAimed {
        seat: Seat,
        kind: UnitKind,
        system: SystemId,
    },
    /// Above 0, fighters in the system may be committed to planets and fight there.
    FightersLand {
        seat: Seat,
        system: SystemId,
    },
    /// Command tokens that the seat gains in the place of each technology that it would research.
    TokensForResearch {
        seat: Seat,
    },
    /// How many structures of the kind a planet of the seat may hold.
    StructureLimit {
        seat: Seat,
        kind: UnitKind,
    },
    /// How many units of the kind are produced for its cost.
    UnitsPerCost {
        seat: Seat,
        kind: UnitKind,
    },
    /// How many command tokens the fleet pool may hold.
    FleetPool {
        seat: Seat,
    },
    /// Production of the system itself, as if it were a unit of the seat's.
    SystemProduction {
        seat: Seat,
        system: SystemId,
    },
    /// Resources that an ability of the Technology strategy card costs.
    ResearchPrice {
        seat: Seat,
    },
}
}

impl Number {
    /// Whose number it is.
    pub fn seat(&self) -> Seat {
        match self {
            Number::Move { seat, .. }
            | Number::LoneMove { seat, .. }
            | Number::Barrier { seat, .. }
            | Number::Capacity { seat, .. }
            | Number::CombatRoll { seat, .. }
            | Number::SpaceCannonRoll { seat, .. }
            | Number::SpaceCannonDice { seat, .. }
            | Number::BombardmentRoll { seat, .. }
            | Number::BombardmentDice { seat, .. }
            | Number::FleetLimit { seat, .. }
            | Number::ProductionLimit { seat, .. }
            | Number::ProductionCost { seat, .. }
            | Number::ProductionDiscount { seat, .. }
            | Number::Actions { seat, .. }
            | Number::ActionCardsDrawn { seat, .. }
            | Number::TokensGained { seat, .. }
            | Number::HandLimit { seat, .. }
            | Number::Votes { seat, .. }
            | Number::SustainedHits { seat, .. }
            | Number::HomeNeeded { seat, .. }
            | Number::TradesCards { seat, .. }
            | Number::SecondaryCost { seat, .. }
            | Number::Commodities { seat, .. }
            | Number::Revival { seat, .. }
            | Number::TradesAfar { seat, .. }
            | Number::NaturalHits { seat, .. }
            | Number::Passage { seat, .. }
            | Number::CustodiansPrice { seat, .. }
            | Number::CardsSifted { seat, .. }
            | Number::CardsBarred { seat, .. }
            | Number::PrerequisitesIgnored { seat, .. }
            | Number::SustainDamage { seat, .. }
            | Number::TradeGoodWorth { seat, .. }
            | Number::WormholesJoined { seat, .. }
            | Number::HitsAimed { seat, .. }
            | Number::FightersLand { seat, .. }
            | Number::TokensForResearch { seat, .. }
            | Number::StructureLimit { seat, .. }
            | Number::UnitsPerCost { seat, .. }
            | Number::FleetPool { seat, .. }
            | Number::SystemProduction { seat, .. }
            | Number::ResearchPrice { seat, .. } => *seat,
        }
    }
}

/// What ships cannot move through, and mostly not into either.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Barrier {
    Anomaly(Anomaly),
    /// Anomalies on the way; both this and `Anomaly` must stop ships for them to be stopped.
    Through(Anomaly),
    /// Anomalies as the end of a movement, likewise.
    Into(Anomaly),
    /// Systems with ships of others.
    Fleets,
}

/// An act that components may forbid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Act {
    MoveThrough {
        system: SystemId,
    },
    MoveInto {
        system: SystemId,
    },
    /// Move from one system to another by such a wormhole.
    UseWormhole {
        wormhole: Wormhole,
    },
    Activate {
        system: SystemId,
    },
    Build {
        kind: UnitKind,
    },
    Vote,
    Research {
        tech: TechId,
    },
    Transact {
        with: Seat,
    },
    Bombard {
        planet: PlanetId,
    },
    Land {
        planet: PlanetId,
    },
    Score,
    /// Produce units on the planet or place them there.
    PlaceOn {
        planet: PlanetId,
    },
    /// Use production of units on the planet.
    UseProduction {
        planet: PlanetId,
    },
    /// Exhaust planets to cast votes.
    ExhaustToVote,
    /// Use production of a unit of kind `with` for units of kind `what`.
    Make {
        with: UnitKind,
        what: UnitKind,
    },
    /// Fire space cannons at what `at` lands on the planet.
    Defend {
        at: Seat,
        planet: PlanetId,
    },
    /// Use an ability of the sheet that one may use or not; `against` whom, if it is aimed at one player.
    UseAbility {
        ability: AbilityId,
        against: Option<Seat>,
    },
    /// Use a technology that one may use or not.
    UseTechnology {
        tech: TechId,
    },
    /// Use the production of units in the system.
    Produce {
        system: SystemId,
    },
}

impl Act {
    /// Whether components of other players may forbid it.
    pub(super) fn may_be_warded(&self) -> bool {
        matches!(self, Act::Activate { .. } | Act::Defend { .. })
    }
}
