//! The same game twice: in calm weather, and with everything going wrong at random; and many games at
//! once.

use std::time::{Duration, Instant};

use custodian::discord::Tables;
use custodian::engine::{Seat, Shape};
use custodian::games::Kind;
use custodian::simcord::{Button, Person, Post, Reply, Storm};
use custodian::store::Expects;
use custodian::table::{Actor, NewGame, Settings, Suggestion};

use super::place::{LONG, Place, says, seen};

/// How the game ended, and what everybody was told.
#[derive(PartialEq)]
struct Played {
    journal: Vec<String>,
    points: Vec<i32>,
    channel: Vec<String>,
    direct: Vec<Vec<String>>,
}

struct Game {
    place: Place,
    people: [Person; 3],
    id: String,
}

const TABLE: &str = super::place::TABLE;

impl Game {
    /// Mira, Jon and Aiko with three computers, always with the same dice.
    async fn begin() -> Game {
        // Nobody is passed for but when the script says so: the order of answers must not depend on the
        // clock.
        let place = Place::open_patient(Duration::from_secs(86_400)).await;
        let people = ["Mira", "Jon", "Aiko"].map(|name| {
            place.discord.person(name).patient(Duration::from_secs(90), Duration::from_millis(50))
        });
        let tables = place.bot.as_ref().expect("the bot runs").tables();
        let [mira, jon, aiko] = people.each_ref().map(actor);
        let new = NewGame {
            channel: place.discord.channel_id(TABLE).expect("the table").to_string(),
            guild: place.discord.guild_id().to_string(),
            name: "Twice".into(),
            settings: Settings::from([("goal".to_string(), "3".to_string())]),
        };
        let id = tables
            .create_from(Kind::Imperium, &mira, new, [23; 32])
            .await
            .expect("a lobby")
            .game
            .id;
        tables.join(&id, &jon).await.expect("a seat");
        tables.join(&id, &aiko).await.expect("a seat");
        tables.fill(&id, &mira, "greedy", 3).await.expect("seats");
        Game { place, people, id }
    }

    fn tables(&self) -> &Tables {
        self.place.bot.as_ref().expect("the bot runs").tables()
    }

    /// Waits until only people are waited for. Nothing: the game is over.
    async fn next(&self) -> Option<(Seat, usize)> {
        loop {
            let (asked, position) = {
                let table = self.tables().table(&self.id).await.expect("the game");
                assert_eq!(table.trouble(), None);
                if table.finished() {
                    return None;
                }
                let machines = table.machine_owes();
                (if machines { Vec::new() } else { table.asked().to_vec() }, table.position())
            };
            let first = |expects| asked.iter().find(|row| row.expects == expects);
            if let Some(row) = first(Expects::Automatic) {
                let mut table = self.tables().table(&self.id).await.expect("the game");
                table.ring(Seat(row.seat), row.since, i64::MAX).await.expect("it is due");
            } else if let Some(row) = first(Expects::Player) {
                return Some((Seat(row.seat), position));
            } else {
                tokio::time::sleep(Duration::from_millis(2)).await;
            }
        }
    }

    /// Waits until everything is told.
    async fn settled(&self) {
        let store = self.place.store();
        let started = Instant::now();
        let asks = |post: &Post| post.content.starts_with('⏳');
        loop {
            let waiting = store.games_with_letters().await.expect("the outbox");
            if waiting.is_empty() && !self.people[0].messages(TABLE).iter().any(asks) {
                break;
            }
            assert!(started.elapsed() < LONG * 6, "letters wait for ever");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        assert_eq!(store.undeliverable(&self.id).await.expect("the outbox"), []);
    }

    async fn played(&self) -> Played {
        let store = self.place.store();
        let journal = store.journal(&self.id).await.expect("the journal");
        let table = self.tables().table(&self.id).await.expect("the game");
        let view = table.imperium().expect("the first game").view(None);
        let points = view.players.iter().map(|player| player.points).collect();
        let own = |text: String| text.replace(&self.id, "ID");
        let told = |post: &Post| post.from_bot && !post.ephemeral && post.command.is_none();
        let channel = self.people[0].messages(TABLE).into_iter().filter(told);
        let direct = self.people.iter().map(|person| {
            // A question that was settled before it could be asked was never asked.
            let lasting = |post: &Post| post.from_bot && !post.content.contains("is settled");
            let posts = person.dms().into_iter().filter(lasting);
            let mut texts: Vec<String> = posts.map(|post| own(post.content)).collect();
            texts.sort();
            texts
        });
        Played {
            journal: journal.into_iter().map(|row| row.entry).collect(),
            points,
            channel: channel.map(|post| own(post.content)).collect(),
            direct: direct.collect(),
        }
    }
}

/// Key of an answer, or of a suggested one, that depends on nothing but the position.
async fn choice(tables: &Tables, id: &str, person: &Person, position: usize) -> String {
    let table = tables.table(id).await.expect("the game");
    let seat = table.seat_of(&person.id().to_string()).expect("a player");
    let question = table.question(seat).expect("it is asked");
    let pick = |count: usize| (position * 7919 + usize::from(seat.0) * 31) % count.max(1);
    match question.shape {
        Shape::One if question.offer && !position.is_multiple_of(3) => "pass".into(),
        Shape::One => question.options[pick(question.options.len())].key.clone(),
        Shape::Some { min, max } => {
            let chosen = question.options.iter().take(min.max(1).min(max));
            chosen.map(|option| option.key.clone()).collect::<Vec<_>>().join("; ")
        }
        Shape::Order => {
            let all = question.options.iter().map(|option| option.key.clone());
            all.collect::<Vec<_>>().join("; ")
        }
        Shape::Compound => {
            let draft = table.draft(&actor(person), seat, None).await.expect("a draft");
            let fits = |answer: &&Suggestion| !answer.parts.is_empty();
            let found: Vec<&Suggestion> = draft.suggestions.iter().filter(fits).take(3).collect();
            match found.get(pick(found.len())) {
                Some(answer) if answer.parts.len() == 1 => answer.parts[0].key.clone(),
                Some(answer) => answer.key.clone(),
                None => "pass".into(),
            }
        }
    }
}

/// Has a person answer the question at `position` until the journal has it. How often that had to be said
/// again.
async fn answer(
    tables: &Tables,
    id: &str,
    person: &Person,
    channel: &str,
    position: usize,
) -> usize {
    let length = async || tables.table(id).await.expect("the game").position();
    let key = choice(tables, id, person, position).await;
    let mut said = Vec::new();
    for attempt in 0..40 {
        let mut reply = give(person, channel, &key, position).await;
        let ready = reply.failure.is_none() && reply.content.contains("✔ This can be done");
        if ready && length().await == position {
            reply = person.slash(channel, "/confirm").await.expect("it can be typed");
        }
        if length().await > position {
            return attempt;
        }
        said.push(format!("{:?} {}", reply.failure, reply.content));
    }
    panic!("{key} at {position} is not taken: {said:#?}\n{}", seen(person));
}

/// Presses or types it, as the position has it.
async fn give(person: &Person, channel: &str, key: &str, position: usize) -> Reply {
    let types = async |line: String| person.slash(channel, &line).await.expect("it can be typed");
    if key == "pass" {
        return types("/pass".into()).await;
    }
    let shown = types("/answer".into()).await;
    if shown.failure.is_some() || shown.content.contains("✔ This can be done") {
        return shown;
    }
    let ends = |button: &Button| button.custom_id.ends_with(&format!(":{key}"));
    let (takes, answers): (Vec<Button>, Vec<Button>) =
        shown.buttons().into_iter().filter(ends).partition(|b| b.custom_id.starts_with("take"));
    let button = takes.first().or(answers.first().filter(|_| position.is_multiple_of(2)));
    match (shown.message, button) {
        (Some(message), Some(button)) => {
            person.click(message, &button.custom_id).await.expect("it can be pressed")
        }
        _ => types(format!("/answer choice:{key}")).await,
    }
}

fn actor(person: &Person) -> Actor {
    Actor::new(person.id().to_string(), person.name())
}

/// Plays the game to its end; with what went wrong, and what had to be said again.
async fn play(storm: Option<Storm>) -> (Played, usize, usize) {
    let game = Game::begin().await;
    let faults = game.place.discord.faults();
    if storm.is_some() {
        faults.acknowledge_within(Duration::from_millis(2_900));
        faults.storm(storm);
    }
    let mira = actor(&game.people[0]);
    drop(game.tables().start(&game.id, &mira).await.expect("it starts"));
    let (mut answers, mut again) = (0, 0);
    while let Some((seat, position)) = game.next().await {
        let person = &game.people[seat.index()];
        again += answer(game.tables(), &game.id, person, TABLE, position).await;
        answers += 1;
        if storm.is_some() && answers == 20 {
            // Nothing to resume: the bot has to identify itself again.
            game.place.discord.faults().invalid_session(false);
        }
        assert!(answers < 2_000, "the game does not end");
    }
    game.settled().await;
    let wrong = game.place.discord.requests().iter().filter(|r| r.status >= 429).count();
    (game.played().await, wrong, again)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_in_a_storm_ends_as_it_does_in_calm_weather_and_tells_the_same_once() {
    let started = Instant::now();
    let ((calm, none, _), (stormy, wrong, again)) =
        tokio::join!(play(None), play(Some(Storm::heavy(5))));
    println!(
        "{} journal entries, {} requests went wrong, {again} answers given again, {:.1} s",
        calm.journal.len(),
        wrong,
        started.elapsed().as_secs_f64()
    );
    assert!(none == 0 && wrong > 40, "{none} in calm weather, {wrong} in the storm");
    assert!(calm.journal == stormy.journal, "the games differ");
    assert_eq!(calm.points, stormy.points);
    assert!(calm.channel.last().is_some_and(|end| end.contains("has won")));
    assert_eq!(calm.channel, stormy.channel);
    assert_eq!(calm.direct, stormy.direct);
}

/// How many games are under way at once.
const MANY: usize = 100;

#[tokio::test(flavor = "multi_thread")]
async fn a_hundred_games_go_on_side_by_side_and_do_not_mix() {
    let place = Place::open().await;
    let people = ["Mira", "Jon", "Aiko"].map(|name| place.person(name));
    let tables = place.bot.as_ref().expect("the bot runs").tables();
    let [mira, jon, aiko] = people.each_ref().map(actor);
    let mut games = Vec::new();
    for n in 0..MANY {
        let channel = format!("table-number-{n}");
        let new = NewGame {
            channel: place.discord.create_channel(&channel).to_string(),
            guild: place.discord.guild_id().to_string(),
            name: format!("Game number {n}"),
            settings: Settings::new(),
        };
        let id = tables
            .create_from(Kind::Imperium, &mira, new, [n as u8; 32])
            .await
            .expect("a lobby")
            .game
            .id;
        tables.join(&id, &jon).await.expect("a seat");
        tables.join(&id, &aiko).await.expect("a seat");
        drop(tables.start(&id, &mira).await.expect("it starts"));
        games.push((id, channel));
    }
    let mut playing = tokio::task::JoinSet::new();
    for (id, channel) in games.clone() {
        let (people, tables) = (people.clone(), tables.clone());
        playing.spawn(async move {
            let (seat, position) = {
                let table = tables.table(&id).await.expect("the game");
                (table.asked_seats()[0], table.position())
            };
            let person = &people[seat.index()];
            answer(&tables, &id, person, &channel, position).await;
        });
    }
    playing.join_all().await;
    let store = place.store();
    let started = Instant::now();
    while !store.games_with_letters().await.expect("the outbox").is_empty() {
        assert!(started.elapsed() < LONG * 3, "letters wait for ever");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    let mut journaled = 0;
    for (n, (id, channel)) in games.iter().enumerate() {
        let told: Vec<String> =
            people[1].messages(channel).into_iter().map(|p| p.content).collect();
        let begins = told.iter().filter(|text| text.contains("begins.")).collect::<Vec<_>>();
        assert!(begins.len() == 1 && begins[0].contains(id), "{channel}: {told:#?}");
        assert!(begins[0].contains(&format!("Game number {n}**")), "{channel}: {told:#?}");
        let asks = told.iter().filter(|text| text.starts_with('⏳'));
        assert_eq!(asks.count(), 1, "{channel}: {told:#?}");
        let journal = store.journal(id).await.expect("a journal");
        journaled += journal.iter().filter(|row| row.entry.starts_with("{\"Answer\"")).count();
    }
    assert_eq!(journaled, MANY, "one answer in each");
    let name = |n: usize| format!("**Game number {n} · your hand**");
    for person in &people {
        let hands: Vec<String> = person.dms().into_iter().map(|post| post.content).collect();
        for n in 0..MANY {
            let own = hands.iter().filter(|text| text.contains(&name(n))).count();
            assert!(own <= 1, "{} has {own} hands of game {n}", person.name());
        }
    }
    says(&people[0], "/help").await;
    place.nothing_was_malformed();
}
