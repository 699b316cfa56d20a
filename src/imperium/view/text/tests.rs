use super::*;
use crate::imperium::position::at;

#[test]
fn one_is_not_said_as_many() {
    assert_eq!(count_of(1u8, "hit"), "1 hit");
    assert_eq!(count_of(0u8, "commodity"), "0 commodities");
    assert_eq!(count_of(2u8, "day"), "2 days");
    let state = at("players sol, hacan, letnev");
    let question = Question::ScoreObjectives;
    let spend = Choice::SpendTokens { pool: Pool::Tactic, count: 1 };
    assert_eq!(choice(&state, &question, &spend), "spend 1 tactic token");
    let one = [
        Question::StartingTechnologies { count: 1 },
        Question::Tokens { gained: 1 },
        Question::Pay { resources: 1, influence: 0 },
        Question::Research { resources: 1 },
    ];
    for question in one {
        let text = self::question(&state, Seat(0), &question);
        let word = text.split("1 ").nth(1).expect("it has the number");
        let word = word
            .split([' ', '.', '?'])
            .find(|word| ["hit", "technology", "command", "resource", "starting"].contains(word));
        assert!(word.is_some(), "{text}");
        assert!(!text.contains("tokens") && !text.contains("technologies"), "{text}");
    }
}

/// A target is named before its card is shown.
#[test]
fn nobody_else_reads_for_which_card_a_target_is_chosen() {
    let state = at("players sol, hacan, letnev");
    for card in ActionCardId::all() {
        let asked = Question::CardTarget { card };
        let others = question_for(&state, Some(Seat(1)), Seat(0), &asked);
        assert!(!others.contains(card.name()), "{others}");
        assert!(!topic(&asked).contains(card.name()));
        assert!(question_for(&state, Some(Seat(0)), Seat(0), &asked).contains(card.name()));
    }
}
