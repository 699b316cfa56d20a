//! One struct for each file of facts. Field names follow the files; unknown fields are refused, so nothing in the data
//! goes unread.

use super::{ids::*, sources::*, terms::*};
use serde::{Deserialize, Deserializer};
use std::collections::BTreeMap;

/// A die roll as printed: `dice` dice that hit on `value` or more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize)]
#[serde(try_from = "RawAttack")]
pub struct Attack {
    pub value: u8,
    /// 0 where a rule of the unit sets the number, see [`Unit::has_variable_dice`].
    pub dice: u8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawAttack {
    value: u8,
    dice: Option<u8>,
    dice_rule: Option<DiceRule>,
}

impl TryFrom<RawAttack> for Attack {
    type Error = &'static str;

    fn try_from(raw: RawAttack) -> Result<Attack, &'static str> {
        match (raw.dice, raw.dice_rule) {
            (Some(dice @ 1..), None) => Ok(Attack { value: raw.value, dice }),
            (None, Some(DiceRule::OpponentNonFighterShips)) => {
                Ok(Attack { value: raw.value, dice: 0 })
            }
            _ => Err("an attack has either a number of dice or a rule for it"),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(from = "RawSpaceCannon")]
pub struct SpaceCannon {
    pub attack: Attack,
    /// 0 is the unit's own system only, 1 also adjacent ones.
    pub range: u8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawSpaceCannon {
    value: u8,
    dice: u8,
    #[serde(default)]
    range: u8,
}

impl From<RawSpaceCannon> for SpaceCannon {
    fn from(raw: RawSpaceCannon) -> SpaceCannon {
        SpaceCannon { attack: Attack { value: raw.value, dice: raw.dice }, range: raw.range }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(tag = "kind", content = "value", rename_all = "snake_case")]
pub enum Production {
    Fixed(u8),
    /// The planet's resources plus this.
    PlanetResourcesPlus(u8),
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Unit {
    pub id: UnitId,
    pub name: String,
    #[serde(rename = "type")]
    pub kind: UnitKind,
    pub source: Source,
    pub faction: Option<FactionId>,
    pub subtitle: Option<String>,
    /// Price of `units_per_cost` units; nothing where the unit is not produced.
    pub cost: Option<u8>,
    #[serde(deserialize_with = "one_if_null")]
    pub units_per_cost: u8,
    pub combat: Option<Attack>,
    #[serde(rename = "move")]
    pub movement: Option<u8>,
    pub capacity: u8,
    /// What it takes up in another ship; nothing for kinds that are never carried.
    pub capacity_needed: Option<u8>,
    pub is_ship: bool,
    pub is_ground_force: bool,
    pub is_structure: bool,
    #[serde(rename = "sustain_damage")]
    pub sustain: bool,
    pub immune_to_direct_hit: bool,
    pub planetary_shield: bool,
    pub disables_planetary_shield: bool,
    pub anti_fighter_barrage: Option<Attack>,
    pub bombardment: Option<Attack>,
    pub space_cannon: Option<SpaceCannon>,
    pub production: Option<Production>,
    pub placement: Placement,
    pub upgrade_of: Option<UnitId>,
    pub upgrades_to: Option<UnitId>,
    /// The technology that allows it.
    pub required_tech: Option<TechId>,
    #[serde(default = "yes")]
    pub available_at_start: bool,
    /// Fighters in its system that need no capacity.
    #[serde(default)]
    pub fighters_exempt_from_capacity: u8,
    pub from_breakthrough: Option<BreakthroughId>,
    pub flip_side: Option<UnitId>,
    pub replaces: Option<UnitId>,
    #[serde(default)]
    pub cannot_be_transported: bool,
    pub system_anomaly_added: Option<Anomaly>,
    /// A wormhole that its system contains.
    #[serde(default)]
    pub wormhole: Option<Wormhole>,
    #[serde(default)]
    pub planet_resource_bonus: u8,
}

impl Unit {
    /// The number of combat dice is set by a rule of the unit (Salai Sai Corian).
    pub fn has_variable_dice(&self) -> bool {
        self.combat.is_some_and(|attack| attack.dice == 0)
    }
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plastic {
    #[serde(rename = "type")]
    pub kind: UnitKind,
    pub per_colour: u8,
    pub tokens_may_substitute: bool,
    pub source: Source,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tile {
    pub id: TileId,
    pub number: Option<u16>,
    pub name: String,
    pub source: Source,
    pub kind: TileKind,
    pub back: Option<TileBack>,
    pub planets: Vec<PlanetId>,
    /// Of the nexus: those of its inactive side, see `sides`.
    pub wormholes: Vec<Wormhole>,
    pub anomalies: Vec<Anomaly>,
    pub home_faction: Option<FactionId>,
    pub also_home_for: Option<FactionId>,
    /// Whose extra tile it is.
    pub faction: Option<FactionId>,
    pub empty: bool,
    pub mecatol_rex: bool,
    pub fracture: bool,
    pub dealt_in_setup: bool,
    #[serde(default)]
    pub creuss_gate: bool,
    /// Lies beside the board.
    #[serde(default)]
    pub off_map: bool,
    #[serde(default)]
    pub sides: Vec<TileSide>,
    pub replaces: Option<TileId>,
    #[serde(default)]
    pub scenario_only: bool,
    #[serde(default)]
    pub egress: bool,
    /// Place in the chain of the fracture, from 1.
    pub position: Option<u8>,
    #[serde(default)]
    pub name_is_descriptive: bool,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TileSide {
    pub side: Face,
    pub wormholes: Vec<Wormhole>,
}

impl Tile {
    /// The wormholes of one side of a two-sided tile; of any other tile, its wormholes.
    pub fn wormholes_on(&self, face: Face) -> &[Wormhole] {
        self.sides
            .iter()
            .find(|side| side.side == face)
            .map_or(&self.wormholes, |side| &side.wormholes)
    }
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Planet {
    pub id: PlanetId,
    pub name: String,
    pub source: Source,
    pub kind: PlanetKind,
    /// Nothing for planets that come into play by a token or lie off the board.
    pub tile: Option<TileId>,
    pub resources: u8,
    pub influence: u8,
    pub traits: Vec<Trait>,
    pub tech_specialties: Vec<Colour>,
    pub legendary: bool,
    pub legendary_ability_name: Option<String>,
    pub home_faction: Option<FactionId>,
    pub space_station: bool,
    pub replaces: Option<PlanetId>,
    #[serde(default)]
    pub scenario_only: bool,
    pub placed_by: Option<Origin>,
    /// The faction that brings it into play.
    pub faction: Option<FactionId>,
    #[serde(default)]
    pub off_board: bool,
    pub space_cannon: Option<SpaceCannon>,
}

/// The component that brings a planet or an attachment into play, written `kind:slug` in the data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    Agenda(AgendaId),
    Breakthrough(BreakthroughId),
    Expedition,
    Exploration(ExplorationId),
    Leader(LeaderId),
    Note(NoteId),
    Relic(RelicId),
}

impl<'de> Deserialize<'de> for Origin {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Origin, D::Error> {
        use serde::de::{Error, IntoDeserializer, value::StrDeserializer};
        let text = String::deserialize(deserializer)?;
        let (kind, slug) = text.split_once(':').unwrap_or((&text, ""));
        let slug: StrDeserializer<D::Error> = slug.into_deserializer();
        match kind {
            "agenda" => AgendaId::deserialize(slug).map(Origin::Agenda),
            "breakthrough" => BreakthroughId::deserialize(slug).map(Origin::Breakthrough),
            "expedition" => Ok(Origin::Expedition),
            "exploration" => ExplorationId::deserialize(slug).map(Origin::Exploration),
            "leader" => LeaderId::deserialize(slug).map(Origin::Leader),
            "promissory_note" => NoteId::deserialize(slug).map(Origin::Note),
            "relic" => RelicId::deserialize(slug).map(Origin::Relic),
            other => Err(D::Error::custom(format_args!("nothing comes from a `{other}`"))),
        }
    }
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Technology {
    pub id: TechId,
    pub name: String,
    pub source: Source,
    pub kind: TechKind,
    /// One colour, or none (unit upgrades, Valefar Assimilators).
    pub colors: Vec<Colour>,
    pub prerequisites: Option<Prerequisites>,
    pub prerequisite_count: Option<u8>,
    pub faction: Option<FactionId>,
    /// The unit a unit upgrade gives.
    pub unit: Option<UnitId>,
    /// The generic upgrade that a faction's own upgrade stands for.
    pub base_upgrade: Option<TechId>,
    pub replaces: Option<TechId>,
    pub flip_side_of: Option<TechId>,
    #[serde(default = "yes")]
    pub researchable: bool,
    pub also_breakthrough: Option<BreakthroughId>,
}

impl Technology {
    pub fn colour(&self) -> Option<Colour> {
        self.colors.first().copied()
    }

    pub fn is_upgrade(&self) -> bool {
        self.kind == TechKind::UnitUpgrade
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Prerequisites {
    pub blue: u8,
    pub green: u8,
    pub yellow: u8,
    pub red: u8,
}

impl Prerequisites {
    pub fn of(&self, colour: Colour) -> u8 {
        match colour {
            Colour::Blue => self.blue,
            Colour::Green => self.green,
            Colour::Yellow => self.yellow,
            Colour::Red => self.red,
        }
    }

    pub fn total(&self) -> u8 {
        self.blue + self.green + self.yellow + self.red
    }
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Faction {
    pub id: FactionId,
    pub name: String,
    /// One lower-case word: `creuss`, `jol-nar`.
    pub short_name: String,
    pub source: Source,
    /// Nothing for the Keleres, who choose, see `home_tile_options`.
    pub home_tile: Option<TileId>,
    pub home_planets: Vec<PlanetId>,
    #[serde(default)]
    pub home_tile_options: Vec<HomeOption>,
    pub commodities: u8,
    #[serde(deserialize_with = "counts")]
    pub starting_units: Vec<(UnitKind, u8)>,
    /// One way to place the starting units; players place them as they like.
    pub suggested_planet_placement: Vec<SuggestedPlacement>,
    pub starting_technologies: StartingTechnologies,
    #[serde(deserialize_with = "ability_ids")]
    pub abilities: Vec<AbilityId>,
    pub faction_technologies: Vec<TechId>,
    /// Instead of `faction_technologies` when Thunder's Edge is in play.
    #[serde(default)]
    pub faction_technologies_te: Vec<TechId>,
    pub promissory_notes: Vec<NoteId>,
    pub flagship: UnitId,
    pub mech: UnitId,
    /// All its own unit cards.
    pub units: Vec<UnitId>,
    pub leaders: Vec<LeaderId>,
    pub breakthrough: BreakthroughId,
    pub extra_tiles: Vec<TileId>,
    /// Not a faction that another one turns into.
    pub selectable: bool,
    #[serde(default)]
    pub additional_planets: Vec<PlanetId>,
    pub becomes: Option<FactionId>,
    #[serde(default)]
    pub plots: bool,
}

impl Faction {
    /// The two faction technologies of a game with these products, in their current version.
    pub fn technologies(&self, sources: Sources) -> Vec<TechId> {
        let te = sources.contains(Source::Te) && !self.faction_technologies_te.is_empty();
        let list = if te { &self.faction_technologies_te } else { &self.faction_technologies };
        list.iter().map(|tech| tech.current(sources)).collect()
    }

    pub fn starting_units_of(&self, kind: UnitKind) -> u8 {
        self.starting_units.iter().find(|(k, _)| *k == kind).map_or(0, |(_, count)| *count)
    }
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HomeOption {
    pub tile: TileId,
    pub via_faction: FactionId,
    pub hero: LeaderId,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SuggestedPlacement {
    /// Nothing for the space area, and for the Keleres.
    pub planet: Option<PlanetId>,
    #[serde(rename = "type")]
    pub kind: UnitKind,
    pub count: u8,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StartingTechnologies {
    pub fixed: Vec<TechId>,
    pub choose: Option<StartingTechnologyChoice>,
    /// Printed on cards that start in play without being owned technologies of a colour.
    #[serde(default)]
    pub also_in_play: Vec<TechId>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StartingTechnologyChoice {
    pub count: u8,
    pub rule: StartingChoice,
    #[serde(deserialize_with = "empty_if_null")]
    pub options: Vec<TechId>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ability {
    pub id: AbilityId,
    pub name: String,
    pub source: Source,
    pub faction: FactionId,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Leader {
    pub id: LeaderId,
    pub name: String,
    #[serde(rename = "type")]
    pub kind: LeaderKind,
    pub faction: FactionId,
    pub source: Source,
    pub hero_ability_name: Option<String>,
    pub replaces: Option<LeaderId>,
    pub flip_side: Option<LeaderId>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Breakthrough {
    pub id: BreakthroughId,
    pub name: String,
    pub faction: FactionId,
    pub source: Source,
    /// Two colours that count as each other.
    pub synergy: Vec<Colour>,
    pub unit: Option<UnitId>,
    pub planet: Option<PlanetId>,
    pub replaces_technology: Option<TechId>,
    pub flip_side: Option<BreakthroughId>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ActionCard {
    pub id: ActionCardId,
    pub name: String,
    pub source: Source,
    pub copies: u8,
    pub phase: Phase,
    /// Played as a component action (RR 22).
    pub component_action: bool,
    pub replaces: Option<ActionCardId>,
    /// Which product printed it is a guess.
    #[serde(default)]
    pub source_inferred: bool,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Agenda {
    pub id: AgendaId,
    pub name: String,
    pub source: Source,
    #[serde(rename = "type")]
    pub kind: AgendaKind,
    pub outcome: Outcome,
    pub elect: Option<Elect>,
    pub removed_by: Option<Source>,
    pub replaces: Option<AgendaId>,
    /// Resources and influence that the law adds to the planet to which it is attached.
    #[serde(default)]
    pub planet_bonus: [u8; 2],
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PublicObjective {
    pub id: PublicId,
    pub name: String,
    pub source: Source,
    pub stage: u8,
    pub points: u8,
    pub phase: Phase,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SecretObjective {
    pub id: SecretId,
    pub name: String,
    pub source: Source,
    pub points: u8,
    pub phase: Phase,
    pub replaces: Option<SecretId>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Exploration {
    pub id: ExplorationId,
    pub name: String,
    pub source: Source,
    pub deck: ExplorationDeck,
    pub copies: u8,
    pub kind: ExplorationKind,
    pub attachment: Option<AttachmentId>,
    pub token: Option<TokenId>,
    pub fragment: Option<Fragment>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Relic {
    pub id: RelicId,
    pub name: String,
    pub source: Source,
    /// The same name is also an agenda.
    pub also_agenda: bool,
    pub attachment: Option<AttachmentId>,
    pub spend_values: Option<SpendValues>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SpendValues {
    pub resources: u8,
    pub influence: u8,
    pub source_confidence: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NoteCard {
    pub id: NoteId,
    pub name: String,
    pub source: Source,
    pub faction: Option<FactionId>,
    /// Every player colour has one.
    pub generic_per_colour: bool,
    /// Includes notes that attach to a planet.
    pub goes_to_play_area: bool,
    pub played_immediately_on_receipt: bool,
    pub replaces: Option<NoteId>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StrategyCard {
    pub id: StrategyId,
    pub name: String,
    pub initiative: u8,
    pub source: Source,
    pub replaces: Option<StrategyId>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Attachment {
    pub id: AttachmentId,
    pub name: String,
    pub source: Source,
    pub from: Origin,
    pub resources_modifier: u8,
    pub influence_modifier: u8,
    pub tech_specialty: Option<Colour>,
    pub makes_legendary: bool,
    pub traits_added: Vec<Trait>,
    pub if_planet_already_has_specialty: Option<AttachmentValues>,
    pub space_cannon: Option<SpaceCannon>,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AttachmentValues {
    pub resources_modifier: u8,
    pub influence_modifier: u8,
    pub tech_specialty: Option<Colour>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Token {
    pub id: TokenId,
    pub name: String,
    pub source: Source,
    #[serde(default)]
    pub wormholes: Vec<Wormhole>,
    #[serde(default)]
    pub wormholes_other_side: Vec<Wormhole>,
    /// Nothing where the number is not known.
    pub count: Option<u8>,
    pub faction: Option<FactionId>,
    pub planet: Option<PlanetId>,
    pub anomaly: Option<Anomaly>,
    #[serde(default)]
    pub sides: Vec<Face>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Event {
    pub id: EventId,
    pub name: String,
    pub source: Source,
    pub count_verified: bool,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plot {
    pub id: PlotId,
    pub name: String,
    pub source: Source,
    pub faction: FactionId,
}

/// One side of a hyperlane tile. Edges 0..=5 from north clockwise.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hyperlane {
    pub id: HyperlaneId,
    pub tile: u16,
    pub side: String,
    pub source: Source,
    pub pairs: Vec<(u8, u8)>,
    /// The lines after each rotation; they follow from `pairs` and are only checked.
    pub rotations: Vec<Rotation>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rotation {
    pub rotation_degrees: u16,
    pub rotation_steps: u8,
    pub pairs: Vec<(u8, u8)>,
}

impl Hyperlane {
    /// The lines with the tile turned clockwise by so many sixths.
    pub fn turned(&self, steps: u8) -> impl Iterator<Item = (u8, u8)> {
        self.pairs.iter().map(move |(a, b)| ((a + steps) % 6, (b + steps) % 6))
    }
}

/// Axial coordinates (q, r), Mecatol Rex at (0, 0), north (0, -1), north-east (1, -1).
pub type Axial = (i8, i8);

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    pub id: SetupId,
    pub players: u8,
    pub name: String,
    pub source: Source,
    pub rings: u8,
    pub alternate: bool,
    pub total_positions: u8,
    pub mecatol_position: Axial,
    pub home_positions: Vec<Axial>,
    pub hyperlanes: Vec<PlacedHyperlane>,
    pub unused_positions: Vec<Axial>,
    pub dealt_per_player: TileCounts,
    pub speaker_places_next_to_mecatol: TileCounts,
    #[serde(deserialize_with = "empty_if_null")]
    pub starting_trade_goods_by_home: Vec<HomeBonus>,
    pub layout_confidence: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlacedHyperlane {
    pub position: Axial,
    pub tile: HyperlaneId,
    pub rotation_degrees: u16,
}

impl PlacedHyperlane {
    /// Clockwise sixths of a turn, 0..=5.
    pub fn steps(&self) -> u8 {
        (self.rotation_degrees / 60 % 6) as u8
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TileCounts {
    pub blue: u8,
    pub red: u8,
}

/// Trade goods that a less favourable home starts with.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HomeBonus {
    pub position: Axial,
    pub trade_goods: u8,
}

/// What `in_play` needs to know of a row: `name`, then which of the optional columns the file has.
macro_rules! printed {
    ($($row:ident, $id:ident $(, $column:ident)*;)*) => {$(
        impl $row {
            /// Printed in one of these products and not taken out by another.
            pub(super) fn is_printed(&self, sources: Sources) -> bool {
                sources.contains(self.source) $(&& printed!(@keeps self, sources, $column))*
            }

            pub(super) fn replaced(&self) -> Option<$id> {
                None $(.or(printed!(@replaced self, $column)))*
            }

            #[allow(unused_variables)]
            pub(super) fn name_or(&self, slug: &'static str) -> &str {
                printed!(@name self, slug, $row)
            }
        }
    )*};
    (@keeps $self:ident, $sources:ident, scenario_only) => { !$self.scenario_only };
    (@keeps $self:ident, $sources:ident, removed_by) => { !$self.removed_by.is_some_and(|source| $sources.contains(source)) };
    (@keeps $self:ident, $sources:ident, replaces) => { true };
    (@replaced $self:ident, replaces) => { $self.replaces };
    (@replaced $self:ident, $other:ident) => { None };
    (@name $self:ident, $slug:ident, Hyperlane) => { $slug };
    (@name $self:ident, $slug:ident, $row:ident) => { &$self.name };
}

printed! {
    Ability, AbilityId;
    ActionCard, ActionCardId, replaces;
    Agenda, AgendaId, replaces, removed_by;
    Attachment, AttachmentId;
    Breakthrough, BreakthroughId;
    Event, EventId;
    Exploration, ExplorationId;
    Faction, FactionId;
    Hyperlane, HyperlaneId;
    Leader, LeaderId, replaces;
    NoteCard, NoteId, replaces;
    Planet, PlanetId, replaces, scenario_only;
    Plot, PlotId;
    PublicObjective, PublicId;
    Relic, RelicId;
    SecretObjective, SecretId, replaces;
    Setup, SetupId;
    StrategyCard, StrategyId, replaces;
    Technology, TechId, replaces;
    Tile, TileId, replaces, scenario_only;
    Token, TokenId;
    Unit, UnitId, replaces;
}

fn yes() -> bool {
    true
}

fn one_if_null<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u8, D::Error> {
    Ok(Option::deserialize(deserializer)?.unwrap_or(1))
}

fn empty_if_null<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Vec<T>, D::Error> {
    Ok(Option::deserialize(deserializer)?.unwrap_or_default())
}

fn counts<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<(UnitKind, u8)>, D::Error> {
    Ok(BTreeMap::deserialize(deserializer)?.into_iter().collect())
}

/// The sheet's abilities are rows of their own table, made from the same place in the file.
fn ability_ids<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<AbilityId>, D::Error> {
    #[derive(Deserialize)]
    struct Printed {
        id: AbilityId,
    }
    Ok(Vec::<Printed>::deserialize(deserializer)?.into_iter().map(|ability| ability.id).collect())
}
