//! `icmp`, `ncmp`, `uncmp`, `hcmp`: integers, one or many, of 32, 64 or any number of bits.

use std::io::Read;

use super::{Files, Quit, Side, run};
use crate::check::{Check, CompareError};
use crate::glance::{self, Glance};
use crate::message::{ordinal, shown};
use crate::multiset::Multiset;
use crate::pair::Letters;
use crate::registry::Plain;
use crate::word::Next;

pub(super) const ICMP: Plain = Plain {
    name: "icmp",
    about: "testlib: one signed 32-bit integer",
    glance: Glance::Nothing,
    compare: |found, expected| run(found, expected, icmp),
};

pub(super) const NCMP: Plain = Plain {
    name: "ncmp",
    about: "testlib: a sequence of signed 64-bit integers",
    glance: Glance::Unless(glance::same_testlib_tokens),
    compare: |found, expected| run(found, expected, ncmp),
};

pub(super) const UNCMP: Plain = Plain {
    name: "uncmp",
    about: "testlib: signed 64-bit integers in any order",
    glance: Glance::Nothing,
    compare: uncmp,
};

pub(super) const HCMP: Plain = Plain {
    name: "hcmp",
    about: "testlib: one integer of any length",
    glance: Glance::Nothing,
    compare: |found, expected| run(found, expected, hcmp),
};

fn icmp(files: &mut Files<'_>) -> Result<String, Quit> {
    files.token(Side::Expected, "int32")?;
    let expected = int32(files, Side::Expected)?;
    files.token(Side::Found, "int32")?;
    let found = int32(files, Side::Found)?;
    if expected != found {
        return Err(files.wrong(format!("expected {expected}, found {found}")));
    }
    Ok(format!("answer is {expected}"))
}

fn int32(files: &mut Files<'_>, side: Side) -> Result<i32, Quit> {
    let value = files.integer(side)?;
    i32::try_from(value).map_err(|_| files.no_number(side, "int32"))
}

fn ncmp(files: &mut Files<'_>) -> Result<String, Quit> {
    let mut count: u64 = 0;
    let mut first = Vec::new();
    let rest = loop {
        match files.words.next()? {
            Next::Both => {}
            next => break next,
        }
        count += 1;
        let expected = files.integer(Side::Expected)?;
        let found = files.integer(Side::Found)?;
        if expected != found {
            return Err(files.wrong(format!(
                "{} numbers differ - expected: '{expected}', found: '{found}'",
                ordinal(count)
            )));
        }
        if count <= 5 {
            first.push(expected.to_string());
        }
    };
    super::longer(files, rest, count, |files, side| {
        files.integer(side).map(|_| ())
    })?;
    Ok(if count <= 5 {
        format!(
            "{count} number(s): \"{}\"",
            shown(first.join(" ").as_bytes())
        )
    } else {
        format!("{count} numbers")
    })
}

fn hcmp(files: &mut Files<'_>) -> Result<String, Quit> {
    files.both("token")?;
    let expected = files.shown(Side::Expected)?;
    let found = files.shown(Side::Found)?;
    if !files.words.expected.is_integer() {
        return Err(files.unexpected(Side::Expected, format!("{expected} is not a valid integer")));
    }
    // Before the white space behind the tokens is consumed, as the place is that of the tokens.
    let sides = files.words.pair.tokens(crate::pair::Stop::Differ)?;
    if !files.ended(Side::Expected)? {
        let message = "expected exactly one token in the answer file".to_owned();
        return Err(files.unexpected(Side::Expected, message));
    }
    if !files.words.found.is_integer() {
        let message = format!("{found} is not a valid integer");
        return Err(files.unexpected(Side::Found, message));
    }
    if !files.words.agree(Letters::Exact) {
        let message = format!("expected '{expected}', found '{found}'");
        return Err(Check::wrong(message, sides.difference).into());
    }
    Ok(format!("answer is '{expected}'"))
}

/// What `uncmp` keeps of the numbers of one side.
struct Numbers {
    all: Multiset,
    count: u64,
    /// The smallest and the largest five, in order.
    least: Vec<i64>,
    greatest: Vec<i64>,
}

impl Numbers {
    fn push(&mut self, value: i64) {
        let mut element = self.all.element();
        element.push(&value.to_le_bytes());
        self.all.insert(element);
        self.count += 1;
        insert(&mut self.least, value);
        self.least.truncate(5);
        insert(&mut self.greatest, value);
        if self.greatest.len() > 2 {
            self.greatest.remove(0);
        }
    }

    fn shown(&self) -> String {
        let text = |values: &[i64]| {
            let words: Vec<String> = values.iter().map(|value| format!(" {value}")).collect();
            words.concat()
        };
        match self.count {
            0 => "empty sequence".to_owned(),
            1 => format!("1 number:{}", text(&self.least)),
            count => {
                let numbers = if count <= 5 {
                    text(&self.least)
                } else {
                    let least = self.least.get(..2).unwrap_or_default();
                    format!("{} ...{}", text(least), text(&self.greatest))
                };
                format!("{count} numbers (in increasing order):{numbers}")
            }
        }
    }
}

fn insert(sorted: &mut Vec<i64>, value: i64) {
    let at = sorted.partition_point(|&other| other <= value);
    sorted.insert(at, value);
}

fn uncmp(found: &mut dyn Read, expected: &mut dyn Read) -> Result<Check, CompareError> {
    let empty = Multiset::new();
    run(found, expected, |files| {
        let expected = numbers(files, Side::Expected, &empty)?;
        let found = numbers(files, Side::Found, &empty)?;
        if expected.count != found.count {
            let message = format!(
                "Expected {} elements, but {} found",
                expected.count, found.count
            );
            return Err(Check::wrong(message, None).into());
        }
        if expected.all != found.all {
            let message = format!(
                "Expected sequence and output are different (as unordered sequences) [size={}]",
                expected.count
            );
            return Err(Check::wrong(message, None).into());
        }
        Ok(expected.shown())
    })
}

fn numbers(files: &mut Files<'_>, side: Side, empty: &Multiset) -> Result<Numbers, Quit> {
    let mut numbers = Numbers {
        all: empty.clone(),
        count: 0,
        least: Vec::new(),
        greatest: Vec::new(),
    };
    while !files.ended(side)? {
        files.token(side, "int64")?;
        numbers.push(files.integer(side)?);
    }
    Ok(numbers)
}
