//! The programs of the workspace's own crates, built by cargo.
//!
//! The one build that runs outside the sandbox: these crates are trusted like the judge itself.
//! Their programs run inside.

mod fresh;
mod packages;

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::io::{self, BufRead, BufReader};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command as Process, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError};

use rustix::process::{Pid, Signal, kill_process_group};
use serde::Deserialize;

use self::fresh::Fresh;
pub(crate) use self::packages::Packages;
use super::{Built, Cache, Command, Has};

/// The results of building crates, by workspace and name.
#[derive(Debug, Default)]
pub(crate) struct Crates {
    built: BTreeMap<(PathBuf, String), Built>,
}

impl Crates {
    /// Builds all `wanted` crates, given as name and a folder inside their workspace, with one
    /// call of cargo for each workspace in which anything may have changed. Cargo's own progress goes
    /// to standard error unless `quiet`.
    pub(crate) fn build(wanted: Vec<(String, PathBuf)>, cache: &Cache, quiet: bool) -> Crates {
        let mut workspaces: BTreeMap<PathBuf, BTreeSet<String>> = BTreeMap::new();
        let mut crates = Crates::default();
        for (name, within) in wanted {
            match workspace(&within) {
                Some(root) => {
                    workspaces.entry(root).or_default().insert(name);
                }
                None => {
                    let reason = format!(
                        "crate {name}: no cargo workspace around {}",
                        within.display()
                    );
                    crates.built.insert((within, name), Built::Broken(reason));
                }
            }
        }
        for (root, names) in workspaces {
            let mut programs = fresh_or_built(cache, &root, &names, quiet);
            for name in names {
                let built = programs.remove(&name).unwrap_or_else(|| {
                    Built::Broken(format!(
                        "cargo built no program named {name}; expected a crate of that name with a program of that name"
                    ))
                });
                crates.built.insert((root.clone(), name), built);
            }
        }
        crates
    }

    /// The program of a crate among those built.
    pub(crate) fn program(&self, name: &str, within: &Path) -> Built {
        let root = workspace(within).unwrap_or_else(|| within.to_owned());
        self.built
            .get(&(root, name.to_owned()))
            .cloned()
            .unwrap_or_else(|| Built::Broken(format!("crate {name} was not built")))
    }
}

/// The root of the workspace around `folder`.
fn workspace(folder: &Path) -> Option<PathBuf> {
    folder
        .ancestors()
        .find(|ancestor| {
            std::fs::read_to_string(ancestor.join("Cargo.toml"))
                .is_ok_and(|manifest| manifest.lines().any(|line| line.trim() == "[workspace]"))
        })
        .map(Path::to_owned)
}

/// What cargo says of one crate, as far as it matters here.
#[derive(Debug, Deserialize)]
struct Message {
    reason: String,
    target: Option<Target>,
    executable: Option<PathBuf>,
    message: Option<Diagnostic>,
    package_id: Option<String>,
}

#[derive(Debug, Deserialize)]
struct Target {
    name: String,
    kind: Vec<String>,
}

#[derive(Debug, Deserialize)]
struct Diagnostic {
    level: String,
    rendered: Option<String>,
}

/// The cargo at work, for whoever has to end it early.
enum Running {
    Nothing,
    Cargo(Child),
    Cancelled,
}

static RUNNING: Mutex<Running> = Mutex::new(Running::Nothing);

impl Running {
    fn lock() -> MutexGuard<'static, Running> {
        RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Starts cargo and gives what it prints; nothing if all builds were cancelled.
    fn start(process: &mut Process) -> io::Result<Option<ChildStdout>> {
        let mut running = Running::lock();
        if let Running::Cancelled = *running {
            return Ok(None);
        }
        // A group of its own: what cargo starts has to end with it.
        let mut child = process.process_group(0).spawn()?;
        let output = child.stdout.take();
        *running = Running::Cargo(child);
        Ok(output)
    }

    /// Waits for cargo, which has closed its output; says whether it succeeded.
    fn end() -> bool {
        let mut running = Running::lock();
        let Running::Cargo(child) = &mut *running else {
            return false;
        };
        let succeeded = child.wait().is_ok_and(|status| status.success());
        *running = Running::Nothing;
        succeeded
    }
}

/// Ends the build that goes on, and lets none begin.
pub(crate) fn cancel() {
    let mut running = Running::lock();
    if let Running::Cargo(child) = &mut *running {
        // Not waited for yet, so the number is still its own.
        if let Ok(leader) = i32::try_from(child.id())
            && let Some(leader) = Pid::from_raw(leader)
        {
            let _ = kill_process_group(leader, Signal::KILL);
        }
        let _ = child.wait();
    }
    *running = Running::Cancelled;
}

/// The programs of a workspace: as they are where nothing changed, else as cargo builds them.
fn fresh_or_built(
    cache: &Cache,
    root: &Path,
    names: &BTreeSet<String>,
    quiet: bool,
) -> BTreeMap<String, Built> {
    let fresh = Fresh::of(cache, root, names);
    if let Some(programs) = fresh.programs() {
        let built = |(name, path): (&String, &PathBuf)| (name.clone(), ready(path.clone()));
        return programs.iter().map(built).collect();
    }
    let built = build_workspace(root, names, quiet);
    let program = |(name, built): (&String, &Built)| match built {
        Built::Ready(command) => Some((name.clone(), command.argv.first()?.into())),
        _ => None,
    };
    let programs: Option<BTreeMap<String, PathBuf>> = names
        .iter()
        .map(|name| program((name, built.get(name)?)))
        .collect();
    if let Some(programs) = programs {
        fresh.note(root, programs);
    }
    built
}

/// The program of a crate.
fn ready(program: PathBuf) -> Built {
    Built::Ready(Command {
        argv: vec![program.into_os_string()],
        language: Some("rust".to_owned()),
        label: Some("Rust (cargo)".to_owned()),
        alone: true,
        has: Has::NoCopy,
        ..Command::default()
    })
}

/// The cargo of whoever started the judge.
fn cargo() -> OsString {
    std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into())
}

fn build_workspace(root: &Path, names: &BTreeSet<String>, quiet: bool) -> BTreeMap<String, Built> {
    let all = |built: Built| {
        names
            .iter()
            .map(|name| (name.clone(), built.clone()))
            .collect()
    };
    let cargo = cargo();
    let mut process = Process::new(&cargo);
    process
        .current_dir(root)
        .args([
            "build",
            "--release",
            "--keep-going",
            "--message-format=json",
        ])
        .stdin(Stdio::null())
        .stdout(Stdio::piped());
    if quiet {
        process.arg("--quiet");
    }
    for name in names {
        process.args(["--package", name]);
    }
    let output = match Running::start(&mut process) {
        Ok(output) => output,
        Err(error) => {
            let cargo = cargo.display();
            return all(Built::Missing(format!("cannot start {cargo}: {error}")));
        }
    };
    let mut built = BTreeMap::new();
    let mut errors: Vec<(String, String)> = Vec::new();
    for line in output
        .into_iter()
        .flat_map(|output| BufReader::new(output).lines())
    {
        let Ok(line) = line else { break };
        let Ok(message) = serde_json::from_str::<Message>(&line) else {
            continue;
        };
        match message {
            Message {
                reason,
                target: Some(target),
                executable: Some(program),
                ..
            } if reason == "compiler-artifact" && target.kind.iter().any(|kind| kind == "bin") => {
                built.insert(target.name, ready(program));
            }
            Message {
                message: Some(diagnostic),
                package_id: Some(package),
                ..
            } if diagnostic.level == "error" => {
                errors.push((package, diagnostic.rendered.unwrap_or_default()));
            }
            _ => {}
        }
    }
    let succeeded = Running::end();
    // One name that cargo does not know keeps it from building any.
    if !succeeded && built.is_empty() && errors.is_empty() && names.len() > 1 {
        return names
            .iter()
            .flat_map(|name| build_workspace(root, &BTreeSet::from([name.clone()]), quiet))
            .collect();
    }
    if !succeeded {
        let log = |name: &str| -> String {
            let own = |package: &str| {
                package.contains(&format!("/{name}#")) || package.contains(&format!("#{name}@"))
            };
            let mine: String = errors
                .iter()
                .filter(|(package, _)| own(package))
                .map(|(_, rendered)| rendered.as_str())
                .collect();
            match mine.is_empty() {
                // A crate that it depends on does not compile, or cargo itself has a complaint.
                true => errors
                    .iter()
                    .map(|(_, rendered)| rendered.as_str())
                    .collect(),
                false => mine,
            }
        };
        for name in names {
            if !built.contains_key(name) {
                let mut log = log(name);
                if log.is_empty() {
                    let line = format!("cargo build --release --package {name}");
                    log = format!("`{line}` failed; run it in {} to see why", root.display());
                    built.insert(name.clone(), Built::Broken(log));
                } else {
                    built.insert(name.clone(), Built::Failed(log));
                }
            }
        }
    }
    built
}
