//! `dmoj:linecount` and `dmoj:linematches`: points for lines, where CR ends a line as LF does and
//! lines without a byte are none.

use std::io::Read;

use crate::check::{Check, CompareError, Difference, Verdict};
use crate::glance::Glance;
use crate::pair::{Letters, Pair, Stop, is_inline, is_line_end};
use crate::registry::{Adjustable, ArgError, Arguments, Compare, Plain};
use crate::space::Space;

pub(super) const LINECOUNT: Plain = Plain {
    name: "dmoj:linecount",
    about: "DMOJ: line by line; each right line earns points",
    glance: Glance::Nothing,
    compare: linecount,
};

pub(super) const LINEMATCHES: Adjustable = Adjustable {
    name: "dmoj:linematches",
    about: "DMOJ: each line that is the same earns its points",
    usage: "[point_distribution=1,…] [filler_lines_required=true|false]",
    prepare: |arguments| {
        Linematches::parse(arguments).map(|checker| Box::new(checker) as Box<dyn Compare>)
    },
};

/// Whether blanks at the ends of lines count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Blanks {
    Harmless,
    Matter,
}

/// Both sides, line by line.
struct Lines<'a> {
    pair: Pair<'a>,
    blanks: Blanks,
    /// The first difference.
    first: Option<Difference>,
}

/// What the next line is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Line {
    Same,
    Differs,
    /// Only the expected output has one; it has been stepped over.
    Missing,
    /// Only the output has one; it has not been stepped over.
    Extra,
    End,
}

impl<'a> Lines<'a> {
    fn new(found: &'a mut dyn Read, expected: &'a mut dyn Read, blanks: Blanks) -> Lines<'a> {
        Lines {
            pair: Pair::new(found, expected, Space::C),
            blanks,
            first: None,
        }
    }

    /// The next line that is not empty.
    fn next(&mut self) -> Result<Line, CompareError> {
        let pair = &mut self.pair;
        pair.found.skip(is_line_end)?;
        pair.expected.skip(is_line_end)?;
        let (line, stop) = match pair.next()? {
            (None, None) => return Ok(Line::End),
            (Some(_), None) => (Line::Extra, Stop::Long),
            (None, Some(_)) => (Line::Missing, Stop::Short),
            (Some(_), Some(_)) => (Line::Differs, Stop::Differ),
        };
        pair.mark();
        if line == Line::Differs && same_line(pair, self.blanks)? {
            return Ok(Line::Same);
        }
        if self.first.is_none() {
            self.first = Some(pair.lines(stop)?.difference);
        }
        if line != Line::Extra {
            pair.found.skip(|byte| !is_line_end(byte))?;
            pair.expected.skip(|byte| !is_line_end(byte))?;
        }
        Ok(line)
    }
}

fn linecount(found: &mut dyn Read, expected: &mut dyn Read) -> Result<Check, CompareError> {
    let mut lines = Lines::new(found, expected, Blanks::Harmless);
    let (mut total, mut right): (u64, u64) = (0, 0);
    loop {
        match lines.next()? {
            Line::End => break,
            Line::Extra => {
                let message = format!("more lines than the {total} expected");
                return Ok(Check::wrong(message, lines.first).worth(0.0));
            }
            Line::Same => right += 1,
            Line::Differs | Line::Missing => {}
        }
        total += 1;
    }
    let message = format!("{right} of {total} lines are right");
    Ok(match lines.first {
        None => Check::accepted(message).worth(1.0),
        Some(difference) => Check::wrong(message, difference).worth(right as f64 / total as f64),
    })
}

#[derive(Clone, Debug)]
struct Linematches {
    /// The points of each line.
    points: Vec<u32>,
    /// Whether an output with more or fewer lines earns nothing.
    filler: bool,
}

impl Linematches {
    fn parse(arguments: Arguments<'_>) -> Result<Linematches, ArgError> {
        let [points, filler] = arguments.values(["point_distribution", "filler_lines_required"])?;
        let list = points.unwrap_or("1");
        let numbers: Option<Vec<u32>> = list.split(',').map(|word| word.parse().ok()).collect();
        let Some(numbers) = numbers.filter(|numbers| numbers.iter().any(|&number| number > 0))
        else {
            let expected = "whole numbers that are not all 0, such as 1,2,2";
            return Err(arguments.bad("point_distribution", expected, points));
        };
        let filler = match filler {
            None | Some("true" | "True") => true,
            Some("false" | "False") => false,
            found => {
                let expected = "`true` or `false`";
                return Err(arguments.bad("filler_lines_required", expected, found));
            }
        };
        Ok(Linematches {
            points: numbers,
            filler,
        })
    }
}

impl Compare for Linematches {
    fn compare(
        &self,
        found: &mut dyn Read,
        expected: &mut dyn Read,
    ) -> Result<Check, CompareError> {
        let mut lines = Lines::new(found, expected, Blanks::Matter);
        let total: u64 = self.points.iter().copied().map(u64::from).sum();
        let (mut earned, mut count, mut all_lines): (u64, usize, bool) = (0, 0, true);
        loop {
            let line = lines.next()?;
            match line {
                Line::End => break,
                Line::Extra => {
                    all_lines = false;
                    break;
                }
                Line::Same => earned += self.points.get(count).map_or(0, |&p| u64::from(p)),
                Line::Differs => {}
                Line::Missing => all_lines = false,
            }
            count += 1;
        }
        if count != self.points.len() {
            return Err(CompareError::Answer {
                message: format!(
                    "expected as many lines as `point_distribution` has numbers, {}, found {count}",
                    self.points.len()
                ),
                place: lines.pair.expected.place(),
            });
        }
        if self.filler && !all_lines {
            let message = "not as many lines as expected";
            return Ok(Check::wrong(message, lines.first).worth(0.0));
        }
        let message = format!("{earned} of {total} points");
        // As in DMOJ any point makes the verdict; the difference is still told.
        let mut check = Check::accepted(message);
        check.difference = lines.first;
        if earned == 0 {
            check.verdict = Verdict::Wrong;
        }
        Ok(check.worth(earned as f64 / total as f64))
    }
}

/// Steps over a line on both sides as far as they agree; says whether that is all of it.
fn same_line(pair: &mut Pair<'_>, blanks: Blanks) -> Result<bool, CompareError> {
    let skipped = |byte| blanks == Blanks::Harmless && is_inline(byte);
    pair.found.skip(skipped)?;
    pair.expected.skip(skipped)?;
    loop {
        let (found, expected) = pair.peek()?;
        let count = Letters::Exact.common(to_line_end(found), to_line_end(expected));
        if count == 0 {
            break;
        }
        pair.found.advance(count);
        pair.expected.advance(count);
    }
    pair.found.skip(skipped)?;
    pair.expected.skip(skipped)?;
    let (found, expected) = pair.next()?;
    Ok([found, expected].into_iter().flatten().all(is_line_end))
}

fn to_line_end(window: &[u8]) -> &[u8] {
    let length = memchr::memchr2(b'\n', b'\r', window).unwrap_or(window.len());
    window.get(..length).unwrap_or(window)
}
