//! A server with the bot on it, and people who read what it says.

use std::time::Duration;

use custodian::discord::{Bot, Draw, Setup};
use custodian::simcord::{Options, Person, Post, Reply, Simcord};
use custodian::store::Store;
use tempfile::TempDir;

use super::acts::set_up;

pub const LONG: Duration = Duration::from_secs(20);

/// The channel of the game.
pub const TABLE: &str = "table";

/// A server with the bot on it.
pub struct Place {
    pub discord: Simcord,
    pub bot: Option<Bot>,
    folder: TempDir,
    automatic_after: Duration,
}

impl Place {
    pub async fn open() -> Place {
        Place::open_drawing(None).await
    }

    pub async fn open_drawing(draw: Option<Draw>) -> Place {
        Place::open_with(Options::default(), draw).await
    }

    /// A server of other people, for instance.
    pub async fn open_on(options: Options) -> Place {
        Place::open_with(options, None).await
    }

    async fn open_with(options: Options, draw: Option<Draw>) -> Place {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let discord = Simcord::start(options).await.expect("a free port");
        discord.create_channel(TABLE);
        let mut place = Place::of(discord, folder);
        place.start_bot(draw).await;
        place
    }

    /// A server whose bot passes for nobody before this time is over.
    pub async fn open_patient(automatic_after: Duration) -> Place {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let discord = Simcord::start(Options::default()).await.expect("a free port");
        discord.create_channel(TABLE);
        let mut place = Place { automatic_after, ..Place::of(discord, folder) };
        place.start_bot(None).await;
        place
    }

    /// A server on which no bot runs yet.
    pub fn of(discord: Simcord, folder: TempDir) -> Place {
        Place { discord, bot: None, folder, automatic_after: Duration::from_millis(100) }
    }

    /// A server that keeps everything in a folder, as `custodian local` does.
    pub async fn local() -> Place {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let discord = Place::discord_in(&folder).await;
        discord.create_channel(TABLE);
        let mut place = Place::of(discord, folder);
        place.start_bot(None).await;
        place
    }

    async fn discord_in(folder: &TempDir) -> Simcord {
        let data = Some(folder.path().to_path_buf());
        Simcord::start(Options { data, ..Options::default() }).await.expect("a free port")
    }

    /// Ends everything and starts it again on the same folder.
    pub async fn restart_local(mut self) -> Place {
        self.bot.take().expect("the bot runs").stop().await;
        self.discord.stop().await;
        let discord = Place::discord_in(&self.folder).await;
        let mut place = Place::of(discord, self.folder);
        place.start_bot(None).await;
        place
    }

    async fn start_bot(&mut self, draw: Option<Draw>) {
        // What the bot tells its operator, for a test that fails.
        let log = tracing_subscriber::fmt().with_max_level(tracing::Level::ERROR);
        let _ = log.with_test_writer().try_init();
        let setup = Setup {
            token: self.discord.token().to_string(),
            api: Some(self.discord.url()),
            guild: None,
            moderator_role: Some("Moderator".into()),
            database: self.folder.path().join("custodian.db").into(),
            processes: Default::default(),
            automatic_after: self.automatic_after,
            between_edits: Duration::from_millis(50),
            ended: None,
            listen: Some(([127, 0, 0, 1], 0).into()),
            draw,
            // A test that fails fails again.
            dealing: Some("table".into()),
        };
        self.bot = Some(Bot::start(setup).await.expect("the bot starts"));
        assert!(self.discord.wait_ready(LONG).await, "the bot is not ready");
    }

    /// The store of the running bot.
    pub fn store(&self) -> &Store {
        self.bot.as_ref().expect("the bot runs").tables().store()
    }

    /// Starts a bot where none runs.
    pub async fn restart(&mut self) {
        self.start_bot(None).await;
    }

    pub async fn restart_bot(&mut self) {
        self.restart_drawing(None).await;
    }

    pub async fn restart_drawing(&mut self, draw: Option<Draw>) {
        self.bot.take().expect("the bot runs").stop().await;
        self.start_bot(draw).await;
    }

    pub fn person(&self, name: &str) -> Person {
        self.discord.person(name).patient(LONG, Duration::from_millis(400))
    }

    /// Everything that the bot asked for was well-formed.
    pub fn nothing_was_malformed(&self) {
        for request in self.discord.requests() {
            assert_ne!(
                request.status, 400,
                "{} {}: {:?}",
                request.method, request.path, request.refusal
            );
        }
    }
}

pub async fn says(person: &Person, line: &str) -> Reply {
    let reply = person.slash(TABLE, line).await.unwrap_or_else(|why| panic!("{line}: {why}"));
    assert_eq!(reply.failure, None, "{line}");
    reply
}

/// The current question in the channel.
pub async fn question(person: &Person, holds: &str) -> Post {
    let asks = |post: &Post| post.content.starts_with('⏳') && post.content.contains(holds);
    let found = person.wait_message(TABLE, LONG, asks).await;
    found.unwrap_or_else(|| {
        let all: Vec<String> =
            person.messages(TABLE).into_iter().map(|post| post.content).collect();
        panic!("nobody is asked about {holds}: {all:#?}")
    })
}

/// Mira, Jon and Aiko at the start of the first strategy phase.
pub async fn three_players(place: &Place) -> [Person; 3] {
    let [mira, jon, aiko] = ["Mira", "Jon", "Aiko"].map(|name| place.person(name));
    says(&mira, "/game create name:Pax").await;
    says(&jon, "/game join").await;
    let reply = says(&aiko, "/game join").await;
    assert!(reply.content.contains("3 of 3–8"), "{}", reply.content);
    says(&mira, "/game start").await;
    question(&mira, "").await;
    let people = [mira, jon, aiko];
    set_up(place, &people).await;
    people
}

/// All that a person sees, for when a test fails.
pub fn seen(person: &Person) -> String {
    let mut out = String::new();
    for channel in [TABLE, "dm"] {
        for post in person.messages(channel) {
            let buttons: Vec<String> = post.buttons().into_iter().map(|b| b.label).collect();
            out += &format!("\n[{channel}] {} {buttons:?}", post.content);
        }
    }
    out
}

/// Who of the three is called by the current question.
pub fn called<'a>(people: &'a [Person; 3], post: &Post) -> &'a Person {
    people
        .iter()
        .find(|person| post.content.contains(&format!("<@{}>", person.id())))
        .unwrap_or_else(|| panic!("nobody is called: {}", post.content))
}

/// Whether the last question goes from the channel, as it does after the closing post.
pub async fn nobody_is_asked(person: &Person, channel: &str) -> bool {
    let gone = async {
        while person.messages(channel).iter().any(|post| post.content.starts_with('⏳')) {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(LONG, gone).await.is_ok()
}
