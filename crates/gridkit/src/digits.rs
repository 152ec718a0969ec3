//! The decimal number at the start of some bytes, eight digits at a time.
//!
//! Large inputs consist of numbers, and reading them is most of a program's time. The method is
//! that of the `fast_float` library: eight bytes are one machine word, and three multiplications
//! join its digits to pairs, to fours and to one number.

/// The number that `bytes` begin with and how many digits it has, leading zeros included. Without a
/// digit both are 0; a number that is too large for its type is the largest of it.
#[inline]
pub(crate) fn leading_number(bytes: &[u8]) -> (usize, usize) {
    let (mut value, mut length) = match bytes.first_chunk() {
        Some(&word) => up_to_eight(word),
        None => (0, 0),
    };
    if length == 8 || bytes.len() < 8 {
        for byte in bytes.iter().skip(length) {
            let digit = byte.wrapping_sub(b'0');
            if digit > 9 {
                break;
            }
            value = value.saturating_mul(10).saturating_add(usize::from(digit));
            length += 1;
        }
    }
    (value, length)
}

/// The number that eight bytes begin with and how many digits it has.
#[inline]
fn up_to_eight(bytes: [u8; 8]) -> (usize, usize) {
    // The first digit is the lowest byte; a digit becomes its value, anything else more than 9.
    let word = u64::from_le_bytes(bytes) ^ 0x3030_3030_3030_3030;
    // Adding 0x76 takes exactly the values above 9 to the top bit of their byte. A carry out of a
    // byte disturbs only later ones, and the first is all that is asked.
    let others = (word.wrapping_add(0x7676_7676_7676_7676) | word) & 0x8080_8080_8080_8080;
    let length = others.trailing_zeros() / 8;
    // What follows the digits is shifted out, and zeros come in before them. Without a digit
    // nothing is left.
    let digits = word.checked_shl(64 - 8 * length).unwrap_or(0);
    // Each line joins neighbours to `first * base + second`, and keeps every second lane.
    let pairs = digits.wrapping_mul(10 << 8 | 1) >> 8 & 0x00ff_00ff_00ff_00ff;
    let fours = pairs.wrapping_mul(100 << 16 | 1) >> 16 & 0x0000_ffff_0000_ffff;
    let eight = fours.wrapping_mul(10_000 << 32 | 1) >> 32;
    (eight as usize, length as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What [`leading_number`] must say, the slow and obvious way.
    fn digit_by_digit(bytes: &[u8]) -> (usize, usize) {
        let digits = bytes.iter().take_while(|byte| byte.is_ascii_digit());
        digits.fold((0_usize, 0), |(value, length), byte| {
            let digit = usize::from(byte - b'0');
            (value.saturating_mul(10).saturating_add(digit), length + 1)
        })
    }

    #[test]
    fn every_byte_after_every_number_of_digits_ends_the_number() {
        for length in 0..=24 {
            for stop in 0..=u8::MAX {
                for behind in ["", "7", "12345678", "\u{ff}\u{ff}\u{ff}\u{ff}"] {
                    let mut bytes = b"907654321098765432109876"[..length].to_vec();
                    bytes.push(stop);
                    bytes.extend(behind.bytes());
                    let expected = digit_by_digit(&bytes);
                    assert_eq!(leading_number(&bytes), expected, "{}", bytes.escape_ascii());
                }
            }
        }
    }

    #[test]
    fn numbers_that_end_with_the_bytes_are_read() {
        for (text, expected) in [
            ("", (0, 0)),
            ("0", (0, 1)),
            ("9999999", (9_999_999, 7)),
            ("99999999", (99_999_999, 8)),
            ("00000001", (1, 8)),
            ("000000001", (1, 9)),
            ("1000000000", (1_000_000_000, 10)),
            ("18446744073709551615", (usize::MAX, 20)),
            ("18446744073709551616", (usize::MAX, 20)),
            ("99999999999999999999999", (usize::MAX, 23)),
        ] {
            assert_eq!(leading_number(text.as_bytes()), expected, "{text}");
        }
    }

    #[test]
    fn all_numbers_of_few_digits_are_read() {
        for number in 0..20_000_usize {
            let text = format!("{number} 5\n1 2 3");
            let length = number.to_string().len();
            assert_eq!(leading_number(text.as_bytes()), (number, length));
        }
    }
}
