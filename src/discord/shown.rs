//! What the bot shows of a game beyond questions and news: how it stands, what a player holds, pictures.
//! Each game says it in a module here.

use crate::engine::Seat;
use crate::games::host::at_table;
use crate::games::{Kind, of_kind};
use crate::table::{self, Hosted, OptionText, QuestionText, Refused};

use super::pictures::Scene;
use super::reply::{CONTENT, shorten};
use super::{Table, words};

pub mod imperium;
pub mod inscription;

pub trait Shown: Hosted {
    /// How one plays, for `/help`.
    const HELP: &'static str;

    /// Whether everybody can work an option out from the table. Anything else, cards in hand above all,
    /// is offered to its owner alone.
    fn is_open(_option: &OptionText) -> bool {
        false
    }

    /// Whether a question with this option never has hidden ones.
    fn is_certain(_option: &OptionText) -> bool {
        false
    }

    /// Whether only the one who is asked may see the option, and is asked by direct message too, where it
    /// is near the hand.
    fn is_secret(_option: &OptionText) -> bool {
        false
    }

    /// What the button says that opens a question privately, where its options are not shown.
    fn open_label(table: &table::Table<Self>, question: &QuestionText) -> &'static str;

    /// The same where several are asked at once.
    fn shared_label(_table: &table::Table<Self>, _question: &QuestionText) -> &'static str {
        "Answer…"
    }

    /// Where to read about a refusal by this rule.
    fn rule_link(_rule: &str) -> Option<String> {
        None
    }

    /// What a dialog to type in asks for, and an example.
    fn typing(table: &table::Table<Self>, seat: Seat) -> (&'static str, &'static str);

    /// How the game stands, after its name, for everybody.
    fn status(table: &table::Table<Self>) -> String;

    /// What a player holds, for that player's eyes only. It names everything that [`Shown::holding`] draws.
    fn hand(table: &table::Table<Self>, seat: Seat) -> String;

    /// The same as one message.
    fn hand_message(table: &table::Table<Self>, seat: Seat) -> String {
        shorten(&Self::hand(table, seat), CONTENT)
    }

    /// A picture of that.
    fn holding(table: &table::Table<Self>, seat: Seat) -> Scene;

    /// What is shown beside the open question, with a digest of what is seen there.
    fn beside(_view: &Self::View) -> Option<(Scene, String)> {
        None
    }

    /// What a step led to, with a digest of it: `views` are of its beginning and its end, `shown` the digest
    /// of what was drawn last. Nothing where no picture is due.
    fn led_to(views: Vec<Self::View>, shown: Option<&str>) -> Option<(Vec<Scene>, String)>;

    /// Pictures for the closing post.
    fn closing(view: Self::View) -> Vec<Scene>;
}

pub fn is_open(kind: Kind, option: &OptionText) -> bool {
    of_kind!(kind, G => G::is_open(option))
}

pub fn is_certain(kind: Kind, option: &OptionText) -> bool {
    of_kind!(kind, G => G::is_certain(option))
}

pub fn is_secret(kind: Kind, option: &OptionText) -> bool {
    of_kind!(kind, G => G::is_secret(option))
}

pub fn rule_link(kind: Kind, rule: &str) -> Option<String> {
    of_kind!(kind, G => G::rule_link(rule))
}

pub fn help(kind: Kind) -> &'static str {
    of_kind!(kind, G => G::HELP)
}

pub fn open_label(table: &Table, question: &QuestionText) -> &'static str {
    at_table!(table, table => Shown::open_label(table, question))
}

pub fn shared_label(table: &Table, question: &QuestionText) -> &'static str {
    at_table!(table, table => Shown::shared_label(table, question))
}

pub fn typing(table: &Table, seat: Seat) -> (&'static str, &'static str) {
    at_table!(table, table => Shown::typing(table, seat))
}

/// How the game stands, for everybody.
pub fn status(table: &Table) -> String {
    let name = words::plain(&table.game().name);
    let stands = at_table!(table, table => Shown::status(table));
    table.named(&format!("**{name}**\n{stands}\n{}", words::waiting(table)))
}

/// What a player holds, for that player's eyes only.
pub fn hand(table: &Table, seat: Seat) -> String {
    table.named(&at_table!(table, table => Shown::hand(table, seat)))
}

/// The same as one message.
pub fn hand_message(table: &Table, seat: Seat) -> String {
    let message = at_table!(table, table => Shown::hand_message(table, seat));
    shorten(&table.named(&message), CONTENT)
}

pub fn holding(table: &Table, seat: Seat) -> Scene {
    at_table!(table, table => Shown::holding(table, seat))
}

pub fn beside(table: &Table) -> Option<(Scene, String)> {
    fn of<G: Shown>(table: &table::Table<G>) -> Option<(Scene, String)> {
        G::beside(&table.view(None))
    }
    at_table!(table, table => of(table))
}

pub fn closing(table: &Table) -> Vec<Scene> {
    fn of<G: Shown>(table: &table::Table<G>) -> Vec<Scene> {
        G::closing(table.view(None))
    }
    at_table!(table, table => of(table))
}

/// What the step that ended at a checkpoint led to.
pub async fn led_to(
    table: &Table,
    checkpoint: usize,
    shown: Option<&str>,
) -> Result<Option<(Vec<Scene>, String)>, Refused> {
    async fn of<G: Shown>(
        table: &table::Table<G>,
        checkpoint: usize,
        shown: Option<&str>,
    ) -> Result<Option<(Vec<Scene>, String)>, Refused> {
        let all = table.checkpoints().await?;
        let before = all.iter().rev().find(|number| **number < checkpoint);
        let mut views = Vec::new();
        for number in before.into_iter().chain([&checkpoint]) {
            views.push(table.view_at(*number, None).await?);
        }
        Ok(G::led_to(views, shown))
    }
    at_table!(table, table => of(table, checkpoint, shown).await)
}
