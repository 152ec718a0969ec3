//! The ways to make an input smaller: each lists candidates, larger steps first.

use super::Care;
use super::document::{Document, Place, Word};

/// From a document to smaller ones.
pub(super) type Step = fn(&Document, Care) -> Box<dyn Iterator<Item = Document> + '_>;

/// The steps to take; those that take away much come first.
pub(super) fn of(care: Care) -> &'static [Step] {
    match care {
        Care::None => &[
            cases,
            rows,
            columns,
            corners,
            squares,
            words,
            lines,
            single_words,
            zeros,
            together,
            numbers,
            blanks,
            letters,
        ],
        Care::Shape => &[cases, rows, columns, corners, squares, words, numbers],
    }
}

/// Numbers that may be counts are looked for among the first of a line, and in so many lines above
/// what they count.
const HEADER_WORDS: usize = 4;
const HEADER_LINES: usize = 3;

/// Ranges to take out of `0..length`: halves, then quarters, down to single ones.
fn ranges(length: usize) -> impl Iterator<Item = (usize, usize)> {
    let some = |size: usize| Some(size).filter(|&size| size > 0);
    let sizes = std::iter::successors(some(length), move |size| some(size / 2));
    sizes.flat_map(move |size| {
        (0..length)
            .step_by(size)
            .map(move |start| (start, (start + size).min(length)))
    })
}

/// What to take off a number: all of it, a fourth, a sixteenth and so on, at last one.
fn amounts(number: i64) -> impl Iterator<Item = i64> {
    let first = Some(number).filter(|&number| number != 0);
    std::iter::successors(first, |&amount| match amount / 4 {
        _ if amount.unsigned_abs() == 1 => None,
        0 => Some(amount.signum()),
        less => Some(less),
    })
}

/// The number at `count` less by `taken`, if it can be.
fn less(document: &Document, care: Care, count: Place, taken: usize) -> Option<Document> {
    let old = document.number(count)?;
    let new = old.checked_sub(i64::try_from(taken).ok()?)?;
    let least = match care {
        Care::None => 0,
        Care::Shape => 1,
    };
    (new >= least).then(|| document.with(count, new))
}

/// Numbers that may count something, with the line they stand in: the first words of each line.
fn counts(document: &Document) -> impl Iterator<Item = (Place, usize)> {
    document.numbers().filter_map(|(place, number)| {
        let number = usize::try_from(number).ok().filter(|&number| number > 0)?;
        (place.1 < HEADER_WORDS).then_some((place, number))
    })
}

/// Cases that the first number counts: of equally many lines each, or each with a header whose
/// number says how many lines follow.
fn cases(document: &Document, care: Care) -> Box<dyn Iterator<Item = Document> + '_> {
    let Some(count) = document
        .number((0, 0))
        .and_then(|count| usize::try_from(count).ok())
        .filter(|&count| count > 0)
    else {
        return Box::new(std::iter::empty());
    };
    let rest = document.lines.len() - 1;
    let equal = (rest.is_multiple_of(count) && rest > 0)
        .then(|| (0..=count).map(|case| 1 + case * (rest / count)).collect());
    let headed = (0..HEADER_WORDS).filter_map(move |word| {
        let mut starts = vec![1];
        for _ in 0..count {
            let start = *starts.last()?;
            let lines = usize::try_from(document.number((start, word))?).ok()?;
            starts.push(start.checked_add(lines)?.checked_add(1)?);
        }
        (*starts.last()? == document.lines.len()).then_some(starts)
    });
    let layouts = equal.into_iter().chain(headed);
    Box::new(layouts.flat_map(move |starts: Vec<usize>| {
        ranges(count).filter_map(move |(from, to)| {
            let mut smaller = less(document, care, (0, 0), to - from)?;
            smaller.lines.drain(starts[from]..starts[to]);
            Some(smaller)
        })
    }))
}

/// Lines that a number above them counts.
fn rows(document: &Document, care: Care) -> Box<dyn Iterator<Item = Document> + '_> {
    let blocks = counts(document).flat_map(|(place, number)| {
        (1..=HEADER_LINES).map(move |below| (place, place.0 + below, number))
    });
    let fitting = blocks.filter(|(_, start, number)| start + number <= document.lines.len());
    Box::new(fitting.flat_map(move |(place, start, number)| {
        ranges(number).filter_map(move |(from, to)| {
            let mut smaller = less(document, care, place, to - from)?;
            smaller.lines.drain(start + from..start + to);
            Some(smaller)
        })
    }))
}

/// Columns of a rectangle, whose width a number above it is: letters of its only words, or words.
fn columns(document: &Document, care: Care) -> Box<dyn Iterator<Item = Document> + '_> {
    let blocks = counts(document).flat_map(move |(place, number)| {
        (place.0 + 1..document.lines.len())
            .take(HEADER_LINES)
            .map(move |start| (place, start, number))
    });
    Box::new(blocks.flat_map(move |(place, start, width)| {
        let wide = |line: &&Vec<Word>| of_width(line, width);
        let height = document.lines[start..].iter().take_while(wide).count();
        let ranges = (height > 0).then(|| ranges(width)).into_iter().flatten();
        ranges.filter_map(move |(from, to)| {
            let mut smaller = less(document, care, place, to - from)?;
            for line in &mut smaller.lines[start..start + height] {
                take_columns(line, width, from, to);
            }
            Some(smaller)
        })
    }))
}

/// The rectangles in the top left corner of a board that is not too large for that, the smallest first:
/// where a row less and a column less both repair what is wrong, a smaller board may be wrong again.
fn corners(document: &Document, _: Care) -> Box<dyn Iterator<Item = Document> + '_> {
    const MOST_CELLS: usize = 400;
    let sides = counts(document).flat_map(move |(rows, height)| {
        let columns = (0..HEADER_WORDS).map(move |word| (rows.0, word));
        columns.filter_map(move |columns| {
            let width = usize::try_from(document.number(columns)?).ok()?;
            Some((rows, height, columns, width))
        })
    });
    let boards = sides.filter_map(move |(rows, height, columns, width)| {
        let start = rows.0 + 1;
        let lines = document.lines.get(start..start.checked_add(height)?)?;
        let fits = rows != columns
            && height.checked_mul(width)? <= MOST_CELLS
            && lines.iter().all(|line| of_width(line, width));
        fits.then_some((rows, height, columns, width))
    });
    Box::new(boards.flat_map(move |(rows, height, columns, width)| {
        let mut corners: Vec<(usize, usize)> = (1..=height)
            .flat_map(|h| (1..=width).map(move |w| (h, w)))
            .filter(|&corner| corner != (height, width))
            .collect();
        corners.sort_by_key(|(h, w)| h * w);
        corners.into_iter().filter_map(move |(h, w)| {
            let start = rows.0 + 1;
            let mut smaller = less(document, Care::None, rows, height - h)?;
            smaller = less(&smaller, Care::None, columns, width - w)?;
            smaller.lines.drain(start + h..start + height);
            for line in &mut smaller.lines[start..start + h] {
                take_columns(line, width, w, width);
            }
            Some(smaller)
        })
    }))
}

/// Rows of a square together with the columns of the same numbers, when one number above it says how
/// many there are of both.
fn squares(document: &Document, care: Care) -> Box<dyn Iterator<Item = Document> + '_> {
    let blocks = counts(document).filter_map(move |(place, side)| {
        let start = place.0 + 1;
        let rows = document.lines.get(start..start.checked_add(side)?)?;
        let square = rows.iter().all(|line| of_width(line, side));
        square.then_some((place, start, side))
    });
    Box::new(blocks.flat_map(move |(place, start, side)| {
        ranges(side).filter_map(move |(from, to)| {
            let mut smaller = less(document, care, place, to - from)?;
            smaller.lines.drain(start + from..start + to);
            for line in &mut smaller.lines[start..start + side - (to - from)] {
                take_columns(line, side, from, to);
            }
            Some(smaller)
        })
    }))
}

/// Takes the columns `from..to` out of a line that is `width` of them wide.
fn take_columns(line: &mut Vec<Word>, width: usize, from: usize, to: usize) {
    match &mut line[..] {
        [Word::Text(text)] if text.len() == width => drop(text.drain(from..to)),
        _ => drop(line.drain(from..to)),
    }
}

fn of_width(line: &[Word], width: usize) -> bool {
    match line {
        [Word::Text(text)] => text.len() == width || width == 1,
        words => words.len() == width,
    }
}

/// Words that a number before them in their line counts.
fn words(document: &Document, care: Care) -> Box<dyn Iterator<Item = Document> + '_> {
    Box::new(counts(document).flat_map(move |(place, number)| {
        let (line, word) = place;
        let start = word + 1;
        let fits = document.lines[line].len() == start + number;
        let ranges = fits.then(|| ranges(number)).into_iter().flatten();
        ranges.filter_map(move |(from, to)| {
            let mut smaller = less(document, care, place, to - from)?;
            smaller.lines[line].drain(start + from..start + to);
            Some(smaller)
        })
    }))
}

/// Any lines.
fn lines(document: &Document, _: Care) -> Box<dyn Iterator<Item = Document> + '_> {
    Box::new(ranges(document.lines.len()).map(|(from, to)| {
        let mut smaller = document.clone();
        smaller.lines.drain(from..to);
        smaller
    }))
}

/// Any words of a line.
fn single_words(document: &Document, _: Care) -> Box<dyn Iterator<Item = Document> + '_> {
    let lines = document.lines.iter().enumerate();
    Box::new(lines.flat_map(move |(line, words)| {
        ranges(words.len()).map(move |(from, to)| {
            let mut smaller = document.clone();
            smaller.lines[line].drain(from..to);
            smaller
        })
    }))
}

/// All numbers of some lines to 0, or to 1 where they are larger; but for the first line, which most
/// likely counts others.
fn zeros(document: &Document, _: Care) -> Box<dyn Iterator<Item = Document> + '_> {
    let all = (1, document.lines.len());
    let small = ranges(all.1.saturating_sub(all.0)).flat_map(|range| [(range, 0), (range, 1)]);
    Box::new(small.filter_map(move |((from, to), small)| {
        let mut smaller = document.clone();
        let mut changes = false;
        for word in smaller.lines[all.0 + from..all.0 + to].iter_mut().flatten() {
            if let Word::Number(number) = word
                && number.unsigned_abs() > small
            {
                *number = small.cast_signed();
                changes = true;
            }
        }
        changes.then_some(smaller)
    }))
}

/// Several numbers of a line by the same amount, as when a board and the places on it move.
fn together(document: &Document, _: Care) -> Box<dyn Iterator<Item = Document> + '_> {
    const MOST: usize = 6;
    let lines = document.lines.iter().enumerate();
    Box::new(lines.flat_map(move |(line, words)| {
        let places: Vec<(usize, i64)> = words
            .iter()
            .enumerate()
            .filter_map(|(place, word)| match word {
                Word::Number(number) => Some((place, *number)),
                Word::Text(_) => None,
            })
            .collect();
        let several = (2..=MOST).contains(&places.len());
        let subsets = if several { 1_u32 << places.len() } else { 0 };
        (1..subsets)
            .filter(|subset| subset.count_ones() > 1)
            .flat_map(move |subset| {
                let chosen: Vec<(usize, i64)> = (0..)
                    .zip(&places)
                    .filter(|(bit, _)| subset >> bit & 1 == 1)
                    .map(|(_, place)| *place)
                    .collect();
                let least = chosen.iter().map(|(_, number)| *number).min().unwrap_or(0);
                amounts(least.max(0)).map(move |step| {
                    chosen
                        .iter()
                        .fold(document.clone(), |smaller, &(word, number)| {
                            smaller.with((line, word), number - step)
                        })
                })
            })
    }))
}

/// One number nearer to zero.
fn numbers(document: &Document, care: Care) -> Box<dyn Iterator<Item = Document> + '_> {
    let fragile = care == Care::Shape;
    // What stands in the first of several lines most likely counts something.
    let first = usize::from(fragile && document.lines.len() > 1);
    let numbers = document
        .numbers()
        .filter(move |(place, _)| place.0 >= first);
    Box::new(numbers.flat_map(move |(place, number)| {
        let nearer = amounts(number).map(move |amount| number - amount);
        let positive = (number < 0).then(|| number.checked_neg()).flatten();
        nearer
            .chain(positive)
            .filter(move |nearer| !fragile || nearer.signum() == number.signum())
            .map(move |nearer| document.with(place, nearer))
    }))
}

/// The letter of an empty cell: of those that boards and words are most often made of the first that
/// there is, else the first of all. The order must not change from round to round, or two letters
/// would take turns for ever.
fn blank(document: &Document) -> Option<u8> {
    let mut seen = [false; 256];
    for word in document.lines.iter().flatten() {
        if let Word::Text(text) = word {
            text.iter().for_each(|&byte| seen[usize::from(byte)] = true);
        }
    }
    let usual = [b'.', b'_', b'o', b'a', b'0'].into_iter();
    let mut known = usual.chain(0..=255);
    known.find(|&byte| seen[usize::from(byte)])
}

/// All letters of some lines to the blank one: boards become empty.
fn blanks(document: &Document, _: Care) -> Box<dyn Iterator<Item = Document> + '_> {
    let Some(blank) = blank(document) else {
        return Box::new(std::iter::empty());
    };
    let some = ranges(document.lines.len()).filter(|(from, to)| to - from > 1);
    Box::new(some.filter_map(move |(from, to)| {
        let mut smaller = document.clone();
        let mut changes = false;
        for word in smaller.lines[from..to].iter_mut().flatten() {
            if let Word::Text(text) = word {
                changes |= text.iter().any(|&byte| byte != blank);
                text.fill(blank);
            }
        }
        changes.then_some(smaller)
    }))
}

/// Some letters of a word to the blank one.
fn letters(document: &Document, _: Care) -> Box<dyn Iterator<Item = Document> + '_> {
    let Some(blank) = blank(document) else {
        return Box::new(std::iter::empty());
    };
    let lines = document.lines.iter().enumerate();
    Box::new(lines.flat_map(move |(line, words)| {
        words.iter().enumerate().flat_map(move |(word, value)| {
            let length = match value {
                Word::Text(text) => text.len(),
                Word::Number(_) => 0,
            };
            ranges(length).filter_map(move |(from, to)| {
                let mut smaller = document.clone();
                let Word::Text(text) = &mut smaller.lines[line][word] else {
                    return None;
                };
                let range = &mut text[from..to];
                let changes = range.iter().any(|&byte| byte != blank);
                range.fill(blank);
                changes.then_some(smaller)
            })
        })
    }))
}
