//! What is looked at between two entries and between two steps. What costs much is looked at now and then.

use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::engine::{Prompt, Seat};

use super::Fuzzed;

/// An invariant that a test brings along.
type Extra<G> = fn(&<G as crate::engine::Rulebook>::State) -> Option<String>;

/// Who is asked what.
type Asked<G> = (Seat, <G as crate::engine::Rulebook>::Question);

fn asked<G: Fuzzed>(prompts: &[Prompt<G>]) -> Vec<Asked<G>> {
    prompts.iter().map(|prompt| (prompt.seat, prompt.question.clone())).collect()
}

pub struct Watch<G: Fuzzed> {
    /// Of so many questions one is looked at in full, and of `views` the views.
    questions: u64,
    views: u64,
    /// Where the counting begins, so that different games look at different places.
    at: u64,
    extra: Option<Extra<G>>,
    census: Option<G::Census>,
    /// What everybody had before a deal, and what was asked.
    account: Option<(u32, Vec<Asked<G>>)>,
    /// A moderator has put something where the rules would not.
    corrected: bool,
    /// Positions whose views were compared.
    pub compared: u64,
}

impl<G: Fuzzed> Watch<G> {
    /// For long runs; `salt` says where it begins to count.
    pub fn sampling(salt: u64) -> Self {
        Watch { questions: 16, views: 97, at: salt, ..Watch::thorough() }
    }

    /// Everything at every entry.
    pub fn thorough() -> Self {
        Watch {
            questions: 1,
            views: 1,
            at: 0,
            extra: None,
            census: None,
            account: None,
            corrected: false,
            compared: 0,
        }
    }

    /// The same with one more invariant.
    pub fn and(mut self, extra: Option<Extra<G>>) -> Self {
        self.extra = extra;
        self
    }

    /// The first thing that is wrong while `prompts` are open.
    pub fn look(&mut self, state: &G::State, prompts: &[Prompt<G>]) -> Option<String> {
        guarded("a check", || self.look_now(state, prompts))
    }

    fn look_now(&mut self, state: &G::State, prompts: &[Prompt<G>]) -> Option<String> {
        self.at += 1;
        if let Some(wrong) = self.position(state) {
            return Some(wrong);
        }
        // A deal may make a question needless, and then the rules have gone on.
        if let Some((before, open)) = self.account.take()
            && before != G::wealth(state)
            && open == asked(prompts)
        {
            return Some(format!("accounts: a deal made {before} into {}", G::wealth(state)));
        }
        if let Some(prompt) = prompts.iter().find(|prompt| prompt.dead_end()) {
            return Some(format!("a dead end: {prompt:?}"));
        }
        if self.at.is_multiple_of(self.questions) {
            let wrong = prompts.iter().find_map(|prompt| G::false_question(state, prompt));
            if let Some(wrong) = wrong {
                return Some(format!("question: {wrong}"));
            }
        }
        if self.at.is_multiple_of(self.views) {
            self.compared += 1;
            return G::leak(state, prompts).map(|leak| format!("view: {leak}"));
        }
        None
    }

    fn position(&mut self, state: &G::State) -> Option<String> {
        let wrong = G::violation(state)
            .or_else(|| G::unsound(state))
            .or_else(|| self.extra.and_then(|extra| extra(state)));
        if let Some(wrong) = wrong {
            return Some(format!("invariant: {wrong}"));
        }
        let now = G::census(state)?;
        match &self.census {
            Some(before) => {
                let lost = G::census_differs(&now, before);
                lost.map(|lost| format!("invariant: {lost}"))
            }
            None => {
                self.census = Some(now);
                None
            }
        }
    }

    /// Before `deed` is carried out while `prompts` are open.
    pub fn expect(&mut self, state: &G::State, prompts: &[Prompt<G>], deed: &G::Deed) {
        self.account = G::account(state, deed).map(|had| (had, asked(prompts)));
        self.corrected |= G::for_moderators(deed);
    }

    /// The first thing that is not right at the end of a step.
    pub fn rest(&mut self, state: &G::State) -> Option<String> {
        self.account = None;
        guarded("a check", || {
            let unsettled = || G::unsettled(state).filter(|_| !self.corrected);
            let open = G::lapse(state).or_else(unsettled);
            self.position(state).or_else(|| open.map(|open| format!("at rest: {open}")))
        })
    }
}

/// What looks at a game may break as well as the game.
pub(super) fn guarded(what: &str, look: impl FnOnce() -> Option<String>) -> Option<String> {
    match catch_unwind(AssertUnwindSafe(look)) {
        Ok(found) => found,
        Err(panic) => {
            let text = panic.downcast_ref::<&str>().map(|text| text.to_string());
            let text = text.or_else(|| panic.downcast_ref::<String>().cloned());
            Some(format!("{what} broke: {}", text.unwrap_or_default()))
        }
    }
}
