//! A game of Twilight Inscription stopped while somebody is asked, to draw it or to measure.

use crate::engine::{Decider, Outcome, Prompt, Reply, Seed, step};
use crate::inscription::Inscription;
use crate::inscription::ask::Question;
use crate::inscription::data::house;
use crate::inscription::rules::setup;
use crate::inscription::state::{Phase, State, Window};
use crate::players::inscription::Greedy;

struct Until {
    players: Greedy,
    seed: Seed,
    round: u32,
    window: Window,
}

impl Decider<Inscription> for Until {
    fn reply(&mut self, state: &State, prompts: &[Prompt<Inscription>]) -> Reply<Inscription> {
        let prompt = &prompts[0];
        let wanted = |question: &Question| matches!(question, Question::Mark { window } if *window == self.window);
        if state.round >= self.round && wanted(&prompt.question) {
            return Reply::Open;
        }
        Reply::Answer(prompt.seat, self.players.choices(state, prompt))
    }

    fn chance(&mut self, key: &str, faces: u32, n: usize) -> Result<Vec<u32>, String> {
        Ok(self.seed.chance(key, faces, n))
    }
}

/// A game of greedy players in the first window of this kind from a round on, or at its end.
pub fn inscription_in_round(
    players: usize,
    varied: bool,
    seed: u64,
    (round, window): (u32, Window),
) -> State {
    let mut options = setup::standard(players);
    options.varied = varied;
    let mut state = setup::new_game(house(), options);
    let seed_of_chance = Seed::of(&format!("selfplay {seed}"));
    let mut until = Until { players: Greedy::new(seed), seed: seed_of_chance, round, window };
    while state.phase != Phase::Finished {
        let (next, _, outcome) = step(state, &mut until, 0);
        state = next;
        if !matches!(outcome, Outcome::Checkpoint) {
            break;
        }
    }
    state
}
