//! The server: one lock around the world, the HTTP routes, start and end.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use anyhow::{Context, Result};
use axum::Router;
use axum::extract::{DefaultBodyLimit, Path, State, WebSocketUpgrade};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{any, get};
use axum::serve::ListenerExt;
use tokio::net::TcpListener;
use tokio::sync::{Notify, watch};
use tokio::task::JoinHandle;

use super::faults::Faults;
use super::rest::Request;
use super::world::{BOT, World};
use super::{Hook, Options, client, gateway, ids, model, rest, site};

/// How many of the bot's requests are remembered.
const REMEMBERED: usize = 20_000;
/// Ten files of ten MiB and the payload.
const BODY_LIMIT: usize = 110 << 20;

pub struct Server {
    pub url: String,
    pub token: String,
    pub faults: Faults,
    pub hook: Option<Hook>,
    /// Rung after anything has changed that somebody may wait for.
    pub changed: Notify,
    pub closing: watch::Sender<bool>,
    world: Mutex<World>,
    log: Mutex<VecDeque<Request>>,
}

impl Server {
    pub fn world(&self) -> MutexGuard<'_, World> {
        // A panic elsewhere leaves the plain data readable; refusing everybody would help nobody.
        self.world.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn gateway_url(&self) -> String {
        format!("{}/gateway", self.url.replacen("http", "ws", 1))
    }

    pub fn remember(&self, request: Request) {
        let mut log = self.log.lock().unwrap_or_else(PoisonError::into_inner);
        if log.len() == REMEMBERED {
            log.pop_front();
        }
        log.push_back(request);
    }

    pub fn requests(&self) -> Vec<Request> {
        self.log.lock().unwrap_or_else(PoisonError::into_inner).iter().cloned().collect()
    }
}

/// Returns when the server stops.
pub async fn stopped(closing: &mut watch::Receiver<bool>) {
    let _ = closing.wait_for(|closed| *closed).await;
}

pub async fn start(options: Options) -> Result<(Arc<Server>, JoinHandle<()>)> {
    let listener = TcpListener::bind(("127.0.0.1", options.port))
        .await
        .with_context(|| format!("listen on 127.0.0.1:{}", options.port))?;
    let url = format!("http://{}", listener.local_addr()?);
    let mut users = options.users;
    users.retain(|name| !name.trim().is_empty());
    if users.is_empty() {
        users = Options::default().users;
    }
    let world = match &options.data {
        Some(folder) => World::restore(&users, &url, folder)?,
        None => World::new(&users, &url),
    };
    let server = Arc::new_cyclic(|weak| Server {
        url,
        token: format!(
            "{}.simcrd.local-simulated-discord",
            ids::base64(BOT.to_string().as_bytes())
        ),
        faults: Faults::new(weak.clone()),
        hook: options.hook,
        changed: Notify::new(),
        closing: watch::Sender::new(false),
        world: Mutex::new(world),
        log: Mutex::new(VecDeque::new()),
    });
    let routes = routes(server.clone());
    let mut closing = server.closing.subscribe();
    let listener = listener.tap_io(|stream| {
        let _ = stream.set_nodelay(true);
    });
    let task = tokio::spawn(async move {
        let ended = axum::serve(listener, routes)
            .with_graceful_shutdown(async move { stopped(&mut closing).await })
            .await;
        if let Err(why) = ended {
            tracing::error!("the simulated Discord ended: {why}");
        }
    });
    Ok((server, task))
}

fn routes(server: Arc<Server>) -> Router {
    Router::new()
        .route("/gateway", get(open_gateway))
        .route("/gateway/", get(open_gateway))
        .route("/attachments/{channel}/{id}/{name}", get(attachment))
        .route("/api/{*path}", any(rest::serve))
        .merge(client::routes())
        .merge(site::routes())
        .layer(DefaultBodyLimit::max(BODY_LIMIT))
        .with_state(server)
}

async fn open_gateway(State(server): State<Arc<Server>>, upgrade: WebSocketUpgrade) -> Response {
    upgrade.on_upgrade(move |socket| gateway::serve(server, socket))
}

async fn attachment(
    State(server): State<Arc<Server>>,
    Path((channel, id, name)): Path<(u64, u64, String)>,
) -> Response {
    let world = server.world();
    let known = world.messages.get(&channel).into_iter().flat_map(|m| m.values().rev());
    let known = known.flat_map(|m| &m.attachments).any(|a| a.id == id && a.filename == name);
    let file = known.then(|| world.file(id)).flatten();
    drop(world);
    match file {
        Some(bytes) => {
            let headers = [
                (header::CONTENT_TYPE, model::content_type(&name)),
                (header::CACHE_CONTROL, "private, max-age=31536000, immutable"),
                (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
            ];
            (headers, bytes.to_vec()).into_response()
        }
        None => (StatusCode::NOT_FOUND, "This content is no longer available.").into_response(),
    }
}
