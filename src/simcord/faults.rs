//! What can be made to go wrong. Counted faults strike the next N times; the others until taken back.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use serde_json::json;

use super::server::Server;
use super::storm::{Storm, Weather};

/// Why the bot may not write into a channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Forbidden {
    /// It does not see the channel (50001).
    Access,
    /// It sees it but may not write (50013).
    Writing,
}

/// Whom a rate limit is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    Route,
    Global,
}

#[derive(Clone, Debug, Default)]
struct Plan {
    /// REST faults strike only requests whose `METHOD template` holds this text.
    only: String,
    rate_limit: u32,
    retry_after: Duration,
    global: bool,
    errors: u32,
    error_status: u16,
    lost_answers: u32,
    forgets_nonces: bool,
    resets: u32,
    storm: Option<Weather>,
    slow: Duration,
    late_acknowledgements: u32,
    lost_interactions: u32,
    repeated_interactions: u32,
    acknowledge: Option<Duration>,
    token_life: Option<Duration>,
    ignore_heartbeats: bool,
    refuse_privileged: bool,
    old_edits: Option<u32>,
    older_by: Duration,
    forbidden: Vec<(u64, Forbidden)>,
    departed: Vec<u64>,
}

/// The switchboard; reached by `Simcord::faults`.
pub struct Faults {
    plan: Mutex<Plan>,
    server: std::sync::Weak<Server>,
}

/// What the next request of the bot meets before it is looked at.
pub enum Meets {
    Nothing,
    RateLimit {
        retry_after: Duration,
        global: bool,
    },
    Error(u16),
    /// It is carried out, but the answer is a 5xx.
    LostAnswer,
    /// The connection breaks before there is an answer.
    Reset(Carried),
}

/// Whether a request was carried out before its connection broke.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Carried {
    Out,
    Nowhere,
}

fn take(left: &mut u32) -> bool {
    let strikes = *left > 0;
    *left = left.saturating_sub(1);
    strikes
}

impl Faults {
    pub(super) fn new(server: std::sync::Weak<Server>) -> Faults {
        Faults { plan: Mutex::new(Plan::default()), server }
    }

    fn plan(&self) -> MutexGuard<'_, Plan> {
        self.plan.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn server(&self) -> std::sync::Arc<Server> {
        self.server
            .upgrade()
            .expect("the faults are a part of the server, which is alive while they are used")
    }

    /// Takes every lasting fault back and forgets the counted ones. Closed messages stay closed.
    pub fn clear(&self) {
        *self.plan() = Plan::default();
    }

    // ---- REST ----

    /// Limits the REST faults below to requests whose `METHOD /path/template` contains this, for instance
    /// `POST /channels/{channel_id}/messages`; an empty text means all.
    pub fn only(&self, part: &str) {
        self.plan().only = part.into();
    }

    /// The next `n` requests are answered 429.
    pub fn rate_limit(&self, n: u32, retry_after: Duration, limit: Limit) {
        let mut plan = self.plan();
        (plan.rate_limit, plan.retry_after, plan.global) = (n, retry_after, limit == Limit::Global);
    }

    /// The next `n` requests are answered with this status (500, 502, 503…) and not carried out.
    pub fn server_errors(&self, n: u32, status: u16) {
        let mut plan = self.plan();
        (plan.errors, plan.error_status) = (n, status);
    }

    /// The next `n` requests are carried out, but the bot is answered 502: it cannot know.
    pub fn lost_answers(&self, n: u32) {
        self.plan().lost_answers = n;
    }

    /// Discord remembers no nonce, as it does after some minutes.
    pub fn forget_nonces(&self, forgets: bool) {
        self.plan().forgets_nonces = forgets;
    }

    pub(super) fn forgets_nonces(&self) -> bool {
        self.plan().forgets_nonces
    }

    /// The connections of the next `n` requests break without an answer; every second request was
    /// carried out.
    pub fn reset_connections(&self, n: u32) {
        self.plan().resets = n;
    }

    /// From now on everything that can go wrong does so at random, or nothing any more. It strikes
    /// besides the counted faults.
    pub fn storm(&self, storm: Option<Storm>) {
        self.plan().storm = storm.map(Weather::new);
    }

    /// Every REST answer takes this much longer.
    pub fn slow_answers(&self, by: Duration) {
        self.plan().slow = by;
    }

    // ---- gateway ----

    /// Cuts all sockets of the bot without a word; its sessions can be resumed.
    pub fn drop_sockets(&self) {
        self.server().world().sessions.cut();
    }

    /// Closes all sockets of the bot with this code (4000 unknown error, 4009 session timed out…).
    pub fn close_sockets(&self, code: u16) {
        self.server().world().sessions.close(code, "Closed by the operator of the simulation.");
    }

    /// Asks the bot to reconnect (op 7).
    pub fn ask_reconnect(&self) {
        self.server().world().sessions.ask_reconnect();
    }

    /// Declares the sessions invalid (op 9); not resumable ones are gone.
    pub fn invalid_session(&self, resumable: bool) {
        self.server().world().sessions.invalidate(resumable);
    }

    pub fn ignore_heartbeats(&self, ignore: bool) {
        self.plan().ignore_heartbeats = ignore;
    }

    /// Members, presences and message content are not granted in the developer portal (close code 4014).
    pub fn refuse_privileged_intents(&self, refuse: bool) {
        self.plan().refuse_privileged = refuse;
    }

    // ---- interactions ----

    /// The next `n` interactions never reach the bot.
    pub fn lose_interactions(&self, n: u32) {
        self.plan().lost_interactions = n;
    }

    /// The next `n` interactions reach the bot twice.
    pub fn repeat_interactions(&self, n: u32) {
        self.plan().repeated_interactions = n;
    }

    /// The next `n` answers to interactions arrive too late (10062).
    pub fn late_acknowledgements(&self, n: u32) {
        self.plan().late_acknowledgements = n;
    }

    /// Shortens the three seconds in which an interaction must be answered.
    pub fn acknowledge_within(&self, limit: Duration) {
        self.plan().acknowledge = Some(limit);
    }

    /// Shortens the fifteen minutes that the tokens of later interactions live.
    pub fn token_life(&self, life: Duration) {
        self.plan().token_life = Some(life);
    }

    // ---- people and channels ----

    /// This user takes no direct messages from now on (50007), or takes them again.
    pub fn close_dms(&self, user: &str, closed: bool) {
        let server = self.server();
        let mut world = server.world();
        let id = world.user_named(user).map(|u| u.id).expect("the test names a user of the server");
        world.set_closed_dms(id, closed);
    }

    /// The user has left the server and shares none with the bot any more (50278), or is back.
    pub fn leave(&self, user: &str, gone: bool) {
        let server = self.server();
        let id = server.world().user_named(user).map(|u| u.id).expect("the test names a user");
        let mut plan = self.plan();
        plan.departed.retain(|one| *one != id);
        plan.departed.extend(gone.then_some(id));
    }

    /// Somebody with the right to do so deletes a message.
    pub fn delete_message(&self, message: u64) {
        let server = self.server();
        let mut world = server.world();
        let channel = world.find_message(message).map(|m| m.channel);
        world.delete_message(channel.expect("the test names a message"), message);
        drop(world);
        server.changed.notify_waiters();
    }

    /// The channel is gone (10003).
    pub fn delete_channel(&self, channel: &str) {
        let server = self.server();
        let mut world = server.world();
        let id = world.channel_named(channel).map(|c| c.id).expect("the test names a channel");
        world.delete_channel(id);
    }

    /// The bot loses (or gets back, with `None`) its rights in a channel.
    pub fn forbid(&self, channel: &str, what: Option<Forbidden>) {
        let server = self.server();
        let id =
            server.world().channel_named(channel).map(|c| c.id).expect("the test names a channel");
        let mut plan = self.plan();
        plan.forbidden.retain(|(c, _)| *c != id);
        plan.forbidden.extend(what.map(|w| (id, w)));
    }

    /// Messages count as this much older than they are (for 30046).
    pub fn age_messages(&self, by: Duration) {
        self.plan().older_by = by;
    }

    /// How many edits within an hour a message older than an hour takes; three unless told.
    pub fn old_message_edits(&self, limit: u32) {
        self.plan().old_edits = Some(limit);
    }

    // ---- asked by the server ----

    pub(super) fn meets(&self, operation: &str) -> Meets {
        let mut plan = self.plan();
        if !operation.contains(&plan.only) {
            return Meets::Nothing;
        }
        if take(&mut plan.rate_limit) {
            return Meets::RateLimit { retry_after: plan.retry_after, global: plan.global };
        }
        if take(&mut plan.errors) {
            return Meets::Error(plan.error_status);
        }
        if take(&mut plan.lost_answers) {
            return Meets::LostAnswer;
        }
        let even = plan.resets.is_multiple_of(2);
        if take(&mut plan.resets) {
            return Meets::Reset(if even { Carried::Out } else { Carried::Nowhere });
        }
        plan.storm.as_mut().map_or(Meets::Nothing, Weather::request)
    }

    /// What the storm does to the gateway when an interaction has been sent.
    pub(super) fn strikes_the_gateway(&self) {
        let strikes = self.plan().storm.as_mut().is_some_and(Weather::cuts_the_line);
        if strikes {
            self.drop_sockets();
        }
    }

    pub(super) fn departed(&self, user: u64) -> bool {
        self.plan().departed.contains(&user)
    }

    pub(super) fn slowness(&self) -> Duration {
        self.plan().slow
    }
    pub(super) fn ignores_heartbeats(&self) -> bool {
        self.plan().ignore_heartbeats
    }
    pub(super) fn refuses_privileged_intents(&self) -> bool {
        self.plan().refuse_privileged
    }
    pub(super) fn loses_this_interaction(&self) -> bool {
        let mut plan = self.plan();
        take(&mut plan.lost_interactions) || plan.storm.as_mut().is_some_and(Weather::loses)
    }
    pub(super) fn repeats_this_interaction(&self) -> bool {
        let mut plan = self.plan();
        take(&mut plan.repeated_interactions) || plan.storm.as_mut().is_some_and(Weather::repeats)
    }
    pub(super) fn late_acknowledgement(&self) -> bool {
        let mut plan = self.plan();
        take(&mut plan.late_acknowledgements) || plan.storm.as_mut().is_some_and(Weather::refuses)
    }
    pub(super) fn acknowledge_limit(&self) -> Duration {
        self.plan().acknowledge.unwrap_or(Server::ACKNOWLEDGE)
    }
    pub(super) fn token_life_or_default(&self) -> Duration {
        self.plan().token_life.unwrap_or(Server::TOKEN_LIFE)
    }
    pub(super) fn old_edit_limit(&self) -> u32 {
        self.plan().old_edits.unwrap_or(3)
    }
    pub(super) fn older_by(&self) -> u64 {
        self.plan().older_by.as_millis() as u64
    }
    pub(super) fn forbidden(&self, channel: u64) -> Option<Forbidden> {
        self.plan().forbidden.iter().find(|(c, _)| *c == channel).map(|(_, w)| *w)
    }
}

/// The body of a 429.
pub(super) fn rate_limited(retry_after: Duration, global: bool) -> serde_json::Value {
    json!({
        "message": "You are being rate limited.", "retry_after": retry_after.as_secs_f64(), "global": global,
    })
}
