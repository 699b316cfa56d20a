//! War events, and who wins what.

use super::*;

/// Advance the line, write strengths, compare with both neighbours (War Event Cards).
pub fn war(game: &mut Game) -> Flow {
    game.state.line += 1;
    let section = usize::from(game.state.line) - 1;
    marking(game, Window::War, |_| {})?;
    for seat in game.state.seats() {
        for side in Side::BOTH {
            let strength = game.state.strength(seat, side, section);
            game.state.players[seat.index()].war.strength[side.index()][section] = Some(strength);
        }
    }
    // All strengths are written before any is compared.
    for seat in game.state.seats() {
        for side in Side::BOTH {
            let fight = fight(&game.state, seat, side, section);
            game.state.players[seat.index()].war.fights[side.index()][section] = Some(fight);
        }
    }
    for seat in game.state.seats() {
        for side in Side::BOTH {
            // A border between two players is told once.
            if side == Side::Left || game.state.neighbor(seat, side) == Neighbor::Ai {
                game.say(|state| line(state, seat, side, section));
            }
        }
    }
    marking(game, Window::Effects, |desk| spoils(desk, section))?;
    if let Some(ai) = &mut game.state.ai {
        ai::line_through(&mut ai.strength[section], &game.state.pack.get().ai.strength[section]);
    }
    Ok(())
}

/// The strength on the other side of a border.
fn against(state: &State, seat: Seat, side: Side, section: usize) -> u8 {
    match state.neighbor(seat, side) {
        Neighbor::Player(other) => {
            let written = state.player(other).war.strength[side.other().index()][section];
            written.expect("all strengths are written before any is compared")
        }
        Neighbor::Ai => ai::strength(state, section),
    }
}

/// How the war at a border ends for a seat; abilities of the other side do not change that.
fn fight(state: &State, seat: Seat, side: Side, section: usize) -> Fight {
    let mine = state.player(seat).war.strength[side.index()][section].unwrap_or(0);
    let theirs = against(state, seat, side, section);
    match mine.cmp(&theirs) {
        std::cmp::Ordering::Greater => Fight::Won,
        std::cmp::Ordering::Less if state.player(seat).oath => Fight::Tied,
        std::cmp::Ordering::Less => Fight::Lost,
        std::cmp::Ordering::Equal if state.passives(seat).contains(&Passive::WinTies) => Fight::Won,
        std::cmp::Ordering::Equal => Fight::Tied,
    }
}

/// "Mira 10, Jon 11: Jon wins and claims 4 VP, Mira loses, -3 VP."
fn line(state: &State, seat: Seat, side: Side, section: usize) -> String {
    let mine = state.player(seat).war.strength[side.index()][section].unwrap_or(0);
    let theirs = against(state, seat, side, section);
    match state.neighbor(seat, side) {
        Neighbor::Player(other) => format!(
            "{seat} {mine}, {other} {theirs}: {}, {}.",
            end(state, seat, side, section),
            end(state, other, side.other(), section)
        ),
        Neighbor::Ai => format!(
            "{seat} {mine}, the AI faction {theirs} ({} border): {}.",
            side.word(),
            end(state, seat, side, section)
        ),
    }
}

fn end(state: &State, seat: Seat, side: Side, section: usize) -> String {
    let sheet = state.printed(seat).war;
    match state.player(seat).war.fights[side.index()][section] {
        Some(Fight::Won) => {
            format!("{seat} wins and claims {}", sheet.spoils[side.index()][section].words())
        }
        Some(Fight::Lost) => format!("{seat} loses, {} VP", sheet.losses[section]),
        _ => format!("{seat} neither wins nor loses"),
    }
}

fn spoils(desk: &mut Desk, section: usize) {
    for side in Side::BOTH.into_iter().rev() {
        match desk.me.war.fights[side.index()][section] {
            Some(Fight::Won) => {
                for passive in desk.state.passives(desk.seat) {
                    if let Passive::Victory(effects) = passive {
                        desk.push(effects);
                    }
                }
                let asset = desk.printed.war.spoils[side.index()][section];
                desk.push(&[Effect::Claims(vec![(Spot::Spoil(side, section as u8), asset)])]);
            }
            Some(Fight::Lost) => {
                desk.me.vp[Sheet::War.index()] += i16::from(desk.printed.war.losses[section]);
            }
            _ => {}
        }
    }
}
