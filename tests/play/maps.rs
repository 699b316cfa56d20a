//! Community maps, the awkward ones first of all, each played to the end by typed commands.

use std::sync::Arc;
use std::time::Instant;

use custodian::discord::{Draw, Scene, Subject, drawing};
use custodian::imperium::state::galaxy::presets;
use custodian::imperium::view::Phase;
use custodian::simcord::{File, Person};
use tokio::sync::Semaphore;
use tokio::task::JoinSet;

use super::place::{LONG, Place, nobody_is_asked};
use super::scripted::{self, Ledger};

/// Seven and eight players with hyperlanes and with holes, boards in several parts, Mecatol Rex off
/// the centre, anomalies everywhere, a plain one.
const MAPS: [&str; 10] = [
    "junk-yard-doggo",
    "berlin",
    "joint-galaxies",
    "endless-space",
    "rumble-in-the-jungle",
    "maxs-dream-5p",
    "quadrant",
    "hotline-mecatol",
    "hurts-donut",
    "threes-company",
];

/// Games that are played at once.
const AT_ONCE: usize = 3;

/// Points to win: the games are short, and closed all the same.
const GOAL: &str = "2";

/// Draws only what is over; a picture a turn would take most of the time.
fn at_the_end() -> Draw {
    let draw = drawing();
    Arc::new(move |scene, game, players| {
        let Scene::Imperium { subject, views } = scene else { return None };
        let over = views.last().is_some_and(|view| view.phase == Phase::Finished);
        let shown = over && *subject == Subject::Galaxy;
        shown.then(|| draw(scene, game, players)).flatten()
    })
}

async fn types(person: &Person, channel: &str, line: &str) {
    let reply = person.slash(channel, line).await.unwrap_or_else(|why| panic!("{line}: {why}"));
    assert_eq!(reply.failure, None, "{line}");
    assert!(!reply.content.starts_with('✖'), "{channel}: {line}: {}", reply.content);
}

/// Creates the game of a map and plays it to the closing post.
async fn play_map(map: &str, people: Vec<Person>, ledger: &Ledger) {
    let (host, others) = people.split_first().expect("at least three people");
    types(host, map, &format!("/game create name:{map} map:{map} expansions:base, pok")).await;
    types(host, map, &format!("/game set name:goal value:{GOAL}")).await;
    for person in others {
        types(person, map, "/game join").await;
    }
    types(host, map, "/game start").await;
    let end = scripted::play(map, &people, ledger).await;
    assert!(end.content.contains("has won") && end.content.contains("seed"), "{}", end.content);
    assert_eq!(end.attachments.len(), 1, "{map}: the closing post has no picture");
    assert!(is_picture(&end.attachments[0]), "{map}: {:?}", end.attachments);
    assert!(nobody_is_asked(host, map).await, "{map}: somebody is still asked");
}

/// A PNG of a galaxy: wide, high, and not blank, for then it would be small.
fn is_picture(file: &File) -> bool {
    let bytes = file.bytes();
    let size =
        |at: usize| bytes.get(at..at + 4).map(|b| u32::from_be_bytes([b[0], b[1], b[2], b[3]]));
    bytes.starts_with(b"\x89PNG\r\n\x1a\n")
        && size(16).is_some_and(|width| width >= 1000)
        && size(20).is_some_and(|height| height >= 700)
        && bytes.len() > 50_000
}

#[tokio::test(flavor = "multi_thread")]
async fn ten_community_maps_are_played_to_the_end_by_typed_commands() {
    let began = Instant::now();
    let place = Place::open_drawing(Some(at_the_end())).await;
    let ledger = Arc::new(Ledger::default());
    let free = Arc::new(Semaphore::new(AT_ONCE));
    let mut games = JoinSet::new();
    for map in MAPS {
        let preset = presets().iter().find(|preset| preset.id == map).expect("a preset map");
        place.discord.create_channel(map);
        let names = ["Mira", "Jon", "Aiko", "Sam", "Lena", "Omar", "Priya", "Tomás"];
        let seats = usize::from(preset.players);
        let people: Vec<Person> =
            names[..seats].iter().map(|name| place.person(name).patient(LONG, LONG)).collect();
        let (ledger, free) = (ledger.clone(), free.clone());
        games.spawn(async move {
            let _turn = free.acquire().await.expect("nobody closes it");
            let began = Instant::now();
            play_map(map, people, &ledger).await;
            let total: usize = ledger.counts().commands.values().sum();
            let took = began.elapsed().as_secs_f32();
            println!("{map}: {seats} players, {took:.1} s, {total} commands so far");
        });
    }
    while let Some(played) = games.join_next().await {
        played.expect("every map is played");
    }
    place.nothing_was_malformed();
    let counts = ledger.counts();
    let commands: usize = counts.commands.values().sum();
    println!("{} maps in {:.1} s", MAPS.len(), began.elapsed().as_secs_f32());
    println!("{commands} commands, {} autocompletions: {:?}", counts.proposals, counts.commands);
    println!("slowest acknowledgement: {:?}", counts.acknowledged);
    println!("slowest answer: {:?}", counts.answered);
    println!("slowest autocompletion: {:?}", counts.proposed);
    for command in
        ["/pick", "/activate", "/strategic", "/move", "/build", "/land", "/pass", "/score"]
    {
        assert!(counts.commands.contains_key(command), "nobody typed {command}");
    }
    // Discord gives three seconds.
    assert!(counts.acknowledged.0.as_millis() < 2000, "{:?}", counts.acknowledged);
}
