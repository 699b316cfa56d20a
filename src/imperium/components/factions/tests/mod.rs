//! One file a faction.
