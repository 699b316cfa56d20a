//! What is printed: sheets, cards, tracks. All of it comes from packs, see `load`; nothing here is
//! about one game.

use std::fmt;
use std::sync::OnceLock;

use serde::{Deserialize, Serialize};

use super::effect::{Effect, Passive};
use super::grid::Grid;
use super::load;

/// The four kinds of player sheets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Sheet {
    Nav,
    Exp,
    Ind,
    War,
}

impl Sheet {
    pub const ALL: [Sheet; 4] = [Sheet::Nav, Sheet::Exp, Sheet::Ind, Sheet::War];

    pub fn index(self) -> usize {
        self as usize
    }

    /// As typed and as packs name it.
    pub fn word(self) -> &'static str {
        ["nav", "exp", "ind", "war"][self.index()]
    }

    pub fn name(self) -> &'static str {
        ["Navigation", "Expansion", "Industry", "Warfare"][self.index()]
    }

    pub fn by_word(word: &str) -> Option<Sheet> {
        let word = word.to_ascii_lowercase();
        let fits = |sheet: &Sheet| {
            sheet.word() == word
                || (word.len() > 2 && sheet.name().to_ascii_lowercase().starts_with(&word))
        };
        Sheet::ALL.into_iter().find(fits)
    }
}

/// Material, influence, research.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Resource {
    M,
    I,
    R,
}

impl Resource {
    pub const ALL: [Resource; 3] = [Resource::M, Resource::I, Resource::R];

    pub fn index(self) -> usize {
        self as usize
    }

    pub fn letter(self) -> char {
        ['M', 'I', 'R'][self.index()]
    }

    pub fn name(self) -> &'static str {
        ["material", "influence", "research"][self.index()]
    }

    pub fn by_letter(letter: char) -> Option<Resource> {
        Resource::ALL.into_iter().find(|one| one.letter() == letter.to_ascii_uppercase())
    }

    pub fn by_word(word: &str) -> Option<Resource> {
        let mut letters = word.chars();
        match (letters.next(), letters.next()) {
            (Some(letter), None) => Resource::by_letter(letter),
            _ => Resource::ALL.into_iter().find(|one| one.name().eq_ignore_ascii_case(word)),
        }
    }
}

/// Specialties.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Spec {
    Biotic,
    Cybernetic,
    Propulsion,
    Warfare,
}

impl Spec {
    pub const ALL: [Spec; 4] = [Spec::Biotic, Spec::Cybernetic, Spec::Propulsion, Spec::Warfare];

    pub fn letter(self) -> char {
        ['b', 'c', 'p', 'w'][self as usize]
    }

    pub fn word(self) -> &'static str {
        ["biotic", "cybernetic", "propulsion", "warfare"][self as usize]
    }

    pub fn by_word(word: &str) -> Option<Spec> {
        let word = word.to_ascii_lowercase();
        let fits = |one: &Spec| one.word() == word || word == one.letter().to_string();
        Spec::ALL.into_iter().find(fits)
    }
}

/// A side of the war grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Side {
    Left,
    Right,
}

impl Side {
    pub const BOTH: [Side; 2] = [Side::Left, Side::Right];

    pub fn index(self) -> usize {
        self as usize
    }

    pub fn word(self) -> &'static str {
        ["left", "right"][self.index()]
    }

    pub fn letter(self) -> char {
        ['L', 'R'][self.index()]
    }

    pub fn other(self) -> Side {
        Side::BOTH[1 - self.index()]
    }
}

/// An icon in an outline. Dotted ones take effect at once, dashed ones are kept until they are spent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Asset {
    Vp(i8),
    Planet,
    Tg,
    Vote,
    Spec(Spec),
    Focus(Resource),
    /// A commodity of type 0, 1 or 2, worth so many.
    Com(u8, u8),
    Coun,
    Pop,
    Fac,
    Relic,
    Nbr(Side),
    Mecatol,
    /// Nothing.
    Empty,
    Home,
    /// Industry: spend this specialty to scrap the space.
    Lock(Spec),
}

impl Asset {
    /// Whether it is kept until it is spent.
    pub fn dashed(self) -> bool {
        matches!(self, Asset::Planet | Asset::Tg | Asset::Vote | Asset::Spec(_) | Asset::Focus(_))
    }

    /// The code of it in packs.
    pub fn code(self) -> String {
        match self {
            Asset::Vp(n) => format!("vp:{n}"),
            Asset::Planet => "planet".into(),
            Asset::Tg => "tg".into(),
            Asset::Vote => "vote".into(),
            Asset::Spec(spec) => format!("spec:{}", spec.letter()),
            Asset::Focus(die) => format!("focus:{}", die.letter()),
            Asset::Com(row, 1) => format!("com:{}", commodity(row)),
            Asset::Com(row, n) => format!("com:{}:{n}", commodity(row)),
            Asset::Coun => "coun".into(),
            Asset::Pop => "pop".into(),
            Asset::Fac => "fac".into(),
            Asset::Relic => "relic".into(),
            Asset::Nbr(side) => format!("nbr:{}", side.letter()),
            Asset::Mecatol => "mecatol".into(),
            Asset::Empty => "empty".into(),
            Asset::Home => "home".into(),
            Asset::Lock(spec) => format!("lock:{}", spec.letter()),
        }
    }

    /// What [`Asset::code`] writes.
    pub fn by_code(code: &str) -> Option<Asset> {
        let mut parts = code.split(':');
        let (word, first, second) = (parts.next()?, parts.next(), parts.next());
        let letter = || first.and_then(|text| text.chars().next());
        let asset = match word {
            "vp" => Asset::Vp(first?.parse().ok()?),
            "planet" => Asset::Planet,
            "tg" => Asset::Tg,
            "vote" => Asset::Vote,
            "spec" => Asset::Spec(Spec::by_word(first?)?),
            "lock" => Asset::Lock(Spec::by_word(first?)?),
            "focus" => Asset::Focus(Resource::by_letter(letter()?)?),
            "com" => {
                let row = "abc".find(letter()?)? as u8;
                Asset::Com(row, second.map_or(Some(1), |n| n.parse().ok())?)
            }
            "coun" => Asset::Coun,
            "pop" => Asset::Pop,
            "fac" => Asset::Fac,
            "relic" => Asset::Relic,
            "nbr" => Asset::Nbr(if first? == "L" { Side::Left } else { Side::Right }),
            "mecatol" => Asset::Mecatol,
            "empty" => Asset::Empty,
            "home" => Asset::Home,
            _ => return None,
        };
        (asset.code() == code).then_some(asset)
    }

    /// In words.
    pub fn words(self) -> String {
        match self {
            Asset::Vp(n) => format!("{n} VP"),
            Asset::Planet => "a planet".into(),
            Asset::Tg => "a trade good".into(),
            Asset::Vote => "a vote".into(),
            Asset::Spec(spec) => format!("a {} specialty", spec.word()),
            Asset::Focus(die) => format!("the {} focus", die.name()),
            Asset::Com(row, 1) => format!("a commodity {}", commodity(row)),
            Asset::Com(row, n) => format!("{n} commodities {}", commodity(row)),
            Asset::Coun => "a councilor".into(),
            Asset::Pop => "population".into(),
            Asset::Fac => "the faction ability".into(),
            Asset::Relic => "a relic".into(),
            Asset::Nbr(side) => format!("the {} neighbour's border", side.word()),
            Asset::Mecatol => "Mecatol Rex".into(),
            Asset::Empty => "nothing".into(),
            Asset::Home => "home".into(),
            Asset::Lock(spec) => format!("a space locked by {}", spec.word()),
        }
    }
}

/// Letter of a commodity type.
pub fn commodity(row: u8) -> char {
    char::from(b'a' + row)
}

/// The stage of the event deck.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Stage {
    I,
    II,
    III,
    IV,
    V,
}

impl Stage {
    pub const ALL: [Stage; 5] = [Stage::I, Stage::II, Stage::III, Stage::IV, Stage::V];

    pub fn word(self) -> &'static str {
        ["I", "II", "III", "IV", "V"][self as usize]
    }

    pub fn by_word(word: &str) -> Option<Stage> {
        Stage::ALL.into_iter().find(|stage| stage.word() == word)
    }

    /// 0 for stage II, 1 for III and so on: the section of the war grid, the council's place.
    pub fn section(self) -> usize {
        (self as usize).saturating_sub(1)
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tech {
    pub id: String,
    /// Research icons in its cost.
    pub research: u8,
    pub spec: Spec,
    pub power: TechPower,
}

/// What an unlocked technology does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TechPower {
    /// Explore through wormholes.
    Wormholes,
    /// More strength in every war.
    Strength(i8),
    /// Once a round while the sheet is active.
    PerActive(Vec<Effect>),
}

#[derive(Clone, Debug)]
pub struct System {
    pub name: String,
    pub x: i32,
    pub y: i32,
    pub asset: Asset,
}

#[derive(Clone, Debug)]
pub struct NavSheet {
    pub title: String,
    pub systems: Vec<System>,
    pub home: u8,
    /// Hyperlanes; the lower index first.
    pub lanes: Vec<(u8, u8)>,
    /// Bits of lanes that are traced from the start.
    pub preprinted: u128,
    pub wormholes: Vec<(String, u8)>,
    pub techs: [Tech; 2],
}

#[derive(Clone, Debug)]
pub struct Planet {
    pub name: String,
    /// Icons row by row.
    pub icons: Vec<Resource>,
    pub rows: Vec<Asset>,
    pub cols: Vec<Asset>,
}

impl Planet {
    pub fn width(&self) -> usize {
        self.cols.len()
    }

    /// Bits of a row's cells.
    pub fn row(&self, row: usize) -> u16 {
        let width = self.width();
        ((1u16 << width) - 1) << (row * width)
    }

    /// Bits of a column's cells.
    pub fn col(&self, col: usize) -> u16 {
        let width = self.width();
        (0..self.rows.len()).fold(0, |bits, row| bits | 1 << (row * width + col))
    }

    pub fn all(&self) -> u16 {
        (1u16 << self.icons.len()) - 1
    }
}

#[derive(Clone, Debug)]
pub struct Dock {
    pub row: Vec<Resource>,
    pub asset: Asset,
}

#[derive(Clone, Debug)]
pub struct ExpSheet {
    pub title: String,
    pub planets: Vec<Planet>,
    pub docks: Vec<Dock>,
    /// Victory points, bottom first.
    pub population: Vec<i8>,
    pub techs: [Tech; 2],
}

#[derive(Clone, Debug)]
pub struct Space {
    pub q: i8,
    pub r: i8,
    pub asset: Asset,
}

#[derive(Clone, Debug)]
pub struct IndSheet {
    pub title: String,
    pub spaces: Vec<Space>,
    /// The space that is scrapped from the start.
    pub start: u8,
    /// For each space the bits of those next to it.
    pub near: Vec<u64>,
    pub columns: u8,
    /// A victory point asset behind the icon of this number, worth so much.
    pub row_vp: Vec<(u8, i8)>,
    pub councilors: u8,
    pub councilor_vp: Vec<(u8, i8)>,
    pub tg_pool: u8,
    pub vote_pool: u8,
    pub techs: [Tech; 2],
}

/// What a unit is paid with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cost {
    /// One resource of any kind.
    Any,
    Icons(Vec<Resource>),
    /// One specialty of any kind, or of this one.
    Spec(Option<Spec>),
}

#[derive(Clone, Debug)]
pub struct Unit {
    pub id: String,
    /// Printed copies; none: without limit.
    pub copies: u8,
    pub cost: Cost,
    pub shape: Vec<String>,
    pub vp: i8,
    pub lock: Option<Spec>,
}

impl Unit {
    pub fn icons(&self) -> &[Resource] {
        match &self.cost {
            Cost::Icons(icons) => icons,
            _ => &[],
        }
    }

    /// Bits of all its icons.
    pub fn all(&self) -> u16 {
        match &self.cost {
            Cost::Icons(icons) => (1 << icons.len()) - 1,
            _ => 1,
        }
    }
}

#[derive(Clone, Debug)]
pub struct WarSheet {
    pub title: String,
    pub grid: Grid,
    pub spoils: [[Asset; 4]; 2],
    pub losses: [i8; 4],
    pub units: Vec<Unit>,
    pub techs: [Tech; 2],
}

impl WarSheet {
    pub fn unit(&self, id: &str) -> Option<u8> {
        self.units.iter().position(|unit| unit.id == id).map(|at| at as u8)
    }
}

#[derive(Clone, Debug)]
pub struct Event {
    pub name: String,
    pub stage: Stage,
    pub blue: bool,
    pub kind: EventKind,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EventKind {
    /// Resources: material, influence, research.
    Strategy([u8; 3]),
    War {
        last: bool,
    },
    Council,
    Production,
    Special,
}

#[derive(Clone, Debug)]
pub struct Faction {
    pub id: String,
    pub name: String,
    pub setup: Vec<Effect>,
    pub passives: Vec<Passive>,
    pub ability: Vec<Effect>,
    /// What the card says: set-up, first ability, second ability.
    pub text: [String; 3],
}

#[derive(Clone, Debug)]
pub struct Objective {
    pub id: String,
    pub name: String,
    pub text: String,
    pub goal: Goal,
    pub first: i8,
    pub later: i8,
}

/// The condition of an objective.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Goal {
    Explored(u8),
    RelicSystems,
    Borders { claimed: u8 },
    Developed(u8),
    Docks(u8),
    Colonies { unlocked: u8, population: u8 },
    Rows(u8),
    VoteIcons(u8),
    Spaces { scrapped: u8, claimed: u8 },
    UnitTypes(u8),
    Section(u8),
    WarAssets(u8),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum When {
    Now,
    Strategy,
    War,
    Council,
}

#[derive(Clone, Debug)]
pub struct Relic {
    pub id: String,
    pub name: String,
    pub vp: i8,
    pub when: When,
    pub text: String,
    pub effect: Vec<Effect>,
}

#[derive(Clone, Debug)]
pub struct Agenda {
    pub id: String,
    pub name: String,
    pub stage: Stage,
    pub star: bool,
    /// What happens on Pass, then on Fail.
    pub outcomes: [Vec<Effect>; 2],
    pub text: [String; 2],
}

/// A goal on one of the AI's tracks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum AiGoal {
    Objective(Sheet),
    Mecatol,
}

#[derive(Clone, Debug)]
pub struct GoalTrack {
    pub icons: u8,
    /// Behind the icon of this number.
    pub goals: Vec<(u8, AiGoal)>,
    /// The track that takes what a full one cannot.
    pub then: AiTrack,
}

/// The six faces of the focus dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum AiTrack {
    M1,
    I1,
    M2,
    I2,
    R1,
    R2,
}

impl AiTrack {
    pub const ALL: [AiTrack; 6] =
        [AiTrack::M1, AiTrack::I1, AiTrack::M2, AiTrack::I2, AiTrack::R1, AiTrack::R2];

    pub fn word(self) -> &'static str {
        ["M1", "I1", "M2", "I2", "R1", "R2"][self as usize]
    }

    pub fn by_word(word: &str) -> Option<AiTrack> {
        AiTrack::ALL.into_iter().find(|track| track.word() == word)
    }

    /// The track of a focus die that shows one or two icons.
    pub fn of(die: Resource, icons: u8) -> AiTrack {
        match (die, icons) {
            (Resource::M, 1) => AiTrack::M1,
            (Resource::M, _) => AiTrack::M2,
            (Resource::I, 1) => AiTrack::I1,
            (Resource::I, _) => AiTrack::I2,
            (Resource::R, 1) => AiTrack::R1,
            (Resource::R, _) => AiTrack::R2,
        }
    }
}

#[derive(Clone, Debug)]
pub struct AiSheet {
    /// Values of the strength track by section; those before `crossed` are printed crossed out.
    pub strength: [Section; 4],
    pub votes: [Section; 3],
    /// M2, I2, R1, R2.
    pub goals: [GoalTrack; 4],
}

#[derive(Clone, Debug)]
pub struct Section {
    pub values: Vec<u8>,
    pub crossed: u8,
}

/// Everything that a game is played with.
#[derive(Debug)]
pub struct Pack {
    pub id: String,
    pub version: u32,
    /// Shown on every card.
    pub footer: String,
    pub explore: Vec<Resource>,
    pub claim_system: Vec<Resource>,
    pub scrap: Vec<Resource>,
    pub claim_space: Vec<Resource>,
    pub bursts: Vec<(Spec, Resource, u8)>,
    pub nav: Vec<NavSheet>,
    pub exp: Vec<ExpSheet>,
    pub ind: Vec<IndSheet>,
    pub war: Vec<WarSheet>,
    /// Ids of the sheets of each kind, such as `B` and `A3`.
    pub sheet_ids: [Vec<String>; 4],
    pub mecatol: Vec<(i8, u8)>,
    pub black: [Resource; 6],
    /// Icons on the faces of each focus die.
    pub focus: [[u8; 6]; 3],
    pub ai: AiSheet,
    pub events: Vec<Event>,
    /// Three of each kind of sheet, the kinds in their order.
    pub objectives: [Vec<Objective>; 4],
    pub relics: Vec<Relic>,
    pub agendas: Vec<Agenda>,
    pub factions: Vec<Faction>,
}

impl Pack {
    pub fn faction(&self, id: FactionId) -> &Faction {
        &self.factions[usize::from(id.0)]
    }

    pub fn relic(&self, id: RelicId) -> &Relic {
        &self.relics[usize::from(id.0)]
    }

    pub fn agenda(&self, id: AgendaId) -> &Agenda {
        &self.agendas[usize::from(id.0)]
    }

    pub fn event(&self, id: EventId) -> &Event {
        &self.events[usize::from(id.0)]
    }

    pub fn faction_named(&self, name: &str) -> Option<FactionId> {
        let name = slug(name);
        let fits = |faction: &Faction| faction.id == name || slug(&faction.name).contains(&name);
        let exact = self.factions.iter().position(|faction| faction.id == name);
        exact.or_else(|| self.factions.iter().position(fits)).map(|at| FactionId(at as u8))
    }

    pub fn relic_named(&self, name: &str) -> Option<RelicId> {
        let name = slug(name);
        self.relics.iter().position(|relic| relic.id == name).map(|at| RelicId(at as u8))
    }
}

/// Lower case with `_` for what is no letter or digit.
pub fn slug(name: &str) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '_' };
    name.trim().chars().map(plain).collect()
}

macro_rules! card_id {
    ($($name:ident)*) => {$(
        /// A card's place in the pack.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
        pub struct $name(pub u8);
    )*};
}
card_id! { FactionId RelicId AgendaId EventId }

/// A pack by name. States name the pack that they are played with and read back only where a pack
/// of that name and version is at hand.
#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct PackRef(&'static Pack);

impl std::ops::Deref for PackRef {
    type Target = Pack;

    fn deref(&self) -> &Pack {
        self.0
    }
}

impl PackRef {
    /// The pack for as long as the program runs.
    pub fn get(self) -> &'static Pack {
        self.0
    }
}

impl PartialEq for PackRef {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.0, other.0)
    }
}

impl Eq for PackRef {}

impl fmt::Debug for PackRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&String::from(*self))
    }
}

impl From<PackRef> for String {
    fn from(pack: PackRef) -> String {
        format!("{}/{}", pack.id, pack.version)
    }
}

impl TryFrom<String> for PackRef {
    type Error = String;

    fn try_from(name: String) -> Result<Self, String> {
        let known = packs().iter().find(|pack| String::from(PackRef(pack)) == name);
        known.map(PackRef).ok_or_else(|| format!("the pack `{name}` is not at hand"))
    }
}

static PACKS: OnceLock<Vec<Pack>> = OnceLock::new();

/// The packs of this program: the house pack, and those of [`install`].
pub fn packs() -> &'static [Pack] {
    PACKS.get_or_init(|| vec![house_pack()])
}

/// The pack of this name.
pub fn pack(id: &str) -> Option<PackRef> {
    packs().iter().find(|pack| pack.id == id).map(PackRef)
}

/// The house pack.
pub fn house() -> PackRef {
    PackRef(&packs()[0])
}

/// Adds packs that were loaded from files. It must come before the first game; `false`: it is too late.
pub fn install(more: Vec<Pack>) -> bool {
    let mut all = vec![house_pack()];
    all.extend(more);
    PACKS.set(all).is_ok()
}

/// What the house pack is called.
pub const HOUSE_ID: &str = "house";

const HOUSE: [(&str, &str); 3] = [
    ("house.toml", include_str!("../../assets/inscription/house.toml")),
    ("sheets-b.toml", include_str!("../../assets/inscription/sheets-b.toml")),
    ("sheets-a.toml", include_str!("../../assets/inscription/sheets-a.toml")),
];

fn house_pack() -> Pack {
    load::pack(&HOUSE).expect("a test reads the house pack")
}
