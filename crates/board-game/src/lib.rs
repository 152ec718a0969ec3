//! AtCoder ARC002 D Board game: rules, theorem and program
