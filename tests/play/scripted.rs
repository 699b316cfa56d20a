//! People who answer whatever they are asked by typing a command for it, as it is proposed to them,
//! and `/answer` where there is none.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use custodian::simcord::{Person, Post, Reply};

/// What was typed in all games, and how long the bot took.
#[derive(Default)]
pub struct Ledger {
    counts: Mutex<Counts>,
}

#[derive(Clone, Default)]
pub struct Counts {
    /// By command.
    pub commands: BTreeMap<String, usize>,
    /// Autocompletions.
    pub proposals: usize,
    /// The slowest acknowledgement and the slowest answer, with what was typed.
    pub acknowledged: (Duration, String),
    pub answered: (Duration, String),
    pub proposed: (Duration, String),
}

impl Ledger {
    pub fn counts(&self) -> Counts {
        self.counts.lock().expect("no test panics while it counts").clone()
    }

    fn note(&self, line: &str, reply: &Reply) {
        let mut counts = self.counts.lock().expect("no test panics while it counts");
        let name = line.split(' ').next().unwrap_or_default();
        *counts.commands.entry(name.into()).or_default() += 1;
        slowest(&mut counts.acknowledged, reply.acknowledged, line);
        slowest(&mut counts.answered, reply.answered, line);
    }
}

fn slowest(known: &mut (Duration, String), took: Option<Duration>, line: &str) {
    if took.is_some_and(|took| took > known.0) {
        *known = (took.unwrap_or_default(), line.into());
    }
}

/// Numbers that only look random.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % n.max(1) as u64) as usize
    }

    fn pick(&mut self, from: &[String]) -> Option<String> {
        from.get(self.below(from.len())).cloned()
    }
}

/// What kind of question somebody is asked, by the words in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Asked {
    Pick,
    Act,
    Move,
    Build,
    Land,
    Assign,
    Vote,
    Score,
    Research,
    Respond,
    Offer,
    Other,
}

const WORDS: &[(&str, Asked)] = &[
    ("Pick a strategy card", Asked::Pick),
    ("Your turn:", Asked::Act),
    ("another action this turn", Asked::Act),
    ("Which ships move into", Asked::Move),
    ("Produce in", Asked::Build),
    ("Produce on", Asked::Build),
    ("Which ground forces land", Asked::Land),
    ("Assign ", Asked::Assign),
    ("Choose what to remove", Asked::Assign),
    ("how do you vote", Asked::Vote),
    ("Score up to", Asked::Score),
    ("Score this secret", Asked::Score),
    ("Research a technology", Asked::Research),
    ("Do you respond", Asked::Respond),
    ("Do you do something", Asked::Respond),
    ("use the secondary ability", Asked::Offer),
    ("Announce a retreat", Asked::Offer),
];

/// The newest question in an answer of the bot; nothing when nobody asks this player anything.
fn asked(content: &str) -> Option<Asked> {
    // What an option does may read like another question.
    let lines = || content.lines().rev().filter(|line| !line.starts_with('•'));
    let last = lines().next().unwrap_or_default();
    let idle = ["Waiting for", "The game is over", "Nobody is asked", "Nothing is asked"];
    if idle.iter().any(|words| last.contains(words)) {
        return None;
    }
    let known = |line: &str| WORDS.iter().find(|(words, _)| line.contains(words));
    Some(lines().find_map(known).map_or(Asked::Other, |(_, asked)| *asked))
}

fn is_done(reply: &Reply) -> bool {
    reply.content.starts_with('✔')
}

/// One player of one game.
struct Scripted<'a> {
    person: &'a Person,
    channel: &'a str,
    ledger: &'a Ledger,
    dice: Dice,
    /// In this round.
    actions: usize,
    /// How often in a row nothing fitted.
    puzzled: usize,
}

/// After so many actions a player passes.
const ACTIONS: usize = 4;

/// Plays the channel's game to its end; returns the closing post.
pub async fn play(channel: &str, people: &[Person], ledger: &Ledger) -> Post {
    let mut players: Vec<Scripted> = people
        .iter()
        .map(|person| {
            let seed = channel
                .bytes()
                .fold(person.id(), |sum, byte| sum.wrapping_mul(31).wrapping_add(u64::from(byte)));
            Scripted { person, channel, ledger, dice: Dice(seed | 1), actions: 0, puzzled: 0 }
        })
        .collect();
    let began = Instant::now();
    let mut idle = Instant::now();
    // The question that each has answered already; the channel may show it a little longer.
    let mut answered: Vec<(String, Instant)> = vec![(String::new(), began); players.len()];
    while idle.elapsed() < Duration::from_secs(60) {
        let shown = people[0].messages(channel);
        if let Some(end) = shown.iter().find(|post| post.content.starts_with('🏁')) {
            return end.clone();
        }
        let asks = |post: &&Post| post.content.starts_with('⏳');
        let question = shown.iter().rev().find(asks).map_or("", |post| post.content.as_str());
        for (player, (known, at)) in players.iter_mut().zip(&mut answered) {
            let news = known != question || at.elapsed() > Duration::from_secs(1);
            if news && question.contains(&player.person.id().to_string()) {
                if player.act().await {
                    idle = Instant::now();
                }
                (*known, *at) = (question.to_string(), Instant::now());
            }
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    let newest: Vec<String> =
        people[0].messages(channel).into_iter().rev().take(6).map(|post| post.content).collect();
    panic!("the game in {channel} does not end: {newest:#?}");
}

impl Scripted<'_> {
    /// Answers as long as something is asked; false when nothing was.
    async fn act(&mut self) -> bool {
        let mut reply = self.types("/answer").await;
        let mut acted = false;
        for _ in 0..60 {
            let Some(asked) = asked(&reply.content) else { return acted };
            reply = self.answer(asked).await;
            acted = true;
        }
        panic!("{} is asked without end: {}", self.person.name(), reply.content)
    }

    async fn types(&self, line: &str) -> Reply {
        let reply = self.person.slash(self.channel, line).await;
        let reply = reply.unwrap_or_else(|why| panic!("{line}: {why}"));
        assert_eq!(reply.failure, None, "{line}");
        assert!(!reply.content.contains("not your fault"), "{line}: {}", reply.content);
        self.ledger.note(line, &reply);
        reply
    }

    /// What is proposed for the last option of the line.
    async fn proposals(&self, line: &str) -> Vec<String> {
        let began = Instant::now();
        let found = self.person.autocomplete(self.channel, line).await;
        let found = found.unwrap_or_else(|why| panic!("{line}: {why}"));
        let mut counts = self.ledger.counts.lock().expect("no test panics while it counts");
        counts.proposals += 1;
        slowest(&mut counts.proposed, Some(began.elapsed()), line);
        let value = |choice: custodian::simcord::Choice| choice.value.as_str().map(String::from);
        found.into_iter().filter_map(value).collect()
    }

    /// Answers one question; returns what the bot said last.
    async fn answer(&mut self, asked: Asked) -> Reply {
        let typed = match asked {
            Asked::Pick => {
                self.actions = 0;
                self.one("/pick card:").await
            }
            Asked::Act => self.action().await,
            Asked::Move => self.moves().await,
            Asked::Build => self.builds().await,
            Asked::Land => self.lands().await,
            Asked::Assign => self.assigns().await,
            Asked::Vote => self.votes().await,
            Asked::Score => self.scores().await,
            Asked::Research => self.one("/research technology:").await,
            Asked::Respond => self.responds().await,
            Asked::Offer if self.dice.below(2) == 0 => Some(self.types("/pass").await),
            Asked::Offer | Asked::Other => None,
        };
        let done = match typed {
            Some(reply) => self.confirmed(reply).await,
            None => None,
        };
        match done {
            Some(reply) => {
                self.puzzled = 0;
                reply
            }
            None => self.anything().await,
        }
    }

    /// Submits what was put together; nothing when it did not work.
    async fn confirmed(&mut self, reply: Reply) -> Option<Reply> {
        if is_done(&reply) {
            return Some(reply);
        }
        if reply.content.contains("✔ This can be done") {
            let done = self.types("/confirm").await;
            if is_done(&done) {
                return Some(done);
            }
        }
        None
    }

    /// The first of what `/answer` proposes that is taken, as many of them as are wanted.
    async fn anything(&mut self) -> Reply {
        self.types("/cancel").await;
        let mut said = Vec::new();
        for first in self.proposals("/answer choice:").await.into_iter().take(6) {
            let mut whole = first;
            for _ in 0..8 {
                let reply = self.types(&format!("/answer choice:{whole}")).await;
                said.push(format!("{whole}: {}", reply.content));
                if let Some(done) = self.confirmed(reply).await {
                    return done;
                }
                self.types("/cancel").await;
                let more = self.proposals(&format!("/answer choice:{whole}; ")).await;
                match more.into_iter().next() {
                    Some(more) => whole = more,
                    None => break,
                }
            }
        }
        let reply = self.types("/pass").await;
        if is_done(&reply) {
            return reply;
        }
        // Somebody else, or the bot itself, was faster.
        let now = self.types("/answer").await;
        self.puzzled += 1;
        assert!(
            self.puzzled < 5,
            "{}: {} finds no answer to {}\n{}\n/pass: {}\n{:?}",
            self.channel,
            self.person.name(),
            now.content,
            said.join("\n"),
            reply.content,
            now.buttons()
        );
        now
    }

    async fn one(&mut self, option: &str) -> Option<Reply> {
        let found = self.proposals(option).await;
        let value = self.dice.pick(&found)?;
        Some(self.types(&format!("{option}{value}")).await)
    }

    /// A few actions a round, of which the strategic one comes first.
    async fn action(&mut self) -> Option<Reply> {
        self.actions += 1;
        if self.dice.below(6) == 0
            && let Some(reply) = self.one("/play card:").await
        {
            return Some(reply);
        }
        if self.actions == 1
            && let Some(reply) = self.one("/strategic card:").await
        {
            return Some(reply);
        }
        if self.actions <= ACTIONS {
            // What can be reached is proposed first.
            let mut found = self.proposals("/activate system:").await;
            found.truncate(3);
            if let Some(system) = self.dice.pick(&found) {
                return Some(self.types(&format!("/activate system:{system}")).await);
            }
        }
        let reply = self.types("/pass").await;
        match is_done(&reply) {
            true => Some(reply),
            false => self.one("/strategic card:").await,
        }
    }

    /// A ship with what it can carry, and what it can pick up on its way.
    async fn moves(&mut self) -> Option<Reply> {
        let origins = self.proposals("/move from:").await;
        let Some(from) = self.dice.pick(&origins) else {
            return Some(self.types("/pass").await);
        };
        let line = format!("/move from:{from} units:");
        let ships = self.proposals(&line).await;
        let carrier = ships.iter().find(|ship| ship.contains("carrier")).cloned();
        let mut units = carrier.or_else(|| ships.last().cloned())?;
        for _ in 0..2 {
            let more = self.proposals(&format!("{line}{units}, ")).await;
            let loads = |units: &&String| {
                let last = units.rsplit(", ").next().unwrap_or_default();
                ["infantry", "mech", "fighter"].iter().any(|kind| last.contains(kind))
            };
            match more.iter().rev().find(loads) {
                Some(more) => units = more.clone(),
                None => break,
            }
        }
        let line = format!("{line}{units}");
        let on_the_way = self.proposals(&format!("{line} pickup:")).await;
        let reply = match self.dice.pick(&on_the_way) {
            Some(pickup) => self.types(&format!("{line} pickup:{pickup}")).await,
            None => self.types(&line).await,
        };
        Some(reply)
    }

    /// One kind of unit, now and then; what is not spent scores objectives.
    async fn builds(&mut self) -> Option<Reply> {
        let found = match self.dice.below(2) {
            0 => self.proposals("/build units:").await,
            _ => Vec::new(),
        };
        match self.dice.pick(&found) {
            Some(units) => Some(self.types(&format!("/build units:{units}")).await),
            None => Some(self.types("/pass").await),
        }
    }

    async fn lands(&mut self) -> Option<Reply> {
        let troops = self.proposals("/land units:").await;
        let Some(units) = troops.first() else { return Some(self.types("/pass").await) };
        let planets = self.proposals(&format!("/land units:{units} planet:")).await;
        let planet = self.dice.pick(&planets)?;
        Some(self.types(&format!("/land units:{units} planet:{planet}")).await)
    }

    async fn assigns(&mut self) -> Option<Reply> {
        let mut losses = String::new();
        for _ in 0..20 {
            let line = match losses.is_empty() {
                true => "/assign units:".to_string(),
                false => format!("/assign units:{losses}, "),
            };
            match self.proposals(&line).await.into_iter().next() {
                Some(more) => losses = more,
                None => break,
            }
        }
        match losses.is_empty() {
            true => None,
            false => Some(self.types(&format!("/assign units:{losses}")).await),
        }
    }

    async fn votes(&mut self) -> Option<Reply> {
        let outcomes = self.proposals("/vote outcome:").await;
        let outcome = self.dice.pick(&outcomes)?;
        let line = format!("/vote outcome:{outcome}");
        let planets = match self.dice.below(2) {
            0 => self.proposals(&format!("{line} planets:")).await,
            _ => Vec::new(),
        };
        match planets.first() {
            Some(planet) => Some(self.types(&format!("{line} planets:{planet}")).await),
            None => Some(self.types("/pass").await),
        }
    }

    async fn scores(&mut self) -> Option<Reply> {
        let publics = self.proposals("/score public:").await;
        let secrets = self.proposals("/score secret:").await;
        let mut line = "/score".to_string();
        for (option, found) in [("public", publics), ("secret", secrets)] {
            if let Some(objective) = found.first() {
                line += &format!(" {option}:{objective}");
            }
        }
        match line.as_str() {
            "/score" => Some(self.types("/pass").await),
            line => Some(self.types(line).await),
        }
    }

    async fn responds(&mut self) -> Option<Reply> {
        if self.dice.below(2) == 0
            && let Some(reply) = self.one("/play card:").await
        {
            return Some(reply);
        }
        Some(self.types("/pass").await)
    }
}
