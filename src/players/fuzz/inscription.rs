//! What the fuzzer knows of the second game.

use rand::RngExt;
use rand::rngs::SmallRng;

use crate::engine::{Prompt, Seat, Shape};
use crate::inscription::ask::{Choice, Question};
use crate::inscription::data::house;
use crate::inscription::rules::setup;
use crate::inscription::state::{Options, State};
use crate::inscription::view::View;
use crate::inscription::{Inscription, compound};
use crate::players::selfplay::Playable;
use crate::players::spiteful::Tally;

use super::{Fuzzed, stored};

impl Fuzzed for Inscription {
    /// What there is of it is counted by its invariants.
    type Census = ();

    fn set_up(lot: &mut SmallRng, _: &mut Tally) -> (String, State) {
        let players = lot.random_range(1..=8usize);
        let varied = lot.random_range(0..2) == 0;
        let options = Options { varied, ..setup::standard(players) };
        let side = if varied { "A" } else { "B" };
        let words = format!("{players} players, side {side}, {:?}", options.difficulty);
        (words, setup::new_game(house(), options))
    }

    fn census(_: &State) -> Option<()> {
        None
    }

    fn census_differs(_: &(), _: &()) -> Option<String> {
        None
    }

    fn false_question(state: &State, prompt: &Prompt<Inscription>) -> Option<String> {
        if let Some(wrong) = Inscription::false_offer(state, prompt) {
            return Some(wrong);
        }
        if prompt.shape != Shape::Compound {
            return None;
        }
        let suggestions = compound::suggest(state, prompt);
        suggestions.into_iter().find_map(|answer| {
            let refusal = prompt.check(state, &answer).err()?;
            Some(format!("suggested and refused: {refusal}: {answer:?}"))
        })
    }

    fn leak(state: &State, _: &[Prompt<Inscription>]) -> Option<String> {
        let seats = (0..state.players.len()).map(|i| Some(Seat(i as u8)));
        for viewer in seats.chain([None]) {
            let view = View::of(state, viewer);
            if let Err(why) = serde_json::to_string(&view) {
                return Some(format!("the view of {viewer:?} is not written: {why}"));
            }
            let mut hidden = state.clone();
            // Whoever peeks knows the next card.
            let known = usize::from(view.next.is_some());
            let deep = hidden.deck.len().saturating_sub(known);
            hidden.deck[..deep].reverse();
            if View::of(&hidden, viewer) != view {
                return Some(format!("{viewer:?} sees what is hidden"));
            }
        }
        stored("the state", state)
    }

    fn passive(state: &State, prompt: &Prompt<Inscription>) -> Option<Vec<Choice>> {
        let candidates = match &prompt.question {
            Question::Faction => vec![prompt.options.first().copied().into_iter().collect()],
            _ => {
                let mut all = vec![Vec::new()];
                all.extend(compound::suggest(state, prompt));
                all
            }
        };
        candidates.into_iter().find(|answer: &Vec<Choice>| prompt.check(state, answer).is_ok())
    }
}
