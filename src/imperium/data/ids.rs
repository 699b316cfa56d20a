//! Ids of printed components: small numbers into the catalogue's tables that read and write as slugs.
//!
//! While the catalogue is being loaded there is nothing to look slugs up in yet; the loader lends a list of all slugs
//! to its thread for that time. That keeps the rows plain structs with derived `Deserialize`.

use super::{Catalogue, catalogue};
use super::{rows::*, sources::*};
use serde::de::{Deserialize, Deserializer, Error, Visitor};
use serde::ser::{Serialize, Serializer};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fmt;

/// Slugs of all files in printed order, by file name.
pub(super) type Slugs = BTreeMap<&'static str, Vec<String>>;

thread_local! {
    static LOADING: RefCell<Option<Slugs>> = const { RefCell::new(None) };
}

/// Runs `load` with ids resolved against `slugs` instead of the finished catalogue.
pub(super) fn while_loading<T>(slugs: Slugs, load: impl FnOnce() -> T) -> T {
    LOADING.with(|cell| cell.replace(Some(slugs)));
    let done = load();
    LOADING.with(|cell| cell.replace(None));
    done
}

/// `Some` while this thread loads the catalogue: the index of the slug, if there is one.
fn while_loading_find(file: &str, slug: &str) -> Option<Option<u16>> {
    LOADING.with_borrow(|loading| {
        let slugs = loading.as_ref()?.get(file)?;
        Some(slugs.iter().position(|s| s == slug).and_then(|i| u16::try_from(i).ok()))
    })
}

struct SlugOf(&'static str);

impl Visitor<'_> for SlugOf {
    type Value = String;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "the slug of a {}", self.0)
    }

    fn visit_str<E: Error>(self, slug: &str) -> Result<String, E> {
        Ok(slug.to_owned())
    }

    fn visit_string<E: Error>(self, slug: String) -> Result<String, E> {
        Ok(slug)
    }
}

macro_rules! ids {
    ($($(#[$doc:meta])* $id:ident -> $row:ident in $table:ident, $file:literal, $word:literal;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $id(u16);

        impl $id {
            /// The printed row.
            #[inline]
            pub fn get(self) -> &'static $row {
                &catalogue().$table.rows[usize::from(self.0)]
            }

            pub fn by_slug(slug: &str) -> Option<$id> {
                catalogue().$table.find(slug).map($id)
            }

            /// For slugs written in the program's own text.
            ///
            /// # Panics
            /// When there is no such row; a test of the component that names it finds that.
            pub fn named(slug: &str) -> $id {
                $id::by_slug(slug).unwrap_or_else(|| panic!("no {} `{slug}` is printed", $word))
            }

            pub fn slug(self) -> &'static str {
                catalogue().$table.slug(self.0)
            }

            /// The printed name.
            pub fn name(self) -> &'static str {
                self.get().name_or(self.slug())
            }

            pub fn source(self) -> Source {
                self.get().source
            }

            /// All rows in printed order, whatever is in play.
            pub fn all() -> impl DoubleEndedIterator<Item = $id> + ExactSizeIterator {
                (0..catalogue().$table.rows.len()).map(|i| $id(i as u16))
            }

            #[inline]
            pub fn index(self) -> usize {
                usize::from(self.0)
            }

            /// The rows that belong to a game with these products: printed in one of them, as the first version
            /// was, and not superseded there by a later one.
            pub fn in_play(sources: Sources) -> impl Iterator<Item = $id> {
                $id::all().filter(move |id| id.is_in_play(sources))
            }

            pub fn is_in_play(self, sources: Sources) -> bool {
                let newer = || Self::newer()[self.index()].iter();
                self.get().is_printed(sources)
                    && sources.contains(self.first().source())
                    && !newer().any(|new| new.get().is_printed(sources))
            }

            /// The oldest version of this row.
            pub fn first(self) -> $id {
                let mut row = self;
                while let Some(older) = row.get().replaced() {
                    row = older;
                }
                row
            }

            /// By index: the later versions of each row.
            fn newer() -> &'static [Vec<$id>] {
                static NEWER: std::sync::OnceLock<Vec<Vec<$id>>> = std::sync::OnceLock::new();
                NEWER.get_or_init(|| {
                    let later = |old: $id| $id::all().filter(move |new| new.supersedes(old)).collect();
                    $id::all().map(later).collect()
                })
            }

            /// The version of this row that counts in a game with these products: the newest in play that
            /// supersedes it, or itself.
            pub fn current(self, sources: Sources) -> $id {
                $id::all().rev().find(|new| new.supersedes(self) && new.is_in_play(sources)).unwrap_or(self)
            }

            /// Whether this row is a later version of the other one, however many versions lie between them.
            pub fn supersedes(self, old: $id) -> bool {
                let mut row = self.get();
                while let Some(replaced) = row.replaced() {
                    if replaced == old {
                        return true;
                    }
                    row = replaced.get();
                }
                false
            }

            /// For checks of a catalogue that is not the static one yet.
            #[allow(dead_code)]
            pub(super) fn of(self, catalogue: &Catalogue) -> &$row {
                &catalogue.$table.rows[usize::from(self.0)]
            }
        }

        impl fmt::Display for $id {
            fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.pad(self.slug())
            }
        }

        impl fmt::Debug for $id {
            fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str(self.slug())
            }
        }

        impl Serialize for $id {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.slug())
            }
        }

        impl<'de> Deserialize<'de> for $id {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<$id, D::Error> {
                let slug = deserializer.deserialize_str(SlugOf($word))?;
                let found = match while_loading_find($file, &slug) {
                    Some(found) => found,
                    None => catalogue().$table.find(&slug),
                };
                found.map($id).ok_or_else(|| D::Error::custom(format_args!("there is no {} `{slug}`", $word)))
            }
        }
    )*};
}

ids! {
    AbilityId -> Ability in abilities, "abilities", "faction ability";
    ActionCardId -> ActionCard in action_cards, "action_cards", "action card";
    AgendaId -> Agenda in agendas, "agendas", "agenda";
    AttachmentId -> Attachment in attachments, "attachments", "attachment";
    BreakthroughId -> Breakthrough in breakthroughs, "breakthroughs", "breakthrough";
    EventId -> Event in events, "events", "galactic event";
    ExplorationId -> Exploration in explorations, "exploration_cards", "exploration card";
    FactionId -> Faction in factions, "factions", "faction";
    HyperlaneId -> Hyperlane in hyperlanes, "hyperlanes", "hyperlane";
    LeaderId -> Leader in leaders, "leaders", "leader";
    NoteId -> NoteCard in notes, "promissory_notes", "promissory note";
    PlanetId -> Planet in planets, "planets", "planet";
    PlotId -> Plot in plots, "plots", "plot";
    PublicId -> PublicObjective in public_objectives, "public_objectives", "public objective";
    RelicId -> Relic in relics, "relics", "relic";
    SecretId -> SecretObjective in secret_objectives, "secret_objectives", "secret objective";
    SetupId -> Setup in setups, "setups", "set-up";
    StrategyId -> StrategyCard in strategy_cards, "strategy_cards", "strategy card";
    TechId -> Technology in technologies, "technologies", "technology";
    TileId -> Tile in tiles, "tiles", "system tile";
    TokenId -> Token in tokens, "tokens", "token";
    UnitId -> Unit in units, "units", "unit";
}
