//! `yesno` and `nyesno`: YES or NO, in any case.

use super::{Files, Quit, Side, run};
use crate::glance::Glance;
use crate::message::ordinal;
use crate::registry::Plain;
use crate::word::Next;

pub(super) const YESNO: Plain = Plain {
    name: "yesno",
    about: "testlib: one YES or NO, in any case",
    glance: Glance::Nothing,
    compare: |found, expected| run(found, expected, yesno),
};

pub(super) const NYESNO: Plain = Plain {
    name: "nyesno",
    about: "testlib: a sequence of YES and NO, in any case",
    glance: Glance::Nothing,
    compare: |found, expected| run(found, expected, nyesno),
};

fn text(yes: bool) -> &'static str {
    if yes { "YES" } else { "NO" }
}

/// What a message says of the place of a token; nothing of the only one.
fn place(number: Option<u64>) -> String {
    number.map_or_else(String::new, |number| {
        format!(" [{} token]", ordinal(number))
    })
}

/// The last token of a side, which is the `number`th.
fn answer(files: &mut Files<'_>, side: Side, number: Option<u64>) -> Result<bool, Quit> {
    match files.word(side).whole() {
        Some(word) if word.eq_ignore_ascii_case(b"YES") => return Ok(true),
        Some(word) if word.eq_ignore_ascii_case(b"NO") => return Ok(false),
        _ => {}
    }
    let shown = match files.stream(side).current_token()? {
        (_, Some(mut excerpt)) => {
            excerpt.head.make_ascii_uppercase();
            excerpt.tail.make_ascii_uppercase();
            excerpt.shown()
        }
        (_, None) => String::new(),
    };
    let among = match side {
        Side::Found => "",
        Side::Expected => " in answer",
    };
    let place = place(number);
    let message = format!("YES or NO expected{among}, but {shown} found{place}");
    Err(files.unexpected(side, message))
}

fn yesno(files: &mut Files<'_>) -> Result<String, Quit> {
    files.both("token")?;
    let expected = answer(files, Side::Expected, None)?;
    let found = answer(files, Side::Found, None)?;
    if expected != found {
        let message = format!("expected {}, found {}", text(expected), text(found));
        return Err(files.wrong(message));
    }
    Ok(format!("answer is {}", text(expected)))
}

fn nyesno(files: &mut Files<'_>) -> Result<String, Quit> {
    let (mut yes, mut no): (u64, u64) = (0, 0);
    let mut last = false;
    let rest = loop {
        match files.words.next()? {
            Next::Both => {}
            next => break next,
        }
        let number = Some(yes + no + 1);
        let expected = answer(files, Side::Expected, number)?;
        last = answer(files, Side::Found, number)?;
        if expected != last {
            let (expected, found, place) = (text(expected), text(last), place(number));
            return Err(files.wrong(format!("expected {expected}, found {found}{place}")));
        }
        if last {
            yes += 1;
        } else {
            no += 1;
        }
    };
    super::longer(files, rest, yes + no, |_, _| Ok(()))?;
    Ok(match yes + no {
        0 => "Empty output".to_owned(),
        1 => text(last).to_owned(),
        count => format!("{count} token(s): yes count is {yes}, no count is {no}"),
    })
}
