//! The standard checkers of DMOJ's judge server, by their names behind `dmoj:`.

mod floats;
mod lines;
mod points;
mod standard;
mod unordered;

use crate::registry::{Adjustable, Plain};

pub(crate) static STANDARD: Plain = standard::STANDARD;
pub(crate) static IDENTICAL: Plain = standard::IDENTICAL;
pub(crate) static EASY: Plain = unordered::EASY;
pub(crate) static FLOATS: Adjustable = floats::FLOATS;
pub(crate) static FLOATSABS: Adjustable = floats::FLOATSABS;
pub(crate) static FLOATSREL: Adjustable = floats::FLOATSREL;
pub(crate) static SORTED: Adjustable = unordered::SORTED;
pub(crate) static UNORDERED: Plain = unordered::UNORDERED;
pub(crate) static RSTRIPPED: Adjustable = lines::RSTRIPPED;
pub(crate) static LINECOUNT: Plain = points::LINECOUNT;
pub(crate) static LINEMATCHES: Adjustable = points::LINEMATCHES;
