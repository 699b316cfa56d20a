//! How fast a game goes by itself: the pause before the bot passes for somebody, deadlines, and the
//! hours in which a player's time counts.
//!
//! The pause is drawn from the game's seed by seat and question, so it cannot depend on what anybody
//! holds: whoever watches the clock learns nothing.

use serde::{Deserialize, Serialize};

use crate::engine::{Refusal, Seat, Seed};
use crate::store::{AskedRow, Expects};

const SECOND: i64 = 1000;
const MINUTE: i64 = 60 * SECOND;
const HOUR: i64 = 60 * MINUTE;
const DAY: i64 = 24 * HOUR;

/// What a table has agreed on. Times are in milliseconds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pace {
    /// The bot passes for whoever can only pass after a pause between these two.
    pub pause: [i64; 2],
    /// How long a person may take for an answer; nothing: as long as they like.
    #[serde(default)]
    pub deadline: Option<i64>,
    #[serde(default)]
    pub overdue: Overdue,
}

/// What happens when a deadline has passed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Overdue {
    /// Where passing is possible it is passed; otherwise a moderator decides.
    #[default]
    Pass,
    /// Passed where possible; otherwise a computer player answers.
    Computer,
    /// The table is told, and nothing else happens.
    Tell,
}

/// The longest pause before an automatic pass.
const LONGEST_PAUSE: i64 = 12 * HOUR;
/// Shorter deadlines would punish whoever sleeps or works.
const SHORTEST_DEADLINE: i64 = 5 * MINUTE;
const LONGEST_DEADLINE: i64 = 30 * DAY;

impl Pace {
    /// What holds where a table has said nothing: pauses from half to one and a half times `usual`.
    pub fn usual(usual: i64) -> Pace {
        Pace { pause: [usual / 2, usual + usual / 2], deadline: None, overdue: Overdue::Pass }
    }

    /// # Errors
    /// When a time is out of its bounds.
    pub fn check(&self) -> Result<(), Refusal> {
        let [least, most] = self.pause;
        if least < 0 || least > most || most > LONGEST_PAUSE {
            return Err(Refusal::new("the pause is not from a shorter to a longer time")
                .instead("Write one time or two, up to 12 hours: `20s`, `5m-3h`, `0s`."));
        }
        match self.deadline {
            Some(time) if !(SHORTEST_DEADLINE..=LONGEST_DEADLINE).contains(&time) => {
                Err(Refusal::new("that is no sensible deadline")
                    .instead("From 5 minutes to 30 days: `12h`, `2d`; or `none`."))
            }
            _ => Ok(()),
        }
    }

    /// The pause before the automatic answer to a question open since `since`.
    pub fn pause_of(&self, seed: &Seed, seat: Seat, since: usize) -> i64 {
        let [least, most] = self.pause;
        let span = u32::try_from(most - least).unwrap_or(u32::MAX);
        if span == 0 {
            return least;
        }
        let label = format!("pause of seat {} at {since}", seat.0);
        least + i64::from(seed.chance(&label, span, 1)[0])
    }

    /// When something is due to an open question; `hours` are those of the player.
    pub(super) fn due(&self, seed: &Seed, row: &AskedRow, hours: Option<Hours>) -> Option<i64> {
        let count = |time| hours.map_or(row.at + time, |hours| hours.after(row.at, time));
        match (row.expects, row.stage) {
            (Expects::Automatic, _) => {
                Some(row.at + self.pause_of(seed, Seat(row.seat), row.since))
            }
            (Expects::Machine, _) => None,
            (Expects::Player, 0) => self.deadline.map(|time| count(time - time / 4)),
            (Expects::Player, 1) => self.deadline.map(count),
            (Expects::Player, _) => None,
        }
    }
}

/// The hours of the day in which a player answers, in minutes since midnight where the player is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hours {
    pub from: u16,
    /// May be before `from`: then the hours go on after midnight.
    pub to: u16,
    /// Minutes ahead of UTC.
    pub ahead: i16,
}

impl Hours {
    /// `8:00-22:30 +2`, with the time's distance from UTC.
    ///
    /// # Errors
    /// When it cannot be read so.
    pub fn parse(text: &str) -> Result<Hours, Refusal> {
        let wrong = || {
            Refusal::new(format!("`{}` are no hours", text.trim()))
                .instead("Write them as `8:00-22:30 +2`: from, to, and hours ahead of UTC.")
        };
        let (hours, zone) = text.trim().split_once(' ').unwrap_or((text.trim(), "+0"));
        let (from, to) = hours.split_once(['-', '–']).ok_or_else(wrong)?;
        let time = |text: &str| -> Option<u16> {
            let (hour, minute) = text.trim().split_once(':').unwrap_or((text.trim(), "0"));
            let (hour, minute): (u16, u16) = (hour.parse().ok()?, minute.parse().ok()?);
            (hour <= 24 && minute < 60 && hour * 60 + minute <= 1440).then_some(hour * 60 + minute)
        };
        let zone = zone.trim().trim_start_matches("UTC");
        let (sign, digits) = match zone.strip_prefix(['-', '−']) {
            Some(digits) => (-1, digits),
            None => (1, zone.trim_start_matches('+')),
        };
        let ahead = time(digits).filter(|minutes| *minutes <= 14 * 60).ok_or_else(wrong)?;
        let (from, to) = (time(from).ok_or_else(wrong)?, time(to).ok_or_else(wrong)?);
        if from % 1440 == to % 1440 {
            return Err(wrong());
        }
        Ok(Hours { from: from % 1440, to, ahead: sign * ahead as i16 })
    }

    /// Milliseconds of a day in which time counts.
    fn length(self) -> i64 {
        (i64::from(self.to) - i64::from(self.from)).rem_euclid(1440) * MINUTE
    }

    /// How long it is until the hours begin at or after `at`, and how much of them is left if they
    /// have begun.
    fn place(self, at: i64) -> (i64, i64) {
        let of_day = (at + i64::from(self.ahead) * MINUTE).rem_euclid(DAY);
        let since = (of_day - i64::from(self.from) * MINUTE).rem_euclid(DAY);
        match since < self.length() {
            true => (0, self.length() - since),
            false => (DAY - since, 0),
        }
    }

    /// The number of the day whose hours have begun last before `at`.
    pub fn day(self, at: i64) -> i64 {
        (at + i64::from(self.ahead) * MINUTE - i64::from(self.from) * MINUTE).div_euclid(DAY)
    }

    /// Whether time counts at `at`.
    pub fn open(self, at: i64) -> bool {
        self.place(at).0 == 0
    }

    /// The moment at which `time` has passed since `at`, counting the hours only.
    pub fn after(self, at: i64, time: i64) -> i64 {
        let (until, left) = self.place(at);
        if until == 0 && time <= left {
            return at + time;
        }
        let (start, mut rest) = match until {
            0 => (at + left + DAY - self.length(), time - left),
            until => (at + until, time),
        };
        let days = (rest - 1).max(0) / self.length();
        rest -= days * self.length();
        start + days * DAY + rest
    }
}

impl std::fmt::Display for Hours {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let time = |minutes: u16| format!("{}:{:02}", minutes / 60, minutes % 60);
        let sign = if self.ahead < 0 { '−' } else { '+' };
        let ahead = time(self.ahead.unsigned_abs());
        write!(f, "{}–{} UTC{sign}{ahead}", time(self.from), time(self.to))
    }
}

/// Reads `90s`, `20m`, `12h`, `2d` or a bare number of seconds, as milliseconds.
///
/// # Errors
/// When it is none of these.
pub fn parse_time(text: &str) -> Result<i64, Refusal> {
    let text = text.trim().to_lowercase();
    let digits = text.trim_end_matches(|letter: char| letter.is_alphabetic() || letter == ' ');
    let unit = match text[digits.len()..].trim() {
        "" | "s" | "sec" | "second" | "seconds" => SECOND,
        "m" | "min" | "minute" | "minutes" => MINUTE,
        "h" | "hour" | "hours" => HOUR,
        "d" | "day" | "days" => DAY,
        _ => 0,
    };
    let number: Option<i64> =
        digits.trim().parse().ok().filter(|number| (0..=100_000).contains(number));
    match number {
        Some(number) if unit > 0 => Ok(number * unit),
        _ => Err(Refusal::new(format!("`{text}` is no time"))
            .instead("Write a number and s, m, h or d: `90s`, `20m`, `12h`, `2d`.")),
    }
}

/// "2 days", "90 minutes"; the largest unit that says it exactly enough.
pub fn time_words(time: i64) -> String {
    let (number, unit) = match time {
        time if time >= 2 * DAY => ((time + HOUR) / DAY, "day"),
        time if time >= 2 * HOUR => ((time + MINUTE) / HOUR, "hour"),
        time if time >= 2 * MINUTE => ((time + SECOND) / MINUTE, "minute"),
        time => ((time + SECOND / 2) / SECOND, "second"),
    };
    let s = if number == 1 { "" } else { "s" };
    format!("{number} {unit}{s}")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 00:00 UTC of some day.
    const MIDNIGHT: i64 = 20_000 * DAY;

    fn hours(text: &str) -> Hours {
        Hours::parse(text).expect(text)
    }

    #[test]
    fn hours_are_read_as_people_write_them() {
        assert_eq!(hours("8:00-22:30 +2"), Hours { from: 480, to: 1350, ahead: 120 });
        assert_eq!(hours("9-17"), Hours { from: 540, to: 1020, ahead: 0 });
        assert_eq!(hours("18:00–2:00 UTC-3:30"), Hours { from: 1080, to: 120, ahead: -210 });
        assert_eq!(hours("8:00-22:30 +2").to_string(), "8:00–22:30 UTC+2:00");
        for wrong in ["", "8", "25-26", "8-8", "8:61-9", "8-22 +15", "morning", "0-24"] {
            let refusal = Hours::parse(wrong).expect_err(wrong);
            assert!(refusal.instead.contains("8:00-22:30"), "{refusal}");
        }
    }

    #[test]
    fn a_deadline_stands_still_outside_the_players_hours() {
        let day = hours("8:00-20:00 +0");
        let at = |days: i64, hour: i64| MIDNIGHT + days * DAY + hour * HOUR;
        assert_eq!(day.after(at(0, 9), 3 * HOUR), at(0, 12));
        assert_eq!(day.after(at(0, 18), 3 * HOUR), at(1, 9), "two hours today, one tomorrow");
        assert_eq!(day.after(at(0, 22), 3 * HOUR), at(1, 11), "asked at night");
        assert_eq!(day.after(at(0, 2), 12 * HOUR), at(0, 20), "a whole day of hours");
        assert_eq!(day.after(at(0, 8), 24 * HOUR), at(1, 20));
        assert_eq!(day.after(at(0, 10), 30 * HOUR), at(2, 16));
        let night = hours("18:00-2:00 +0");
        assert_eq!(night.after(at(0, 23), 2 * HOUR), at(1, 1), "over midnight");
        assert_eq!(night.after(at(0, 1), 2 * HOUR), at(0, 19));
        let east = hours("8:00-20:00 +10");
        assert!(east.open(at(0, 0)) && !east.open(at(0, 11)));
    }

    #[test]
    fn hours_count_the_same_minute_by_minute() {
        let day = hours("7:30-21:10 -5");
        for start in (0..DAY).step_by(97 * MINUTE as usize) {
            let (mut now, mut counted) = (MIDNIGHT + start, 0);
            for time in [MINUTE, 40 * MINUTE, 13 * HOUR, 50 * HOUR] {
                while counted < time {
                    counted += if day.open(now) { MINUTE } else { 0 };
                    now += MINUTE;
                }
                let found = day.after(MIDNIGHT + start, time);
                assert!((found - now).abs() <= MINUTE, "{start}, {time}: {}", found - now);
            }
        }
    }

    #[test]
    fn times_are_read_and_said() {
        for (text, time, words) in [
            ("90s", 90 * SECOND, "90 seconds"),
            ("20", 20 * SECOND, "20 seconds"),
            ("20 min", 20 * MINUTE, "20 minutes"),
            ("12h", 12 * HOUR, "12 hours"),
            ("2d", 2 * DAY, "2 days"),
            ("1 h", HOUR, "60 minutes"),
        ] {
            assert_eq!(parse_time(text), Ok(time), "{text}");
            assert_eq!(time_words(time), words);
        }
        for wrong in ["soon", "-3h", "1w", "h", "99999999d"] {
            assert!(parse_time(wrong).is_err(), "{wrong}");
        }
    }
}
