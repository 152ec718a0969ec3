//! The judge is tested by judging: the real program, on small problems made for each test.
//!
//! Tests that need a tool which is not there are ignored and say so in their name; with
//! `JUDGE_NO_SKIP=1` they fail instead, unless the tool is one of a rarer language. No test depends on how fast it runs: where a limit has to
//! be reached the program never ends by itself, and all other limits are wide.

#![recursion_limit = "256"]
#![expect(
    clippy::expect_used,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a helper that fails is a test that fails"
)]

use std::io::{self, Write};
use std::os::unix::fs::MetadataExt;
use std::process::{Command, ExitCode, Stdio};
use std::sync::{Arc, Mutex};
use std::thread::available_parallelism;
use std::time::{Duration, Instant};

use libtest_mimic::{Arguments, Trial};

mod bless;
mod browser;
mod build;
mod calibrate;
mod check;
mod daily;
mod dmoj;
mod documented;
mod ended;
mod export;
mod file_io;
mod folder;
mod formats;
mod generate;
mod groups;
mod harm;
mod hostile;
mod import;
mod inputs;
mod interactive;
mod jury;
mod kinds;
mod languages;
mod limits;
mod list;
mod matrix;
mod outputs;
mod packages;
mod page;
mod page_details;
mod passes;
mod paths;
mod regress;
mod report;
mod scaffold;
mod scarce;
mod shards;
mod signals;
mod slower;
mod small;
mod stress;
mod targets;
mod terminal;
mod usage;
mod verdicts;
mod verify;
mod watch;

/// A test and the tools on `PATH` that it needs.
struct Test {
    name: &'static str,
    needs: &'static [&'static str],
    run: fn(),
}

/// Tests by the names of their functions, and what they need beside `sh`.
macro_rules! tests {
    ($($name:ident $([$($tool:expr),+])?,)+) => {
        &[$(crate::Test { name: stringify!($name), needs: &[$($($tool),+)?], run: $name }),+]
    };
}
use tests;

fn main() -> ExitCode {
    let mut arguments = Arguments::from_args();
    // What a judge waits for, a limit or a sleep, leaves the processors to other tests.
    let processors = available_parallelism().map_or(1, usize::from);
    arguments.test_threads.get_or_insert(2 * processors);
    // All tests share one cache, so that no program is built twice.
    let cache = folder::open_cache();
    let suites = [
        bless::TESTS,
        build::TESTS,
        calibrate::TESTS,
        check::TESTS,
        daily::TESTS,
        dmoj::TESTS,
        documented::TESTS,
        ended::TESTS,
        export::TESTS,
        generate::TESTS,
        groups::TESTS,
        formats::TESTS,
        file_io::TESTS,
        harm::TESTS,
        hostile::TESTS,
        import::TESTS,
        inputs::TESTS,
        interactive::TESTS,
        jury::TESTS,
        languages::TESTS,
        limits::TESTS,
        list::TESTS,
        matrix::TESTS,
        outputs::TESTS,
        packages::TESTS,
        passes::TESTS,
        paths::TESTS,
        page::TESTS,
        page_details::TESTS,
        regress::TESTS,
        report::TESTS,
        scaffold::TESTS,
        scarce::TESTS,
        shards::TESTS,
        slower::TESTS,
        signals::TESTS,
        small::TESTS,
        stress::TESTS,
        targets::TESTS,
        terminal::TESTS,
        usage::TESTS,
        verify::TESTS,
        watch::TESTS,
    ];
    let tests = suites.iter().copied().flatten();
    let times = Times::default();
    let mut trials: Vec<Trial> = tests
        .map(|test| trial(&times, test.name, test.needs, test.run))
        .collect();
    trials.extend(verdicts::ROWS.iter().map(|row| {
        let name = format!("{} is {} ({})", row.name, row.verdict, row.file);
        trial(&times, &name, row.needs(), || verdicts::check(row))
    }));
    trials.extend(languages::ROWS.iter().map(|row| {
        let name = format!("a program in {} adds", row.language);
        trial(&times, &name, row.needs, || languages::check(row))
    }));
    trials.extend(kinds::KINDS.iter().map(|kind| {
        let name = format!("every verdict in a problem of the kind {}", kind.name);
        trial(&times, &name, kind.needs(), || kinds::check(kind))
    }));
    let conclusion = libtest_mimic::run(&arguments, trials);
    browser::end_all();
    drop(cache);
    if std::env::var_os("JUDGE_TEST_TIMES").is_some_and(|value| value == "1") {
        write_times(&times).unwrap();
    }
    conclusion.exit_code()
}

/// How long each test took that passed.
type Times = Arc<Mutex<Vec<(Duration, String)>>>;

/// With `JUDGE_TEST_TIMES=1`: what a faster suite has to begin with.
fn write_times(times: &Times) -> io::Result<()> {
    let mut times = times.lock().unwrap();
    times.sort();
    let sum: Duration = times.iter().map(|(time, _)| *time).sum();
    let mut out = io::stdout().lock();
    for (time, name) in times.iter().rev() {
        writeln!(out, "{:8.2} s  {name}", time.as_secs_f64())?;
    }
    writeln!(out, "{:8.2} s  in all", sum.as_secs_f64())
}

/// In place of a tool: a test mounts something in a namespace of its own. Where that is forbidden, as
/// to ordinary users of many machines, installing more does not help, so such a test is ignored
/// even then when no tool may be missing.
const MOUNTS: &str = "right to mount";

/// In place of a tool: a browser, by whichever name.
const BROWSER: &str = "chromium";

/// What makes a namespace to mount in.
fn unshare() -> &'static [&'static str] {
    match std::fs::metadata("/proc/self").is_ok_and(|me| me.uid() == 0) {
        true => &["unshare", "--mount"],
        false => &["unshare", "--user", "--map-root-user", "--mount"],
    }
}

fn may_mount() -> bool {
    let try_out = ["mount", "-t", "tmpfs", "tmpfs", "/mnt"];
    let words = [unshare(), &try_out].concat();
    let tried = Command::new(words[0])
        .args(&words[1..])
        .stderr(Stdio::null())
        .status();
    tried.is_ok_and(|status| status.success())
}

/// What must be there with `JUDGE_NO_SKIP=1`: the rest of the table of languages is tried where it
/// happens to be installed.
const EXPECTED: &[&str] = &[
    BROWSER, "c++", "cargo", "cc", "java", "javac", "python3", "rustc", "sh",
];

fn trial(times: &Times, name: &str, needs: &[&str], run: impl FnOnce() + Send + 'static) -> Trial {
    let strict = std::env::var_os("JUDGE_NO_SKIP").is_some_and(|value| value == "1");
    let missing = needs.iter().find(|tool| match **tool {
        MOUNTS => !may_mount(),
        BROWSER => !browser::NAMES.iter().any(|name| is_on_path(name)),
        tool => !is_on_path(tool),
    });
    let (name, skip) = match missing {
        Some(&MOUNTS) => (format!("{name} (ignored: no {MOUNTS})"), true),
        Some(tool) if !strict || !EXPECTED.contains(tool) => {
            (format!("{name} (ignored: no {tool} on PATH)"), true)
        }
        _ => (name.to_owned(), false),
    };
    let times = times.clone();
    Trial::test(name.clone(), move || {
        let begin = Instant::now();
        run();
        times.lock().unwrap().push((begin.elapsed(), name));
        Ok(())
    })
    .with_ignored_flag(skip)
}

fn is_on_path(tool: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|folder| folder.join(tool).is_file())
}
