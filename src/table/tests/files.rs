//! Export, import, verification, and the check before an update.

use serde_json::{Value, json};

use super::duel::{Choice, Duel};
use super::place::*;
use crate::table::*;

async fn played(place: &Place) -> String {
    let id = place.three_with(&[("goal", "90")]).await;
    place.turn(&id, 2).await;
    place.turn(&id, 1).await;
    {
        let mut table = place.tables.table(&id).await.unwrap();
        let to = super::undoing::last_start(&table).await;
        table.undo(&mira(), to, true).await.unwrap();
        table.redo(&mira()).await.unwrap();
        table.undo(&mira(), to, true).await.unwrap();
    }
    place.turn(&id, 3).await;
    place.wager(&id, &aiko(), 1).await.unwrap();
    id
}

async fn exported(place: &Place, id: &str) -> Value {
    serde_json::from_str(&export(&place.store, id).await.unwrap().text()).unwrap()
}

fn read(value: &Value) -> Result<Export, Unfit> {
    Export::parse(&value.to_string())
}

async fn imported(value: &Value) -> Result<String, Unfit> {
    let place = Place::new().await;
    import::<Duel<0>>(&place.store, &read(value)?, "c", "g", 7).await
}

#[tokio::test]
async fn an_exported_game_goes_on_elsewhere() {
    let place = Place::new().await;
    let id = played(&place).await;
    let file = exported(&place, &id).await;
    let elsewhere = Place::new().await;
    let moved =
        import::<Duel<0>>(&elsewhere.store, &read(&file).unwrap(), "c9", "g", 7).await.unwrap();
    assert_eq!(elsewhere.journal(&moved).await, place.journal(&id).await);
    let (table, again) =
        (place.tables.table(&id).await.unwrap(), elsewhere.tables.table(&moved).await.unwrap());
    assert_eq!(table.view(Some(JON)), again.view(Some(JON)));
    assert_eq!(table.asked_seats(), again.asked_seats());
    drop((table, again));
    elsewhere.pass(&moved, &jon()).await.unwrap();
    let taken = import::<Duel<0>>(&elsewhere.store, &read(&file).unwrap(), "c9", "g", 7).await;
    assert_eq!(taken, Err(Unfit::Store(crate::store::Trouble::ChannelTaken)));
}

#[tokio::test]
async fn an_import_with_computers_goes_on_by_itself() {
    let place = Place::new().await;
    let id = place.against("bold", 1).await;
    place.wager(&id, &mira(), 1).await.unwrap();
    let file = exported(&place, &id).await;
    let elsewhere = Place::new().await;
    let moved =
        import::<Duel<0>>(&elsewhere.store, &read(&file).unwrap(), "c", "", 7).await.unwrap();
    elsewhere.tables.wake_all().await.unwrap();
    elsewhere.tables.catch_up().await;
    assert_eq!(elsewhere.tables.table(&moved).await.unwrap().asked_seats(), [MIRA]);
}

#[tokio::test]
async fn a_file_that_is_no_export_is_named_as_such() {
    assert!(matches!(Export::parse("{\"a\":"), Err(Unfit::NotJson(_))));
    assert!(matches!(read(&json!({"a": 1})), Err(Unfit::Foreign(_))));
    assert!(matches!(read(&json!({"format": "save game"})), Err(Unfit::Foreign(_))));
    let place = Place::new().await;
    let id = played(&place).await;
    let mut file = exported(&place, &id).await;
    file["format_version"] = 9.into();
    assert!(matches!(read(&file), Err(Unfit::Newer(_))));
    file["format_version"] = 1.into();
    file["kind"] = "chess".into();
    assert_eq!(imported(&file).await, Err(Unfit::OtherGame("chess".into())));
}

#[tokio::test]
async fn a_damaged_file_says_what_is_wrong() {
    let place = Place::new().await;
    let id = played(&place).await;
    let file = exported(&place, &id).await;
    assert!(imported(&file).await.is_ok());

    let mut cut = file.clone();
    cut.as_object_mut().unwrap().remove("checkpoints");
    assert!(imported(&cut).await.unwrap_err().to_string().contains("checkpoints"));

    let mut seed = file.clone();
    seed["seed"] = "00".repeat(32).into();
    assert!(imported(&seed).await.unwrap_err().to_string().contains("commitment"));

    let mut entry = file.clone();
    entry["journal"][3]["entry"] = json!({"Nonsense": 1});
    assert!(imported(&entry).await.unwrap_err().to_string().contains("entry 3"));

    let mut gap = file.clone();
    gap["checkpoints"][1]["number"] = 5.into();
    assert!(imported(&gap).await.unwrap_err().to_string().contains("checkpoint 1"));

    let mut newer = file.clone();
    newer["checkpoints"][0]["version"] = 99.into();
    assert!(matches!(imported(&newer).await, Err(Unfit::Newer(_))));

    let mut none = file.clone();
    none["checkpoints"] = json!([]);
    assert!(matches!(imported(&none).await, Err(Unfit::Damaged(_))));
}

#[tokio::test]
async fn a_cheated_file_does_not_replay() {
    let place = Place::new().await;
    let id = played(&place).await;
    let file = exported(&place, &id).await;
    let rows = file["journal"].as_array().unwrap();

    let mut dice = file.clone();
    let at = rows.iter().position(|row| row["entry"]["Chance"]["faces"] == 10).unwrap();
    let die = &mut dice["journal"][at]["entry"]["Chance"]["outcomes"][0];
    *die = (die.as_u64().unwrap() % 10 + 1).into();
    assert!(imported(&dice).await.unwrap_err().to_string().contains(&format!("entry {at}")));

    let mut state = file.clone();
    state["checkpoints"][2]["state"]["points"][0] = 7.into();
    assert!(imported(&state).await.unwrap_err().to_string().contains("checkpoint 2"));

    let mut answer = file.clone();
    let at = rows.iter().position(|row| row["entry"].get("Answer").is_some()).unwrap();
    answer["journal"][at]["entry"]["Answer"]["seat"] = 1.into();
    let why = imported(&answer).await.unwrap_err();
    assert!(why.to_string().contains(&format!("entry {at}")), "{why}");

    let mut short = file.clone();
    short["journal"].as_array_mut().unwrap().truncate(8);
    assert!(matches!(imported(&short).await, Err(Unfit::Differs(_))));
}

#[tokio::test]
async fn verification_finds_a_touched_die() {
    let place = Place::new().await;
    let id = played(&place).await;
    let mut file = exported(&place, &id).await;
    let found = verify(&read(&file).unwrap()).unwrap();
    assert_eq!(found.commitment, place.tables.table(&id).await.unwrap().commitment());
    assert!(found.wrong.is_empty());
    assert!(found.dice > 5 && found.shuffles > 1, "{found:?}");
    let rows = file["journal"].as_array_mut().unwrap();
    let at = rows.iter().position(|row| row["entry"]["Chance"]["faces"] == 10).unwrap();
    let die = &mut rows[at]["entry"]["Chance"]["outcomes"][0];
    *die = (die.as_u64().unwrap() % 10 + 1).into();
    let found = verify(&read(&file).unwrap()).unwrap();
    assert_eq!(found.wrong, ["turn 0, 2 coins"]);
}

#[tokio::test]
async fn a_build_with_the_same_rules_reads_the_open_turn_alike() {
    let place = Place::new().await;
    let id = played(&place).await;
    let report = check::<Duel<0>>(&place.store, &id).await.unwrap();
    assert!(report.sound(), "{report:?}");
    assert_eq!(report.answers, 1);
}

#[tokio::test]
async fn a_build_that_forbids_an_answer_is_found_out_and_the_answer_is_given_anew() {
    let place = Place::new().await;
    let id = place.three().await;
    place.wager(&id, &mira(), 3).await.unwrap();
    let report = check::<Duel<1>>(&place.store, &id).await.unwrap();
    assert!(report.trouble.as_ref().unwrap().contains("one coin is the most"), "{report:?}");

    let stricter: Tables<Duel<1>> = place.other();
    let mut table = stricter.table(&id).await.unwrap();
    assert_eq!(table.trouble(), None);
    assert!(table.submit(&jon(), JON, None, vec![Choice::Pass]).await.is_err());
    table.submit(&mira(), MIRA, None, vec![Choice::Coins(1)]).await.unwrap();
}

#[tokio::test]
async fn a_build_under_which_the_past_would_differ_still_reads_stored_checkpoints() {
    let place = Place::new().await;
    let id = place.three().await;
    place.turn(&id, 2).await;
    place.wager(&id, &jon(), 1).await.unwrap();
    let before = place.tables.table(&id).await.unwrap().view(None);
    assert!(check::<Duel<2>>(&place.store, &id).await.unwrap().sound());
    let other: Tables<Duel<2>> = place.other();
    assert_eq!(other.table(&id).await.unwrap().view(None), before);
}
