//! A run shared out: the shards merged are the whole run, and nothing else is merged.

use std::ffi::OsStr;

use serde_json::{Value, json};

use crate::folder::{Folder, Seen};
use crate::{Test, tests};

pub(crate) const TESTS: &[Test] = tests![
    shards_merged_are_the_whole_run,
    shards_by_expected_time_merged_are_the_whole_run,
    groups_and_scores_are_those_of_the_whole_run,
    a_limit_that_follows_from_times_is_the_same_in_all_shards,
    a_shard_says_only_whether_it_could_be_judged,
    what_are_not_the_parts_of_one_run_is_not_merged,
    a_solution_that_one_machine_cannot_build_is_not_judged,
    a_merged_run_names_the_program_that_all_machines_ran,
    a_scheduler_says_which_part_it_is,
    a_merged_run_is_told_in_every_format,
    a_workflow_is_written_once,
];

/// What differs from run to run is taken out of a recording.
fn without_times(mut document: Value) -> Value {
    fn strip(value: &mut Value) {
        match value {
            Value::Object(fields) => {
                for key in [
                    "started",
                    "elapsed_ms",
                    "times",
                    "beside_others",
                    "pace",
                    "again",
                    "time_from",
                ] {
                    fields.remove(key);
                }
                if let Some(Value::Object(measured)) = fields.get_mut("measured") {
                    for key in ["cpu_ms", "wall_ms", "memory_bytes"] {
                        measured.remove(key);
                    }
                }
                // A message with the time in it.
                if fields.get("verdict") == Some(&json!("TLE"))
                    && let Some(message) = fields.get_mut("message")
                {
                    *message = json!("");
                }
                fields.values_mut().for_each(strip);
            }
            Value::Array(values) => values.iter_mut().for_each(strip),
            _ => {}
        }
    }
    strip(&mut document);
    document
}

/// Runs the parts of a run and gives the names of their recordings.
fn shards(folder: &Folder, words: &[&str], count: usize) -> Vec<String> {
    (1..=count)
        .map(|index| {
            let (shard, file) = (format!("{index}/{count}"), format!("{index}.json"));
            let options = ["--quiet", "--shard", &shard, "--save", &file];
            let seen = folder.judge(&[&["run"], words, &options[..]].concat());
            assert!(matches!(seen.code, Some(0 | 2)), "{}", seen.stderr);
            file
        })
        .collect()
}

fn merge(folder: &Folder, files: &[String], options: &[&str]) -> Seen {
    let mut words = vec!["merge", "--format", "json"];
    words.extend(files.iter().map(String::as_str));
    words.extend(options);
    folder.judge(&words)
}

/// Asserts that a run and its parts put together come to the same, by exit code and recording.
#[track_caller]
fn same(folder: &Folder, words: &[&str], count: usize, merging: &[&str]) -> Value {
    let whole = folder.run(words);
    let mut files = shards(folder, words, count);
    // In any order.
    files.reverse();
    let merged = merge(folder, &files, merging);
    assert_eq!(
        merged.code, whole.code,
        "{}\n{}",
        merged.stderr, whole.stderr
    );
    let [whole, merged] = [whole, merged].map(|seen| without_times(seen.json()));
    assert_eq!(merged, whole, "{words:?} in {count}");
    whole
}

/// A package in which everything occurs that one case can do to the others.
fn package() -> Folder {
    let folder = Folder::of(&[(
        "p/problem.toml",
        "name = \"p\"\nlimits = { time = \"100ms\", wall = \"60s\" }",
    )]);
    for case in 1..=7 {
        folder.file(&format!("p/data/secret/{case}.in"), case.to_string());
        folder.file(&format!("p/data/secret/{case}.ans"), case.to_string());
    }
    let odd =
        |cases: &str, does: &str| format!("read x\ncase $x in {cases}) {does};; esac\necho $x");
    for (name, source) in [
        ("accepted/right.sh", odd("-", "true")),
        (
            "accepted/broken.c",
            "int main(void) { return 0 }".to_owned(),
        ),
        ("accepted/foreign.unknown", String::new()),
        ("accepted/crash.sh", odd("5", "exit 3")),
        ("wrong_answer/right.sh", odd("-", "true")),
        ("wrong_answer/wrong.sh", odd("2|6", "echo no; exit 0")),
        // Later cases are skipped, wherever they were run: or the WA would be a surprise.
        (
            "time_limit_exceeded/slow.sh",
            odd("3", "while :; do :; done") + "; if test $x -gt 3; then echo no; fi",
        ),
        ("tried/a.sh", odd("7", "echo no; exit 0")),
    ] {
        folder.file(&format!("p/submissions/{name}"), source);
    }
    folder.file("q/1.in", "x");
    folder.file("q/1.ans", "x");
    folder.file("q/problem.toml", "name = \"q\"");
    folder.file("q/data/1.in", "x");
    folder.file("q/data/1.ans", "x");
    folder.file("q/submissions/accepted/a.sh", "cat");
    folder
}

fn shards_merged_are_the_whole_run() {
    let folder = package();
    let whole = same(&folder, &["p", "q"], 3, &[]);
    let slow = &whole["problems"][0]["solutions"].as_array().unwrap().iter();
    let slow = slow
        .clone()
        .find(|s| s["name"] == "time_limit_exceeded/slow.sh");
    assert_eq!(slow.unwrap()["cases"][6]["verdict"], "SK");
    for (words, count) in [
        // More parts than cases.
        (&["q"][..], 5),
        (&["p", "--all-cases"], 2),
        (&["p", "--solution", "*.sh", "--case", "[2-5]"], 2),
        (&["p", "--solution", "right.sh", "--expect", "WA"], 2),
        (&["p", "--solution", "right.sh"], 1),
    ] {
        same(&folder, words, count, &[]);
    }
    same(&folder, &["p", "--no-skip"], 2, &["--no-skip"]);
}

fn shards_by_expected_time_merged_are_the_whole_run() {
    let folder = package();
    folder.judge(&["run", "p", "q", "--save", "old.json"]);
    folder.file("p/data/secret/8.in", "8");
    folder.file("p/data/secret/8.ans", "8");
    folder.file(
        "p/submissions/accepted/crash.sh",
        "read x; test $x = 1 && exit 3; echo $x",
    );
    let words = ["p", "q", "--baseline", "old.json"];
    let whole = same(&folder, &words, 3, &["--baseline", "old.json"]);
    let changes = whole["comparison"]["changes"].as_array().unwrap();
    assert!(changes.len() >= 3, "{changes:?}");
    // Most solutions are whole in one shard.
    let mut parts = 0;
    for index in 1..=3 {
        let text = std::fs::read_to_string(folder.path().join(format!("{index}.json"))).unwrap();
        let shard: Value = serde_json::from_str(&text).unwrap();
        let solutions = shard["problems"][0]["solutions"].as_array().unwrap();
        let own = |solution: &&Value| !solution["part"].as_array().unwrap().is_empty();
        parts += solutions.iter().filter(own).count();
    }
    assert!((8..=10).contains(&parts), "{parts}");
}

fn groups_and_scores_are_those_of_the_whole_run() {
    let settings = "name = \"p\"\n\
        [[group]]\nname = \"secret/a\"\npoints = 30\nrequires = [\"sample\"]\n\
        [[group]]\nname = \"secret/b\"\npoints = 50\n\
        [[group]]\nname = \"secret/c\"\npoints = 20\nrequires = [\"secret/a\", \"secret/b\"]\n";
    let folder = Folder::of(&[("p/problem.toml", settings)]);
    for case in [
        "sample/1",
        "secret/a/1",
        "secret/a/2",
        "secret/b/1",
        "secret/b/2",
        "secret/b/3",
        "secret/c/1",
        "secret/c/2",
    ] {
        folder.file(&format!("p/data/{case}.in"), case);
        folder.file(&format!("p/data/{case}.ans"), case);
    }
    for (name, wrong) in [
        ("accepted/a.sh", "-"),
        ("accepted/b.sh", "secret/b/3"),
        ("wrong_answer/c.sh", "sample/1|secret/c/1"),
        ("wrong_answer/d.sh", "secret/a/1|secret/b/1"),
        ("wrong_answer/e.sh", "secret/c/1"),
        ("tried/f.sh", "secret/a/2"),
    ] {
        let source = format!("read x\ncase $x in {wrong}) echo no;; *) echo $x;; esac");
        folder.file(&format!("p/submissions/{name}"), source);
    }
    for count in [2, 4] {
        let whole = same(&folder, &["p"], count, &[]);
        assert_eq!(whole["problems"][0]["solutions"][0]["score"], 100.0);
    }
    same(&folder, &["p", "--all-cases"], 3, &[]);
    // A legacy package: the grader of Kattis, where a failure ends its group.
    let kattis = Folder::of(&[
        ("k/problem.yaml", "name: k\nscoring: {}\ntype: scoring\n"),
        ("k/data/testdata.yaml", "on_reject: continue\nrange: 0 20\n"),
        ("k/data/secret/testdata.yaml", "on_reject: continue\n"),
        (
            "k/data/secret/g1/testdata.yaml",
            "on_reject: break\naccept_score: 4\n",
        ),
        (
            "k/data/secret/g2/testdata.yaml",
            "on_reject: break\naccept_score: 3\ngrader_flags: min\n",
        ),
    ]);
    for case in ["g1/1", "g1/2", "g1/3", "g2/1", "g2/2"] {
        kattis.file(&format!("k/data/secret/{case}.in"), case);
        kattis.file(&format!("k/data/secret/{case}.ans"), case);
    }
    for (name, wrong) in [
        ("accepted/a.sh", "-"),
        ("wrong_answer/b.sh", "g1/2"),
        ("wrong_answer/c.sh", "g?/1"),
    ] {
        let source = format!("read x\ncase $x in {wrong}) echo no;; *) echo $x;; esac");
        kattis.file(&format!("k/submissions/{name}"), source);
    }
    let whole = same(&kattis, &["k"], 3, &[]);
    assert!(
        whole["problems"][0]["solutions"][1]["score"].is_number(),
        "{whole}"
    );
}

fn a_limit_that_follows_from_times_is_the_same_in_all_shards() {
    let folder = Folder::of(&[("k/problem.yaml", "name: k\n")]);
    for case in ["1", "2", "3", "4"] {
        folder.file(&format!("k/data/secret/{case}.in"), case);
        folder.file(&format!("k/data/secret/{case}.ans"), case);
    }
    folder.file("k/submissions/accepted/a.sh", "cat");
    folder.file("k/submissions/wrong_answer/b.sh", "echo 1");
    let whole = same(&folder, &["k"], 2, &[]);
    assert!(whole["problems"][0]["limits"]["cpu_ms"].as_f64() >= Some(1000.0));
    // Two machines that do not agree.
    let edited = |name: &str| {
        let path = folder.path().join(name);
        let mut shard: Value =
            serde_json::from_str(&std::fs::read_to_string(&path).unwrap()).unwrap();
        for solution in shard["problems"][0]["solutions"].as_array_mut().unwrap() {
            solution["limits"]["cpu_ms"] = json!(77_000.0);
        }
        folder.file(name, shard.to_string());
    };
    edited("1.json");
    let files = ["1.json", "2.json"].map(str::to_owned);
    merge(&folder, &files, &[])
        .code(2)
        .says(&["k: 1.json and 2.json had different limits", "--time-limit"]);
}

fn a_shard_says_only_whether_it_could_be_judged() {
    let folder = package();
    // A surprise is one of the whole run: a case that was run here may count as skipped there.
    folder
        .judge(&["run", "p", "--solution", "crash.sh", "--shard", "1/1"])
        .code(0)
        .prints(&["shard 1 of 1"]);
    let folder = Folder::package(
        "",
        "cat",
        &[("problem.toml", "name = \"p\"\nchecker = \"missing\"")],
    );
    folder.judge(&["run", "p", "--shard", "1/1"]).code(2);
    for words in [
        &["--shard", "3/2"][..],
        &["--shard", "1/2", "--fail-fast"],
        &["--shard", "1/2", "--last-failed"],
        &["--shards", "2"],
        &["--shard", "auto"],
    ] {
        folder.judge(&[&["run", "p"], words].concat()).code(64);
    }
}

fn what_are_not_the_parts_of_one_run_is_not_merged() {
    let folder = package();
    let one = ["p", "--solution", "right.sh"];
    let run = |words: &[&str], shard: &str, file: &str| {
        let options = ["--quiet", "--shard", shard, "--save", file];
        folder
            .judge(&[&["run"], words, &options[..]].concat())
            .code(0);
    };
    run(&one, "1/2", "1.json");
    run(&one, "2/2", "2.json");
    run(&one, "3/3", "3of3.json");
    run(
        &[&one[..], &["--memory-limit", "1GiB"]].concat(),
        "2/2",
        "options.json",
    );
    run(&[&one[..], &["--all-cases"]].concat(), "2/2", "all.json");
    run(&["p", "--solution", "crash.sh"], "2/2", "solutions.json");
    run(&["q"], "2/2", "problems.json");
    folder.judge(&[&["run"], &one[..], &["--save", "old.json"]].concat());
    run(
        &[&one[..], &["--baseline", "old.json"]].concat(),
        "2/2",
        "compared.json",
    );
    run(
        &[&one[..], &["--baseline", "old.json"]].concat(),
        "1/2",
        "compared1.json",
    );
    folder.file("p/data/secret/7.ans", "8");
    run(&one, "2/2", "answer.json");
    let text = |name: &str| std::fs::read_to_string(folder.path().join(name)).unwrap();
    let edit = |name: &str, from: &str, to: &str| {
        let before = text("2.json");
        let after = before.replacen(from, to, 1);
        assert_ne!(before, after);
        folder.file(name, after);
    };
    let own = format!("\"judge_version\": \"{}\"", env!("CARGO_PKG_VERSION"));
    edit("version.json", &own, "\"judge_version\": \"0.0.1\"");
    edit(
        "cut.json",
        "\"interrupted\": false",
        "\"interrupted\": true",
    );
    let mut damaged: Value = serde_json::from_str(&text("2.json")).unwrap();
    damaged["problems"][0]["solutions"][0]["part"] = json!([]);
    damaged["problems"][0]["solutions"][0]["cases"] = json!([]);
    folder.file("damaged.json", damaged.to_string());
    for (files, options, says) in [
        (
            &["1.json"][..],
            &[][..],
            "a part is missing: no file of shard 2 of 2",
        ),
        (
            &["3of3.json"],
            &[],
            "parts are missing: no file of shard 1, 2 of 3",
        ),
        (
            &["1.json", "2.json", "2.json"],
            &[],
            "2.json and 2.json are both shard 2",
        ),
        (
            &["1.json", "3of3.json"],
            &[],
            "1.json is a shard of 2, and 3of3.json a shard of 3",
        ),
        (
            &["1.json", "options.json"],
            &[],
            "1.json was made with no options, and options.json with --memory-limit 1073741824B",
        ),
        (&["1.json", "all.json"], &[], "with --all-cases"),
        (
            &["1.json", "solutions.json"],
            &[],
            "did not judge the same: the package p or its solutions differ",
        ),
        (
            &["1.json", "answer.json"],
            &[],
            "the package p or its solutions differ",
        ),
        (
            &["1.json", "problems.json"],
            &[],
            "did not judge the same: p and q",
        ),
        (&["1.json", "old.json"], &[], "old.json: expected a shard"),
        (
            &["1.json", "version.json"],
            &[],
            "version.json: made by judge 0.0.1",
        ),
        (
            &["1.json", "cut.json"],
            &[],
            "cut.json: the shard was interrupted; run it again",
        ),
        (&["1.json", "damaged.json"], &[], "a file is damaged"),
        (
            &["1.json", "compared.json"],
            &[],
            "were not made with the same baseline",
        ),
        (
            &["compared1.json", "compared.json"],
            &[],
            "the shards were made with --baseline: give the same file",
        ),
        (
            &["1.json", "2.json"],
            &["--baseline", "old.json"],
            "made without --baseline",
        ),
        (
            &["compared1.json", "compared.json"],
            &["--baseline", "other.json"],
            "is not the file that the shards were made with",
        ),
        (
            &["1.json", "missing.json"],
            &[],
            "cannot read the recorded run missing.json",
        ),
    ] {
        if options.contains(&"other.json") {
            folder.file(
                "other.json",
                text("old.json").replacen("\"jobs\"", " \"jobs\"", 1),
            );
        }
        let files: Vec<String> = files.iter().map(|file| (*file).to_owned()).collect();
        let seen = merge(&folder, &files, options).code(2).says(&[says]);
        assert!(seen.stdout.is_empty(), "{}", seen.stdout);
    }
    let files = ["2.json", "1.json"].map(str::to_owned);
    merge(&folder, &files, &[]).code(1);
}

fn a_solution_that_one_machine_cannot_build_is_not_judged() {
    let folder = package();
    let files = shards(&folder, &["p", "--solution", "right.sh"], 2);
    let path = folder.path().join(&files[1]);
    let mut shard: Value = serde_json::from_str(&std::fs::read_to_string(&path).unwrap()).unwrap();
    for solution in shard["problems"][0]["solutions"].as_array_mut().unwrap() {
        solution["cases"] = json!([]);
        solution["verdict"] = json!("SK");
        solution["message"] = json!("no sh");
    }
    folder.file(&files[1], shard.to_string());
    let seen = merge(&folder, &files, &[]).code(0);
    for solution in seen.solutions() {
        assert_eq!(
            (&solution["verdict"], &solution["message"]),
            (&json!("SK"), &json!("no sh"))
        );
    }
    merge(&folder, &files, &["--no-skip"]).code(2);
}

fn a_merged_run_names_the_program_that_all_machines_ran() {
    let folder = package();
    let files = shards(&folder, &["p", "--solution", "accepted/right.sh"], 2);
    let program = || {
        let seen = merge(&folder, &files, &[]).code(0);
        seen.solutions()[0]["program"].clone()
    };
    assert!(program().is_string());
    let path = folder.path().join(&files[1]);
    let mut shard: Value = serde_json::from_str(&std::fs::read_to_string(&path).unwrap()).unwrap();
    shard["problems"][0]["solutions"][0]["program"] = json!("0".repeat(64));
    folder.file(&files[1], shard.to_string());
    assert_eq!(program(), json!(null));
}

fn a_scheduler_says_which_part_it_is() {
    let folder = package();
    let words = ["run", "q", "--shard", "auto", "--format", "json"];
    for (variables, options, part) in [
        (
            &[
                ("SLURM_ARRAY_TASK_ID", "5"),
                ("SLURM_ARRAY_TASK_MIN", "4"),
                ("SLURM_ARRAY_TASK_COUNT", "3"),
            ][..],
            &[][..],
            json!([2, 3]),
        ),
        (
            &[("JOB_COMPLETION_INDEX", "0")],
            &["--shards", "2"],
            json!([1, 2]),
        ),
        (
            &[("CI_NODE_INDEX", "2"), ("CI_NODE_TOTAL", "2")],
            &[],
            json!([2, 2]),
        ),
    ] {
        let variables: Vec<(&str, &OsStr)> = variables
            .iter()
            .map(|(name, value)| (*name, OsStr::new(*value)))
            .collect();
        let arguments = [&words[..], options].concat();
        let seen = folder
            .start_with(&arguments, &variables, None)
            .end()
            .code(0);
        let shard = &seen.json()["shard"];
        assert_eq!(json!([shard["index"], shard["count"]]), part);
        // It is never a part unless asked to be.
        let seen = folder
            .start_with(&["run", "q", "--format", "json"], &variables, None)
            .end();
        assert_eq!(seen.code(0).json()["shard"], json!(null));
    }
}

fn a_merged_run_is_told_in_every_format() {
    let folder = package();
    let files = shards(&folder, &["p", "q"], 2);
    let mut words = vec!["merge", "-o", "run.json", "--report", "run.md"];
    words.extend(files.iter().map(String::as_str));
    let seen = folder.judge(&words).code(1);
    seen.prints(&[
        "accepted/crash.sh: expected AC, found RTE on secret/5",
        "not as expected",
    ]);
    folder
        .judge(&["report", "run.json", "--format", "junit"])
        .code(0)
        .prints(&["<testsuites>"]);
    let markdown = std::fs::read_to_string(folder.path().join("run.md")).unwrap();
    assert!(markdown.contains("accepted/crash.sh"));
    // Who passes it on gets the run and no part.
    let text = std::fs::read_to_string(folder.path().join("run.json")).unwrap();
    assert!(!text.contains("\"shard\"") && !text.contains("\"part\""));
    folder
        .judge(&["run", "p", "--baseline", "run.json"])
        .code(0);
}

fn a_workflow_is_written_once() {
    let folder = Folder::of(&[]);
    let install = "cargo install --locked --git URL judge";
    for (options, file) in [
        (&[][..], ".github/workflows/judge.yml"),
        (&["--gitlab", "--shards", "2"], ".gitlab-ci.yml"),
    ] {
        let words = [&["init-ci"], options].concat();
        let path = folder.path().join(file);
        // Nobody knows where this repository gets the judge from.
        let seen = folder.judge(&words).code(64);
        seen.says(&["as in --install 'cargo install", "nothing was written"]);
        assert!(!path.exists());
        let words = [&words[..], &["--install", install]].concat();
        folder.judge(&words).code(0).says(&[file, install]);
        assert!(
            std::fs::read_to_string(&path)
                .unwrap()
                .contains("judge run")
        );
        std::fs::write(&path, "mine").unwrap();
        folder
            .judge(&words)
            .code(2)
            .says(&[file, "exists already; choose another name, or remove it"]);
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "mine");
    }
    // A workspace that has the judge installs its own.
    folder.file("judge/Cargo.toml", "[package]\nname = \"judge\"\n");
    std::fs::remove_file(folder.path().join(".gitlab-ci.yml")).unwrap();
    let seen = folder.judge(&["init-ci", "--gitlab"]).code(0);
    seen.says(&["cargo install --locked --path judge"]);
}
