//! The moments themselves, and what may be told of them.

use serde::{Deserialize, Serialize};

use crate::engine::Seat;
use crate::imperium::data::*;
use crate::imperium::rules::ask::*;
use crate::imperium::rules::dice::Die;
use crate::imperium::rules::tables::kinds;
use crate::imperium::state::*;

kinds! {
    /// Something that is happening, with nothing in it that anybody must not know.
    #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
    pub enum Moment, At {
        /// The active player chooses an action; component actions look at this.
        Turn {
            seat: Seat,
        },
        CardPlayed {
            by: Seat,
            card: ActionCardId,
            cancelled: bool,
        },
        /// After `by` activates a system.
        Activated {
            by: Seat,
            system: SystemId,
        },
        /// Before `on` assigns hits of a space cannon.
        SpaceCannonHits {
            on: Seat,
            from: Seat,
            place: Place,
            hits: u8,
        },
        CombatRoundStarts {
            place: Place,
            sides: [Seat; 2],
            round: u8,
            over: bool,
        },
        /// Both sides have rolled; nothing has been cancelled yet. `hits` are those of the sides.
        CombatRolled {
            place: Place,
            sides: [Seat; 2],
            hits: [u8; 2],
        },
        /// After a combat round with units of both sides left. `used` are seats that have used a power
        /// that is theirs once a round.
        CombatRoundEnds {
            place: Place,
            sides: [Seat; 2],
            used: Seats,
        },
        /// Before `on` assigns hits in a combat.
        CombatHits {
            on: Seat,
            from: Seat,
            place: Place,
            hits: u8,
        },
        /// After a unit of `by` sustained damage from a hit of `from`.
        Sustained {
            by: Seat,
            from: Seat,
            place: Place,
            kind: UnitKind,
            destroyed: bool,
        },
        /// Before anybody picks a strategy card.
        StrategyPhaseStarts {},
        /// Strategy cards go back to the table, but for those of `keeping` (RR 81.8).
        StrategyCardsReturned {
            keeping: Seats,
        },
        StrategyPicked {
            by: Seat,
            card: StrategyId,
            refused: bool,
        },
        /// Before the first agenda of an agenda phase is revealed.
        AgendaPhaseStarts {},
        /// When an agenda is revealed; `replaced`: it goes, and another one comes in its place.
        WhenRevealed {
            agenda: AgendaId,
            replaced: bool,
        },
        /// After an agenda is revealed, before anybody votes: outcomes are predicted now.
        AfterRevealed {
            agenda: AgendaId,
        },
        /// Before the vote, which is left out when the outcome is `elected` without it.
        BeforeVote {
            agenda: AgendaId,
            elected: Option<Elected>,
        },
        /// After `by` cast votes for an outcome; `extra` votes are added for it.
        Voted {
            by: Seat,
            agenda: AgendaId,
            outcome: Elected,
            extra: u32,
        },
        /// When the outcome of an agenda is known, before it is resolved.
        OutcomeDecided {
            agenda: AgendaId,
            outcome: Elected,
        },
        /// What `by` predicted has come true. Only the power of what it was predicted with looks at
        /// this.
        Foretold {
            by: Seat,
            agenda: AgendaId,
            outcome: Elected,
        },
        /// After an action of `by` is over.
        ActionPerformed {
            by: Seat,
        },
        /// `by` has won a combat against `from`.
        CombatWon {
            by: Seat,
            from: Seat,
            place: Place,
        },
        /// `by` has placed a space dock.
        DockPlaced {
            by: Seat,
            system: SystemId,
        },
        /// `by` has researched a technology.
        Researched {
            by: Seat,
            tech: TechId,
        },
        /// After the speaker has voted. `votes` are those so far, `extra` those that responses add.
        VotesCast {
            agenda: AgendaId,
            votes: Vec<(Seat, Elected, u32)>,
            extra: Vec<(Seat, Elected, u32)>,
        },
        /// A player's turn in the action phase begins; the powers of it are offered beside the actions.
        TurnStarts {
            seat: Seat,
        },
        /// Before `by` rolls for space cannons. `aimed` hits go to ships other than fighters.
        SpaceCannonFires {
            by: Seat,
            on: Seat,
            place: Place,
            aimed: bool,
        },
        /// Both sides have assigned the hits of a combat round. `worn` are the units that were damaged
        /// when it began.
        HitsAssigned {
            place: Place,
            sides: [Seat; 2],
            worn: Vec<Stack>,
        },
        GroundCombatWon {
            by: Seat,
            planet: PlanetId,
        },
        /// After ships of `by` have moved into the system in a tactical action, and some arrived.
        ShipsMoved {
            by: Seat,
            system: SystemId,
        },
        /// After `by` announced a retreat in a space combat.
        RetreatAnnounced {
            by: Seat,
            against: Seat,
            system: SystemId,
            prevented: bool,
        },
        /// After `by` made the combat rolls of a round. Responses may roll some of the dice again.
        DiceRolled {
            by: Seat,
            against: Seat,
            place: Place,
            round: u8,
            dice: Vec<Die>,
        },
        /// After ships of `owner` were destroyed in the space combat against `by`.
        ShipsDestroyed {
            owner: Seat,
            by: Seat,
            system: SystemId,
            kinds: Vec<UnitKind>,
        },
        /// A combat round is over, the last one of a combat too.
        CombatRoundOver {
            place: Place,
            sides: [Seat; 2],
            round: u8,
        },
        /// After a space combat, with whoever won it.
        SpaceCombatEnds {
            system: SystemId,
            sides: [Seat; 2],
            winner: Option<Seat>,
        },
        /// `by` begins the invasion of a system.
        InvasionStarts {
            by: Seat,
            system: SystemId,
        },
        /// After `by` committed ground forces to a planet, all planets at once.
        Landed {
            by: Seat,
            planet: PlanetId,
            units: Vec<Stack>,
            returned: bool,
        },
        /// `by` is about to gain control of a planet; structures of others still stand there. If they are
        /// `replaced`, `by` gets the same ones instead of destroying them.
        ControlChanges {
            by: Seat,
            planet: PlanetId,
            replaced: bool,
        },
        /// After `by` gained control of a planet that `loser` controlled.
        PlanetLost {
            loser: Seat,
            by: Seat,
            planet: PlanetId,
        },
        /// A flagship of `owner` was just destroyed there.
        FlagshipDestroyed {
            owner: Seat,
            place: Place,
        },
        /// A tactical action of `by` is over, in which it gained these planets.
        TacticalActionEnds {
            by: Seat,
            gained: Vec<PlanetId>,
        },
        /// Before units of `by` use their production.
        Produces {
            by: Seat,
            system: SystemId,
        },
        /// After units of `by` used their production.
        Produced {
            by: Seat,
            system: SystemId,
            built: Vec<(UnitKind, u8)>,
        },
        /// `by` has produced these units; `planned`: by production, and not by an effect that names what
        /// they cost.
        UnitsProduced {
            by: Seat,
            system: SystemId,
            units: Vec<(UnitKind, u8)>,
            planned: bool,
        },
        /// `by` is about to use a secondary ability after the strategic action of `from`. What takes its place pays for it and sets `instead`;
        /// what only prepares it leaves that to the ability.
        Secondary {
            by: Seat,
            from: Seat,
            card: StrategyId,
            instead: bool,
        },
        /// After `by` resolved the primary or the secondary ability.
        StrategyResolved {
            by: Seat,
            card: StrategyId,
        },
        /// After `by` gained control of a planet.
        PlanetGained {
            by: Seat,
            planet: PlanetId,
        },
        /// After `by` rolled for an anti-fighter barrage. Responses may roll some of the dice again.
        BarrageRolled {
            by: Seat,
            place: Place,
            dice: Vec<Die>,
        },
        /// The status phase ends, before strategy cards go back.
        StatusPhaseEnds {},
        /// After `by` gained trade goods, other than by a transaction.
        TradeGoodsGained {
            by: Seat,
        },
        /// After a transaction of `by` with another player; it is a moment for each of them.
        Traded {
            by: Seat,
            with: Seat,
        },
        /// After units of `of` were destroyed in a combat.
        UnitsDestroyed {
            of: Seat,
            sides: [Seat; 2],
        },
        /// `by` researches at this price in resources; powers ignore all prerequisites for it.
        Researching {
            by: Seat,
            resources: u8,
        },
        /// All strategy cards are picked.
        StrategyPhaseEnds {},
        StatusPhaseStarts {},
        /// The turn of `by` begins; the others may do something before it.
        OthersTurnStarts {
            by: Seat,
        },
        /// After `by` replenished commodities.
        Replenished {
            by: Seat,
        },
        /// Both sides have rolled in a combat round and responded to each roll. The rolls belong to the
        /// sides.
        DiceCast {
            place: Place,
            sides: [Seat; 2],
            round: u8,
            dice: [Vec<Die>; 2],
        },
        /// After the hits of a bombardment are assigned, which cost `of` so much infantry on the planet.
        Bombarded {
            by: Seat,
            of: Seat,
            planet: PlanetId,
            infantry: u8,
        },
        /// Command tokens are about to be gained in the status phase.
        TokensDue {},
        /// The moment in which a card takes effect, with the target that was named for it. Powers look at
        /// the moment within: see [`Moment::at`].
        Targeted {
            target: Choice,
            within: Box<Moment>,
        },
    }
}

impl Moment {
    /// The kind of moment that powers look at.
    pub fn at(&self) -> At {
        match self {
            Moment::Targeted { within, .. } => within.at(),
            other => other.kind(),
        }
    }

    /// Wraps the moment with a target that was named for it.
    pub(super) fn aim(&mut self, target: Choice) {
        let empty = Moment::Turn { seat: Seat(0) };
        let within = Box::new(std::mem::replace(self, empty));
        *self = Moment::Targeted { target, within };
    }

    /// Who could respond as far as the rules go, whatever they hold.
    pub(super) fn concerns(&self, seat: Seat) -> bool {
        match self {
            Moment::Turn { seat: by } => seat == *by,
            Moment::CardPlayed { by, cancelled, .. } => seat != *by && !cancelled,
            Moment::Activated { .. } => true,
            Moment::SpaceCannonHits { on, hits, .. } => seat == *on && *hits > 0,
            Moment::CombatRoundStarts { sides, over, .. } => sides.contains(&seat) && !over,
            Moment::CombatRolled { sides, .. } | Moment::CombatRoundEnds { sides, .. } => {
                sides.contains(&seat)
            }
            Moment::CombatHits { on, hits, .. } => seat == *on && *hits > 0,
            Moment::Sustained { from, destroyed, .. } => seat == *from && !destroyed,
            Moment::StrategyPhaseStarts {} => true,
            Moment::StrategyCardsReturned { keeping } => !keeping.contains(seat),
            Moment::StrategyPicked { by, refused, .. } => seat != *by && !refused,
            Moment::VotesCast { .. } => true,
            Moment::AgendaPhaseStarts {} | Moment::AfterRevealed { .. } => true,
            Moment::WhenRevealed { replaced, .. } => !replaced,
            Moment::BeforeVote { elected, .. } => elected.is_none(),
            Moment::OutcomeDecided { outcome, .. } => *outcome == Elected::Player(seat),
            Moment::Voted { by, .. }
            | Moment::Foretold { by, .. }
            | Moment::ActionPerformed { by }
            | Moment::CombatWon { by, .. }
            | Moment::DockPlaced { by, .. }
            | Moment::UnitsProduced { by, .. } => seat == *by,
            Moment::Researched { .. } => true,
            Moment::TurnStarts { seat: by } => seat == *by,
            Moment::SpaceCannonFires { by, .. } => seat == *by,
            Moment::HitsAssigned { sides, .. } => sides.contains(&seat),
            Moment::StatusPhaseEnds {} => true,
            Moment::BarrageRolled { by, .. } => seat == *by,
            Moment::OthersTurnStarts { by } => seat != *by,
            Moment::Replenished { .. } => true,
            Moment::GroundCombatWon { by, .. }
            | Moment::PlanetGained { by, .. }
            | Moment::Researching { by, .. }
            | Moment::ControlChanges { by, .. }
            | Moment::TacticalActionEnds { by, .. }
            | Moment::Produces { by, .. }
            | Moment::Produced { by, .. }
            | Moment::Secondary { by, .. }
            | Moment::StrategyResolved { by, .. } => seat == *by,
            Moment::FlagshipDestroyed { owner, .. } => seat == *owner,
            Moment::ShipsMoved { by, .. } => seat != *by,
            Moment::RetreatAnnounced { against, prevented, .. } => seat == *against && !prevented,
            Moment::DiceRolled { by, against, .. } => seat == *by || seat == *against,
            Moment::ShipsDestroyed { owner, by, .. } => seat == *owner || seat == *by,
            Moment::CombatRoundOver { sides, .. } | Moment::SpaceCombatEnds { sides, .. } => {
                sides.contains(&seat)
            }
            Moment::InvasionStarts { .. } => true,
            Moment::Landed { returned, .. } => !returned,
            Moment::PlanetLost { loser, .. } => seat == *loser,
            Moment::TradeGoodsGained { by } | Moment::Traded { by, .. } => seat != *by,
            Moment::UnitsDestroyed { of, sides } => seat != *of && sides.contains(&seat),
            Moment::StrategyPhaseEnds {} | Moment::StatusPhaseStarts {} => true,
            Moment::DiceCast { sides, .. } => sides.contains(&seat),
            Moment::Bombarded { by, .. } => seat == *by,
            Moment::TokensDue {} => true,
            Moment::Targeted { within, .. } => within.concerns(seat),
        }
    }

    /// Whether what happens has become void, so that nobody can respond any more.
    pub(super) fn is_void(&self, state: &State) -> bool {
        match self {
            Moment::CombatRoundStarts { place, sides, .. } => {
                let stands = |seat: &Seat| {
                    let fights = |kind: UnitKind| match place {
                        Place::Space(system) => {
                            kind.is_ship() || state.fights_as_ships(*seat, *system)
                        }
                        Place::Planet(_) => kind.is_ground_force() || kind == UnitKind::Fighter,
                    };
                    state.forces(*place).of(*seat).any(|stack| fights(stack.kind))
                };
                !sides.iter().all(stands)
            }
            Moment::Activated { by, .. } => state.is_turn_over(*by),
            Moment::Targeted { within, .. } => within.is_void(state),
            _ => false,
        }
    }
}
