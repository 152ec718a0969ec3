//! Folders that are hidden in those that a program is shown.

use std::fs;
use std::path::PathBuf;

use libtest_mimic::Failed;
use sandbox::{Folder, Hide, Program, Sandbox, Stdin};

use crate::faults::{equal, shell};
use crate::{Bench, Test, generous, run_in};

pub(crate) const TESTS: &[(&str, Test)] = &[
    ("what is hidden in a shown folder is not seen", |bench| {
        in_a_shown_folder(bench, &[], "own\n")?;
        in_a_shown_folder(bench, &["namespaces"], "own\n")?;
        in_a_shown_folder(bench, &["namespaces", "landlock"], "own\nanswer\n")
    }),
    ("what is hidden in the system's folders is not seen", |_| {
        in_the_system(&[], "one\n")?;
        in_the_system(&["namespaces"], "one\n")?;
        in_the_system(&["namespaces", "landlock"], "one\nother\n")
    }),
];

/// A program is shown a folder, as one of the user's own command line is, and looks for the answers in it.
fn in_a_shown_folder(bench: &Bench, off: &[&str], expected: &str) -> Result<(), Failed> {
    let folder = bench.place("shown")?;
    fs::create_dir(folder.join("data"))?;
    for (name, text) in [
        ("own", "own\n"),
        ("data/1.in", "input\n"),
        ("data/1.ans", "answer\n"),
    ] {
        fs::write(folder.join(name), text)?;
    }
    let sandbox = Bench::weaker(off)?;
    sandbox.hide(&folder.join("data"), Hide::Everywhere);
    let program = Program {
        cwd: Folder::Visible(folder.clone()),
        ..shell("cat own data/1.ans; cat data/../data/1.ans >&2")
    };
    prints(&sandbox, &program, expected)?;
    // What it is shown by itself it sees, and still no more.
    let program = Program {
        visible: vec![folder.join("data/1.in")],
        ..program
    };
    let program = Program {
        argv: ["/bin/sh", "-c", "cat own data/1.in data/1.ans"]
            .map(Into::into)
            .to_vec(),
        ..program
    };
    prints(
        &sandbox,
        &program,
        &expected.replace("own\n", "own\ninput\n"),
    )
}

/// A program looks for a file of the system that is hidden, beside one of its neighbours that is shown by itself.
fn in_the_system(off: &[&str], expected: &str) -> Result<(), Failed> {
    let sandbox = Bench::weaker(off)?;
    sandbox.hide("/usr/include".as_ref(), Hide::InSystem);
    let program = Program {
        visible: vec![PathBuf::from("/usr/include/stdlib.h")],
        ..shell(
            "read x < /usr/include/stdlib.h && echo one; read x < /usr/include/stdio.h && echo other; :",
        )
    };
    prints(&sandbox, &program, expected)
}

fn prints(sandbox: &Sandbox, program: &Program, expected: &str) -> Result<(), Failed> {
    // Twice: the second run is prepared.
    for _ in 0..3 {
        let (_, output) = run_in(sandbox, program, &generous(), Stdin::Null)?;
        equal(&String::from_utf8_lossy(&output).as_ref(), &expected)?;
    }
    Ok(())
}
