//! Programs that look for the answers, or leave too much behind, where the judge itself has to know what to hide.

use std::fs;
use std::os::unix::fs::PermissionsExt;

use crate::folder::Folder;
use crate::{MOUNTS, Test, tests};

pub(crate) const TESTS: &[Test] = tests![
    the_answers_are_hidden_from_a_command_of_the_users_own[MOUNTS],
    a_package_in_the_systems_folders_is_hidden[MOUNTS],
    a_build_that_leaves_too_much_is_a_compile_error[MOUNTS],
];

const RIGHT: &str = "read a b; echo $((a + b))";

fn the_answers_are_hidden_from_a_command_of_the_users_own() {
    let folder = Folder::sum(&[
        ("cheat.sh", "cat t/1.out"),
        ("right.sh", RIGHT),
        ("t/right.sh", RIGHT),
    ]);
    for (command, verdict) in [
        ("sh right.sh", "AC"),
        ("sh cheat.sh", "RTE"),
        // A program that lies among the data is shown, and with it what lies beside it.
        ("sh t/right.sh", "AC"),
    ] {
        let seen = folder.run(&["--cmd", command, "t"]);
        assert_eq!(seen.case()["verdict"], verdict, "{command}");
    }
}

fn a_package_in_the_systems_folders_is_hidden() {
    let cheat = "cat /usr/src/t/1.out /usr/local/src/t/1.out";
    let folder = Folder::sum(&[("cheat.sh", cheat), ("right.sh", RIGHT)]);
    let home = folder.path().to_str().unwrap();
    for place in ["/usr/src", "/usr/local/src"] {
        let script = format!("mount --bind \"$0\" {place} && cd {place} && exec \"$@\"");
        let wrapper = ["sh", "-c", &script, home];
        let words = ["run", "cheat.sh", "right.sh", "t", "--format", "json"];
        let seen = folder.judge_by(&wrapper, &words, &[]).code(1);
        assert_eq!(
            seen.table(),
            ["cheat.sh AC RTE false", "right.sh AC AC true"],
            "{place}"
        );
    }
}

fn a_build_that_leaves_too_much_is_a_compile_error() {
    let begin = "#!/bin/sh\nprintf '#!/bin/sh\\necho 5\\n' > run; chmod +x run\n";
    for (much, verdict) in [
        ("for i in 1 2 3; do mkdir d; cd d; done", "AC"),
        (
            "i=0; while [ $i -lt 60 ]; do mkdir d; cd d; i=$((i+1)); done",
            "CE",
        ),
    ] {
        let folder = Folder::sum(&[("sol/build", &format!("{begin}{much}\n"))]);
        let mode = PermissionsExt::from_mode(0o755);
        fs::set_permissions(folder.path().join("sol/build"), mode).unwrap();
        let seen = folder.run(&["sol", "t"]);
        assert_eq!(seen.solutions()[0]["verdict"], verdict, "{much}");
    }
}
