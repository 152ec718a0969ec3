//! UVa 12409 Kisu Pari Na 1: rules, theorem and program
