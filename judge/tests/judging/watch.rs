//! `judge watch`: what a save judges again.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::folder::{Folder, Running};
use crate::{Test, tests};

pub(crate) const TESTS: &[Test] = tests![
    a_save_judges_what_it_touches,
    a_save_by_renaming_is_seen,
    a_save_while_a_run_goes_on_ends_it_and_comes_first,
    what_touches_nothing_is_not_told_of,
    what_the_judge_itself_writes_judges_nothing,
    what_cannot_be_watched_is_said_at_once,
    a_judge_that_is_built_anew_goes_on,
    a_judge_that_falls_is_told_of_and_loses_nothing,
];

/// Nothing takes this long, unless it hangs.
const HANGS: Duration = Duration::from_secs(120);

/// A problem with two solutions, and a judge that watches it, whose output goes to a file.
struct Watched {
    folder: Folder,
    judge: Option<Running>,
    /// Lines that were looked at.
    seen: usize,
}

impl Watched {
    fn start(folder: Folder, words: &[&str]) -> Watched {
        Watched::by(Path::new(env!("CARGO_BIN_EXE_judge")), folder, words)
    }

    fn by(judge: &Path, folder: Folder, words: &[&str]) -> Watched {
        // Beside what is watched.
        folder.file("out/text", "");
        let path = folder.path().join("out/text");
        let out = fs::File::options().append(true).open(path).unwrap();
        let words = [&["watch", "--no-sandbox"], words].concat();
        let mut command = Command::new(judge);
        command.args(words);
        let judge = folder.spawn(command, &[], Some(Stdio::from(out)));
        Watched {
            folder,
            judge: Some(judge),
            seen: 0,
        }
    }

    /// Waits for a run of which its lines say so. A save may be seen in parts, so there may be others
    /// before it.
    #[track_caller]
    fn until(&mut self, what: &str, says: impl Fn(&[String]) -> bool) {
        let begin = Instant::now();
        loop {
            let lines = self.folder.lines("out/text");
            let new = lines.get(self.seen..).unwrap_or_default();
            let ended = |line: &String| line.contains(" in ") && line.contains(" s: ");
            if let Some(last) = new.iter().position(ended) {
                self.seen += last + 1;
                if says(&new[..=last]) {
                    return;
                }
                continue;
            }
            assert!(
                begin.elapsed() < HANGS,
                "no run with {what} in\n{}",
                lines.join("\n")
            );
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    /// Waits for a run with these verdicts, as `verdict solution`.
    #[track_caller]
    fn says(&mut self, expected: &[&str]) {
        let signs = ["  ✓", "  ✗", "  ·"];
        self.until(&format!("{expected:?}"), |run| {
            // The table at the end tells each solution again.
            let told = run
                .iter()
                .take_while(|line| !line.trim_start().starts_with("solution "))
                .filter(|line| signs.iter().any(|sign| line.starts_with(sign)));
            let verdicts = told.map(|line| {
                let words: Vec<&str> = line.split_whitespace().skip(1).take(2).collect();
                words.join(" ")
            });
            verdicts.eq(expected.iter().copied())
        });
    }

    /// Waits for a run that says this.
    #[track_caller]
    fn prints(&mut self, text: &str) {
        self.until(text, |run| run.join("\n").contains(text));
    }

    /// Ends it as Ctrl-C does.
    #[track_caller]
    fn end(mut self) -> String {
        let judge = self.judge.take().unwrap();
        judge.signal("INT");
        judge.end().code(130).stderr
    }
}

impl Drop for Watched {
    fn drop(&mut self) {
        // A test that failed leaves nobody behind.
        if let Some(judge) = self.judge.take() {
            judge.signal("KILL");
            judge.end();
        }
    }
}

fn package() -> Folder {
    Folder::of(&[
        ("p/problem.toml", "name = \"p\""),
        ("p/data/secret/1.in", "1\n"),
        ("p/data/secret/1.ans", "1\n"),
        ("p/data/secret/2.in", "2\n"),
        ("p/data/secret/2.ans", "2\n"),
        ("p/submissions/accepted/a.sh", "cat"),
        ("p/submissions/accepted/b.sh", "cat"),
    ])
}

const BOTH: &[&str] = &["AC accepted/a.sh", "AC accepted/b.sh"];

fn a_save_judges_what_it_touches() {
    let mut watched = Watched::start(package(), &["p"]);
    watched.says(BOTH);
    watched.folder.file("p/submissions/accepted/b.sh", "echo 1");
    watched.says(&["WA accepted/b.sh"]);
    // A case with all solutions.
    watched.folder.file("p/data/secret/2.ans", "1\n");
    watched.prints("2 solutions, 2 cases in");
    // A case and a solution that were not there.
    watched.folder.file("p/data/secret/3.ans", "1\n");
    watched.folder.file("p/data/secret/3.in", "1\n");
    watched.prints("2 solutions, 2 cases in");
    watched.folder.file("p/submissions/accepted/c.sh", "exit 3");
    watched.says(&["RTE accepted/c.sh"]);
    // Settings that make no sense are complained of, and mended.
    watched.folder.file("p/problem.toml", "name = ");
    watched.prints("not judged");
    watched.folder.file("p/problem.toml", "name = \"p\"");
    watched.says(&["WA accepted/a.sh", "AC accepted/b.sh", "RTE accepted/c.sh"]);
    let told = watched.end();
    assert!(
        told.contains("judge: changed: p/submissions/accepted/b.sh\n"),
        "{told}"
    );
}

fn a_save_by_renaming_is_seen() {
    let mut watched = Watched::start(Folder::sum(&[("a.sh", "echo 5")]), &["a.sh", "t"]);
    watched.says(&["AC a.sh"]);
    for (text, verdict) in [("echo 6", "WA a.sh"), ("echo 5", "AC a.sh")] {
        watched.folder.file(".a.sh.new", text);
        let path = |name: &str| watched.folder.path().join(name);
        // As editors do: the old one is moved away first.
        fs::rename(path("a.sh"), path("a.sh~")).unwrap();
        fs::rename(path(".a.sh.new"), path("a.sh")).unwrap();
        watched.says(&[verdict]);
    }
    watched.end();
}

fn a_save_while_a_run_goes_on_ends_it_and_comes_first() {
    let folder = package();
    let started = folder.path().join("started");
    let endless = format!("echo $$ > '{}'; exec sleep 1000", started.display());
    folder.file("p/submissions/accepted/a.sh", &endless);
    let options = ["p", "--wall-limit", "1000s", "--jobs", "1"];
    let mut watched = Watched::start(folder, &options);
    watched.folder.wait_for("started");
    fs::remove_file(&started).unwrap();
    watched.folder.file("p/submissions/accepted/b.sh", "cat #");
    // The run that went on, then what was saved.
    watched.prints("interrupted");
    watched.says(&["AC accepted/b.sh"]);
    // And then what was left.
    watched.folder.wait_for("started");
    watched.folder.file("p/submissions/accepted/a.sh", "cat");
    watched.says(&["AC accepted/a.sh"]);
    watched.says(BOTH);
    watched.end();
}

fn what_touches_nothing_is_not_told_of() {
    let mut watched = Watched::start(package(), &["p", "--report", "p/run.json"]);
    watched.says(BOTH);
    for name in [
        "p/statement.md",
        "p/submissions/accepted/.b.sh.swp",
        "p/submissions/accepted/b.sh~",
        "other",
    ] {
        watched.folder.file(name, "x");
        // Longer than a save is waited for, so that each stands alone.
        std::thread::sleep(Duration::from_millis(150));
    }
    watched.folder.file("p/submissions/accepted/b.sh", "echo 1");
    watched.says(&["WA accepted/b.sh"]);
    let told = watched.end();
    let changes = told.lines().filter(|line| line.contains("changed: "));
    let other = changes
        .clone()
        .find(|line| !line.ends_with("changed: p/submissions/accepted/b.sh"));
    assert_eq!(other, None);
    assert_ne!(changes.count(), 0);
}

/// Its output goes into the folder that is watched, its recording into that of the cases.
fn what_the_judge_itself_writes_judges_nothing() {
    let folder = Folder::of(&[("log.txt", "")]);
    for name in ["1.in", "1.out", "2.in", "2.out"] {
        folder.file(&format!("t/{name}"), "1\n");
    }
    folder.file("a.sh", "cat");
    let path = |name: &str| folder.path().join(name);
    let log = fs::File::options()
        .append(true)
        .open(path("log.txt"))
        .unwrap();
    let words = ["watch", "--no-sandbox", "a.sh", "t", "--save", "t/out.json"];
    let running = folder.start_with(&words, &[], Some(Stdio::from(log)));
    let runs = |line: &str| {
        let lines = folder.lines("log.txt");
        lines.iter().filter(|seen| seen.contains(line)).count()
    };
    let wait = |line: &str, count: usize| {
        let begin = Instant::now();
        while runs(line) < count {
            assert!(begin.elapsed() < HANGS, "{:?}", folder.lines("log.txt"));
            std::thread::sleep(Duration::from_millis(10));
        }
    };
    let (good, broken) = ("as expected", "1 broken package not judged");
    wait(good, 1);
    fs::remove_file(path("t/2.in")).unwrap();
    wait(broken, 1);
    // What mends nothing, beside the cases and beside the solution.
    for name in ["t/README.txt", "log", "t/3.in~"] {
        folder.file(name, "x");
        std::thread::sleep(Duration::from_millis(250));
    }
    folder.file("t/2.in", "1\n");
    wait(good, 2);
    // A solution that is gone is complained of once too.
    fs::remove_file(path("a.sh")).unwrap();
    std::thread::sleep(Duration::from_millis(500));
    folder.file("a.sh", "cat ");
    wait(good, 3);
    running.signal("INT");
    let seen = running.end().code(130);
    assert_eq!((runs(good), runs(broken)), (3, 1), "{}", seen.stderr);
    let complaints = seen.stderr.matches("an answer without an input").count();
    assert_eq!(complaints, 1, "{}", seen.stderr);
}

fn what_cannot_be_watched_is_said_at_once() {
    let folder = package();
    for (words, said) in [
        (&["p", "-"][..], "`-` is read once"),
        (&["p", "--keep", "k"], "judge run --keep DIR"),
        (&["p", "nowhere"], "`nowhere` is no file"),
    ] {
        let words = [&["watch"], words].concat();
        folder.judge(&words).code(64).says(&[said]);
    }
}

fn a_judge_that_is_built_anew_goes_on() {
    // On the file system of the judge, so that it may be linked.
    let program = Path::new(env!("CARGO_BIN_EXE_judge"));
    let place = tempfile::tempdir_in(program.parent().unwrap()).unwrap();
    let [own, other] = ["judge", "other"].map(|name| place.path().join(name));
    fs::copy(program, &own).unwrap();
    let mut watched = Watched::by(&own, package(), &["p"]);
    watched.says(BOTH);
    // Another takes its place.
    fs::copy(program, &other).unwrap();
    fs::rename(&other, &own).unwrap();
    watched.folder.file("p/submissions/accepted/b.sh", "echo 1");
    watched.says(&["WA accepted/b.sh"]);
    // It is gone for a while, in which something is saved.
    fs::rename(&own, &other).unwrap();
    watched.folder.file("p/submissions/accepted/a.sh", "echo 1");
    std::thread::sleep(Duration::from_millis(500));
    fs::rename(&other, &own).unwrap();
    watched.says(&["WA accepted/a.sh"]);
    let told = watched.end();
    assert!(
        told.contains("judge: the judge itself is another one now"),
        "{told}"
    );
    let missing = told.matches("the judge itself cannot be started").count();
    assert!(missing <= 1, "{told}");
}

fn a_judge_that_falls_is_told_of_and_loses_nothing() {
    // On the file system of the judge, so that it may be linked.
    let program = Path::new(env!("CARGO_BIN_EXE_judge"));
    let place = tempfile::tempdir_in(program.parent().unwrap()).unwrap();
    let [own, other] = ["judge", "other"].map(|name| place.path().join(name));
    let put = |text: Option<&str>| {
        match text {
            Some(text) => {
                fs::write(&other, text).unwrap();
                fs::set_permissions(&other, fs::metadata(program).unwrap().permissions()).unwrap();
            }
            None => drop(fs::copy(program, &other).unwrap()),
        }
        fs::rename(&other, &own).unwrap();
    };
    put(None);
    let mut watched = Watched::by(&own, package(), &["p"]);
    watched.says(BOTH);
    let fell = watched.folder.path().join("fell");
    let falls = format!("#!/bin/sh\necho >> '{}'\nkill -SEGV $$\n", fell.display());
    for name in ["a.sh", "b.sh"] {
        put(Some(&falls));
        watched
            .folder
            .file(&format!("p/submissions/accepted/{name}"), "echo 1");
        watched.folder.wait_for("fell");
        // It is not tried over and over; a save may be seen in parts.
        std::thread::sleep(Duration::from_millis(500));
        assert!(fs::read_to_string(&fell).unwrap().len() < 5);
        fs::remove_file(&fell).unwrap();
        put(None);
        watched.says(&[&format!("WA accepted/{name}")]);
    }
    let told = watched.end();
    assert!(told.matches("was ended by SIGSEGV").count() >= 2, "{told}");
}
