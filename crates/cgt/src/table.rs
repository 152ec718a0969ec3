//! Grundy values of all positions of a game at once, in one array.

use crate::TableError;

/// Where a position's options are written down; see [`grundy_table`].
///
/// A concrete type rather than a callback, so that the inner loop is compiled as one piece.
#[derive(Debug)]
pub struct Options<'a> {
    /// The values of all smaller positions.
    values: &'a [u8],
    /// The values seen below 64, which most games never leave, and the others.
    low: u64,
    high: [u64; 3],
    fault: Option<usize>,
}

impl Options<'_> {
    /// The position numbered `option` can be moved to. Adding it twice does no harm.
    #[inline]
    pub fn add(&mut self, option: usize) {
        match self.values.get(option) {
            Some(&value) if value < 64 => self.low |= 1 << value,
            Some(&value) => self.high[usize::from(value / 64) - 1] |= 1 << (value % 64),
            None => self.fault = Some(option),
        }
    }

    /// The least value not seen, `None` when 0 to 255 all are.
    #[inline]
    fn mex(&self) -> Option<u8> {
        if self.low != u64::MAX {
            return u8::try_from(self.low.trailing_ones()).ok();
        }
        let word = self.high.iter().position(|&word| word != u64::MAX)?;
        u8::try_from(64 * (word + 1) + self.high[word].trailing_ones() as usize).ok()
    }
}

/// The Grundy values of the positions `0..count`, each of whose options has a smaller number than
/// itself: one byte a position and no hashing, for exhaustive runs over hundreds of millions.
///
/// `options(position, set)` must [`add`](Options::add) to `set` every position that can be moved
/// to. The game must not fall apart into components, or must number them together as one.
///
/// ```
/// // Take 1, 2 or 3 from a heap: the values have period 4.
/// let values = cgt::grundy_table(10, |heap, options| {
///     for take in 1..=heap.min(3) {
///         options.add(heap - take);
///     }
/// })?;
/// assert_eq!(values, [0, 1, 2, 3, 0, 1, 2, 3, 0, 1]);
/// # Ok::<(), cgt::TableError>(())
/// ```
///
/// # Errors
///
/// [`TableError::NotSmaller`] when an option is not numbered below its position, and
/// [`TableError::TooLarge`] when a value is above 255 (which takes a position of 256 options).
pub fn grundy_table(
    count: usize,
    mut options: impl FnMut(usize, &mut Options<'_>),
) -> Result<Vec<u8>, TableError> {
    let mut values = Vec::with_capacity(count);
    for position in 0..count {
        let mut set = Options {
            values: &values,
            low: 0,
            high: [0; 3],
            fault: None,
        };
        options(position, &mut set);
        if let Some(option) = set.fault {
            return Err(TableError::NotSmaller { position, option });
        }
        let value = set.mex().ok_or(TableError::TooLarge { position })?;
        values.push(value);
    }
    Ok(values)
}
