//! A decider for tests: scripted answers, forced dice, and a record of what was asked and told.

use std::collections::VecDeque;

use crate::engine::{self, Decider, Flow, News, Outcome, Prompt, Refusal, Reply, Seat, Seed};
use crate::imperium::rules::ask::{Choice, Question};
use crate::imperium::rules::compound;
use crate::imperium::state::State;
use crate::imperium::{Game, Imperium, components};

type Rule = Box<dyn Fn(&State, &Prompt<Imperium>) -> Option<Vec<Choice>>>;

/// Answers questions in this order of preference: the next scripted answer if it is for a seat that
/// is asked, the first rule that knows the question, a pass or the first suggestion.
#[derive(Default)]
pub struct Script {
    answers: VecDeque<(Seat, Vec<Choice>)>,
    rules: Vec<Rule>,
    dice: VecDeque<u8>,
    strict: bool,
    pub asked: Vec<(Seat, Question)>,
    pub prompts: Vec<Prompt<Imperium>>,
    /// Labels and outcomes of everything rolled.
    pub rolled: Vec<(String, Vec<u32>)>,
}

impl Script {
    pub fn new() -> Self {
        components::install();
        Script::default()
    }

    /// The next answers of the table, in this order.
    pub fn answer(mut self, seat: u8, choices: impl Into<Vec<Choice>>) -> Self {
        self.answers.push_back((Seat(seat), choices.into()));
        self
    }

    /// Answers whatever question `rule` knows, at any time.
    pub fn when(
        mut self,
        rule: impl Fn(&State, &Prompt<Imperium>) -> Option<Vec<Choice>> + 'static,
    ) -> Self {
        self.rules.push(Box::new(rule));
        self
    }

    /// Gives this answer to whatever question of `seat` it is legal for.
    pub fn on(self, seat: u8, choices: impl Into<Vec<Choice>>) -> Self {
        let choices = choices.into();
        self.when(move |state, prompt| {
            let legal = prompt.seat == Seat(seat) && prompt.check(state, &choices).is_ok();
            legal.then(|| choices.clone())
        })
    }

    /// Then goes on as `other` does.
    pub fn with(mut self, other: Script) -> Self {
        self.answers.extend(other.answers);
        self.rules.extend(other.rules);
        self.dice.extend(other.dice);
        self
    }

    /// The next dice, in the order in which they are rolled; then come dice from a fixed seed.
    pub fn dice(mut self, dice: impl IntoIterator<Item = u8>) -> Self {
        self.dice.extend(dice);
        self
    }

    /// Stops at the first question that neither the answers nor the rules know, instead of passing.
    pub fn strict(mut self) -> Self {
        self.strict = true;
        self
    }

    /// Runs `rules` from `state`.
    pub fn run(self, state: State, rules: impl FnOnce(&mut Game) -> Flow) -> Played {
        let mut script = self;
        let (state, news, outcome) = engine::play(state, &mut script, 0, rules);
        Played { state, news, outcome, script }
    }
}

/// What came of a scripted run.
pub struct Played {
    pub state: State,
    pub news: Vec<News>,
    pub outcome: Outcome<Imperium>,
    pub script: Script,
}

impl Played {
    /// The run went to its end and used all scripted answers.
    #[track_caller]
    pub fn done(self) -> Self {
        assert!(matches!(self.outcome, Outcome::Checkpoint), "stopped: {:?}", self.outcome);
        assert!(self.script.answers.is_empty(), "answers left over: {:?}", self.script.answers);
        let wrong = crate::imperium::state::invariants::violations(&self.state);
        assert!(wrong.is_empty(), "{wrong:?}");
        self
    }

    /// Everything that was told to everyone, a line each.
    pub fn told(&self) -> String {
        let public = self.news.iter().filter(|news| news.audience.includes(None));
        public.map(|news| news.text.clone() + "\n").collect()
    }

    /// What only `seat` was told.
    pub fn told_to(&self, seat: u8) -> String {
        let private = self.news.iter().filter(|news| {
            !news.audience.includes(None) && news.audience.includes(Some(Seat(seat)))
        });
        private.map(|news| news.text.clone() + "\n").collect()
    }

    /// The questions that `seat` was asked.
    pub fn asked(&self, seat: u8) -> Vec<&Question> {
        self.script.asked.iter().filter(|(who, _)| who.0 == seat).map(|(_, what)| what).collect()
    }

    /// The open prompts of a run that stopped.
    pub fn open(&self) -> &[Prompt<Imperium>] {
        match &self.outcome {
            Outcome::Waiting(prompts) => prompts,
            _ => &[],
        }
    }

    /// Why the first scripted answer that was refused was refused.
    #[track_caller]
    pub fn refusal(&self) -> String {
        match &self.outcome {
            Outcome::Misfit(why) => why.clone(),
            other => panic!("nothing was refused: {other:?}"),
        }
    }
}

impl Decider<Imperium> for Script {
    fn reply(&mut self, state: &State, prompts: &[Prompt<Imperium>]) -> Reply<Imperium> {
        let scripted = self.answers.front().map(|(seat, _)| *seat);
        let prompt = prompts.iter().find(|prompt| Some(prompt.seat) == scripted);
        if let Some(prompt) = prompt {
            let (_, choices) = self.answers.pop_front().expect("it was just looked at");
            return self.give(state, prompt, choices);
        }
        for prompt in prompts {
            if let Some(choices) = self.rules.iter().find_map(|rule| rule(state, prompt)) {
                return self.give(state, prompt, choices);
            }
        }
        if self.strict {
            return Reply::Open;
        }
        let prompt = &prompts[0];
        let choices = passive(state, prompt);
        self.give(state, prompt, choices)
    }

    fn chance(&mut self, label: &str, faces: u32, n: usize) -> Result<Vec<u32>, String> {
        let seed = Seed::of("script");
        let outcomes = match faces {
            0 => seed.shuffle(label, n),
            10 => {
                let spare = seed.dice(label, faces, n);
                spare.iter().map(|die| self.dice.pop_front().map_or(*die, u32::from)).collect()
            }
            _ => seed.dice(label, faces, n),
        };
        self.rolled.push((label.into(), outcomes.clone()));
        Ok(outcomes)
    }

    fn wants_news(&self) -> bool {
        true
    }
}

impl Script {
    fn give(
        &mut self,
        state: &State,
        prompt: &Prompt<Imperium>,
        choices: Vec<Choice>,
    ) -> Reply<Imperium> {
        self.asked.push((prompt.seat, prompt.question.clone()));
        self.prompts.push(prompt.clone());
        match prompt.check(state, &choices) {
            Ok(()) => Reply::Answer(prompt.seat, choices),
            Err(refusal) => Reply::Misfit(refusal.to_string()),
        }
    }
}

/// The answer of somebody who wants nothing: pass, the smallest choice, the first suggestion.
pub fn passive(state: &State, prompt: &Prompt<Imperium>) -> Vec<Choice> {
    use crate::engine::Shape;
    match prompt.shape {
        Shape::Compound => {
            let shape = compound::shape(&prompt.question).expect("compound questions have a shape");
            for empty in [vec![], vec![Choice::Pass]] {
                if (shape.check)(state, prompt, &empty).is_ok() {
                    return empty;
                }
            }
            (shape.suggest)(state, prompt).swap_remove(0)
        }
        Shape::One if prompt.options.contains(&Choice::Pass) => vec![Choice::Pass],
        Shape::One => vec![prompt.options[0].clone()],
        Shape::Some { min, .. } => prompt.options[..min].to_vec(),
        Shape::Order => prompt.options.clone(),
    }
}

/// The refusal of a complete answer to a compound question, without running anything.
pub fn refused(state: &State, seat: u8, question: Question, choices: &[Choice]) -> Option<Refusal> {
    components::install();
    Prompt::<Imperium>::compound(Seat(seat), question).check(state, choices).err()
}
