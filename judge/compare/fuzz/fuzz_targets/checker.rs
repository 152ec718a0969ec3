//! What must hold of every checker on any bytes. Each checker has a target that is named after it
//! (`dmoj_standard` for `dmoj:standard`) and built from this file:
//!
//! ```text
//! cargo fuzz run --sanitizer none wcmp -- -max_total_time=60
//! ```

#![no_main]

use std::io::{self, Read};
use std::sync::LazyLock;

use compare::{Check, Compare, CompareError, Difference, Verdict, find};
use libfuzzer_sys::fuzz_target;

const TARGET: &str = env!("CARGO_BIN_NAME");

/// The arguments with which the checker is tried.
fn arguments(checker: &str) -> &'static [&'static str] {
    match checker {
        "kattis" => &[
            "",
            "case_sensitive",
            "space_change_sensitive",
            "float_tolerance 1e-6",
            "case_sensitive space_change_sensitive float_absolute_tolerance 0.5",
        ],
        "dmoj:floats" => &["", "precision=1 error_mode=relative", "precision=-2"],
        "dmoj:sorted" => &["", "split_on=whitespace"],
        "dmoj:rstripped" => &["", "filter_new_line=true"],
        "dmoj:linematches" => &["", "point_distribution=1,0,2 filler_lines_required=false"],
        "hydro" => &["", "strict"],
        "oj" => &["", "-S", "-N", "-e 0.5", "-N -e 1e-9"],
        _ => &[""],
    }
}

/// Whether an output and an expected output may change places.
fn is_symmetric(checker: &str, args: &str) -> bool {
    match checker {
        "kattis" => !args.contains("float"),
        "tokens" | "lines" | "exact" | "cms" | "hydro" | "oj" | "boj" | "hdu" => true,
        "dmoj:linecount" | "dmoj:linematches" => false,
        _ => checker.starts_with("dmoj:") && !checker.contains("floats"),
    }
}

/// Whether an output agrees with itself, unless it is malformed.
fn is_reflexive(checker: &str, args: &str, output: &[u8]) -> bool {
    // What is no number differs from itself, and the mark is skipped in the output alone.
    let numbers = checker.starts_with("dmoj:floats") || args.contains("-e ");
    !numbers && !output.starts_with(b"\xef\xbb\xbf")
}

struct Configuration {
    checker: String,
    args: &'static str,
    compare: Box<dyn Compare>,
}

static CONFIGURATIONS: LazyLock<Vec<Configuration>> = LazyLock::new(|| {
    let checker = TARGET.replacen('_', ":", usize::from(TARGET.starts_with("dmoj_")));
    let prepare = |args: &&'static str| {
        let words: Vec<String> = args.split_whitespace().map(str::to_owned).collect();
        let compare = find(&checker).expect("a checker of the target's name");
        Configuration {
            checker: checker.clone(),
            args,
            compare: compare.prepare(&words).expect("good arguments"),
        }
    };
    arguments(&checker).iter().map(prepare).collect()
});

/// A reader that gives at most so many bytes at once.
struct Slow<'a>(&'a [u8], usize);

impl Read for Slow<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = buffer.len().min(self.1);
        self.0.read(&mut buffer[..count])
    }
}

fn compare(
    configuration: &Configuration,
    found: &[u8],
    expected: &[u8],
    pieces: (usize, usize),
) -> Result<Check, CompareError> {
    let mut found = Slow(found, pieces.0);
    let mut expected = Slow(expected, pieces.1);
    configuration.compare.compare(&mut found, &mut expected)
}

/// The verdict; `None` for a malformed expected output.
fn verdict(result: &Result<Check, CompareError>) -> Option<Verdict> {
    result.as_ref().ok().map(|check| check.verdict)
}

fn looks_right(check: &Check, found: &[u8], expected: &[u8]) {
    assert!(check.message.len() < 600, "{}", check.message);
    assert!(
        !check.message.chars().any(char::is_control),
        "{}",
        check.message
    );
    if let Some(points) = check.points {
        assert!((0.0..=1.0).contains(&points), "{points}");
    }
    if check.only.is_some() {
        assert_ne!(check.verdict, Verdict::Accepted);
    }
    if let Some(Difference {
        found: left,
        expected: right,
        ..
    }) = &check.difference
    {
        assert!(left.offset <= found.len() as u64 && right.offset <= expected.len() as u64);
        for (place, bytes) in [(left, found), (right, expected)] {
            assert!(place.line >= 1 && place.column >= 1 && place.token >= 1);
            let lines = bytes.iter().filter(|&&byte| byte == b'\n').count() as u64;
            assert!(place.line <= lines + 1, "{place:?}");
        }
    }
}

fuzz_target!(|data: &[u8]| {
    let [choice, cut, left, right, bytes @ ..] = data else {
        return;
    };
    let all = &*CONFIGURATIONS;
    let configuration = &all[usize::from(*choice) % all.len()];
    let (found, expected) = bytes.split_at(bytes.len() * usize::from(*cut) / 255);

    let whole = compare(configuration, found, expected, (usize::MAX, usize::MAX));
    let pieces = (1 + usize::from(*left), 1 + usize::from(*right));
    let slow = compare(configuration, found, expected, pieces);
    assert_eq!(
        format!("{slow:?}"),
        format!("{whole:?}"),
        "in pieces of {pieces:?}"
    );
    if let Ok(check) = &whole {
        looks_right(check, found, expected);
    }
    assert_eq!(
        configuration.compare.accepts(found, expected),
        verdict(&whole) == Some(Verdict::Accepted),
        "by a glance"
    );

    if is_symmetric(&configuration.checker, configuration.args) {
        let turned = compare(configuration, expected, found, pieces);
        assert_eq!(verdict(&turned), verdict(&whole), "when they change places");
    }

    if is_reflexive(&configuration.checker, configuration.args, expected)
        && let Ok(check) = compare(configuration, expected, expected, pieces)
    {
        let extra = "Extra information in the output file";
        assert!(
            check.verdict == Verdict::Accepted || check.message == extra,
            "{}",
            check.message
        );
    }
});
