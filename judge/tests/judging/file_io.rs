//! Problems whose solutions read and write files instead of their standard streams.

use crate::folder::Folder;
use crate::{Test, tests};

pub(crate) const TESTS: &[Test] = tests![
    solutions_read_and_write_files_where_the_problem_says_so,
    a_file_of_output_is_bounded_and_never_a_link,
];

/// A CMS task whose solutions read `in.txt` and write `out.txt`, with one case: 3 and 4 make 7.
fn task() -> Folder {
    Folder::of(&[
        (
            "p/task.yaml",
            "name: p\ntime_limit: 10\nmemory_limit: 512\nn_input: 1\ninfile: in.txt\noutfile: out.txt\n",
        ),
        ("p/input/input0.txt", "3 4\n"),
        ("p/output/output0.txt", "7\n"),
    ])
}

/// The verdict on a solution in shell, and the message.
#[track_caller]
fn verdict(source: &str, options: &[&str]) -> (String, String) {
    let folder = task();
    folder.file("a.sh", source);
    let seen = folder.run(&[&["a.sh", "p"], options].concat());
    let case = seen.case();
    let field = |key: &str| case[key].as_str().unwrap_or_default().to_owned();
    (field("verdict"), field("message"))
}

fn solutions_read_and_write_files_where_the_problem_says_so() {
    for (source, expected, says) in [
        ("read a b < in.txt; echo $((a + b)) > out.txt", "AC", ""),
        ("read a b; echo noise; echo $((a + b)) > out.txt", "AC", ""),
        ("read a b < in.txt; echo $((a * b)) > out.txt", "WA", "12"),
        ("echo 7", "WA", "it wrote no file out.txt"),
        ("echo 7 > out.txt; exit 3", "RTE", "exit code 3"),
    ] {
        let (found, message) = verdict(source, &[]);
        assert_eq!(found, expected, "{source}: {message}");
        assert!(message.contains(says), "{source}: {message}");
    }
}

fn a_file_of_output_is_bounded_and_never_a_link() {
    let (found, message) = verdict("ln -s in.txt out.txt", &[]);
    assert_eq!(found, "WA", "{message}");
    let (found, message) = verdict("exec yes > out.txt", &["--output-limit", "1MiB"]);
    assert_eq!(found, "OLE", "{message}");
    let (found, message) = verdict("mkdir out.txt", &[]);
    assert_eq!(found, "WA", "{message}");
}
