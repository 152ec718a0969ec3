//! From a solution, and programs that make and answer inputs, to an input that the solution fails
//! on, as small as can be. Prints nothing.
//!
//! * [`arena`]: all that takes part but the solution: who makes inputs, who looks at them, who
//!   answers them, who judges;
//! * [`attempt`]: one solution on one input;
//! * [`tries`]: which seeds and sizes are tried, and in which order;
//! * [`search`]: tries them on several threads until one fails;
//! * [`shrink`]: makes the input small;
//! * [`levels`]: all small inputs by size, and [`batch`]: many of them in one start of a program.

mod arena;
mod attempt;
mod batch;
mod error;
mod input;
mod levels;
mod search;
mod shrink;
mod tool;
mod tries;

pub(crate) use arena::{Arena, Setting};
pub(crate) use attempt::Entrant;
pub(crate) use error::StressError;
pub(crate) use search::{Bounds, Search, search};
pub(crate) use shrink::{Proof, Smallest, shrink};
pub(crate) use tries::{Sizes, Try, tries};
