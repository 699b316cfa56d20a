//! Dice and shuffles as a pure function of the secret seed, what they are for, and how often that
//! was rolled in this step. Doing the same after an undo meets the same dice; doing anything else
//! meets dice that nobody has seen.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::hex;

/// A game's secret. Its [`Seed::commitment`] is published at the start and the seed at the end.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Seed(pub [u8; 32]);

impl Seed {
    /// The seed whose bytes are the hash of `words`, for tests and repeatable runs.
    pub fn of(words: &str) -> Self {
        Seed(Sha256::digest(words.as_bytes()).into())
    }

    /// SHA-256 of the seed's 32 bytes, in hexadecimal.
    pub fn commitment(&self) -> String {
        hex(&Sha256::digest(self.0))
    }

    fn stream(&self, key: &str) -> Stream {
        let mut hash = Sha256::new();
        hash.update(self.0);
        hash.update(key.as_bytes());
        Stream { key: hash.finalize().into(), block: [0; 32], at: 32, number: 0 }
    }

    /// `n` dice with faces 1 to `faces`.
    pub fn dice(&self, key: &str, faces: u32, n: usize) -> Vec<u32> {
        let mut stream = self.stream(key);
        (0..n).map(|_| stream.below(faces) + 1).collect()
    }

    /// `n` dice with `faces` faces, or a shuffle of `n` things when `faces` is 0.
    pub fn chance(&self, key: &str, faces: u32, n: usize) -> Vec<u32> {
        if faces == 0 { self.shuffle(key, n) } else { self.dice(key, faces, n) }
    }

    /// A random order of the indices below `n`.
    pub fn shuffle(&self, key: &str, n: usize) -> Vec<u32> {
        let mut stream = self.stream(key);
        let mut order: Vec<u32> = (0..n as u32).collect();
        for i in (1..n).rev() {
            order.swap(i, stream.below(i as u32 + 1) as usize);
        }
        order
    }
}

impl std::fmt::Debug for Seed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Seed(committed to {})", &self.commitment()[..8])
    }
}

impl From<Seed> for String {
    fn from(seed: Seed) -> String {
        hex(&seed.0)
    }
}

impl TryFrom<String> for Seed {
    type Error = String;

    fn try_from(text: String) -> Result<Seed, String> {
        let digits: Option<Vec<u32>> = text.chars().map(|digit| digit.to_digit(16)).collect();
        match digits {
            Some(digits) if digits.len() == 64 => {
                Ok(Seed(std::array::from_fn(|i| (digits[2 * i] << 4 | digits[2 * i + 1]) as u8)))
            }
            _ => Err("a seed is 64 hexadecimal digits".into()),
        }
    }
}

/// SHA-256 in counter mode.
struct Stream {
    key: [u8; 32],
    block: [u8; 32],
    at: usize,
    number: u32,
}

impl Stream {
    fn byte(&mut self) -> u8 {
        if self.at == self.block.len() {
            let mut hash = Sha256::new();
            hash.update(self.key);
            hash.update(self.number.to_be_bytes());
            self.block = hash.finalize().into();
            self.number += 1;
            self.at = 0;
        }
        self.at += 1;
        self.block[self.at - 1]
    }

    /// A uniform number below `n`, by rejection.
    fn below(&mut self, n: u32) -> u32 {
        let width = if n <= 256 { 1 } else { 4 };
        let space = 1u64 << (8 * width);
        let limit = space - space % u64::from(n);
        loop {
            let mut value = 0u64;
            for _ in 0..width {
                value = value << 8 | u64::from(self.byte());
            }
            if value < limit {
                return (value % u64::from(n)) as u32;
            }
        }
    }
}
