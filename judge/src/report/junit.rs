//! JUnit XML, for the viewers of CI servers.
//!
//! A suite is a solution, a test is a case, and a test fails where the solution's *expectation* is
//! not met: a wrong solution that is rejected is a green suite. What each case came to is in the
//! suite's output.
//!
//! There is no standard. The document keeps to what the schema of Ant's reports (windyroad's
//! `JUnit.xsd`) and that of Jenkins' xUnit plugin (`junit-10.xsd`) both allow.

use std::fmt::Write as _;
use std::io::{self, Write};
use std::time::Duration;

use package::Verdict;

use super::changes::Changes;
use super::record::document::{Case, Problem, Recording, Solution};
use super::{date, words};
use crate::event::Effect;
use crate::text;

/// The line by which a file is known for a report of the judge.
pub(super) const MARK: &str = "<!-- judge run -->";

/// Writes the document.
pub(crate) fn write(recording: &Recording, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, r#"<?xml version="1.0" encoding="UTF-8"?>"#)?;
    writeln!(out, "{MARK}\n<testsuites>")?;
    let broken = (!recording.run.broken.is_empty()).then(|| broken(recording));
    let solutions = recording
        .solutions()
        .map(|(problem, solution)| suite(recording, problem, solution));
    let compared = recording
        .comparison
        .as_ref()
        .map(|comparison| compared(&comparison.into()));
    for (id, suite) in solutions.chain(broken).chain(compared).enumerate() {
        suite.write(id, &date::timestamp(recording.run.started), out)?;
    }
    writeln!(out, "</testsuites>")
}

/// A solution, or the packages that could not be read.
struct Suite {
    package: String,
    name: String,
    properties: Vec<(&'static str, String)>,
    tests: Vec<Test>,
    output: String,
}

struct Test {
    name: String,
    class: String,
    time: Duration,
    result: Result<(), Problematic>,
}

/// Why a test did not pass.
struct Problematic {
    kind: Kind,
    verdict: &'static str,
    message: String,
    detail: String,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Failure,
    Error,
    Skipped,
}

impl Suite {
    fn count(&self, kind: Kind) -> usize {
        let of_kind = |test: &&Test| matches!(&test.result, Err(why) if why.kind == kind);
        self.tests.iter().filter(of_kind).count()
    }

    fn write(&self, id: usize, timestamp: &str, out: &mut dyn Write) -> io::Result<()> {
        let time: Duration = self.tests.iter().map(|test| test.time).sum();
        writeln!(
            out,
            r#"  <testsuite id="{id}" package="{}" name="{}" hostname="localhost" timestamp="{timestamp}" tests="{}" failures="{}" errors="{}" skipped="{}" time="{:.3}">"#,
            attribute(&self.package),
            attribute(&self.name),
            self.tests.len(),
            self.count(Kind::Failure),
            self.count(Kind::Error),
            self.count(Kind::Skipped),
            time.as_secs_f64()
        )?;
        writeln!(out, "    <properties>")?;
        for (name, value) in &self.properties {
            writeln!(
                out,
                r#"      <property name="{name}" value="{}"/>"#,
                attribute(value)
            )?;
        }
        writeln!(out, "    </properties>")?;
        for test in &self.tests {
            test.write(out)?;
        }
        writeln!(out, "    <system-out>{}</system-out>", xml(&self.output))?;
        writeln!(out, "    <system-err/>")?;
        writeln!(out, "  </testsuite>")
    }
}

impl Test {
    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        write!(
            out,
            r#"    <testcase classname="{}" name="{}" time="{:.3}""#,
            attribute(&self.class),
            attribute(&self.name),
            self.time.as_secs_f64()
        )?;
        let Err(why) = &self.result else {
            return writeln!(out, "/>");
        };
        let message = attribute(&why.message);
        let (element, attributes) = match why.kind {
            Kind::Failure => (
                "failure",
                format!(r#"type="{}" message="{message}""#, why.verdict),
            ),
            Kind::Error => (
                "error",
                format!(r#"type="{}" message="{message}""#, why.verdict),
            ),
            Kind::Skipped => ("skipped", format!(r#"message="{message}""#)),
        };
        let detail = xml(&why.detail);
        writeln!(out, ">")?;
        writeln!(out, "      <{element} {attributes}>{detail}</{element}>")?;
        writeln!(out, "    </testcase>")
    }
}

fn suite(recording: &Recording, problem: &Problem, solution: &Solution) -> Suite {
    let (problem_name, name) = (&problem.head.name, &solution.head.name);
    // Viewers take what is before the last dot for a package.
    let class = format!("{problem_name}.{}", name.replace('.', "_"));
    let mut tests: Vec<Test> = solution
        .cases
        .iter()
        .map(|case| test(solution, case, &class))
        .collect();
    let told = tests
        .iter()
        .any(|test| matches!(&test.result, Err(why) if why.kind != Kind::Skipped));
    // What no case shows has a test of its own: a solution that does not compile, one that was
    // to be rejected and was not.
    if tests.is_empty() || (solution.surprises() && !told) {
        tests.push(whole(solution, &class));
    }
    let limits = &solution.head.limits;
    let expected = solution.head.expected.clone();
    let mut properties: Vec<_> = expected
        .map(|expected| ("expected", expected))
        .into_iter()
        .collect();
    properties.extend(
        solution
            .head
            .language
            .clone()
            .map(|name| ("language", name)),
    );
    let end = &solution.end;
    properties.extend(
        end.score
            .map(|score| ("score", words::score(score, end.max_score))),
    );
    properties.extend([
        ("verdict", end.verdict.0.to_string()),
        ("time limit", words::seconds(limits.cpu_ms)),
        ("memory limit", text::size(limits.memory_bytes)),
        ("isolation", recording.run.isolation.clone()),
        ("again", words::again(recording, solution)),
    ]);
    Suite {
        package: problem_name.clone(),
        name: format!("{problem_name} {name}"),
        properties,
        tests,
        output: output(solution),
    }
}

fn test(solution: &Solution, case: &Case, class: &str) -> Test {
    let kind = match case.verdict.0 {
        Verdict::SK => Some(Kind::Skipped),
        Verdict::JE => Some(Kind::Error),
        _ if solution.surprises_on(case) => Some(Kind::Failure),
        _ => None,
    };
    let result = match kind {
        None => Ok(()),
        Some(kind) => Err(Problematic {
            kind,
            verdict: case.verdict.0.code(),
            message: match kind {
                Kind::Skipped => case.message.clone(),
                _ => format!("{} {}", case.verdict.0, case.message),
            },
            detail: match kind {
                Kind::Skipped => String::new(),
                _ => detail(case),
            },
        }),
    };
    Test {
        name: case.name.clone(),
        class: class.to_owned(),
        time: case
            .measured
            .as_ref()
            .map_or(Duration::ZERO, |measured| measured.cpu_ms.0),
        result,
    }
}

/// The solution as a whole.
fn whole(solution: &Solution, class: &str) -> Test {
    let verdict = solution.end.verdict.0;
    let kind = match verdict {
        _ if !solution.surprises() && verdict != Verdict::SK => None,
        Verdict::SK => Some(Kind::Skipped),
        Verdict::JE => Some(Kind::Error),
        _ => Some(Kind::Failure),
    };
    let result = match kind {
        None => Ok(()),
        Some(kind) => Err(Problematic {
            kind,
            verdict: verdict.code(),
            message: match kind {
                Kind::Skipped => words::plain(solution.end.message.lines().next().unwrap_or("")),
                _ => words::surprise(solution),
            },
            detail: match kind {
                Kind::Skipped => String::new(),
                _ => words::log(&solution.end.message),
            },
        }),
    };
    Test {
        name: "the whole".to_owned(),
        class: class.to_owned(),
        time: Duration::ZERO,
        result,
    }
}

fn broken(recording: &Recording) -> Suite {
    let test = |(index, reason): (usize, &String)| Test {
        name: format!("package {}", index + 1),
        class: "broken packages".to_owned(),
        time: Duration::ZERO,
        result: Err(Problematic {
            kind: Kind::Error,
            verdict: Verdict::JE.code(),
            message: reason.clone(),
            detail: String::new(),
        }),
    };
    Suite {
        package: "broken packages".to_owned(),
        name: "broken packages".to_owned(),
        properties: Vec::new(),
        tests: recording.run.broken.iter().enumerate().map(test).collect(),
        output: String::new(),
    }
}

/// What is worse than in the baseline, a failure each.
fn compared(changes: &Changes) -> Suite {
    let class = "baseline".to_owned();
    // Viewers tell tests by their names: a place has one.
    let mut places: Vec<(String, Vec<&str>)> = Vec::new();
    for line in &changes.lines {
        if line.effect == Effect::Worse {
            let place = line.place();
            match places.last_mut().filter(|(last, _)| *last == place) {
                Some((_, texts)) => texts.push(&line.text),
                None => places.push((place, vec![&line.text])),
            }
        }
    }
    let mut tests: Vec<Test> = places
        .into_iter()
        .map(|(name, texts)| Test {
            name,
            class: class.clone(),
            time: Duration::ZERO,
            result: Err(Problematic {
                kind: Kind::Failure,
                verdict: "worse",
                message: texts.join("; "),
                detail: String::new(),
            }),
        })
        .collect();
    if tests.is_empty() {
        tests.push(Test {
            name: "nothing is worse".to_owned(),
            class: class.clone(),
            time: Duration::ZERO,
            result: Ok(()),
        });
    }
    let lines = changes.lines.iter();
    let lines = lines.map(|line| format!("{}: {}", line.place(), line.text));
    let output: Vec<String> = [changes.head.clone()]
        .into_iter()
        .chain(changes.notes.iter().cloned())
        .chain(lines)
        .collect();
    Suite {
        package: class.clone(),
        name: class,
        properties: Vec::new(),
        tests,
        output: output.join("\n"),
    }
}

/// What each group and each case came to, a line each; of a solution without any, why.
fn output(solution: &Solution) -> String {
    if solution.cases.is_empty() {
        return format!(
            "{} {}",
            solution.end.verdict.0,
            words::log(&solution.end.message)
        );
    }
    let mut output = String::new();
    for group in &solution.end.groups {
        // Writing to a string cannot fail.
        let _ = writeln!(
            output,
            "{:4}{}  score {}",
            group.verdict.0,
            words::plain(&group.name),
            words::score(group.score, group.max_score)
        );
    }
    for case in &solution.cases {
        let figures = match &case.measured {
            Some(measured) => format!(
                "  {}  {}",
                words::seconds(measured.cpu_ms),
                words::mebibytes(measured.memory_bytes)
            ),
            None => String::new(),
        };
        let score = match case.score {
            Some(score) => format!("  score {}", words::score(score, None)),
            None => String::new(),
        };
        let _ = writeln!(
            output,
            "{:4}{}{figures}{score}  {}",
            case.verdict.0,
            words::plain(&case.name),
            words::plain(&case.message)
        );
    }
    output
}

/// The first difference, the talk and standard error of a case, as text.
fn detail(case: &Case) -> String {
    let mut lines = Vec::new();
    if let Some(excerpt) = &case.excerpt {
        lines.extend(words::difference(excerpt));
    }
    if let Some(talk) = &case.transcript {
        lines.extend(words::talk(talk));
    }
    for line in text::tail(&case.stderr.0, 20) {
        lines.push(format!("stderr: {line}"));
    }
    lines.join("\n")
}

/// Text for an attribute, where line ends and tabs would be read as blanks.
fn attribute(text: &str) -> String {
    xml(text).replace('\n', "&#10;").replace('\t', "&#9;")
}

/// Text between tags. Whatever XML forbids is written out, as are characters that act on a terminal.
fn xml(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text::escaped_lines(text.as_bytes()).chars() {
        match c {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            // The two that XML forbids and `escaped_lines` lets pass.
            '\u{fffe}' | '\u{ffff}' => safe.extend(c.escape_default()),
            c => safe.push(c),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_that_xml_forbids_is_left() {
        assert_eq!(
            attribute("<a b=\"&\">\u{0}\u{1b}\u{fffe}\u{ffff}\r\n\t\u{85}\u{1f600}"),
            "&lt;a b=&quot;&amp;&quot;&gt;\\u{0}\\u{1b}\\u{fffe}\\u{ffff}\\r&#10;&#9;\\u{85}\u{1f600}"
        );
    }
}
