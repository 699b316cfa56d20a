//! A small bot as its authors would write it: plain poise on plain serenity, knowing nothing of the
//! simulation but its address.

use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use custodian::simcord::Simcord;
use poise::serenity_prelude as serenity;
use serenity::{
    ButtonStyle, CreateActionRow, CreateAttachment, CreateButton, CreateEmbed,
    CreateInteractionResponse, CreateInteractionResponseMessage, CreateMessage, GatewayIntents,
};

#[derive(Default)]
pub struct Data {
    /// How often `/ping` ran.
    pings: AtomicU32,
}
pub type Error = Box<dyn std::error::Error + Send + Sync>;
type Context<'a> = poise::Context<'a, Data, Error>;
type Done = Result<(), Error>;

/// A running bot.
pub struct Bot {
    shards: std::sync::Arc<serenity::ShardManager>,
    task: tokio::task::JoinHandle<()>,
}

impl Bot {
    pub async fn stop(self) {
        self.shards.shutdown_all().await;
        self.task.abort();
    }
}

/// Starts a bot and waits until it is connected and its commands are there.
pub async fn start(simcord: &Simcord, intents: GatewayIntents) -> Bot {
    let http = serenity::HttpBuilder::new(simcord.token())
        .proxy(simcord.url())
        .ratelimiter_disabled(true)
        .build();
    let framework = poise::Framework::builder()
        .options(poise::FrameworkOptions {
            commands: vec![
                ping(),
                hidden(),
                slow(),
                secret(),
                leak(),
                picture(),
                table(),
                pick(),
                guess(),
                counter(),
                menu(),
                whisper(),
                thread(),
                revise(),
                broken(),
                ask(),
                twice(),
                echoes(),
                again(),
                who(),
            ],
            on_error: |error| Box::pin(on_error(error)),
            event_handler: |context, event| Box::pin(on_event(context, event)),
            ..Default::default()
        })
        .setup(|context, _, framework| {
            Box::pin(async move {
                poise::builtins::register_globally(context, &framework.options().commands).await?;
                Ok(Data::default())
            })
        })
        .build();
    let builder = serenity::ClientBuilder::new_with_http(http, intents).framework(framework);
    let mut client = builder.await.expect("the client is built");
    let shards = client.shard_manager.clone();
    let task = tokio::spawn(async move {
        if let Err(why) = client.start_autosharded().await {
            tracing::info!("the bot ended: {why}");
        }
    });
    if !simcord.wait_ready(Duration::from_secs(10)).await {
        let refused = simcord.requests().into_iter().filter_map(|r| Some((r.template, r.refusal?)));
        panic!("the bot does not get ready: {:#?}", refused.collect::<Vec<_>>());
    }
    Bot { shards, task }
}

async fn on_error(error: poise::FrameworkError<'_, Data, Error>) {
    if let poise::FrameworkError::Command { error, ctx, .. } = error {
        let _ = ctx
            .send(poise::CreateReply::default().content(format!("failed: {error}")).ephemeral(true))
            .await;
    }
}

/// Buttons and menus that live longer than any collector.
async fn on_event(
    context: poise::FrameworkContext<'_, Data, Error>,
    event: &serenity::FullEvent,
) -> Done {
    let http = &context.serenity_context.http;
    match event {
        serenity::FullEvent::InteractionCreate {
            interaction: serenity::Interaction::Component(press),
        } => {
            on_press(http, press).await?;
        }
        serenity::FullEvent::Message { new_message }
            if new_message.content.starts_with("!repeat") =>
        {
            new_message.reply(http, format!("You said: {}", new_message.content)).await?;
        }
        _ => {}
    }
    Ok(())
}

async fn on_press(http: &serenity::Http, press: &serenity::ComponentInteraction) -> Done {
    use serenity::ComponentInteractionDataKind as Kind;
    let say = |text: String| CreateInteractionResponseMessage::new().content(text);
    if let Some(count) = press.data.custom_id.strip_prefix("count:") {
        let count = count.parse::<u32>()? + 1;
        let update = say(format!("Pressed {count} times")).components(count_row(count));
        press.create_response(http, CreateInteractionResponse::UpdateMessage(update)).await?;
    } else if press.data.custom_id == "quiet" {
        press.create_response(http, CreateInteractionResponse::Acknowledge).await?;
        let edit = serenity::EditInteractionResponse::new().content("quietly changed");
        press.edit_response(http, edit).await?;
    }
    let chosen = match &press.data.kind {
        Kind::StringSelect { values } => values.join("+"),
        Kind::UserSelect { values } => {
            let names = values.iter().filter_map(|u| press.data.resolved.users.get(u));
            names.map(serenity::User::display_name).collect::<Vec<_>>().join("+")
        }
        _ => return Ok(()),
    };
    let answer = say(format!("Chosen: {chosen}")).ephemeral(true);
    press.create_response(http, CreateInteractionResponse::Message(answer)).await?;
    Ok(())
}

fn count_row(count: u32) -> Vec<CreateActionRow> {
    vec![CreateActionRow::Buttons(vec![
        CreateButton::new(format!("count:{count}")).label("Press"),
        CreateButton::new("off").label("Off").disabled(true),
        CreateButton::new("quiet").label("Quiet").style(ButtonStyle::Secondary),
    ])]
}

/// A one-pixel picture.
pub const PIXEL: &[u8] = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01\x08\x06\0\0\0\x1f\x15\xc4\x89\0\0\0\rIDATx\x9cc\xf8\xcf\xc0\xf0\x1f\0\x05\0\x01\xff\x89\x99=\x1d\0\0\0\0IEND\xaeB`\x82";

/// Answers at once.
#[poise::command(slash_command)]
async fn ping(ctx: Context<'_>) -> Done {
    let n = ctx.data().pings.fetch_add(1, Ordering::Relaxed) + 1;
    ctx.say(format!("pong {n}")).await?;
    Ok(())
}

/// Answers so that only the caller sees it.
#[poise::command(slash_command)]
async fn hidden(ctx: Context<'_>) -> Done {
    ctx.send(poise::CreateReply::default().content("only for you").ephemeral(true)).await?;
    Ok(())
}

/// Defers, then answers.
#[poise::command(slash_command)]
async fn slow(ctx: Context<'_>) -> Done {
    ctx.defer().await?;
    tokio::time::sleep(Duration::from_millis(50)).await;
    ctx.say("done at last").await?;
    ctx.say("and one more").await?;
    Ok(())
}

/// Defers privately, then answers.
#[poise::command(slash_command)]
async fn secret(ctx: Context<'_>) -> Done {
    ctx.defer_ephemeral().await?;
    ctx.say("a secret").await?;
    Ok(())
}

/// The trap: a public deferral makes the private answer public.
#[poise::command(slash_command)]
async fn leak(ctx: Context<'_>) -> Done {
    ctx.defer().await?;
    ctx.send(poise::CreateReply::default().content("meant to be private").ephemeral(true)).await?;
    Ok(())
}

/// Sends two pictures, one inside an embed.
#[poise::command(slash_command)]
async fn picture(ctx: Context<'_>) -> Done {
    ctx.defer().await?;
    let embed = CreateEmbed::new().title("Galaxy").image("attachment://map.png");
    let reply = poise::CreateReply::default().content("Here").embed(embed);
    let reply = reply.attachment(CreateAttachment::bytes(PIXEL, "map.png"));
    ctx.send(reply.attachment(CreateAttachment::bytes(PIXEL, "hand.png"))).await?;
    Ok(())
}

/// Tables.
#[poise::command(slash_command, subcommands("create", "close"), subcommand_required)]
async fn table(_: Context<'_>) -> Done {
    Ok(())
}

#[derive(poise::ChoiceParameter)]
enum Pace {
    #[name = "Fast"]
    Fast,
    #[name = "Slow"]
    Slow,
}

/// Makes a table.
#[poise::command(slash_command)]
async fn create(
    ctx: Context<'_>,
    #[description = "Its name"] name: String,
    #[description = "How many play"]
    #[min = 3]
    #[max = 8]
    players: u8,
    #[description = "How fast"] pace: Option<Pace>,
    #[description = "Who leads"] host: Option<serenity::User>,
    #[description = "Where"] channel: Option<serenity::GuildChannel>,
) -> Done {
    let pace = pace.map_or("no pace".into(), |p| poise::ChoiceParameter::name(&p).to_string());
    let host = host.map_or("nobody".into(), |h| h.display_name().to_string());
    let channel = channel.map_or("nowhere".into(), |c| c.name);
    ctx.say(format!("{name} for {players}, {pace}, led by {host} in {channel}")).await?;
    Ok(())
}

/// Closes a table.
#[poise::command(slash_command)]
async fn close(ctx: Context<'_>) -> Done {
    ctx.say("closed").await?;
    Ok(())
}

async fn fruit(_: Context<'_>, partial: &str) -> serenity::CreateAutocompleteResponse {
    let names = ["apple", "apricot", "banana"].into_iter().filter(|f| f.starts_with(partial));
    serenity::CreateAutocompleteResponse::new()
        .set_choices(names.map(serenity::AutocompleteChoice::from).collect())
}

async fn number(ctx: Context<'_>, partial: &str) -> serenity::CreateAutocompleteResponse {
    let poise::Context::Application(app) = ctx else {
        return Default::default();
    };
    let n = app.args.len() as i64;
    let choice = serenity::AutocompleteChoice::new(
        format!("{partial}0 after {n} options"),
        partial.parse::<i64>().unwrap_or(0) * 10,
    );
    serenity::CreateAutocompleteResponse::new().set_choices(vec![choice])
}

/// Completes what is typed.
#[poise::command(slash_command)]
async fn pick(
    ctx: Context<'_>,
    #[description = "A fruit"]
    #[autocomplete = "fruit"]
    fruit: String,
    #[description = "How many"]
    #[autocomplete = "number"]
    number: i64,
) -> Done {
    ctx.say(format!("{number} {fruit}")).await?;
    Ok(())
}

#[derive(Debug, poise::Modal)]
#[name = "Your guess"]
struct Guess {
    #[name = "A number"]
    #[placeholder = "one to six"]
    #[min_length = 1]
    #[max_length = 2]
    number: String,
    #[name = "Why"]
    #[paragraph]
    why: Option<String>,
}

/// A button that a collector waits for; it opens a dialog.
#[poise::command(slash_command)]
async fn guess(ctx: Context<'_>) -> Done {
    let row = CreateActionRow::Buttons(vec![CreateButton::new("open").label("Guess")]);
    let handle =
        ctx.send(poise::CreateReply::default().content("Guess!").components(vec![row])).await?;
    let message = handle.message().await?.id;
    let press = serenity::ComponentInteractionCollector::new(ctx)
        .message_id(message)
        .timeout(Duration::from_secs(5))
        .await;
    let Some(press) = press else { return Ok(()) };
    let guess = poise::execute_modal_on_component_interaction::<Guess>(
        ctx.serenity_context(),
        press,
        None,
        None,
    )
    .await?;
    if let Some(guess) = guess {
        ctx.say(format!("Guessed {} because {:?}", guess.number, guess.why)).await?;
    }
    Ok(())
}

/// Opens a dialog at once.
#[poise::command(slash_command)]
async fn ask(ctx: poise::ApplicationContext<'_, Data, Error>) -> Done {
    if let Some(guess) = <Guess as poise::Modal>::execute(ctx).await? {
        ctx.say(format!("Heard {}", guess.number)).await?;
    }
    Ok(())
}

/// Buttons that live for ever.
#[poise::command(slash_command)]
async fn counter(ctx: Context<'_>) -> Done {
    ctx.send(poise::CreateReply::default().content("Pressed 0 times").components(count_row(0)))
        .await?;
    Ok(())
}

/// Select menus.
#[poise::command(slash_command)]
async fn menu(ctx: Context<'_>) -> Done {
    use serenity::{
        CreateSelectMenu, CreateSelectMenuKind as Kind, CreateSelectMenuOption as Item,
    };
    let items = vec![
        Item::new("Red", "r"),
        Item::new("Green", "g").description("like grass"),
        Item::new("Blue", "b"),
    ];
    let colors = CreateSelectMenu::new("colors", Kind::String { options: items })
        .min_values(1)
        .max_values(2);
    let people = CreateSelectMenu::new("people", Kind::User { default_users: None });
    let rows = vec![CreateActionRow::SelectMenu(colors), CreateActionRow::SelectMenu(people)];
    ctx.send(poise::CreateReply::default().content("Choose").components(rows)).await?;
    Ok(())
}

/// A direct message, or a word here when messages are closed.
#[poise::command(slash_command)]
async fn whisper(ctx: Context<'_>) -> Done {
    let message =
        CreateMessage::new().content("psst").add_file(CreateAttachment::bytes(PIXEL, "hand.png"));
    let text = match ctx.author().dm(ctx, message).await {
        Ok(_) => "sent".to_string(),
        Err(serenity::Error::Http(serenity::HttpError::UnsuccessfulRequest(refusal)))
            if refusal.error.code == 50007 =>
        {
            "your messages are closed".to_string()
        }
        Err(other) => format!("failed: {other}"),
    };
    ctx.send(poise::CreateReply::default().content(text).ephemeral(true)).await?;
    Ok(())
}

/// A thread with a message, a reaction and a pin.
#[poise::command(slash_command)]
async fn thread(ctx: Context<'_>) -> Done {
    let builder =
        serenity::CreateThread::new("Side talk").kind(serenity::ChannelType::PublicThread);
    let thread = ctx.channel_id().create_thread(ctx, builder).await?;
    let message = thread.say(ctx, "Welcome").await?;
    message.react(ctx, '👍').await?;
    message.pin(ctx).await?;
    let pins = thread.pins(ctx).await?;
    ctx.say(format!("<#{}> with {} pin", thread.id, pins.len())).await?;
    Ok(())
}

/// Edits and deletes what it said, and reads the channel.
#[poise::command(slash_command)]
async fn revise(ctx: Context<'_>) -> Done {
    let mut message = ctx.channel_id().say(ctx, "first").await?;
    message.edit(ctx, serenity::EditMessage::new().content("second")).await?;
    let other = ctx.channel_id().say(ctx, "short-lived").await?;
    other.delete(ctx).await?;
    let seen = ctx.channel_id().messages(ctx, serenity::GetMessages::new().limit(3)).await?;
    let members = ctx.guild_id().ok_or("not in a guild")?.members(ctx, None, None).await?;
    let newest = seen.first().map(|m| m.content.clone()).unwrap_or_default();
    let handle = ctx.say("…").await?;
    handle
        .edit(
            ctx,
            poise::CreateReply::default().content(format!("{newest}, {} members", members.len())),
        )
        .await?;
    Ok(())
}

/// Breaks limits: seven rows, long labels.
#[poise::command(slash_command)]
async fn broken(ctx: Context<'_>) -> Done {
    let row = |n| {
        CreateActionRow::Buttons(vec![CreateButton::new(format!("b{n}")).label("x".repeat(90))])
    };
    ctx.send(poise::CreateReply::default().content("wide").components((0..7).map(row).collect()))
        .await?;
    Ok(())
}

/// Sends the same message twice with one nonce.
#[poise::command(slash_command)]
async fn twice(ctx: Context<'_>) -> Done {
    let message = || {
        CreateMessage::new()
            .content("once only")
            .nonce(serenity::Nonce::String("outbox-17".into()))
            .enforce_nonce(true)
    };
    let first = ctx.channel_id().send_message(ctx, message()).await?;
    let second = ctx.channel_id().send_message(ctx, message()).await?;
    ctx.say(format!("same: {}", first.id == second.id)).await?;
    Ok(())
}

/// Calls somebody without waking them, and somebody for real.
#[poise::command(slash_command)]
async fn echoes(ctx: Context<'_>, #[description = "Whom"] whom: serenity::User) -> Done {
    let mute = serenity::CreateAllowedMentions::new();
    let text = format!("<@{}>", whom.id);
    ctx.channel_id()
        .send_message(ctx, CreateMessage::new().content(&text).allowed_mentions(mute))
        .await?;
    ctx.channel_id().send_message(ctx, CreateMessage::new().content(&text)).await?;
    ctx.say("called").await?;
    Ok(())
}

/// Acknowledges twice.
#[poise::command(slash_command)]
async fn again(ctx: poise::ApplicationContext<'_, Data, Error>) -> Done {
    let say = |t: &str| {
        CreateInteractionResponse::Message(CreateInteractionResponseMessage::new().content(t))
    };
    ctx.interaction.create_response(ctx, say("first")).await?;
    let second = ctx.interaction.create_response(ctx, say("second")).await;
    let code = match second {
        Err(serenity::Error::Http(serenity::HttpError::UnsuccessfulRequest(refusal))) => {
            refusal.error.code
        }
        _ => 0,
    };
    let edit = serenity::EditInteractionResponse::new().content(format!("second refused: {code}"));
    ctx.interaction.edit_response(ctx, edit).await?;
    Ok(())
}

/// Who asks, with which rights.
#[poise::command(slash_command, guild_only)]
async fn who(ctx: Context<'_>) -> Done {
    let member = ctx.author_member().await.ok_or("no member")?;
    let rights = member.permissions.unwrap_or_default();
    let guild = ctx.guild().map(|g| g.name.clone()).unwrap_or_default();
    let text = format!(
        "{} admin={} roles={} in {guild}",
        member.display_name(),
        rights.administrator(),
        member.roles.len()
    );
    ctx.say(text).await?;
    Ok(())
}
