//! Showing what is to be written, and asking before it is.

use std::io::{self, BufRead, IsTerminal, Write};

use crate::cli::complain;
use crate::exit::Exit;
use crate::text;

/// Whether what was shown is to be written: `yes` was said before, or somebody says it now. If not, why
/// is told, and how the command ends.
pub(super) fn confirmed(
    out: &mut dyn Write,
    yes: bool,
    question: &str,
) -> io::Result<Result<(), Exit>> {
    if yes {
        return Ok(Ok(()));
    }
    if !io::stdin().is_terminal() {
        out.flush()?;
        complain(
            &"nothing is written: expected a terminal to ask on, found none; give --yes to write what is shown",
        );
        return Ok(Err(Exit::Usage));
    }
    write!(out, "{question}? [y/N] ")?;
    out.flush()?;
    let mut line = String::new();
    io::stdin().lock().read_line(&mut line)?;
    if matches!(line.trim(), "y" | "yes") {
        return Ok(Ok(()));
    }
    writeln!(out, "nothing is written")?;
    Ok(Err(Exit::Unexpected))
}

/// The first line that differs.
pub(super) fn difference(was: &[u8], becomes: &[u8]) -> String {
    let lines = |bytes: &'_ [u8]| -> Vec<Vec<u8>> {
        bytes
            .split_inclusive(|&byte| byte == b'\n')
            .map(<[u8]>::to_vec)
            .collect()
    };
    let (was, becomes) = (lines(was), lines(becomes));
    let count = was.len().max(becomes.len());
    let differ = |line: &usize| was.get(*line) != becomes.get(*line);
    let all: Vec<usize> = (0..count).filter(differ).collect();
    let Some(&line) = all.first() else {
        return "the same".to_owned();
    };
    let shown = |lines: &[Vec<u8>]| match lines.get(line) {
        Some(text) => format!("`{}`", text::printable(text, 60)),
        None => "nothing".to_owned(),
    };
    let more = match all.len() {
        1 => String::new(),
        n => format!("; {} differ in all", text::plural(n, "line")),
    };
    format!(
        "line {}: {} becomes {}{more}",
        line + 1,
        shown(&was),
        shown(&becomes)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_line_that_differs_is_shown() {
        for (was, becomes, said) in [
            ("1\n", "2\n", "line 1: `1\\n` becomes `2\\n`"),
            ("1\n2\n", "1\n", "line 2: `2\\n` becomes nothing"),
            (
                "",
                "a\nb\n",
                "line 1: nothing becomes `a\\n`; 2 lines differ in all",
            ),
        ] {
            assert_eq!(difference(was.as_bytes(), becomes.as_bytes()), said);
        }
    }
}
