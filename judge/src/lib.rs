//! A local online-judge runner.
//!
//! Layers, each of which knows only those above it in this list:
//! * [`model`]: results and the one function that makes a verdict;
//! * [`event`]: what a run says while it goes on;
//! * `build`: from a source to a program, `check`: from two outputs to a result;
//! * `plan`: from the words of a command line to problems, solutions and cases;
//! * `schedule`: runs a plan and sends events; prints nothing;
//! * `report`: takes events and is all that prints;
//! * `command`: one file for each command.

mod build;
mod check;
mod cli;
mod command;
mod config;
pub mod event;
pub mod exit;
pub mod model;
mod plan;
mod regular;
mod report;
mod schedule;
mod text;

pub use cli::main;
