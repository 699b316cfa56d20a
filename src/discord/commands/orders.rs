//! What happens without a player: standing orders, combat plans, reminders, the pace of a table.

use poise::serenity_prelude as serenity;
use serenity::CreateAutocompleteResponse;

use crate::table::pace::{parse_time, time_words};
use crate::table::{Habits, Hours, Order, Overdue, Pings, Refused, Reply, Until};

use super::super::reply::{Say, privately, publicly};
use super::super::{Context, Done, Error, Table, words};
use super::{actor_of, choices, seat_of, table, typed};

/// Have questions answered for you, and see what is.
#[poise::command(
    slash_command,
    guild_only,
    subcommands("add", "list", "revoke", "plan"),
    subcommand_required
)]
pub async fn orders(_: Context<'_>) -> Done {
    Ok(())
}

#[derive(Clone, Copy, poise::ChoiceParameter)]
enum Term {
    #[name = "until I take it back"]
    Revoked,
    #[name = "until my next turn"]
    Turn,
    #[name = "until this round ends"]
    Round,
    #[name = "once"]
    Once,
}

impl Term {
    fn until(self) -> Until {
        match self {
            Term::Revoked => Until::Revoked,
            Term::Turn => Until::MyTurn,
            Term::Round => Until::RoundEnds,
            Term::Once => Until::Used,
        }
    }
}

/// Give a standing order; nobody else learns of it.
#[poise::command(slash_command)]
async fn add(
    ctx: Context<'_>,
    #[description = "What it is about"]
    #[autocomplete = "complete_topic"]
    #[max_length = 100]
    when: String,
    #[description = "What is answered: pass, ask me, a card to play, or as proposed"]
    #[autocomplete = "complete_reply"]
    #[max_length = 200]
    answer: String,
    #[description = "How long it holds; left out, until you take it back"] until: Option<Term>,
    #[description = "Ask me all the same when it is aimed at me"] unless_aimed_at_me: Option<bool>,
) -> Done {
    privately(ctx, async {
        let mut table = table(ctx).await?;
        let actor = actor_of(ctx).await;
        let seat = seat_of(&table, &actor)?;
        let term = until.unwrap_or(Term::Revoked).until();
        let shape = |order: Order| match unless_aimed_at_me {
            Some(true) => order.until(term).unless_aimed(),
            _ => order.until(term),
        };
        let given = table.order_typed(&actor, seat, &when, &answer, shape).await;
        given.map_err(|refused| Error::at(&table, refused))?;
        Ok(Say::text(format!("✔ Noted. {}", listed(&table, seat))))
    })
    .await
}

/// Your standing orders.
#[poise::command(slash_command)]
async fn list(ctx: Context<'_>) -> Done {
    privately(ctx, async {
        let table = table(ctx).await?;
        let seat = seat_of(&table, &actor_of(ctx).await)?;
        Ok(Say::text(listed(&table, seat)))
    })
    .await
}

/// Take a standing order back.
#[poise::command(slash_command)]
async fn revoke(
    ctx: Context<'_>,
    #[description = "Its number in `/orders list`; left out, all of them"]
    #[min = 1]
    #[max = 100]
    number: Option<usize>,
) -> Done {
    privately(ctx, async {
        let mut table = table(ctx).await?;
        let actor = actor_of(ctx).await;
        let seat = seat_of(&table, &actor)?;
        let which = |at: usize, _: &Order| number.is_none_or(|number| number == at + 1);
        let gone = table.revoke_orders(&actor, seat, which).await;
        let gone = gone.map_err(|refused| Error::at(&table, refused))?;
        let text = match (gone, number) {
            (0, Some(number)) => format!("✖ You have no order {number}. "),
            (0, None) => String::new(),
            (1, _) => "✔ Taken back. ".into(),
            (n, _) => format!("✔ {n} orders are taken back. "),
        };
        Ok(Say::text(text + &listed(&table, seat)))
    })
    .await
}

/// What the orders of one plan are called together.
const PLAN: &str = "plan";

/// Settle your combats in advance; what you do not name is passed for you.
#[poise::command(slash_command)]
async fn plan(
    ctx: Context<'_>,
    #[description = "Given up first, and when to sustain: fighters, destroyers; sustain last"]
    #[max_length = 200]
    losses: Option<String>,
    #[description = "never, at once, outnumbered, at 2 ships"]
    #[max_length = 50]
    retreat: Option<String>,
    #[description = "Where to, in the order of your wishes: 205, 206"]
    #[max_length = 100]
    haven: Option<String>,
    #[description = "Cards to play as soon as they fit, the most wanted first"]
    #[max_length = 200]
    cards: Option<String>,
    #[description = "When to ask you all the same, such as: combat hits"]
    #[autocomplete = "complete_moment"]
    #[max_length = 100]
    ask: Option<String>,
    #[description = "How long it holds; left out, until this round ends"] until: Option<Term>,
) -> Done {
    privately(ctx, async {
        let mut table = table(ctx).await?;
        let actor = actor_of(ctx).await;
        let seat = seat_of(&table, &actor)?;
        let term = match until {
            Some(Term::Once) | None => Until::RoundEnds,
            Some(term) => term.until(),
        };
        let mut orders = vec![Order::new("combat", Reply::Pass)];
        let wishes =
            [("losses", losses), ("retreat", retreat), ("haven", haven), ("combat", cards)];
        for (topic, wish) in wishes {
            let Some(wish) = wish else { continue };
            let reply = table.read_order(seat, topic, &wish);
            let reply = reply.map_err(|why| Error::at(&table, why.into()))?;
            orders.push(Order::new(topic, reply));
        }
        for moment in ask.iter().flat_map(|moments| moments.split([',', ';'])) {
            let topic = moment.trim();
            if table.kind().topic_text(topic).is_none() {
                let text = format!("✖ There is no moment `{}` to ask you at.", words::plain(topic));
                return Err(Error::Said(text));
            }
            orders.push(Order::new(topic, Reply::Ask));
        }
        let orders = orders.into_iter().map(|order| order.until(term).bundle(PLAN)).collect();
        let given = table.give_orders(&actor, seat, orders).await;
        given.map_err(|refused| Error::at(&table, refused))?;
        Ok(Say::text(format!("✔ Your combat plan. {}", listed(&table, seat))))
    })
    .await
}

/// The orders of a seat, for that seat only.
fn listed(table: &Table, seat: crate::engine::Seat) -> String {
    let lines: Vec<String> = table
        .orders(seat)
        .into_iter()
        .enumerate()
        .map(|(at, order)| format!("`{}` {}", at + 1, described(table, order)))
        .collect();
    match lines.is_empty() {
        true => "You have no standing orders: you are asked about everything.".into(),
        false => table.named(&format!("Your orders:\n{}", lines.join("\n"))),
    }
}

fn described(table: &Table, order: &Order) -> String {
    let topic = match order.topic.as_str() {
        "" => "you may respond to something".into(),
        topic => table.kind().topic_text(topic).unwrap_or_else(|| topic.into()),
    };
    let reply = match &order.reply {
        Reply::Pass => "pass".into(),
        Reply::Ask => "ask you".into(),
        Reply::First(options) => {
            let labels: Vec<&str> = options.iter().map(|(_, label)| label.as_str()).collect();
            labels.join(", else ")
        }
        Reply::Plan(words) => words.clone(),
        Reply::Exactly { words, .. } => format!("{words} (answered ahead)"),
    };
    let until = match order.until {
        Until::Revoked => "",
        Until::MyTurn => ", until your next turn",
        Until::RoundEnds => ", until this round ends",
        Until::Used => ", once",
    };
    let unless = if order.unless_aimed { ", unless it is aimed at you" } else { "" };
    format!("When {topic}: **{}**{unless}{until}", words::plain(&reply))
}

async fn complete_topic(ctx: Context<'_>, wanted: &str) -> CreateAutocompleteResponse {
    complete_from(ctx, wanted, |_| true).await
}

/// Moments of combats, for a plan.
async fn complete_moment(ctx: Context<'_>, wanted: &str) -> CreateAutocompleteResponse {
    complete_from(ctx, wanted, |topic| topic.starts_with("combat ") || topic == "losses").await
}

async fn complete_from(
    ctx: Context<'_>,
    wanted: &str,
    fits: impl Fn(&str) -> bool,
) -> CreateAutocompleteResponse {
    let Ok(table) = table(ctx).await else { return CreateAutocompleteResponse::new() };
    let wanted = wanted.to_lowercase();
    let topics = table.topics().into_iter();
    choices(topics.filter(|(words, topic)| {
        fits(topic) && (words.to_lowercase().contains(&wanted) || topic.contains(&wanted))
    }))
}

async fn complete_reply(ctx: Context<'_>, wanted: &str) -> CreateAutocompleteResponse {
    let Ok(table) = table(ctx).await else { return CreateAutocompleteResponse::new() };
    let Some(seat) = table.seat_of(&ctx.author().id.to_string()) else {
        return CreateAutocompleteResponse::new();
    };
    let topic = typed(ctx, "when").unwrap_or_default();
    let found = table.order_suggestions(seat, &topic);
    let wanted = wanted.to_lowercase();
    choices(found.into_iter().filter(|(label, _)| label.to_lowercase().contains(&wanted)))
}

#[derive(Clone, Copy, poise::ChoiceParameter)]
enum Calls {
    #[name = "at each question"]
    Asked,
    #[name = "once a day, for all games together"]
    Daily,
    #[name = "never"]
    Never,
}

/// When you are called, and when your time counts; in all your games.
#[poise::command(slash_command)]
pub async fn reminders(
    ctx: Context<'_>,
    #[description = "When you play, such as 8:00-22:30 +2; `always` for no hours"]
    #[max_length = 40]
    hours: Option<String>,
    #[description = "When you are called"] pings: Option<Calls>,
) -> Done {
    privately(ctx, async {
        let player = ctx.author().id.to_string();
        let tables = &ctx.data().tables;
        let mut habits = Habits::of(tables.store(), &player).await?;
        if let Some(typed) = &hours {
            habits.hours = match typed.trim().to_lowercase().as_str() {
                "always" | "none" => None,
                _ => Some(Hours::parse(typed).map_err(Refused::from)?),
            };
        }
        if let Some(calls) = pings {
            habits.pings = match calls {
                Calls::Asked => Pings::Asked,
                Calls::Daily => Pings::Daily,
                Calls::Never => Pings::Never,
            };
        }
        if hours.is_some() || pings.is_some() {
            habits.keep(tables.store(), &player).await?;
            for game in tables.store().games_of(&player).await.map_err(Refused::from)? {
                match tables.table(&game.id).await {
                    Ok(mut table) => table.habits_changed().await?,
                    // It reads them when it is started.
                    Err(_) => continue,
                }
            }
        }
        let when = match habits.hours {
            Some(hours) => format!("Your hours: {hours}. Deadlines stand still outside of them."),
            None => "You have named no hours: deadlines always count.".into(),
        };
        let calls = match habits.pings {
            Pings::Asked => "You are called at each question.",
            Pings::Daily => "You are called once a day, for all games together.",
            Pings::Never => "You are never called; `/waiting` says what waits for you.",
        };
        Ok(Say::text(format!("{when} {calls}")))
    })
    .await
}

/// All games that wait for you.
#[poise::command(slash_command)]
pub async fn waiting(ctx: Context<'_>) -> Done {
    privately(ctx, async {
        let data = ctx.data();
        let player = ctx.author().id.to_string();
        let waiting = data.tables.store().asked_of(&player).await.map_err(Refused::from)?;
        let mut lines = Vec::new();
        for (game, seat) in waiting {
            let Ok(table) = data.tables.table(&game).await else { continue };
            lines.extend(words::waits_for(&table, crate::engine::Seat(seat)));
        }
        Ok(Say::text(match lines.is_empty() {
            true => "No game waits for you.".into(),
            false => lines.join("\n"),
        }))
    })
    .await
}

#[derive(Clone, Copy, poise::ChoiceParameter)]
enum Late {
    #[name = "pass if possible; otherwise a moderator decides"]
    Pass,
    #[name = "pass if possible; otherwise a computer player answers once"]
    Computer,
    #[name = "only tell the table"]
    Tell,
}

/// How fast the game goes by itself; its creator and moderators set it.
#[poise::command(slash_command, guild_only)]
pub async fn pace(
    ctx: Context<'_>,
    #[description = "Before the bot passes for whoever can only pass: 20s, or 5m-3h"]
    #[max_length = 40]
    pause: Option<String>,
    #[description = "How long a player may take: 12h, 2d; `none` for no deadline"]
    #[max_length = 20]
    deadline: Option<String>,
    #[description = "What happens after a deadline"] overdue: Option<Late>,
) -> Done {
    if pause.is_none() && deadline.is_none() && overdue.is_none() {
        return privately(ctx, async {
            let table = table(ctx).await?;
            Ok(Say::text(words::pace(table.pace())))
        })
        .await;
    }
    publicly(ctx, async {
        let mut table = table(ctx).await?;
        let mut pace = table.pace().clone();
        let refused = Refused::from;
        if let Some(typed) = pause {
            let (least, most) = typed.split_once(['-', '–']).unwrap_or((&typed, &typed));
            let most = parse_time(most).map_err(refused)?;
            // "5-30m": the unit stands once.
            let least = match least.trim().chars().all(|one| one.is_ascii_digit()) {
                true => {
                    parse_time(&format!("{}{}", least.trim(), unit(&typed))).map_err(refused)?
                }
                false => parse_time(least).map_err(refused)?,
            };
            pace.pause = [least, most];
        }
        if let Some(typed) = deadline {
            pace.deadline = match typed.trim().to_lowercase().as_str() {
                "none" | "never" => None,
                _ => Some(parse_time(&typed).map_err(refused)?),
            };
        }
        if let Some(late) = overdue {
            pace.overdue = match late {
                Late::Pass => Overdue::Pass,
                Late::Computer => Overdue::Computer,
                Late::Tell => Overdue::Tell,
            };
        }
        let set = table.set_pace(&actor_of(ctx).await, pace).await;
        set.map_err(|refused| Error::at(&table, refused))?;
        let deadline = table.pace().deadline.map_or("no deadline".into(), time_words);
        Ok(Say::text(format!("✔ The pace is set: {deadline}.")))
    })
    .await
}

/// The letters at the end.
fn unit(text: &str) -> &str {
    let digits = text.trim_end_matches(|letter: char| letter.is_alphabetic());
    &text[digits.len()..]
}
