//! The products a component comes from, and the set of products a game is played with.

use serde::de::{Deserialize, Deserializer};
use serde::ser::{Serialize, Serializer};
use serde::{Deserialize as Read, Serialize as Write};
use std::fmt;

/// The product that first printed a component.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Write, Read)]
#[serde(rename_all = "lowercase")]
pub enum Source {
    Base,
    Pok,
    Codex1,
    Codex2,
    Codex3,
    Codex4,
    Te,
}

impl Source {
    pub const ALL: [Source; 7] = [
        Source::Base,
        Source::Pok,
        Source::Codex1,
        Source::Codex2,
        Source::Codex3,
        Source::Codex4,
        Source::Te,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Source::Base => "base game",
            Source::Pok => "Prophecy of Kings",
            Source::Codex1 => "Codex I",
            Source::Codex2 => "Codex II",
            Source::Codex3 => "Codex III",
            Source::Codex4 => "Codex IV",
            Source::Te => "Thunder's Edge",
        }
    }

    pub fn slug(self) -> &'static str {
        match self {
            Source::Base => "base",
            Source::Pok => "pok",
            Source::Codex1 => "codex1",
            Source::Codex2 => "codex2",
            Source::Codex3 => "codex3",
            Source::Codex4 => "codex4",
            Source::Te => "te",
        }
    }

    pub fn by_slug(slug: &str) -> Option<Source> {
        Source::ALL.into_iter().find(|source| source.slug() == slug)
    }
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The products in play. The base game always is. Stored as a list of slugs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Sources(u8);

impl Sources {
    pub const BASE: Sources = Sources(1 << Source::Base as u8);
    /// Base game, Prophecy of Kings and the codices for it.
    pub const POK: Sources = Sources(0b011_1111);
    pub const ALL: Sources = Sources(0b111_1111);

    pub fn of(sources: impl IntoIterator<Item = Source>) -> Sources {
        sources.into_iter().fold(Sources::BASE, Sources::with)
    }

    #[must_use]
    pub fn with(self, source: Source) -> Sources {
        Sources(self.0 | 1 << source as u8)
    }

    /// The base game cannot be left out.
    #[must_use]
    pub fn without(self, source: Source) -> Sources {
        Sources(self.0 & !(1 << source as u8) | Sources::BASE.0)
    }

    #[inline]
    pub fn contains(self, source: Source) -> bool {
        self.0 & 1 << source as u8 != 0
    }

    pub fn contains_all(self, other: Sources) -> bool {
        self.0 & other.0 == other.0
    }

    pub fn iter(self) -> impl Iterator<Item = Source> {
        Source::ALL.into_iter().filter(move |source| self.contains(*source))
    }
}

impl Default for Sources {
    fn default() -> Sources {
        Sources::BASE
    }
}

impl FromIterator<Source> for Sources {
    fn from_iter<I: IntoIterator<Item = Source>>(sources: I) -> Sources {
        Sources::of(sources)
    }
}

impl fmt::Display for Sources {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        for (i, source) in self.iter().enumerate() {
            write!(f, "{}{source}", if i > 0 { ", " } else { "" })?;
        }
        Ok(())
    }
}

impl fmt::Debug for Sources {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.debug_set().entries(self.iter().map(Source::slug)).finish()
    }
}

impl Serialize for Sources {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de> Deserialize<'de> for Sources {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Sources, D::Error> {
        Ok(Vec::<Source>::deserialize(deserializer)?.into_iter().collect())
    }
}
