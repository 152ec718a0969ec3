//! `dmoj:standard`, tokens and where the line breaks are, and `dmoj:identical`, bytes.

use crate::check::Verdict;
use crate::checkers::exact;
use crate::gap::{self, Part};
use crate::glance::{self, Glance};
use crate::pair::Pair;
use crate::registry::Plain;
use crate::space::Space;

pub(super) const STANDARD: Plain = Plain {
    name: "dmoj:standard",
    about: "DMOJ: the same tokens, with line breaks between the same ones",
    glance: Glance::Unless(glance::same_tokens),
    compare: |found, expected| {
        let pair = Pair::new(found, expected, Space::C);
        gap::compare(pair, Verdict::Wrong, &|part, found, expected| {
            part != Part::Between || found.broken == expected.broken
        })
    },
};

pub(super) const IDENTICAL: Plain = Plain {
    name: "dmoj:identical",
    about: "DMOJ: the same bytes",
    glance: Glance::Exactly(glance::same_bytes),
    compare: exact::compare,
};
