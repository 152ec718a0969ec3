//! `boj`: the comparison of Baekjoon Online Judge, as far as it is known.
//!
//! Its makers say that blanks at the ends of lines and line ends at the end of the output are
//! harmless (acmicpc.net/blog/view/55), and an author of its contests that a line end and a single
//! blank may stand for each other (djm03178.tistory.com/22). Other differences of white space
//! alone are a presentation error. What its program does beyond that is not published.

use crate::check::Verdict;
use crate::gap::{self, Gap, Part};
use crate::glance::{self, Glance};
use crate::pair::Pair;
use crate::registry::Plain;
use crate::space::Space;

pub(crate) static BOJ: Plain = Plain {
    name: "boj",
    about: "Baekjoon's, as far as known: blanks at line ends are harmless, other white space is PE",
    glance: Glance::Unless(glance::same_tokens),
    compare: |found, expected| {
        let pair = Pair::new(found, expected, Space::C);
        gap::compare(pair, Verdict::Presentation, &|part, found, expected| {
            let shape = |gap: &Gap| (gap.lines, gap.blanks);
            let single = |gap: &Gap| matches!(shape(gap), (1, 0) | (0, 1));
            part == Part::Behind
                || shape(found) == shape(expected)
                || (part == Part::Between && single(found) && single(expected))
        })
    },
};
