//! Subcommands, by what they work on.

pub mod bench;
pub mod bot;
pub mod care;
pub mod local;
pub mod odds;
pub mod pace;
pub mod tools;

use std::process::ExitCode;

/// Runs what waits for the network and for files.
pub fn wait(work: impl Future<Output = anyhow::Result<ExitCode>>) -> anyhow::Result<ExitCode> {
    tokio::runtime::Builder::new_multi_thread().enable_all().build()?.block_on(work)
}

/// Writes the log to the error output; `RUST_LOG` counts more than `filter`.
pub fn start_log(filter: &str) {
    let filter = std::env::var("RUST_LOG").unwrap_or_else(|_| filter.to_string());
    let filter = custodian::config::log_filter(&filter);
    tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr).init();
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
