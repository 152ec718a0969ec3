//! `cms`: the white-diff of CMS, the contest system of the informatics olympiads.
//!
//! The source is `cms/grading/steps/whitediff.py`: the i-th line of one file holds the tokens of
//! the i-th line of the other, LF alone ends a line, and blank lines at the end are harmless.

use crate::check::Verdict;
use crate::gap::{self, Part};
use crate::glance::{self, Glance};
use crate::pair::Pair;
use crate::registry::Plain;
use crate::space::Space;

pub(crate) static CMS: Plain = Plain {
    name: "cms",
    about: "CMS's white-diff: the same tokens in each line; blank lines at the end are harmless",
    glance: Glance::Unless(glance::same_tokens),
    compare: |found, expected| {
        let pair = Pair::new(found, expected, Space::C);
        gap::compare(pair, Verdict::Wrong, &|part, found, expected| {
            part == Part::Behind || found.lines == expected.lines
        })
    },
};
