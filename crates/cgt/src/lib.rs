//! Combinatorial game theory by search: Grundy values of impartial games, and outcomes with their
//! distances of two-player games, draws and endless play included.
//!
//! The crate knows no game and no theorem. A game states its rules through [`Impartial`] or
//! [`Game`]; a search reads the values off them, so a theorem can be checked against the rules
//! and nothing else.
//!
//! | question | ask | the game |
//! |---|---|---|
//! | Grundy value of a position, or of a sum | [`Grundy`] | [`Impartial`], ends after finitely many moves |
//! | Grundy values of *all* positions, numbered | [`grundy_table`] | a closure |
//! | who wins, and how fast | [`Outcomes::value`] | [`Game`], may go on for ever |
//! | who wins, as cheaply as possible | [`Outcomes::outcome`] | [`Game`], ends after finitely many moves |
//!
//! Every search keeps its own stack, so the length of a game is bounded by memory alone, and every
//! search remembers what it has found: asking for all the positions of a board costs about as much
//! as asking for the hardest.
//!
//! # Example
//!
//! Kayles: knock down one pin of a row, or two neighbours; the rest of the row falls apart into
//! two rows. Whoever knocks down the last pin wins.
//!
//! ```
//! use cgt::{Grundy, Impartial};
//!
//! struct Kayles;
//!
//! impl Impartial for Kayles {
//!     type Position = u32;
//!
//!     fn options(&self, &pins: &u32, option: &mut dyn FnMut(&[u32])) {
//!         for hit in 1..=pins.min(2) {
//!             for left in 0..=(pins - hit) / 2 {
//!                 option(&[left, pins - hit - left]);
//!             }
//!         }
//!     }
//! }
//!
//! let mut kayles = Grundy::new(Kayles);
//! assert_eq!(kayles.value(&11)?, 6);
//! assert_eq!(kayles.sum(&[5, 9])?, 0); // the second player wins a row of 5 beside a row of 9
//! # Ok::<(), cgt::Unsolved>(())
//! ```

mod component;
mod entry;
mod error;
mod game;
mod grundy;
mod impartial;
mod mex;
mod outcomes;
mod quick;
mod table;
mod valuation;

pub use error::{OutOfBudget, TableError, Unsolved};
pub use game::{Game, Outcome, Value};
pub use grundy::Grundy;
pub use impartial::Impartial;
pub use outcomes::Outcomes;
pub use table::{Options, grundy_table};
