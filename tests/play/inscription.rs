//! Twilight Inscription in Discord: windows, ballots, sheets, and beside the first game.

use std::time::{Duration, Instant};

use custodian::games;
use custodian::simcord::{Person, Post, Reply};
use custodian::table::{Clock, Export, SystemClock};

use super::place::{LONG, Place, TABLE, nobody_is_asked, question, says, seen, three_players};

/// The channel of the second game.
const SLATE: &str = "slate";

async fn writes(person: &Person, line: &str) -> Reply {
    let reply = person.slash(SLATE, line).await.unwrap_or_else(|why| panic!("{line}: {why}"));
    assert_eq!(reply.failure, None, "{line}");
    reply
}

async fn proposed(person: &Person, line: &str) -> Vec<String> {
    let found = person.autocomplete(SLATE, line).await.expect("proposals");
    found.iter().map(|one| one.value.as_str().unwrap_or_default().to_string()).collect()
}

fn said(person: &Person) -> String {
    let posts = person.messages(SLATE).into_iter().map(|post| post.content);
    posts.collect::<Vec<_>>().join("\n---\n")
}

/// The closing post, if the game is over.
fn closing(person: &Person) -> Option<Post> {
    person.messages(SLATE).into_iter().find(|post| post.content.starts_with('🏁'))
}

async fn asks(person: &Person, words: &str) -> Post {
    let asks = |post: &Post| post.content.starts_with('⏳') && post.content.contains(words);
    let found = person.wait_message(SLATE, LONG, asks).await;
    found.unwrap_or_else(|| panic!("nobody is asked about {words}: {}", said(person)))
}

/// Somebody who plays until nothing is asked of them.
enum Plays {
    /// By what is proposed while typing.
    Commands(usize),
    /// By buttons: what is suggested, then the marker down.
    Buttons,
}

fn asks_nothing(content: &str) -> bool {
    ["Nothing is asked of you", "Waiting for", "The game is over", "Nobody is asked"]
        .iter()
        .any(|words| content.contains(words))
}

impl Plays {
    async fn answer(&mut self, person: &Person) {
        match self {
            Plays::Commands(n) => type_answer(person, n).await,
            Plays::Buttons => press_answer(person).await,
        }
    }
}

/// Types what is proposed until the marker can be put down.
async fn type_answer(person: &Person, n: &mut usize) {
    let ballots = proposed(person, "/vote outcome:").await;
    if let Some(ballot) = ballots.last() {
        writes(person, &format!("/vote outcome:{ballot}")).await;
        return;
    }
    let marks = proposed(person, "/mark marks:").await;
    if marks.is_empty() {
        let options = proposed(person, "/answer choice:").await;
        if let Some(option) = options.first() {
            writes(person, &format!("/answer choice:{option}")).await;
        }
        return;
    }
    for step in 0..30 {
        let marks = proposed(person, "/mark marks:").await;
        *n += 7;
        if let Some(mark) = marks.get(*n % marks.len().max(1)) {
            let drafted = writes(person, &format!("/mark marks:{mark}")).await;
            assert!(drafted.content.contains(mark.as_str()), "{mark}: {}", drafted.content);
        }
        if step < 2 && !marks.is_empty() {
            continue;
        }
        let down = writes(person, "/down").await;
        if !down.content.starts_with('✖') {
            return;
        }
    }
    panic!("{} cannot put the marker down: {}", person.name(), said(person));
}

/// Presses the best suggestion, then the button that gives it.
async fn press_answer(person: &Person) {
    let mut reply = writes(person, "/answer").await;
    for _ in 0..4 {
        // What is left to do alone happens by itself.
        let alone = reply.content.contains("only one thing that you can do");
        if alone || asks_nothing(&reply.content) {
            return;
        }
        let message = reply.message.expect("an answer");
        let buttons = reply.buttons();
        let enabled = |label: &str| buttons.iter().any(|b| b.label == label && !b.disabled);
        let given = ["Markers down", "Draw", "Cast"].into_iter().find(|label| enabled(label));
        let star = buttons.iter().find(|button| button.label.starts_with('★'));
        let listed = buttons.iter().find(|button| button.custom_id.starts_with("answer:"));
        let drafted = reply.content.contains("\n• ");
        let press = match (given, star) {
            (Some(label), _) if drafted => label.to_string(),
            (_, Some(star)) => star.custom_id.clone(),
            (Some(label), None) => label.to_string(),
            _ if enabled("Abstain") => "Abstain".into(),
            _ => {
                listed.unwrap_or_else(|| panic!("{}: {buttons:?}", reply.content)).custom_id.clone()
            }
        };
        reply = person.click(message, &press).await.expect("it can be pressed");
    }
}

/// Everybody answers until the closing post.
async fn play_out(people: &mut [(Person, Plays)]) -> Post {
    let began = Instant::now();
    loop {
        for (person, plays) in people.iter_mut() {
            if closing(person).is_none() {
                plays.answer(person).await;
            }
        }
        if let Some(end) = closing(&people[0].0) {
            return end;
        }
        assert!(began.elapsed() < Duration::from_secs(240), "{}", said(&people[0].0));
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// How many questions stand in the channel.
fn open_questions(person: &Person) -> usize {
    person.messages(SLATE).iter().filter(|post| post.content.starts_with('⏳')).count()
}

#[tokio::test(flavor = "multi_thread")]
async fn four_players_play_twilight_inscription_by_commands_and_buttons_to_the_closing_post() {
    let place = Place::open().await;
    place.discord.create_channel(SLATE);
    let [mira, jon] = ["Mira", "Jon"].map(|name| place.person(name));
    let lobby = writes(&mira, "/game create game:inscription name:Slate sheets:A").await;
    assert!(lobby.content.contains("Twilight Inscription"), "{}", lobby.content);
    assert!(lobby.content.contains("1 of 1–8 seats"), "{}", lobby.content);
    writes(&jon, "/game join").await;
    writes(&mira, "/game fill count:2 kind:random: plays anything legal").await;
    writes(&mira, "/game start").await;
    let shown = asks(&mira, "Choose a faction").await;
    assert!(!shown.content.contains("Sol") && shown.buttons().len() == 1, "{}", shown.content);
    let mut people = [(mira, Plays::Commands(3)), (jon, Plays::Buttons)];
    let end = play_out(&mut people).await;
    for words in ["Navigation", "Warfare", "= ", "1. ", "4. ", "seed", "votes left"] {
        assert!(end.content.contains(words), "{words}: {}", end.content);
    }
    let [(mira, _), _] = &people;
    assert!(nobody_is_asked(mira, SLATE).await, "{}", said(mira));
    // What belongs to one event is told in one message.
    for event in 1..=20 {
        let heading = format!("**Event {event}**");
        let told = mira.messages(SLATE);
        let told = told.iter().filter(|post| post.content.starts_with(&heading)).count();
        assert_eq!(told, 1, "{heading}: {}", said(mira));
    }
    place.nothing_was_malformed();
}

#[tokio::test(flavor = "multi_thread")]
async fn one_player_plays_alone_against_the_ai_faction() {
    let place = Place::open().await;
    place.discord.create_channel(SLATE);
    let mira = place.person("Mira");
    writes(&mira, "/game create game:inscription name:Alone difficulty:hard").await;
    let wrong = writes(&mira, "/game set name:difficulty value:brutal").await;
    assert!(wrong.content.contains("easy, medium or hard"), "{}", wrong.content);
    let settings = proposed(&mira, "/game set name:").await;
    assert_eq!(settings, ["pack", "sheets", "difficulty", "factions"]);
    assert_eq!(proposed(&mira, "/game set name:difficulty value:").await[2], "hard");
    writes(&mira, "/game start").await;
    let mut people = [(mira, Plays::Commands(5))];
    let end = play_out(&mut people).await;
    assert!(end.content.contains("Rank: "), "{}", end.content);
    place.nothing_was_malformed();
}

/// Mira and Jon at the first event.
async fn first_event(place: &Place) -> [Person; 2] {
    place.discord.create_channel(SLATE);
    let [mira, jon] = ["Mira", "Jon"].map(|name| place.person(name));
    let chosen = "factions:sol, hacan, letnev";
    writes(&mira, &format!("/game create game:Twilight Inscription name:Slate {chosen}")).await;
    writes(&jon, "/game join").await;
    writes(&mira, "/game fill count:1 kind:random: plays anything legal").await;
    writes(&mira, "/game start").await;
    // With one faction each nobody is asked for it.
    asks(&mira, "Choose an active sheet").await;
    [mira, jon]
}

#[tokio::test(flavor = "multi_thread")]
async fn a_window_is_private_until_all_markers_are_down_and_can_be_taken_back() {
    let mut place = Place::open().await;
    let [mira, jon] = first_event(&place).await;
    // What is wrong is said, with where and what would be possible; nothing changes.
    for (line, words) in [
        ("/mark marks:sheet nav; explor c1-f1", "mark 2, `explor c1-f1`"),
        ("/mark marks:sheet nav; explore c1-zz", "mark 2"),
        ("/mark marks:claim f1", "✖"),
        ("/mark marks:sheet nav; sheet war", "mark 2"),
        ("/down", "an active sheet has to be chosen"),
        ("/vote outcome:pass 1", "Write `/mark` and `/down`"),
        ("/pass", "has no command `/pass`"),
        ("/sheet player:Jon", "are closed now"),
        ("/sheet public:True", "are closed now"),
        ("/mod fix points seat:1 points:9", "nothing can be corrected by hand"),
    ] {
        let reply = writes(&mira, line).await;
        assert!(reply.ephemeral || reply.content.starts_with('✖'), "{line}: {}", reply.content);
        assert!(
            reply.content.contains('✖') && reply.content.contains(words),
            "{line}: {}",
            reply.content
        );
    }
    assert!(proposed(&mira, "/vote outcome:").await.is_empty());
    let sheets = proposed(&mira, "/mark marks:sheet").await;
    assert_eq!(sheets, ["sheet nav", "sheet exp", "sheet ind", "sheet war"]);
    let drafted = writes(&mira, "/mark marks:sheet war").await;
    assert!(drafted.ephemeral && drafted.content.contains("• sheet war"), "{}", drafted.content);
    let more = proposed(&mira, "/mark marks:").await;
    assert!(!more.is_empty() && more.iter().all(|mark| !mark.starts_with("sheet")), "{more:?}");
    // A draft survives a restart, and shows on one's own sheets only.
    place.restart_bot().await;
    let own = writes(&mira, "/sheet").await;
    assert!(own.ephemeral && own.content.contains("Federation of Sol"), "{}", own.content);
    let public = jon.messages(SLATE).iter().map(|post| post.content.clone()).collect::<String>();
    assert!(!public.contains("sheet war") && !public.contains("marks Warfare"), "{public}");
    let down = writes(&mira, "/down").await;
    assert!(down.content.starts_with('✔'), "{}", down.content);
    let shown = asks(&jon, "Markers down: Mira").await;
    assert!(shown.content.contains(&jon.id().to_string()), "{}", shown.content);
    assert!(!shown.content.contains(&mira.id().to_string()), "{}", shown.content);
    assert_eq!(open_questions(&jon), 1);
    // Down once more changes nothing.
    let again = writes(&mira, "/down").await;
    assert!(
        again.content.contains("✖") && again.content.contains("Waiting for"),
        "{}",
        again.content
    );
    let old =
        mira.click(drafted.message.expect("an answer"), "Markers down").await.expect("a press");
    let text = format!("{} {:?}", old.content, old.followups);
    assert!(text.contains("moved on"), "{text}");
    // Up again, as long as somebody else still writes.
    let up = writes(&mira, "/undo").await;
    assert!(up.content.starts_with('✔'), "{}", up.content);
    asks(&mira, &mira.id().to_string()).await;
    writes(&mira, "/mark marks:sheet exp").await;
    writes(&mira, "/down").await;
    writes(&jon, "/mark marks:sheet ind").await;
    // Jon is the last: the dice are rolled.
    writes(&jon, "/down").await;
    asks(&jon, "Spend the dice").await;
    let told = |post: &Post| post.content.contains("Mira marks Expansion.");
    jon.wait_message(SLATE, LONG, told).await.expect("the sheets are named at the barrier");
    let late = writes(&jon, "/undo").await;
    assert!(!late.content.contains("Your last answer is taken back"), "{}", late.content);
    place.nothing_was_malformed();
}

#[tokio::test(flavor = "multi_thread")]
async fn games_of_both_kinds_go_on_side_by_side_on_one_server() {
    let place = Place::open().await;
    let people = three_players(&place).await;
    let [mira, jon] = first_event(&place).await;
    // Commands of one game say in the other's channel that they have no business there.
    for line in ["/map", "/odds", "/system system:000", "/objectives", "/laws"] {
        let reply = writes(&mira, line).await;
        let told = reply.content.contains("is no part of Twilight Inscription");
        assert!(told && reply.ephemeral, "{line}: {}", reply.content);
    }
    for line in ["/pick card:Trade", "/activate system:205", "/build units:carrier"] {
        let reply = writes(&mira, line).await;
        assert!(reply.content.contains("Twilight Inscription has no command"), "{}", reply.content);
    }
    for line in ["/pick card:", "/activate system:", "/system system:"] {
        assert_eq!(proposed(&mira, line).await, Vec::<String>::new(), "{line}");
    }
    for line in ["/sheet", "/table"] {
        let reply = says(&people[0], line).await;
        assert!(reply.content.contains("is no part of Twilight Imperium"), "{}", reply.content);
    }
    for line in ["/mark marks:sheet nav", "/down"] {
        let reply = says(&people[0], line).await;
        assert!(reply.content.contains("Twilight Imperium has no command"), "{}", reply.content);
    }
    let none = people[0].autocomplete(TABLE, "/mark marks:").await.expect("proposals");
    assert!(none.is_empty());
    // Each goes on by itself.
    let card = writes(&mira, "/card name:splinter crown").await;
    assert!(card.ephemeral && card.content.contains("worth its points"), "{}", card.content);
    // What is printed and what the rules say is there to read.
    assert_eq!(proposed(&mira, "/tech name:gravity").await, ["Gravity Drive"]);
    let read = writes(&mira, "/tech name:gravity").await;
    assert!(read.ephemeral && read.content.contains("wormholes lead"), "{}", read.content);
    assert!(proposed(&mira, "/rules topic:war").await.contains(&"War events".into()));
    let read = writes(&mira, "/rules topic:war events").await;
    assert!(read.ephemeral && read.content.contains("The line moves up"), "{}", read.content);
    let read = writes(&mira, "/rules topic:laws").await;
    assert!(read.content.contains("no topic here"), "{}", read.content);
    let status = writes(&mira, "/status").await;
    assert!(status.content.contains("sheets closed"), "{}", status.content);
    let status = says(&people[0], "/status").await;
    assert!(status.content.contains("tokens"), "{}", status.content);
    let waiting = writes(&mira, "/waiting").await;
    assert!(waiting.content.contains("Slate"), "{}", waiting.content);
    for person in [&mira, &jon] {
        writes(person, "/mark marks:sheet war").await;
        writes(person, "/down").await;
    }
    asks(&mira, "Spend the dice").await;
    let shown = question(&people[0], "Pick a strategy card").await;
    let person = super::place::called(&people, &shown);
    person.click(shown.id, &shown.buttons()[0].custom_id).await.expect("a pick");
    let moved = |post: &Post| post.content.contains("takes **");
    person.wait_message(TABLE, LONG, moved).await.unwrap_or_else(|| panic!("{}", seen(person)));
    place.nothing_was_malformed();
}

/// Some days from now.
fn in_days(days: i64) -> i64 {
    SystemClock.now() + days * 24 * 3_600_000
}

async fn reads(person: &Person, words: &str) -> Post {
    let found = person.wait_message(SLATE, LONG, |post| post.content.contains(words)).await;
    found.unwrap_or_else(|| panic!("{words}: {}", said(person)))
}

#[tokio::test(flavor = "multi_thread")]
async fn a_newcomer_marks_the_same_sheets_and_a_computer_after_them() {
    let place = Place::open().await;
    let [mira, jon] = first_event(&place).await;
    let lena = place.person("Lena");
    writes(&jon, "/mark marks:sheet war").await;
    let refused = writes(&jon, "/replace by:@Lena seat:Mira").await;
    assert!(refused.content.contains("moderator"), "{}", refused.content);
    writes(&jon, "/replace by:@Lena").await;
    let offer = reads(&lena, "would hand their seat over").await;
    lena.click(offer.id, "Take the seat").await.expect("it can be pressed");
    reads(&mira, "Lena plays in the place of Jon").await;
    let gone = writes(&jon, "/mark marks:sheet nav").await;
    assert!(gone.content.contains("do not play"), "{}", gone.content);
    let closed = writes(&jon, "/sheet player:Lena").await;
    assert!(closed.content.contains('✖'), "{}", closed.content);
    let own = writes(&lena, "/sheet").await;
    assert!(own.ephemeral && own.content.contains("Emirates of Hacan"), "{}", own.content);
    writes(&lena, "/cancel").await;
    writes(&lena, "/mark marks:sheet nav").await;
    let down = writes(&lena, "/down").await;
    assert!(down.content.starts_with('✔'), "{}", down.content);
    writes(&mira, "/mark marks:sheet exp").await;
    writes(&mira, "/down").await;
    reads(&mira, "Lena marks Navigation.").await;
    asks(&lena, "Spend the dice").await;
    // From here on a computer plays the seat, and nobody waits for it.
    writes(&lena, "/replace computer:greedy: plays for points").await;
    reads(&mira, "plays in the place of Lena from now on").await;
    writes(&mira, "/down").await;
    asks(&mira, "Choose an active sheet").await;
    let shown = asks(&mira, &mira.id().to_string()).await;
    assert!(!shown.content.contains(&lena.id().to_string()), "{}", shown.content);
    place.nothing_was_malformed();
}

#[tokio::test(flavor = "multi_thread")]
async fn who_lets_the_deadline_pass_has_the_marker_down_with_what_is_drafted() {
    let place = Place::open().await;
    let [mira, jon] = first_event(&place).await;
    let tables = place.bot.as_ref().expect("the bot runs").tables().clone();
    let ring = async || tables.ring(in_days(3)).await.expect("the store works");
    assert_eq!(ring().await, 0, "there is no deadline");
    writes(&mira, "/pace deadline:1d").await;
    writes(&jon, "/mark marks:sheet war").await;
    writes(&mira, "/mark marks:sheet exp").await;
    writes(&mira, "/down").await;
    assert_eq!(ring().await, 1, "Jon is warned");
    assert_eq!(open_questions(&jon), 1);
    assert_eq!(ring().await, 1, "Jon's time is over");
    reads(&mira, "Jon did not answer in time: passed").await;
    reads(&mira, "Jon marks Warfare.").await;
    // Of the dice nobody spends any, and who names no sheet goes on with the last one.
    for asked in ["Spend the dice", "Choose an active sheet"] {
        asks(&jon, asked).await;
        for what in ["a warning", "the end"] {
            assert_eq!(ring().await, 2, "{asked}: {what}");
        }
    }
    asks(&jon, "Spend the dice").await;
    for line in ["Jon marks Warfare.", "Mira marks Expansion."] {
        let twice = || said(&jon).matches(line).count() == 2;
        let told = async {
            while !twice() {
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        };
        tokio::time::timeout(LONG, told).await.unwrap_or_else(|_| panic!("{}", said(&jon)));
    }
    place.nothing_was_malformed();
}

#[tokio::test(flavor = "multi_thread")]
async fn an_ended_game_is_put_away_and_can_be_taken_back() {
    let place = Place::open().await;
    let [mira, jon] = first_event(&place).await;
    writes(&mira, "/mark marks:sheet exp").await;
    writes(&mira, "/down").await;
    writes(&jon, "/mark marks:sheet war").await;
    writes(&jon, "/down").await;
    asks(&mira, "Spend the dice").await;
    let tables = place.bot.as_ref().expect("the bot runs").tables().clone();
    let folder = tempfile::tempdir().expect("a temporary folder");
    let put_away = async || tables.put_away(in_days(1), folder.path()).await.expect("it works");
    assert!(put_away().await.is_empty(), "a game under way stays");
    let given_up = writes(&mira, "/game abandon").await;
    assert!(given_up.content.contains("was given up"), "{}", given_up.content);
    // It waits until all is said.
    let gone = async {
        loop {
            match put_away().await.pop() {
                Some(file) => break file,
                None => tokio::time::sleep(Duration::from_millis(20)).await,
            }
        }
    };
    let file = tokio::time::timeout(LONG, gone).await.expect("it is put away");
    let status = writes(&mira, "/status").await;
    assert!(status.content.starts_with('✖'), "{}", status.content);
    let text = std::fs::read_to_string(&file).expect("the file is there");
    let export = Export::parse(&text).expect("it is a game");
    assert_eq!(export.kind, "inscription");
    let now = SystemClock.now();
    let back = games::import(place.store(), &export, "elsewhere", "", now).await;
    let table = tables.table(&back.expect("it can be taken back")).await.expect("a table");
    // The third seat is a computer's.
    let people = table.asked_seats().into_iter().filter(|seat| seat.0 < 2);
    assert_eq!(people.count(), 2, "{:?}", table.asked_seats());
    assert!(table.public_questions().iter().all(|(_, text)| text.contains("dice")));
    place.nothing_was_malformed();
}
