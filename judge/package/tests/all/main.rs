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
mod edit;
mod flat;
mod folder;
mod groups;
mod icpc;
mod icpc_data;
mod icpc_groups;
mod icpc_programs;
mod icpc_settings;
mod icpc_submissions;
mod library_checker;
mod native;
mod odd;
mod polygon;
mod unnamed;
