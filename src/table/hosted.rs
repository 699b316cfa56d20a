//! What a game tells its host beyond the rules: words, keys, defaults. All of it is pure.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

use crate::engine::{Entry, Prompt, Refusal, Rulebook, Seat};

/// What was chosen for a game before it starts, as typed: `goal` -> `14`.
pub type Settings = BTreeMap<String, String>;

/// Everything that a new game is made from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Setup {
    pub seats: Vec<SetupSeat>,
    pub settings: Settings,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SetupSeat {
    pub name: String,
    /// Kind of computer player; nothing: a person.
    pub computer: Option<String>,
}

/// A typed command: its name, and its options as (name, value).
pub type Line = (String, Vec<(String, String)>);

/// What a typed command comes to.
pub enum Act<G: Rulebook> {
    /// A whole answer.
    Answer(Vec<G::Choice>),
    /// The draft of a compound answer from now on.
    Draft(Vec<G::Choice>),
    /// Submit the draft as it is.
    Confirm,
    /// Throw the draft away.
    Cancel,
    Deed(G::Deed),
}

/// A moderator's correction as it would be carried out.
#[derive(Clone, Debug, PartialEq)]
pub struct Fixing<G: Rulebook> {
    pub seat: Seat,
    pub deed: G::Deed,
    /// What was and what would be, for everybody to read.
    pub line: String,
    /// What the rules would not allow of it.
    pub warnings: Vec<String>,
}

/// Answers for computer players of a kind; `position` is the journal's length, for chance that is
/// the same after a restart. An answer that is not legal is replaced by a suggested one.
pub type Computer<G> = fn(
    kind: &str,
    state: &<G as Rulebook>::State,
    prompt: &Prompt<G>,
    position: usize,
) -> Vec<<G as Rulebook>::Choice>;

/// A game that can be played at a [`super::Table`]. Texts name seats by marks, see
/// [`crate::engine::name_seats`]. Whatever is shown to everybody gives no secret away.
pub trait Hosted: Rulebook {
    /// What one seat may know, for pictures and status texts.
    type View: Clone + PartialEq + fmt::Debug + Serialize + Send + Sync;

    /// What people call the game.
    const TITLE: &'static str = Self::NAME;

    /// How many can play.
    const SEATS: RangeInclusive<usize>;

    /// Seats at a table that nobody gave a number for.
    const USUAL_SEATS: usize = *Self::SEATS.start();

    /// Kinds of computer players, the usual one first.
    const COMPUTERS: &'static [&'static str];

    /// What may be set before a game starts, and what it means.
    const SETTINGS: &'static [(&'static str, &'static str)] = &[];

    /// The commands that act in the game, with the names of their options; none: any is handed on.
    const COMMANDS: &'static [(&'static str, &'static [&'static str])] = &[];

    /// Values of a setting to choose from, as (label, value).
    fn setting_values(_name: &str) -> Vec<(String, String)> {
        Vec::new()
    }

    /// Whether these settings make sense, before the seats are known.
    fn check_settings(settings: &Settings) -> Result<(), Refusal>;

    /// The state before the first step.
    fn create(setup: &Setup) -> Result<Self::State, Refusal>;

    /// What a seat plays, such as its faction, as far as everybody knows.
    fn side(_state: &Self::State, _seat: Seat) -> Option<String> {
        None
    }

    /// `None` is the view of somebody at no seat.
    fn view(state: &Self::State, viewer: Option<Seat>) -> Self::View;

    /// What a prompt asks, told to `viewer`. For anybody but the seat that is asked it must not
    /// give away what that seat holds.
    fn question_text(state: &Self::State, viewer: Option<Seat>, prompt: &Prompt<Self>) -> String;

    /// What everybody may read beside the open questions.
    fn asked_note(_state: &Self::State) -> String {
        String::new()
    }

    /// What the one who puts a draft together should know beyond what is asked.
    fn draft_note(_state: &Self::State, _prompt: &Prompt<Self>, _draft: &[Self::Choice]) -> String {
        String::new()
    }

    /// What the button says that submits a draft.
    fn submit_label(
        _state: &Self::State,
        _prompt: &Prompt<Self>,
        _draft: &[Self::Choice],
    ) -> &'static str {
        "Confirm"
    }

    /// A choice as a button says it, at most 80 characters. Only the seat that is asked sees it.
    fn choice_label(state: &Self::State, prompt: &Prompt<Self>, choice: &Self::Choice) -> String;

    /// What a choice is or does, in a line; empty where its label says it all. Only the seat that is
    /// asked sees it.
    fn choice_detail(
        _state: &Self::State,
        _prompt: &Prompt<Self>,
        _choice: &Self::Choice,
    ) -> String {
        String::new()
    }

    /// A short stable name in ASCII, at most 60 characters; options are found by comparing it.
    fn choice_key(choice: &Self::Choice) -> String;

    /// The heading under which long lists of options are sorted; may be empty.
    fn choice_group(choice: &Self::Choice) -> String;

    /// Whether several answer this at the same time without knowing each other's answers, so that one of
    /// them can take theirs back while the others' stand.
    fn independent(_question: &Self::Question) -> bool {
        false
    }

    /// Whether the options of a simple question tell something that only its seat knows.
    fn hides_options(_prompt: &Prompt<Self>) -> bool {
        false
    }

    /// Parts that may be added to the draft of a compound answer.
    fn next(
        state: &Self::State,
        prompt: &Prompt<Self>,
        draft: &[Self::Choice],
    ) -> Vec<Self::Choice>;

    /// Complete legal answers to a compound prompt, best first; at least one.
    fn suggest(state: &Self::State, prompt: &Prompt<Self>) -> Vec<Vec<Self::Choice>>;

    /// The answer to an offer to respond where passing is all that this seat can do.
    fn automatic(state: &Self::State, prompt: &Prompt<Self>) -> Option<Vec<Self::Choice>>;

    /// The answer that lets an offer to respond go by; nothing where the prompt is no mere offer.
    fn pass(state: &Self::State, prompt: &Prompt<Self>) -> Option<Vec<Self::Choice>>;

    /// The answer with which a seat does without what it is offered, where that is more than a mere
    /// offer to respond: what a standing order about this very topic may give.
    fn decline(_state: &Self::State, _prompt: &Prompt<Self>) -> Option<Vec<Self::Choice>> {
        None
    }

    /// What a prompt is about, for standing orders: short words, the widest topic first. They do not
    /// depend on what anybody holds.
    fn topics(_prompt: &Prompt<Self>) -> Vec<String> {
        Vec::new()
    }

    /// A topic in words, to stand after "when": "an action card is played". Nothing: no such topic.
    fn topic_text(_topic: &str) -> Option<String> {
        None
    }

    /// All topics, as (words, topic).
    fn all_topics(_state: &Self::State) -> Vec<(String, String)> {
        Vec::new()
    }

    /// What a player typed as the answer to questions about a topic.
    fn read_order(
        _state: &Self::State,
        _seat: Seat,
        topic: &str,
        _typed: &str,
    ) -> Result<super::Reply, Refusal> {
        Err(Refusal::new(format!("no orders can be given about `{topic}`")))
    }

    /// What may be typed there, as (label, value).
    fn order_suggestions(_state: &Self::State, _seat: Seat, _topic: &str) -> Vec<(String, String)> {
        Vec::new()
    }

    /// The answer to a prompt that `plan` describes; the words were read by
    /// [`Hosted::read_order`].
    fn planned(
        _state: &Self::State,
        _prompt: &Prompt<Self>,
        _plan: &str,
    ) -> Option<Vec<Self::Choice>> {
        None
    }

    /// What `seat` will be asked next if nothing comes between, where everybody can tell: it may be
    /// answered already.
    fn upcoming(
        _state: &Self::State,
        _prompts: &[Prompt<Self>],
        _seat: Seat,
    ) -> Option<Prompt<Self>> {
        None
    }

    /// Whether what is happening is aimed at the seat that is asked.
    fn concerns(state: &Self::State, prompt: &Prompt<Self>) -> bool;

    /// Whose turn it is.
    fn on_turn(state: &Self::State) -> Option<Seat>;

    fn round(state: &Self::State) -> u32;

    /// What a computer player does out of turn at once, such as refusing an offer.
    fn computer_deed(state: &Self::State, seat: Seat) -> Option<Self::Deed>;

    /// What a typed command means to `seat` now; `draft` is what it has put together.
    fn command(
        state: &Self::State,
        seat: Seat,
        prompts: &[Prompt<Self>],
        draft: &[Self::Choice],
        name: &str,
        options: &[(String, String)],
    ) -> Result<Act<Self>, Refusal>;

    /// Autocomplete: what may stand in the option `focused` of a command, as (label, value).
    /// `options` is what is typed so far, that option included.
    fn complete(
        state: &Self::State,
        seat: Option<Seat>,
        prompts: &[Prompt<Self>],
        draft: &[Self::Choice],
        name: &str,
        options: &[(String, String)],
        focused: &str,
    ) -> Vec<(String, String)>;

    /// A command written as a line, `/name option:value`: its name, and its options as (name, value).
    fn read_line(line: &str) -> Result<super::Line, Refusal> {
        super::answer::read_line(line, Self::COMMANDS)
    }

    /// What a moderator's correction of this name comes to.
    fn fix(
        _state: &Self::State,
        _name: &str,
        _options: &[(String, String)],
    ) -> Result<Fixing<Self>, Refusal> {
        Err(Refusal::new("nothing can be corrected by hand in this game")
            .instead("A moderator can go back: `/mod undo`."))
    }

    /// Autocomplete of corrections, as [`Hosted::complete`] for commands. It tells no secrets.
    fn complete_fix(
        _state: &Self::State,
        _name: &str,
        _options: &[(String, String)],
        _focused: &str,
    ) -> Vec<(String, String)> {
        Vec::new()
    }

    /// Where the game stands, or how it ended, for everybody.
    fn public_summary(state: &Self::State) -> String;

    /// A journal entry in a history that everybody may read: it must not name hidden choices.
    fn entry_text(entry: &Entry<Self>) -> String;

    /// What the chance of this label belongs to, for those who look for it: "space combat in 205".
    fn scene(_label: &str) -> Option<&str> {
        None
    }

    /// A state that was stored by an older `version`, in today's form.
    fn migrate(version: u32, state: serde_json::Value) -> Result<serde_json::Value, String>;
}
