//! Display, then parse, gives the instance back.

use gridkit::{Problem, Rng, Scanner};

use crate::proof::panic_with;

/// Writes every instance up to `size`, and random ones of many sizes, and reads them back.
///
/// # Panics
/// One of them is refused, or reads back as another.
#[track_caller]
pub fn round_trip<P: Problem>(size: usize) {
    let random = (0..200_usize).map(|seed| P::random(&mut Rng::new(seed as u64), seed * seed));
    let mut count = 0;
    for instance in P::small(size).chain(random) {
        let text = instance.to_string();
        let mut s = Scanner::new(text.as_bytes());
        match P::parse(&mut s).and_then(|instance| s.end_of_file().map(|()| instance)) {
            Ok(read) if read.to_string() == text => count += 1,
            Ok(read) => panic_with(&format!("{text:?} was read back as {:?}", read.to_string())),
            Err(error) => panic_with(&format!("{text:?} was refused: {error}")),
        }
    }
    assert!(count > 200, "no instance up to size {size}");
}
