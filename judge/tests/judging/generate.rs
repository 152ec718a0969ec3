//! `judge generate`: inputs are made again and held against their hashes.

use crate::folder::Folder;
use crate::{Test, tests};

pub(crate) const TESTS: &[Test] = tests![
    an_input_is_made_and_held_against_its_hash,
    a_missing_hash_is_printed_and_then_holds,
    a_missing_hash_is_written_and_one_that_is_there_is_not,
    a_generator_that_writes_something_else_is_told,
];

fn generated(hash: &str, generator: &str) -> Folder {
    let folder = Folder::of(&[("p/data/secret/big.ans", "3 7\n")]);
    folder.file("p/gen.sh", generator);
    folder.file("p/submissions/accepted/cat.sh", "cat");
    folder.file(
        "p/problem.toml",
        format!(
            "name = \"p\"\n[[generate]]\ncase = \"secret/big\"\npath = \"gen.sh\"\nargs = [\"3\", \"7\"]\n{hash}"
        ),
    );
    folder
}

const GENERATOR: &str = "echo $1 $2";

fn hash() -> String {
    let folder = generated("", GENERATOR);
    let seen = folder.judge(&["generate", "p"]).code(1);
    let seen = seen.prints(&["p: 1 of 1 generated input there\n"]);
    let (_, line) = seen
        .stdout
        .split_once("p: secret/big lacks the line: ")
        .unwrap();
    line.lines().next().unwrap().to_owned()
}

fn an_input_is_made_and_held_against_its_hash() {
    let folder = generated(&hash(), GENERATOR);
    folder
        .judge(&["generate", "p"])
        .code(0)
        .prints(&["p: 1 of 1 generated input there\n"]);
}

fn a_missing_hash_is_printed_and_then_holds() {
    let line = hash();
    assert!(
        line.starts_with("blake3 = \"") && line.len() == 75,
        "{line}"
    );
    generated(&line, GENERATOR).judge(&["run", "p"]).code(0);
    // Without it the case is judged all the same, and the package is said to be odd.
    let folder = generated("", GENERATOR);
    folder.judge(&["run", "p"]).code(0);
    folder.judge(&["verify", "p"]).prints(&["no blake3"]);
}

fn a_missing_hash_is_written_and_one_that_is_there_is_not() {
    let folder = generated("# large\n", GENERATOR);
    let words = ["generate", "p", "--write"];
    let seen = folder.judge(&words).code(0);
    seen.prints(&["p: secret/big gets the line: blake3 = \""]);
    let lines = folder.lines("p/problem.toml");
    assert_eq!(lines[5..7], [hash(), "# large".to_owned()]);
    folder.judge(&["generate", "p"]).code(0);
    let zeros = format!("blake3 = \"{}\"", "0".repeat(64));
    let folder = generated(&zeros, GENERATOR);
    folder.judge(&words).code(2);
    assert_eq!(folder.lines("p/problem.toml")[5], zeros);
}

fn a_generator_that_writes_something_else_is_told() {
    let zeros = format!("blake3 = \"{}\"", "0".repeat(64));
    generated(&zeros, GENERATOR)
        .judge(&["generate", "p"])
        .code(2)
        .says(&[
            "secret/big: the generator wrote another input",
            &"0".repeat(64),
            ". To write the new hash, remove the old one (p/problem.toml: line 6: generate `secret/big`: blake3), then `judge generate p --write`\n",
        ]);
    generated(&zeros, "exit 1")
        .judge(&["generate", "p"])
        .code(2);
}
