//! The slash commands. Each is thin: it names its options and hands them on.

use poise::serenity_prelude as serenity;
use serenity::{AutocompleteChoice, CreateAutocompleteResponse, ResolvedOption, ResolvedValue};

use crate::engine::Seat;
use crate::games::Kind;
use crate::table::{self, Actor, TableGuard};

use super::reply::shorten;
use super::{Context, Data, Done, Error, Table, actor, words};
use crate::imperium::Imperium;

mod export;
mod fix;
mod lobby;
mod look;
mod moderate;
mod odds;
mod orders;
mod play;
mod read;
pub mod reference;
mod seats;
mod sheets;
mod why;

pub use play::acted;

pub type Command = poise::Command<std::sync::Arc<Data>, Error>;

/// All commands, in the order in which they are explained.
pub fn all() -> Vec<Command> {
    vec![
        lobby::game(),
        look::map(),
        look::status(),
        look::hand(),
        look::system(),
        odds::odds(),
        read::card(),
        read::faction(),
        read::tech(),
        read::objectives(),
        read::laws(),
        read::rules(),
        play::pick(),
        play::activate(),
        play::moving(),
        play::land(),
        play::build(),
        play::strategic(),
        play::play(),
        play::pass(),
        play::assign(),
        play::retreat(),
        play::vote(),
        play::score(),
        play::research(),
        play::trade(),
        sheets::mark(),
        sheets::down(),
        sheets::sheet(),
        sheets::common(),
        play::answer(),
        play::confirm(),
        play::cancel(),
        play::wait(),
        orders::orders(),
        orders::waiting(),
        orders::reminders(),
        orders::pace(),
        play::undo(),
        seats::replace(),
        why::why(),
        export::export(),
        moderate::moderate(),
        look::help(),
    ]
}

/// Who typed the command.
pub async fn actor_of(ctx: Context<'_>) -> Actor {
    let Context::Application(app) = ctx else { return Actor::new("", "") };
    let role = ctx.data().moderator_role.as_deref();
    let member = app.interaction.member.as_deref();
    actor::actor(&ctx.serenity_context().cache, role, ctx.author(), member)
}

pub fn channel_of(ctx: Context<'_>) -> String {
    ctx.channel_id().to_string()
}

/// The started game of the channel.
pub async fn table(ctx: Context<'_>) -> Done<Table> {
    Ok(ctx.data().tables.table_in(&channel_of(ctx)).await?)
}

/// The same where a command is one of the first game's.
pub async fn imperium(ctx: Context<'_>) -> Done<TableGuard<Imperium>> {
    match table(ctx).await? {
        Table::Imperium(table) => Ok(table),
        other => Err(elsewhere(ctx, other.kind())),
    }
}

/// Says that a command is no part of the game of the channel.
fn elsewhere(ctx: Context<'_>, kind: Kind) -> Error {
    let known: Vec<String> = kind.commands().iter().map(|(name, _)| format!("`/{name}`")).collect();
    Error::Said(format!(
        "✖ `/{}` is no part of {}, which is played here. Here you can write {}; `/help` says more.",
        ctx.command().qualified_name,
        kind.title(),
        known.join(", ")
    ))
}

pub fn seat_of(table: &Table, actor: &Actor) -> Done<Seat> {
    Ok(table.seat_of(&actor.user).ok_or(table::Refused::NotAPlayer)?)
}

/// The seat of the player whom somebody means.
pub fn seat_named(table: &Table, typed: &str) -> Done<Seat> {
    words::find_player(table, typed).ok_or_else(|| {
        let names = words::player_names(table).join(", ");
        Error::Said(format!("✖ No such player here. Players: {}.", words::plain(&names)))
    })
}

/// The seat of whoever acts, at a table whose game is known.
pub fn own_seat<G: table::Hosted>(table: &table::Table<G>, actor: &Actor) -> Done<Seat> {
    Ok(table.seat_of(&actor.user).ok_or(table::Refused::NotAPlayer)?)
}

/// Autocomplete of all options that the game itself completes.
pub async fn complete(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let Context::Application(app) = ctx else { return CreateAutocompleteResponse::new() };
    let focused = app.interaction.data.autocomplete().map_or("", |option| option.name);
    let options = given(&app.interaction.data.options(), typed);
    let command = match &*ctx.command().name {
        // The subcommands of `/trade` but one are commands of the game by their own names.
        "offer" => "trade",
        name => name,
    };
    let user = ctx.author().id.to_string();
    let Ok(table) = table(ctx).await else { return CreateAutocompleteResponse::new() };
    let found = table.complete(&user, command, &options, focused).await.unwrap_or_default();
    choices(found.into_iter().map(|(label, value)| (table.named(&label), value)))
}

/// What is typed in another option than the one that has the focus.
fn typed(ctx: Context<'_>, name: &str) -> Option<String> {
    let Context::Application(app) = ctx else { return None };
    let found = given(&app.interaction.data.options(), "").into_iter();
    found.rev().find(|(option, _)| option == name).map(|(_, value)| value)
}

/// The options that are typed so far; `typed` is in the one that has the focus.
fn given(options: &[ResolvedOption<'_>], typed: &str) -> Vec<(String, String)> {
    let mut given = Vec::new();
    for option in options {
        match &option.value {
            ResolvedValue::SubCommand(inner) | ResolvedValue::SubCommandGroup(inner) => {
                given.extend(self::given(inner, typed))
            }
            ResolvedValue::String(text) => given.push((option.name.into(), text.to_string())),
            ResolvedValue::Autocomplete { .. } => given.push((option.name.into(), typed.into())),
            _ => {}
        }
    }
    given
}

/// At most 25 of them, as Discord wants them.
pub fn choices(found: impl IntoIterator<Item = (String, String)>) -> CreateAutocompleteResponse {
    let fits = |(label, value): &(String, String)| {
        !label.trim().is_empty() && !value.is_empty() && value.chars().count() <= 100
    };
    let found = found.into_iter().filter(fits).take(25);
    let choices = found.map(|(label, value)| AutocompleteChoice::new(shorten(&label, 100), value));
    CreateAutocompleteResponse::new().set_choices(choices.collect())
}
