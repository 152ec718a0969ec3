//! The checkers, a file for each family.

pub(crate) mod dmoj;
pub(crate) mod exact;
pub(crate) mod kattis;
pub(crate) mod lines;
pub(crate) mod testlib;
pub(crate) mod tokens;
