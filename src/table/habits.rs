//! How a player wants to be reminded, in all games alike.

use serde::{Deserialize, Serialize};

use crate::engine::Seat;
use crate::store::{SeatRow, Store};

use super::pace::Hours;
use super::table::json;
use super::{Hosted, Refused, Table};

/// A player's preference.
const NAME: &str = "habits";
/// The day on which a player was last reminded.
const REMINDED: &str = "reminded";

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Habits {
    /// When the player answers; deadlines stand still outside. Nothing: always.
    #[serde(default)]
    pub hours: Option<Hours>,
    #[serde(default)]
    pub pings: Pings,
}

/// When a player is called.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Pings {
    /// At each question, within the hours.
    #[default]
    Asked,
    /// Once a day, for all games together.
    Daily,
    Never,
}

impl Habits {
    pub async fn of(store: &Store, player: &str) -> Result<Habits, Refused> {
        let kept = store.preference(player, NAME).await?;
        Ok(kept.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default())
    }

    /// The habits of those at some seats, in their order.
    pub(super) async fn at(store: &Store, seats: &[SeatRow]) -> Result<Vec<Habits>, Refused> {
        let mut habits = Vec::new();
        for row in seats {
            habits.push(Habits::of(store, &row.player).await?);
        }
        Ok(habits)
    }

    /// Keeps the habits of `player`. Games in memory learn of them when [`Table::habits_changed`] is
    /// called.
    pub async fn keep(&self, store: &Store, player: &str) -> Result<(), Refused> {
        Ok(store.set_preference(player, NAME, Some(&json(self))).await?)
    }

    /// Whether a reminder is due at `now` to whoever got the last one on `last`, with the day that
    /// it counts for. The day begins with the player's hours, or at 8:00 UTC.
    fn reminds(&self, now: i64, last: Option<i64>) -> Option<i64> {
        let usual = Hours { from: 480, to: 1320, ahead: 0 };
        let hours = self.hours.unwrap_or(usual);
        let wanted = match self.pings {
            Pings::Daily => true,
            // Questions that came at night called nobody.
            Pings::Asked => self.hours.is_some(),
            Pings::Never => false,
        };
        let day = hours.day(now);
        (wanted && hours.open(now) && last.is_none_or(|last| last < day)).then_some(day)
    }
}

/// A player to whom a daily reminder is due.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reminder {
    pub player: String,
    /// (game, seat), the longest open first.
    pub waiting: Vec<(String, Seat)>,
    day: i64,
}

/// Who is to be reminded at `now`: players with an open question who want it and have not been
/// reminded today.
pub async fn reminders(store: &Store, now: i64) -> Result<Vec<Reminder>, Refused> {
    // Of several processes, the one that has the direct messages reminds.
    if !store.holds("") {
        return Ok(Vec::new());
    }
    let mut found = Vec::new();
    for (player, habits) in store.waiting_with(NAME).await? {
        let habits: Habits = serde_json::from_str(&habits).unwrap_or_default();
        let last = store.preference(&player, REMINDED).await?;
        let last = last.and_then(|day| day.parse().ok());
        let Some(day) = habits.reminds(now, last) else { continue };
        let waiting = store.asked_of(&player).await?;
        let waiting = waiting.into_iter().map(|(game, seat)| (game, Seat(seat))).collect();
        found.push(Reminder { player, waiting, day });
    }
    Ok(found)
}

impl Reminder {
    /// Notes that the player was reminded. It comes before the message: a reminder that is lost is
    /// better than two.
    pub async fn begin(&self, store: &Store) -> Result<(), Refused> {
        Ok(store.set_preference(&self.player, REMINDED, Some(&self.day.to_string())).await?)
    }
}

impl<G: Hosted> Table<G> {
    pub(super) async fn read_habits(&mut self) -> Result<(), Refused> {
        let kept = self.store().preferences_at(&self.game.id, NAME).await?;
        let of = |row: &SeatRow| {
            kept.get(&row.player)
                .and_then(|text| serde_json::from_str(text).ok())
                .unwrap_or_default()
        };
        self.habits = self.seats.iter().map(of).collect();
        Ok(())
    }

    pub(super) fn habits_of(&self, seat: Seat) -> Habits {
        let index = self.seats.iter().position(|row| row.seat == seat.0);
        index.and_then(|index| self.habits.get(index).copied()).unwrap_or_default()
    }

    /// Whether a message may call the player of `seat` now.
    pub fn may_call(&self, seat: Seat) -> bool {
        let habits = self.habits_of(seat);
        habits.pings == Pings::Asked && habits.hours.is_none_or(|hours| hours.open(self.now()))
    }

    /// Reads the players' habits again, after one of them changed.
    pub async fn habits_changed(&mut self) -> Result<(), Refused> {
        self.read_habits().await?;
        self.expect_anew().await
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOUR: i64 = 3_600_000;
    const MIDNIGHT: i64 = 20_000 * 24 * HOUR;

    #[test]
    fn a_reminder_comes_once_a_day_when_the_hours_begin() {
        let hours = Some(Hours::parse("8-22 +2").expect("hours"));
        let habits = Habits { hours, pings: Pings::Daily };
        assert_eq!(habits.reminds(MIDNIGHT + 5 * HOUR, None), None, "it is seven there");
        let day = habits.reminds(MIDNIGHT + 6 * HOUR, None).expect("it is eight there");
        assert_eq!(habits.reminds(MIDNIGHT + 15 * HOUR, Some(day)), None);
        assert_eq!(habits.reminds(MIDNIGHT + 30 * HOUR, Some(day)), Some(day + 1));
        let never = Habits { hours, pings: Pings::Never };
        assert_eq!(never.reminds(MIDNIGHT + 7 * HOUR, None), None);
        let usual = Habits { hours: None, pings: Pings::Asked };
        assert_eq!(usual.reminds(MIDNIGHT + 9 * HOUR, None), None, "each question calls already");
    }
}
