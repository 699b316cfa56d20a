//! Answers that are put together piece by piece. A draft is kept in the store and belongs to one
//! question; when that is answered or taken back, the draft is gone.

use serde::{Deserialize, Serialize};

use crate::engine::{Prompt, Refusal, Seat, Shape, digest};
use crate::store::DraftRow;

use super::answer::{checked, without};
use super::table::{guarded, json};
use super::{Actor, Done, Hosted, OptionText, Refused, Table};

/// A draft with its running check.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DraftView {
    pub seat: Seat,
    /// For the buttons of this view.
    pub position: usize,
    /// What is asked.
    pub question: String,
    /// What else there is to know; may be empty.
    pub note: String,
    /// What the button says that submits it.
    pub submit: String,
    pub parts: Vec<OptionText>,
    /// Whether it could be submitted as it is.
    pub check: Result<(), Refusal>,
    /// What may be added.
    pub next: Vec<OptionText>,
    /// Complete answers to take instead, best first.
    pub suggestions: Vec<Suggestion>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Suggestion {
    pub key: String,
    pub label: String,
    pub parts: Vec<OptionText>,
}

/// Parts in one draft at most; a hostile client cannot fill the disk.
const PARTS: usize = 200;

impl<G: Hosted> Table<G> {
    pub async fn draft(
        &self,
        actor: &Actor,
        seat: Seat,
        position: Option<usize>,
    ) -> Result<DraftView, Refused> {
        self.may_act(actor, seat)?;
        self.expect_fresh(seat, position)?;
        let draft = self.read_draft(seat).await?;
        self.draft_view(seat, &draft)
    }

    /// Adds the part of this key.
    pub async fn draft_add(
        &self,
        actor: &Actor,
        seat: Seat,
        position: Option<usize>,
        key: &str,
    ) -> Result<DraftView, Refused> {
        self.may_act(actor, seat)?;
        self.expect_fresh(seat, position)?;
        let mut draft = self.read_draft(seat).await?;
        draft.push(self.draftable(seat, &draft, key)?);
        self.keep_draft(seat, &draft).await
    }

    /// Replaces the draft by what the game made of a typed command.
    pub(super) async fn draft_put(
        &self,
        actor: &Actor,
        seat: Seat,
        draft: &[G::Choice],
    ) -> Result<DraftView, Refused> {
        self.may_act(actor, seat)?;
        self.expect_fresh(seat, None)?;
        self.keep_draft(seat, draft).await
    }

    /// Takes the last part away.
    pub async fn draft_remove_last(
        &self,
        actor: &Actor,
        seat: Seat,
        position: Option<usize>,
    ) -> Result<DraftView, Refused> {
        self.may_act(actor, seat)?;
        self.expect_fresh(seat, position)?;
        let mut draft = self.read_draft(seat).await?;
        draft.pop();
        self.keep_draft(seat, &draft).await
    }

    pub async fn draft_clear(
        &self,
        actor: &Actor,
        seat: Seat,
        position: Option<usize>,
    ) -> Result<DraftView, Refused> {
        self.may_act(actor, seat)?;
        self.expect_fresh(seat, position)?;
        self.keep_draft(seat, &[]).await
    }

    /// Replaces the draft by a suggested answer, to be changed or submitted.
    pub async fn draft_take(
        &self,
        actor: &Actor,
        seat: Seat,
        position: Option<usize>,
        suggestion: &str,
    ) -> Result<DraftView, Refused> {
        self.may_act(actor, seat)?;
        self.expect_fresh(seat, position)?;
        let draft = self.suggested(seat, suggestion)?;
        self.keep_draft(seat, &draft).await
    }

    /// Answers with a suggested answer at once.
    pub async fn submit_suggestion(
        &mut self,
        actor: &Actor,
        seat: Seat,
        position: Option<usize>,
        suggestion: &str,
    ) -> Result<Done, Refused> {
        self.may_act(actor, seat)?;
        self.expect_fresh(seat, position)?;
        let choices = self.suggested(seat, suggestion)?;
        self.submit(actor, seat, position, choices).await
    }

    /// Answers with the draft as it is.
    pub async fn submit_draft(
        &mut self,
        actor: &Actor,
        seat: Seat,
        position: Option<usize>,
    ) -> Result<Done, Refused> {
        self.may_act(actor, seat)?;
        self.expect_fresh(seat, position)?;
        let draft = self.read_draft(seat).await?;
        self.submit(actor, seat, position, draft).await
    }

    /// The draft for the question that `seat` is asked now; a draft of another question or build
    /// counts as none.
    pub async fn read_draft(&self, seat: Seat) -> Result<Vec<G::Choice>, Refused> {
        let Some(row) = self.asked.iter().find(|row| row.seat == seat.0) else {
            return Ok(Vec::new());
        };
        let kept = self.store().draft(&self.game.id, seat.0).await?;
        let fitting = kept.filter(|draft| draft.position == row.since);
        let parts = fitting.and_then(|draft| serde_json::from_str(&draft.parts).ok());
        Ok(parts.unwrap_or_default())
    }

    async fn keep_draft(&self, seat: Seat, draft: &[G::Choice]) -> Result<DraftView, Refused> {
        if draft.len() > PARTS {
            let why = format!("an answer has at most {PARTS} parts");
            return Err(Refused::Illegal(Refusal::new(why).instead("Clear it and use counts.")));
        }
        let row = self.asked.iter().find(|row| row.seat == seat.0).ok_or(Refused::NotAsked)?;
        let view = self.draft_view(seat, draft)?;
        let kept = DraftRow { position: row.since, parts: json(&draft) };
        self.store().set_draft(&self.game.id, seat.0, &kept).await?;
        Ok(view)
    }

    fn draftable(&self, seat: Seat, draft: &[G::Choice], key: &str) -> Result<G::Choice, Refused> {
        let prompt = self.prompt(seat)?;
        match prompt.shape {
            Shape::Compound => self.choice_of(seat, draft, key),
            _ => without(&prompt.options, draft)
                .into_iter()
                .find(|choice| G::choice_key(choice) == key)
                .ok_or_else(|| Refused::NoSuchOption(key.into())),
        }
    }

    fn draft_view(&self, seat: Seat, draft: &[G::Choice]) -> Result<DraftView, Refused> {
        let prompt = self.prompt(seat)?;
        let row = self.asked.iter().find(|row| row.seat == seat.0).ok_or(Refused::NotAsked)?;
        let state = &self.current.shown;
        let check = checked(self, prompt, draft)?;
        guarded(|| {
            let texts = |choices: &[G::Choice]| -> Vec<OptionText> {
                choices.iter().map(|choice| self.option(prompt, choice)).collect()
            };
            DraftView {
                seat,
                position: row.since,
                question: G::question_text(state, Some(seat), prompt),
                note: G::draft_note(state, prompt, draft),
                submit: G::submit_label(state, prompt, draft).into(),
                parts: texts(draft),
                check,
                next: self.explained_options(prompt, &self.addable(prompt, draft)),
                suggestions: self
                    .suggestions(prompt)
                    .iter()
                    .map(|parts| self.suggestion(prompt, parts))
                    .collect(),
            }
        })
    }

    fn addable(&self, prompt: &Prompt<G>, draft: &[G::Choice]) -> Vec<G::Choice> {
        match prompt.shape {
            Shape::Compound => G::next(&self.current.shown, prompt, draft),
            Shape::One if !draft.is_empty() => Vec::new(),
            Shape::Some { max, .. } if draft.len() >= max => Vec::new(),
            _ => without(&prompt.options, draft),
        }
    }

    fn suggestions(&self, prompt: &Prompt<G>) -> Vec<Vec<G::Choice>> {
        match prompt.shape {
            Shape::Compound => G::suggest(&self.current.shown, prompt),
            _ => Vec::new(),
        }
    }

    fn suggestion(&self, prompt: &Prompt<G>, parts: &[G::Choice]) -> Suggestion {
        let texts: Vec<OptionText> =
            parts.iter().map(|choice| self.option(prompt, choice)).collect();
        let labels: Vec<&str> = texts.iter().map(|text| text.label.as_str()).collect();
        let label = match labels.is_empty() {
            true => "Nothing".into(),
            false => labels.join(", "),
        };
        Suggestion { key: suggestion_key::<G>(parts), label, parts: texts }
    }

    /// The complete answers that are suggested to `seat`.
    pub fn suggested_answers(&self, seat: Seat) -> Result<Vec<Suggestion>, Refused> {
        let prompt = self.prompt(seat)?;
        guarded(|| {
            let suggestions = self.suggestions(prompt);
            suggestions.iter().map(|parts| self.suggestion(prompt, parts)).collect()
        })
    }

    fn suggested(&self, seat: Seat, key: &str) -> Result<Vec<G::Choice>, Refused> {
        let prompt = self.prompt(seat)?;
        let mut suggestions = guarded(|| self.suggestions(prompt))?.into_iter();
        suggestions
            .find(|parts| suggestion_key::<G>(parts) == key)
            .ok_or_else(|| Refused::NoSuchOption(key.into()))
    }
}

/// A suggestion is named by what it consists of, so an old button never means another one.
fn suggestion_key<G: Hosted>(parts: &[G::Choice]) -> String {
    let keys: Vec<String> = parts.iter().map(G::choice_key).collect();
    digest(&keys)
}
