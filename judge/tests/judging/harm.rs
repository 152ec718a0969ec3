//! Programs, files and neighbours that could do the judge harm.

use std::ffi::OsStr;
use std::fs;

use crate::folder::{Folder, signal};
use crate::{Test, tests};

pub(crate) const TESTS: &[Test] = tests![
    a_fifo_or_a_folder_in_place_of_an_answer_is_a_judge_error,
    a_fifo_among_the_inputs_is_a_broken_package,
    two_judges_share_a_cache,
    a_killed_judge_leaves_no_half_built_program,
    a_program_that_reads_nothing_is_no_harm,
    a_program_that_leaves_children_does_not_hold_the_judge,
    a_program_that_fills_standard_error_does_not_block,
    a_cache_that_cannot_be_used_is_said,
    a_current_folder_that_is_gone_is_said,
    a_cache_may_be_named_from_the_current_folder["cc", "python3"],
    results_come_in_order_whoever_is_first,
];

fn a_fifo_or_a_folder_in_place_of_an_answer_is_a_judge_error() {
    // The files change after the package was read: the first case makes the second one's answer a
    // FIFO, and takes the third's input away.
    let folder = Folder::of(&[("t/1.out", "1")]);
    for name in ["1", "2", "3"] {
        folder.file(&format!("t/{name}.in"), name);
        folder.file(&format!("t/{name}.out"), name);
    }
    let tests = folder.path().join("t");
    let tests = tests.display();
    let script = format!(
        "read x; echo $x; test $x = 1 && {{ rm '{tests}/2.out' && mkfifo '{tests}/2.out'; rm '{tests}/3.in' && mkdir '{tests}/3.in'; }}; exit 0"
    );
    folder.file("a.sh", script);
    let seen = folder
        .run(&["a.sh", "t", "--jobs", "1", "--no-sandbox"])
        .code(2);
    assert_eq!(seen.cases(), ["1 AC", "2 JE", "3 JE"]);
    let solution = &seen.solutions()[0];
    for (case, said) in [
        (1, "cannot read the expected output "),
        (2, "cannot read the input "),
    ] {
        let message = solution["cases"][case]["message"].as_str().unwrap();
        assert!(message.starts_with(said), "{message}");
        assert!(message.ends_with(": not a regular file"), "{message}");
    }
}

fn a_fifo_among_the_inputs_is_a_broken_package() {
    let folder = Folder::sum(&[("a.sh", "echo 5")]);
    folder.fifo("t/2.in");
    folder
        .judge(&["run", "a.sh", "t"])
        .code(2)
        .says(&["t/2.in: expected a file of test data"]);
}

fn two_judges_share_a_cache() {
    let folder = Folder::sum(&[("a.foo", "echo 5")]);
    folder.file(
        "judge.toml",
        "[[language]]\nname = \"foo\"\nextensions = [\"foo\"]\ntool = \"sh\"\n\
         compile = [\"sh\", \"-c\", \"sleep 0.1; cp {source} {program}\"]\nrun = [\"{tool}\", \"{program}\"]\n",
    );
    let cache = folder.path().join("cache");
    let variables: [(&str, &OsStr); 1] = [("JUDGE_CACHE", cache.as_os_str())];
    let start = || folder.start_with(&["run", "--format", "json", "a.foo", "t"], &variables, None);
    for running in [start(), start(), start()] {
        assert_eq!(running.end().code(0).cases(), ["1 AC"]);
    }
    let programs = fs::read_dir(cache.join("programs")).unwrap();
    assert_eq!(programs.count(), 1);
    assert_eq!(fs::read_dir(cache.join("work")).unwrap().count(), 0);
}

fn a_killed_judge_leaves_no_half_built_program() {
    let folder = Folder::sum(&[("a.foo", "echo 5")]);
    let started = folder.path().join("started");
    let started = started.display();
    folder.file(
        "judge.toml",
        format!(
            "[[language]]\nname = \"foo\"\nextensions = [\"foo\"]\ntool = \"sh\"\n\
             compile = [\"sh\", \"-c\", \"test -e '{started}' && exec cp {{source}} {{program}}; echo half > {{program}}; echo $$ > '{started}'; exec sleep 1000\"]\n\
             run = [\"{{tool}}\", \"{{program}}\"]\n"
        ),
    );
    let cache = folder.path().join("cache");
    let variables: [(&str, &OsStr); 1] = [("JUDGE_CACHE", cache.as_os_str())];
    let start = || {
        let words = ["run", "--no-sandbox", "--format", "json", "a.foo", "t"];
        folder.start_with(&words, &variables, None)
    };
    let running = start();
    let compiler = folder.wait_for("started");
    running.signal("KILL");
    assert_eq!(running.end().code, None);
    signal("KILL", &compiler);
    let count = |folder: &str| fs::read_dir(cache.join(folder)).unwrap().count();
    assert_eq!((count("programs"), count("work")), (0, 1));
    // What it left is swept away when it is certain that nobody needs it.
    let left = fs::read_dir(cache.join("work")).unwrap().next().unwrap();
    let long_ago = std::time::SystemTime::now() - std::time::Duration::from_secs(25 * 3600);
    let left = fs::File::open(left.unwrap().path()).unwrap();
    left.set_modified(long_ago).unwrap();
    assert_eq!(start().end().code(0).cases(), ["1 AC"]);
    assert_eq!((count("programs"), count("work")), (1, 0));
}

fn a_program_that_reads_nothing_is_no_harm() {
    let folder = Folder::of(&[("a.sh", "exec 0<&-; echo 5"), ("t/1.out", "5")]);
    folder.file("t/1.in", "x".repeat(1 << 20));
    assert_eq!(folder.run(&["a.sh", "t"]).code(0).cases(), ["1 AC"]);
}

fn a_program_that_leaves_children_does_not_hold_the_judge() {
    let folder = Folder::sum(&[("a.sh", "sleep 1000 & echo 5")]);
    assert_eq!(folder.run(&["a.sh", "t"]).code(0).cases(), ["1 AC"]);
}

fn a_program_that_fills_standard_error_does_not_block() {
    let folder = Folder::sum(&[("a.sh", "head -c 3000000 /dev/zero >&2; echo 5")]);
    assert_eq!(folder.run(&["a.sh", "t"]).code(0).cases(), ["1 AC"]);
}

fn a_current_folder_that_is_gone_is_said() {
    let folder = Folder::sum(&[("a.sh", "echo 5")]);
    let cases = folder.path().join("t").display().to_string();
    let source = folder.path().join("a.sh").display().to_string();
    let gone = "mkdir gone && cd gone && rmdir ../gone && exec \"$@\"";
    for words in [&["run"][..], &["run", &source, &cases], &["list"]] {
        let seen = folder.judge_by(&["sh", "-c", gone, "sh"], words, &[]);
        seen.code(2).says(&[
            "judge: the current folder cannot be used: ",
            "; it may have been removed, so change to another\n",
        ]);
    }
}

fn a_cache_may_be_named_from_the_current_folder() {
    let folder = Folder::sum(&[("a.sh", "echo 5")]);
    let variables = [("JUDGE_CACHE", OsStr::new("own/cache"))];
    let judge = folder.start_with(&["run", "a.sh", "t"], &variables, None);
    judge.end().code(0);
    assert!(folder.path().join("own/cache/programs").is_dir());
    // Also by a way through a folder that no program is shown, and it is the same cache.
    folder.file(
        "b.py",
        "import sys\nprint(sum(map(int, sys.stdin.read().split())))",
    );
    folder.file("c.c", "#include <stdio.h>\nint main(void) { puts(\"5\"); }");
    for cache in ["t/../own/../own/cache/", "own/cache"] {
        let variables = [("JUDGE_CACHE", OsStr::new(cache))];
        let words = ["run", "a.sh", "b.py", "c.c", "t"];
        folder.start_with(&words, &variables, None).end().code(0);
    }
}

fn a_cache_that_cannot_be_used_is_said() {
    let folder = Folder::sum(&[("a.sh", "echo 5"), ("file", "")]);
    let cache = folder.path().join("file");
    let variables: [(&str, &OsStr); 1] = [("JUDGE_CACHE", cache.as_os_str())];
    let seen = folder
        .start_with(&["run", "a.sh", "t"], &variables, None)
        .end();
    seen.code(2).says(&[
        "cannot use the cache folder: ",
        "; set JUDGE_CACHE to another\n",
    ]);
    let cache = folder.path().join("link");
    std::os::unix::fs::symlink("nowhere", &cache).unwrap();
    let variables: [(&str, &OsStr); 1] = [("JUDGE_CACHE", cache.as_os_str())];
    let judge = folder.start_with(&["run", "a.sh", "t"], &variables, None);
    let seen = judge.end().code(2);
    seen.says(&["link is a link to nowhere, which is not there"]);
    let seen = folder.judge(&["run", "a.sh", "t", "--keep", "file"]);
    let seen = seen
        .code(64)
        .says(&["--keep: file: cannot keep cases here: it is no folder"]);
    assert!(!seen.stderr.contains("os error"), "{}", seen.stderr);
}

fn results_come_in_order_whoever_is_first() {
    // The earlier a case, the longer it takes.
    let folder = Folder::of(&[
        ("a.sh", "read x; sleep 0.$((9 - x)); echo $x"),
        ("b.sh", "cat"),
    ]);
    let names: Vec<String> = (1..=9).map(|n| n.to_string()).collect();
    for name in &names {
        folder.file(&format!("t/{name}.in"), name);
        folder.file(&format!("t/{name}.out"), name);
    }
    let seen = folder.run(&["a.sh", "b.sh", "t", "--jobs", "9"]).code(0);
    for solution in seen.solutions() {
        let cases = solution["cases"].as_array().unwrap();
        let found: Vec<&str> = cases
            .iter()
            .map(|case| case["name"].as_str().unwrap())
            .collect();
        assert_eq!(found, names);
    }
}
