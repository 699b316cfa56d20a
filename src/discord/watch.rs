//! For those who run the bot: `/metrics` for Prometheus and `/health` for whatever restarts programs.
//! Nothing of a game is told here but how many there are.

use std::net::SocketAddr;
use std::sync::Arc;

use anyhow::Context as _;
use axum::Router;
use axum::extract::State as Share;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use serde_json::json;
use tokio::net::TcpListener;

use crate::metrics::{METRICS, Page};
use crate::store::{Store, Tally};

use super::bot::{Stage, State};

#[derive(Clone)]
struct Watched {
    store: Store,
    state: Arc<State>,
}

/// Takes the address; where it is, and what answers there for ever.
pub async fn serve(
    address: SocketAddr,
    store: Store,
    state: Arc<State>,
) -> anyhow::Result<(SocketAddr, impl Future<Output = ()> + Send)> {
    let listener = TcpListener::bind(address).await;
    let listener = listener.with_context(|| format!("metrics cannot be given at {address}"))?;
    let address = listener.local_addr()?;
    let pages = Router::new()
        .route("/metrics", get(metrics))
        .route("/health", get(health))
        .with_state(Watched { store, state });
    let serving = async move {
        if let Err(why) = axum::serve(listener, pages).await {
            tracing::error!(%why, "metrics are no longer given");
        }
    };
    Ok((address, serving))
}

async fn metrics(Share(watched): Share<Watched>) -> Response {
    let mut page = Page(METRICS.text());
    match watched.store.tally().await {
        Ok(tally) => gauges(&mut page, &tally),
        // What is counted in memory is told all the same.
        Err(why) => tracing::error!(%why, "the database cannot be counted"),
    }
    let running = u64::from(watched.state.stage().await == Stage::Running);
    page.head("custodian_up", "gauge", "1 while this process runs games and is connected.");
    page.line("custodian_up", &[], running);
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], page.0).into_response()
}

fn gauges(page: &mut Page, tally: &Tally) {
    page.head("custodian_games", "gauge", "Games in the database, by status.");
    for (status, games) in &tally.games {
        page.line("custodian_games", &[("status", status.name())], *games);
    }
    page.head("custodian_letters_waiting", "gauge", "Messages that are to be posted.");
    page.line("custodian_letters_waiting", &[], tally.letters);
}

/// 200 while this process does what it is there for: it runs games, or stands by.
async fn health(Share(watched): Share<Watched>) -> Response {
    let stage = watched.state.stage().await;
    let database = watched.store.tally().await;
    let well = database.is_ok() && stage != Stage::Connecting;
    let said = json!({
        "status": if well { stage.name() } else { "failing" },
        "gateway": stage.name(),
        "database": database.as_ref().map_or_else(ToString::to_string, |_| "answers".into()),
        "letters_waiting": database.ok().map(|tally| tally.letters),
    });
    let code = if well { StatusCode::OK } else { StatusCode::SERVICE_UNAVAILABLE };
    (code, axum::Json(said)).into_response()
}
