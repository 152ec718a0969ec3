//! A set of Grundy values, asked only for the least value it lacks.

/// Values below 64 live in a machine word, which most games never leave.
#[derive(Debug, Clone, Default)]
pub(crate) struct ValueSet {
    low: u64,
    high: Vec<u64>,
}

impl ValueSet {
    pub(crate) fn insert(&mut self, value: u32) {
        let bit = 1 << (value % 64);
        match (value / 64) as usize {
            0 => self.low |= bit,
            word => {
                if self.high.len() < word {
                    self.high.resize(word, 0);
                }
                self.high[word - 1] |= bit;
            }
        }
    }

    /// The minimal excluded value. A set of more than 2^32 values is out of any memory's reach, so
    /// it fits.
    pub(crate) fn mex(&self) -> u32 {
        let mut full_below = 0;
        for &word in std::iter::once(&self.low).chain(&self.high) {
            if word != u64::MAX {
                return full_below + word.trailing_ones();
            }
            full_below += 64;
        }
        full_below
    }
}
