//! A fingerprint of a collection without order, in constant memory.

use std::hash::{BuildHasher, DefaultHasher, Hasher, RandomState};

/// The sum of keyed hashes of what was inserted: equal multisets have equal sums.
///
/// Two different multisets have the same sum with a probability of about 2⁻¹²⁸, over the
/// random keys drawn by [`Multiset::new`]; no input can be made to collide on purpose. Only
/// fingerprints cloned from one another can be compared.
#[derive(Clone, Debug)]
pub(crate) struct Multiset {
    keys: [RandomState; 2],
    sums: [u64; 2],
}

/// An element that is still being read.
pub(crate) struct Element {
    hashers: [DefaultHasher; 2],
    block: [u8; BLOCK],
    length: usize,
}

/// Hashers are fed in pieces of this size, as they need not hash `a`, `b` as `ab`.
const BLOCK: usize = 64;

impl Multiset {
    /// The empty multiset, with new keys.
    pub(crate) fn new() -> Multiset {
        Multiset {
            keys: [RandomState::new(), RandomState::new()],
            sums: [0; 2],
        }
    }

    /// An empty element.
    pub(crate) fn element(&self) -> Element {
        Element {
            hashers: self.keys.each_ref().map(BuildHasher::build_hasher),
            block: [0; BLOCK],
            length: 0,
        }
    }

    /// Adds an element.
    pub(crate) fn insert(&mut self, mut element: Element) {
        element.flush();
        for (hasher, sum) in element.hashers.iter().zip(&mut self.sums) {
            *sum = sum.wrapping_add(hasher.finish());
        }
    }
}

impl Element {
    /// Appends bytes; only their sequence counts, not how it is divided.
    pub(crate) fn push(&mut self, mut bytes: &[u8]) {
        while !bytes.is_empty() {
            let room = self.block.get_mut(self.length..).unwrap_or_default();
            let count = room.len().min(bytes.len());
            let (piece, rest) = bytes.split_at(count);
            for (slot, &byte) in room.iter_mut().zip(piece) {
                *slot = byte;
            }
            self.length += count;
            bytes = rest;
            if self.length == BLOCK {
                self.flush();
            }
        }
    }

    fn flush(&mut self) {
        for hasher in &mut self.hashers {
            // The length sets a full last block apart from a further empty one.
            hasher.write_usize(self.length);
            hasher.write(self.block.get(..self.length).unwrap_or_default());
        }
        self.length = 0;
    }
}

impl PartialEq for Multiset {
    fn eq(&self, other: &Multiset) -> bool {
        self.sums == other.sums
    }
}
