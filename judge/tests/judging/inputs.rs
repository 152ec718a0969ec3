//! Inputs that a generator makes.

use std::ffi::OsStr;

use crate::folder::{Folder, Seen};
use crate::{Test, tests};

pub(crate) const TESTS: &[Test] = tests![
    a_generated_input_is_made_once,
    another_input_than_promised_is_a_judge_error_with_both_hashes,
    a_generator_that_fails_says_why,
    an_input_that_was_changed_in_the_cache_is_made_again,
    an_input_that_the_validator_rejects_is_a_judge_error,
    a_validator_that_does_not_work_is_a_judge_error,
];

/// A package whose one case is written by this script.
fn generated(script: &str, hash: &blake3::Hash) -> Folder {
    let settings = format!(
        "name = \"P\"\n[[generate]]\ncase = \"1\"\npath = \"gen.sh\"\nargs = [\"7\"]\nblake3 = \"{hash}\"\n"
    );
    Folder::of(&[
        ("p/problem.toml", &settings),
        ("p/gen.sh", script),
        ("p/data/1.ans", "seven 7"),
        ("p/submissions/accepted/cat.sh", "cat"),
    ])
}

/// Runs the judge with a cache of its own.
fn run(folder: &Folder, code: i32) -> Seen {
    let cache = folder.path().join("cache");
    let variables: [(&str, &OsStr); 1] = [("JUDGE_CACHE", cache.as_os_str())];
    // The generators count their calls in a file outside.
    let words = ["run", "--no-sandbox", "--format", "json", "p"];
    let running = folder.start_with(&words, &variables, None);
    running.end().code(code)
}

fn counting(folder: &Folder) -> String {
    format!(
        "echo x >> '{}/count'; echo seven $1",
        folder.path().display()
    )
}

fn a_generated_input_is_made_once() {
    let hash = blake3::hash(b"seven 7\n");
    let folder = generated("", &hash);
    folder.file("p/gen.sh", counting(&folder));
    for _ in 0..2 {
        assert_eq!(run(&folder, 0).cases(), ["1 AC"]);
    }
    assert_eq!(folder.lines("count").len(), 1);
}

fn another_input_than_promised_is_a_judge_error_with_both_hashes() {
    let promised = blake3::hash(b"seven 8\n");
    let found = blake3::hash(b"seven 7\n");
    let seen = run(&generated("echo seven $1", &promised), 2);
    assert_eq!(seen.cases(), ["1 JE"]);
    assert_eq!(
        seen.case()["message"],
        format!(
            "the generator wrote another input than the package names: expected the hash {promised}, found {found}; repair the generator, or write the new hash and answer"
        )
    );
}

fn a_generator_that_fails_says_why() {
    let hash = blake3::hash(b"");
    let seen = run(&generated("echo no luck >&2; exit 3", &hash), 2);
    assert_eq!(
        seen.case()["message"],
        "the generator failed: exit code 3: no luck"
    );
}

fn an_input_that_was_changed_in_the_cache_is_made_again() {
    let hash = blake3::hash(b"seven 7\n");
    let folder = generated("", &hash);
    folder.file("p/gen.sh", counting(&folder));
    run(&folder, 0);
    folder.file(&format!("cache/inputs/{hash}.in"), "seven 8\n");
    assert_eq!(run(&folder, 0).cases(), ["1 AC"]);
    assert_eq!(folder.lines("count").len(), 2);
}

/// A package of two cases whose inputs this script validates.
fn validated(validator: &str) -> Folder {
    Folder::of(&[
        (
            "p/problem.toml",
            "name = \"P\"\nvalidator.path = \"valid.sh\"\n",
        ),
        ("p/valid.sh", validator),
        ("p/data/1.in", "1"),
        ("p/data/1.ans", "1"),
        ("p/data/2.in", "x"),
        ("p/data/2.ans", "x"),
        ("p/submissions/accepted/cat.sh", "cat"),
    ])
}

fn an_input_that_the_validator_rejects_is_a_judge_error() {
    let script = "read n; test \"$n\" = 1 && exit 42; echo \"no number: $n\" >&2; exit 43";
    let seen = run(&validated(script), 2);
    assert_eq!(seen.cases(), ["1 AC", "2 JE"]);
    assert_eq!(
        seen.solutions()[0]["cases"][1]["message"],
        "the validator rejects the input (exit code 43, where 42 accepts): no number: x"
    );
    assert_eq!(run(&validated("exit 42"), 0).cases(), ["1 AC", "2 AC"]);
}

fn a_validator_that_does_not_work_is_a_judge_error() {
    // 0 is no word of the protocol.
    for script in ["exit 0", "kill -9 $$"] {
        assert_eq!(run(&validated(script), 2).cases(), ["1 JE", "2 JE"]);
    }
}
