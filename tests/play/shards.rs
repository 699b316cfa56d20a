//! Two processes share the shards: one has the server, the other the direct messages.

use std::path::Path;
use std::time::Duration;

use custodian::discord::{Bot, Processes, Setup};
use custodian::simcord::{Options, Post, Simcord};
use custodian::store::Part;

use super::acts::until;
use super::place::{LONG, Place, TABLE, question, says, seen};

async fn bot(discord: &Simcord, database: &Path, shards: Part) -> Bot {
    let setup = Setup {
        token: discord.token().to_string(),
        api: Some(discord.url()),
        guild: Some(discord.guild_id()),
        moderator_role: None,
        database: database.into(),
        processes: Processes { shards: Some(shards), ..Processes::default() },
        automatic_after: Duration::from_millis(100),
        between_edits: Duration::from_millis(50),
        ended: None,
        listen: None,
        draw: None,
        dealing: Some("shards".into()),
    };
    Bot::start(setup).await.expect("the bot starts")
}

/// The runtime is not waited for: what a failed test leaves behind never ends.
#[test]
fn a_button_in_a_direct_message_works_though_another_process_has_the_game() {
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    let played = runtime.block_on(async {
        tokio::spawn(tokio::time::timeout(LONG * 4, pressed_in_a_direct_message())).await
    });
    runtime.shutdown_background();
    match played {
        Ok(played) => played.expect("it hangs"),
        Err(why) => std::panic::resume_unwind(why.into_panic()),
    }
}

async fn pressed_in_a_direct_message() {
    let discord = Simcord::start(Options::default()).await.expect("a free port");
    discord.create_channel(TABLE);
    let folder = tempfile::tempdir().expect("a temporary folder");
    let database = folder.path().join("custodian.db");
    let home = |of: u64| (discord.guild_id() >> 22) % of;
    let of = (2..50).find(|of| home(*of) != 0).expect("some split parts the two");
    let part = |shard: u64| Part { first: shard as u32, last: shard as u32, of: of as u32 };
    let with_game = bot(&discord, &database, part(home(of))).await;
    let with_messages = bot(&discord, &database, part(0)).await;
    assert!(discord.wait_ready(LONG).await, "the bots are not ready");

    let place = Place::of(discord, folder);
    let [mira, jon, aiko] = ["Mira", "Jon", "Aiko"].map(|name| place.person(name));
    says(&mira, "/game create name:Pax").await;
    says(&jon, "/game join").await;
    says(&aiko, "/game join").await;
    says(&mira, "/game start").await;
    question(&mira, "").await;
    let people = [mira, jon, aiko];
    until(&place, &people, "Keep one").await;
    let [mira, ..] = people;

    let asks = |post: &Post| post.content.contains("Keep one") && !post.buttons().is_empty();
    let asked = mira.wait_message("dm", LONG, asks).await;
    let asked = asked.unwrap_or_else(|| panic!("nothing is asked in secret: {}", seen(&mira)));
    let button = asked.buttons()[1].clone();
    let reply = mira.click(asked.id, &button.custom_id).await.expect("it can be pressed");
    assert_eq!(reply.failure, None, "nobody answers direct messages");
    // Whoever has the game tells what the other has done.
    let settled = |post: &Post| post.id == asked.id && post.content.contains("is settled");
    let settled = mira.wait_message("dm", LONG, settled).await;
    assert!(settled.is_some(), "the question stays: {}", seen(&mira));
    let again = says(&mira, "/answer").await;
    assert!(again.content.starts_with('✖'), "it is asked again: {}", again.content);
    place.nothing_was_malformed();
    with_messages.stop().await;
    with_game.stop().await;
}
