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

/// The first line that differs; lines before and after all that changed are none of it.
pub(super) fn difference(was: &[u8], becomes: &[u8]) -> String {
    let lines = |bytes| Vec::from_iter(<[u8]>::split_inclusive(bytes, |&byte| byte == b'\n'));
    let (was, becomes) = (lines(was), lines(becomes));
    let pairs = was.iter().zip(&becomes);
    let before = pairs.take_while(|(was, becomes)| was == becomes).count();
    let (was, becomes) = (
        was.get(before..).unwrap_or_default(),
        becomes.get(before..).unwrap_or_default(),
    );
    let pairs = was.iter().rev().zip(becomes.iter().rev());
    let after = pairs.take_while(|(was, becomes)| was == becomes).count();
    let changed = |lines: &[&[u8]]| -> Vec<Vec<u8>> {
        let changed = lines.iter().take(lines.len() - after);
        changed.map(|line| line.to_vec()).collect()
    };
    let (was, becomes) = (changed(was), changed(becomes));
    let differ = |line: &usize| was.get(*line) != becomes.get(*line);
    let count = (0..was.len().max(becomes.len())).filter(differ).count();
    let shown = |line: Option<&Vec<u8>>| match line {
        Some(text) => format!("`{}`", text::printable(text, 60)),
        None => "nothing".to_owned(),
    };
    let more = match count {
        0 => return "the same".to_owned(),
        1 => String::new(),
        n => format!("; {} differ in all", text::plural(n, "line")),
    };
    format!(
        "line {}: {} becomes {}{more}",
        before + 1,
        shown(was.first()),
        shown(becomes.first())
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
            ("1\n3\n", "1\n2\n3\n", "line 2: nothing becomes `2\\n`"),
            ("1\n1\n", "1\n", "line 2: `1\\n` becomes nothing"),
            (
                "1\n2\n3\n4\n",
                "1\n0\n3\n0\n",
                "line 2: `2\\n` becomes `0\\n`; 2 lines differ in all",
            ),
            ("1\n", "1\n", "the same"),
        ] {
            assert_eq!(difference(was.as_bytes(), becomes.as_bytes()), said);
        }
    }
}
