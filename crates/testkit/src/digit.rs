//! Small problems for the crate's own tests.

use std::fmt;

use gridkit::{Problem, Rng, ScanError, Scanner, TooLarge};

/// A number, alone on its line.
pub(crate) struct Number(usize);

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.0)
    }
}

/// A file is one digit; the answer is whether it is even.
pub(crate) enum Digit {}

impl Problem for Digit {
    const NAME: &'static str = "digit";
    type Instance = Number;
    type Answer = &'static str;

    fn parse(s: &mut Scanner<'_>) -> Result<Number, ScanError> {
        let n = s.number("n", 0..=9)?;
        s.end_of_line()?;
        Ok(Number(n))
    }

    fn solve(number: &Number) -> &'static str {
        if number.0.is_multiple_of(2) {
            "even"
        } else {
            "odd"
        }
    }

    fn brute(number: &Number) -> Result<&'static str, TooLarge> {
        match number.0 {
            0 => Ok("even"),
            1 => Ok("odd"),
            n => Digit::brute(&Number(n - 2)),
        }
    }

    fn small(size: usize) -> impl Iterator<Item = Number> {
        (0..=size.min(9)).map(Number)
    }

    fn random(rng: &mut Rng, size: usize) -> Number {
        Number(rng.within(0..=size.min(9)))
    }
}

/// The same with a fault: its random instances exceed the bound as soon as the size does.
pub(crate) enum Unbounded {}

impl Problem for Unbounded {
    const NAME: &'static str = "unbounded";
    type Instance = Number;
    type Answer = &'static str;

    fn parse(s: &mut Scanner<'_>) -> Result<Number, ScanError> {
        Digit::parse(s)
    }

    fn solve(number: &Number) -> &'static str {
        Digit::solve(number)
    }

    fn brute(number: &Number) -> Result<&'static str, TooLarge> {
        Digit::brute(number)
    }

    fn small(size: usize) -> impl Iterator<Item = Number> {
        Digit::small(size)
    }

    fn random(_: &mut Rng, size: usize) -> Number {
        Number(size)
    }
}
