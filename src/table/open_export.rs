//! What a player takes home of a game that is not over: its course as everybody may read it, and their
//! own view. No seed, no hidden answer. The whole, as [`super::export`] writes it, is the moderators'.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::engine::Seat;
use crate::store::Beside;

use super::table::json;
use super::{Actor, Export, Hosted, Notice, Refused, Table, export};

const FORMAT: &str = "custodian game, the open part";
const VERSION: u32 = 1;

/// The file. Everything but `own` may be read by everybody.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct OpenExport {
    pub format: String,
    pub format_version: u32,
    pub kind: String,
    pub id: String,
    pub name: String,
    pub created: i64,
    pub status: String,
    pub settings: Value,
    /// SHA-256 of the seed.
    pub commitment: String,
    pub seats: Vec<OpenSeat>,
    pub course: Vec<OpenLine>,
    /// What everybody sees now.
    pub view: Value,
    /// What the one who asked for it sees beyond that.
    pub own: Option<Value>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct OpenSeat {
    pub seat: u8,
    pub name: String,
    pub computer: Option<String>,
}

/// Who gave an answer, and when, would tell who passes by themselves because they hold nothing.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct OpenLine {
    pub position: usize,
    pub text: String,
    /// Not taken back.
    pub in_force: bool,
}

impl OpenExport {
    pub fn text(&self) -> String {
        json(self)
    }
}

impl<G: Hosted> Table<G> {
    /// The open part of the game for `viewer`, or for somebody who has no seat.
    pub async fn open_export(&self, viewer: Option<Seat>) -> Result<OpenExport, Refused> {
        let course = self.history(usize::MAX).await?.into_iter().map(|line| OpenLine {
            position: line.position,
            text: line.text,
            in_force: line.in_force,
        });
        let seats = self.seats.iter().map(|row| OpenSeat {
            seat: row.seat,
            name: row.name.clone(),
            computer: row.computer.clone(),
        });
        let value = |view: G::View| serde_json::to_value(view).expect("a view is plain data");
        Ok(OpenExport {
            format: FORMAT.into(),
            format_version: VERSION,
            kind: self.game.kind.clone(),
            id: self.game.id.clone(),
            name: self.game.name.clone(),
            created: self.game.created,
            status: self.game.status.name().into(),
            settings: serde_json::from_str(&self.game.settings).unwrap_or_default(),
            commitment: self.commitment(),
            seats: seats.collect(),
            course: course.collect(),
            view: value(self.view(None)),
            own: viewer.map(|seat| value(self.view(Some(seat)))),
        })
    }

    /// The whole game with its seed and everybody's secrets, for a moderator. The table is told, so
    /// that nobody looks unseen.
    pub async fn whole_export(&mut self, actor: &Actor) -> Result<Export, Refused> {
        if !self.is_moderator(actor) {
            return Err(Refused::NotModerator);
        }
        let file = export(self.store(), &self.game.id).await?;
        let audit = Some((actor.user.clone(), "exported".into()));
        let told = Notice::Exported { by: actor.name.clone() }.public();
        let beside = Beside { audit, ..Beside::default() };
        self.tell_and(vec![told], self.asked.clone(), beside).await?;
        Ok(file)
    }
}
