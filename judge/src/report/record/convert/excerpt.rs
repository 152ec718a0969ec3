//! The first difference of two outputs, from the events and back.

use crate::model::{Alike, Excerpt, Extent, Unit, Window};
use crate::report::record::document as doc;
use crate::report::record::value::Bytes;

impl From<&Excerpt> for doc::Excerpt {
    fn from(excerpt: &Excerpt) -> Self {
        let window = |window: &Window| doc::Window {
            first_line: window.first_line,
            text: Bytes(window.text.clone()),
            at: window.at,
            cut: window.cut,
            more: window.more,
        };
        doc::Excerpt {
            line: excerpt.line,
            column: excerpt.column,
            seen_column: Some(excerpt.seen_column).filter(|seen| *seen != excerpt.column),
            into: excerpt.into,
            one_of_many: excerpt.one_of_many,
            rewrapped: excerpt.rewrapped,
            expected: window(&excerpt.expected),
            found: window(&excerpt.found),
            alike: excerpt
                .alike
                .iter()
                .map(|pair| doc::Alike {
                    expected: Bytes(pair.expected.clone()),
                    found: Bytes(pair.found.clone()),
                })
                .collect(),
            extent: excerpt.extent.map(|extent| doc::Extent {
                unit: match extent.unit {
                    Unit::Lines => doc::Unit::Lines,
                    Unit::Words => doc::Unit::Words,
                },
                differ: extent.differ,
                at_least: extent.at_least,
                expected: extent.expected,
                found: extent.found,
            }),
        }
    }
}

impl From<&doc::Excerpt> for Excerpt {
    fn from(excerpt: &doc::Excerpt) -> Self {
        let window = |window: &doc::Window| Window {
            first_line: window.first_line,
            text: window.text.0.clone(),
            at: window.at,
            cut: window.cut,
            more: window.more,
        };
        Excerpt {
            line: excerpt.line,
            column: excerpt.column,
            seen_column: excerpt.seen_column.unwrap_or(excerpt.column),
            into: excerpt.into,
            one_of_many: excerpt.one_of_many,
            rewrapped: excerpt.rewrapped,
            expected: window(&excerpt.expected),
            found: window(&excerpt.found),
            alike: excerpt
                .alike
                .iter()
                .map(|pair| Alike {
                    expected: pair.expected.0.clone(),
                    found: pair.found.0.clone(),
                })
                .collect(),
            extent: excerpt.extent.map(|extent| Extent {
                unit: match extent.unit {
                    doc::Unit::Lines => Unit::Lines,
                    doc::Unit::Words => Unit::Words,
                },
                differ: extent.differ,
                at_least: extent.at_least,
                expected: extent.expected,
                found: extent.found,
            }),
        }
    }
}
