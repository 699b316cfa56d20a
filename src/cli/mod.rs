//! Subcommands, by what they work on.

pub mod bench;
pub mod bot;
pub mod care;
pub mod local;
pub mod odds;
pub mod pace;
pub mod tools;

use std::process::ExitCode;

use custodian::config::LogFormat;

/// Runs what waits for the network and for files.
pub fn wait(work: impl Future<Output = anyhow::Result<ExitCode>>) -> anyhow::Result<ExitCode> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let done = runtime.block_on(work);
    // What must be finished is; a shard of serenity's that has not noticed the end is not waited for.
    runtime.shutdown_background();
    done
}

/// Writes the log to the error output; `RUST_LOG` counts more than `filter`. What libraries say in detail
/// holds tokens and hands, so nothing below `info` of theirs is let through, whatever is asked for.
pub fn start_log(filter: &str, format: LogFormat) {
    use tracing::{Level, Metadata};
    use tracing_subscriber::filter::filter_fn;
    use tracing_subscriber::layer::{Layer, SubscriberExt};
    use tracing_subscriber::util::SubscriberInitExt;
    use tracing_subscriber::{EnvFilter, fmt};
    let filter = std::env::var("RUST_LOG").unwrap_or_else(|_| filter.to_string());
    let filter = EnvFilter::try_new(&filter).unwrap_or_else(|_| EnvFilter::new("info"));
    let harmless = |about: &Metadata<'_>| {
        let own = about.target() == "custodian" || about.target().starts_with("custodian::");
        own || *about.level() <= Level::INFO && about.is_event()
    };
    let lines = fmt::layer().with_writer(std::io::stderr);
    let lines = match format {
        LogFormat::Text => lines.boxed(),
        LogFormat::Json => lines.json().boxed(),
    };
    tracing_subscriber::registry().with(lines.with_filter(filter_fn(harmless))).with(filter).init();
}

/// Ctrl-C, or the signal by which services are stopped.
pub async fn interrupted() {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut terminate) = signal(SignalKind::terminate()) {
            tokio::select! {
                _ = tokio::signal::ctrl_c() => {}
                _ = terminate.recv() => {}
            }
            return;
        }
    }
    let _ = tokio::signal::ctrl_c().await;
}
