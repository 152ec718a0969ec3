//! Each format of a made-up run, whole. `UPDATE_EXPECT=1 cargo test -p judge snapshot` writes the
//! files anew.

use std::path::Path;

use clap::ValueEnum;
use expect_test::expect_file;

use super::format::Format;
use super::{github, sample};

fn written(format: Format) -> String {
    let mut out = Vec::new();
    format.write(&sample::recording(), &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

#[test]
fn snapshot_of_each_format() {
    for (format, file) in [
        (Format::Human, "run.txt"),
        (Format::Jsonl, "run.jsonl"),
        (Format::Junit, "run.xml"),
        (Format::Github, "run.github"),
        (Format::Markdown, "run.md"),
    ] {
        let snapshots = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/report/snapshots");
        expect_file![snapshots.join(file)].assert_eq(&written(format));
    }
}

#[test]
fn a_report_takes_the_place_of_its_like_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("file");
    let formats = Format::value_variants();
    let may = |format: &Format, text: &str, force: bool| {
        std::fs::write(&path, text).unwrap();
        format.check(&path, force).is_ok()
    };
    for format in formats {
        for other in formats {
            let replaced = may(format, &written(*other), false);
            assert_eq!(replaced, format == other, "{format:?} over {other:?}");
        }
        assert!(may(format, "", false));
        for text in [
            "int main() {}\n",
            "1 2 3\n",
            "{\"format\": \"x\"}",
            "<?xml?>\n<testsuites/>",
        ] {
            assert!(!may(format, text, false), "{format:?} over {text}");
            assert!(may(format, text, true));
        }
    }
}

#[test]
fn no_foreign_line_is_a_command_to_the_runner() {
    let text = written(Format::Github);
    for line in text.lines() {
        assert!(!line.contains("##["), "{line}");
        let known = ["::group::", "::endgroup::", "::error ", "::warning "];
        let command = line.trim_start().starts_with("::");
        assert!(
            !command || known.iter().any(|known| line.starts_with(known)),
            "{line}"
        );
    }
    // The submission's own command is there as text.
    assert!(
        text.contains("::error::x") && text.contains("# #[error]y"),
        "{text}"
    );
}

#[test]
fn a_summary_is_added_to_what_is_there_and_is_bounded() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("summary.md");
    let add = || {
        github::summarize(&sample::recording(), &path).unwrap();
        std::fs::read_to_string(&path).unwrap()
    };
    let once = add();
    assert_eq!(once, written(Format::Markdown));
    assert_eq!(add(), once.repeat(2));
    let full = (1 << 20) - 400;
    std::fs::write(&path, "x".repeat(full)).unwrap();
    let last = add();
    assert!(last.len() <= 1 << 20 && last.ends_with("… more is in the log\n"));
    std::fs::write(&path, "x".repeat(1 << 20)).unwrap();
    assert_eq!(add().len(), 1 << 20);
}

#[test]
fn the_xml_is_well_formed_and_its_counts_are_those_of_its_tests() {
    let text = written(Format::Junit);
    let document = roxmltree::Document::parse(&text).unwrap();
    let root = document.root_element();
    assert_eq!(root.tag_name().name(), "testsuites");
    let names = |node: roxmltree::Node<'_, '_>| -> Vec<String> {
        let children = node.children().filter(roxmltree::Node::is_element);
        children
            .map(|child| child.tag_name().name().to_owned())
            .collect()
    };
    let suites: Vec<_> = root
        .children()
        .filter(roxmltree::Node::is_element)
        .collect();
    // One for each solution, one for the broken packages, one for the baseline.
    assert_eq!(suites.len(), 10);
    for (id, suite) in suites.iter().enumerate() {
        for attribute in ["package", "name", "hostname", "timestamp", "time"] {
            assert!(
                suite
                    .attribute(attribute)
                    .is_some_and(|value| !value.is_empty())
            );
        }
        assert_eq!(suite.attribute("id"), Some(&*id.to_string()));
        let tests: Vec<_> = suite
            .children()
            .filter(|child| child.has_tag_name("testcase"))
            .collect();
        let mut expected = vec!["testcase".to_owned(); tests.len()];
        expected.insert(0, "properties".to_owned());
        expected.extend(["system-out", "system-err"].map(str::to_owned));
        assert_eq!(names(*suite), expected);
        assert!(!tests.is_empty());
        let count = |tag: &str| {
            let of_kind = |test: &&roxmltree::Node<'_, '_>| names(**test) == [tag];
            Some(tests.iter().filter(of_kind).count().to_string())
        };
        for (attribute, counted) in [
            ("tests", Some(tests.len().to_string())),
            ("failures", count("failure")),
            ("errors", count("error")),
            ("skipped", count("skipped")),
        ] {
            assert_eq!(
                suite.attribute(attribute),
                counted.as_deref(),
                "{attribute} of {id}"
            );
        }
        for test in tests {
            for attribute in ["classname", "name", "time"] {
                assert!(
                    test.attribute(attribute)
                        .is_some_and(|value| !value.is_empty())
                );
            }
        }
    }
}

#[test]
fn a_suite_is_green_where_the_expectation_held() {
    let text = written(Format::Junit);
    let document = roxmltree::Document::parse(&text).unwrap();
    let told: Vec<String> = document
        .descendants()
        .filter(|node| node.has_tag_name("testsuite"))
        .map(|suite| {
            let value = |name: &str| suite.attribute(name).unwrap_or_default();
            let counts = ["tests", "failures", "errors", "skipped"].map(value);
            format!("{}: {}", value("name"), counts.join(" "))
        })
        .collect();
    assert_eq!(
        told,
        [
            "grid accepted/right.py: 2 0 0 0",
            "grid wrong_answer/rejected.py: 2 0 0 0",
            "grid accepted/<script>alert(1)</script>, |`x`|.py: 2 2 0 0",
            "grid time_limit_exceeded/slow.py: 2 0 0 1",
            // No case of it fails: a test of its own says that none did.
            "grid accepted/lenient.py: 3 1 0 0",
            "p2 a.cpp: 1 1 0 0",
            "p2 b.kt: 1 0 0 1",
            "p2 c.sh: 1 0 1 0",
            "broken packages: 1 0 1 0",
            // What is worse than it was.
            "baseline: 2 2 0 0",
        ]
    );
}

#[test]
fn the_page_holds_no_tag_of_a_program_and_no_gap() {
    let page = written(Format::Html);
    let count = |text: &str| page.matches(text).count();
    // The run and the script; what the submission printed begins with an escaped `<`.
    assert_eq!((count("<script"), count("</script")), (2, 2));
    assert!(page.contains("\\u003c/script>\\u003cscript>alert('out')"));
    assert_eq!((count("{{"), count("<img")), (0, 0));
    // The one address in it is a name, and is asked for by nobody.
    assert_eq!((count("http"), count("http://www.w3.org/2000/svg")), (2, 1));
    // The policy names the nonce that style and script have, and it is not the same for another run.
    let nonce = page
        .split("'nonce-")
        .nth(1)
        .unwrap()
        .split('\'')
        .next()
        .unwrap();
    assert_eq!(count(&format!("nonce=\"{nonce}\"")), 2);
    let mut other = sample::recording();
    other.run.jobs += 1;
    let mut out = Vec::new();
    Format::Html.write(&other, &mut out).unwrap();
    assert!(!String::from_utf8(out).unwrap().contains(nonce));
}
