//! What the documents say to copy does what they say.

use std::env;
use std::path::Path;
use std::process::Command;

use crate::folder::Folder;
use crate::{Test, tests};

pub(crate) const TESTS: &[Test] =
    tests![the_example_of_stress_is_true_as_it_stands["c++", "python3"],];

const STRESS: &str = include_str!("../../../docs/stress.md");

/// The text between the fences after `begin`.
fn fenced<'t>(text: &'t str, begin: &str) -> &'t str {
    let (_, after) = text.split_once(begin).expect("the beginning");
    let (block, _) = after.split_once("\n```").expect("the end");
    block
}

fn the_example_of_stress_is_true_as_it_stands() {
    let folder = Folder::of(&[]);
    let judge = Path::new(env!("CARGO_BIN_EXE_judge"));
    let mut path = judge.parent().expect("a folder").as_os_str().to_owned();
    path.push(":");
    path.push(env::var_os("PATH").unwrap_or_default());
    let mut command = Command::new("sh");
    command.arg("-c").arg(fenced(STRESS, "```sh\n"));
    let ran = folder.settled(&mut command).env("PATH", path).output();
    let ran = ran.expect("a shell");
    let said = String::from_utf8_lossy(&ran.stdout);
    let promised = fenced(STRESS, "It says\n```\n");
    // Before it stands how long it took, and behind it the command that tries it again.
    let count = promised.lines().count();
    let found: Vec<&str> = said.lines().skip(1).take(count).collect();
    assert_eq!(found.join("\n"), promised, "{said}");
    assert_eq!(ran.status.code(), Some(1));
}
