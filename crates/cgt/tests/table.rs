//! Tables of Grundy values.

use cgt::{Grundy, Impartial, TableError, grundy_table};

/// A heap from which any number of the set may be taken.
struct Subtraction(&'static [usize]);

impl Impartial for Subtraction {
    type Position = usize;

    fn options(&self, &heap: &usize, option: &mut dyn FnMut(&[usize])) {
        for take in self.0.iter().filter(|&&take| take <= heap) {
            option(&[heap - take]);
        }
    }
}

#[test]
fn a_table_agrees_with_the_search() {
    for takes in [&[1, 2, 3][..], &[2, 5], &[1, 4, 9, 16, 25, 36], &[3]] {
        let table = grundy_table(500, |heap, options| {
            for take in takes.iter().filter(|&&take| take <= heap) {
                options.add(heap - take);
            }
        });
        let mut search = Grundy::new(Subtraction(takes));
        let searched = (0..500).map(|heap| u8::try_from(search.value(&heap).unwrap()).unwrap());
        assert_eq!(table, Ok(searched.collect()), "{takes:?}");
    }
}

#[test]
fn a_table_holds_values_up_to_255() {
    let nim = |count| {
        grundy_table(count, |heap, options| {
            (0..heap).for_each(|left| options.add(left))
        })
    };
    assert_eq!(nim(256), Ok((0..=255).collect()));
    assert_eq!(nim(257), Err(TableError::TooLarge { position: 256 }));
}

#[test]
fn an_option_must_have_a_smaller_number() {
    for (position, option) in [(3, 3), (0, 1), (2, usize::MAX)] {
        let table = grundy_table(5, |at, options| {
            if at == position {
                options.add(option);
            }
        });
        assert_eq!(table, Err(TableError::NotSmaller { position, option }));
    }
}

#[test]
fn a_table_of_nothing_is_empty() {
    assert_eq!(grundy_table(0, |_, options| options.add(0)), Ok(vec![]));
}
