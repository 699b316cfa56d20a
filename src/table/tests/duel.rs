//! A tiny game to play at the table: wager coins (a compound answer), let the others respond with
//! hidden cards, roll, draw. Gifts and begging are its deeds.

use serde::{Deserialize, Serialize};

use crate::engine::{Audience, Entry, Flow, Game, Prompt, Refusal, Rulebook, Seat, Shape};
use crate::table::{Act, Hosted, Settings, Setup};

/// `RULES` 0 are the rules; 1 allows wagers of one coin only; 2 says that winning needs a 7; 3 leaves the
/// coins with whoever wagers them; 4 fails over every wager.
#[derive(Clone, Debug, PartialEq)]
pub struct Duel<const RULES: u8>;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Card {
    Block,
    Mirror,
    Blank,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct State {
    pub turn: u32,
    pub deck: Vec<Card>,
    pub hands: Vec<Vec<Card>>,
    pub coins: Vec<u8>,
    pub points: Vec<u32>,
    pub goal: u32,
    pub ready: bool,
    /// Who begs whom.
    pub begging: Option<(Seat, Seat)>,
    /// Since version 2.
    pub faces: u32,
}

impl State {
    pub fn active(&self) -> Seat {
        Seat((self.turn as usize % self.hands.len()) as u8)
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Question {
    Wager,
    Respond { by: Seat, coins: u8 },
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Choice {
    Coins(u8),
    /// Legal, and the rules panic over it.
    Bomb,
    Pass,
    Play(Card),
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Deed {
    Give { to: Seat, coins: u8 },
    Beg { from: Seat },
    Refuse,
}

fn wagered(parts: &[Choice]) -> u8 {
    parts.iter().map(|part| if let Choice::Coins(n) = part { *n } else { 0 }).sum()
}

impl<const RULES: u8> Rulebook for Duel<RULES> {
    type State = State;
    type Question = Question;
    type Choice = Choice;
    type Deed = Deed;

    const NAME: &'static str = "duel";
    const VERSION: u32 = 2;

    fn advance(game: &mut Game<Self>) -> Flow {
        if !game.state.ready {
            let mut deck = game.state.deck.clone();
            game.shuffle("the deck", &mut deck)?;
            game.state.deck = deck;
            game.state.ready = true;
            return Ok(());
        }
        let active = game.state.active();
        let parts = game.ask(|state| Prompt::compound(state.active(), Question::Wager))?;
        if parts.contains(&Choice::Bomb) || RULES == 4 {
            panic!("the rules cannot count to a bomb");
        }
        let coins = wagered(&parts);
        game.state.coins[active.index()] -= if RULES == 3 { 0 } else { coins };
        game.say(|_| format!("{active} wagers {coins}."));
        let answers = game.ask_each(|state| {
            let others = (0..state.hands.len() as u8).map(Seat).filter(|seat| *seat != active);
            others
                .map(|seat| {
                    let cards = state.hands[seat.index()].iter();
                    let cards =
                        cards.filter(|card| **card != Card::Blank).map(|c| Choice::Play(*c));
                    let options = std::iter::once(Choice::Pass).chain(cards).collect();
                    Prompt::one(seat, Question::Respond { by: active, coins }, options).always()
                })
                .collect()
        })?;
        let mut blocked = false;
        for (seat, choices) in answers {
            if let Choice::Play(card) = choices[0] {
                let hand = &mut game.state.hands[seat.index()];
                hand.remove(hand.iter().position(|held| *held == card).expect("it was offered"));
                game.say(|_| format!("{seat} plays {card:?}."));
                blocked |= card == Card::Block;
            }
        }
        let label = format!("turn {}, {coins} coins", game.state.turn);
        let dice = game.roll(label, usize::from(coins) + 1)?;
        let needed = if RULES == 2 { 7 } else { 6 };
        let won = dice.iter().filter(|die| **die >= needed).count() as u32;
        game.say(|_| format!("{active} rolls {dice:?}."));
        if !blocked {
            game.state.points[active.index()] += won;
        }
        if let Some(card) = game.state.deck.pop() {
            game.reveal("a card");
            game.state.hands[active.index()].push(card);
            game.say(|_| format!("{active} draws a card."));
            game.tell(Audience::Only(active), |_| format!("You drew {card:?}."));
        }
        game.state.coins[active.index()] += 1;
        game.state.turn += 1;
        Ok(())
    }

    fn finished(state: &State) -> bool {
        state.turn >= 30 || state.points.iter().any(|points| *points >= state.goal)
    }

    fn step_name(state: &State) -> String {
        if state.ready {
            format!("turn {} of {}", state.turn, state.active())
        } else {
            "deal".into()
        }
    }

    fn check(state: &State, prompt: &Prompt<Self>, choices: &[Choice]) -> Result<(), Refusal> {
        let held = state.coins[prompt.seat.index()];
        let coins = wagered(choices);
        if choices.iter().any(|part| !matches!(part, Choice::Coins(_) | Choice::Bomb)) {
            return Err(Refusal::new("only coins are wagered"));
        }
        if RULES == 1 && coins > 1 {
            return Err(Refusal::new("one coin is the most"));
        }
        if coins > held {
            let refusal = Refusal::new(format!("{coins} coins are more than your {held}"));
            return Err(refusal.rule("1.2").instead("Take a part away."));
        }
        Ok(())
    }

    fn check_deed(state: &State, seat: Seat, deed: &Deed) -> Result<(), Refusal> {
        match deed {
            Deed::Give { coins, .. } if *coins > state.coins[seat.index()] => {
                Err(Refusal::new("you have not so many"))
            }
            Deed::Refuse if state.begging.is_none() => Err(Refusal::new("nobody begs")),
            _ => Ok(()),
        }
    }

    fn carry_out(game: &mut Game<Self>, seat: Seat, deed: &Deed) -> Flow {
        match deed {
            Deed::Give { to, coins } => {
                game.state.coins[seat.index()] -= coins;
                game.state.coins[to.index()] += coins;
                game.say(|_| format!("{seat} gives {to} {coins}."));
            }
            Deed::Beg { from } => game.state.begging = Some((seat, *from)),
            Deed::Refuse => {
                game.state.begging = None;
                game.say(|_| format!("{seat} refuses."));
            }
        }
        Ok(())
    }

    fn reshuffle(game: &mut Game<Self>) -> Flow {
        let mut deck = game.state.deck.clone();
        game.shuffle("the deck again", &mut deck)?;
        game.state.deck = deck;
        Ok(())
    }
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct View {
    pub points: Vec<u32>,
    pub coins: Vec<u8>,
    pub hand: Vec<Card>,
}

impl<const RULES: u8> Hosted for Duel<RULES> {
    type View = View;

    const SEATS: std::ops::RangeInclusive<usize> = 2..=4;
    const COMPUTERS: &'static [&'static str] = &["bold", "absurd"];

    fn check_settings(settings: &Settings) -> Result<(), Refusal> {
        match settings.get("goal").map(|goal| goal.parse::<u32>()) {
            None | Some(Ok(1..=99)) => Ok(()),
            _ => Err(Refusal::new("the goal is 1 to 99 points")),
        }
    }

    fn create(setup: &Setup) -> Result<State, Refusal> {
        let n = setup.seats.len();
        let goal = setup.settings.get("goal").map_or(8, |goal| goal.parse().unwrap_or(8));
        let mut deck = Vec::new();
        for _ in 0..8 {
            deck.extend([Card::Block, Card::Mirror, Card::Blank]);
        }
        Ok(State {
            turn: 0,
            deck,
            hands: vec![Vec::new(); n],
            coins: vec![3; n],
            points: vec![0; n],
            goal,
            ready: false,
            begging: None,
            faces: 10,
        })
    }

    fn view(state: &State, viewer: Option<Seat>) -> View {
        View {
            points: state.points.clone(),
            coins: state.coins.clone(),
            hand: viewer.map_or(Vec::new(), |seat| state.hands[seat.index()].clone()),
        }
    }

    fn question_text(_: &State, viewer: Option<Seat>, prompt: &Prompt<Self>) -> String {
        match &prompt.question {
            Question::Wager => format!("{}: how many coins?", prompt.seat),
            Question::Respond { by, .. } if viewer == Some(prompt.seat) => {
                format!("{by} wagers. You may respond.")
            }
            Question::Respond { by, .. } => format!("{by} wagers. Anyone may respond."),
        }
    }

    fn choice_label(_: &State, _: &Prompt<Self>, choice: &Choice) -> String {
        match choice {
            Choice::Coins(n) => format!("{n} coins"),
            Choice::Bomb => "A bomb".into(),
            Choice::Pass => "Pass".into(),
            Choice::Play(card) => format!("Play {card:?}"),
        }
    }

    fn choice_key(choice: &Choice) -> String {
        match choice {
            Choice::Coins(n) => format!("coins.{n}"),
            Choice::Bomb => "bomb".into(),
            Choice::Pass => "pass".into(),
            Choice::Play(card) => format!("play.{card:?}"),
        }
    }

    fn choice_group(choice: &Choice) -> String {
        if matches!(choice, Choice::Coins(_)) { "Coins".into() } else { String::new() }
    }

    fn next(state: &State, prompt: &Prompt<Self>, draft: &[Choice]) -> Vec<Choice> {
        let left = state.coins[prompt.seat.index()].saturating_sub(wagered(draft));
        match left {
            0 => Vec::new(),
            1 => vec![Choice::Coins(1)],
            n => vec![Choice::Coins(1), Choice::Coins(n)],
        }
    }

    fn suggest(state: &State, prompt: &Prompt<Self>) -> Vec<Vec<Choice>> {
        let held = state.coins[prompt.seat.index()];
        vec![vec![Choice::Coins(held.min(2))], vec![]]
    }

    fn automatic(_: &State, prompt: &Prompt<Self>) -> Option<Vec<Choice>> {
        let only = prompt.shape == Shape::One && prompt.options == [Choice::Pass];
        only.then(|| vec![Choice::Pass])
    }

    fn pass(_: &State, prompt: &Prompt<Self>) -> Option<Vec<Choice>> {
        matches!(prompt.question, Question::Respond { .. }).then(|| vec![Choice::Pass])
    }

    fn topics(prompt: &Prompt<Self>) -> Vec<String> {
        match prompt.question {
            Question::Wager => vec!["wager".into()],
            Question::Respond { coins: 2.., .. } => vec!["response".into(), "response high".into()],
            Question::Respond { .. } => vec!["response".into()],
        }
    }

    fn topic_text(topic: &str) -> Option<String> {
        ["wager", "response", "response high"].contains(&topic).then(|| format!("a {topic}"))
    }

    fn read_order(
        _: &State,
        _: Seat,
        topic: &str,
        typed: &str,
    ) -> Result<crate::table::Reply, Refusal> {
        use crate::table::Reply;
        match (topic, typed) {
            ("response" | "response high", "pass") => Ok(Reply::Pass),
            (_, "ask") => Ok(Reply::Ask),
            ("response" | "response high", "block") => {
                Ok(Reply::First(vec![("play.Block".into(), "Block".into())]))
            }
            ("wager", number) if number.parse::<u8>().is_ok() => Ok(Reply::Plan(number.into())),
            _ => Err(Refusal::new(format!("`{typed}` is no order for a {topic}"))),
        }
    }

    fn planned(_: &State, prompt: &Prompt<Self>, plan: &str) -> Option<Vec<Choice>> {
        let coins = plan.parse().ok()?;
        (prompt.question == Question::Wager).then(|| vec![Choice::Coins(coins)])
    }

    /// Whoever wagers next may say already how much.
    fn upcoming(state: &State, _: &[Prompt<Self>], seat: Seat) -> Option<Prompt<Self>> {
        let next = (state.turn as usize + 1) % state.hands.len();
        (state.ready && seat.index() == next).then(|| Prompt::compound(seat, Question::Wager))
    }

    /// High wagers concern everybody.
    fn concerns(_: &State, prompt: &Prompt<Self>) -> bool {
        matches!(prompt.question, Question::Respond { coins: 2.., .. })
    }

    fn on_turn(state: &State) -> Option<Seat> {
        state.ready.then(|| state.active())
    }

    fn round(state: &State) -> u32 {
        state.turn / state.hands.len() as u32
    }

    fn computer_deed(state: &State, seat: Seat, _: &[Seat]) -> Option<Deed> {
        state.begging.is_some_and(|(_, from)| from == seat).then_some(Deed::Refuse)
    }

    fn command(
        _: &State,
        seat: Seat,
        prompts: &[Prompt<Self>],
        draft: &[Choice],
        name: &str,
        options: &[(String, String)],
    ) -> Result<Act<Self>, Refusal> {
        let number = || -> Result<u8, Refusal> {
            let value = options.first().map(|(_, value)| value.as_str()).unwrap_or_default();
            value.parse().map_err(|_| Refusal::new(format!("`{value}` is no number")))
        };
        match name {
            "wager" => Ok(Act::Answer(vec![Choice::Coins(number()?)])),
            "add" => Ok(Act::Draft([draft, &[Choice::Coins(number()?)]].concat())),
            "confirm" => Ok(Act::Confirm),
            "cancel" => Ok(Act::Cancel),
            "pass" => Ok(Act::Answer(vec![Choice::Pass])),
            "give" => Ok(Act::Deed(Deed::Give { to: Seat((seat.0 + 1) % 2), coins: number()? })),
            _ => Err(Refusal::new(format!("there is no /{name} while {} wait", prompts.len()))),
        }
    }

    fn complete(
        state: &State,
        seat: Option<Seat>,
        prompts: &[Prompt<Self>],
        draft: &[Choice],
        _: &str,
        options: &[(String, String)],
        _: &str,
    ) -> Vec<(String, String)> {
        let typed = options.first().map_or("", |(_, typed)| typed.as_str());
        let Some(prompt) = prompts.iter().find(|prompt| Some(prompt.seat) == seat) else {
            return Vec::new();
        };
        let next = Self::next(state, prompt, draft).into_iter();
        let all = next
            .map(|choice| (Self::choice_label(state, prompt, &choice), Self::choice_key(&choice)));
        all.filter(|(label, _)| label.contains(typed)).collect()
    }

    fn public_summary(state: &State) -> String {
        format!("Points: {:?}.", state.points)
    }

    fn entry_text(entry: &Entry<Self>) -> String {
        match entry {
            Entry::Answer { seat, question: Question::Wager, choices, .. } => {
                format!("{seat} wagered {}", wagered(choices))
            }
            Entry::Answer { seat, .. } => format!("{seat} responded or passed"),
            Entry::Deed { seat, .. } => format!("{seat} dealt"),
            Entry::Chance { label, .. } => format!("chance: {label}"),
            _ => String::new(),
        }
    }

    fn migrate(version: u32, mut state: serde_json::Value) -> Result<serde_json::Value, String> {
        match version {
            1 => {
                state["faces"] = 10.into();
                Ok(state)
            }
            other => Err(format!("version {other} is unknown")),
        }
    }
}

/// The bold computer wagers all; the absurd one answers nonsense or panics.
pub fn computer<const RULES: u8>(
    kind: &str,
    state: &State,
    prompt: &Prompt<Duel<RULES>>,
    position: usize,
) -> Vec<Choice> {
    match (kind, &prompt.question) {
        ("bold", Question::Wager) => vec![Choice::Coins(state.coins[prompt.seat.index()])],
        ("bold", _) => vec![prompt.options[position % prompt.options.len()].clone()],
        _ if position.is_multiple_of(2) => panic!("too absurd"),
        _ => vec![Choice::Pass, Choice::Coins(200)],
    }
}
