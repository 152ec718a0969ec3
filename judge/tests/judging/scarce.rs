//! A machine that gives too little: open files, processes, room on the disk. Whatever is missing,
//! the verdict is right or there is none.

use std::ffi::OsStr;

use crate::folder::{Folder, Seen};
use crate::{MOUNTS, Test, tests};

pub(crate) const TESTS: &[Test] = tests![
    few_open_files_leave_room_for_few_cases_side_by_side,
    too_few_open_files_are_said_before_anything_runs,
    few_processes_never_make_a_wrong_verdict,
    a_full_disk_is_a_judge_error[MOUNTS],
    a_disk_that_cannot_be_written_to_is_said[MOUNTS],
    a_new_problem_that_has_no_room_leaves_nothing[MOUNTS],
];

/// Ten cases of one sum each, an honest program and a wrong one, in Python and in C.
fn sums() -> Folder {
    let folder = Folder::of(&[
        ("right.sh", "read a b; echo $((a + b))"),
        ("wrong.sh", "read a b; echo $((a * b))"),
    ]);
    for name in 3..13 {
        folder.file(&format!("t/{name}.in"), format!("{name} 5\n"));
        folder.file(&format!("t/{name}.out"), format!("{}\n", name + 5));
    }
    folder
}

/// Judges both programs in a shell that has made something scarce before; `$0` is the folder.
fn judged(folder: &Folder, scarce: &str, words: &[&str], variables: &[(&str, &OsStr)]) -> Seen {
    let script = format!("{scarce}; exec \"$@\"");
    let place = folder.path().to_str().unwrap();
    let wrapper = ["sh", "-c", &script, place];
    let run = ["run", "right.sh", "wrong.sh", "t", "--format", "json"];
    folder.judge_by(&wrapper, &[&run[..], words].concat(), variables)
}

/// Asserts that no program has a verdict that it does not deserve: judge errors and skipped cases
/// say nothing of it.
#[track_caller]
fn assert_honest(seen: &Seen) {
    for (solution, deserved) in seen.solutions().iter().zip(["AC", "WA"]) {
        for case in solution["cases"].as_array().unwrap() {
            let verdict = case["verdict"].as_str().unwrap();
            assert!([deserved, "JE", "SK"].contains(&verdict), "{case}");
        }
    }
}

fn few_open_files_leave_room_for_few_cases_side_by_side() {
    let seen = judged(&sums(), "ulimit -n 112", &["--jobs", "9"], &[])
        .code(1)
        .says(&["leaves room for 2 of 9 cases side by side"]);
    assert_eq!(seen.json()["jobs"], 2);
    assert_eq!(
        seen.table(),
        ["right.sh AC AC true", "wrong.sh AC WA false"]
    );
    // The soft limit alone is no reason to go slow.
    let seen = judged(&sums(), "ulimit -Sn 112", &["--jobs", "9"], &[]).code(1);
    assert_eq!(seen.json()["jobs"], 9);
}

fn too_few_open_files_are_said_before_anything_runs() {
    for few in [10, 24, 32, 71] {
        let seen = judged(&sums(), &format!("ulimit -n {few}"), &[], &[])
            .code(2)
            .says(&["open files", "raise the limit"]);
        assert_eq!(seen.stdout, "");
    }
}

fn few_processes_never_make_a_wrong_verdict() {
    // The system counts all processes of a user, and does not limit root's: whatever this test
    // meets, an honest program is never blamed.
    for few in [1, 3, 8, 20] {
        let seen = judged(&sums(), &format!("ulimit -u {few}"), &[], &[]);
        assert!(matches!(seen.code, Some(1 | 2)), "{seen:?}");
        if !seen.stdout.is_empty() {
            assert_honest(&seen);
        }
    }
}

fn a_full_disk_is_a_judge_error() {
    let folder = sums();
    folder.file("large.sh", "head -c 3000000 /dev/zero");
    folder.file("disk/here", "");
    let disk = folder.path().join("disk");
    let scarce = "mount -t tmpfs -o size=64k tmpfs \"$0/disk\"";
    let seen = judged(
        &folder,
        scarce,
        &["large.sh"],
        &[("TMPDIR", disk.as_os_str())],
    )
    .code(2);
    assert_honest(&seen);
    let large = &seen.solutions()[2];
    for case in large["cases"].as_array().unwrap() {
        assert_eq!(case["verdict"], "JE", "{case}");
        let message = case["message"].as_str().unwrap();
        assert!(message.contains("is the disk full?"), "{message}");
    }
}

fn a_disk_that_cannot_be_written_to_is_said() {
    let folder = sums();
    folder.file("disk/here", "");
    let disk = folder.path().join("disk");
    let scarce = "mount -t tmpfs -o ro tmpfs \"$0/disk\"";
    // Small outputs need no temporary file, and shells no compiler.
    let variables: [(&str, &OsStr); 1] = [("TMPDIR", disk.as_os_str())];
    let seen = judged(&folder, scarce, &[], &variables);
    assert!(matches!(seen.code, Some(1 | 2)), "{seen:?}");
    assert_honest(&seen);
    let cache = disk.join("cache");
    let variables: [(&str, &OsStr); 1] = [("JUDGE_CACHE", cache.as_os_str())];
    let seen = judged(&folder, scarce, &[], &variables)
        .code(2)
        .says(&["cannot use the cache folder", "set JUDGE_CACHE to another"]);
    assert_eq!(seen.stdout, "");
}

fn a_new_problem_that_has_no_room_leaves_nothing() {
    let folder = Folder::of(&[("disk/here", "")]);
    let place = folder.path().to_str().unwrap();
    // Room for one file, and what is there afterwards.
    let mount = "mount -t tmpfs -o size=4k tmpfs \"$0/disk\" && cd \"$0/disk\"";
    for (before, left) in [("true", "."), ("mkdir problems", ".\n./problems")] {
        let script = format!("{mount} && {before} && \"$@\"; code=$?; find .; exit $code");
        let wrapper = ["sh", "-c", &script, place];
        let seen = folder.judge_by(&wrapper, &["new", "foo"], &[]).code(2);
        assert_eq!(seen.stdout.trim(), left);
        seen.says(&["cannot make problems/foo/"]);
    }
}
