//! A local online-judge runner.
//!
//! Layers, each of which knows only those above it in this list:
//! * [`model`]: results and the one function that makes a verdict;
//! * [`event`]: what a run says while it goes on;
//! * [`transcript`]: what a solution and an interactor said to each other;
//! * `build`: from a source to a program, `check`: from two outputs to a result;
//! * `jury`: checkers and interactors, the programs of the jury;
//! * `plan`: from the words of a command line to problems, solutions and cases;
//! * `scoring`: from cases to the verdict and score of groups and the whole;
//! * `schedule`: runs a plan and sends events; prints nothing;
//! * `stress`: finds an input that a solution fails on, and `minimise` makes it small; both print
//!   nothing;
//! * `strength`: which case rejects which wrong solution, and mutants of right ones;
//! * `calibration`: the time limit that solutions call for;
//! * `export`: a problem written in another format;
//! * `report`: takes events and is all that prints;
//! * `command`: one file for each command.

mod baseline;
mod build;
mod calibration;
mod check;
mod cli;
mod command;
mod config;
mod descriptors;
pub mod event;
pub mod exit;
mod export;
mod failed;
mod folders;
mod here;
mod import;
mod jury;
mod merge;
mod minimise;
pub mod model;
mod plan;
mod regular;
mod report;
mod schedule;
mod scoring;
mod session;
mod shard;
mod shell;
mod strength;
mod stress;
mod text;
mod timing;
pub mod transcript;
mod unbuffered;
mod verify;
mod yardstick;

pub use cli::main;
