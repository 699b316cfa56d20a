//! The AI faction of games with one or two players.

use super::*;

/// Its tracks at the start, by difficulty (Solo and Two-Player Rules, Setup).
pub fn start(sheet: &AiSheet, difficulty: Difficulty) -> Ai {
    let marked = |section: &Section| Marked { crossed: section.crossed, lined: 0 };
    let mut ai = Ai {
        strength: std::array::from_fn(|at| marked(&sheet.strength[at])),
        votes: std::array::from_fn(|at| marked(&sheet.votes[at])),
        goals: [difficulty as u8; 4],
    };
    for section in 0..2 {
        if difficulty >= Difficulty::Medium {
            ai.strength[section].crossed += 1;
        }
        if difficulty == Difficulty::Hard {
            ai.votes[section].crossed += 1;
        }
    }
    ai
}

/// Each focus die marks the track of its face (Strategy Events).
pub fn progress(game: &mut Game, dice: Dice) {
    for die in Resource::ALL {
        cross(game, AiTrack::of(die, dice.focus[die.index()]));
    }
}

/// A full goal track passes on to the one at its end; a full last track ignores it (Q18).
fn cross(game: &mut Game, track: AiTrack) {
    let sheet = &game.state.pack.get().ai;
    let mut track = track;
    for _ in AiTrack::ALL {
        let Some(ai) = &mut game.state.ai else { return };
        match track {
            AiTrack::M1 => return cross_first(&mut ai.strength, &sheet.strength),
            AiTrack::I1 => return cross_first(&mut ai.votes, &sheet.votes),
            goal => {
                let at = goal as usize - AiTrack::M2 as usize;
                let printed = &sheet.goals[at];
                if ai.goals[at] < printed.icons {
                    ai.goals[at] += 1;
                    let reached = ai.goals[at];
                    let goals = printed.goals.iter().filter(|(behind, _)| *behind == reached);
                    return goals.for_each(|(_, goal)| achieve(game, *goal));
                }
                track = printed.then;
            }
        }
    }
}

/// The leftmost open icon of the whole track (Q20).
fn cross_first(marked: &mut [Marked], printed: &[Section]) {
    let open = |(marked, section): &(&mut Marked, &Section)| {
        usize::from(marked.crossed + marked.lined) < section.values.len()
    };
    if let Some((marked, _)) = marked.iter_mut().zip(printed).find(open) {
        marked.crossed += 1;
    }
}

fn achieve(game: &mut Game, goal: AiGoal) {
    let (barrier, round) = (game.state.barrier, game.state.round);
    match goal {
        AiGoal::Objective(kind) => {
            let race = &mut game.state.races[kind.index()];
            if race.ai.is_none() {
                race.ai = Some(round);
                game.say(|state| {
                    format!("The AI faction completes {}.", state.objective(kind).name)
                });
            }
        }
        AiGoal::Mecatol => {
            // No step of a player: ties are by round.
            game.state.mecatol.push(Slot { seat: None, barrier, round });
            game.say(|_| "The AI faction reaches Mecatol Rex.".into());
        }
    }
}

/// What is open in a section is lined through, which is not crossing it out.
pub fn line_through(marked: &mut Marked, section: &Section) {
    marked.lined = section.values.len() as u8 - marked.crossed;
}

/// The value over the rightmost crossed icon of the war's section (War Events).
pub fn strength(state: &State, section: usize) -> u8 {
    let Some(ai) = &state.ai else { return 0 };
    value(&ai.strength[section], &state.pack.get().ai.strength[section])
}

pub fn value(marked: &Marked, section: &Section) -> u8 {
    section.values[usize::from(marked.crossed).saturating_sub(1)]
}
