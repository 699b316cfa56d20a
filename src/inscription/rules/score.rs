//! The end: final scores, the winner, ranks.

use super::*;

pub fn finish(game: &mut Game) -> Flow {
    let done = game.state.event.take();
    game.state.discard.extend(done);
    game.state.phase = Phase::Finished;
    let (winners, rank) = winners(&game.state);
    for seat in game.state.seats() {
        game.say(|state| {
            let parts: Vec<String> = Sheet::ALL
                .into_iter()
                .map(|sheet| format!("{} {}", sheet.name(), state.subtotal(seat, sheet)))
                .collect();
            format!("{seat}: {} VP ({}).", state.score(seat), parts.join(", "))
        });
    }
    game.state.winners = winners;
    game.state.rank = rank;
    game.say(|state| {
        let names: Vec<String> = state.winners.iter().map(Seat::to_string).collect();
        let rank = state.rank.as_deref().map_or(String::new(), |rank| format!(" Rank: {rank}."));
        match names.as_slice() {
            [] => format!("Nobody wins.{rank}"),
            [one] => format!("{one} wins.{rank}"),
            _ => format!("{} share the victory.{rank}", names.join(" and ")),
        }
    });
    Ok(())
}

/// The highest score wins, then the most unspent votes, then it is shared; with one or two players the
/// score must rank better than a loss (Winning the Game).
pub fn winners(state: &State) -> (Vec<Seat>, Option<String>) {
    let worth = |seat: Seat| (state.score(seat), state.player(seat).count(Asset::Vote));
    let best = state.seats().map(worth).max().unwrap_or_default();
    let winners: Vec<Seat> = state.seats().filter(|seat| worth(*seat) == best).collect();
    if !state.small() {
        return (winners, None);
    }
    let rank = rank(state.options.difficulty, best.0);
    let lost = rank == RANKS[0].2;
    (if lost { Vec::new() } else { winners }, Some(rank.into()))
}

/// Score, the easiest and the hardest difficulty at which it ranks so. The lowest is a loss.
const RANKS: [(i32, [bool; 3], &str); 6] = [
    (i32::MIN, [true, true, true], "Lost in the Dark Years"),
    (40, [true, false, false], "Footnote in Galactic History"),
    (60, [true, true, false], "Fledgling Domain"),
    (80, [true, true, true], "Galactic Power"),
    (100, [false, true, true], "Ascendant Authority"),
    (120, [false, false, true], "Surpassed the Lazax"),
];

/// The rank of a score.
pub fn rank(difficulty: Difficulty, score: i32) -> &'static str {
    let reached = |row: &&(i32, [bool; 3], &str)| score >= row.0 && row.1[difficulty as usize];
    RANKS.iter().rev().find(reached).map_or(RANKS[0].2, |row| row.2)
}
