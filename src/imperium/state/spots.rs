//! What lies at the systems and planets of a board: a map that is looked up by index and gone through
//! in order of its keys, as rules do all the time.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::SystemId;
use crate::imperium::data::PlanetId;

/// A key of [`Spots`]: a small number.
pub trait Spot: Copy + Ord {
    fn number(self) -> usize;
}

impl Spot for SystemId {
    #[inline]
    fn number(self) -> usize {
        usize::from(self.0)
    }
}

impl Spot for PlanetId {
    #[inline]
    fn number(self) -> usize {
        self.index()
    }
}

/// Entries in order of their keys.
#[derive(Clone, PartialEq)]
pub struct Spots<K, V> {
    entries: Vec<(K, V)>,
    /// By the number of a key: where its entry is, or `NOWHERE`. Follows from the entries.
    at: Vec<u16>,
}

const NOWHERE: u16 = u16::MAX;

impl<K: Spot, V> Spots<K, V> {
    #[inline]
    fn find(&self, key: K) -> Option<usize> {
        let at = *self.at.get(key.number())?;
        (at != NOWHERE).then_some(usize::from(at))
    }

    #[inline]
    pub fn get(&self, key: &K) -> Option<&V> {
        self.find(*key).map(|at| &self.entries[at].1)
    }

    #[inline]
    pub fn get_mut(&mut self, key: &K) -> Option<&mut V> {
        self.find(*key).map(|at| &mut self.entries[at].1)
    }

    pub fn contains_key(&self, key: &K) -> bool {
        self.find(*key).is_some()
    }

    /// Puts the value there in the place of any other.
    pub fn insert(&mut self, key: K, value: V) {
        if let Some(at) = self.find(key) {
            self.entries[at].1 = value;
            return;
        }
        let at = self.entries.partition_point(|(other, _)| *other < key);
        self.entries.insert(at, (key, value));
        if self.at.len() <= key.number() {
            self.at.resize(key.number() + 1, NOWHERE);
        }
        for (at, (key, _)) in self.entries.iter().enumerate().skip(at) {
            self.at[key.number()] = at as u16;
        }
    }

    pub fn len(&self) -> usize {
        self.entries.len()
    }

    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (&K, &V)> + Clone {
        self.entries.iter().map(|(key, value)| (key, value))
    }

    pub fn iter_mut(&mut self) -> impl Iterator<Item = (&K, &mut V)> {
        self.entries.iter_mut().map(|(key, value)| (&*key, value))
    }

    pub fn keys(&self) -> impl DoubleEndedIterator<Item = &K> + ExactSizeIterator + Clone {
        self.entries.iter().map(|(key, _)| key)
    }

    pub fn values(&self) -> impl DoubleEndedIterator<Item = &V> + ExactSizeIterator + Clone {
        self.entries.iter().map(|(_, value)| value)
    }

    pub fn values_mut(&mut self) -> impl Iterator<Item = &mut V> {
        self.entries.iter_mut().map(|(_, value)| value)
    }
}

impl<K, V> Default for Spots<K, V> {
    fn default() -> Self {
        Spots { entries: Vec::new(), at: Vec::new() }
    }
}

impl<K: Spot, V> FromIterator<(K, V)> for Spots<K, V> {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(entries: I) -> Self {
        let mut spots = Spots::default();
        for (key, value) in entries {
            spots.insert(key, value);
        }
        spots
    }
}

impl<K: fmt::Debug, V: fmt::Debug> fmt::Debug for Spots<K, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.entries.iter().map(|(key, value)| (key, value))).finish()
    }
}

impl<K: Serialize, V: Serialize> Serialize for Spots<K, V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.entries.iter().map(|(key, value)| (key, value)))
    }
}

impl<'de, K: Spot + Deserialize<'de>, V: Deserialize<'de>> Deserialize<'de> for Spots<K, V> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        BTreeMap::<K, V>::deserialize(deserializer).map(Spots::from_iter)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spots(of: &[(u8, u32)]) -> Spots<SystemId, u32> {
        of.iter().map(|(at, value)| (SystemId(*at), *value)).collect()
    }

    #[test]
    fn every_entry_is_found_whatever_came_first() {
        let all = spots(&[(90, 1), (3, 2), (0, 3), (17, 4)]);
        let keys: Vec<u8> = all.keys().map(|key| key.0).collect();
        assert_eq!(keys, [0, 3, 17, 90]);
        for (key, value) in all.iter() {
            assert_eq!(all.get(key), Some(value));
        }
        let missing = [1, 89, 91, 255].map(SystemId);
        assert!(missing.iter().all(|key| all.get(key).is_none() && !all.contains_key(key)));
    }

    #[test]
    fn what_is_put_down_twice_counts_once() {
        let mut all = spots(&[(5, 1), (2, 2)]);
        all.insert(SystemId(5), 7);
        assert_eq!(all, spots(&[(2, 2), (5, 7)]));
        assert_eq!(all.len(), 2);
    }

    #[test]
    fn it_is_stored_as_a_map() {
        let all = spots(&[(2, 2), (0, 1)]);
        let text = serde_json::to_string(&all).expect("maps of numbers are written");
        assert_eq!(text, r#"{"000":1,"102":2}"#);
        let read: Spots<SystemId, u32> = serde_json::from_str(&text).expect("and read");
        assert_eq!(read, all);
        assert!(serde_json::from_str::<Spots<SystemId, u32>>(r#"{"999":1}"#).is_err());
    }
}
