//! What changed since the baseline, in the text for people.

use std::io::{self, Write};

use super::words::{BAD, DIM, GOOD};
use crate::event::Effect;
use crate::report::changes::Changes;

/// Lines that are no regression, at the most.
const SHOWN: usize = 20;

pub(super) fn write(changes: &Changes, out: &mut impl Write) -> io::Result<()> {
    let style = match changes.worse {
        0 => DIM,
        _ => BAD,
    };
    writeln!(out, "{style}{}{style:#}", changes.head)?;
    let (mut shown, mut hidden) = (0, 0);
    for line in &changes.lines {
        let (sign, style) = match line.effect {
            Effect::Worse => ("✗", BAD),
            Effect::Better => ("✓", GOOD),
            Effect::Other => ("·", DIM),
        };
        if line.effect != Effect::Worse {
            shown += 1;
            if shown > SHOWN {
                hidden += 1;
                continue;
            }
        }
        writeln!(
            out,
            "  {style}{sign}{style:#} {}: {}",
            line.place(),
            line.text
        )?;
    }
    if hidden > 0 {
        writeln!(
            out,
            "  {DIM}… and {hidden} more (the JSON report has all){DIM:#}"
        )?;
    }
    for note in &changes.notes {
        writeln!(out, "  {DIM}{note}{DIM:#}")?;
    }
    Ok(())
}
