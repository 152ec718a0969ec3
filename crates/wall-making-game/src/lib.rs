//! Baekjoon 11717 Wall Making Game: rules, theorem and program
