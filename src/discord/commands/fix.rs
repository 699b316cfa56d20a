//! `/mod fix`: a moderator puts something right on the table.

use poise::serenity_prelude as serenity;
use serenity::CreateAutocompleteResponse;

use crate::table::Fixed;

use super::super::reply::{Say, privately};
use super::super::{Context, Done, Error, Table, words};
use super::{actor_of, table};

/// Put something right by hand; the channel is told what was and what is.
#[poise::command(
    slash_command,
    subcommands(
        "units",
        "tokens",
        "token",
        "planet",
        "card",
        "goods",
        "points",
        "objective",
        "order",
        "passed",
        "strategy",
        "technology"
    ),
    subcommand_required
)]
pub async fn fix(_: Context<'_>) -> Done {
    Ok(())
}

type Typed<'a> = &'a [(&'a str, Option<String>)];

/// Options that name a player, who may be called by name here.
const PLAYERS: &[&str] = &["seat", "owner", "speaker", "turn", "from", "to"];

async fn carry_out(
    ctx: Context<'_>,
    name: &str,
    options: Typed<'_>,
    why: Option<String>,
    force: Option<bool>,
) -> Done {
    privately(ctx, async {
        let mut table = table(ctx).await?;
        let options: Vec<(String, String)> = options
            .iter()
            .filter_map(|(name, value)| Some((*name, value.as_ref()?)))
            .map(|(name, value)| (name.to_string(), meant(&table, name, value)))
            .collect();
        let actor = actor_of(ctx).await;
        let why = why.unwrap_or_default();
        let fixed = table.fix(&actor, name, &options, &why, force == Some(true)).await;
        match fixed.map_err(|refused| Error::at(&table, refused))? {
            Fixed::Done(line) => Ok(Say::text(format!("✔ {line}"))),
            Fixed::Doubtful(line, warnings) => {
                let warnings = warnings.join("\n⚠ ");
                Ok(Say::text(format!(
                    "{line}\n⚠ {warnings}\nNothing has changed. With `force:True` it is done all \
                     the same."
                )))
            }
        }
    })
    .await
}

/// The typed value with a seat's mark where it is a player's name.
fn meant(table: &Table, option: &str, value: &str) -> String {
    let (before, name) = match value.strip_prefix("before ") {
        Some(name) => ("before ", name),
        None => ("", value),
    };
    match words::find_player(table, name) {
        Some(seat) if PLAYERS.contains(&option) => format!("{before}{seat}"),
        _ => value.into(),
    }
}

async fn complete(ctx: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let Context::Application(app) = ctx else { return CreateAutocompleteResponse::new() };
    let focused = app.interaction.data.autocomplete().map_or("", |option| option.name);
    let options = super::given(&app.interaction.data.options(), typed);
    let Ok(table) = table(ctx).await else { return CreateAutocompleteResponse::new() };
    // Labels say names where the game knows seats, so what is typed narrows them here.
    let untyped: Vec<(String, String)> = options
        .into_iter()
        .filter(|(name, _)| name != focused || !PLAYERS.contains(&focused))
        .collect();
    let found = table.complete_fix(&ctx.command().name, &untyped, focused).unwrap_or_default();
    let named = found.into_iter().map(|(label, value)| (table.named(&label), value));
    let wanted = typed.to_lowercase();
    let fits = |label: &str| !PLAYERS.contains(&focused) || label.to_lowercase().contains(&wanted);
    super::choices(named.filter(|(label, _)| fits(label)))
}

#[derive(Clone, Copy, poise::ChoiceParameter)]
enum Change {
    Place,
    Remove,
    Damage,
    Repair,
}

/// Units somewhere.
#[poise::command(slash_command)]
async fn units(
    ctx: Context<'_>,
    #[description = "Whose"]
    #[autocomplete = "complete"]
    seat: String,
    #[description = "What happens to them"] change: Change,
    #[description = "Such as: 2 infantry, damaged dreadnought"]
    #[autocomplete = "complete"]
    units: String,
    #[description = "A planet, or a system for its space"]
    #[autocomplete = "complete"]
    at: String,
    #[description = "Why, for all to read"]
    #[max_length = 200]
    why: Option<String>,
    #[description = "Even against the rules"] force: Option<bool>,
) -> Done {
    use poise::ChoiceParameter;
    let change = Some(change.name().to_lowercase());
    let options =
        [("seat", Some(seat)), ("change", change), ("units", Some(units)), ("at", Some(at))];
    carry_out(ctx, "units", &options, why, force).await
}

fn typed(number: Option<u8>) -> Option<String> {
    number.map(|number| number.to_string())
}

/// Command tokens on a sheet.
#[poise::command(slash_command)]
async fn tokens(
    ctx: Context<'_>,
    #[description = "Whose"]
    #[autocomplete = "complete"]
    seat: String,
    #[description = "Tactic pool"] tactic: Option<u8>,
    #[description = "Fleet pool"] fleet: Option<u8>,
    #[description = "Strategy pool"] strategy: Option<u8>,
    #[description = "Why, for all to read"]
    #[max_length = 200]
    why: Option<String>,
    #[description = "Even against the rules"] force: Option<bool>,
) -> Done {
    let pools = [("tactic", typed(tactic)), ("fleet", typed(fleet)), ("strategy", typed(strategy))];
    let options = [&[("seat", Some(seat))][..], &pools].concat();
    carry_out(ctx, "tokens", &options, why, force).await
}

#[derive(Clone, Copy, poise::ChoiceParameter)]
enum Lies {
    There,
    Gone,
}

/// A command token on the board.
#[poise::command(slash_command)]
async fn token(
    ctx: Context<'_>,
    #[description = "Whose"]
    #[autocomplete = "complete"]
    seat: String,
    #[description = "Where"]
    #[autocomplete = "complete"]
    system: String,
    #[description = "Whether it lies there"] state: Lies,
    #[description = "Why, for all to read"]
    #[max_length = 200]
    why: Option<String>,
    #[description = "Even against the rules"] force: Option<bool>,
) -> Done {
    use poise::ChoiceParameter;
    let state = Some(state.name().to_lowercase());
    let options = [("seat", Some(seat)), ("system", Some(system)), ("state", state)];
    carry_out(ctx, "token", &options, why, force).await
}

#[derive(Clone, Copy, poise::ChoiceParameter)]
enum Card {
    Ready,
    Exhausted,
}

impl Card {
    fn word(card: Option<Card>) -> Option<String> {
        use poise::ChoiceParameter;
        card.map(|card| card.name().to_lowercase())
    }
}

/// Who controls a planet, and whether it is exhausted.
#[poise::command(slash_command)]
async fn planet(
    ctx: Context<'_>,
    #[description = "Which"]
    #[autocomplete = "complete"]
    planet: String,
    #[description = "A player or nobody"]
    #[autocomplete = "complete"]
    owner: Option<String>,
    #[description = "Its card"] state: Option<Card>,
    #[description = "Why, for all to read"]
    #[max_length = 200]
    why: Option<String>,
    #[description = "Even against the rules"] force: Option<bool>,
) -> Done {
    let options = [("planet", Some(planet)), ("owner", owner), ("state", Card::word(state))];
    carry_out(ctx, "planet", &options, why, force).await
}

/// An action card, secret objective or promissory note.
#[poise::command(slash_command)]
async fn card(
    ctx: Context<'_>,
    #[description = "Which"]
    #[autocomplete = "complete"]
    card: String,
    #[description = "Where it lies"]
    #[autocomplete = "complete"]
    from: String,
    #[description = "Where it goes"]
    #[autocomplete = "complete"]
    to: String,
    #[description = "Why, for all to read"]
    #[max_length = 200]
    why: Option<String>,
    #[description = "Even against the rules"] force: Option<bool>,
) -> Done {
    let options = [("card", Some(card)), ("from", Some(from)), ("to", Some(to))];
    carry_out(ctx, "card", &options, why, force).await
}

/// Trade goods and commodities.
#[poise::command(slash_command)]
async fn goods(
    ctx: Context<'_>,
    #[description = "Whose"]
    #[autocomplete = "complete"]
    seat: String,
    #[description = "From now on"] trade_goods: Option<u8>,
    #[description = "From now on"] commodities: Option<u8>,
    #[description = "Why, for all to read"]
    #[max_length = 200]
    why: Option<String>,
    #[description = "Even against the rules"] force: Option<bool>,
) -> Done {
    let options = [
        ("seat", Some(seat)),
        ("trade_goods", typed(trade_goods)),
        ("commodities", typed(commodities)),
    ];
    carry_out(ctx, "goods", &options, why, force).await
}

/// Victory points in all.
#[poise::command(slash_command)]
async fn points(
    ctx: Context<'_>,
    #[description = "Whose"]
    #[autocomplete = "complete"]
    seat: String,
    #[description = "From now on"] points: u8,
    #[description = "Why, for all to read"]
    #[max_length = 200]
    why: Option<String>,
    #[description = "Even against the rules"] force: Option<bool>,
) -> Done {
    let options = [("seat", Some(seat)), ("points", typed(Some(points)))];
    carry_out(ctx, "points", &options, why, force).await
}

#[derive(Clone, Copy, poise::ChoiceParameter)]
enum Scored {
    Scored,
    Unscored,
}

/// Whether an objective is scored.
#[poise::command(slash_command)]
async fn objective(
    ctx: Context<'_>,
    #[description = "For whom"]
    #[autocomplete = "complete"]
    seat: String,
    #[description = "Which"]
    #[autocomplete = "complete"]
    objective: String,
    #[description = "From now on"] state: Scored,
    #[description = "Why, for all to read"]
    #[max_length = 200]
    why: Option<String>,
    #[description = "Even against the rules"] force: Option<bool>,
) -> Done {
    use poise::ChoiceParameter;
    let state = Some(state.name().to_lowercase());
    let options = [("seat", Some(seat)), ("objective", Some(objective)), ("state", state)];
    carry_out(ctx, "objective", &options, why, force).await
}

/// Who is speaker, or whose turn it is.
#[poise::command(slash_command)]
async fn order(
    ctx: Context<'_>,
    #[description = "From now on"]
    #[autocomplete = "complete"]
    speaker: Option<String>,
    #[description = "From now on"]
    #[autocomplete = "complete"]
    turn: Option<String>,
    #[description = "Why, for all to read"]
    #[max_length = 200]
    why: Option<String>,
    #[description = "Even against the rules"] force: Option<bool>,
) -> Done {
    carry_out(ctx, "order", &[("speaker", speaker), ("turn", turn)], why, force).await
}

#[derive(Clone, Copy, poise::ChoiceParameter)]
enum Plays {
    Playing,
    Passed,
}

/// Whether a player has passed.
#[poise::command(slash_command)]
async fn passed(
    ctx: Context<'_>,
    #[description = "Who"]
    #[autocomplete = "complete"]
    seat: String,
    #[description = "From now on"] state: Plays,
    #[description = "Why, for all to read"]
    #[max_length = 200]
    why: Option<String>,
    #[description = "Even against the rules"] force: Option<bool>,
) -> Done {
    use poise::ChoiceParameter;
    let state = Some(state.name().to_lowercase());
    carry_out(ctx, "passed", &[("seat", Some(seat)), ("state", state)], why, force).await
}

/// Who has a strategy card.
#[poise::command(slash_command)]
async fn strategy(
    ctx: Context<'_>,
    #[description = "Which"]
    #[autocomplete = "complete"]
    card: String,
    #[description = "A player or nobody"]
    #[autocomplete = "complete"]
    owner: Option<String>,
    #[description = "From now on"] state: Option<Card>,
    #[description = "Why, for all to read"]
    #[max_length = 200]
    why: Option<String>,
    #[description = "Even against the rules"] force: Option<bool>,
) -> Done {
    let options = [("card", Some(card)), ("owner", owner), ("state", Card::word(state))];
    carry_out(ctx, "strategy", &options, why, force).await
}

#[derive(Clone, Copy, poise::ChoiceParameter)]
enum Owned {
    Ready,
    Exhausted,
    Gone,
}

/// A technology of a player.
#[poise::command(slash_command)]
async fn technology(
    ctx: Context<'_>,
    #[description = "Whose"]
    #[autocomplete = "complete"]
    seat: String,
    #[description = "Which"]
    #[autocomplete = "complete"]
    technology: String,
    #[description = "From now on"] state: Owned,
    #[description = "Why, for all to read"]
    #[max_length = 200]
    why: Option<String>,
    #[description = "Even against the rules"] force: Option<bool>,
) -> Done {
    use poise::ChoiceParameter;
    let state = Some(state.name().to_lowercase());
    let options = [("seat", Some(seat)), ("technology", Some(technology)), ("state", state)];
    carry_out(ctx, "technology", &options, why, force).await
}
