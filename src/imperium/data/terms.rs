//! The rulebook's closed lists of words as enums: kinds of units, colours, traits, wormholes, phases…

use super::catalogue;
use serde::{Deserialize, Serialize};
use std::fmt;

/// An enum whose values are written as one word each: serde, `Display`, `ALL` and `by_slug` from one list.
macro_rules! words {
    ($($(#[$doc:meta])* $name:ident { $($(#[$vdoc:meta])* $value:ident = $slug:literal),* $(,)? })*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        pub enum $name { $($(#[$vdoc])* #[serde(rename = $slug)] $value),* }

        impl $name {
            pub const ALL: [$name; [$($slug),*].len()] = [$($name::$value),*];

            /// The word as the data and saved games write it.
            pub fn slug(self) -> &'static str {
                match self { $($name::$value => $slug),* }
            }

            pub fn by_slug(slug: &str) -> Option<$name> {
                match slug { $($slug => Some($name::$value),)* _ => None }
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.pad(self.slug())
            }
        }
    )*};
}

words! {
    UnitKind {
        Fighter = "fighter", Destroyer = "destroyer", Cruiser = "cruiser", Carrier = "carrier",
        Dreadnought = "dreadnought", Flagship = "flagship", WarSun = "war-sun", Infantry = "infantry", Mech = "mech",
        Pds = "pds", SpaceDock = "space-dock",
    }
    /// Technology colours: propulsion, biotic, cybernetic, warfare.
    Colour { Blue = "blue", Green = "green", Yellow = "yellow", Red = "red" }
    /// Planet traits.
    Trait { Cultural = "cultural", Hazardous = "hazardous", Industrial = "industrial" }
    Wormhole { Alpha = "alpha", Beta = "beta", Gamma = "gamma", Delta = "delta", Epsilon = "epsilon" }
    Anomaly {
        AsteroidField = "asteroid-field", Nebula = "nebula", Supernova = "supernova", GravityRift = "gravity-rift",
        EntropicScar = "entropic-scar",
    }
    TileKind {
        Home = "home",
        /// Belongs to a faction but is not its home: Creuss gate, Nova Seed, the Sorrow.
        FactionTile = "faction-tile",
        System = "system", WormholeNexus = "wormhole-nexus", Hyperlane = "hyperlane", Fracture = "fracture",
    }
    TileBack { Green = "green", Blue = "blue", Red = "red" }
    PlanetKind { Planet = "planet", SpaceStation = "space-station", OceanCard = "ocean-card" }
    TechKind { Technology = "technology", UnitUpgrade = "unit-upgrade" }
    /// When an action card or objective is for.
    Phase { Strategy = "strategy", Action = "action", Status = "status", Agenda = "agenda", Any = "any" }
    AgendaKind { Law = "law", Directive = "directive" }
    Outcome { ForAgainst = "for-against", Elect = "elect", Special = "special" }
    /// What an agenda elects.
    Elect {
        Player = "player", Planet = "planet", CulturalPlanet = "cultural-planet", HazardousPlanet = "hazardous-planet",
        IndustrialPlanet = "industrial-planet", OtherPlanet = "non-home-planet-other-than-mecatol-rex", Law = "law",
        StrategyCard = "strategy-card", ScoredSecret = "scored-secret-objective",
    }
    LeaderKind { Agent = "agent", Commander = "commander", Hero = "hero" }
    ExplorationDeck { Cultural = "cultural", Hazardous = "hazardous", Industrial = "industrial", Frontier = "frontier" }
    ExplorationKind { Fragment = "fragment", Attach = "attach", Instant = "instant", Token = "token", Action = "action" }
    Fragment { Cultural = "cultural", Hazardous = "hazardous", Industrial = "industrial", Unknown = "unknown" }
    /// How a faction chooses starting technologies.
    StartingChoice {
        WithoutPrerequisites = "any-technology-without-prerequisites", FromList = "from-list",
        OwnedByOthers = "non-faction-technologies-owned-by-other-players", Research = "research-technology-during-setup",
    }
    /// Where a unit stands unless its rules say otherwise.
    Placement { Space = "space", Planet = "planet" }
    DiceRule { OpponentNonFighterShips = "opponent_non_fighter_ships_in_system" }
    /// Which side of a two-sided token or tile is up.
    Face { Inactive = "inactive", Active = "active" }
}

impl UnitKind {
    /// As printed. A unit's own rules may say otherwise (Eidolon), see `Unit::is_ship`.
    pub const fn is_ship(self) -> bool {
        !self.is_ground_force() && !self.is_structure()
    }

    pub const fn is_ground_force(self) -> bool {
        matches!(self, UnitKind::Infantry | UnitKind::Mech)
    }

    pub const fn is_structure(self) -> bool {
        matches!(self, UnitKind::Pds | UnitKind::SpaceDock)
    }

    /// Plastic pieces of one colour. For fighters and infantry tokens may stand in for plastic.
    pub fn limit(self) -> u8 {
        catalogue().plastic(self).per_colour
    }

    pub fn tokens_may_substitute(self) -> bool {
        catalogue().plastic(self).tokens_may_substitute
    }

    /// The word for one, as in a sentence: "war sun", "PDS".
    pub const fn name(self) -> &'static str {
        match self {
            UnitKind::Fighter => "fighter",
            UnitKind::Destroyer => "destroyer",
            UnitKind::Cruiser => "cruiser",
            UnitKind::Carrier => "carrier",
            UnitKind::Dreadnought => "dreadnought",
            UnitKind::Flagship => "flagship",
            UnitKind::WarSun => "war sun",
            UnitKind::Infantry => "infantry",
            UnitKind::Mech => "mech",
            UnitKind::Pds => "PDS",
            UnitKind::SpaceDock => "space dock",
        }
    }

    pub const fn plural(self) -> &'static str {
        match self {
            UnitKind::Fighter => "fighters",
            UnitKind::Destroyer => "destroyers",
            UnitKind::Cruiser => "cruisers",
            UnitKind::Carrier => "carriers",
            UnitKind::Dreadnought => "dreadnoughts",
            UnitKind::Flagship => "flagships",
            UnitKind::WarSun => "war suns",
            UnitKind::Infantry => "infantry",
            UnitKind::Mech => "mechs",
            UnitKind::Pds => "PDS",
            UnitKind::SpaceDock => "space docks",
        }
    }

    /// "1 cruiser", "3 cruisers".
    pub fn label(self, count: usize) -> String {
        format!("{count} {}", if count == 1 { self.name() } else { self.plural() })
    }

    /// Reads what players write: any case, one or many, with blank, hyphen or nothing between words, and the usual
    /// short forms.
    pub fn parse(text: &str) -> Option<UnitKind> {
        let word: String =
            text.chars().filter(|c| c.is_alphanumeric()).collect::<String>().to_lowercase();
        let short = match word.as_str() {
            "ff" | "ftr" => Some(UnitKind::Fighter),
            "dd" => Some(UnitKind::Destroyer),
            "ca" => Some(UnitKind::Cruiser),
            "cv" => Some(UnitKind::Carrier),
            "dn" | "dread" | "dreads" => Some(UnitKind::Dreadnought),
            "fs" | "flag" => Some(UnitKind::Flagship),
            "ws" => Some(UnitKind::WarSun),
            "gf" | "inf" | "infantries" => Some(UnitKind::Infantry),
            "mf" => Some(UnitKind::Mech),
            "sd" | "dock" | "docks" => Some(UnitKind::SpaceDock),
            _ => None,
        };
        let same = |kind: &UnitKind| {
            let squeeze = |s: &str| s.replace(' ', "").to_lowercase();
            squeeze(kind.name()) == word || squeeze(kind.plural()) == word
        };
        short.or_else(|| UnitKind::ALL.into_iter().find(same))
    }
}

impl Colour {
    pub const fn name(self) -> &'static str {
        match self {
            Colour::Blue => "blue",
            Colour::Green => "green",
            Colour::Yellow => "yellow",
            Colour::Red => "red",
        }
    }

    /// The field of research.
    pub const fn field(self) -> &'static str {
        match self {
            Colour::Blue => "propulsion",
            Colour::Green => "biotic",
            Colour::Yellow => "cybernetic",
            Colour::Red => "warfare",
        }
    }
}

impl Wormhole {
    pub const fn symbol(self) -> char {
        match self {
            Wormhole::Alpha => 'α',
            Wormhole::Beta => 'β',
            Wormhole::Gamma => 'γ',
            Wormhole::Delta => 'δ',
            Wormhole::Epsilon => 'ε',
        }
    }
}

impl Anomaly {
    pub const fn name(self) -> &'static str {
        match self {
            Anomaly::AsteroidField => "asteroid field",
            Anomaly::Nebula => "nebula",
            Anomaly::Supernova => "supernova",
            Anomaly::GravityRift => "gravity rift",
            Anomaly::EntropicScar => "entropic scar",
        }
    }
}
