//! What is refused says why in the words of the rules.

use super::*;
use crate::imperium::data::StrategyId;
use crate::imperium::rules::{combat, status, strategy, strategy_cards};

const THREE: &str = "players sol, hacan, letnev\nstrategy sol: trade\n";

fn turn(more: &str) -> Desk {
    Desk::asked(&format!("{THREE}{more}"), rules::turn::take)
}

#[track_caller]
fn says(refusal: &str, wanted: &[&str]) {
    for text in wanted {
        assert!(refusal.contains(text), "`{text}` is not in: {refusal}");
    }
}

#[test]
fn an_activation_is_refused_for_an_own_token_a_lack_of_tokens_or_a_place_that_is_none() {
    let desk = turn("token sol: 205\ntoken hacan: 206");
    says(&desk.refuses("/activate system:205"), &["your command token lies in 205", "5.2"]);
    says(&desk.refuses("/activate system:999"), &["no system on this board"]);
    assert!(desk.act("/activate system:206").is_ok());
    let desk = turn("tokens sol: 0 3 2");
    says(&desk.refuses("/activate system:205"), &["no command token in your tactic pool", "20.4"]);
}

#[test]
fn a_strategic_action_is_refused_with_who_holds_the_card_or_that_it_was_used() {
    let desk = turn("strategy sol: trade exhausted, politics\nstrategy hacan: warfare");
    says(&desk.refuses("/strategic card:Trade"), &["have performed Trade in this round", "82.2"]);
    says(&desk.refuses("/strategic card:6"), &["Warfare is «1»'s"]);
    says(&desk.refuses("/strategic card:Imperial"), &["nobody holds Imperial"]);
    says(&desk.refuses("/strategic card:Gravity Drive"), &["not possible here", "Politics"]);
    let desk = turn("strategy sol: trade exhausted");
    says(&desk.refuses("/strategic card:Trade"), &["have performed Trade"]);
}

#[test]
fn passing_too_early_names_the_cards_that_are_left() {
    let refused = turn("strategy sol: trade exhausted, politics").refuses("/pass");
    says(&refused, &["before your strategic action", "3.4", "Politics"]);
    assert!(!refused.contains("Trade"), "{refused}");
}

#[test]
fn a_strategy_card_that_is_taken_says_by_whom() {
    let position = "players sol, hacan, letnev\nphase strategy\nspeaker sol";
    let mut state = at(position);
    let trade = StrategyId::named("trade");
    let slot = state.strategy.iter_mut().find(|slot| slot.card == trade).expect("it is there");
    slot.holder = Some(Seat(1));
    let mut slots = state.strategy.iter_mut();
    slots.find(|slot| slot.holder.is_none()).expect("there are eight").holder = Some(Seat(2));
    let mut slots = state.strategy.iter_mut();
    slots.find(|slot| slot.holder.is_none()).expect("there are eight").holder = Some(Seat(0));
    let played = Script::new().strict().run(state, strategy::pick);
    let desk = Desk { played, draft: Vec::new() };
    says(&desk.refuses("/pick card:Trade"), &["«1» has taken Trade", "84.1"]);
}

#[test]
fn a_card_is_refused_because_it_is_not_held_or_because_of_its_moment() {
    let desk = turn("hand sol: sabotage\nhand hacan: plague\nnote sol: ceasefire of hacan");
    says(
        &desk.refuses("/play card:Sabotage"),
        &["Sabotage cannot be played or used now", "Its text"],
    );
    says(&desk.refuses("/play card:Plague"), &["you do not hold Plague"]);
    says(&desk.refuses("/play card:Ghost Ship"), &["you do not hold Ghost Ship"]);
    says(
        &desk.refuses("/play card:Ceasefire of Hacan"),
        &["Ceasefire cannot be played or used now"],
    );
    says(&desk.refuses("/play card:Political Secret"), &["your own", "69.2"]);
    let desk = turn("tech sol: transit-diodes exhausted, plasma-scoring");
    says(&desk.refuses("/play card:Transit Diodes"), &["is exhausted"]);
    says(&desk.refuses("/play card:Plasma Scoring"), &["cannot be played or used now"]);
}

fn battle(more: &str) -> Desk {
    let position = format!(
        "{THREE}active hacan\ntile 201 = 47\ntile 202 = 48\ntile 101 = 46\ntile 212 = 25\n\
         space 201: sol cruiser; hacan cruiser\n{more}"
    );
    Desk::asked(&position, |game| {
        let system = system(&game.state, "201").expect("it is on the board");
        combat::space_combat(game, system)
    })
}

#[test]
fn a_retreat_is_refused_with_what_is_wrong_with_the_system() {
    let position = format!(
        "{THREE}active hacan\ntile 201 = 47\ntile 202 = 48\ntile 101 = 46\ntile 212 = 42\n\
         space 201: sol cruiser; hacan cruiser\nspace 202: sol cruiser\nspace 101: hacan fighter\n\
         space 301: sol cruiser\nspace 212: sol cruiser\ntoken hacan: 201"
    );
    let script = Script::new().strict().answer(0, [Choice::Yes]).dice([1, 1]);
    let played = script.run(at(&position), |game| {
        let system = system(&game.state, "201").expect("it is on the board");
        combat::space_combat(game, system)
    });
    let desk = Desk { played, draft: Vec::new() };
    says(&desk.refuses("/retreat to:205"), &["not next to 201", "78.7"]);
    says(&desk.refuses("/retreat to:101"), &["ships of somebody else"]);
    says(&desk.refuses("/retreat to:212"), &["anomaly"]);
    says(&desk.refuses("/retreat to:302"), &["no units and no planet"]);
    assert!(desk.act("/retreat to:202").is_ok());
}

#[test]
fn where_nobody_can_retreat_to_the_command_says_so() {
    let desk = battle("hand sol: morale-boost\ncontrol jord: nobody");
    says(&desk.refuses("/retreat"), &["no system that you could retreat to", "78.4"]);
}

#[test]
fn movement_and_landing_and_building_need_an_activation_first() {
    let desk = turn("space 301: sol cruiser");
    for line in ["/move from:301 units:cruiser", "/land units:infantry", "/build units:cruiser"] {
        says(&desk.refuses(line), &["Activate a system first", "89.1"]);
    }
}

#[test]
fn ground_forces_land_on_planets_of_the_active_system_only() {
    let position = format!("{THREE}tile 205 = 25\nspace 205: sol carrier, 2 infantry");
    let desk = Desk::asked(&position, |game| {
        let system = system(&game.state, "205").expect("it is on the board");
        invasion::invade(game, Seat(0), system)
    });
    says(&desk.refuses("/land planet:Jord units:infantry"), &["Jord is not in 205", "Quann"]);
    let mut desk = desk;
    desk.drafts("/land planet:Quann units:3 infantry");
    says(&desk.check().expect_err("there are two"), &["infantry"]);
}

#[test]
fn what_is_not_produced_says_whether_plastic_limit_technology_or_blockade_is_in_the_way() {
    let refused = |more: &str, line: &str| {
        let mut desk = yard(more);
        match desk.act(line) {
            Ok(Act::Draft(parts)) => {
                desk.draft = parts;
                desk.check().expect_err("it is not legal")
            }
            Ok(other) => panic!("{other:?}"),
            Err(refusal) => refusal.to_string(),
        }
    };
    says(&refused("", "/build units:war sun"), &["war sun"]);
    says(&refused("", "/build units:pds"), &["26"]);
    says(&refused("goods sol: 40 0", "/build units:9 fighters"), &["production 6", "68.1"]);
    let all = "space 201: sol 5 dreadnoughts\ntoken sol: 201\ngoods sol: 9 0";
    says(&refused(all, "/build units:dreadnought"), &["reinforcements"]);
    says(
        &refused("space 301: hacan cruiser", "/build units:cruiser"),
        &["ships of another player", "67.6"],
    );
}

#[test]
fn an_objective_is_refused_with_what_it_asks_for() {
    let position = format!(
        "{THREE}phase status\nobjective corner-the-market:\nobjective diversify-research: sol\n\
         objective lead-from-the-front:\nsecret sol: become-a-martyr, establish-a-perimeter"
    );
    let desk = Desk::asked(&position, |game| status::run(game, StatusStep::Score));
    says(&desk.refuses("/score public:Corner the Market"), &["do not fulfil", "61.5", "trait"]);
    says(&desk.refuses("/score public:Diversify Research"), &["scored Diversify Research already"]);
    says(&desk.refuses("/score public:Expand Borders"), &["not revealed"]);
    says(&desk.refuses("/score secret:Become a Martyr"), &["for the action phase"]);
    says(&desk.refuses("/score secret:Establish a Perimeter"), &["do not fulfil"]);
    says(&desk.refuses("/score secret:Mine Rare Metals"), &["not among your unscored"]);
    let away = format!("{position}\ncontrol jord: nobody");
    let desk = Desk::asked(&away, |game| status::run(game, StatusStep::Score));
    says(&desk.refuses("/score public:Lead From the Front"), &["home system", "61.16"]);
}

#[test]
fn a_technology_is_refused_with_what_is_missing() {
    let desk = Desk::asked("players sol, hacan, letnev\ngoods sol: 9 0", |game| {
        strategy_cards::primary(game, Seat(0), StrategyId::named("technology"))
    });
    says(&desk.refuses("/research technology:Duranium Armor"), &["needs 2 red more", "90.12"]);
    says(&desk.refuses("/research technology:Neural Motivator"), &["already own"]);
    says(&desk.refuses("/research technology:Infantry II"), &["Spec Ops II"]);
    says(&desk.refuses("/research technology:Non-Euclidean Shielding"), &["Letnev"]);
}

#[test]
fn votes_of_exhausted_planets_and_planets_of_others_are_refused() {
    let position = "players sol, hacan, letnev\nphase agenda\ncustodians gone\nspeaker letnev\n\
                    agendas: mutiny\ntile 205 = 25\ncontrol quann: sol\nexhausted quann";
    let desk = Desk::asked(position, |game| rules::agenda::run(game, AgendaStep::First));
    let vote = |planets: &str| match desk.act(&format!("/vote outcome:For planets:{planets}")) {
        Ok(Act::Answer(parts)) => {
            let prompt = &desk.played.open()[0];
            prompt.check(&desk.played.state, &parts).map_err(|refusal| refusal.to_string())
        }
        Ok(other) => panic!("{other:?}"),
        Err(refusal) => Err(refusal.to_string()),
    };
    says(&vote("Quann").expect_err("it is exhausted"), &["Quann is exhausted"]);
    says(&vote("Hercant").expect_err("it is Hacan's"), &["you do not control Hercant"]);
    says(&vote("2 trade goods").expect_err("they cast no votes"), &["8.13"]);
    assert_eq!(vote("Jord"), Ok(()));
}

#[test]
fn what_is_typed_is_repeated_in_short() {
    let desk = turn("");
    let refused = desk.refuses(&format!("/strategic card:{}", "long ".repeat(500)));
    assert!(refused.chars().count() < 300, "{refused}");
    let refused = desk.refuses("/activate system:`` @everyone \u{202e}");
    assert!(!refused.contains('@') && !refused.contains('\u{202e}'), "{refused}");
}
