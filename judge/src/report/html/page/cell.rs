//! What the page is told of one case of one solution.

use serde::Serialize;

use super::Budget;
use crate::model::Excerpt;
use crate::report::diff::{self, Kind};
use crate::report::record::document::{Case, Talk, TalkLine};
use crate::report::words;
use crate::text;

/// Short names: there may be tens of thousands.
#[derive(Serialize)]
pub(super) struct Cell {
    pub(super) v: &'static str,
    #[serde(flatten)]
    figures: Option<Figures>,
    #[serde(skip_serializing_if = "String::is_empty")]
    message: String,
    /// Whether it speaks against what is expected.
    #[serde(skip_serializing_if = "is_false")]
    pub(super) bad: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    points: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) diff: Option<DiffPart>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) talk: Option<TalkPart>,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(super) stderr: String,
    /// Whether details are left out.
    #[serde(skip_serializing_if = "is_false")]
    pub(super) cut: bool,
}

#[derive(Serialize)]
pub(super) struct Figures {
    ms: f64,
    wall: f64,
    memory: u64,
    exit: String,
    /// CPU time of the first run, beside others.
    #[serde(skip_serializing_if = "Option::is_none")]
    first: Option<f64>,
}

#[derive(Serialize)]
pub(super) struct DiffPart {
    /// Where the first difference is.
    place: String,
    /// Each line's sign, number and text: in pieces, by turns the same as its counterpart and not.
    lines: Vec<(char, u64, Vec<String>)>,
    /// How much more differs.
    #[serde(skip_serializing_if = "Option::is_none")]
    rest: Option<String>,
}

impl DiffPart {
    fn of(excerpt: &Excerpt) -> DiffPart {
        let line = |line: diff::Line| {
            let sign = match line.kind {
                Kind::Both => ' ',
                Kind::Expected => '-',
                Kind::Found => '+',
            };
            (sign, line.number, line.text.pieces())
        };
        let (lines, rest) = diff::lines(excerpt);
        DiffPart {
            place: diff::place(excerpt),
            lines: lines.into_iter().map(line).collect(),
            rest,
        }
    }
}

/// Lines with the marks of who said them.
#[derive(Serialize)]
pub(super) struct TalkPart {
    head: Vec<(String, String)>,
    /// How many lines are left out.
    between: u64,
    tail: Vec<(String, String)>,
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde asks for a reference"
)]
fn is_false(value: &bool) -> bool {
    !value
}

impl From<&Talk> for TalkPart {
    fn from(talk: &Talk) -> TalkPart {
        let lines = |lines: &[TalkLine]| {
            let line = |line: &TalkLine| (words::plain(&line.by), words::said(line));
            lines.iter().map(line).collect()
        };
        TalkPart {
            head: lines(&talk.head),
            between: talk.left_out,
            tail: lines(&talk.tail),
        }
    }
}

impl TalkPart {
    /// Bytes in the page, about.
    fn size(&self) -> usize {
        let lines = self.head.iter().chain(&self.tail);
        lines.map(|(_, text)| text.len() + 12).sum()
    }
}

impl Cell {
    pub(super) fn of(case: &Case, bad: bool) -> Cell {
        Cell {
            v: case.verdict.0.code(),
            figures: case.measured.as_ref().map(|measured| Figures {
                ms: measured.cpu_ms.rounded(),
                wall: measured.wall_ms.rounded(),
                memory: measured.memory_bytes,
                exit: measured.ending.0.to_string(),
                first: case
                    .beside_others
                    .as_ref()
                    .map(|first| first.cpu_ms.rounded()),
            }),
            message: words::plain(&case.message),
            bad,
            points: case.points.map(words::points),
            score: case.score.map(|score| words::score(score, None)),
            diff: None,
            talk: None,
            stderr: String::new(),
            cut: false,
        }
    }

    pub(super) fn add_details(&mut self, case: &Case, budget: &mut Budget) {
        let diff = case
            .excerpt
            .as_deref()
            .map(|excerpt| DiffPart::of(&excerpt.into()));
        let stderr = text::tail(&case.stderr.0, 60).join("\n");
        let talk = case.transcript.as_deref().map(TalkPart::from);
        let lines = diff.iter().flat_map(|diff| &diff.lines);
        let pieces = |pieces: &[String]| pieces.iter().map(|piece| piece.len() + 3).sum::<usize>();
        let size = lines.map(|(_, _, text)| pieces(text) + 12).sum::<usize>()
            + talk.as_ref().map_or(0, TalkPart::size)
            + stderr.len();
        if budget.allows(size) {
            self.diff = diff;
            self.talk = talk;
            self.stderr = stderr;
        } else {
            self.cut = true;
        }
    }
}
