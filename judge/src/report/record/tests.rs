//! A run is recorded and told again, and its schema says what it holds.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use package::{Grading, Group, OnReject, ScoreRule};

use super::document::{Line, Recording};
use super::{ReadError, json};
use crate::event::{BaselineInfo, Event, PartInfo, Scope, ShardInfo};
use crate::report::sample;

fn file_of(text: &str) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run.json");
    fs::write(&path, text).unwrap();
    (folder, path)
}

#[test]
fn a_recorded_run_is_told_again_event_by_event() {
    for pretty in [false, true] {
        let text = json(&sample::recording(), pretty).unwrap();
        let (_folder, path) = file_of(&text);
        let recording = Recording::read(&path).unwrap();
        assert_eq!(recording, sample::recording());
        let mut events = Vec::new();
        let told = recording.replay(&mut |event| {
            events.push(event.clone());
            Ok::<(), ()>(())
        });
        assert_eq!(told, Ok(()));
        assert_eq!(events, sample::events());
        assert_eq!(json(&recording, pretty).unwrap(), text);
    }
}

#[test]
fn a_shard_is_told_again_with_all_that_a_merge_needs() {
    let mut events = sample::events();
    for event in &mut events {
        match event {
            Event::RunStarted(run) => {
                run.shard = Some(ShardInfo {
                    index: 2,
                    count: 3,
                    all_cases: true,
                    baseline: Some(BaselineInfo {
                        hash: "00ff".to_owned(),
                        scope: Scope::Problems,
                    }),
                });
            }
            Event::ProblemStarted(problem) => {
                let open = Grading::default();
                let bounded = Grading {
                    range: (0.0, 40.5),
                    max_score: Some(40.5),
                    score: ScoreRule::PassFail,
                    ..Grading::default()
                };
                let group = |name: &str, parent, grading| Group {
                    name: name.to_owned(),
                    parent,
                    grading,
                    on_reject: OnReject::Break,
                    requires: vec![0],
                };
                Arc::make_mut(problem).part = Some(PartInfo {
                    content: "ff00".to_owned(),
                    groups: vec![group("data", None, open), group("secret", Some(0), bounded)],
                    cases: vec![(0, None), (1, Some(0.1))],
                    left_out: 1,
                });
            }
            Event::SolutionStarted(solution) => solution.part = Some(vec![0, 3]),
            _ => {}
        }
    }
    let mut recording = Recording::new();
    for event in &events {
        recording.add(event);
    }
    let (_folder, path) = file_of(&json(&recording, true).unwrap());
    let mut told = Vec::new();
    let read = Recording::read(&path).unwrap();
    let done = read.replay(&mut |event| {
        told.push(event.clone());
        Ok::<(), ()>(())
    });
    assert_eq!((done, told), (Ok(()), events));
}

#[test]
fn a_line_of_json_lines_is_its_event() {
    for event in sample::events() {
        let line = Line::of(&event);
        let text = json(&line, false).unwrap();
        assert_eq!(serde_json::from_str::<Line>(&text).unwrap(), line);
        assert!(!text.contains('\n'));
    }
}

#[test]
fn no_text_in_json_ends_a_page_or_turns_a_line() {
    let text = json(&sample::recording(), true).unwrap();
    assert!(text.contains("\\u003c/script>") && text.contains("\\u202e"));
    assert!(!text.contains(|c: char| c == '<' || c == '\u{202e}' || (c.is_control() && c != '\n')));
}

#[test]
fn a_file_that_is_no_recorded_run_is_a_clear_error() {
    let whole = json(&sample::recording(), true).unwrap();
    let later = whole.replacen("\"version\": 1", "\"version\": 2, \"new\": []", 1);
    assert_ne!(whole, later);
    let error = |text: &str| {
        let (_folder, path) = file_of(text);
        Recording::read(&path).unwrap_err().to_string()
    };
    let foreign = "run.json: expected a recorded run, made by `judge run --save FILE`: ";
    for (text, expected) in [
        (
            "",
            format!("{foreign}line 1, column 0: the text ends before"),
        ),
        (
            "{}",
            format!("{foreign}line 1, column 2: expected the key `format`, found none"),
        ),
        (
            "[1, 2]",
            format!("{foreign}[0]: line 1, column 2: expected"),
        ),
        (
            &whole[..whole.len() / 2],
            "the text ends before it is complete".to_owned(),
        ),
        (
            &whole.replacen("\"cpu_ms\": ", "\"cpu_ms\": -", 1),
            "expected milliseconds from 0 to 1e12, found -".to_owned(),
        ),
        (
            "{\"format\": \"other\\u001b\", \"version\": 1}",
            "run.json: expected \"format\": \"judge run\", found `other\\u{1b}`".to_owned(),
        ),
        (
            &later,
            "run.json: the recorded run has version 2, and this judge knows 1: use a newer judge"
                .to_owned(),
        ),
        (
            &whole.replacen("\"verdict\": \"AC\"", "\"verdict\": \"OK\"", 1),
            "solutions[0]: line 162, column 9: expected one of AC".to_owned(),
        ),
    ] {
        let found = error(text);
        assert!(found.contains(&expected), "{found}\n{expected}");
    }
    let missing = Recording::read(Path::new("missing.json")).unwrap_err();
    assert!(matches!(missing, ReadError::Read { .. }));
}

#[test]
fn fields_that_came_later_are_no_error() {
    let text = json(&sample::recording(), false).unwrap();
    let later = text.replace("\"verdict\":", "\"later\":[1,{}],\"verdict\":");
    assert_ne!(later, text);
    let (_folder, path) = file_of(&later);
    assert_eq!(Recording::read(&path).unwrap(), sample::recording());
}

/// The schemas in `docs/` are those of the types. `UPDATE_EXPECT=1 cargo test -p judge schema`
/// writes them anew.
#[test]
fn the_committed_schema_is_that_of_the_types() {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs");
    for (name, schema) in [
        ("run.schema.json", schemars::schema_for!(Recording)),
        ("event.schema.json", schemars::schema_for!(Line)),
    ] {
        let derived = serde_json::to_string_pretty(&schema).unwrap() + "\n";
        expect_test::expect_file![docs.join(name)].assert_eq(&derived);
    }
}
