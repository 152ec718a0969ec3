//! Cases that are slower than in an earlier run, and what is noise.

use std::fs;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use serde_json::{Value, json};

use crate::folder::{Folder, Seen};
use crate::regress::changes;
use crate::{Test, tests};

pub(crate) const TESTS: &[Test] = tests![
    a_recording_knows_long_cases_by_times_that_agree["cc"],
    what_is_as_fast_as_before_is_not_slower_beside_busy_loops["cc"],
    a_doubled_loop_is_slower["cc"],
    a_doubled_loop_of_a_crate_is_slower["cargo"],
    what_takes_the_same_program_longer_is_not_its_doing["cc"],
    the_earlier_program_is_run_again_and_its_old_times_do_not_count["cc"],
    a_comparison_that_was_interrupted_says_nothing["cc"],
    where_the_earlier_program_is_not_at_hand_its_times_decide["cc"],
    an_earlier_program_that_comes_to_another_verdict_now_does_not_count["cc"],
];

/// A program that does so many units of work, 30 ms or so each on most machines, and says so in a
/// comment, so that it is another program whatever it does.
fn worker(units: usize, comment: &str) -> String {
    format!(
        "#include <stdio.h>\n\
         int main(void) {{ // {comment}\n\
         unsigned long long x = 88172645463325252ULL, sum = 0;\n\
         for (long i = 0; i < {units} * 15000000L; i++) {{\n\
         x ^= x << 13; x ^= x >> 7; x ^= x << 17; sum += x & 1;\n\
         }}\n\
         printf(\"%d\\n\", sum > 0);\n\
         }}\n"
    )
}

/// The worker and two cases.
fn work() -> Folder {
    let folder = Folder::of(&[("a.c", &worker(1, ""))]);
    for case in ["1", "2"] {
        folder.file(&format!("t/{case}.in"), "");
        folder.file(&format!("t/{case}.ans"), "1\n");
    }
    folder
}

/// The same, recorded.
fn recorded() -> Folder {
    let folder = work();
    let record = ["run", "a.c", "t", "--save", "old.json"];
    folder.judge(&record).code(0);
    folder
}

/// Changes what the recording knows of the solution.
fn edit(folder: &Folder, edit: impl Fn(&mut Value)) {
    let path = folder.path().join("old.json");
    let mut document: Value = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
    edit(&mut document["problems"][0]["solutions"][0]);
    fs::write(path, document.to_string()).unwrap();
}

/// As if the program had been recorded where nobody keeps it.
fn forget(folder: &Folder) {
    edit(folder, |solution| {
        let known = solution.as_object_mut().unwrap().remove("program");
        assert!(known.is_some());
    });
}

/// As if all had taken a tenth of its time.
fn shorten(folder: &Folder) {
    edit(folder, |solution| {
        for case in solution["cases"].as_array_mut().unwrap() {
            for time in case["times"].as_array_mut().unwrap() {
                time["cpu_ms"] = json!(time["cpu_ms"].as_f64().unwrap() / 10.0);
            }
        }
    });
}

fn compare(folder: &Folder) -> Seen {
    folder.run(&["a.c", "t", "--baseline", "old.json"])
}

/// How many cases were measured again.
fn again(seen: &Seen) -> u64 {
    seen.json()["comparison"]["again"].as_u64().unwrap()
}

const SLOWER: [&str; 2] = ["worse time t a.c 1", "worse time t a.c 2"];

fn what_is_as_fast_as_before_is_not_slower_beside_busy_loops() {
    let folder = recorded();
    let over = AtomicBool::new(false);
    thread::scope(|scope| {
        let cores = thread::available_parallelism().map_or(1, usize::from);
        for _ in 0..cores {
            scope.spawn(|| {
                while !over.load(Ordering::Relaxed) {
                    std::hint::spin_loop();
                }
            });
        }
        // The same, then others with the earlier one at hand, then without it.
        let runs: Vec<Seen> = ["", "one", "two", "three", "four"]
            .iter()
            .map(|comment| {
                folder.file("a.c", worker(1, comment));
                if *comment == "three" {
                    forget(&folder);
                }
                compare(&folder)
            })
            .collect();
        // Before anything can fail: the loops must end.
        over.store(true, Ordering::Relaxed);
        for seen in runs {
            let seen = seen.code(0);
            assert_eq!(changes(&seen), [""; 0], "{}", seen.stdout);
        }
    });
}

fn a_doubled_loop_is_slower() {
    let folder = recorded();
    folder.file("a.c", worker(2, ""));
    let seen = compare(&folder).code(1);
    assert_eq!(changes(&seen), SLOWER, "{}", seen.stdout);
    let comparison = &seen.json()["comparison"];
    assert!(comparison.get("times_only").is_none(), "{comparison}");
    let change = &comparison["changes"][0];
    assert_eq!(change["in_turns"], true);
    let millis = |key: &str| change[key].as_f64().unwrap();
    assert!(millis("now_ms") > millis("bound_ms"), "{change}");
    assert!(millis("bound_ms") > millis("was_ms"), "{change}");
    seen.says(&[
        "✗ t a.c: 2 cases are slower, most of all ",
        ", the program before takes ",
        " is noise)",
    ]);
}

fn a_doubled_loop_of_a_crate_is_slower() {
    let source = |units: usize| {
        format!(
            "fn main() {{\n\
             let (mut x, mut sum) = (88172645463325252u64, 0);\n\
             for _ in 0..{units} * 15_000_000 {{\n\
             x ^= x << 13; x ^= x >> 7; x ^= x << 17; sum += x & 1;\n\
             }}\n\
             println!(\"{{}}\", u8::from(sum > 0));\n\
             }}\n"
        )
    };
    let folder = Folder::of(&[
        (
            "Cargo.toml",
            "[workspace]\nresolver = \"3\"\nmembers = [\"a\"]\n",
        ),
        (
            "a/Cargo.toml",
            "[package]\nname = \"a\"\nedition = \"2021\"\n",
        ),
        ("a/src/main.rs", &source(1)),
        (
            "problems/p/problem.toml",
            "name = \"P\"\n[[solution]]\ncrate = \"a\"\n",
        ),
        ("problems/p/data/1.in", ""),
        ("problems/p/data/1.ans", "1"),
    ]);
    let target = folder.path().join("target");
    let run = |options: &[&str]| {
        let words = [&["run", "--format", "json"], options].concat();
        let variables = [("CARGO_TARGET_DIR", target.as_os_str())];
        folder.start_with(&words, &variables, None).end()
    };
    run(&["--save", "old.json"]).code(0);
    // Cargo writes over the earlier program.
    folder.file("a/src/main.rs", source(2));
    let seen = run(&["--baseline", "old.json"]).code(1);
    assert_eq!(changes(&seen), ["worse time p a 1"], "{}", seen.stdout);
    assert_eq!(seen.json()["comparison"]["changes"][0]["in_turns"], true);
}

fn what_takes_the_same_program_longer_is_not_its_doing() {
    let folder = recorded();
    shorten(&folder);
    let seen = compare(&folder).code(0);
    assert_eq!((changes(&seen), again(&seen)), (vec![], 0));
    // That it is the same is all that clears it.
    forget(&folder);
    let seen = compare(&folder).code(1);
    assert_eq!(changes(&seen), SLOWER, "{}", seen.stdout);
}

fn the_earlier_program_is_run_again_and_its_old_times_do_not_count() {
    let folder = recorded();
    shorten(&folder);
    folder.file("a.c", worker(1, "another"));
    let seen = compare(&folder).code(0);
    assert_eq!((changes(&seen), again(&seen)), (vec![], 2));
}

fn a_comparison_that_was_interrupted_says_nothing() {
    let folder = recorded();
    shorten(&folder);
    // So long that the turns are not over before the signal.
    folder.file("a.c", worker(20, ""));
    let words = ["run", "a.c", "t", "--baseline", "old.json"];
    let running =
        folder.start(&[&words[..], &["--format", "jsonl", "--save", "new.json"]].concat());
    running.wait_for("solution_ended");
    running.signal("INT");
    let events: Vec<Value> = running.end().code(130).lines();
    let compared = |event: &Value| event["event"] == "compared";
    assert!(!events.iter().any(compared), "{events:?}");
    let seen = folder.judge(&["report", "new.json"]).code(0);
    assert!(!seen.stdout.contains("since the run"), "{}", seen.stdout);
}

fn where_the_earlier_program_is_not_at_hand_its_times_decide() {
    let folder = recorded();
    shorten(&folder);
    folder.file("a.c", worker(1, "another"));
    let (unknown, outside) = ("0".repeat(64), "../../../../etc/passwd");
    for name in [json!(unknown), json!(outside), json!(null)] {
        edit(&folder, |solution| solution["program"] = name.clone());
        let seen = compare(&folder).code(1);
        assert_eq!(changes(&seen), SLOWER, "{name}");
        let change = &seen.json()["comparison"]["changes"][0];
        assert!(change.get("in_turns").is_none(), "{change}");
        assert_eq!(seen.json()["comparison"]["times_only"], true);
    }
}

fn an_earlier_program_that_comes_to_another_verdict_now_does_not_count() {
    let folder = recorded();
    shorten(&folder);
    // The data has changed, and the program with it.
    for case in ["1", "2"] {
        folder.file(&format!("t/{case}.ans"), "2\n");
    }
    folder.file("a.c", worker(1, "").replace("sum > 0", "1 + (sum > 0)"));
    let seen = compare(&folder).code(1);
    assert_eq!(changes(&seen), SLOWER, "{}", seen.stdout);
}

fn a_recording_knows_long_cases_by_times_that_agree() {
    let folder = work();
    folder.file("short.c", "int main(void) { return 0; }");
    folder.file("t/1.ans", "");
    for (source, options, timed) in [
        ("a.c", &["--save", "new.json"][..], 2..=5),
        ("a.c", &["--report", "json=new.json"], 2..=5),
        ("a.c", &["--save", "new.json", "--repeat", "1"], 1..=1),
        // Nobody holds anything against what is not kept.
        ("a.c", &[], 1..=1),
        ("short.c", &["--save", "new.json"], 1..=1),
    ] {
        let args = [&[source, "t", "--case", "1"], options].concat();
        let seen = folder.run(&args);
        let case = seen.case();
        let times: Vec<f64> = case["times"]
            .as_array()
            .unwrap()
            .iter()
            .map(|time| time["cpu_ms"].as_f64().unwrap())
            .collect();
        assert!(timed.contains(&times.len()), "{source} {options:?}: {case}");
        let mut sorted = times.clone();
        sorted.sort_by(f64::total_cmp);
        let agree = |two: &[f64]| two[1] <= 1.1 * two[0] + 0.001;
        assert!(
            times.len() == 1 || times.len() == 5 || agree(&sorted),
            "{times:?}"
        );
        assert_eq!(case["measured"]["cpu_ms"], case["times"][0]["cpu_ms"]);
    }
}
