//! Subcommands, by what they work on.

pub mod arena;
pub mod bench;
pub mod bot;
pub mod care;
pub mod fuzz;
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

/// Writes the log to the error output; `RUST_LOG` counts more than `filter`. Whatever is asked for, what
/// libraries say of tokens and hands is left out.
pub fn start_log(filter: &str, format: LogFormat) {
    let filter = std::env::var("RUST_LOG").unwrap_or_else(|_| filter.to_string());
    let filter = custodian::config::log_filter(&filter);
    let log = tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr);
    match format {
        LogFormat::Text => log.init(),
        LogFormat::Json => log.json().init(),
    }
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
