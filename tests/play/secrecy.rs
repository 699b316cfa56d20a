//! Secrets stay with those who hold them: what spectators see, what is exported, what the log says.

use std::fs::{self, File as Log};
use std::io::Read;
use std::os::unix::fs::PermissionsExt;
use std::process::{Child, Command, Stdio};

use custodian::imperium::data::{ActionCardId, NoteId, SecretId};
use custodian::simcord::{File, Options, Person, Post, Simcord};
use custodian::table::{Export, OpenExport};

use super::place::{LONG, Place, TABLE, called, question, says, seen, three_players};
use super::scripted::{self, Ledger};

/// Action cards and secret objectives that a text names. "Fuel the War Machine" is no War Machine, and "Spy Net" no Spy.
fn named(text: &str) -> Vec<&'static str> {
    let secrets: Vec<&str> = SecretId::all().map(|card| card.name()).collect();
    let notes = NoteId::all().map(|card| card.name());
    let others = secrets.iter().copied().chain(notes);
    let rest = others.fold(text.to_string(), |text, name| text.replace(name, ""));
    let cards = ActionCardId::all().map(|card| card.name());
    let mut found: Vec<&str> = secrets.into_iter().filter(|name| text.contains(name)).collect();
    found.extend(cards.filter(|name| rest.contains(name)));
    found
}

/// What a person holds, by their own `/hand`.
async fn held(person: &Person) -> Vec<&'static str> {
    let hand = says(person, "/hand").await;
    assert!(hand.ephemeral, "{}", hand.content);
    named(&hand.content)
}

fn unpacked(file: &File) -> String {
    let mut text = String::new();
    let bytes = file.bytes();
    flate2::read::GzDecoder::new(&*bytes).read_to_string(&mut text).expect("a packed file");
    text
}

#[tokio::test(flavor = "multi_thread")]
async fn spectators_see_what_is_public_and_nothing_else() {
    let place = Place::open().await;
    let people = three_players(&place).await;
    let lena = place.person("Lena");
    let mut hidden = Vec::new();
    for person in &people {
        let own = held(person).await;
        assert!(!own.is_empty(), "{} holds nothing", person.name());
        hidden.extend(own);
    }
    let mut read = String::new();
    for line in
        ["/status", "/objectives", "/laws", "/mod history lines:200", "/game status", "/hand"]
    {
        let reply = says(&lena, line).await;
        read += &format!("\n{line}: {}", reply.content);
    }
    assert!(read.contains("do not play") && !read.contains("Your secret objectives"), "{read}");
    let shown = question(&people[0], "Pick a strategy card").await;
    let pressed = lena.click(shown.id, &shown.buttons()[0].custom_id).await.expect("a press");
    read += &pressed.followups.iter().map(|post| post.content.clone()).collect::<String>();
    for line in [
        "/answer choice:",
        "/pick card:",
        "/play card:",
        "/score secret:",
        "/trade offer with:",
        "/trade offer with:«1» give:",
        "/activate system:",
        "/vote outcome:",
        "/mod undo to:",
        "/mod act seat:2 command:",
    ] {
        let proposed = lena.autocomplete(TABLE, line).await.expect("a completion");
        read +=
            &proposed.iter().map(|choice| format!("\n{line}{}", choice.name)).collect::<String>();
    }
    read += &lena.messages(TABLE).iter().map(|post| post.content.clone()).collect::<String>();
    let open = says(&lena, "/export").await;
    assert!(open.ephemeral && open.attachments.len() == 1, "{}", open.content);
    read += &unpacked(&open.attachments[0]);
    for card in &hidden {
        assert!(!read.contains(card), "a spectator reads of {card}");
    }
    assert!(lena.dms().iter().all(|post| !post.from_bot), "{}", seen(&lena));
    // The same for everybody who may read it.
    let [mine, theirs] = [says(&people[1], "/status").await, says(&lena, "/status").await];
    assert_eq!(mine.content, theirs.content);
    place.nothing_was_malformed();
}

#[tokio::test(flavor = "multi_thread")]
async fn players_export_what_they_may_know_and_moderators_everything_but_not_unseen() {
    let place = Place::open().await;
    let people = three_players(&place).await;
    let [mira, jon, aiko] = &people;
    let store = place.store();
    let game = store.games_of(&mira.id().to_string()).await.expect("games").remove(0);
    let reply = says(jon, "/export").await;
    assert!(reply.ephemeral, "{}", reply.content);
    let file = &reply.attachments[0];
    assert_eq!(file.name, format!("custodian-{}-open.json.gz", game.id));
    let text = unpacked(file);
    for card in held(jon).await {
        assert!(text.contains(&key_of(card)), "{card} is missing: {text}");
    }
    for other in [mira, aiko] {
        for card in held(other).await {
            assert!(!text.contains(card) && !text.contains(&key_of(card)), "{card} of another");
        }
    }
    assert!(!text.contains(&game.seed), "the seed is in it");
    let open: OpenExport = serde_json::from_str(&text).expect("an open export");
    assert!(open.own.is_some() && !open.course.is_empty() && open.seats.len() == 3);
    assert!(Export::parse(&text).is_err(), "it is no whole game");
    // The whole is not for players.
    let refused = says(jon, "/mod export").await;
    assert!(refused.content.contains("moderator") && refused.attachments.is_empty());
    let exported = |post: &Post| post.content.contains("exported the whole game");
    assert!(!jon.messages(TABLE).iter().any(exported));
    let whole = says(mira, "/mod export").await;
    assert!(whole.ephemeral, "{}", whole.content);
    let file = Export::parse(&unpacked(&whole.attachments[0])).expect("a whole game");
    assert_eq!((&file.id, file.journal.is_empty()), (&game.id, false));
    let told = jon.wait_message(TABLE, LONG, exported).await.expect("the table is told");
    assert!(told.content.contains("Mira") && !told.ephemeral, "{}", told.content);
    let audit = store.audit_of(&game.id, 10).await.expect("the audit trail");
    assert!(audit.iter().any(|row| row.what == "exported"), "{audit:?}");
    // The game goes on as if nothing had been.
    let shown = question(mira, "Pick a strategy card").await;
    let person = called(&people, &shown);
    person.click(shown.id, &shown.buttons()[0].custom_id).await.expect("a pick");
    let takes = |post: &Post| post.content.contains("takes **");
    mira.wait_message(TABLE, LONG, takes).await.expect("it was picked");
    place.nothing_was_malformed();
}

/// How views write the card of this name.
fn key_of(name: &str) -> String {
    let action = ActionCardId::all().find(|card| card.name() == name);
    let secret = SecretId::all().find(|card| card.name() == name);
    let written = action.map(|card| serde_json::to_string(&card));
    let written = written.or(secret.map(|card| serde_json::to_string(&card)));
    written.expect("a card").expect("plain data")
}

/// The bot as a process of its own; it does not outlive the test.
struct Process(Child);

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_log_of_a_whole_game_names_no_card_and_no_token_however_much_is_logged() {
    let discord = Simcord::start(Options::default()).await.expect("a free port");
    discord.create_channel(TABLE);
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (config, log) = (folder.path().join("config.toml"), folder.path().join("log"));
    let text = format!(
        "token = \"{}\"\napi = \"{}\"\ndatabase = {:?}\nautomatic_after_seconds = 0\nlog = \"trace\"\n",
        discord.token(),
        discord.url(),
        folder.path().join("custodian.db"),
    );
    fs::write(&config, text).expect("a writable folder");
    fs::set_permissions(&config, fs::Permissions::from_mode(0o600)).expect("our own file");
    let output =
        || Stdio::from(Log::options().append(true).create(true).open(&log).expect("a log"));
    let bot = Command::new(env!("CARGO_BIN_EXE_custodian"))
        .args(["bot", "--config"])
        .arg(&config)
        .env_remove("RUST_LOG")
        .stdin(Stdio::null())
        .stdout(output())
        .stderr(output())
        .spawn();
    let bot = Process(bot.expect("the bot starts"));
    assert!(discord.wait_ready(LONG).await, "the bot is not ready");
    let patient =
        |name: &str| discord.person(name).patient(LONG, std::time::Duration::from_millis(400));
    let people = ["Mira", "Jon", "Aiko"].map(patient);
    says(&people[0], "/game create name:Pax").await;
    for person in &people[1..] {
        says(person, "/game join").await;
    }
    says(&people[0], "/game set name:goal value:2").await;
    says(&people[0], "/game start").await;
    let faults = discord.faults();
    faults.server_errors(1, 503);
    faults.reset_connections(2);
    let end = scripted::play(TABLE, &people, &Ledger::default()).await;
    assert!(end.content.contains("has won"), "{}", end.content);
    let held: usize = people.iter().map(|person| named(&seen(person)).len()).sum();
    assert!(held > 10, "only {held} cards were ever seen");
    drop(bot);
    let said = fs::read_to_string(&log).expect("the log");
    for line in ["connected", "a letter is tried again"] {
        assert!(said.contains(line), "{line} is not logged:\n{said}");
    }
    let line = |word: &str| said.lines().find(|line| line.contains(word)).unwrap_or_default();
    for name in ActionCardId::all().map(|card| card.name()).chain(SecretId::all().map(|c| c.name()))
    {
        for word in [name.to_string(), key_of(name).trim_matches('"').to_string()] {
            assert!(!said.contains(&word), "the log names {word}: {:.600}", line(&word));
        }
    }
    assert!(!said.contains(discord.token()), "the token: {:.600}", line(discord.token()));
    let interaction = "/webhooks/";
    assert!(!said.contains(interaction), "an interaction's token: {:.600}", line(interaction));
}
