//! Display, then parse, gives the instance back.

use gridkit::{Problem, Rng, Scanner};

use crate::proof::panic_with;

/// Writes every instance up to `size`, and random ones of many sizes from 0 to the largest number,
/// and reads them back.
///
/// # Panics
/// One of them is refused, or reads back as another; or there is no instance up to `size`.
#[track_caller]
pub fn round_trip<P: Problem>(size: usize) {
    let sizes = (0..200).map(|root| root * root).chain([usize::MAX]);
    let random = (0..)
        .zip(sizes)
        .map(|(seed, size)| P::random(&mut Rng::new(seed), size));
    let mut small = P::small(size).peekable();
    assert!(small.peek().is_some(), "no instance up to size {size}");
    for instance in small.chain(random) {
        let text = instance.to_string();
        let mut s = Scanner::new(text.as_bytes());
        match P::parse(&mut s).and_then(|instance| s.end_of_file().map(|()| instance)) {
            Ok(read) if read.to_string() == text => {}
            Ok(read) => panic_with(&format!("{text:?} was read back as {:?}", read.to_string())),
            Err(error) => panic_with(&format!("{text:?} was refused: {error}")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::round_trip;
    use crate::digit::{Digit, Unbounded};

    #[test]
    fn an_instance_read_back_as_itself_passes() {
        round_trip::<Digit>(9);
    }

    #[test]
    #[should_panic(expected = "\"16\\n\" was refused: line 1, column 1: expected n from 0 to 9")]
    fn a_random_instance_out_of_bounds_fails() {
        round_trip::<Unbounded>(9);
    }
}
