//! What a moderator can put right, and what would break the game.

use super::*;
use crate::engine::{By, Current, Rejected, Seed};
use crate::imperium::commands;
use crate::imperium::position::at;
use crate::imperium::{Deed, Imperium};

const TABLE: &str = "
players sol, hacan, letnev
tile 205 = 42
planet quann: hacan 2 infantry, pds
space 205: hacan cruiser, damaged dreadnought
tokens sol: 3 3 2
hand sol: sabotage
secret hacan: spark-a-rebellion
goods sol: 2 1
objective corner-the-market
";

/// The game after a correction, with what was told; its journal replays to the same state.
struct Corrected {
    state: State,
    public: String,
    private: Vec<(Seat, String)>,
}

#[track_caller]
fn corrected(position: &str, lines: &[&str]) -> Corrected {
    let (mut now, _) = Current::<Imperium>::start(Seed::of("corrections"), at(position));
    let mut out = Corrected { state: now.shown.clone(), public: String::new(), private: vec![] };
    let mut journal = Vec::new();
    let first = now.base.clone();
    for line in lines {
        let fix =
            commands::typed_fix(&now.shown, line).unwrap_or_else(|why| panic!("{line}: {why}"));
        let preview = words::preview(&now.shown, &fix);
        let by = By::Moderator("Mira".into());
        let done = now.deed(fix.seat(), Deed::Fix(fix), by);
        let (next, done) = done.unwrap_or_else(|why| panic!("{line}: {why:?}"));
        assert!(done.news.iter().any(|news| news.text.contains(&preview)), "{:?}", done.news);
        for news in &done.news {
            match &news.audience {
                Audience::Everyone => out.public += &format!("{}\n", news.text),
                Audience::Only(seat) => out.private.push((*seat, news.text.clone())),
                Audience::These(seats) => {
                    out.private.extend(seats.iter().map(|seat| (*seat, news.text.clone())));
                }
            }
        }
        journal.extend(done.entries);
        now = next;
    }
    assert_eq!(invariants::violations(&now.shown), Vec::<String>::new());
    if now.base.number == 0 {
        let (again, _) = Current::resume(Seed::of("corrections"), first, 1, &journal);
        assert!(again.trouble.is_none() && again.shown == now.shown, "{:?}", again.trouble);
    }
    out.state = now.shown;
    out
}

#[track_caller]
fn refused(line: &str) -> String {
    let (now, _) = Current::<Imperium>::start(Seed::of("corrections"), at(TABLE));
    let refusal = match commands::typed_fix(&now.shown, line) {
        Err(refusal) => refusal,
        Ok(fix) => match now.deed(fix.seat(), Deed::Fix(fix), By::Moderator("Mira".into())) {
            Err(Rejected::Refused(refusal)) => refusal,
            Err(Rejected::Broken(why)) => panic!("{line}: {why}"),
            Ok(_) => panic!("{line} was carried out"),
        },
    };
    refusal.to_string()
}

fn warned(line: &str) -> Vec<String> {
    let state = at(TABLE);
    warnings(
        &state,
        &commands::typed_fix(&state, line).unwrap_or_else(|why| panic!("{line}: {why}")),
    )
}

const SOL: Seat = Seat(0);
const HACAN: Seat = Seat(1);

fn quann() -> Place {
    Place::Planet(PlanetId::named("quann"))
}

#[test]
fn units_are_placed_removed_damaged_and_repaired() {
    let done = corrected(
        TABLE,
        &[
            "units seat:hacan change:place units:2 infantry at:quann",
            "units seat:hacan change:remove units:damaged dreadnought at:205",
            "units seat:hacan change:place units:dreadnought at:205",
            "units seat:hacan change:damage units:dreadnought at:205",
        ],
    );
    assert_eq!(done.state.forces(quann()).count(HACAN, UnitKind::Infantry), 4);
    let space = done.state.forces(Place::Space(SystemId::by_label("205").expect("a system")));
    assert_eq!(space.count_in(HACAN, UnitKind::Dreadnought, true), 1);
    assert!(done.public.contains("2 infantry and 1 PDS → 4 infantry and 1 PDS"), "{}", done.public);
    assert!(
        done.public.contains("1 dreadnought → 1 dreadnought (damaged)")
            || done.public.contains("1 cruiser → "),
        "{}",
        done.public
    );
}

#[test]
fn more_plastic_than_there_is_cannot_be_placed() {
    let why = refused("units seat:hacan change:place units:2 flagships at:205");
    assert!(why.contains("1 flagship in reinforcements"), "{why}");
    let why = refused("units seat:hacan change:place units:war sun at:205");
    assert!(why.contains("no war suns yet"), "{why}");
    let why = refused("units seat:hacan change:place units:cruiser at:quann");
    assert!(why.contains("do not stand on planets"), "{why}");
    let why = refused("units seat:sol change:place units:pds at:quann");
    assert!(why.contains("does not control Quann"), "{why}");
    let why = refused("units seat:hacan change:remove units:3 infantry at:quann");
    assert!(why.contains("has 2 infantry there"), "{why}");
    let why = refused("units seat:hacan change:damage units:cruiser at:205");
    assert!(why.contains("cannot be damaged"), "{why}");
    let why = refused("units seat:hacan change:damage units:dreadnought at:205");
    assert!(why.contains("has not 1 dreadnought undamaged there"), "{why}");
}

#[test]
fn what_the_rules_would_not_allow_is_warned_about() {
    let foreign = warned("units seat:sol change:place units:infantry at:quann");
    assert!(foreign.iter().any(|why| why.contains("another player")), "{foreign:?}");
    let crowd = warned("units seat:sol change:place units:2 cruisers, 3 destroyers at:301");
    assert!(crowd.iter().any(|why| why.contains("fleet pool")), "{crowd:?}");
    let ahead = warned("technology seat:sol technology:fleet-logistics state:ready");
    assert!(ahead.iter().any(|why| why.contains("could not research")), "{ahead:?}");
    let ends = warned("points seat:sol points:10");
    assert!(ends.iter().any(|why| why.contains("ends at once")), "{ends:?}");
    assert_eq!(warned("goods seat:sol trade_goods:5"), Vec::<String>::new());
}

#[test]
fn tokens_and_goods_are_counted_anew() {
    let done = corrected(
        TABLE,
        &[
            "tokens seat:sol tactic:5",
            "token seat:sol system:205 state:there",
            "goods seat:sol trade_goods:7 commodities:0",
        ],
    );
    let sol = done.state.player(SOL);
    assert_eq!(sol.tokens, Tokens { tactic: 5, fleet: 3, strategy: 2 });
    assert_eq!((sol.trade_goods, sol.commodities), (7, 0));
    assert_eq!(done.state.tokens_on_board(SOL), 1);
    assert!(done.public.contains("3/3/2 → 5/3/2"), "{}", done.public);
    assert!(refused("tokens seat:sol tactic:12").contains("17 command tokens"));
    assert!(refused("goods seat:sol commodities:9").contains("can hold 4 commodities"));
    assert!(refused("goods seat:sol trade_goods:2").contains("already"));
}

#[test]
fn a_planet_changes_hands_without_the_structures_of_others() {
    let why = refused("planet planet:quann owner:sol");
    assert!(why.contains("pds stands there") || why.contains("PDS stands there"), "{why}");
    let done = corrected(
        TABLE,
        &[
            "units seat:hacan change:remove units:pds, 2 infantry at:quann",
            "planet planet:quann owner:sol state:exhausted",
        ],
    );
    let planet = done.state.planet(PlanetId::named("quann"));
    assert_eq!((planet.owner, planet.exhausted), (Some(SOL), true));
}

#[test]
fn a_hidden_card_that_moves_is_named_to_its_holders_only() {
    let done = corrected(TABLE, &["card card:sabotage from:sol to:hacan"]);
    assert_eq!(done.state.player(HACAN).hand, [ActionCardId::named("sabotage")]);
    assert!(done.public.contains("an action card: «0»'s hand → «1»'s hand"), "{}", done.public);
    assert!(!done.public.contains("Sabotage"));
    let told: Vec<Seat> = done.private.iter().map(|(seat, _)| *seat).collect();
    assert_eq!(told, [SOL, HACAN]);
    assert!(done.private.iter().all(|(_, text)| text.contains("Sabotage")));
    let open = corrected(TABLE, &["card card:sabotage from:sol to:discard"]);
    assert!(open.public.contains("Sabotage: «0»'s hand → the discard pile"), "{}", open.public);
    let why = refused("card card:sabotage from:hacan to:deck");
    assert!(why.contains("does not lie there"), "{why}");
}

#[test]
fn a_card_that_returns_to_its_deck_is_shuffled_in() {
    let done = corrected(TABLE, &["card card:sabotage from:sol to:deck"]);
    let (before, after) = (at(TABLE).decks.action_cards, &done.state.decks.action_cards);
    assert_eq!(after.len(), before.len() + 1);
    assert_ne!(after[..before.len()], before[..], "the order is another");
    assert!(!done.public.contains("Sabotage"));
}

#[test]
fn secret_objectives_and_notes_move_and_count() {
    let done = corrected(
        TABLE,
        &[
            "objective seat:hacan objective:spark-a-rebellion state:scored",
            "objective seat:hacan objective:corner-the-market state:scored",
            "card card:support-for-the-throne of sol from:sol to:before hacan",
            "card card:ceasefire of sol from:sol to:hacan",
        ],
    );
    assert_eq!(done.state.points(HACAN), 3);
    assert!(done.public.contains("a promissory note: «0»'s hand → «1»'s hand"), "{}", done.public);
    let back = corrected(
        TABLE,
        &[
            "card card:support-for-the-throne of sol from:sol to:before hacan",
            "card card:support-for-the-throne of sol from:before hacan to:sol",
            "card card:spark-a-rebellion from:hacan to:sol",
        ],
    );
    assert_eq!(back.state.points(HACAN), 0);
    let said = back.private.iter().filter(|(_, text)| text.contains("Spark a Rebellion"));
    assert_eq!(said.map(|(seat, _)| *seat).collect::<Vec<_>>(), [HACAN, SOL]);
    let why = refused("card card:ceasefire of sol from:hacan to:sol");
    assert!(why.contains("does not lie there"), "{why}");
}

#[test]
fn points_are_set_and_enough_of_them_end_the_game() {
    let done = corrected(TABLE, &["points seat:sol points:4", "points seat:sol points:3"]);
    assert_eq!(done.state.points(SOL), 3);
    assert_eq!(done.state.player(SOL).other_points, [(Merit::Correction, 3)]);
    let over = corrected(TABLE, &["points seat:sol points:10"]);
    assert_eq!((over.state.stage, over.state.winner), (Stage::Finished, Some(SOL)));
}

#[test]
fn the_order_of_play_is_set_right() {
    let done = corrected(
        TABLE,
        &[
            "order speaker:hacan",
            "strategy card:warfare owner:letnev state:exhausted",
            "passed seat:letnev state:passed",
            "order turn:hacan",
        ],
    );
    assert_eq!((done.state.speaker, done.state.active), (HACAN, Some(HACAN)));
    let slot = done.state.slot(StrategyId::named("warfare")).expect("it is in the game");
    assert_eq!((slot.holder, slot.exhausted), (Some(Seat(2)), true));
    assert!(done.state.player(Seat(2)).passed);
    assert!(refused("passed seat:sol state:passed").contains("it is their turn"));
}

#[test]
fn a_strategy_card_is_given_with_what_lies_on_it() {
    let position = format!("{TABLE}bonus imperial: 2\n");
    let done = corrected(&position, &["strategy card:imperial owner:sol state:ready"]);
    let slot = done.state.slot(StrategyId::named("imperial")).expect("it is in the game");
    assert_eq!((slot.holder, slot.trade_goods), (Some(SOL), 0));
    assert_eq!(done.state.player(SOL).trade_goods, 4);
    assert!(done.public.contains("→ «0»'s, with the 2 trade goods on it"), "{}", done.public);
}

#[test]
fn a_technology_is_given_and_taken() {
    let done = corrected(
        TABLE,
        &[
            "technology seat:sol technology:cruiser-ii state:ready",
            "technology seat:sol technology:sarween-tools state:ready",
            "technology seat:sol technology:sarween-tools state:gone",
        ],
    );
    assert!(done.state.has_technology(SOL, TechId::named("cruiser-ii")));
    assert!(!done.state.has_technology(SOL, TechId::named("sarween-tools")));
    let card = done.state.card(SOL, UnitKind::Cruiser).expect("they have cruisers");
    assert_eq!(card.movement, Some(3));
    assert!(refused("technology seat:sol technology:cruiser-ii state:gone").contains("not own"));
}

#[test]
fn only_a_moderator_corrects() {
    let (now, _) = Current::<Imperium>::start(Seed::of("corrections"), at(TABLE));
    let fix =
        commands::typed_fix(&now.shown, "points seat:sol points:4").expect("it is well written");
    for by in [By::Player, By::Computer, By::Standing] {
        let refused = now.deed(SOL, Deed::Fix(fix.clone()), by);
        assert!(matches!(refused, Err(Rejected::Refused(why)) if why.why.contains("moderator")));
    }
}
