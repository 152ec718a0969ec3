//! Numbers in text: one grammar of decimal fractions, read byte by byte, however long they are.

/// The liberties that a reader of numbers takes beside the grammar
/// `[+-]? (d* . d+ | d+ . | d+) ([Ee] [+-]? d+)?` of the Kattis problem package format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Syntax {
    /// None.
    Kattis,
    /// An exponent without digits (`1e`, `1e+`), as C's `scanf` allows.
    Testlib,
    /// Underscores between digits, and the words `inf`, `infinity` and `nan`, as in Python.
    Python,
}

/// How many significant digits decide a double: 767, and whether any other is not zero.
const DIGITS: usize = 770;

/// Exponents beyond this are all the same.
const FAR: i64 = 1 << 40;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Start,
    Sign,
    Integer,
    /// A point with no digit before it.
    Point,
    /// A point after a digit.
    IntegerPoint,
    Fraction,
    Exponent,
    ExponentSign,
    ExponentDigits,
    Bad,
}

/// A number of any length in bounded memory.
#[derive(Clone, Debug)]
pub(crate) struct Decimal {
    state: State,
    negative: bool,
    /// The first significant digits; the value is these as an integer, times ten to `scale`.
    digits: Vec<u8>,
    /// Whether a digit that is not zero was left out.
    more: bool,
    scale: i64,
    exponent: i64,
    exponent_negative: bool,
    underscores: bool,
    /// Whether the last byte was an underscore.
    gap: bool,
}

impl Decimal {
    pub(crate) fn new() -> Decimal {
        Decimal {
            state: State::Start,
            negative: false,
            digits: Vec::new(),
            more: false,
            scale: 0,
            exponent: 0,
            exponent_negative: false,
            underscores: false,
            gap: false,
        }
    }

    /// Reads the next bytes.
    pub(crate) fn push(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            if self.state == State::Bad {
                return;
            }
            self.push_byte(byte);
        }
    }

    fn push_byte(&mut self, byte: u8) {
        if byte == b'_' {
            self.underscores = true;
            let after_digit = matches!(
                self.state,
                State::Integer | State::Fraction | State::ExponentDigits
            );
            if self.gap || !after_digit {
                self.state = State::Bad;
            }
            self.gap = true;
            return;
        }
        if self.gap && !byte.is_ascii_digit() {
            self.state = State::Bad;
            return;
        }
        self.gap = false;
        self.state = next(self.state, byte);
        match self.state {
            State::Sign => self.negative = byte == b'-',
            State::ExponentSign => self.exponent_negative = byte == b'-',
            State::Integer => self.digit(byte, false),
            State::Fraction => self.digit(byte, true),
            State::ExponentDigits => {
                self.exponent = FAR.min(self.exponent * 10 + i64::from(byte - b'0'));
            }
            _ => {}
        }
    }

    fn digit(&mut self, byte: u8, fraction: bool) {
        if byte == b'0' && self.digits.is_empty() {
            self.scale -= i64::from(fraction);
        } else if self.digits.len() < DIGITS {
            self.digits.push(byte);
            self.scale -= i64::from(fraction);
        } else {
            self.more |= byte != b'0';
            self.scale += i64::from(!fraction);
        }
    }

    /// The nearest double, infinite when it is too large; `None` when the text is no number.
    pub(crate) fn value(&self, syntax: Syntax) -> Option<f64> {
        if !self.complete(syntax) {
            return None;
        }
        let exponent = if self.exponent_negative {
            -self.exponent
        } else {
            self.exponent
        };
        let mut text = String::from(if self.negative { "-" } else { "" });
        text.push('0');
        text.extend(self.digits.iter().map(|&digit| char::from(digit)));
        let mut scale = self.scale + exponent;
        if self.more {
            text.push('1');
            scale -= 1;
        }
        text.push_str(&format!("e{scale}"));
        text.parse().ok()
    }

    fn complete(&self, syntax: Syntax) -> bool {
        let ended = match self.state {
            State::Integer | State::IntegerPoint | State::Fraction | State::ExponentDigits => true,
            State::Exponent | State::ExponentSign => syntax == Syntax::Testlib,
            _ => false,
        };
        ended && !self.gap && (!self.underscores || syntax == Syntax::Python)
    }
}

/// The state after one more byte.
fn next(state: State, byte: u8) -> State {
    match (state, byte) {
        (State::Start, b'+' | b'-') => State::Sign,
        (State::Start | State::Sign | State::Integer, b'0'..=b'9') => State::Integer,
        (State::Start | State::Sign, b'.') => State::Point,
        (State::Integer, b'.') => State::IntegerPoint,
        (State::Point | State::IntegerPoint | State::Fraction, b'0'..=b'9') => State::Fraction,
        (State::Integer | State::IntegerPoint | State::Fraction, b'e' | b'E') => State::Exponent,
        (State::Exponent, b'+' | b'-') => State::ExponentSign,
        (State::Exponent | State::ExponentSign | State::ExponentDigits, b'0'..=b'9') => {
            State::ExponentDigits
        }
        _ => State::Bad,
    }
}

/// The powers of ten that are doubles, up to the longest fraction that [`short`] reads.
const TENS: [f64; 19] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18,
];

/// The number in `bytes`, when it has few digits and no exponent, as most have.
///
/// Digits that are an integer below 2⁵³ and the power of ten that divides it are doubles, so the
/// one division rounds to the nearest (Clinger, "How to read floating point numbers accurately").
fn short(bytes: &[u8]) -> Option<f64> {
    let (negative, unsigned) = match bytes {
        [b'-', rest @ ..] => (true, rest),
        [b'+', rest @ ..] => (false, rest),
        _ => (false, bytes),
    };
    if unsigned.len() > TENS.len() {
        return None;
    }
    let (integer, rest) = digits(unsigned, 0);
    let (integer, fraction) = match rest {
        [] => (integer, 0),
        [b'.', fraction @ ..] => match digits(fraction, integer) {
            (integer, []) => (integer, fraction.len()),
            _ => return None,
        },
        _ => return None,
    };
    let no_digit = unsigned.len() == rest.len() && fraction == 0;
    if no_digit || integer > 1 << f64::MANTISSA_DIGITS {
        return None;
    }
    let value = integer as f64 / TENS.get(fraction)?;
    Some(if negative { -value } else { value })
}

/// The digits at the beginning, written behind those of `integer`, and the rest; at most 19 fit.
fn digits(mut bytes: &[u8], mut integer: u64) -> (u64, &[u8]) {
    while let [first, rest @ ..] = bytes
        && first.is_ascii_digit()
    {
        integer = integer * 10 + u64::from(first - b'0');
        bytes = rest;
    }
    (integer, bytes)
}

/// The nearest double to the number in `bytes`; `None` when they are no number.
pub(crate) fn float(bytes: &[u8], syntax: Syntax) -> Option<f64> {
    if let Some(value) = short(bytes) {
        return Some(value);
    }
    let state = bytes
        .iter()
        .fold(State::Start, |state, &byte| next(state, byte));
    match state {
        State::Integer | State::IntegerPoint | State::Fraction | State::ExponentDigits => {
            // Rust's grammar contains this one.
            std::str::from_utf8(bytes).ok()?.parse().ok()
        }
        State::Bad if syntax == Syntax::Python => word(bytes).or_else(|| slow(bytes, syntax)),
        State::Exponent | State::ExponentSign if syntax == Syntax::Testlib => slow(bytes, syntax),
        _ => None,
    }
}

fn slow(bytes: &[u8], syntax: Syntax) -> Option<f64> {
    let mut decimal = Decimal::new();
    decimal.push(bytes);
    decimal.value(syntax)
}

/// Python's numbers that are words.
fn word(bytes: &[u8]) -> Option<f64> {
    let (negative, name) = match bytes {
        [b'-', name @ ..] => (true, name),
        [b'+', name @ ..] => (false, name),
        name => (false, name),
    };
    let value = match name.to_ascii_lowercase().as_slice() {
        b"inf" | b"infinity" => f64::INFINITY,
        b"nan" => f64::NAN,
        _ => return None,
    };
    Some(if negative { -value } else { value })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn streamed(text: &str, syntax: Syntax) -> Option<f64> {
        slow(text.as_bytes(), syntax)
    }

    #[test]
    fn each_syntax_takes_its_liberties() {
        let all = [Syntax::Kattis, Syntax::Testlib, Syntax::Python];
        for (text, takes) in [
            ("-1.5e+3", [true, true, true]),
            ("1.", [true, true, true]),
            (".5", [true, true, true]),
            ("1.e1", [true, true, true]),
            ("1e", [false, true, false]),
            ("1E-", [false, true, false]),
            ("1_0.0_1e1_0", [false, false, true]),
            ("1._0", [false, false, false]),
            ("1_", [false, false, false]),
            ("1__0", [false, false, false]),
            ("1e_0", [false, false, false]),
            ("1_e0", [false, false, false]),
            ("-Infinity", [false, false, true]),
            ("+nan", [false, false, true]),
            ("infinit", [false, false, false]),
            ("", [false, false, false]),
            ("-", [false, false, false]),
            (".", [false, false, false]),
            (".e1", [false, false, false]),
            ("1e5.", [false, false, false]),
            ("0x1", [false, false, false]),
            ("1 ", [false, false, false]),
        ] {
            for (syntax, takes) in all.into_iter().zip(takes) {
                assert_eq!(
                    float(text.as_bytes(), syntax).is_some(),
                    takes,
                    "{text} {syntax:?}"
                );
            }
        }
    }

    #[test]
    fn digits_beyond_the_kept_ones_still_count() {
        // Half way between two doubles, and a little more.
        let half = "9007199254740993";
        assert_eq!(
            streamed(half, Syntax::Kattis),
            Some(9_007_199_254_740_992.0)
        );
        let more = format!("{half}.{}1", "0".repeat(5000));
        assert_eq!(
            streamed(&more, Syntax::Kattis),
            Some(9_007_199_254_740_994.0)
        );
        let large = format!("{half}{}1e-5001", "0".repeat(5000));
        assert_eq!(
            streamed(&large, Syntax::Kattis),
            Some(9_007_199_254_740_994.0)
        );
    }

    #[test]
    fn an_exponent_of_any_length_is_read() {
        let nines = "9".repeat(100);
        assert_eq!(
            streamed(&format!("1e{nines}"), Syntax::Kattis),
            Some(f64::INFINITY)
        );
        assert_eq!(streamed(&format!("1e-{nines}"), Syntax::Kattis), Some(0.0));
        assert_eq!(streamed(&format!("0e{nines}"), Syntax::Kattis), Some(0.0));
    }

    proptest! {
        #[test]
        fn reading_in_pieces_gives_the_same_number(
            text in "[+-]?([0-9]{0,30}\\.[0-9]{1,30}|[0-9]{1,30}\\.?)([eE][+-]?[0-9]{1,3})?",
        ) {
            let value: f64 = text.parse().unwrap();
            prop_assert_eq!(streamed(&text, Syntax::Kattis), Some(value));
            prop_assert_eq!(float(text.as_bytes(), Syntax::Kattis), Some(value));
        }

        #[test]
        fn a_short_number_is_the_nearest_double_to_the_bit(
            text in "[+-]?([0-9]{0,16}\\.[0-9]{1,16}|[0-9]{1,20}\\.?)",
        ) {
            let value: f64 = text.parse().unwrap();
            let read = float(text.as_bytes(), Syntax::Kattis).map(f64::to_bits);
            prop_assert_eq!(read, Some(value.to_bits()));
        }

        #[test]
        fn both_readers_know_the_same_numbers(text in "[+-]?[0-9._eE+-]{0,12}") {
            for syntax in [Syntax::Kattis, Syntax::Testlib, Syntax::Python] {
                prop_assert_eq!(float(text.as_bytes(), syntax), streamed(&text, syntax));
            }
        }
    }
}
