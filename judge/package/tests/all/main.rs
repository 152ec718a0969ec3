//! Packages on disk: what is read of them, and what is refused with which words.

#![expect(
    clippy::panic,
    clippy::unwrap_used,
    reason = "a helper that fails is a test that fails"
)]

mod archive;
mod cms;
mod discover;
mod dmoj;
mod flat;
mod folder;
mod library_checker;
mod native;
mod polygon;
