//! The custom ids of buttons, menus and dialogs. They carry all that is needed to act on them, so
//! that a button works weeks later and after any restart.

use std::fmt;

use crate::engine::Seat;

/// What a component does when it is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verb {
    /// Shows the presser's own question; the argument narrows it to one group of options.
    Open,
    /// Answers with the option of the argument's key.
    Answer,
    /// Answers with the options that were selected.
    Select,
    /// Adds what was selected to the draft.
    Add,
    /// Puts a suggested answer into the draft.
    Take,
    Confirm,
    Remove,
    Clear,
    /// Shows the draft from the argument's page on.
    Page,
    /// Opens a dialog to type in.
    Type,
    /// Gives or takes back a standing order.
    Stand,
    Join,
    Leave,
    Fill,
    Start,
    /// A moderator's undo, confirmed: `same` or `fresh`.
    Undo,
    /// Agrees to an undo that a player asks for, or not: `yes` or `no`.
    Consent,
    /// Takes a seat that is offered, or not: `yes` or `no`.
    Sit,
    Nothing,
}

const VERBS: &[(Verb, &str)] = &[
    (Verb::Open, "open"),
    (Verb::Answer, "answer"),
    (Verb::Select, "select"),
    (Verb::Add, "add"),
    (Verb::Take, "take"),
    (Verb::Confirm, "confirm"),
    (Verb::Remove, "remove"),
    (Verb::Clear, "clear"),
    (Verb::Page, "page"),
    (Verb::Type, "type"),
    (Verb::Stand, "stand"),
    (Verb::Join, "join"),
    (Verb::Leave, "leave"),
    (Verb::Fill, "fill"),
    (Verb::Start, "start"),
    (Verb::Undo, "undo"),
    (Verb::Consent, "consent"),
    (Verb::Sit, "sit"),
    (Verb::Nothing, "nothing"),
];

/// `verb:game:position:seat:argument`, at most 100 characters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Id {
    pub verb: Verb,
    pub game: String,
    /// Journal position at which the question was asked.
    pub position: usize,
    pub seat: Seat,
    pub argument: String,
}

impl Id {
    pub fn new(verb: Verb, game: &str, position: usize, seat: Seat) -> Self {
        Id { verb, game: game.into(), position, seat, argument: String::new() }
    }

    pub fn with(mut self, argument: impl Into<String>) -> Self {
        self.argument = argument.into();
        self
    }

    /// Nothing for ids that are not the program's.
    pub fn parse(text: &str) -> Option<Id> {
        let mut parts = text.splitn(5, ':');
        let word = parts.next()?;
        let verb = VERBS.iter().find(|(_, name)| *name == word)?.0;
        let game = parts.next()?.to_string();
        let position = parts.next()?.parse().ok()?;
        let seat = Seat(parts.next()?.parse().ok()?);
        let argument = parts.next()?.to_string();
        Some(Id { verb, game, position, seat, argument })
    }
}

impl fmt::Display for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = VERBS.iter().find(|(verb, _)| *verb == self.verb).map_or("", |(_, name)| name);
        write!(f, "{word}:{}:{}:{}:{}", self.game, self.position, self.seat.0, self.argument)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_reads_as_it_was_written() {
        for (verb, _) in VERBS {
            let id = Id::new(*verb, "abcdefgh", 12345, Seat(7)).with("Activate.205:x");
            assert_eq!(Id::parse(&id.to_string()), Some(id));
        }
        assert_eq!(Id::parse("something else"), None);
        assert_eq!(Id::parse("answer:game:x:0:"), None);
    }

    #[test]
    fn the_longest_id_fits() {
        let id = Id::new(Verb::Confirm, "abcdefgh", 9_999_999, Seat(255)).with("k".repeat(60));
        assert!(id.to_string().len() <= 100);
    }
}
