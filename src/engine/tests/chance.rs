//! Dice and shuffles: committed to, repeated by the same answers, never touched.

use super::duel::*;
use super::random_play::played;
use super::*;

#[test]
fn the_commitment_is_the_hash_of_the_published_seed() {
    let seed = Seed::of("Custodian");
    let published = String::from(seed.clone());
    let again = Seed::try_from(published).expect("64 digits");
    assert_eq!(again, seed);
    assert_eq!(again.commitment(), seed.commitment());
    assert_ne!(Seed::of("custodian").commitment(), seed.commitment());
    // SHA-256 of 32 zero bytes, as any other program computes it.
    assert_eq!(
        Seed([0; 32]).commitment(),
        "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925"
    );
    assert!(!format!("{seed:?}").contains(&String::from(seed.clone())[..16]), "not in a log");
}

#[test]
fn a_seed_is_64_hexadecimal_digits_and_nothing_else() {
    let good = "0f".repeat(32);
    assert_eq!(Seed::try_from(good.clone()), Ok(Seed([15; 32])));
    assert_eq!(Seed::try_from(good.to_uppercase()), Ok(Seed([15; 32])));
    for bad in ["", &good[1..], &"+f".repeat(32), &"zz".repeat(32), &"\u{e9}".repeat(32)] {
        assert!(Seed::try_from(bad.to_string()).is_err(), "{bad}");
    }
    assert!(Seed::try_from(good + "0").is_err());
}

#[test]
fn dice_are_fair_enough_and_in_range() {
    let seed = Seed::of("fair");
    for faces in [1, 2, 6, 10, 256, 300] {
        assert!(seed.dice("range", faces, 500).iter().all(|die| (1..=faces).contains(die)));
    }
    let rolled = seed.dice("ten thousand", 10, 10_000);
    for face in 1..=10 {
        let count = rolled.iter().filter(|die| **die == face).count();
        assert!((880..1120).contains(&count), "{count} times {face}");
    }
}

#[test]
fn a_shuffle_keeps_each_card_once_and_any_card_may_come_first() {
    let seed = Seed::of("shuffle");
    let mut first = std::collections::BTreeSet::new();
    for number in 0..100 {
        let mut order = seed.shuffle(&format!("deck {number}"), 6);
        first.insert(order[0]);
        order.sort();
        assert_eq!(order, [0, 1, 2, 3, 4, 5]);
    }
    assert_eq!(first.len(), 6);
    assert_eq!(seed.shuffle("none", 0), [0; 0]);
}

#[test]
fn dice_depend_on_seed_and_label_only() {
    let dice = |seed: &str, label: &str| Seed::of(seed).dice(label, 10, 20);
    assert_eq!(dice("a", "attack"), dice("a", "attack"));
    assert_ne!(dice("a", "attack"), dice("a", "defence"));
    assert_ne!(dice("a", "attack"), dice("b", "attack"));
}

#[test]
fn the_same_roll_twice_in_a_step_is_two_rolls() {
    let ring = Ring { round: 1, life: vec![], deck: vec![], hands: vec![] };
    let mut seed = Thrower(Seed::of("twice"), Vec::new());
    let mut rolled = Vec::new();
    play::<Duel>(ring, &mut seed, 0, |game| {
        rolled.push(game.roll("attack", 20)?);
        rolled.push(game.roll("attack", 20)?);
        assert!(game.roll("nothing", 0)?.is_empty());
        Ok(())
    });
    assert_ne!(rolled[0], rolled[1]);
    assert_eq!(seed.1, ["attack", "attack (time 2)"]);
}

struct Thrower(Seed, Vec<String>);

impl Decider<Duel> for Thrower {
    fn reply(&mut self, _: &Ring, _: &[Prompt<Duel>]) -> Reply<Duel> {
        Reply::Open
    }

    fn chance(&mut self, label: &str, faces: u32, n: usize) -> Result<Vec<u32>, String> {
        self.1.push(label.into());
        Ok(self.0.chance(label, faces, n))
    }
}

#[test]
fn the_same_answers_after_an_undo_meet_the_same_dice_and_others_meet_other_dice() {
    let mut table = duel::<PRINTED>(2, "dice");
    let round = table.now.base.at;
    table.says(0, Choice::High).says(1, Choice::High);
    let (stood, dice) = (table.stands(), table.dice());

    table.undo(round, false).says(1, Choice::High).says(0, Choice::High);
    assert_eq!(table.stands(), stood);
    assert_eq!(table.dice(), dice);

    table.undo(round, false).says(0, Choice::Low).says(1, Choice::Low);
    let others = table.dice();
    assert_eq!(others[0], dice[0], "the wind does not care");
    assert_ne!((&others[1].1, &others[2].1), (&dice[1].1, &dice[2].1));
}

#[test]
fn a_fresh_undo_brings_other_dice_and_another_deck() {
    let mut table = duel::<PRINTED>(2, "fresh");
    table.says(0, Choice::High).says(1, Choice::High);
    let (dice, deck) = (table.dice(), table.now.shown.deck.clone());
    let answer = table.record.boundaries(|_| String::new()).last().expect("an answer").to;

    table.undo(answer, true);
    assert_ne!(table.now.shown.deck, deck);
    let (mut old, mut new) = (deck, table.now.shown.deck.clone());
    old.sort();
    new.sort();
    assert_eq!(old, new, "no card is lost");
    table.says(1, Choice::High);
    let fresh = table.dice();
    assert_eq!(fresh[0], dice[0], "the wind had blown before");
    assert_eq!(fresh[1].0, "round 1, seat 0 strikes High (grant 1)");
    assert_ne!((&fresh[1].1, &fresh[2].1), (&dice[1].1, &dice[2].1));
    assert_eq!(table.record.verify_chance(), Vec::<String>::new());
}

#[test]
fn a_fresh_undo_to_the_start_of_a_round_that_starts_with_dice_throws_them_anew() {
    let mut table = duel::<PRINTED>(2, "wind");
    let round = table.now.base.at;
    table.says(0, Choice::High);
    let (told, dice) = (table.news.len(), table.dice());
    table.undo(round, true);
    let fresh = table.dice();
    assert_eq!(
        (dice[0].0.as_str(), fresh[0].0.as_str()),
        ("round 1, wind", "round 1, wind (grant 1)")
    );
    let news: Vec<&str> = table.news[told..].iter().map(|news| news.text.as_str()).collect();
    let wind = format!("The wind is {}.", fresh[0].1[0]);
    assert_eq!(news, ["Round 1: [6, 6] lives.", &wind], "new dice are told, with their round");
    assert_eq!(table.asked(), [0, 1]);
}

#[test]
fn a_fresh_undo_to_the_very_start_deals_anew() {
    let mut table = duel::<PRINTED>(2, "deal");
    let deck = table.now.shown.deck.clone();
    table.says(0, Choice::High).undo(0, true);
    assert_ne!(table.now.shown.deck, deck);
    assert_eq!(table.now.base.number, 2, "the set-up ended in a checkpoint of its own");
}

#[test]
fn fresh_dice_stay_fresh_in_the_rounds_that_follow_and_each_grant_differs() {
    let mut table = duel::<PRINTED>(2, "grants");
    let mut seen = Vec::new();
    for _ in 0..3 {
        table.says(0, Choice::High).says(1, Choice::High).says(0, Choice::Leave);
        let wind = table.dice().pop().expect("the wind of round 2");
        assert!(wind.0.starts_with("round 2, wind"), "{wind:?}");
        assert!(!seen.contains(&wind.0), "{wind:?} was seen before");
        seen.push(wind.0);
        table.undo(table.record.checkpoints[1].at, true);
    }
    assert_eq!(seen.last().map(String::as_str), Some("round 2, wind (grant 2)"));
}

#[test]
fn a_touched_die_and_a_touched_shuffle_are_found() {
    let table = played(3, 2);
    assert_eq!(table.record.verify_chance(), Vec::<String>::new());
    let chance = |record: &Record<Duel>, shuffle: bool| {
        let is = |entry: &Entry<Duel>| matches!(entry, Entry::Chance { faces, .. } if (*faces == 0) == shuffle);
        record.journal.iter().position(is).expect("there is one")
    };
    for shuffle in [false, true] {
        let mut record = table.record.clone();
        let at = chance(&record, shuffle);
        let Entry::Chance { label, outcomes, .. } = &mut record.journal[at] else { unreachable!() };
        match shuffle {
            true => outcomes.swap(3, 7),
            false => outcomes[0] = outcomes[0] % 10 + 1,
        }
        let label = label.clone();
        assert_eq!(record.verify_chance(), [label]);
    }
}
