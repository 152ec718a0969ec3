//! Proofs by exhaustion and data-folder tests for the games
