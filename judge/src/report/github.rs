//! Workflow commands for GitHub Actions: a group for each problem, an annotation on the file of each
//! solution that is not as expected, and a summary of the step.
//!
//! The runner obeys any line of the log that begins with `::`, or that holds `##[` anywhere, so no
//! foreign text begins a line here or holds that. Only a few annotations of a step are shown (ten
//! errors at the time of writing), and the log has them all.

use std::io::{self, Write};

use package::Verdict;

use super::changes::Changes;
use super::record::document::{Problem, Recording, Solution};
use super::{markdown, words};
use crate::event::Effect;
use crate::text;

/// What a summary may hold; the runner throws a larger one away.
const SUMMARY: u64 = 1 << 20;

/// Writes groups and annotations.
pub(crate) fn write(recording: &Recording, out: &mut dyn Write) -> io::Result<()> {
    for problem in &recording.problems {
        let title = format!(
            "{} ({})",
            problem.head.name,
            text::plural(problem.solutions.len(), "solution")
        );
        writeln!(out, "::group::{}", data(&title))?;
        for solution in &problem.solutions {
            line(solution, out)?;
        }
        writeln!(out, "::endgroup::")?;
    }
    for reason in &recording.run.broken {
        command(
            out,
            "error",
            &[("title", "broken package".to_owned())],
            reason,
        )?;
    }
    if let Some(comparison) = &recording.comparison {
        changed(recording, &comparison.into(), out)?;
    }
    for (problem, solution) in recording.solutions() {
        annotation(recording, problem, solution, out)?;
    }
    writeln!(
        out,
        "judge: {}: {}",
        words::size(recording),
        words::outcome(recording)
    )
}

/// What changed since the baseline: what is worse as annotations, all of it in the log.
fn changed(recording: &Recording, changes: &Changes, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "::group::{}", data(&changes.head))?;
    for line in &changes.lines {
        let sign = match line.effect {
            Effect::Worse => "✗",
            Effect::Better => "✓",
            Effect::Other => "·",
        };
        writeln!(
            out,
            "  {sign} {}: {}",
            one_line(&line.place()),
            one_line(&line.text)
        )?;
    }
    for note in &changes.notes {
        writeln!(out, "  {note}")?;
    }
    writeln!(out, "::endgroup::")?;
    let worse = changes
        .lines
        .iter()
        .filter(|line| line.effect == Effect::Worse);
    for line in worse {
        let solution = recording.solutions().find(|(problem, solution)| {
            problem.head.name == line.problem && Some(&solution.head.name) == line.solution.as_ref()
        });
        let mut properties = Vec::new();
        if let Some(path) = solution.and_then(|(_, solution)| solution.head.path.clone()) {
            properties.push(("file", path));
            properties.push(("line", "1".to_owned()));
        }
        properties.push(("title", format!("worse than before: {}", line.place())));
        command(out, "error", &properties, &line.text)?;
    }
    Ok(())
}

/// A solution in the log.
fn line(solution: &Solution, out: &mut dyn Write) -> io::Result<()> {
    let sign = match (solution.surprises(), solution.as_expected()) {
        (true, _) => "✗",
        (false, Some(true)) => "✓",
        (false, _) => "·",
    };
    let expected = match &solution.head.expected {
        Some(expected) if solution.surprises() => format!(" (expected {expected})"),
        _ => String::new(),
    };
    let score = match solution.end.score {
        Some(score) => format!("score {}, ", words::score(score, solution.end.max_score)),
        None => String::new(),
    };
    let line = format!(
        "  {sign} {:4}{}{expected}  {score}{}",
        solution.end.verdict.0,
        one_line(&solution.head.name),
        words::counts(solution)
    );
    writeln!(out, "{}", line.trim_end())
}

/// What is said beside the source of a solution, if anything is.
fn annotation(
    recording: &Recording,
    problem: &Problem,
    solution: &Solution,
    out: &mut dyn Write,
) -> io::Result<()> {
    let skipped = solution.end.verdict.0 == Verdict::SK && !recording.interrupted;
    let (level, what) = match (solution.surprises(), skipped) {
        (true, _) => ("error", words::surprise(solution)),
        (false, true) => ("warning", "skipped".to_owned()),
        (false, false) => return Ok(()),
    };
    let mut properties = Vec::new();
    if let Some(path) = &solution.head.path {
        properties.push(("file", path.clone()));
        let line = line_of_error(path, &solution.end.message).unwrap_or(1);
        properties.push(("line", line.to_string()));
    }
    properties.push((
        "title",
        format!("{} {}", problem.head.name, solution.head.name),
    ));
    let mut lines = vec![what];
    let scores = words::scores(solution);
    if !scores.is_empty() {
        lines.push(scores.join(", "));
    }
    if let Some(case) = solution
        .cases
        .iter()
        .find(|case| solution.surprises_on(case))
    {
        lines.push(case.message.clone());
        lines.extend(
            case.excerpt
                .as_deref()
                .into_iter()
                .flat_map(words::difference),
        );
        lines.extend(case.transcript.as_deref().into_iter().flat_map(words::talk));
        lines.extend(text::tail(&case.stderr.0, 10));
    }
    if !solution.end.message.is_empty() {
        lines.push(words::log(&solution.end.message));
    }
    if level == "error" {
        lines.push(words::again(recording, solution));
    }
    command(out, level, &properties, &lines.join("\n"))
}

/// The line of the first error in a compiler's log, which tells it as `file.c:12:`.
fn line_of_error(path: &str, log: &str) -> Option<u32> {
    let name = path.rsplit('/').next().filter(|name| !name.is_empty())?;
    let place = format!("{name}:");
    log.split(&place).skip(1).find_map(|after| {
        let digits = after.split(|c: char| !c.is_ascii_digit()).next()?;
        digits.parse().ok().filter(|line| *line > 0)
    })
}

/// `::name key=value,…::message`, by the rules of the runner.
fn command(
    out: &mut dyn Write,
    name: &str,
    properties: &[(&str, String)],
    message: &str,
) -> io::Result<()> {
    let properties: Vec<String> = properties
        .iter()
        .map(|(key, value)| format!("{key}={}", property(value)))
        .collect();
    writeln!(out, "::{name} {}::{}", properties.join(","), data(message))
}

/// Foreign text that ends no command: the runner reads these escapes.
fn data(text: &str) -> String {
    shown(text)
        .replace('%', "%25")
        .replace('\r', "%0D")
        .replace('\n', "%0A")
}

/// The same as the value of a property.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

/// Foreign text in the log. The older commands, `##[name]`, are obeyed in the middle of a line too.
fn shown(text: &str) -> String {
    text::escaped_lines(text.as_bytes()).replace("##[", "# #[")
}

/// The same within a line, which a name could end to begin one that reads as a command.
fn one_line(text: &str) -> String {
    shown(&text::escaped(text.as_bytes()))
}

/// A writer of text for people, which a runner reads as commands where lines look like them.
pub(crate) struct Tame<W> {
    inner: W,
    /// What is not yet a whole line.
    line: Vec<u8>,
}

impl<W: Write> Tame<W> {
    pub(crate) fn new(inner: W) -> Self {
        Tame {
            inner,
            line: Vec::new(),
        }
    }

    fn write_line(&mut self) -> io::Result<()> {
        let line = String::from_utf8_lossy(&self.line).replace("##[", "# #[");
        let text = line.trim_start();
        let (blanks, text) = (&line[..line.len() - text.len()], text);
        // The runner looks past blanks at the beginning.
        let sign = match text.starts_with("::") {
            true => "| ",
            false => "",
        };
        write!(self.inner, "{blanks}{sign}{text}")?;
        self.line.clear();
        Ok(())
    }
}

impl<W: Write> Write for Tame<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        for part in bytes.split_inclusive(|&byte| byte == b'\n') {
            self.line.extend_from_slice(part);
            if part.ends_with(b"\n") {
                self.write_line()?;
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.write_line()?;
        self.inner.flush()
    }
}

/// Adds the run in Markdown to the file of step summaries, as far as there is room.
pub(crate) fn summarize(recording: &Recording, file: &std::path::Path) -> io::Result<()> {
    let mut out = std::fs::OpenOptions::new()
        .append(true)
        .create(true)
        .open(file)?;
    let mut room = SUMMARY.saturating_sub(out.metadata()?.len());
    let notice = "… more is in the log\n";
    let mut summary = String::new();
    for part in markdown::parts(recording) {
        let size = part.len() as u64 + 1;
        if size + notice.len() as u64 > room {
            if notice.len() as u64 <= room {
                summary.push_str(notice);
            }
            break;
        }
        room -= size;
        summary.push_str(&part);
        summary.push('\n');
    }
    out.write_all(summary.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_is_a_command() {
        assert_eq!(data("a\n::set-env::b%\r"), "a%0A::set-env::b%25\\r");
        assert_eq!(property("a,b:c\n"), "a%2Cb%3Ac%0A");
        assert_eq!(data("x ##[error]y"), "x # #[error]y");
        assert_eq!(one_line("x\n::error::y##[z]"), "x\\n::error::y# #[z]");
    }

    #[test]
    fn a_log_of_a_compiler_is_no_command_either() {
        let mut text = Vec::new();
        let mut tame = Tame::new(&mut text);
        write!(tame, "  x\n    ::er").unwrap();
        write!(tame, "ror::y\n::z").unwrap();
        tame.flush().unwrap();
        writeln!(tame, " ##[add-mask]é").unwrap();
        drop(tame);
        let text = String::from_utf8(text).unwrap();
        assert_eq!(text, "  x\n    | ::error::y\n| ::z # #[add-mask]é\n");
    }

    #[test]
    fn the_line_of_an_error_is_found_in_the_log() {
        for (path, log, line) in [
            ("s/a.cpp", "a.cpp: In function\na.cpp:12:3: error", Some(12)),
            ("s/a.cpp", "/tmp/x/a.cpp:7: error", Some(7)),
            ("s/a.cpp", "b.cpp:7: error", None),
            ("s/a.cpp", "a.cpp:0: error a.cpp:99999999999: a.cpp:", None),
            ("", "a:1:", None),
        ] {
            assert_eq!(line_of_error(path, log), line, "{log}");
        }
    }
}
