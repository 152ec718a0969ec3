//! `dcmp`, `acmp`, `rcmp` and their kin: doubles within a tolerance.

use super::{Files, Quit, Side, run};
use crate::glance::{self, Glance};
use crate::message::{fixed, ordinal};
use crate::number::{self, Syntax};
use crate::registry::Plain;

pub(super) const DCMP: Plain = Plain {
    name: "dcmp",
    about: "testlib: one double, absolute or relative error 1e-6",
    glance: Glance::Nothing,
    compare: |found, expected| run(found, expected, |files| one(files, |e, f| near(e, f, 1e-6))),
};

pub(super) const ACMP: Plain = Plain {
    name: "acmp",
    about: "testlib: one double, absolute error 1.5e-6",
    glance: Glance::Nothing,
    compare: |found, expected| {
        run(found, expected, |files| {
            one(files, |e, f| close(e, f, 1.5e-6))
        })
    },
};

pub(super) const RCMP: Plain = Plain {
    name: "rcmp",
    about: "testlib: one double, absolute error 1.5e-6",
    glance: Glance::Nothing,
    compare: |found, expected| {
        run(found, expected, |files| {
            one(files, |e, f| close(e, f, 1.5e-6))
        })
    },
};

pub(super) const RCMP4: Plain = Plain {
    name: "rcmp4",
    about: "testlib: doubles, absolute or relative error 1e-4",
    glance: Glance::Unless(|found, expected| all_near(found, expected, 1e-4)),
    compare: |found, expected| run(found, expected, |files| many(files, 1e-4, 5)),
};

pub(super) const RCMP6: Plain = Plain {
    name: "rcmp6",
    about: "testlib: doubles, absolute or relative error 1e-6",
    glance: Glance::Unless(|found, expected| all_near(found, expected, 1e-6)),
    compare: |found, expected| run(found, expected, |files| many(files, 1e-6, 7)),
};

pub(super) const RCMP9: Plain = Plain {
    name: "rcmp9",
    about: "testlib: doubles, absolute or relative error 1e-9",
    glance: Glance::Unless(|found, expected| all_near(found, expected, 1e-9)),
    compare: |found, expected| run(found, expected, |files| many(files, 1e-9, 10)),
};

pub(super) const RNCMP: Plain = Plain {
    name: "rncmp",
    about: "testlib: doubles, absolute error 1.5e-5",
    glance: Glance::Nothing,
    compare: |found, expected| run(found, expected, rncmp),
};

/// What testlib allows beside every tolerance.
const SLACK: f64 = 1e-15;

/// The absolute error is small enough (or no number, as that of two infinities).
fn close(expected: f64, found: f64, tolerance: f64) -> bool {
    let error = (expected - found).abs();
    error.is_nan() || error <= tolerance + SLACK
}

/// testlib's `doubleCompare`.
fn near(expected: f64, found: f64, tolerance: f64) -> bool {
    let tolerance = tolerance + SLACK;
    let infinite = |value: f64| value.abs() > 1e300;
    if infinite(expected) {
        return infinite(found) && (expected > 0.0) == (found > 0.0);
    }
    if infinite(found) {
        return false;
    }
    if (found - expected).abs() <= tolerance {
        return true;
    }
    let (a, b) = (expected * (1.0 - tolerance), expected * (1.0 + tolerance));
    (a.min(b)..=a.max(b)).contains(&found)
}

/// Whether all are doubles that are near, and as many.
fn all_near(found: &[u8], expected: &[u8], tolerance: f64) -> bool {
    glance::testlib_tokens(found, expected, |found, expected| {
        let double = |token| number::float(token, Syntax::Testlib);
        double(expected)
            .zip(double(found))
            .is_some_and(|(expected, found)| near(expected, found, tolerance))
    })
}

/// testlib's `doubleDelta`.
fn error(expected: f64, found: f64) -> f64 {
    let absolute = (found - expected).abs();
    if expected.abs() > 1e-9 {
        let relative = (absolute / expected).abs();
        if absolute < relative {
            absolute
        } else {
            relative
        }
    } else {
        absolute
    }
}

fn double(files: &mut Files<'_>, side: Side) -> Result<f64, Quit> {
    match files.word(side).float(Syntax::Testlib) {
        Some(value) => Ok(value),
        None => Err(files.no_number(side, "double")),
    }
}

/// The next double of both sides, the expected first.
fn doubles(files: &mut Files<'_>) -> Result<(f64, f64), Quit> {
    match files.both("double") {
        Ok(()) => Ok((double(files, Side::Expected)?, double(files, Side::Found)?)),
        Err(quit) => {
            if matches!(quit, Quit::Check(_)) {
                double(files, Side::Expected)?;
            }
            Err(quit)
        }
    }
}

fn one(files: &mut Files<'_>, agree: impl Fn(f64, f64) -> bool) -> Result<String, Quit> {
    let (expected, found) = doubles(files)?;
    if !agree(expected, found) {
        let (expected, found) = (fixed(expected, 10), fixed(found, 10));
        return Err(files.wrong(format!("expected {expected}, found {found}")));
    }
    Ok(format!("answer is {}", fixed(expected, 10)))
}

fn many(files: &mut Files<'_>, tolerance: f64, digits: usize) -> Result<String, Quit> {
    let mut count: u64 = 0;
    let mut last = (0.0, 0.0);
    while !files.ended(Side::Expected)? {
        count += 1;
        last = doubles(files)?;
        let (expected, found) = last;
        if !near(expected, found, tolerance) {
            return Err(files.wrong(format!(
                "{} numbers differ - expected: '{}', found: '{}', error = '{}'",
                ordinal(count),
                fixed(expected, digits),
                fixed(found, digits),
                fixed(error(expected, found), digits),
            )));
        }
    }
    let (expected, found) = last;
    Ok(if count == 1 {
        format!(
            "found '{}', expected '{}', error '{}'",
            fixed(found, digits),
            fixed(expected, digits),
            fixed(error(expected, found), digits),
        )
    } else {
        format!("{count} numbers")
    })
}

fn rncmp(files: &mut Files<'_>) -> Result<String, Quit> {
    let mut count: u64 = 0;
    while !files.ended(Side::Expected)? {
        count += 1;
        let (expected, found) = doubles(files)?;
        if !close(expected, found, 1.5e-5) {
            return Err(files.wrong(format!(
                "{} numbers differ - expected: '{}', found: '{}'",
                ordinal(count),
                fixed(expected, 10),
                fixed(found, 10),
            )));
        }
    }
    Ok(format!("{count} numbers"))
}
