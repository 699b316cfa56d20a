//! The migrations are part of the program, so a new one must rebuild it; and so are the names of the tests,
//! by which `custodian coverage` knows what is proven.

use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    println!("cargo:rerun-if-changed=migrations");
    println!("cargo:rerun-if-changed=src/imperium");
    println!("cargo:rerun-if-changed=src/inscription");
    println!("cargo:rerun-if-changed=tests/scenarios");
    let mut names = Vec::new();
    for folder in ["src/imperium", "src/inscription"] {
        for source in files(Path::new(folder))? {
            names.extend(tests_in(&fs::read_to_string(source)?));
        }
    }
    for scenario in files(Path::new("tests/scenarios"))? {
        let stem = scenario.file_stem().map(|stem| stem.to_string_lossy().replace('-', "_"));
        names.extend(stem);
    }
    names.sort();
    names.dedup();
    let out = PathBuf::from(env::var("OUT_DIR").expect("cargo sets it")).join("tests.txt");
    fs::write(out, names.join("\n"))
}

fn files(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        match path.is_dir() {
            true => found.extend(files(&path)?),
            false => found.push(path),
        }
    }
    Ok(found)
}

/// Names of the functions that follow a `#[test]`, and of the rows `name: "…` of which a macro makes
/// such functions.
fn tests_in(source: &str) -> Vec<String> {
    let parts = source.split("#[test]").skip(1);
    let name = |part: &str| {
        let (_, after) = part.split_once("fn ")?;
        Some(after.split_once('(')?.0.to_string())
    };
    let rows = source.lines().filter(|_| source.contains("fn $name()"));
    let row = |line: &str| {
        let (name, _) = line.trim_start().split_once(": \"")?;
        let plain = name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_');
        plain.then(|| name.to_string())
    };
    parts.filter_map(name).chain(rows.filter_map(row)).collect()
}
