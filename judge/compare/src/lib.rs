//! Compares a program's output with the expected output
