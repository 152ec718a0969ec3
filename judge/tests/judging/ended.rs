//! `judge stress` ends what nobody waits for any more.

use crate::folder::Folder;
use crate::{Test, tests};

pub(crate) const TESTS: &[Test] = tests![later_tries_are_ended_with_the_search,];

fn later_tries_are_ended_with_the_search() {
    let folder = Folder::of(&[("sol.sh", "cat"), ("ref.sh", "cat")]);
    let place = folder.path().display().to_string();
    // The first try fails once the second is under way, which takes its time.
    folder.file(
        "gen.sh",
        format!(
            "cd '{place}'\n\
             if test $1 = 1; then until test -e begun; do sleep 0.01; done; exit 3; fi\n\
             : > begun; sleep 6; : > waited; echo $1\n"
        ),
    );
    let words = ["--no-sandbox", "--jobs", "2", "--time", "60"];
    let programs = ["--gen", "gen.sh", "--against", "ref.sh", "--seed", "1"];
    let seen = folder.judge(&[&["stress", "sol.sh"], &programs[..], &words].concat());
    seen.code(2).says(&["seed 1 and size 1", "exit code 3"]);
    let is_there = |name: &str| folder.path().join(name).exists();
    assert!(is_there("begun") && !is_there("waited"));
}
