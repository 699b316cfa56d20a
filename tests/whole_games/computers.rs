//! Whole games of computer players.

use custodian::imperium::Imperium;
use custodian::players::selfplay::{Kind, Plan, run};

#[test]
fn greedy_players_finish_games_of_every_size() {
    for players in 3..=8 {
        let games = if players == 3 { 3 } else { 2 };
        let plan = Plan {
            players,
            games,
            kind: Kind::Greedy,
            seed: 71,
            thorough: true,
            replay: true,
            ..Plan::default()
        };
        let report = run::<Imperium>(&plan);
        assert_eq!(report.problems, Vec::<String>::new(), "{players} players");
        assert_eq!(report.victories, games, "{players} players");
    }
}

#[test]
fn a_greedy_player_scores_more_than_a_random_one() {
    let plan = Plan { players: 4, games: 8, kind: Kind::Mixed, seed: 72, ..Plan::default() };
    let report = run::<Imperium>(&plan);
    assert_eq!(report.problems, Vec::<String>::new());
    let (greedy, random) = (report.greedy_points_mean, report.random_points_mean);
    assert!(greedy > random + 1.0, "greedy {greedy}, random {random}");
}
