//! Limits of one solution alone, and limits that what runs a program is told.

use serde_json::Value;

use crate::folder::Folder;
use crate::{Test, tests};

pub(crate) const TESTS: &[Test] = tests![
    each_fixture_of_dmoj_is_held_to_its_own_limits,
    a_limit_of_memory_is_told_in_its_own_unit_in_every_form,
    after_time_ran_out_alone_no_later_case_is_run_again,
    garbage_in_java_is_collected_before_it_comes_to_the_limit["javac"],
    too_much_memory_in_java_is_too_much_memory["javac"],
];

fn each_fixture_of_dmoj_is_held_to_its_own_limits() {
    let folder = Folder::of(&[
        ("p/init.yml", "test_cases: [{in: 1.in, out: 1.in}]"),
        ("p/1.in", "1\n"),
    ]);
    for (name, time, memory) in [("loose", 7, 1 << 20), ("tight", 3, 1 << 16)] {
        folder.file(&format!("p/tests/{name}/a.sh"), "cat");
        let settings = format!("language: SH\nsource: a.sh\ntime: {time}\nmemory: {memory}\n");
        folder.file(&format!("p/tests/{name}/test.yml"), settings);
    }
    let seen = folder.run(&["p"]).code(0);
    let document: Value = serde_json::from_str(&seen.stdout).unwrap();
    let problem = &document["problems"][0];
    let limits = |of: &Value| {
        let limit = |key: &str| of["limits"][key].as_f64().unwrap();
        (limit("cpu_ms"), limit("wall_ms"), limit("memory_bytes"))
    };
    assert_eq!(limits(problem), (7e3, 21e3, f64::from(1 << 30)));
    let solutions = &problem["solutions"];
    assert_eq!(limits(&solutions[0]), (7e3, 21e3, f64::from(1 << 30)));
    assert_eq!(limits(&solutions[1]), (3e3, 9e3, f64::from(1 << 26)));
}

fn after_time_ran_out_alone_no_later_case_is_run_again() {
    let folder = Folder::of(&[]);
    let log = folder.path().join("log").display().to_string();
    folder.file(
        "a.sh",
        format!("read x; echo $x >> {log}; while :; do :; done"),
    );
    for name in ["1", "2", "3", "4"] {
        folder.file(&format!("t/{name}.in"), name);
        folder.file(&format!("t/{name}.out"), name);
    }
    let options = "--jobs 4 --time-limit 200ms --wall-limit 100s --no-sandbox --expect TLE";
    let options: Vec<&str> = options.split(' ').collect();
    let seen = folder.run(&[&["a.sh", "t"], &options[..]].concat());
    assert_eq!(seen.code(0).cases(), ["1 TLE", "2 SK", "3 SK", "4 SK"]);
    // All four run out of time side by side, and some of them again: each spares those behind it.
    let runs = folder.lines("log");
    let is_again = |place: &usize| runs[..*place].contains(&runs[*place]);
    let again: Vec<&String> = (0..runs.len())
        .filter(is_again)
        .map(|at| &runs[at])
        .collect();
    assert!(again.is_sorted_by(|one, next| one > next), "{runs:?}");
}

/// The verdict and the message on a program in Java under 96 MiB.
fn java(body: &str) -> (String, String) {
    let source =
        format!("public class Main {{ public static void main(String[] words) {{ {body} }} }}");
    let folder = Folder::sum(&[("Main.java", &source)]);
    let seen = folder.run(&["Main.java", "t", "--memory-limit", "96MiB"]);
    let case = seen.case();
    let field = |key: &str| case[key].as_str().unwrap_or_default().to_owned();
    (field("verdict"), field("message"))
}

fn garbage_in_java_is_collected_before_it_comes_to_the_limit() {
    let body = "int sum = 0; for (int i = 0; i < 1024; i++) { byte[] b = new byte[1 << 20]; \
                b[i] = 5; sum = b[i]; } System.out.println(sum);";
    let (verdict, message) = java(body);
    assert_eq!(verdict, "AC", "{message}");
}

fn too_much_memory_in_java_is_too_much_memory() {
    let body = "byte[] b = new byte[1 << 30]; System.out.println(b[5] + 5);";
    let (verdict, message) = java(body);
    assert_eq!(verdict, "MLE", "{message}");
    assert_eq!(message, "java.lang.OutOfMemoryError under 96 MiB");
}

fn a_limit_of_memory_is_told_in_its_own_unit_in_every_form() {
    let folder = Folder::sum(&[("a.sh", "cat > /dev/null; echo 5")]);
    for (limit, told) in [
        ("64KiB", "64 KiB"),
        ("700KiB", "700 KiB"),
        ("1500KiB", "1500 KiB"),
        ("1MiB", "1 MiB"),
    ] {
        let words = ["run", "a.sh", "t", "--memory-limit", limit];
        for (format, line) in [
            ("human", format!("(1 case, 10 s, {told})")),
            ("human", format!(" MiB of {told}\n")),
            ("markdown", format!("limits 10.000 s, {told}\n")),
            ("junit", format!("name=\"memory limit\" value=\"{told}\"")),
        ] {
            let seen = folder.judge(&[&words[..], &["--format", format]].concat());
            let seen = seen.code(1);
            assert!(
                seen.stdout.contains(&line),
                "{format}, {line}: {}",
                seen.stdout
            );
        }
        let keep = format!("keep-{limit}");
        folder.judge(&[&words[..], &["--keep", &keep]].concat());
        let script = folder.path().join(keep).join("t/a.sh/1/reproduce.sh");
        let script = std::fs::read_to_string(script).unwrap();
        assert!(
            script.contains(&format!(" s on the clock, {told}.")),
            "{script}"
        );
    }
}
