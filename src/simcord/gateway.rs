//! The bot's gateway: sessions with their event buffers, identify, resume, heartbeats. A session outlives
//! its socket, so that a resumed bot gets what it missed.

use std::collections::VecDeque;
use std::io::Write;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::ws::{CloseFrame, Message as Frame, Utf8Bytes, WebSocket};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

use super::model::User;
use super::server::{Server, stopped};
use super::world::{BOT, GUILD};

/// Gateway intents by Discord's bits.
pub mod intent {
    /// For events that every session gets.
    pub const NONE: u64 = 0;
    pub const GUILDS: u64 = 1;
    pub const GUILD_MEMBERS: u64 = 1 << 1;
    pub const GUILD_PRESENCES: u64 = 1 << 8;
    pub const GUILD_MESSAGES: u64 = 1 << 9;
    pub const GUILD_MESSAGE_REACTIONS: u64 = 1 << 10;
    pub const DIRECT_MESSAGES: u64 = 1 << 12;
    pub const DIRECT_MESSAGE_REACTIONS: u64 = 1 << 13;
    pub const MESSAGE_CONTENT: u64 = 1 << 15;
    pub const PRIVILEGED: u64 = GUILD_MEMBERS | GUILD_PRESENCES | MESSAGE_CONTENT;
    /// Every bit that Discord has given a meaning.
    pub const KNOWN: u64 = (1 << 26) - 1;
}

/// How many events a session keeps for a resume.
const BUFFER: usize = 5000;
/// How long a session without a socket can be resumed.
const RESUMABLE: Duration = Duration::from_secs(180);
const HEARTBEAT_MS: u64 = 41_250;
/// Above this many bytes a payload is compressed for clients that asked for it.
const COMPRESS_ABOVE: usize = 4096;

pub enum Out {
    Text(Arc<str>),
    Close(u16, &'static str),
    /// Cut the line without a word.
    Cut,
}

struct Session {
    id: String,
    intents: u64,
    /// Which shard of how many.
    shard: (u64, u64),
    compress: bool,
    seq: u64,
    buffer: VecDeque<(u64, Arc<str>)>,
    out: Option<UnboundedSender<Out>>,
    lost: Option<Instant>,
}

impl Session {
    /// Whether an event comes to this shard: those of the server to the one that its id names, all others
    /// to the first.
    fn hears(&self, d: &Value) -> bool {
        let (shard, of) = self.shard;
        let home = if d["guild_id"].is_null() { 0 } else { (GUILD >> 22) % of };
        shard == home
    }

    fn dispatch(&mut self, name: &str, d: &str) {
        self.seq += 1;
        let text: Arc<str> = format!(r#"{{"op":0,"s":{},"t":"{name}","d":{d}}}"#, self.seq).into();
        self.buffer.push_back((self.seq, text.clone()));
        if self.buffer.len() > BUFFER {
            self.buffer.pop_front();
        }
        if let Some(out) = &self.out {
            let _ = out.send(Out::Text(text));
        }
    }
}

/// All sessions of the bot.
#[derive(Default)]
pub struct Sessions {
    list: Vec<Session>,
    made: u64,
}

impl Sessions {
    pub fn online(&self) -> bool {
        self.list.iter().any(|s| s.out.is_some())
    }

    /// An event to every session that has one of the needed intents (or needs none).
    pub fn tell(&mut self, name: &str, need: u64, d: &Value) {
        if self.list.iter().any(|s| need == 0 || s.intents & need != 0) {
            let text = d.to_string();
            let wanted = |s: &&mut Session| need == 0 || s.intents & need != 0;
            for session in self.list.iter_mut().filter(wanted).filter(|s| s.hears(d)) {
                session.dispatch(name, &text);
            }
        }
    }

    /// A message: without the message-content intent its content is blank, unless it is `open` (the bot's
    /// own, a direct one, or one that mentions the bot).
    pub fn tell_message(&mut self, name: &str, need: u64, d: &Value, open: bool) {
        let mut full: Option<String> = None;
        let mut blank: Option<String> = None;
        let wanted = |s: &&mut Session| s.intents & need != 0 && s.hears(d);
        for session in self.list.iter_mut().filter(wanted) {
            let text = if open || session.intents & intent::MESSAGE_CONTENT != 0 {
                full.get_or_insert_with(|| d.to_string())
            } else {
                blank.get_or_insert_with(|| {
                    let mut d = d.clone();
                    d["content"] = "".into();
                    for list in ["embeds", "attachments", "components"] {
                        d[list] = json!([]);
                    }
                    d.to_string()
                })
            };
            session.dispatch(name, text);
        }
    }

    /// A raw payload to every connected session.
    fn each(&self, make: impl Fn() -> Out) {
        for out in self.list.iter().filter_map(|s| s.out.as_ref()) {
            let _ = out.send(make());
        }
    }

    pub fn cut(&self) {
        self.each(|| Out::Cut);
    }

    pub fn close(&self, code: u16, reason: &'static str) {
        self.each(|| Out::Close(code, reason));
    }

    pub fn ask_reconnect(&self) {
        self.each(|| Out::Text(r#"{"op":7,"d":null}"#.into()));
    }

    pub fn invalidate(&mut self, resumable: bool) {
        self.each(|| Out::Text(format!(r#"{{"op":9,"d":{resumable}}}"#).into()));
        if !resumable {
            self.list.clear();
        }
    }

    fn open(
        &mut self,
        intents: u64,
        shard: (u64, u64),
        compress: bool,
        out: UnboundedSender<Out>,
    ) -> String {
        self.list.retain(|s| s.lost.is_none_or(|at| at.elapsed() < RESUMABLE));
        // A bot that keeps restarting must not fill the memory with sessions nobody resumes.
        while self.list.iter().filter(|s| s.lost.is_some()).count() >= 4 {
            let oldest = self.list.iter().position(|s| s.lost.is_some());
            oldest.map(|at| self.list.remove(at));
        }
        self.made += 1;
        let id = format!("simcord{:08x}{:08x}", std::process::id(), self.made);
        let (buffer, out) = (VecDeque::new(), Some(out));
        self.list.push(Session {
            id: id.clone(),
            intents,
            shard,
            compress,
            seq: 0,
            buffer,
            out,
            lost: None,
        });
        id
    }

    fn get(&mut self, id: &str) -> Option<&mut Session> {
        self.list.iter_mut().find(|s| s.id == id)
    }

    /// Attaches the socket again and sends what was missed. `None`: nothing to resume.
    fn resume(&mut self, id: &str, seq: u64, out: &UnboundedSender<Out>) -> Option<bool> {
        let session = self.get(id)?;
        let oldest = session.buffer.front().map_or(session.seq + 1, |(n, _)| *n);
        if seq > session.seq || seq + 1 < oldest {
            return None;
        }
        for (_, text) in session.buffer.iter().filter(|(n, _)| *n > seq) {
            let _ = out.send(Out::Text(text.clone()));
        }
        session.out = Some(out.clone());
        session.lost = None;
        session.dispatch("RESUMED", r#"{"_trace":[]}"#);
        Some(session.compress)
    }

    fn detach(&mut self, id: &str, out: &UnboundedSender<Out>) {
        if let Some(session) = self.get(id)
            && session.out.as_ref().is_some_and(|o| o.same_channel(out))
        {
            session.out = None;
            session.lost = Some(Instant::now());
        }
    }
}

/// One socket of the bot, from HELLO to its end.
pub async fn serve(server: Arc<Server>, socket: WebSocket) {
    let (out, inbox) = unbounded_channel();
    let mut line =
        Line { server: server.clone(), out: out.clone(), session: None, compress: false };
    line.run(socket, inbox).await;
    if let Some(id) = line.session {
        let mut world = server.world();
        world.sessions.detach(&id, &out);
        let online = world.sessions.online();
        world.pages.tell_all("BOT", &json!({"online": online}));
    }
}

struct Line {
    server: Arc<Server>,
    out: UnboundedSender<Out>,
    session: Option<String>,
    compress: bool,
}

impl Line {
    async fn run(&mut self, socket: WebSocket, mut inbox: UnboundedReceiver<Out>) {
        let (mut sink, mut source) = socket.split();
        let mut closing = self.server.closing.subscribe();
        let hello =
            json!({"op": 10, "s": null, "t": null, "d": {"heartbeat_interval": HEARTBEAT_MS}});
        if sink.send(Frame::Text(hello.to_string().into())).await.is_err() {
            return;
        }
        let mut sends: VecDeque<Instant> = VecDeque::new();
        loop {
            let goodbye = tokio::select! {
                out = inbox.recv() => match out {
                    Some(Out::Text(text)) => {
                        if sink.send(self.frame(&text)).await.is_err() {
                            return;
                        }
                        continue;
                    }
                    Some(Out::Close(code, why)) => Some((code, why)),
                    Some(Out::Cut) | None => return,
                },
                said = source.next() => match said {
                    Some(Ok(Frame::Text(text))) => {
                        let now = Instant::now();
                        sends.push_back(now);
                        while sends.front().is_some_and(|t| now - *t > Duration::from_secs(60)) {
                            sends.pop_front();
                        }
                        if sends.len() > 120 { Some((4008, "You are being rate limited.")) }
                        else { self.hear(&text) }
                    }
                    Some(Ok(Frame::Binary(_))) => Some((4002, "Error while decoding payload.")),
                    Some(Ok(Frame::Close(_)) | Err(_)) | None => return,
                    Some(Ok(_)) => None,
                },
                () = stopped(&mut closing) => Some((1001, "The server stops.")),
            };
            if let Some((code, reason)) = goodbye {
                let _ =
                    sink.send(Frame::Close(Some(CloseFrame { code, reason: reason.into() }))).await;
                return;
            }
        }
    }

    fn frame(&self, text: &Arc<str>) -> Frame {
        if self.compress && text.len() > COMPRESS_ABOVE {
            let mut zlib = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::fast());
            if let Some(bytes) =
                zlib.write_all(text.as_bytes()).ok().and_then(|()| zlib.finish().ok())
            {
                return Frame::Binary(bytes.into());
            }
        }
        Frame::Text(Utf8Bytes::from(&**text))
    }

    /// What the client says. An answer means: close with this code.
    fn hear(&mut self, text: &str) -> Option<(u16, &'static str)> {
        const UNDECODABLE: (u16, &str) = (4002, "Error while decoding payload.");
        if text.len() > 4096 {
            return Some(UNDECODABLE);
        }
        let Ok(said) = serde_json::from_str::<Value>(text) else {
            return Some(UNDECODABLE);
        };
        let d = &said["d"];
        match said["op"].as_u64() {
            Some(1) => {
                if !self.server.faults.ignores_heartbeats() {
                    let _ = self.out.send(Out::Text(r#"{"op":11,"d":null}"#.into()));
                }
                None
            }
            Some(2) => self.identify(d),
            Some(6) => self.resume(d),
            _ if self.session.is_none() => Some((4003, "Not authenticated.")),
            Some(8) => {
                self.request_members(d);
                None
            }
            Some(3 | 4 | 31) => None,
            _ => Some((4001, "Unknown opcode.")),
        }
    }

    fn identify(&mut self, d: &Value) -> Option<(u16, &'static str)> {
        if self.session.is_some() {
            return Some((4005, "Already authenticated."));
        }
        let token = d["token"].as_str().unwrap_or_default();
        if token.trim_start_matches("Bot ") != self.server.token {
            return Some((4004, "Authentication failed."));
        }
        if let Some(shard) = d["shard"].as_array()
            && !matches!(shard.as_slice(), [n, of] if n.as_u64() < of.as_u64())
        {
            return Some((4010, "Invalid shard."));
        }
        let Some(intents) = d["intents"].as_u64().filter(|i| i & !intent::KNOWN == 0) else {
            return Some((4013, "Invalid intent(s)."));
        };
        if intents & intent::PRIVILEGED != 0 && self.server.faults.refuses_privileged_intents() {
            return Some((4014, "Disallowed intent(s)."));
        }
        let mut world = self.server.world();
        self.compress = d["compress"] == true;
        let shard = (d["shard"][0].as_u64().unwrap_or(0), d["shard"][1].as_u64().unwrap_or(1));
        let id = world.sessions.open(intents, shard, self.compress, self.out.clone());
        let mut ready = json!({
            "v": 10, "user": self_user(&world.bot), "session_id": id,
            "guilds": [{"id": GUILD.to_string(), "unavailable": true}],
            "resume_gateway_url": self.server.gateway_url(),
            "application": {"id": BOT.to_string(), "flags": 0}, "_trace": [],
        });
        if d["shard"].is_array() {
            ready["shard"] = d["shard"].clone();
        }
        let guild = world.guild_create(intents & intent::GUILD_MEMBERS != 0).to_string();
        if let Some(session) = world.sessions.get(&id) {
            session.dispatch("READY", &ready.to_string());
            if intents & intent::GUILDS != 0 && session.hears(&json!({"guild_id": ""})) {
                session.dispatch("GUILD_CREATE", &guild);
            }
        }
        world.pages.tell_all("BOT", &json!({"online": true}));
        self.session = Some(id);
        drop(world);
        self.server.changed.notify_waiters();
        None
    }

    fn resume(&mut self, d: &Value) -> Option<(u16, &'static str)> {
        if self.session.is_some() {
            return Some((4005, "Already authenticated."));
        }
        let token = d["token"].as_str().unwrap_or_default();
        if token.trim_start_matches("Bot ") != self.server.token {
            return Some((4004, "Authentication failed."));
        }
        let (id, seq) =
            (d["session_id"].as_str().unwrap_or_default(), d["seq"].as_u64().unwrap_or(0));
        let mut world = self.server.world();
        match world.sessions.resume(id, seq, &self.out) {
            Some(compress) => {
                self.compress = compress;
                self.session = Some(id.to_string());
                world.pages.tell_all("BOT", &json!({"online": true}));
            }
            None => {
                let _ = self.out.send(Out::Text(r#"{"op":9,"d":false}"#.into()));
            }
        }
        drop(world);
        self.server.changed.notify_waiters();
        None
    }

    fn request_members(&mut self, d: &Value) {
        let mut world = self.server.world();
        let wanted: Vec<u64> = match &d["user_ids"] {
            Value::Array(list) => list.iter().filter_map(super::ids::read).collect(),
            one if !one.is_null() => super::ids::read(one).into_iter().collect(),
            _ => {
                let prefix = d["query"].as_str().unwrap_or_default().to_lowercase();
                let fits = |u: &&User| u.global_name.to_lowercase().starts_with(&prefix);
                world.users.iter().filter(fits).map(|u| u.id).chain([BOT]).collect()
            }
        };
        let (found, missing): (Vec<u64>, Vec<u64>) =
            wanted.into_iter().partition(|id| world.user(*id).is_some());
        let chunk = json!({
            "guild_id": GUILD.to_string(), "chunk_index": 0, "chunk_count": 1, "nonce": d["nonce"],
            "members": found.iter().map(|u| world.member_json(*u)).collect::<Vec<_>>(),
            "not_found": missing.iter().map(u64::to_string).collect::<Vec<_>>(),
        });
        if let Some(session) = self.session.as_deref().and_then(|id| world.sessions.get(id)) {
            session.dispatch("GUILD_MEMBERS_CHUNK", &chunk.to_string());
        }
    }
}

/// The bot's own user, with what only its owner sees.
pub fn self_user(bot: &User) -> Value {
    let mut user = bot.json();
    for (key, value) in
        [("mfa_enabled", true.into()), ("verified", true.into()), ("email", Value::Null)]
    {
        user[key] = value;
    }
    user["locale"] = "en-US".into();
    user["premium_type"] = 0.into();
    user
}
