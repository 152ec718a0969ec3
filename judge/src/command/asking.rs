//! Showing what is to be written, and asking before it is.

use std::io::{self, BufRead, IsTerminal, Write};

use crate::cli::complain;
use crate::text;

/// Whether somebody can be asked; says so if not.
pub(super) fn can_ask() -> bool {
    let can = io::stdin().is_terminal();
    if !can {
        complain(
            &"expected a terminal to ask on, found none; look at what would be written there, or give --yes",
        );
    }
    can
}

/// Whether the answer is yes.
pub(super) fn ask(out: &mut dyn Write, question: &str) -> io::Result<bool> {
    write!(out, "{question}? [y/N] ")?;
    out.flush()?;
    let mut line = String::new();
    io::stdin().lock().read_line(&mut line)?;
    Ok(matches!(line.trim(), "y" | "yes"))
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
