//! What this process counts and how long things take, as Prometheus reads it. Anybody may count; only
//! `discord::watch` reads.

use std::fmt::Write as _;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Only ever grows.
#[derive(Default)]
pub struct Counter(AtomicU64);

impl Counter {
    const fn new() -> Counter {
        Counter(AtomicU64::new(0))
    }

    pub fn count(&self) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }

    pub fn get(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// Upper ends of the classes of latencies, in milliseconds: Discord waits for three seconds.
const CLASSES: [u64; 12] = [2, 5, 10, 25, 50, 100, 250, 500, 1000, 3000, 10_000, 60_000];

/// How often something took how long.
pub struct Latency {
    classes: [Counter; CLASSES.len()],
    count: Counter,
    microseconds: AtomicU64,
}

impl Latency {
    const fn new() -> Latency {
        Latency {
            classes: [const { Counter::new() }; CLASSES.len()],
            count: Counter::new(),
            microseconds: AtomicU64::new(0),
        }
    }

    pub fn since(&self, start: Instant) {
        self.took(start.elapsed());
    }

    pub fn took(&self, time: Duration) {
        let class = CLASSES.iter().position(|end| time <= Duration::from_millis(*end));
        if let Some(class) = class {
            self.classes[class].count();
        }
        let time = u64::try_from(time.as_micros()).unwrap_or(u64::MAX);
        self.microseconds.fetch_add(time, Ordering::Relaxed);
        self.count.count();
    }

    pub fn count(&self) -> u64 {
        self.count.get()
    }
}

/// Everything that is counted.
pub struct Metrics {
    /// Commands, buttons and dialogs that did what they should.
    pub done: Counter,
    /// Those that were answered with why not.
    pub refused: Counter,
    /// Those that the program failed at.
    pub broke: Counter,
    pub pictures: Counter,
    pub letters_posted: Counter,
    pub letters_again: Counter,
    pub letters_given_up: Counter,
    /// By everything that goes wrong with a database, refusals by design excepted.
    pub database_errors: Counter,
    /// Discord asked to wait.
    pub rate_limits: Counter,
    /// From the arrival of a command to its acknowledgement.
    pub acknowledged: Latency,
    /// From the arrival of a command to the end of its answer.
    pub answered: Latency,
    /// From the writing of a letter to its arrival in Discord.
    pub told: Latency,
}

/// Those of this process.
pub static METRICS: Metrics = Metrics::new();

impl Metrics {
    const fn new() -> Metrics {
        Metrics {
            done: Counter::new(),
            refused: Counter::new(),
            broke: Counter::new(),
            pictures: Counter::new(),
            letters_posted: Counter::new(),
            letters_again: Counter::new(),
            letters_given_up: Counter::new(),
            database_errors: Counter::new(),
            rate_limits: Counter::new(),
            acknowledged: Latency::new(),
            answered: Latency::new(),
            told: Latency::new(),
        }
    }

    /// In the text format of Prometheus.
    pub fn text(&self) -> String {
        let mut page = Page::default();
        page.head("custodian_commands_total", "counter", "Commands and buttons, by outcome.");
        for (outcome, counter) in
            [("done", &self.done), ("refused", &self.refused), ("failed", &self.broke)]
        {
            page.line("custodian_commands_total", &[("outcome", outcome)], counter.get());
        }
        for (name, help, counter) in [
            ("pictures_drawn", "Pictures drawn.", &self.pictures),
            ("letters_posted", "Messages brought to Discord.", &self.letters_posted),
            ("letters_retried", "Attempts to post that failed for now.", &self.letters_again),
            ("letters_given_up", "Messages that can never be posted.", &self.letters_given_up),
            ("database_errors", "Failures of the database.", &self.database_errors),
            ("discord_rate_limits", "Times that Discord asked to wait.", &self.rate_limits),
        ] {
            let name = format!("custodian_{name}_total");
            page.head(&name, "counter", help);
            page.line(&name, &[], counter.get());
        }
        for (name, help, latency) in [
            ("acknowledgement", "From a command to its acknowledgement.", &self.acknowledged),
            ("command", "From a command to the end of its answer.", &self.answered),
            ("letter", "From a move to the message about it in Discord.", &self.told),
        ] {
            page.latency(&format!("custodian_{name}_seconds"), help, latency);
        }
        page.0
    }
}

/// A page of metrics.
#[derive(Default)]
pub struct Page(pub String);

impl Page {
    pub fn head(&mut self, name: &str, kind: &str, help: &str) {
        let _ = writeln!(self.0, "# HELP {name} {help}\n# TYPE {name} {kind}");
    }

    pub fn line(&mut self, name: &str, labels: &[(&str, &str)], value: u64) {
        let labels: Vec<String> =
            labels.iter().map(|(name, value)| format!("{name}=\"{value}\"")).collect();
        let labels = match labels.is_empty() {
            true => String::new(),
            false => format!("{{{}}}", labels.join(",")),
        };
        let _ = writeln!(self.0, "{name}{labels} {value}");
    }

    fn latency(&mut self, name: &str, help: &str, latency: &Latency) {
        self.head(name, "histogram", help);
        let mut so_far = 0;
        let bucket = format!("{name}_bucket");
        for (end, class) in CLASSES.iter().zip(&latency.classes) {
            so_far += class.get();
            self.line(&bucket, &[("le", &seconds(end * 1000))], so_far);
        }
        // A reading in between must not make the last class smaller than those before.
        let count = latency.count().max(so_far);
        self.line(&bucket, &[("le", "+Inf")], count);
        let sum = seconds(latency.microseconds.load(Ordering::Relaxed));
        let _ = writeln!(self.0, "{name}_sum {sum}");
        self.line(&format!("{name}_count"), &[], count);
    }
}

/// Microseconds as seconds, without zeros at the end.
fn seconds(microseconds: u64) -> String {
    let text = format!("{}.{:06}", microseconds / 1_000_000, microseconds % 1_000_000);
    text.trim_end_matches('0').trim_end_matches('.').into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn latencies_fall_into_classes_that_add_up() {
        let metrics = Metrics::new();
        for milliseconds in [1, 2, 3, 700, 90_000] {
            metrics.acknowledged.took(Duration::from_millis(milliseconds));
        }
        metrics.refused.count();
        let text = metrics.text();
        for line in [
            "custodian_commands_total{outcome=\"refused\"} 1",
            "custodian_acknowledgement_seconds_bucket{le=\"0.002\"} 2",
            "custodian_acknowledgement_seconds_bucket{le=\"0.5\"} 3",
            "custodian_acknowledgement_seconds_bucket{le=\"60\"} 4",
            "custodian_acknowledgement_seconds_bucket{le=\"+Inf\"} 5",
            "custodian_acknowledgement_seconds_sum 90.706",
            "custodian_acknowledgement_seconds_count 5",
            "# TYPE custodian_letter_seconds histogram",
        ] {
            assert!(text.lines().any(|found| found == line), "{line}\n{text}");
        }
    }
}
