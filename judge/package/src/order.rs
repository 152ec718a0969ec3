//! The order of cases: samples first, and 2 before 10.

use std::cmp::Ordering;

/// Compares names as people do: runs of digits by their value, all else by bytes; folder by
/// folder, with `sample` before all other folders. Names that differ only in leading zeros are
/// ordered by bytes, so equal means identical.
#[must_use]
pub fn natural(a: &str, b: &str) -> Ordering {
    let sample = |name: &str| !(name == "sample" || name.starts_with("sample/"));
    let parts = || a.split('/').zip(b.split('/'));
    sample(a)
        .cmp(&sample(b))
        .then_with(|| {
            parts()
                .map(|(a, b)| component(a.as_bytes(), b.as_bytes()))
                .find(|order| order.is_ne())
                .unwrap_or(Ordering::Equal)
        })
        .then_with(|| a.split('/').count().cmp(&b.split('/').count()))
        .then_with(|| a.cmp(b))
}

fn component(mut a: &[u8], mut b: &[u8]) -> Ordering {
    loop {
        let (Some(&first_a), Some(&first_b)) = (a.first(), b.first()) else {
            return a.len().cmp(&b.len());
        };
        let order = if first_a.is_ascii_digit() && first_b.is_ascii_digit() {
            let (number_a, rest_a) = number(a);
            let (number_b, rest_b) = number(b);
            (a, b) = (rest_a, rest_b);
            // Without leading zeros the longer number is the larger one.
            number_a
                .len()
                .cmp(&number_b.len())
                .then(number_a.cmp(number_b))
        } else {
            (a, b) = (&a[1..], &b[1..]);
            first_a.cmp(&first_b)
        };
        if order.is_ne() {
            return order;
        }
    }
}

/// The digits at the start without leading zeros, and what follows them.
fn number(text: &[u8]) -> (&[u8], &[u8]) {
    let end = text
        .iter()
        .position(|byte| !byte.is_ascii_digit())
        .unwrap_or(text.len());
    let (digits, rest) = text.split_at(end);
    let zeros = digits.iter().take_while(|&&digit| digit == b'0').count();
    (&digits[zeros..], rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_ordered_as_people_count() {
        let ordered = [
            "sample/1",
            "sample/2",
            "sample/10",
            "a/9",
            "a/b/1",
            "secret/01-one",
            "secret/1-one",
            "secret/2",
            "secret/2-a",
            "secret/10",
            "secret/99999999999999999999998",
            "secret/99999999999999999999999",
            "secret/x",
            "secret/x1",
        ];
        for (i, a) in ordered.iter().enumerate() {
            for (j, b) in ordered.iter().enumerate() {
                assert_eq!(natural(a, b), i.cmp(&j), "{a} {b}");
            }
        }
    }
}
