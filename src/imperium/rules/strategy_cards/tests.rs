//! The strategy cards as play. Sol performs the primary abilities, Hacan and Letnev follow.

use super::*;
use crate::imperium::position::position;
use crate::imperium::script::{Played, Script, refused};

use UnitKind::*;

const SOL: Seat = Seat(0);
const HACAN: Seat = Seat(1);
const LETNEV: Seat = Seat(2);

fn table(lines: &str) -> State {
    let text = format!("players sol, hacan, letnev\n{lines}");
    position(&text).expect("the position is well written")
}

fn card(slug: &str) -> StrategyId {
    StrategyId::named(slug)
}

fn system(label: &str) -> SystemId {
    SystemId::by_label(label).expect("a label of the board")
}

fn planet(slug: &str) -> PlanetId {
    PlanetId::named(slug)
}

fn pay(slug: &str) -> Choice {
    Choice::Exhaust(planet(slug))
}

fn tokens(tactic: u8, fleet: u8, strategy: u8) -> Tokens {
    Tokens { tactic, fleet, strategy }
}

/// Sol performs the primary ability.
fn lead(script: Script, state: State, slug: &str) -> Played {
    script.strict().run(state, |game| primary(game, SOL, card(slug)))
}

/// A player uses the secondary ability.
fn follow(state: &State, seat: u8, slug: &str, parts: &[Choice]) -> Played {
    assert_eq!(refused(state, seat, secondary_of(slug), parts), None);
    let owed = Owed { seat: Seat(seat), card: card(slug), from: SOL, free: false };
    Script::new().strict().run(state.clone(), |game| secondary(game, owed, parts))
}

fn secondary_of(slug: &str) -> Question {
    Question::Secondary { card: card(slug) }
}

#[track_caller]
fn refusal(state: &State, seat: u8, question: Question, parts: &[Choice]) -> String {
    refused(state, seat, question, parts).expect("this is refused").to_string()
}

fn who(owed: &[Owed]) -> Vec<Seat> {
    owed.iter().map(|owed| owed.seat).collect()
}

/// Every suggestion is legal, and every first part leads to a legal answer.
#[track_caller]
fn answers_are_sound(state: &State, seat: Seat, question: Question) {
    let prompt = Prompt::compound(seat, question);
    let shape = super::super::compound::shape(&prompt.question).expect("it is compound");
    let answers = (shape.suggest)(state, &prompt);
    assert!(!answers.is_empty());
    for answer in answers {
        assert_eq!(prompt.check(state, &answer), Ok(()), "{answer:?}");
    }
    for pick in [0, 1] {
        for first in (shape.next)(state, &prompt, &[]) {
            let mut draft = vec![first];
            while prompt.check(state, &draft).is_err() {
                let mut more = (shape.next)(state, &prompt, &draft);
                assert!(!more.is_empty(), "{draft:?} leads nowhere");
                draft.push(more.swap_remove(pick.min(more.len() - 1)));
            }
        }
    }
}

// What all cards have in common

#[test]
fn rr_20_5_a_secondary_ability_costs_a_strategy_token() {
    let state = table("goods letnev: 0 1");
    let played = follow(&state, 2, "trade", &[Choice::Yes]).done();
    assert_eq!(played.state.player(LETNEV).tokens, tokens(3, 3, 1));
    let state = table("tokens letnev: 3 3 0");
    let why = refusal(&state, 2, secondary_of("trade"), &[Choice::Yes]);
    assert!(why.contains("costs a strategy token and you have none (RR 20.5)"), "{why}");
    assert_eq!(refused(&state, 2, secondary_of("trade"), &[Choice::Pass]), None);
}

#[test]
fn rr_82_1a_a_secondary_ability_can_be_declined_at_no_cost() {
    let state = table("");
    let played = follow(&state, 1, "imperial", &[Choice::Pass]).done();
    assert_eq!(played.state.player(HACAN).tokens, tokens(3, 3, 2));
    assert!(played.told().contains("does not use **Imperial**"));
}

#[test]
fn declining_and_using_at_the_same_time_is_refused() {
    let state = table("");
    let both = [Choice::Yes, Choice::Pass];
    assert!(refusal(&state, 1, secondary_of("imperial"), &both).contains("not both or neither"));
    assert!(refusal(&state, 1, secondary_of("imperial"), &[]).contains("not both or neither"));
}

#[test]
fn rr_82_1_the_others_follow_clockwise_if_they_can_pay() {
    let state = table("tokens letnev: 3 3 0");
    assert_eq!(who(&owed(&state, SOL, card("trade"))), [HACAN]);
    let state = table("");
    assert_eq!(who(&owed(&state, HACAN, card("trade"))), [LETNEV, SOL]);
}

#[test]
fn each_game_has_eight_cards_in_the_newest_version_it_knows() {
    let slugs =
        |sources| -> Vec<&str> { deck(sources).into_iter().map(|card| card.slug()).collect() };
    let base = slugs(Sources::BASE);
    assert_eq!(
        base,
        [
            "leadership",
            "diplomacy",
            "politics",
            "construction",
            "trade",
            "warfare",
            "technology",
            "imperial"
        ]
    );
    let pok = slugs(Sources::POK);
    assert_eq!(pok[1], "diplomacy-omega");
    assert_eq!(pok[3], "construction-pok");
    assert_eq!(slugs(Sources::ALL), pok, "later versions without behaviour stay in the box");
}

// Leadership (RR 52)

#[test]
fn rr_52_2_leadership_gives_three_tokens_and_one_for_three_influence() {
    let state = table("control mecatol-rex: sol");
    let pool = Choice::Token;
    let parts = [
        pool(Pool::Tactic),
        pool(Pool::Tactic),
        pool(Pool::Fleet),
        pool(Pool::Strategy),
        pool(Pool::Strategy),
        pay("mecatol-rex"),
    ];
    let played = lead(Script::new().answer(0, parts), state, "leadership").done();
    assert_eq!(played.state.player(SOL).tokens, tokens(5, 4, 4));
    assert!(played.state.planet(planet("mecatol-rex")).exhausted);
}

#[test]
fn leadership_wants_a_pool_for_each_token_and_three_influence_for_each_more() {
    let state = table("control rarron: sol\ngoods sol: 1 0");
    let question = || Question::Primary { card: card("leadership") };
    let token = Choice::Token(Pool::Fleet);
    let two = vec![token.clone(); 2];
    let why = refusal(&state, 0, question(), &two);
    assert!(why.contains("2 tokens are named, at least 3 come (RR 52.2)"), "{why}");
    let mut four = vec![token; 4];
    let why = refusal(&state, 0, question(), &four);
    assert!(why.contains("costs 3 influence and 0 are paid"), "{why}");
    four.extend([pay("rarron"), Choice::TradeGoods(1)]);
    let why = refusal(&state, 0, question(), &four);
    assert!(why.contains("Leave out a trade good"), "{why}");
    four.pop();
    assert_eq!(refused(&state, 0, question(), &four), None);
}

#[test]
fn rr_20_3a_leadership_gives_no_more_than_reinforcements_hold() {
    let state = table("tokens sol: 6 5 3\ntoken sol: 101");
    let question = || Question::Primary { card: card("leadership") };
    let token = || Choice::Token(Pool::Tactic);
    let why = refusal(&state, 0, question(), &[token(), token()]);
    assert!(why.contains("your reinforcements hold only 1 command token (RR 20.3)"), "{why}");
    assert_eq!(refused(&state, 0, question(), &[token()]), None);
    let state = table("tokens sol: 6 5 5");
    let played = lead(Script::new(), state, "leadership").done();
    assert!(played.script.asked.is_empty());
}

#[test]
fn leadership_costs_influence_only_by_its_secondary() {
    let state = table("control meer: hacan\ncontrol rarron: hacan\ntokens hacan: 1 3 0");
    let parts =
        [Choice::Token(Pool::Tactic), Choice::Token(Pool::Tactic), pay("meer"), pay("rarron")];
    let played = follow(&state, 1, "leadership", &parts).done();
    assert_eq!(played.state.player(HACAN).tokens, tokens(3, 3, 0));
}

#[test]
fn leadership_is_not_offered_to_those_with_less_than_three_influence() {
    let state = table("control rarron: letnev");
    assert_eq!(who(&owed(&state, SOL, card("leadership"))), [LETNEV]);
}

// Diplomacy (RR 32)

#[test]
fn rr_32_2_the_others_put_tokens_into_the_chosen_system() {
    let state =
        table("control new-albion: sol\ncontrol starpoint: sol\nexhausted new-albion, jord");
    let script = Script::new().answer(0, [Choice::System(system("203"))]);
    let played = lead(script, state, "diplomacy").done();
    let here = played.state.system(system("203")).tokens;
    assert_eq!(here.iter().collect::<Vec<_>>(), [HACAN, LETNEV]);
    assert_eq!(played.state.player(HACAN).tokens, tokens(3, 3, 2), "they come from reinforcements");
    assert!(!played.state.planet(planet("new-albion")).exhausted);
    assert!(
        played.state.planet(planet("jord")).exhausted,
        "the first card readies that system only"
    );
}

#[test]
fn the_newer_diplomacy_readies_any_two_planets() {
    let state = table(
        "sources base, codex1\ncontrol new-albion: sol\ncontrol abyz: sol\n\
         exhausted new-albion, jord, abyz",
    );
    let ready = |slug: &str| Choice::Planet(planet(slug));
    let question = || Question::Primary { card: card("diplomacy-omega") };
    let home = Choice::System(system("301"));
    let three = [home.clone(), ready("jord"), ready("abyz"), ready("new-albion")];
    assert!(refusal(&state, 0, question(), &three).contains("3 planets are more than two"));
    let script = Script::new().answer(0, [home, ready("abyz"), ready("new-albion")]);
    let played = lead(script, state, "diplomacy-omega").done();
    assert!(played.state.planet(planet("jord")).exhausted);
    assert!(!played.state.planet(planet("abyz")).exhausted);
    assert!(played.state.system(system("301")).tokens.contains(HACAN));
}

#[test]
fn diplomacy_does_not_choose_mecatol_rex_or_systems_of_others() {
    let state = table("control mecatol-rex: sol\ncontrol abyz: hacan");
    let question = || Question::Primary { card: card("diplomacy") };
    for label in ["000", "303"] {
        let why = refusal(&state, 0, question(), &[Choice::System(system(label))]);
        assert!(why.contains("does not qualify (RR 32.2)"), "{why}");
    }
    let mut state = table("control mecatol-rex: sol");
    state.planet_mut(planet("jord")).owner = None;
    let played = lead(Script::new(), state, "diplomacy").done();
    assert!(played.told().contains("no system that"), "{}", played.told());
}

#[test]
fn rr_20_3b_without_reinforcements_the_token_comes_off_the_sheet() {
    let state = table("tokens hacan: 6 5 5");
    let script = Script::new().answer(1, [Choice::Token(Pool::Tactic)]);
    let played = lead(script, state, "diplomacy").done();
    assert!(played.asked(0).is_empty(), "there is one system to choose");
    assert_eq!(played.state.player(HACAN).tokens, tokens(5, 5, 5));
    assert!(played.state.system(system("301")).tokens.contains(HACAN));
}

#[test]
fn whoever_has_a_token_there_places_no_other() {
    let state = table("tokens hacan: 5 5 5\ntoken hacan: 301");
    let played = lead(Script::new(), state, "diplomacy").done();
    assert_eq!(played.state.player(HACAN).tokens, tokens(5, 5, 5));
}

#[test]
fn diplomacy_readies_up_to_two_planets_by_its_secondary() {
    let state = table(
        "control arretze: hacan\ncontrol hercant: hacan\ncontrol kamdorn: hacan\n\
         exhausted arretze, hercant",
    );
    let ready = |slug: &str| Choice::Planet(planet(slug));
    let why = refusal(&state, 1, secondary_of("diplomacy"), &[ready("kamdorn")]);
    assert!(why.contains("Kamdorn is ready already"), "{why}");
    let played = follow(&state, 1, "diplomacy", &[ready("arretze"), ready("hercant")]).done();
    assert_eq!(played.state.ready_planets(HACAN).count(), 3);
    assert_eq!(who(&owed(&state, SOL, card("diplomacy"))), [HACAN], "Letnev has nothing to ready");
}

// Politics (RR 66)

fn with_cards(lines: &str) -> State {
    let mut state = table(lines);
    let slugs = ["bribery", "bunker", "disable", "direct-hit"];
    state.decks.action_cards = slugs.map(ActionCardId::named).to_vec();
    state
}

fn agendas(state: &State) -> Vec<AgendaId> {
    state.decks.agendas.iter().rev().copied().collect()
}

#[test]
fn rr_66_2_politics_makes_a_speaker_draws_cards_and_orders_agendas() {
    let state = with_cards("speaker sol");
    let deck = agendas(&state);
    assert!(deck.len() > 3);
    let order = [Choice::Agenda(deck[1]), Choice::Deck, Choice::Agenda(deck[0])];
    let script = Script::new().answer(0, [Choice::Player(LETNEV)]).answer(0, order);
    let played = lead(script, state, "politics").done();
    assert_eq!(played.state.speaker, LETNEV);
    assert_eq!(played.state.player(SOL).hand.len(), 2);
    let mut expected = deck.clone();
    let bottom = expected.remove(0);
    expected.push(bottom);
    assert_eq!(agendas(&played.state), expected);
    assert!(played.told_to(0).contains(deck[0].name()));
    assert!(!played.told().contains(deck[0].name()), "nobody else learns the agendas");
    assert!(played.told().contains("puts 1 on top of the deck and 1 at the bottom"));
}

#[test]
fn politics_puts_both_agendas_on_top_or_to_the_bottom_in_any_order() {
    let state = with_cards("speaker hacan");
    let deck = agendas(&state);
    let (a, b) = (Choice::Agenda(deck[0]), Choice::Agenda(deck[1]));
    let put = |order: [Choice; 3]| {
        let script = Script::new().answer(0, [Choice::Player(SOL)]).answer(0, order);
        agendas(&lead(script, state.clone(), "politics").done().state)
    };
    let above = put([b.clone(), a.clone(), Choice::Deck]);
    assert_eq!(above[..2], [deck[1], deck[0]]);
    let below = put([Choice::Deck, b, a]);
    assert_eq!(below[below.len() - 2..], [deck[1], deck[0]]);
    assert_eq!(below[0], deck[2]);
}

#[test]
fn politics_cannot_choose_the_speaker_again() {
    let state = with_cards("speaker hacan");
    let script = Script::new().answer(0, [Choice::Player(HACAN)]);
    assert!(lead(script, state, "politics").refusal().contains("not among what can be chosen"));
}

#[test]
fn politics_draws_two_cards_by_its_secondary() {
    let state = with_cards("");
    let played = follow(&state, 2, "politics", &[Choice::Yes]).done();
    assert_eq!(played.state.player(LETNEV).hand.len(), 2);
    assert_eq!(played.state.player(LETNEV).tokens, tokens(3, 3, 1));
}

// Construction (RR 24)

fn structure(kind: UnitKind, on: &str) -> Choice {
    Choice::Structure { kind, planet: planet(on) }
}

fn count(state: &State, seat: Seat, kind: UnitKind, on: &str) -> u8 {
    state.planet(planet(on)).forces.count(seat, kind)
}

#[test]
fn rr_24_2_construction_places_a_dock_or_pds_and_another_pds() {
    let state = table("control abyz: sol\ntoken sol: 303");
    let parts = [structure(SpaceDock, "abyz"), structure(Pds, "abyz")];
    let played = lead(Script::new().answer(0, parts), state.clone(), "construction").done();
    assert_eq!(count(&played.state, SOL, SpaceDock, "abyz"), 1);
    assert_eq!(count(&played.state, SOL, Pds, "abyz"), 1);
    let parts = [structure(Pds, "jord"), structure(Pds, "jord")];
    let played = lead(Script::new().answer(0, parts), state.clone(), "construction").done();
    assert_eq!(count(&played.state, SOL, Pds, "jord"), 2);
    let question = || Question::Primary { card: card("construction") };
    let docks = [structure(SpaceDock, "abyz"), structure(SpaceDock, "jord")];
    assert!(refusal(&state, 0, question(), &docks).contains("more than the card allows"));
    let three = vec![structure(Pds, "jord"), structure(Pds, "abyz"), structure(Pds, "abyz")];
    assert!(refusal(&state, 0, question(), &three).contains("more than the card allows"));
}

#[test]
fn rr_85_6_a_planet_holds_one_dock_and_two_pds() {
    let state = table("planet jord: sol space-dock, pds\ncontrol abyz: hacan");
    let question = || Question::Primary { card: card("construction") };
    let why = refusal(&state, 0, question(), &[structure(SpaceDock, "jord")]);
    assert!(why.contains("Jord already holds 1 space dock (RR 85.6)"), "{why}");
    let why = refusal(&state, 0, question(), &[structure(Pds, "jord"), structure(Pds, "jord")]);
    assert!(why.contains("Jord already holds 2 PDS"), "{why}");
    let why = refusal(&state, 0, question(), &[structure(Pds, "abyz")]);
    assert!(why.contains("you do not control Abyz"), "{why}");
    let why = refusal(&state, 0, question(), &[structure(Cruiser, "jord")]);
    assert!(why.contains("you cannot place a cruiser"), "{why}");
}

#[test]
fn construction_may_place_nothing() {
    let state = table("");
    let played = lead(Script::new().answer(0, [Choice::Pass]), state, "construction").done();
    assert_eq!(played.state.on_board(SOL, Pds), 0);
    let state = table("planet jord: sol space-dock, 2 pds");
    let played = lead(Script::new(), state, "construction").done();
    assert!(played.script.asked.is_empty(), "there is no room for anything");
}

#[test]
fn rr_24_3_the_token_of_the_secondary_goes_into_the_structures_system() {
    let state = table("control arretze: hacan");
    let played = follow(&state, 1, "construction", &[structure(SpaceDock, "arretze")]).done();
    assert_eq!(count(&played.state, HACAN, SpaceDock, "arretze"), 1);
    assert!(played.state.system(system("304")).tokens.contains(HACAN));
    assert_eq!(played.state.player(HACAN).tokens, tokens(3, 3, 1));
    assert_eq!(played.state.token_reinforcements(HACAN), state.token_reinforcements(HACAN));
    let two = [structure(Pds, "arretze"), structure(Pds, "arretze")];
    assert!(refusal(&state, 1, secondary_of("construction"), &two).contains("more than the card"));
}

#[test]
fn with_a_token_there_already_the_spent_one_returns_to_reinforcements() {
    let state = table("control arretze: hacan\ntoken hacan: 304");
    let played = follow(&state, 1, "construction", &[structure(Pds, "arretze")]).done();
    assert_eq!(played.state.token_reinforcements(HACAN), state.token_reinforcements(HACAN) + 1);
}

#[test]
fn rr_24_4a_a_structure_without_reinforcements_comes_off_the_board() {
    let state = table(
        "planet wellon: sol space-dock\nplanet thibah: sol space-dock\n\
         planet saudor: sol space-dock\ncontrol abyz: sol\ntoken sol: 101",
    );
    let question = || Question::Primary { card: card("construction") };
    let recall = |on: &str| Choice::Recall {
        kind: SpaceDock,
        damaged: false,
        count: 1,
        from: Place::Planet(planet(on)),
    };
    let dock = structure(SpaceDock, "abyz");
    let why = refusal(&state, 0, question(), std::slice::from_ref(&dock));
    assert!(why.contains("Take back 1 space dock from systems without a token"), "{why}");
    let why = refusal(&state, 0, question(), &[dock.clone(), recall("wellon")]);
    assert!(why.contains("is in a system with your token (RR 24.4)"), "{why}");
    let why = refusal(&state, 0, question(), &[structure(Pds, "abyz"), recall("thibah")]);
    assert!(why.contains("Nothing needs to be taken back"), "{why}");
    let script = Script::new().answer(0, [dock, recall("thibah")]);
    let played = lead(script, state, "construction").done();
    assert_eq!(count(&played.state, SOL, SpaceDock, "thibah"), 0);
    assert_eq!(count(&played.state, SOL, SpaceDock, "abyz"), 1);
}

// Trade (RR 92)

#[test]
fn rr_92_2_trade_gives_goods_and_commodities_to_its_player_and_friends() {
    let state = table("goods sol: 1 1\ngoods hacan: 0 2");
    let script = Script::new().answer(0, [Choice::Player(HACAN)]);
    let played = lead(script, state, "trade").done();
    let goods = |seat| {
        let player = played.state.player(seat);
        (player.trade_goods, player.commodities)
    };
    assert_eq!(goods(SOL), (4, 4));
    assert_eq!(goods(HACAN), (0, 6));
    assert_eq!(goods(LETNEV), (0, 0));
    assert_eq!(played.state.player(HACAN).tokens, tokens(3, 3, 2), "it is free for the chosen");
    // (RR 92.4) The chosen do not follow a second time.
    assert_eq!(who(&owed(&played.state, SOL, card("trade"))), [LETNEV]);
}

#[test]
fn trade_replenishes_by_its_secondary() {
    let state = table("goods letnev: 5 1");
    let played = follow(&state, 2, "trade", &[Choice::Yes]).done();
    assert_eq!(played.state.player(LETNEV).commodities, 2);
    assert_eq!(played.state.player(LETNEV).trade_goods, 5);
}

// Warfare (RR 99)

#[test]
fn rr_99_2_warfare_takes_a_token_back_and_redistributes() {
    let state = table("token sol: 101, 102");
    let pools = Choice::Pools(tokens(1, 6, 2));
    let script = Script::new().answer(0, [Choice::System(system("101")), pools]);
    let played = lead(script, state, "warfare").done();
    assert!(!played.state.system(system("101")).tokens.contains(SOL));
    assert!(played.state.system(system("102")).tokens.contains(SOL));
    assert_eq!(played.state.player(SOL).tokens, tokens(1, 6, 2));
}

#[test]
fn warfare_may_just_put_the_token_into_a_pool() {
    let state = table("token sol: 101");
    let parts = [Choice::System(system("101")), Choice::Token(Pool::Fleet)];
    let played = lead(Script::new().answer(0, parts), state, "warfare").done();
    assert_eq!(played.state.player(SOL).tokens, tokens(3, 4, 2));
}

#[test]
fn warfare_counts_tokens_and_wants_one_off_the_board() {
    let state = table("token sol: 101");
    let question = || Question::Primary { card: card("warfare") };
    let here = Choice::System(system("101"));
    let why = refusal(&state, 0, question(), &[here.clone(), Choice::Pools(tokens(3, 3, 2))]);
    assert!(why.contains("the pools hold 8 tokens, you have 9"), "{why}");
    let why = refusal(&state, 0, question(), &[Choice::Pools(tokens(3, 3, 3))]);
    assert!(why.contains("exactly one of your tokens comes off the board (RR 99.1)"), "{why}");
    let why = refusal(
        &state,
        0,
        question(),
        &[Choice::System(system("102")), Choice::Token(Pool::Fleet)],
    );
    assert!(why.contains("no token of yours lies in"), "{why}");
    let why = refusal(&state, 0, question(), std::slice::from_ref(&here));
    assert!(why.contains("say once how your tokens shall lie"), "{why}");
    let why = refusal(&state, 0, question(), &[here, Choice::Pass]);
    assert!(why.contains("name a system and your pools (RR 99.2)"), "{why}");
}

#[test]
fn without_a_token_on_the_board_warfare_only_redistributes() {
    let state = table("");
    let script = Script::new().answer(0, [Choice::Pools(tokens(4, 4, 0))]);
    let played = lead(script, state.clone(), "warfare").done();
    assert_eq!(played.state.player(SOL).tokens, tokens(4, 4, 0));
    let question = Question::Primary { card: card("warfare") };
    assert!(refusal(&state, 0, question, &[Choice::Token(Pool::Fleet)]).contains("name a system"));
}

#[test]
fn a_fleet_pool_made_smaller_by_warfare_removes_ships() {
    let state = table("space 101: sol 3 cruisers");
    let script = Script::new().answer(0, [Choice::Pools(tokens(6, 2, 0))]).when(|state, prompt| {
        let shape = super::super::compound::shape(&prompt.question)?;
        matches!(prompt.question, Question::RemoveExcess { .. })
            .then(|| (shape.suggest)(state, prompt).swap_remove(0))
    });
    let played = lead(script, state, "warfare").done();
    assert_eq!(played.state.fleet_size(system("101"), SOL), 2);
}

#[test]
fn rr_99_3_the_secondary_of_warfare_produces_at_home_without_a_token_there() {
    let state = table(
        "planet arc-prime: letnev space-dock\ncontrol wren-terra: letnev\nplanet abyz: letnev space-dock",
    );
    let build = |kind, count, at| Choice::Build { kind, count, at };
    let home = system("307");
    let parts = [
        build(Cruiser, 1, Place::Space(home)),
        build(Infantry, 2, Place::Planet(planet("arc-prime"))),
        pay("abyz"),
    ];
    let played = follow(&state, 2, "warfare", &parts).done();
    assert_eq!(played.state.system(home).space.count(LETNEV, Cruiser), 1);
    assert!(!played.state.system(home).tokens.contains(LETNEV));
    assert_eq!(played.state.player(LETNEV).tokens, tokens(3, 3, 1));
    let elsewhere = [build(Cruiser, 1, Place::Space(system("303"))), pay("wren-terra")];
    refusal(&state, 2, secondary_of("warfare"), &elsewhere);
    let nothing = refusal(&state, 2, secondary_of("warfare"), &[pay("abyz")]);
    assert!(nothing.contains("nothing is produced"), "{nothing}");
    assert_eq!(who(&owed(&state, SOL, card("warfare"))), [LETNEV], "Hacan has no dock");
}

// Technology (RR 91)

#[test]
fn rr_91_2_technology_researches_one_for_nothing_and_one_for_six_resources() {
    let state = table("tech sol: gravity-drive, plasma-scoring, duranium-armor\ncontrol fria: sol");
    let tech = |slug: &str| Choice::Technology(TechId::named(slug));
    let script = Script::new()
        .answer(0, [tech("advanced-carrier-ii")])
        .answer(0, [tech("destroyer-ii"), pay("jord"), pay("fria")]);
    let played = lead(script, state, "technology").done();
    assert!(played.state.has_technology(SOL, TechId::named("advanced-carrier-ii")));
    assert!(played.state.has_technology(SOL, TechId::named("destroyer-ii")));
    assert_eq!(played.state.ready_planets(SOL).count(), 0);
}

#[test]
fn technology_offers_no_second_one_to_those_who_cannot_pay() {
    let state = table("tech sol: gravity-drive, plasma-scoring, duranium-armor\ngoods sol: 1 0");
    let parts = [Choice::Technology(TechId::named("destroyer-ii"))];
    let played = lead(Script::new().answer(0, parts), state, "technology").done();
    assert_eq!(played.asked(0), [&Question::Research { resources: 0 }]);
}

#[test]
fn rr_91_3_the_secondary_of_technology_costs_four_resources() {
    let state = table("tech hacan: gravity-drive\ncontrol abyz: hacan\ngoods hacan: 3 0");
    let carrier = || Choice::Technology(TechId::named("carrier-ii"));
    let question = || secondary_of("technology");
    let why = refusal(&state, 1, question(), &[carrier(), pay("abyz")]);
    assert!(why.contains("it costs 4 resources and 3 are paid"), "{why}");
    let parts = [carrier(), pay("abyz"), Choice::TradeGoods(1)];
    let played = follow(&state, 1, "technology", &parts).done();
    assert!(played.state.has_technology(HACAN, TechId::named("carrier-ii")));
    assert_eq!(played.state.player(HACAN).tokens, tokens(3, 3, 1));
    assert_eq!(played.state.player(HACAN).trade_goods, 2);
}

// Imperial (RR 45)

#[test]
fn rr_45_2_imperial_scores_a_public_objective_at_once() {
    let state = table("objective erect-a-monument\ncontrol abyz: sol\ngoods sol: 1 0");
    let score = Choice::Public(PublicId::named("erect-a-monument"));
    let parts = [score, pay("jord"), pay("abyz"), Choice::TradeGoods(1)];
    let played = lead(Script::new().answer(0, parts), state, "imperial").done();
    assert_eq!(played.state.points(SOL), 1);
    assert_eq!(played.state.player(SOL).secrets.len(), 1, "then a secret objective is drawn");
    assert_eq!(played.state.player(SOL).trade_goods, 0);
}

#[test]
fn whoever_controls_mecatol_rex_gains_a_point_instead_of_a_secret() {
    let mut state = table("control mecatol-rex: sol");
    state.planet_mut(planet("jord")).owner = Some(HACAN);
    let played = lead(Script::new(), state, "imperial").done();
    assert_eq!(played.state.points(SOL), 1, "the home system does not matter for it");
    assert!(played.state.player(SOL).secrets.is_empty());
}

#[test]
fn imperial_scores_no_second_objective_and_nothing_unpaid() {
    let state = table(
        "objective erect-a-monument\nobjective raise-a-fleet\nspace 101: sol 5 cruisers\ngoods sol: 9 0",
    );
    let question = || Question::Primary { card: card("imperial") };
    let score = |slug: &str| Choice::Public(PublicId::named(slug));
    let both = [score("raise-a-fleet"), score("erect-a-monument"), Choice::TradeGoods(8)];
    assert!(refusal(&state, 0, question(), &both).contains("name one public objective"));
    let why = refusal(&state, 0, question(), &[score("erect-a-monument"), Choice::TradeGoods(7)]);
    assert!(why.contains("costs 8 resources and 7 are paid"), "{why}");
    let why = refusal(&state, 0, question(), &[score("raise-a-fleet"), Choice::TradeGoods(1)]);
    assert!(why.contains("only what Raise a Fleet costs"), "{why}");
}

#[test]
fn imperial_draws_a_secret_objective_by_its_secondary() {
    let state = table("");
    let played = follow(&state, 1, "imperial", &[Choice::Yes]).done();
    assert_eq!(played.state.player(HACAN).secrets.len(), 1);
    assert_eq!(played.state.player(HACAN).tokens, tokens(3, 3, 1));
}

// Answers of all cards

#[test]
fn every_suggestion_and_every_draft_leads_to_a_legal_answer() {
    let state = table(
        "sources base, pok, codex1\ncontrol mecatol-rex: sol\ncontrol abyz: sol\n\
         control new-albion: sol\nexhausted abyz\nplanet jord: sol space-dock\ngoods sol: 3 1\n\
         token sol: 101, 102\nobjective erect-a-monument\nobjective lead-from-the-front\n\
         planet arretze: hacan space-dock\ncontrol hercant: hacan\ncontrol kamdorn: hacan\n\
         control rarron: hacan\nexhausted kamdorn\ngoods hacan: 5 1\ntech hacan: gravity-drive",
    );
    let firsts = ["leadership", "diplomacy-omega", "construction-pok", "warfare", "imperial"];
    for slug in firsts {
        answers_are_sound(&state, SOL, Question::Primary { card: card(slug) });
    }
    for card in deck(state.options.sources) {
        answers_are_sound(&state, HACAN, Question::Secondary { card });
    }
}

#[test]
fn whose_last_token_went_to_one_card_is_not_asked_about_the_next() {
    let mut state = table("tokens hacan: 3 3 1\ntokens letnev: 3 3 2");
    let owed = |seat, slug| Owed { seat, card: card(slug), from: Seat(0), free: false };
    state.owed = vec![owed(HACAN, "politics"), owed(HACAN, "imperial"), owed(LETNEV, "politics")];
    for player in &mut state.players {
        player.passed = true;
    }
    state.active = None;
    let script = Script::new().answer(1, [Choice::Yes]).answer(2, [Choice::Pass]);
    let played = script.run(state, crate::imperium::rules::turn::take).done();
    assert_eq!(played.asked(1).len(), 1, "{:?}", played.asked(1));
    assert!(played.told().contains("no strategy token left for **Imperial**"), "{}", played.told());
}
