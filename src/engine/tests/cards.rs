//! The hard cases of card games, with four fake cards: responses to responses, a battle cut short,
//! an agenda that replaces itself, turns that are stalled, a race for the last point.

use serde::{Deserialize, Serialize};

use super::super::*;
use super::{Table, refusal, stored};

#[derive(Clone, Debug, PartialEq)]
struct Skirmish;

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
enum Card {
    /// Cancels a card that was just played.
    Sabotage,
    /// Destroys a ship that just sustained damage.
    DirectHit,
    /// Ends a battle at the start of a round; the own ships are gone from it.
    Retreat,
    /// Discards the agenda; another one is revealed.
    Veto,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
enum Scene {
    Turns,
    Battle,
    Status,
    Agenda,
    Over,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Field {
    scene: Scene,
    active: Seat,
    turn: u32,
    hands: Vec<Vec<Card>>,
    /// Whether each ship is damaged.
    ships: Vec<Vec<bool>>,
    stalls: Vec<u8>,
    passed: Vec<Seat>,
    goods: Vec<u8>,
    points: Vec<u8>,
    initiative: Vec<Seat>,
    agendas: Vec<String>,
    laws: Vec<String>,
    winner: Option<Seat>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
enum Question {
    Turn,
    Respond { to: Moment },
    Hit,
    Score,
    Vote { agenda: String },
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
enum Choice {
    Play(Card),
    Pass,
    Fight,
    Stall,
    Sustain,
    Lose,
    Score,
    For { goods: u8 },
    Against { goods: u8 },
}

/// Hands goods over, at any time.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Hand {
    to: Seat,
    goods: u8,
}

/// What is happening; a response changes it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
enum Moment {
    Played { by: Seat, card: Card, cancelled: bool },
    Sustained { by: Seat, destroyed: bool },
    RoundStarts { round: u32, over: bool },
    Revealed { agenda: String, replaced: bool },
}

impl Moment {
    fn concerns(&self, seat: Seat) -> bool {
        match self {
            Moment::Played { by, cancelled, .. } => seat != *by && !cancelled,
            Moment::Sustained { by, destroyed } => seat != *by && seat.0 < 2 && !destroyed,
            Moment::RoundStarts { over, .. } => seat.0 < 2 && !over,
            Moment::Revealed { replaced, .. } => !replaced,
        }
    }

    fn fits(&self, card: Card) -> bool {
        let fitting = match self {
            Moment::Played { .. } => Card::Sabotage,
            Moment::Sustained { .. } => Card::DirectHit,
            Moment::RoundStarts { .. } => Card::Retreat,
            Moment::Revealed { .. } => Card::Veto,
        };
        card == fitting
    }
}

/// Who is offered a moment: everybody at once, or one after the other.
#[derive(Clone, Copy)]
enum Order {
    Any,
    From(Seat),
}

type Play<'a> = Game<'a, Skirmish>;

impl Rulebook for Skirmish {
    type State = Field;
    type Question = Question;
    type Choice = Choice;
    type Deed = Hand;

    const NAME: &'static str = "skirmish";
    const VERSION: u32 = 1;

    fn advance(game: &mut Play) -> Flow {
        match game.state.scene {
            Scene::Turns => turn(game),
            Scene::Battle => battle(game),
            Scene::Status => status(game),
            Scene::Agenda => agenda(game),
            Scene::Over => Ok(()),
        }
    }

    fn finished(state: &Field) -> bool {
        state.scene == Scene::Over
    }

    fn step_name(state: &Field) -> String {
        format!("turn {}", state.turn)
    }

    fn check(_: &Field, _: &Prompt<Self>, _: &[Choice]) -> Result<(), Refusal> {
        Err(Refusal::new("there are no compound answers"))
    }

    fn check_deed(state: &Field, seat: Seat, deed: &Hand) -> Result<(), Refusal> {
        let enough = state.goods[seat.index()] >= deed.goods;
        if enough { Ok(()) } else { Err(Refusal::new("you do not have them")) }
    }

    fn carry_out(game: &mut Play, seat: Seat, deed: &Hand) -> Flow {
        game.state.goods[seat.index()] -= deed.goods;
        game.state.goods[deed.to.index()] += deed.goods;
        Ok(())
    }

    fn reshuffle(_: &mut Play) -> Flow {
        Ok(())
    }
}

impl Field {
    fn seats(&self) -> impl Iterator<Item = Seat> + use<> {
        (0..self.hands.len() as u8).map(Seat)
    }

    fn clockwise(&self, first: Seat) -> impl Iterator<Item = Seat> + use<> {
        let n = self.hands.len() as u8;
        (0..n).map(move |i| Seat((first.0 + i) % n))
    }
}

/// Offers `moment` until everybody has passed. Whoever holds cards is asked, fitting or not.
fn window(game: &mut Play, moment: &mut Moment, order: Order) -> Flow {
    let mut passed: Vec<Seat> = Vec::new();
    loop {
        let offers = |state: &Field| {
            let first = if let Order::From(first) = order { first } else { Seat(0) };
            let mut prompts = Vec::new();
            for seat in state.clockwise(first) {
                let hand = &state.hands[seat.index()];
                if passed.contains(&seat) || !moment.concerns(seat) || hand.is_empty() {
                    continue;
                }
                let fitting = hand.iter().filter(|card| moment.fits(**card));
                let mut options: Vec<Choice> = fitting.map(|card| Choice::Play(*card)).collect();
                options.push(Choice::Pass);
                let question = Question::Respond { to: moment.clone() };
                prompts.push(Prompt::one(seat, question, options).always());
            }
            prompts.truncate(if matches!(order, Order::From(_)) { 1 } else { prompts.len() });
            prompts
        };
        if offers(&game.state).is_empty() {
            return Ok(());
        }
        let (seat, choices) = game.ask_any(offers)?;
        match choices[0] {
            Choice::Play(card) => {
                play_card(game, seat, card, moment)?;
                passed.clear();
            }
            _ => passed.push(seat),
        }
    }
}

fn play_card(game: &mut Play, seat: Seat, card: Card, moment: &mut Moment) -> Flow {
    let hand = &mut game.state.hands[seat.index()];
    let held = hand.iter().position(|held| *held == card).expect("offered from the hand");
    hand.remove(held);
    game.say(|_| format!("{seat} plays {card:?}."));
    let mut played = Moment::Played { by: seat, card, cancelled: false };
    window(game, &mut played, Order::Any)?;
    if matches!(played, Moment::Played { cancelled: true, .. }) {
        game.say(|_| format!("{card:?} of {seat} is cancelled."));
        return Ok(());
    }
    match moment {
        Moment::Played { cancelled, .. } => *cancelled = true,
        Moment::Sustained { by, destroyed } => {
            game.state.ships[by.index()].pop();
            *destroyed = true;
        }
        Moment::RoundStarts { over, .. } => {
            game.state.ships[seat.index()].clear();
            *over = true;
        }
        Moment::Revealed { replaced, .. } => *replaced = true,
    }
    Ok(())
}

/// One turn: those who have passed are left out, and whoever has a stall left may use it up.
fn turn(game: &mut Play) -> Flow {
    game.state.turn += 1;
    let seat = game.state.active;
    let choice = game.choose(|state| {
        let mut options = vec![Choice::Pass];
        options.extend((state.stalls[seat.index()] > 0).then_some(Choice::Stall));
        options.extend((seat.0 < 2 && state.ships[0].len() > 1).then_some(Choice::Fight));
        Prompt::one(seat, Question::Turn, options)
    })?;
    game.say(|_| format!("{seat}: {choice:?}"));
    match choice {
        Choice::Stall => game.state.stalls[seat.index()] -= 1,
        Choice::Fight => game.state.scene = Scene::Battle,
        _ => game.state.passed.push(seat),
    }
    let next = game.state.clockwise(seat).skip(1).chain([seat]);
    match next.into_iter().find(|next| !game.state.passed.contains(next)) {
        Some(next) => game.state.active = next,
        None => game.state.scene = Scene::Status,
    }
    Ok(())
}

/// Seats 0 and 1 shoot until one has no ships; all rounds are one step.
fn battle(game: &mut Play) -> Flow {
    let turn = game.state.turn;
    game.state.scene = Scene::Turns;
    for round in 1.. {
        let mut starts = Moment::RoundStarts { round, over: false };
        window(game, &mut starts, Order::Any)?;
        if matches!(starts, Moment::RoundStarts { over: true, .. }) {
            break;
        }
        let mut hits = [0, 0];
        for side in [0, 1] {
            let label = format!("turn {turn}, battle round {round}, seat {side}");
            let dice = game.roll(label, game.state.ships[side].len())?;
            hits[1 - side] = dice.len();
        }
        for (side, hits) in hits.into_iter().enumerate() {
            assign(game, Seat(side as u8), hits)?;
        }
        if game.state.ships[..2].iter().any(Vec::is_empty) {
            break;
        }
    }
    game.say(|state| format!("The battle is over: {:?}.", state.ships));
    Ok(())
}

fn assign(game: &mut Play, seat: Seat, hits: usize) -> Flow {
    for _ in 0..hits {
        if game.state.ships[seat.index()].is_empty() {
            break;
        }
        let choice = game.choose(|state| {
            let mut options = vec![Choice::Lose];
            options.extend(state.ships[seat.index()].contains(&false).then_some(Choice::Sustain));
            Prompt::one(seat, Question::Hit, options)
        })?;
        let ships = &mut game.state.ships[seat.index()];
        match ships.iter().position(|damaged| !damaged) {
            Some(sound) if choice == Choice::Sustain => {
                // The damaged ship goes last, where a Direct Hit finds it.
                ships.remove(sound);
                ships.push(true);
                let mut sustained = Moment::Sustained { by: seat, destroyed: false };
                window(game, &mut sustained, Order::Any)?;
            }
            _ => drop(ships.pop()),
        }
    }
    Ok(())
}

/// Everybody says whether they score; the points are counted in order of initiative.
fn status(game: &mut Play) -> Flow {
    let ask = |seat| Prompt::one(seat, Question::Score, vec![Choice::Score, Choice::Pass]);
    let answers = game.ask_each(|state| state.seats().map(ask).collect())?;
    for seat in game.state.initiative.clone() {
        if answers.contains(&(seat, vec![Choice::Score])) {
            game.state.points[seat.index()] += 1;
            game.say(|state| format!("{seat} has {} points.", state.points[seat.index()]));
        }
        if game.state.points[seat.index()] >= 10 {
            game.state.winner = Some(seat);
            game.state.scene = Scene::Over;
            return game.end_step();
        }
    }
    game.state.scene = Scene::Agenda;
    Ok(())
}

/// An agenda is revealed, may replace itself, and is voted on; votes are paid with goods.
fn agenda(game: &mut Play) -> Flow {
    let speaker = game.state.active;
    let agenda = loop {
        let Some(agenda) = game.state.agendas.pop() else {
            game.state.scene = Scene::Over;
            return Ok(());
        };
        game.reveal(&agenda);
        game.say(|_| format!("The agenda is {agenda}."));
        let mut revealed = Moment::Revealed { agenda: agenda.clone(), replaced: false };
        window(game, &mut revealed, Order::From(speaker))?;
        if matches!(revealed, Moment::Revealed { replaced: false, .. }) {
            break agenda;
        }
    };
    let votes = game.ask_each(|state| {
        let ask = |seat: Seat| {
            let all = 0..=state.goods[seat.index()];
            let ayes = all.clone().map(|goods| Choice::For { goods });
            let options = ayes.chain(all.map(|goods| Choice::Against { goods })).collect();
            Prompt::one(seat, Question::Vote { agenda: agenda.clone() }, options)
        };
        state.seats().map(ask).collect()
    })?;
    let mut sum = 0;
    for (seat, vote) in votes {
        let (goods, sign) = match vote[0] {
            Choice::For { goods } => (goods, 1),
            Choice::Against { goods } => (goods, -1),
            _ => continue,
        };
        game.state.goods[seat.index()] -= goods;
        sum += sign * i32::from(goods);
    }
    game.say(|_| format!("{agenda}: {sum}."));
    if sum > 0 {
        game.state.laws.push(agenda);
    }
    game.state.scene = Scene::Over;
    Ok(())
}

/// Seats with these hands, two sound ships each, nine points and three goods.
fn field(scene: Scene, hands: [&[Card]; 3]) -> Field {
    Field {
        scene,
        active: Seat(0),
        turn: 0,
        hands: hands.iter().map(|hand| hand.to_vec()).collect(),
        ships: vec![vec![false, false]; 3],
        stalls: vec![0, 2, 0],
        passed: Vec::new(),
        goods: vec![3; 3],
        points: vec![9; 3],
        initiative: vec![Seat(2), Seat(0), Seat(1)],
        agendas: ["Third", "Second", "First"].map(String::from).to_vec(),
        laws: Vec::new(),
        winner: None,
    }
}

fn table(scene: Scene, hands: [&[Card]; 3]) -> Table<Skirmish> {
    Table::open("skirmish", field(scene, hands))
}

/// Each prefix of the journal is taken up again without a misfit.
fn replays(table: &Table<Skirmish>) {
    for length in 0..=table.record.journal.len() {
        let mut part = stored::<Skirmish, Skirmish>(&table.record);
        part.journal.truncate(length);
        part.checkpoints.retain(|one| one.at <= length);
        assert_eq!(part.current().0.trouble, None, "after {length} entries");
    }
    let (now, _) = stored::<Skirmish, Skirmish>(&table.record).current();
    assert_eq!((now.digest(), now.prompts), table.stands());
}

use Card::*;
use Choice::{Fight, Lose, Pass, Play as Plays, Score, Stall, Sustain};

#[test]
fn sabotage_cancels_a_card_before_it_takes_effect() {
    let mut table = table(Scene::Battle, [&[Retreat], &[], &[Sabotage]]);
    table.says(0, Plays(Retreat));
    assert_eq!(table.asked(), [2]);
    table.says(2, Plays(Sabotage));
    assert_eq!(table.now.shown.ships[0], [false, false], "nobody has retreated");
    assert!(table.told(None).contains(&"Retreat of «0» is cancelled."));
    assert_eq!(table.now.prompts[0].question, Question::Hit, "and the shooting begins");
    replays(&table);
}

#[test]
fn a_sabotage_can_be_sabotaged() {
    let mut table = table(Scene::Battle, [&[Retreat, Sabotage], &[Sabotage], &[]]);
    table.says(0, Plays(Retreat)).says(1, Plays(Sabotage)).says(0, Plays(Sabotage));
    assert!(table.now.shown.ships[0].is_empty(), "the retreat goes through");
    let cancelled: Vec<&str> =
        table.told(None).into_iter().filter(|text| text.contains("cancelled")).collect();
    assert_eq!(cancelled, ["Sabotage of «1» is cancelled."]);
    replays(&table);
}

#[test]
fn a_sabotage_of_the_sabotage_of_a_sabotage_cancels_the_card_after_all() {
    let mut table = table(Scene::Battle, [&[Retreat, Sabotage], &[Sabotage], &[Sabotage]]);
    table.says(0, Plays(Retreat)).says(1, Plays(Sabotage));
    assert_eq!(table.asked(), [0, 2]);
    table.says(0, Plays(Sabotage)).says(2, Plays(Sabotage));
    assert_eq!(table.now.shown.ships[0], [false, false]);
    replays(&table);
}

#[test]
fn a_silence_tells_nothing_about_a_hand() {
    let mut table = table(Scene::Battle, [&[Retreat], &[Veto], &[Sabotage]]);
    table.says(0, Plays(Retreat));
    assert_eq!(table.asked(), [1, 2], "seat 1 holds a card too, if a useless one");
    assert_eq!(table.now.prompts[0].options, [Pass]);
}

#[test]
fn automatic_passes_are_journalled_as_such() {
    let mut table = table(Scene::Battle, [&[Retreat], &[Veto], &[Sabotage]]);
    table.says(0, Plays(Retreat));
    table.try_answer(Seat(1), vec![Pass], By::Standing).expect("the standing order");
    let last = table.live().pop();
    assert!(matches!(last, Some(Entry::Answer { seat: Seat(1), by: By::Standing, .. })));
    assert_eq!(table.asked(), [2]);
    let to = table.record.take_back(Seat(1)).expect("the player may think again");
    table.undo(to, false);
    assert_eq!(table.asked(), [1, 2]);
}

#[test]
fn direct_hit_destroys_a_ship_right_after_it_sustained_damage() {
    let mut table = table(Scene::Battle, [&[], &[DirectHit], &[]]);
    table.says(1, Pass).says(0, Sustain);
    assert_eq!(table.now.shown.ships[0], [false, true]);
    assert_eq!(table.asked(), [1]);
    table.says(1, Plays(DirectHit));
    assert_eq!(table.now.shown.ships[0], [false]);
    assert_eq!(table.asked(), [0], "the second hit is still to be assigned");
    replays(&table);
}

#[test]
fn a_sabotaged_direct_hit_leaves_the_ship_damaged() {
    let mut table = table(Scene::Battle, [&[Sabotage], &[DirectHit], &[]]);
    table.says(0, Pass).says(1, Pass).says(0, Sustain).says(1, Plays(DirectHit));
    table.says(0, Plays(Sabotage));
    assert_eq!(table.now.shown.ships[0], [false, true]);
    assert_eq!(table.now.prompts[0].question, Question::Hit);
    replays(&table);
}

#[test]
fn a_retreat_in_mid_combat_ends_the_rest_of_it() {
    let mut table = table(Scene::Turns, [&[Retreat], &[], &[]]);
    table.says(0, Fight).says(0, Pass);
    table.says(0, Sustain).says(0, Sustain).says(1, Lose).says(1, Sustain);
    table.says(0, Pass);
    let rolled = table.dice().len();
    table.says(0, Plays(Retreat));
    assert_eq!(table.dice().len(), rolled, "nobody shoots any more");
    assert_eq!(table.now.shown.ships[..2], [vec![], vec![true]]);
    assert_eq!(table.now.prompts[0].question, Question::Turn, "seat 1's turn is next");
    assert_eq!(table.asked(), [1]);
    replays(&table);

    let to = table.record.take_back(Seat(0)).expect("no die lies after a retreat");
    table.undo(to, false).says(0, Pass);
    assert_eq!(table.dice().len(), rolled + 2, "round 2 is shot after all");
    replays(&table);
}

#[test]
fn a_battle_is_one_step_and_an_undo_in_it_throws_the_same_dice() {
    let mut table = table(Scene::Turns, [&[], &[], &[Sabotage]]);
    table.says(0, Fight);
    let base = (table.now.base.number, table.now.base.at);
    table.says(0, Sustain).says(0, Sustain);
    assert_eq!((table.now.base.number, table.now.base.at), base);
    let dice = table.dice();
    table.undo(base.1, false).says(0, Lose);
    assert_eq!(table.dice(), dice);
}

#[test]
fn a_vetoed_agenda_replaces_itself_until_somebody_lets_it_be() {
    let mut table = table(Scene::Agenda, [&[Veto, Veto], &[Veto], &[]]);
    table.says(0, Plays(Veto)).says(1, Pass);
    assert_eq!(table.asked(), [0], "the second agenda is offered again from the speaker on");
    table.says(0, Pass).says(1, Plays(Veto)).says(0, Pass);
    assert_eq!(table.asked(), [0], "and the third");
    table.says(0, Pass);
    let told: Vec<&str> =
        table.told(None).into_iter().filter(|text| text.starts_with("The agenda")).collect();
    assert_eq!(told, ["The agenda is First.", "The agenda is Second.", "The agenda is Third."]);
    let question = Question::Vote { agenda: "Third".into() };
    assert!(table.now.prompts.iter().all(|prompt| prompt.question == question));
    assert_eq!(table.asked(), [0, 1, 2]);
    replays(&table);
}

#[test]
fn an_agenda_deck_that_vetoes_empty_ends_the_scene() {
    let mut table = table(Scene::Agenda, [&[Veto, Veto, Veto, Sabotage], &[], &[]]);
    table.says(0, Plays(Veto)).says(0, Plays(Veto)).says(0, Plays(Veto));
    assert!(table.now.finished());
    replays(&table);
}

#[test]
fn speaker_order_asks_one_after_the_other() {
    let mut at = field(Scene::Agenda, [&[Veto], &[Veto], &[Veto]]);
    at.active = Seat(1);
    let mut table: Table<Skirmish> = Table::open("speaker", at);
    for seat in [1, 2, 0] {
        assert_eq!(table.asked(), [seat]);
        let other = Seat((seat + 1) % 3);
        let early = table.try_answer(other, vec![Pass], By::Player);
        assert!(refusal(early).contains("nothing is asked of you"));
        table.says(seat, Pass);
    }
    assert_eq!(table.asked(), [0, 1, 2], "all vote at once");
}

#[test]
fn goods_handed_over_in_mid_vote_are_no_longer_spent_by_the_giver() {
    let mut table = table(Scene::Agenda, [&[], &[], &[]]);
    table.says(0, Choice::For { goods: 3 }).says(2, Choice::Against { goods: 1 });
    table.does(0, Hand { to: Seat(1), goods: 2 });
    assert_eq!(table.asked(), [0, 1], "seat 0 has one good left and votes again");
    assert_eq!(table.now.prompts[0].options.len(), 4);
    assert_eq!(table.now.prompts[1].options.len(), 12, "seat 1 has five");
    table.says(1, Choice::For { goods: 5 }).says(0, Choice::Against { goods: 1 });
    assert_eq!(table.now.shown.goods, [0, 0, 2]);
    assert_eq!(table.now.shown.laws, ["First"]);
    replays(&table);
}

#[test]
fn whoever_passed_is_left_out_and_stalling_buys_a_turn_each() {
    let mut peace = field(Scene::Turns, [&[], &[], &[]]);
    peace.ships[0].clear();
    let mut table: Table<Skirmish> = Table::open("stall", peace);
    table.says(1, Stall);
    // Seats 0 and 2 had nothing but to pass, did so unasked, and are left out.
    assert_eq!(table.asked(), [1]);
    table.says(1, Stall);
    assert_eq!(table.now.shown.passed, [Seat(0), Seat(2), Seat(1)]);
    assert_eq!(table.now.shown.scene, Scene::Status);
    let told = table.told(None);
    let turns = ["«0»: Pass", "«1»: Stall", "«2»: Pass", "«1»: Stall", "«1»: Pass"];
    assert_eq!(told[..5], turns, "the last pass was forced and made without asking");
    replays(&table);
}

#[test]
fn initiative_decides_who_wins_when_two_reach_the_last_point_in_one_step() {
    for order in [[0, 1, 2], [1, 2, 0], [2, 0, 1]] {
        let mut table = table(Scene::Status, [&[], &[], &[]]);
        for seat in order {
            table.says(seat, if seat == 2 { Pass } else { Score });
        }
        assert!(table.now.finished());
        assert_eq!(table.now.shown.winner, Some(Seat(0)), "before seat 1, whoever spoke first");
        assert_eq!(table.now.shown.points, [10, 9, 9]);
        assert!(table.now.prompts.is_empty());
        replays(&table);
    }
}

#[test]
fn a_win_can_be_undone() {
    let mut table = table(Scene::Status, [&[], &[], &[]]);
    table.says(0, Score).says(1, Score).says(2, Score);
    assert_eq!(table.now.shown.winner, Some(Seat(2)));
    let to = table.record.take_back(Seat(2)).expect("nothing lies after it");
    table.undo(to, false);
    assert!(!table.now.finished());
    table.says(2, Pass);
    assert_eq!(table.now.shown.winner, Some(Seat(0)));
    table.undo(to, false).redo();
    assert_eq!(table.now.shown.winner, Some(Seat(0)));
}
