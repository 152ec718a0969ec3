//! The isolated form: programs run behind a launcher, in namespaces, with everything the system offers against them.
//!
//! `serve` is the launcher, `init` one run inside, `root` the files that are seen there; `launcher` and
//! `run` are the judge's side of it, and `probe` finds out which layers this machine has.

mod cgroup;
mod channel;
mod folder;
mod init;
mod landlock;
mod launcher;
mod order;
mod probe;
mod root;
mod run;
mod seccomp;
mod serve;
mod sys;
mod views;

pub(crate) use launcher::{Pool, cancel, take_over};
pub(crate) use probe::probe;
pub(crate) use run::Run;
