//! Discord's ids (snowflakes) and its way of writing time. An id holds the moment it was made: clients
//! read a message's age from it, so ours must be real.

use std::time::{SystemTime, UNIX_EPOCH};

use serde_json::Value;

/// Discord's epoch, 2015-01-01, in Unix milliseconds.
pub const EPOCH: u64 = 1_420_070_400_000;

/// Hands out ids that never repeat and never go backwards, also when the clock does.
#[derive(Debug, Default)]
pub struct Snowflakes {
    last: u64,
}

impl Snowflakes {
    pub fn next(&mut self) -> u64 {
        let fresh = (now().saturating_sub(EPOCH)) << 22;
        self.last = fresh.max(self.last + 1);
        self.last
    }

    /// Never hand out this id or an earlier one (ids read back from disk).
    pub fn after(&mut self, id: u64) {
        self.last = self.last.max(id);
    }
}

/// Unix milliseconds.
pub fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |d| d.as_millis() as u64)
}

/// Unix milliseconds in which the id was made.
pub fn made(id: u64) -> u64 {
    (id >> 22) + EPOCH
}

/// An id that belongs to this moment; for ids that are fixed.
pub const fn at(unix_ms: u64, number: u64) -> u64 {
    ((unix_ms - EPOCH) << 22) + number
}

/// ISO 8601 as Discord writes it: `2026-11-29T21:08:27.123000+00:00`.
pub fn iso(unix_ms: u64) -> String {
    let (days, ms) = (unix_ms / 86_400_000, unix_ms % 86_400_000);
    let (y, m, d) = civil(days as i64);
    let (h, min, s, milli) = (ms / 3_600_000, ms / 60_000 % 60, ms / 1000 % 60, ms % 1000);
    format!("{y:04}-{m:02}-{d:02}T{h:02}:{min:02}:{s:02}.{milli:03}000+00:00")
}

/// Days since 1970 to year, month, day (the well-known civil-calendar arithmetic with years that begin in March).
fn civil(days: i64) -> (i64, i64, i64) {
    let z = days + 719_468;
    let era = z.div_euclid(146_097);
    let of_era = z.rem_euclid(146_097);
    let year_of_era = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted = (5 * of_year + 2) / 153;
    let day = of_year - (153 * shifted + 2) / 5 + 1;
    let month = if shifted < 10 { shifted + 3 } else { shifted - 9 };
    (year_of_era + era * 400 + i64::from(month <= 2), month, day)
}

/// An id in JSON: Discord writes strings and accepts numbers.
pub fn read(value: &Value) -> Option<u64> {
    match value {
        Value::String(s) => s.parse().ok(),
        Value::Number(n) => n.as_u64(),
        _ => None,
    }
}

/// Base64 with the URL alphabet and without padding, for the first part of a bot token.
pub fn base64(bytes: &[u8]) -> String {
    const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    let mut out = String::new();
    for chunk in bytes.chunks(3) {
        let word =
            chunk.iter().fold(0_u32, |w, b| (w << 8) | u32::from(*b)) << (8 * (3 - chunk.len()));
        for place in 0..=chunk.len() {
            out.push(ALPHABET[(word >> (18 - 6 * place)) as usize & 63] as char);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_is_written_as_discord_writes_it() {
        assert_eq!(iso(0), "1970-01-01T00:00:00.000000+00:00");
        assert_eq!(iso(EPOCH), "2015-01-01T00:00:00.000000+00:00");
        assert_eq!(iso(1_709_210_096_789), "2024-02-29T12:34:56.789000+00:00");
    }

    #[test]
    fn ids_grow_and_hold_their_moment() {
        let mut ids = Snowflakes::default();
        let (a, b) = (ids.next(), ids.next());
        assert!(b > a);
        assert!(now() - made(a) < 1000);
        ids.after(b + (1 << 40));
        assert!(ids.next() > b + (1 << 40));
    }

    #[test]
    fn base64_is_the_url_alphabet_without_padding() {
        assert_eq!(base64(b"1234"), "MTIzNA");
        assert_eq!(base64(b"\xff\xfe\xfd"), "__79");
    }
}
