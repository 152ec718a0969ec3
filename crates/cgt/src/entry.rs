//! What the memo of [`Outcomes`](crate::Outcomes) says of a position, in four bytes.

use crate::{Outcome, Value};

const PENDING: u32 = 0;
const LOSS: u32 = 1;
const DRAW: u32 = 2;
const WIN: u32 = 3;

/// Two bits say what it is; thirty bits say how far or where.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Entry(u32);

/// An [`Entry`] read.
pub(crate) enum Known {
    Value(Value),
    /// Under search, at this place of the search's stack.
    Pending(u32),
}

impl Entry {
    /// Numbers from here on do not fit. Places and remotenesses are below the number of
    /// positions, so a budget of this many keeps them in.
    pub(crate) const LIMIT: u64 = 1 << 30;

    pub(crate) fn pending(place: u32) -> Self {
        Self::pack(PENDING, place)
    }

    pub(crate) fn value(value: Value) -> Self {
        let kind = match value.outcome {
            Outcome::Loss => LOSS,
            Outcome::Draw => DRAW,
            Outcome::Win => WIN,
        };
        Self::pack(kind, value.remoteness.unwrap_or(0))
    }

    pub(crate) fn read(self) -> Known {
        let number = self.0 >> 2;
        match self.0 & 3 {
            PENDING => Known::Pending(number),
            LOSS => Known::Value(Value::loss(number)),
            WIN => Known::Value(Value::win(number)),
            _ => Known::Value(Value::DRAW),
        }
    }

    fn pack(kind: u32, number: u32) -> Self {
        debug_assert!(u64::from(number) < Self::LIMIT);
        Self(number << 2 | kind)
    }
}
