//! Input, grids and the contract that every game's program follows.
//!
//! * [`scan`]: a [`Scanner`] over the bytes of an input file; its errors say where, what was
//!   expected and what was found.
//! * [`grid`]: [`Grid`], [`Cell`], [`Side`], [`Rect`] and 2-D prefix [`Sums`].
//! * [`problem`]: the [`Problem`] trait that a game implements.
//! * [`program`]: [`run`], the whole of every game's `main`.
//! * [`rng`]: the random numbers of generators, the same on every machine and for ever.
//!
//! The crate knows no game and no theory of games.

mod digits;
pub mod grid;
pub mod problem;
pub mod program;
pub mod rng;
pub mod scan;
mod sets;

pub use grid::{Cell, Grid, Letter, Rect, Side, Sums};
pub use problem::{Label, Layout, Problem, TooLarge, Total};
pub use program::run;
pub use rng::Rng;
pub use scan::{ScanError, Scanner};
pub use sets::CELLS;
