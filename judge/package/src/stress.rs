//! How a package makes inputs that nobody wrote, for those who look for one that a solution fails on.

use crate::model::Call;

/// The programs that a search for a failing input needs beside the validators and the checker.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Stress {
    /// Writes a random input. After its own arguments it is given a seed and a size, both whole
    /// numbers: the same two make the same input for ever, and a larger size a larger input.
    pub generator: Option<Call>,
    /// Programs that answer inputs, asked in this order: one that ends with another code than 0, or
    /// over its limits, leaves the answer to the next.
    pub references: Vec<Call>,
    /// Writes every input up to a size, which it is given after its own arguments, with an empty line
    /// after each.
    pub every: Option<Call>,
    /// The largest size that is asked for; `None` if the package does not say.
    pub largest: Option<u64>,
}

impl Stress {
    /// The programs in it.
    pub fn calls(&self) -> impl Iterator<Item = &Call> {
        let one = self.generator.iter().chain(&self.every);
        one.chain(&self.references)
    }
}
