//! `/export`: a game as a file.

use std::io::Write;

use flate2::Compression;
use flate2::write::GzEncoder;
use poise::serenity_prelude as serenity;
use serenity::CreateAttachment;

use super::super::reply::{Say, privately};
use super::super::{Context, Done, Error, words};
use super::{actor_of, table};

/// The game so far as a file: what everybody may read, and your own hand.
#[poise::command(slash_command, guild_only)]
pub async fn export(ctx: Context<'_>) -> Done {
    privately(ctx, async {
        let table = table(ctx).await?;
        let own = table.seat_of(&actor_of(ctx).await.user);
        let open = table.open_export(own).await.map_err(|refused| Error::at(&table, refused))?;
        let holds = match own {
            Some(_) => "what everybody may read, and your own hand",
            None => "what everybody may read",
        };
        let name = words::plain(&table.game().name);
        let file = file(&table.game().id, "open", &open.text())?;
        Ok(Say { file: Some(file), ..Say::text(format!("**{name}** so far: {holds}.")) })
    })
    .await
}

/// The whole game as a file, with the seed and everybody's secrets; the channel is told.
#[poise::command(slash_command, rename = "export")]
pub async fn whole(ctx: Context<'_>) -> Done {
    privately(ctx, async {
        let mut table = table(ctx).await?;
        let whole = table.whole_export(&actor_of(ctx).await).await;
        let whole = whole.map_err(|refused| Error::at(&table, refused))?;
        let file = file(&table.game().id, "whole", &whole.text())?;
        let text = "✔ The whole game, everybody's secrets included. The channel was told.";
        Ok(Say { file: Some(file), ..Say::text(text) })
    })
    .await
}

/// A compressed file; its name says which game it is and no more.
fn file(game: &str, part: &str, text: &str) -> Done<CreateAttachment> {
    let mut packed = GzEncoder::new(Vec::new(), Compression::default());
    let bytes = packed.write_all(text.as_bytes()).and_then(|()| packed.finish());
    let bytes = bytes.map_err(|why| Error::Broke(why.into()))?;
    Ok(CreateAttachment::bytes(bytes, format!("custodian-{game}-{part}.json.gz")))
}
