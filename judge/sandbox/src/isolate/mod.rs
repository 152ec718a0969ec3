//! The isolated form: programs run behind a launcher, in namespaces, with everything the system offers against them.
//!
//! `serve` is the launcher, `inside` where it shuts itself in, `ahead` how it makes runs and `again` how one that
//! was made ahead learns that it is wanted; `init` is one run inside, `start` its process that becomes the program,
//! `leftovers` what of it ends with no process, and `root` and `shown` the files that are seen there. `launcher`, `pool`
//! and `run` are the judge's side of it, `views` and `hidden` what a program is to see and what not, and `probe` finds out
//! which layers this machine has.

mod again;
mod ahead;
mod cgroup;
mod channel;
mod folder;
mod hidden;
mod init;
mod input;
mod inside;
mod landlock;
mod launcher;
mod leftovers;
mod notes;
mod order;
mod pool;
mod probe;
mod root;
mod run;
mod seccomp;
mod serve;
mod shown;
mod start;
mod sys;
mod views;

pub(crate) use hidden::Hidden;
pub(crate) use launcher::{Live, take_over};
pub(crate) use pool::Pool;
pub(crate) use probe::probe;
pub(crate) use run::Run;
