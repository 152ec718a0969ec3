//! Codeforces 1921E Eat the Chip: rules, theorem and program
