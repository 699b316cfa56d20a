//! Elimination (RR 33).

use super::*;
use crate::imperium::rules::{strategy, victory};

/// Hacan controls nothing but what `lines` give.
fn fallen(lines: &str) -> State {
    arena(&format!(
        "control arretze: nobody\ncontrol hercant: nobody\ncontrol kamdorn: nobody\n{lines}"
    ))
}

fn eliminate(state: State) -> Played {
    Script::new().run(state, victory::eliminate).done()
}

fn is_out(lines: &str) -> bool {
    eliminate(fallen(lines)).state.player(HACAN).eliminated
}

#[test]
fn rr_33_1_only_without_planets_ground_forces_and_production_is_a_player_out() {
    assert!(is_out("space 201: hacan 3 cruisers"));
    assert!(!is_out("control saudor: hacan"));
    assert!(!is_out("space 201: hacan carrier, infantry"));
    assert!(!is_out("planet saudor: hacan space-dock"));
}

#[test]
fn rr_33_2_everything_of_the_eliminated_player_leaves_the_board() {
    let state = fallen(
        "space 201: hacan 3 cruisers\ntoken hacan: 201, 202\ntokens hacan: 2 2 2\ngoods hacan: 4 2",
    );
    let state = eliminate(state).state;
    assert!(state.all_forces().all(|(_, forces)| forces.of(HACAN).next().is_none()));
    assert_eq!(state.tokens_on_board(HACAN), 0);
    let player = state.player(HACAN);
    assert_eq!((player.trade_goods, player.commodities, player.technologies.len()), (0, 0, 0));
}

#[test]
fn rr_33_3_laws_that_the_eliminated_player_owned_are_discarded() {
    let mut state = fallen("law executive-sanctions: for");
    let owned = AgendaId::named("minister-of-commerce");
    state.decks.agendas.retain(|agenda| *agenda != owned);
    state.laws.push(Law { agenda: owned, elected: Some(Elected::Player(HACAN)), exhausted: false });
    let state = eliminate(state).state;
    assert!(state.law_in_force(owned).is_none());
    assert_eq!(state.decks.discarded_agendas, [owned]);
    assert_eq!(state.laws.len(), 1, "others stay in force");
}

#[test]
fn rr_01_3a_what_a_law_does_outlives_the_speaker_who_brought_it_in() {
    let mut state = fallen("law wormhole-reconstruction: for\nspeaker hacan");
    let until = Until::LawGoes(AgendaId::named("wormhole-reconstruction"));
    state.lasting.push(Lasting { until, seat: HACAN, effect: Effect::AlphaMeetsBeta });
    let state = eliminate(state).state;
    assert!(state.linked(Wormhole::Alpha, Wormhole::Beta));
}

#[test]
fn rr_33_5_action_cards_of_the_eliminated_player_are_discarded() {
    let state = eliminate(fallen("hand hacan: sabotage, spy")).state;
    assert_eq!(state.decks.discarded, [card("sabotage"), card("spy")]);
}

#[test]
fn rr_33_6_strategy_cards_go_back_exhausted_or_not() {
    let mut state = eliminate(fallen("strategy hacan: trade exhausted, warfare")).state;
    assert_eq!(state.strategy_cards_of(HACAN).count(), 0);
    for slot in &mut state.strategy {
        slot.holder = None;
        assert!(!slot.exhausted);
    }
}

#[test]
fn rr_33_7_secret_objectives_are_shuffled_back_scored_or_not() {
    let state = fallen("secret hacan: control-the-region\nscored hacan: form-a-spy-network");
    let before = state.decks.secrets.len();
    let played = eliminate(state);
    assert_eq!(played.state.decks.secrets.len(), before + 2);
    assert!(played.script.rolled.iter().any(|(label, _)| label.contains("secret objective deck")));
}

#[test]
fn rr_33_8_the_speaker_token_passes_to_the_left() {
    assert_eq!(eliminate(fallen("speaker hacan")).state.speaker, LETNEV);
    assert_eq!(eliminate(fallen("speaker sol")).state.speaker, SOL);
}

#[test]
fn rr_33_9_after_an_elimination_everybody_picks_as_many_strategy_cards_as_before() {
    let five = "players sol, hacan, letnev, winnu, yin
control arretze: nobody\ncontrol hercant: nobody\ncontrol kamdorn: nobody
phase strategy\nspeaker sol";
    let mut state = eliminate(at(five)).state;
    let mut pickers = Vec::new();
    while state.stage == Stage::Strategy {
        pickers.extend(strategy::picker(&state));
        state = Script::new().run(state, strategy::pick).done().state;
    }
    assert_eq!(pickers, [SOL, LETNEV, Seat(3), Seat(4)]);
}

#[test]
fn rr_33_whoever_alone_is_left_has_won() {
    let state = at("players sol, hacan
control arretze: nobody\ncontrol hercant: nobody\ncontrol kamdorn: nobody");
    let played = Script::new().run(state, victory::eliminate);
    assert_eq!(played.state.winner, Some(SOL));
}

#[test]
fn rr_33_10a_and_90_18_technologies_that_nekro_copied_stay() {
    let mut state = at("players nekro, hacan, letnev\ncontrol arretze: nobody
control hercant: nobody\ncontrol kamdorn: nobody\ntech hacan: quantum-datahub-node");
    let tech = TechId::named("quantum-datahub-node");
    state.gain_technology(SOL, tech);
    let state = eliminate(state).state;
    assert!(state.player(HACAN).eliminated);
    assert!(state.has_technology(SOL, tech));
}

/// The token stays with whoever holds it until the status phase is over.
#[test]
fn rr_33_10c_the_zero_token_of_naalu_stays_with_its_holder_for_the_round() {
    let mut state = at("players sol, naalu, letnev\ncontrol maaluuk: nobody\ncontrol druaa: nobody
laid sol: gift-of-prescience of naalu\nstrategy sol: imperial");
    state.zero = Some(SOL);
    let state = eliminate(state).state;
    assert!(state.player(HACAN).eliminated);
    assert_eq!(state.initiative(SOL), 0);
    assert!(state.player(SOL).notes_in_play.is_empty(), "the note itself leaves the game");
}

#[test]
fn rr_33_10b_wormhole_tokens_of_creuss_stay_on_the_board() {
    let mut state = at("players sol, creuss, letnev\ncontrol creuss: nobody");
    let near = place("101");
    std::sync::Arc::make_mut(&mut state.galaxy).add_wormhole(near, Wormhole::Alpha);
    let state = eliminate(state).state;
    assert!(state.player(HACAN).eliminated);
    assert!(state.wormholes(near).contains(&Wormhole::Alpha));
}

#[test]
fn rr_33_2_nothing_of_an_eliminated_player_can_be_gained_or_asked_any_more() {
    let state = fallen("note sol: ceasefire of hacan\nnote letnev: trade-agreement of hacan");
    let state = eliminate(state).state;
    let notes =
        |seat: Seat| state.player(seat).notes.iter().filter(|note| note.of == HACAN).count();
    assert_eq!([SOL, LETNEV].map(notes), [0, 0]);
    assert!(state.whereabouts.iter().all(|about| about.note.of != HACAN));
    assert_eq!(state.initiative_order().len(), 2);
}

/// Agendas that everybody owns stay; what lies before the eliminated player goes, exhausted or not; cards in the
/// hands of the others are untouched.
#[test]
fn rr_33_cards_of_the_others_stay_where_they_are() {
    let state =
        fallen("hand sol: spy\nsecret sol: control-the-region\nstrategy sol: leadership exhausted");
    let state = eliminate(state).state;
    assert_eq!(state.player(SOL).hand, [card("spy")]);
    assert_eq!(state.player(SOL).secrets, [SecretId::named("control-the-region")]);
    assert!(state.strategy_cards_of(SOL).all(|slot| slot.exhausted));
}
