//! The whole position of a game. Plain data: what lies on the table, in hands and in decks.
//!
//! Whatever can be computed from it is a query (`queries`), never a field. Mutations that must keep
//! an invariant are methods (`change`); rules use them and decide nothing here.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::engine::Seat;
use crate::imperium::data::*;

pub mod change;
mod course;
pub mod forces;
pub mod galaxy;
pub mod invariants;
pub mod inventory;
pub mod notes;
pub mod queries;
pub mod seats;
pub mod spots;

pub use course::{Roll, RolledDie};
pub use forces::{Forces, Stack};
pub use galaxy::{Galaxy, SystemId};
pub use notes::{Note, Whereabouts};
pub use seats::Seats;
pub use spots::Spots;

/// Everything there is to know.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct State {
    pub options: Options,
    pub galaxy: Arc<Galaxy>,
    pub systems: Spots<SystemId, System>,
    pub planets: Spots<PlanetId, PlanetState>,
    pub players: Vec<Player>,
    pub stage: Stage,
    /// From 1; 0 during set-up.
    pub round: u8,
    /// Steps of the action phase so far in the whole game; part of the labels of dice.
    pub turn: u16,
    pub speaker: Seat,
    /// Whose turn it is in the action phase.
    pub active: Option<Seat>,
    /// The system activated in the current tactical action.
    pub activated: Option<SystemId>,
    /// The system of the latest tactical action of this turn, or of the turn before while nobody's
    /// has begun: what a picture of the turn shows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub visited: Option<SystemId>,
    /// Dice of units in this turn, or in the turn before while nobody's has begun.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rolls: Vec<Roll>,
    /// Everybody's points at the end of each round so far.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub course: Vec<Vec<i32>>,
    /// The strategy cards in initiative order.
    pub strategy: Vec<StrategySlot>,
    pub decks: Decks,
    /// Public objectives on the table, in the order they were revealed.
    pub objectives: Vec<PublicOnTable>,
    pub laws: Vec<Law>,
    pub lasting: Vec<Lasting>,
    /// Who kept their strategy cards and picks none in the next strategy phase.
    #[serde(default)]
    pub keeping: Seats,
    /// Secondary abilities not yet resolved or declined, in the order they are owed.
    pub owed: Vec<Owed>,
    pub offers: Vec<Offer>,
    pub next_offer: u32,
    /// Pairs that made a transaction this turn or agenda (RR 94.1).
    pub traded: Vec<(Seat, Seat)>,
    /// The custodians token lies on Mecatol Rex (RR 27).
    pub custodians: bool,
    /// Agendas revealed so far; part of the labels of dice.
    pub agendas_resolved: u8,
    /// Who cannot vote in this agenda phase.
    pub no_vote: Seats,
    /// The agenda that is being voted on.
    #[serde(default)]
    pub open_agenda: Option<OpenAgenda>,
    /// Agendas that take effect at the start of the next strategy phase, and for whom.
    #[serde(default)]
    pub later: Vec<(AgendaId, Seats)>,
    /// Secret objectives that a law has made public.
    #[serde(default)]
    pub leaked: Vec<Leaked>,
    /// Abilities used that work once in an agenda phase.
    #[serde(default)]
    pub used_this_agenda_phase: Vec<(Seat, AbilityId)>,
    /// The combat that is being fought.
    #[serde(default)]
    pub combat: Option<Combat>,
    /// The step of a tactical action in which objectives look at all that is destroyed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub onslaught: Option<Onslaught>,
    /// Who holds the initiative token "0" in this round and acts before everybody else.
    #[serde(default)]
    pub zero: Option<Seat>,
    pub winner: Option<Seat>,
    /// The promissory notes of the game, and who may have them as far as everybody knows.
    #[serde(default)]
    pub whereabouts: Vec<Whereabouts>,
}

/// What was agreed on before the game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Options {
    /// How many play.
    pub players: u8,
    pub map: MapChoice,
    /// Factions that seats have asked for; the others are dealt.
    pub factions: Vec<Option<FactionId>>,
    /// Victory points to win: 10 or 14 as printed, from 2 on in a short game.
    pub goal: u8,
    pub sources: Sources,
    /// Secondary abilities strictly clockwise, before the next turn begins.
    pub strict_order: bool,
}

/// Where the galaxy comes from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum MapChoice {
    /// A balanced one, dealt for this game.
    Random,
    /// One of the presets, by id.
    Preset(String),
    /// A community map string.
    Text(String),
}

/// Between two checkpoints; the next step begins with it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Stage {
    Setup(SetupStep),
    Strategy,
    Action,
    Status(StatusStep),
    Agenda(AgendaStep),
    Finished,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum SetupStep {
    /// Speaker, factions, galaxy and decks.
    Deal,
    StartingTechnologies,
    StartingUnits,
    SecretObjectives,
}

/// The steps of the status phase (RR 81), in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum StatusStep {
    Score,
    Reveal,
    DrawActionCards,
    RemoveTokens,
    GainTokens,
    ReadyCards,
    Repair,
    ReturnStrategyCards,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum AgendaStep {
    First,
    Second,
    Ready,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct System {
    pub space: Forces,
    /// Whose command tokens lie here.
    pub tokens: Seats,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PlanetState {
    /// Who controls it.
    pub owner: Option<Seat>,
    pub exhausted: bool,
    pub forces: Forces,
}

/// Where units can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Place {
    Space(SystemId),
    Planet(PlanetId),
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Player {
    pub faction: FactionId,
    pub tokens: Tokens,
    pub trade_goods: u8,
    pub commodities: u8,
    /// Owned technologies in order of ids, unit upgrades included.
    pub technologies: Vec<TechId>,
    pub exhausted_technologies: Vec<TechId>,
    /// Cards that stand for another player's technology: which, and what they copy now. What is
    /// copied is among `technologies`.
    #[serde(default)]
    pub copies: Vec<(TechId, Option<TechId>)>,
    /// The unit card that counts for each kind, by [`UnitKind`] as a number.
    pub cards: Vec<Option<UnitId>>,
    /// Action cards in hand.
    pub hand: Vec<ActionCardId>,
    /// Unscored secret objectives.
    pub secrets: Vec<SecretId>,
    pub scored_secrets: Vec<SecretId>,
    /// Victory points that lie on no objective card, and what for.
    pub other_points: Vec<(Merit, i8)>,
    pub passed: bool,
    pub eliminated: bool,
    /// Infantry destroyed just now for which nobody has rolled yet, and infantry that comes back at the
    /// start of the next turn.
    #[serde(default)]
    pub fallen: u8,
    #[serde(default)]
    pub returning: u8,
    /// What was done just now that objectives look at.
    pub feats: Vec<Feat>,
    /// Promissory notes in hand, own ones and others' (RR 69).
    #[serde(default)]
    pub notes: Vec<Note>,
    /// Promissory notes of others in the play area.
    #[serde(default)]
    pub notes_in_play: Vec<Note>,
}

/// What is remembered of a combat while it goes on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Combat {
    pub place: Place,
    /// Attacker, then defender.
    pub sides: [Seat; 2],
    /// Units destroyed so far, in order.
    pub fallen: Vec<(Seat, UnitKind)>,
    /// How many of those have been responded to.
    pub mourned: usize,
    /// Who used an ability that works once in a combat.
    pub used: Vec<(Seat, AbilityId)>,
    /// Whose ground forces in the space area fight as if they were ships.
    pub boarders: Seats,
    /// Those of them that came from planets, and return to them.
    pub from_planets: Vec<(PlanetId, Stack)>,
    /// Ground forces in the space area that take no part, laid aside.
    pub aside: Vec<Stack>,
}

impl Combat {
    pub fn new(place: Place, sides: [Seat; 2]) -> Combat {
        Combat {
            place,
            sides,
            fallen: Vec::new(),
            mourned: 0,
            used: Vec::new(),
            boarders: Seats::default(),
            from_planets: Vec::new(),
            aside: Vec::new(),
        }
    }
}

/// Steps that objectives name, whatever destroys units in them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Onslaught {
    SpaceCannonOffense,
    Barrage,
    Bombardment,
}

/// Command tokens on the sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Tokens {
    pub tactic: u8,
    pub fleet: u8,
    pub strategy: u8,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Pool {
    Tactic,
    Fleet,
    Strategy,
}

/// What a victory point that is not an objective was given for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Merit {
    Custodians,
    Imperial,
    Agenda(AgendaId),
    Card(ActionCardId),
    /// It is lost when the note goes back.
    Note(Note),
    /// A moderator's correction.
    Correction,
}

/// Something done that a secret objective can be scored for (RR 61.5). Forgotten when the step or
/// combat in which it was done is over, and at the end of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Feat {
    /// Destroyed another player's war sun or flagship.
    DestroyedGreatShip,
    /// Bombarded away all ground forces that somebody had on a planet.
    BombardedLast,
    /// Destroyed all ground forces of a player on a planet during bombardment, by whatever means.
    ClearedPlanet,
    /// Won a combat against a player who has most points.
    BeatTheLeader,
    /// Destroyed a player's last ship in the active system by hits of a space cannon.
    ShotLastShip,
    /// Destroyed a player's last ship but fighters during space cannon offense, by whatever means.
    ShotLastWarship,
    /// Won a space combat with a flagship in it.
    WonWithFlagship,
    /// Won a combat in an anomaly.
    WonInAnomaly,
    /// Won a combat in another player's home system.
    WonInTheirHome,
    /// Destroyed a player's last fighter in the system by anti-fighter barrage.
    BarragedLastFighter,
    /// Destroyed a player's last fighter there during anti-fighter barrage, by whatever means.
    ClearedFighters,
    /// Had three or more ships, fighters aside, at the end of a space combat, won or not.
    ThreeShipsAfterCombat,
    /// Won a combat as the attacker, against this player.
    AttackedAndBeat(Seat),
    /// Lost control of a planet in a home system.
    LostHomePlanet,
    /// Was the last of all to pass in this round.
    PassedLast,
    /// Was elected by an agenda, or a planet of theirs was.
    Elected,
    /// Is in a combat right now, in or after which only one objective may be scored (RR 61.7).
    InCombat,
    /// An objective was scored in this combat already (RR 61.7).
    ScoredThisCombat,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StrategySlot {
    pub card: StrategyId,
    pub holder: Option<Seat>,
    pub exhausted: bool,
    pub trade_goods: u8,
}

/// Draw piles are drawn from the end.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Decks {
    pub action_cards: Vec<ActionCardId>,
    pub discarded: Vec<ActionCardId>,
    pub agendas: Vec<AgendaId>,
    pub discarded_agendas: Vec<AgendaId>,
    pub secrets: Vec<SecretId>,
    /// The objectives laid out at set-up, first stage then second, next one last.
    pub publics: Vec<PublicId>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PublicOnTable {
    pub card: PublicId,
    pub scored: Seats,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Law {
    pub agenda: AgendaId,
    pub elected: Option<Elected>,
    #[serde(default)]
    pub exhausted: bool,
}

/// An agenda between its being revealed and its end; all of it is public.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct OpenAgenda {
    pub agenda: AgendaId,
    /// Who cannot vote on it.
    pub barred: Seats,
    /// Outcomes that were predicted, in the order in which they were.
    pub predictions: Vec<Prediction>,
    /// Votes cast so far.
    pub votes: Vec<(Seat, Elected, u32)>,
}

/// An outcome that `seat` has predicted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Prediction {
    pub seat: Seat,
    pub by: Predictor,
    pub outcome: Elected,
}

/// What a prediction was made with; its component has a power for when it comes true.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Predictor {
    Card(ActionCardId),
    Ability(AbilityId),
}

/// A secret objective that counts as a public one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Leaked {
    pub card: SecretId,
    /// Who has scored it, its first owner included.
    pub scored: Seats,
}

/// The outcome of an agenda.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Elected {
    For,
    Against,
    Player(Seat),
    Planet(PlanetId),
    Law(AgendaId),
    Strategy(StrategyId),
    Secret(Seat, SecretId),
}

/// An effect that goes on until something ends it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lasting {
    pub until: Until,
    pub seat: Seat,
    pub effect: Effect,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Until {
    CombatRoundEnds,
    CombatEnds,
    InvasionEnds,
    TacticalActionEnds,
    /// The use of production is over.
    ProductionEnds,
    TurnEnds,
    RoundEnds,
    /// Until this law is discarded.
    LawGoes(AgendaId),
    StatusPhaseEnds,
    /// Command tokens are gained in the status phase.
    TokensGained,
    AgendaEnds,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Effect {
    /// Added to the move value of the seat's ships.
    Move(i8),
    /// Added to each combat roll of the seat's units.
    CombatRolls(i8),
    /// The seat's units make no combat rolls.
    NoCombatRolls,
    /// Alpha and beta wormholes are connected.
    AlphaMeetsBeta,
    /// So many more actions in a turn.
    Actions(u8),
    /// The seat may roll its dice in space combat again.
    Rerolls,
    /// The technology has been used and cannot be used again for now.
    Used(TechId),
    /// All systems with alpha and beta wormholes are adjacent, whatever is said of wormholes.
    WormholeSystemsAdjacent,
    /// Added to each combat roll of the seat's units of a kind.
    CombatRollsOf(UnitKind, i8),
    /// Added to each bombardment roll of others against planets that the seat controls.
    BombardedRolls(i8),
    /// The seat's units of the kind lose planetary shield and space cannon.
    Disabled(UnitKind),
    /// The seat's ships from this system move through systems with ships of others.
    SlipPastFleets(SystemId),
    /// A unit of the seat fires space cannon dice in the active system, wherever it stands.
    Cannon { kind: UnitKind, at: Place, dice: u8, value: u8 },
    /// A promissory note lies in play, and goes back when this ends.
    Lent(Note),
    /// The system is adjacent to all others that hold units of the seat.
    Hub(SystemId),
    /// The system holds an alpha and a beta wormhole while the seat controls no planet in it.
    Gate(SystemId),
    /// Resources and influence of the planet are exchanged.
    Swapped(PlanetId),
    /// The seat's turn is over, whatever it was about to do.
    TurnOver,
}

/// A secondary ability that `seat` may still use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Owed {
    pub seat: Seat,
    pub card: StrategyId,
    /// Who performed the primary ability.
    pub from: Seat,
    /// It costs no command token (chosen by the Trade player).
    pub free: bool,
}

/// A proposed transaction (RR 94).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Offer {
    pub id: u32,
    pub from: Seat,
    pub to: Seat,
    pub gives: Goods,
    pub takes: Goods,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Goods {
    pub trade_goods: u8,
    pub commodities: u8,
    /// At most one promissory note, from the hand (RR 69.5).
    #[serde(default)]
    pub note: Option<Note>,
    /// Action cards from the hand, where an ability lets them change hands.
    #[serde(default)]
    pub cards: Vec<ActionCardId>,
}
