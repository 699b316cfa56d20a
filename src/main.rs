//! The program. What it does is in the library, so that it is compiled once.

use std::process::ExitCode;

/// The rules make many small short-lived lists.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    custodian::cli::main()
}
