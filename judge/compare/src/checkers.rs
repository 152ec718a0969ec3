//! The checkers, a file for each family.

pub(crate) mod boj;
pub(crate) mod cms;
pub(crate) mod dmoj;
pub(crate) mod exact;
pub(crate) mod hdu;
pub(crate) mod hydro;
pub(crate) mod kattis;
pub(crate) mod lines;
pub(crate) mod oj;
pub(crate) mod testlib;
pub(crate) mod tokens;
