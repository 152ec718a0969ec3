//! yukicoder 819 Enjapma game: rules, theorem and program
