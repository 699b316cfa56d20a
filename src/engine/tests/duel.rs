//! A dice duel for two or three, played to the last one standing. `RULE` is the printed rule or a
//! changed one, as after a new build of the program.

use serde::{Deserialize, Serialize};

use super::super::*;
use super::Table;

pub const PRINTED: u8 = 0;
/// Each hit costs two lives.
pub const HARDER: u8 = 1;
/// Dice have six faces.
pub const SIX_FACES: u8 = 2;
/// Nobody may leave the card.
pub const GREEDY: u8 = 3;
/// The card is not offered: a round ends with the blows.
pub const NO_CARD: u8 = 4;
/// A swallowed question, then the end of the step, another question or dice.
pub const SWALLOW_AND_END: u8 = 5;
pub const SWALLOW_AND_ASK: u8 = 6;
pub const SWALLOW_AND_ROLL: u8 = 7;
/// Rounds that ask nobody, for ever.
pub const CIRCLES: u8 = 8;
/// The low stance panics.
pub const LOW_PANICS: u8 = 9;

#[derive(Clone, Debug, PartialEq)]
pub struct Duel<const RULE: u8 = PRINTED>;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Ring {
    /// 0 is the set-up.
    pub round: u32,
    pub life: Vec<i32>,
    pub deck: Vec<u32>,
    pub hands: Vec<Vec<u32>>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Question {
    Stance { round: u32 },
    Card { round: u32 },
    Rest,
    Gift { from: Seat },
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Choice {
    High,
    Low,
    Grab,
    Leave,
    Yes,
    No,
    /// Lives to get back at a rest, in parts.
    Lives(u32),
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Deed {
    /// Gives lives to somebody, who may decline.
    Give {
        to: Seat,
        lives: i32,
    },
    /// Deeds that the rules are not fit for.
    PanicInCheck,
    PanicInDoing,
}

pub fn duel<const RULE: u8>(seats: usize, words: &str) -> Table<Duel<RULE>> {
    let hands = vec![Vec::new(); seats];
    Table::open(words, Ring { round: 0, life: vec![6; seats], deck: (1..=12).collect(), hands })
}

impl Ring {
    pub fn standing(&self) -> Vec<Seat> {
        let seats = (0..self.life.len() as u8).map(Seat);
        seats.filter(|seat| self.life[seat.index()] > 0).collect()
    }

    fn next_after(&self, seat: Seat) -> Option<Seat> {
        let standing = self.standing();
        let after = standing.iter().find(|other| **other > seat).or(standing.first());
        after.copied().filter(|other| *other != seat)
    }
}

impl<const RULE: u8> Rulebook for Duel<RULE> {
    type State = Ring;
    type Question = Question;
    type Choice = Choice;
    type Deed = Deed;

    const NAME: &'static str = "duel";
    const VERSION: u32 = 1;

    fn advance(game: &mut Game<Self>) -> Flow {
        match game.state.round {
            0 => Self::reshuffle(game)?,
            _ if RULE == CIRCLES => {}
            round => {
                game.say(|state| format!("Round {round}: {:?} lives.", state.life));
                // The first roll comes before any question of the round.
                let wind = game.roll(format!("round {round}, wind"), 1)?[0];
                game.say(|_| format!("The wind is {wind}."));
                blows(game, round, wind)?;
                if RULE != NO_CARD && game.state.standing().len() > 1 {
                    card(game, round)?;
                }
            }
        }
        game.state.round += 1;
        Ok(())
    }

    fn finished(state: &Ring) -> bool {
        state.round > 0 && state.standing().len() < 2
    }

    fn step_name(state: &Ring) -> String {
        if state.round == 0 { "the set-up".into() } else { format!("round {}", state.round) }
    }

    fn check(_: &Ring, _: &Prompt<Self>, choices: &[Choice]) -> Result<(), Refusal> {
        let mut sum = 0;
        for choice in choices {
            let Choice::Lives(lives) = choice else { return Err(Refusal::new("lives only")) };
            assert_ne!(*lives, 99, "a mistake in the rules");
            sum += lives;
        }
        let most = || Refusal::new("a rest gives two lives").rule("7.1").instead("Take 0 to 2");
        if sum <= 2 { Ok(()) } else { Err(most()) }
    }

    fn check_deed(state: &Ring, seat: Seat, deed: &Deed) -> Result<(), Refusal> {
        match deed {
            Deed::Give { to, .. } if *to == seat || !state.standing().contains(to) => {
                Err(Refusal::new("nobody is there"))
            }
            Deed::Give { lives, .. } if !(1..state.life[seat.index()]).contains(lives) => {
                Err(Refusal::new("you keep at least one life"))
            }
            Deed::PanicInCheck => panic!("a mistake in the rules"),
            _ => Ok(()),
        }
    }

    fn carry_out(game: &mut Game<Self>, seat: Seat, deed: &Deed) -> Flow {
        let Deed::Give { to, lives } = *deed else { panic!("a mistake in the rules") };
        let question = Question::Gift { from: seat };
        let yes_or_no = vec![Choice::Yes, Choice::No];
        if game.choose(|_| Prompt::one(to, question.clone(), yes_or_no.clone()))? == Choice::Yes {
            game.state.life[seat.index()] -= lives;
            game.state.life[to.index()] += lives;
            game.say(|_| format!("{seat} gives {lives} lives to {to}."));
        }
        Ok(())
    }

    fn reshuffle(game: &mut Game<Self>) -> Flow {
        let mut deck = game.state.deck.clone();
        game.shuffle(format!("round {}, deck", game.state.round), &mut deck)?;
        game.state.deck = deck;
        Ok(())
    }
}

/// Everybody chooses a stance and strikes the next; with one life left there is only the low one.
fn blows<const RULE: u8>(game: &mut Game<Duel<RULE>>, round: u32, wind: u8) -> Flow {
    let stances = |state: &Ring| {
        let options = |seat: Seat| match state.life[seat.index()] {
            1 => vec![Choice::Low],
            _ => vec![Choice::High, Choice::Low],
        };
        let ask = |seat| Prompt::one(seat, Question::Stance { round }, options(seat));
        state.standing().into_iter().map(ask).collect::<Vec<_>>()
    };
    let swallowing = matches!(RULE, SWALLOW_AND_END | SWALLOW_AND_ASK | SWALLOW_AND_ROLL);
    if swallowing && game.ask_each(stances).is_err() {
        match RULE {
            SWALLOW_AND_ASK => drop(game.ask_each(stances)?),
            SWALLOW_AND_ROLL => drop(game.roll("a roll too many", 1)?),
            _ => {}
        }
        return Ok(());
    }
    for (seat, stance) in game.ask_each(stances)? {
        let Some(target) = game.state.next_after(seat) else { break };
        assert!(RULE != LOW_PANICS || stance[0] == Choice::High, "a mistake in the rules");
        let label = format!("round {round}, {seat:?} strikes {:?}", stance[0]);
        let dice: Vec<u32> = match RULE {
            SIX_FACES => game.random(label, 6, 2)?,
            _ => game.roll(label, 2)?.into_iter().map(u32::from).collect(),
        };
        let needs = if stance[0] == Choice::High { 7 } else { 9 - u32::from(wind > 5) };
        let hits = dice.iter().filter(|die| **die >= needs).count() as i32;
        game.state.life[target.index()] -= if RULE == HARDER { 2 * hits } else { hits };
        game.say(|_| format!("{seat} strikes {target} with {dice:?}: {hits} hits."));
    }
    Ok(())
}

/// Whoever answers first has the card or burns it; its owner may then rest.
fn card<const RULE: u8>(game: &mut Game<Duel<RULE>>, round: u32) -> Flow {
    let options =
        if RULE == GREEDY { vec![Choice::Grab] } else { vec![Choice::Grab, Choice::Leave] };
    let ask = |seat| Prompt::one(seat, Question::Card { round }, options.clone()).always();
    let (seat, choices) =
        game.ask_any(|state| state.standing().into_iter().map(ask).collect::<Vec<_>>())?;
    let Some(card) = game.state.deck.pop() else { return Ok(()) };
    if choices[0] == Choice::Leave {
        return Ok(());
    }
    game.reveal("a card");
    game.say(|_| format!("{seat} takes the card."));
    game.tell(Audience::Only(seat), |_| format!("You drew {card}."));
    game.state.hands[seat.index()].push(card);
    for choice in game.ask(|_| Prompt::compound(seat, Question::Rest))? {
        let Choice::Lives(lives) = choice else { continue };
        game.state.life[seat.index()] += lives as i32;
    }
    Ok(())
}
