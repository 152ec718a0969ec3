//! The one `main` of all games: reads a file of instances, writes their answers.
//!
//! | call | does | exit code |
//! |---|---|---|
//! | `NAME` | answers the input by the theorem | 0, or 1 for a bad input |
//! | `NAME --brute` | answers it by search from the rules | 0, or 1 |
//! | `NAME --validate` | checks the input's format | 42 if it is right, 43 if not |
//! | `NAME --generate SEED SIZE` | writes a random input | 0 |
//! | `NAME --every SIZE` | writes every input up to a size, an empty line after each | 0 |
//! | `NAME --help` | writes the usage | 0 |
//!
//! 64 is a wrong call. 1 is also an input that cannot be read and an output that cannot be written,
//! save that whoever closes the pipe has read enough. Errors go to standard error. Input is standard input, read once and whole; nothing is written before
//! all of it proved right, so that a broken file never gets an answer.
//!
//! `--every` writes what [`Problem::small`] lists, each instance as a file of its own, and where a file
//! has many instances every such file whose instances are of that size together. It writes for as long
//! as somebody reads: a search for the smallest input that a solution fails on goes through all of them.

use std::collections::HashSet;
use std::fmt::{Display, Write as _};
use std::fs::File;
use std::io::{self, BufWriter, Read as _, Write as _};
use std::os::fd::AsFd as _;
use std::process::ExitCode;
use std::str::FromStr;

use crate::problem::{Label, Layout, Problem, TooLarge};
use crate::rng::Rng;
use crate::scan::{ScanError, Scanner};

/// The exit code of a validator that accepts, in the ICPC package format.
const VALID: u8 = 42;
/// The exit code of a validator that rejects.
const INVALID: u8 = 43;
/// The exit code of a wrong call (`EX_USAGE` of sysexits.h).
const USAGE: u8 = 64;

/// Why a file could not be answered.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum AnswerError {
    /// The file departs from its format.
    #[error(transparent)]
    Scan(#[from] ScanError),
    /// The search from the rules was given up.
    #[error("case {case}: {error}")]
    TooLarge {
        /// The number of the instance in the file, from 1.
        case: usize,
        /// How far the search went.
        error: TooLarge,
    },
}

/// What to do with the input.
enum Mode {
    Solve,
    Brute,
    Validate,
    Generate { seed: u64, size: usize },
    Every { size: usize },
    Help,
}

/// The whole of a game's `main`: standard input to standard output.
#[must_use]
pub fn run<P: Problem>() -> ExitCode {
    let arguments: Vec<String> = std::env::args_os()
        .skip(1)
        .map(|argument| argument.to_string_lossy().into_owned())
        .collect();
    let mode = match mode(&arguments) {
        Ok(mode) => mode,
        Err(message) => {
            complain::<P>(&format!("{message}\n{}", usage::<P>()));
            return USAGE.into();
        }
    };
    match act::<P>(mode) {
        Ok(code) => code,
        Err((message, code)) => {
            complain::<P>(&message);
            code
        }
    }
}

type Failure = (String, ExitCode);

fn act<P: Problem>(mode: Mode) -> Result<ExitCode, Failure> {
    let answered = match mode {
        Mode::Help => Ok(usage::<P>()),
        Mode::Generate { seed, size } => Ok(generate::<P>(seed, size)),
        Mode::Every { size } => {
            return written(every::<P>(size, BufWriter::new(io::stdout().lock())));
        }
        Mode::Validate => {
            return match validate::<P>(&input()?) {
                Ok(()) => Ok(VALID.into()),
                Err(error) => Err((error.to_string(), INVALID.into())),
            };
        }
        Mode::Solve => solve::<P>(&input()?).map_err(AnswerError::Scan),
        Mode::Brute => brute::<P>(&input()?),
    };
    match answered {
        Ok(text) => written(io::stdout().write_all(text.as_bytes())),
        Err(error) => Err((error.to_string(), ExitCode::FAILURE)),
    }
}

fn written(result: io::Result<()>) -> Result<ExitCode, Failure> {
    match result {
        // Whoever closed the pipe has read enough.
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            let message = format!("cannot write the output: {error}");
            Err((message, ExitCode::FAILURE))
        }
        _ => Ok(ExitCode::SUCCESS),
    }
}

/// The output for a whole input file, by the theorem.
///
/// # Errors
/// The input departs from its format.
pub fn solve<P: Problem>(input: &[u8]) -> Result<String, ScanError> {
    let mut output = String::new();
    each::<P, ScanError>(input, |case, instance| {
        write_answer::<P>(&mut output, case, &P::solve(instance));
        Ok(())
    })?;
    Ok(output)
}

/// The output for a whole input file, by search from the rules.
///
/// # Errors
/// The input departs from its format, or an instance is too large to search.
pub fn brute<P: Problem>(input: &[u8]) -> Result<String, AnswerError> {
    // A file that is wrong at its end should not be searched for an hour before it says so.
    validate::<P>(input)?;
    let mut output = String::new();
    each::<P, AnswerError>(input, |case, instance| {
        let answer = P::brute(instance).map_err(|error| AnswerError::TooLarge { case, error })?;
        write_answer::<P>(&mut output, case, &answer);
        Ok(())
    })?;
    Ok(output)
}

/// Whether a file has the statement's format.
///
/// # Errors
/// Where it departs from it.
pub fn validate<P: Problem>(input: &[u8]) -> Result<(), ScanError> {
    each::<P, ScanError>(input, |_, _| Ok(()))
}

/// A random input file, the same from the same `seed` and `size` for ever.
#[must_use]
pub fn generate<P: Problem>(seed: u64, size: usize) -> String {
    let instances = P::random_file(&mut Rng::new(seed), size);
    let mut text = String::new();
    if matches!(P::LAYOUT, Layout::Many { .. }) {
        text.push_str(&format!("{}\n", instances.len()));
    }
    for instance in instances {
        text.push_str(&instance.to_string());
    }
    text
}

/// Writes every input up to a size, with an empty line after it. The size of a file of many instances is
/// that of all of them together.
fn every<P: Problem>(size: usize, mut out: impl io::Write) -> io::Result<()> {
    match P::LAYOUT {
        Layout::One => {
            for instance in P::small(size) {
                writeln!(out, "{instance}")?;
            }
        }
        Layout::Many { most, .. } => {
            let mut known = HashSet::new();
            let mut levels = Vec::new();
            for size in 1..=size {
                let new = P::small(size).filter_map(|instance| {
                    let text = instance.to_string();
                    let share = P::TOTAL.map_or(0, |bound| (bound.share)(&instance));
                    known.insert(text.clone()).then_some((text, share))
                });
                levels.push(new.collect());
                let total = P::TOTAL.map_or(usize::MAX, |bound| bound.most);
                for cases in 1..=size.min(most) {
                    let file = (format!("{cases}\n"), total);
                    fill(&levels, file, cases, size, &mut out)?;
                }
            }
        }
    }
    out.flush()
}

/// The instances that are of each size, from 1, and of no smaller one; each with its share of the total.
type Levels = [Vec<(String, usize)>];

/// Writes every file that goes on for so many more `cases`, of `size` together, after what is in it, as
/// far as its total allows.
fn fill(
    levels: &Levels,
    (file, total): (String, usize),
    cases: usize,
    size: usize,
    out: &mut impl io::Write,
) -> io::Result<()> {
    if cases == 0 {
        return writeln!(out, "{file}");
    }
    // The cases after this one are of size 1 at least.
    let sizes = match cases {
        1 => size..=size,
        _ => 1..=(size + 1).saturating_sub(cases),
    };
    for own in sizes {
        for (text, share) in levels.get(own - 1).into_iter().flatten() {
            if let Some(total) = total.checked_sub(*share) {
                let file = format!("{file}{text}");
                fill(levels, (file, total), cases - 1, size - own, out)?;
            }
        }
    }
    Ok(())
}

/// Reads `input` instance by instance and hands each to `act`, with its number from 1.
fn each<P: Problem, E: From<ScanError>>(
    input: &[u8],
    mut act: impl FnMut(usize, &P::Instance) -> Result<(), E>,
) -> Result<(), E> {
    let mut s = Scanner::new(input);
    let cases = match P::LAYOUT {
        Layout::One => 1,
        Layout::Many { count, most, .. } => {
            let cases = s.number(count, 1..=most)?;
            s.end_of_line()?;
            cases
        }
    };
    let mut total = 0_usize;
    for case in 1..=cases {
        let place = s.place();
        let instance = P::parse(&mut s)?;
        if let Some(bound) = P::TOTAL {
            total = total.saturating_add((bound.share)(&instance));
            if total > bound.most {
                let expected = format!("{} up to {}", bound.name, bound.most);
                let found = format!("{total} with case {case}");
                return Err(s.error_found(place, expected, found).into());
            }
        }
        act(case, &instance)?;
    }
    Ok(s.end_of_file()?)
}

fn write_answer<P: Problem>(output: &mut String, case: usize, answer: &P::Answer) {
    // Writing to a string cannot fail.
    let _ = match P::LAYOUT {
        Layout::Many {
            label: Label::Case, ..
        } => writeln!(output, "Case {case}: {answer}"),
        _ => writeln!(output, "{answer}"),
    };
}

fn input() -> Result<Vec<u8>, Failure> {
    // As a file, standard input tells its length, and one read takes all of it.
    let read = || -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        File::from(io::stdin().as_fd().try_clone_to_owned()?).read_to_end(&mut bytes)?;
        Ok(bytes)
    };
    read().map_err(|error| (format!("cannot read the input: {error}"), ExitCode::FAILURE))
}

fn mode(arguments: &[String]) -> Result<Mode, String> {
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments[..] {
        [] => Ok(Mode::Solve),
        ["--brute"] => Ok(Mode::Brute),
        ["--validate"] => Ok(Mode::Validate),
        ["--help" | "-h"] => Ok(Mode::Help),
        ["--generate", seed, size] => Ok(Mode::Generate {
            seed: whole("SEED", u64::MAX, seed)?,
            size: whole("SIZE", usize::MAX, size)?,
        }),
        ["--generate", ..] => Err(format!(
            "--generate takes SEED and SIZE, found {} argument(s)",
            arguments.len() - 1
        )),
        ["--every", size] => Ok(Mode::Every {
            size: whole("SIZE", usize::MAX, size)?,
        }),
        ["--every", ..] => Err(format!(
            "--every takes SIZE, found {} argument(s)",
            arguments.len() - 1
        )),
        // After a mode that takes none, the second argument is the one too many.
        ["--brute" | "--validate" | "--help" | "-h", extra, ..] | [extra, ..] => {
            Err(format!("unexpected argument `{}`", extra.escape_debug()))
        }
    }
}

fn whole<T: FromStr + Display>(name: &str, most: T, text: &str) -> Result<T, String> {
    text.parse().map_err(|_| {
        format!(
            "expected {name} to be a whole number from 0 to {most}, found `{}`",
            text.escape_debug()
        )
    })
}

fn usage<P: Problem>() -> String {
    format!(
        "usage: {name} [--brute | --validate | --generate SEED SIZE | --every SIZE] < input\n\
         \n\
         (nothing)             answer the input by the theorem\n\
         --brute               answer it by search from the rules alone\n\
         --validate            check its format: exit 42 if it is right, 43 if not\n\
         --generate SEED SIZE  write a random input of at most that size\n\
         --every SIZE          write every input up to that size, an empty line after each\n",
        name = P::NAME
    )
}

fn complain<P: Problem>(message: &str) {
    // Nobody is left to tell when standard error is closed.
    let _ = writeln!(io::stderr(), "{}: {}", P::NAME, message.trim_end());
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::Total;

    /// Numbers whose last digit is asked for; the search gives up at 100.
    enum LastDigit {}

    struct Number(usize);

    impl Display for Number {
        fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            writeln!(f, "{}", self.0)
        }
    }

    impl Problem for LastDigit {
        const NAME: &'static str = "last-digit";
        const LAYOUT: Layout = Layout::Many {
            count: "T",
            most: 3,
            label: Label::Case,
        };
        const TOTAL: Option<Total<Number>> = Some(Total {
            name: "the sum of n",
            most: 1000,
            share: |number| number.0,
        });
        type Instance = Number;
        type Answer = usize;

        fn parse(s: &mut Scanner<'_>) -> Result<Number, ScanError> {
            let n = s.number("n", 0..=999)?;
            s.end_of_line()?;
            Ok(Number(n))
        }

        fn solve(number: &Number) -> usize {
            number.0 % 10
        }

        fn brute(number: &Number) -> Result<usize, TooLarge> {
            match number.0 {
                100.. => Err(TooLarge::positions(100)),
                n => Ok((0..n).fold(0, |digit, _| if digit == 9 { 0 } else { digit + 1 })),
            }
        }

        fn small(size: usize) -> impl Iterator<Item = Number> {
            (0..=size).map(Number)
        }

        fn random(rng: &mut Rng, size: usize) -> Number {
            Number(rng.within(0..=size.min(333)))
        }
    }

    #[test]
    fn cases_are_numbered_where_the_judge_wants_it() {
        let answers = solve::<LastDigit>(b"2\n47\n8\n");
        assert_eq!(answers.as_deref(), Ok("Case 1: 7\nCase 2: 8\n"));
        assert_eq!(brute::<LastDigit>(b"2\n47\n8\n"), Ok(answers.unwrap()));
    }

    #[test]
    fn an_instance_too_large_to_search_is_named() {
        let error = brute::<LastDigit>(b"2\n47\n100\n").expect_err("100 is too large");
        assert_eq!(
            error.to_string(),
            "case 2: too large for the search from the rules, which takes at most 100 positions; \
             give it a smaller instance, or run the program without --brute"
        );
    }

    #[test]
    fn a_file_that_is_wrong_at_its_end_is_not_searched() {
        let error = brute::<LastDigit>(b"2\n100\nx\n").expect_err("x is no number");
        assert_eq!(
            error.to_string(),
            "line 3, column 1: expected n from 0 to 999, found `x`"
        );
    }

    #[test]
    fn the_whole_file_is_checked() {
        for (input, message) in [
            (
                &b"4\n1\n1\n1\n1\n"[..],
                "line 1, column 1: expected T from 1 to 3, found `4`",
            ),
            (
                b"1\n1\n1\n",
                "line 3, column 1: expected end of file, found `1`",
            ),
            (
                b"3\n1\n999\n1\n",
                "line 4, column 1: expected the sum of n up to 1000, found 1001 with case 3",
            ),
        ] {
            let error = validate::<LastDigit>(input).map_err(|error| error.to_string());
            assert_eq!(error, Err(message.to_owned()));
        }
        assert_eq!(validate::<LastDigit>(b"3\n1\n999\n0\n"), Ok(()));
    }

    #[test]
    fn every_file_up_to_a_size_is_written_once() {
        let written = |size| {
            let mut written = Vec::new();
            every::<LastDigit>(size, &mut written).unwrap();
            let text = String::from_utf8(written).unwrap();
            assert!(text.ends_with("\n\n"), "{text}");
            let files = text.trim_end().split("\n\n");
            let lines = files.map(|file| file.replace('\n', " "));
            lines.collect::<Vec<_>>()
        };
        assert_eq!(written(1), ["1 0", "1 1"]);
        // A size has what no smaller one has: 0 and 1 are of size 1.
        let of_two = ["1 2", "2 0 0", "2 0 1", "2 1 0", "2 1 1"];
        assert_eq!(written(2), [&["1 0", "1 1"][..], &of_two].concat());
        let of_four = written(4);
        assert!(of_four.contains(&"3 0 2 1".to_owned()));
        assert!(of_four.iter().all(|file| !file.starts_with('4')));
    }

    #[test]
    fn a_random_file_has_as_many_cases_as_the_layout_and_the_size_allow() {
        for (size, cases) in [(0, 1), (2, 2), (1000, 3)] {
            let text = generate::<LastDigit>(7, size);
            assert_eq!(text.lines().next(), Some(cases.to_string().as_str()));
            assert_eq!(validate::<LastDigit>(text.as_bytes()), Ok(()));
        }
    }
}
