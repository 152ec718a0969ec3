//! The checkers on small inputs, as tables: output, expected output, answer.

mod answer;
mod dmoj;
mod kattis;
mod kinds;
mod models;
mod others;
mod own;
mod properties;
mod streaming;
mod testlib;
