//! One player's turn in the action phase (RR 3): a tactical, strategic or component action, or
//! passing. Secondary abilities still owed are answered beside it.

use crate::engine::{Flow, Prompt, Seat};
use crate::imperium::data::*;
use crate::imperium::state::*;
use crate::imperium::{Game, Imperium};

use super::ask::*;
use super::notes;
use super::tables::{Number, number};
use super::window::{self, Moment};
use super::{
    blockade, combat, fleet, invasion, movement, production, revival, scoring, space_cannon,
    strategy_cards, trade, victory,
};

/// One turn, to the next checkpoint.
pub fn take(game: &mut Game) -> Flow {
    let Some(seat) = game.state.active else {
        return end_phase(game);
    };
    game.state.turn += 1;
    game.state.visited = None;
    game.state.rolls.clear();
    revival::place(game, seat)?;
    window::must(game, &mut Moment::TurnStarts { seat })?;
    let order = game.state.initiative_order();
    window::window(game, &mut Moment::OthersTurnStarts { by: seat })?;
    let mut step = Step::Opening;
    let mut played: Vec<Note> = Vec::new();
    while may_act(&game.state, seat, step) {
        let answer = choose(game, seat, step, &played)?;
        step = match (step, answer) {
            (Step::Opening, Choice::PlayNote(note)) if opens(&game.state, seat, note, &played) => {
                played.push(note);
                notes::play(game, seat, note, &mut Moment::TurnStarts { seat })?;
                Step::Opening
            }
            (Step::Opening, Choice::Use(name)) if is_opening(&game.state, seat, &name) => {
                window::use_power(game, seat, &name, &mut Moment::TurnStarts { seat })?;
                Step::Opening
            }
            (Step::After(1..), Choice::Pass) => break,
            (step, answer) => {
                if step.taken() > 0 {
                    game.say(|_| format!("{seat} takes another action in the same turn."));
                }
                let performed = act(game, seat, answer)?;
                blockade::sweep(game)?;
                game.state.forget_feats();
                if performed {
                    action_performed(game, seat)?;
                }
                Step::After(step.taken() + u8::from(performed))
            }
        };
    }
    game.state.end(Until::TurnEnds);
    trade::turn_ends(&mut game.state);
    game.state.forget_feats();
    victory::eliminate(game)?;
    game.state.active = next_in(&game.state, &order, seat);
    Ok(())
}

/// What was removed at the end of a step may have been a player's last (RR 33.1); were they to be next,
/// somebody else is.
pub fn after_losses(game: &mut Game) -> Flow {
    let nobody_falls = matches!(game.state.stage, Stage::Setup(_) | Stage::Finished);
    if nobody_falls || victory::overdue(&game.state).is_none() {
        return Ok(());
    }
    let order = game.state.initiative_order();
    victory::eliminate(game)?;
    if let Some(seat) = game.state.active.filter(|seat| game.state.player(*seat).eliminated) {
        game.state.active = next_in(&game.state, &order, seat);
    }
    Ok(())
}

/// Passing is no action, and nothing follows an action that ended the turn.
fn action_performed(game: &mut Game, seat: Seat) -> Flow {
    if game.state.player(seat).passed || game.state.is_turn_over(seat) {
        return Ok(());
    }
    let mut performed = Moment::ActionPerformed { by: seat };
    window::must(game, &mut performed)?;
    window::window(game, &mut performed)
}

/// How far a turn has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    /// Nothing but powers of the start of a turn were used.
    Opening,
    /// So many actions were performed; one that was cancelled does not count (RR 22.4).
    After(u8),
}

impl Step {
    fn taken(self) -> u8 {
        match self {
            Step::Opening => 0,
            Step::After(taken) => taken,
        }
    }
}

/// Whoever passed or is out of the game acts no more, nobody more often than allowed.
fn may_act(state: &State, seat: Seat, step: Step) -> bool {
    let player = state.player(seat);
    let taken = i32::from(step.taken());
    !player.passed
        && !player.eliminated
        && !state.is_turn_over(seat)
        && (taken == 0 || taken < number(state, Number::Actions { seat }, 1))
}

/// Whether the power is one of the start of a turn.
fn is_opening(state: &State, seat: Seat, name: &PowerName) -> bool {
    openings(state, seat).contains(&Choice::Use(name.clone()))
}

fn openings(state: &State, seat: Seat) -> Vec<Choice> {
    let moment = Moment::TurnStarts { seat };
    let powers = window::powers(state, seat, &moment).filter(|power| !power.must);
    powers.map(|power| Choice::Use(PowerName(power.name.into()))).collect()
}

/// Whether the note can be played at the start of the turn; `played` ones cannot come back for it.
fn opens(state: &State, seat: Seat, note: Note, played: &[Note]) -> bool {
    !played.contains(&note)
        && notes::playable(state, seat, &Moment::TurnStarts { seat }).contains(&note)
}

/// The seat whose turn comes after `seat`'s: the next in initiative order that has not passed.
pub fn next_after(state: &State, seat: Seat) -> Option<Seat> {
    next_in(state, &state.initiative_order(), seat)
}

/// The same by the order in which the turn began, as `seat` may have been eliminated in it.
fn next_in(state: &State, order: &[Seat], seat: Seat) -> Option<Seat> {
    let at = order.iter().position(|other| *other == seat).unwrap_or(0);
    let from_next = order.iter().cycle().skip(at + 1).take(order.len());
    from_next.copied().find(|next| !state.player(*next).passed)
}

/// The active player's choice of an action. Owed secondary abilities are open beside it; their own
/// comes first, so that nobody acts before they have decided on it.
fn choose(game: &mut Game, seat: Seat, step: Step, played: &[Note]) -> Flow<Choice> {
    loop {
        strategy_cards::forgo(game);
        let (who, mut answer) = game.ask_any(|state| {
            let mut prompts = owed_prompts(state);
            if !prompts.iter().any(|prompt| prompt.seat == seat) {
                prompts.push(action_prompt(state, seat, step, played));
            }
            prompts
        })?;
        match first_owed(&game.state, who) {
            Some(owed) => settle(game, owed, &answer)?,
            None => return Ok(answer.swap_remove(0)),
        }
    }
}

fn first_owed(state: &State, seat: Seat) -> Option<Owed> {
    state.owed.iter().copied().find(|owed| owed.seat == seat)
}

/// One prompt for each seat that owes an answer to a secondary ability.
fn owed_prompts(state: &State) -> Vec<Prompt<Imperium>> {
    let first = |owed: &&Owed| first_owed(state, owed.seat).as_ref() == Some(*owed);
    let prompt = |owed: &Owed| Prompt::compound(owed.seat, Question::Secondary { card: owed.card });
    state.owed.iter().filter(first).map(prompt).collect()
}

fn settle(game: &mut Game, owed: Owed, answer: &[Choice]) -> Flow {
    if let Some(at) = game.state.owed.iter().position(|other| *other == owed) {
        game.state.owed.remove(at);
    }
    strategy_cards::secondary(game, owed, answer)?;
    blockade::sweep(game)
}

/// A further action may be left out, but is no occasion to pass. Asked even when a single action is
/// legal but the others must think that there could be a card to play instead, so that neither
/// silence nor its lack tells what is held.
fn action_prompt(state: &State, seat: Seat, step: Step, played: &[Note]) -> Prompt<Imperium> {
    let prompt = if step.taken() > 0 {
        let mut options = performable(state, seat);
        options.push(Choice::Pass);
        Prompt::one(seat, Question::ChooseAnotherAction, options)
    } else {
        let mut options = actions(state, seat);
        if step == Step::Opening {
            options.extend(openings(state, seat));
            let notes = notes::playable(state, seat, &Moment::TurnStarts { seat }).into_iter();
            options.extend(notes.filter(|note| !played.contains(note)).map(Choice::PlayNote));
        }
        Prompt::one(seat, Question::ChooseAction, options)
    };
    match prompt.options.len() == 1 && window::might_act(state, seat) {
        true => prompt.always(),
        false => prompt,
    }
}

/// All actions that `seat` could take now; passing when it is allowed or nothing else is.
pub fn actions(state: &State, seat: Seat) -> Vec<Choice> {
    let mut options = performable(state, seat);
    // (RR 3.4) Nobody passes before having performed their strategic actions.
    let unused = state.strategy_cards_of(seat).any(|slot| !slot.exhausted);
    if !unused || options.is_empty() {
        options.push(Choice::Pass);
    }
    options
}

fn performable(state: &State, seat: Seat) -> Vec<Choice> {
    let mut options = Vec::new();
    let ready = state.strategy_cards_of(seat).filter(|slot| !slot.exhausted);
    options.extend(ready.map(|slot| Choice::Strategic(slot.card)));
    if state.player(seat).tokens.tactic > 0 {
        options.extend(movement::open_systems(state, seat).map(Choice::Activate));
    }
    let moment = Moment::Turn { seat };
    options.extend(window::playable(state, seat, &moment).into_iter().map(Choice::Play));
    options.extend(notes::playable(state, seat, &moment).into_iter().map(Choice::PlayNote));
    for power in window::powers(state, seat, &moment) {
        options.push(Choice::Use(PowerName(power.name.into())));
    }
    options
}

/// Whether that was an action: one that was cancelled is not, and another must be chosen.
fn act(game: &mut Game, seat: Seat, answer: Choice) -> Flow<bool> {
    match answer {
        Choice::Activate(system) => tactical(game, seat, system)?,
        Choice::Strategic(card) => strategic(game, seat, card)?,
        Choice::Play(card) => {
            return window::play_card(game, seat, card, &mut Moment::Turn { seat });
        }
        Choice::PlayNote(note) => notes::play(game, seat, note, &mut Moment::Turn { seat })?,
        Choice::Use(name) => window::use_power(game, seat, &name, &mut Moment::Turn { seat })?,
        _ => pass(game, seat)?,
    }
    Ok(true)
}

fn pass(game: &mut Game, seat: Seat) -> Flow {
    game.state.player_mut(seat).passed = true;
    game.say(|_| format!("{seat} passes."));
    if game.state.seats().all(|other| game.state.player(other).passed) {
        game.state.record(seat, Feat::PassedLast);
        scoring::after_event(game, &[seat])?;
    }
    Ok(())
}

/// The tactical action (RR 89).
fn tactical(game: &mut Game, seat: Seat, system: SystemId) -> Flow {
    game.state.player_mut(seat).tokens.tactic -= 1;
    game.state.system_mut(system).tokens.insert(seat);
    game.state.activated = Some(system);
    game.state.visited = Some(system);
    game.say(|state| format!("{seat} activates **{}**.", state.system_name(system)));
    let told = game.told();
    notes::attacked(game, seat, system);
    let held: Vec<PlanetId> = game.state.controlled(seat).collect();
    let mut activated = Moment::Activated { by: seat, system };
    window::must(game, &mut activated)?;
    window::window(game, &mut activated)?;
    if !game.state.is_turn_over(seat) {
        movement::move_ships(game, seat, system)?;
        space_cannon::offense(game, seat, system)?;
        combat::space_combat(game, system)?;
        invasion::invade(game, seat, system)?;
        production::produce(game, seat, system)?;
        fleet::tidy(game, seat, system)?;
        if game.told() == told {
            game.say(|_| "Nothing moves and nothing is produced.".into());
        }
        let gained = game.state.controlled(seat).filter(|planet| !held.contains(planet)).collect();
        let mut ends = Moment::TacticalActionEnds { by: seat, gained };
        window::must(game, &mut ends)?;
        window::window(game, &mut ends)?;
    }
    game.state.end(Until::TacticalActionEnds);
    game.state.activated = None;
    Ok(())
}

/// The strategic action (RR 82): the card is exhausted, then the others may use its secondary
/// ability, clockwise.
fn strategic(game: &mut Game, seat: Seat, card: StrategyId) -> Flow {
    game.say(|_| format!("{seat} performs **{}**.", card.name()));
    strategy_cards::primary(game, seat, card)?;
    let mut slots = game.state.strategy.iter_mut();
    if let Some(slot) = slots.find(|slot| slot.card == card && slot.holder == Some(seat)) {
        slot.exhausted = true;
    }
    let owed = strategy_cards::owed(&game.state, seat, card);
    if !game.state.options.strict_order {
        game.state.owed.extend(owed);
        return Ok(());
    }
    for owed in owed {
        strategy_cards::again(game, owed)?;
    }
    Ok(())
}

/// All have passed: what is still owed is answered, then comes the status phase (RR 3.5).
fn end_phase(game: &mut Game) -> Flow {
    loop {
        strategy_cards::forgo(game);
        if game.state.owed.is_empty() {
            break;
        }
        let (who, answer) = game.ask_any(owed_prompts)?;
        if let Some(owed) = first_owed(&game.state, who) {
            settle(game, owed, &answer)?;
        }
    }
    game.state.visited = None;
    game.state.rolls.clear();
    game.say(|state| format!("All have passed; the status phase of round {} begins.", state.round));
    game.state.stage = Stage::Status(StatusStep::Score);
    Ok(())
}
