//! Packages on disk: what is read of them, and what is refused with which words.

#![expect(
    clippy::panic,
    clippy::unwrap_used,
    reason = "a helper that fails is a test that fails"
)]

mod archive;
mod discover;
mod flat;
mod folder;
mod native;
