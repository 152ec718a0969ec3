//! Steps that keep counts in agreement with what they count.

use super::super::Care;
use super::super::document::{Document, Place, Word};
use super::ranges;

/// Numbers that may be counts are looked for among the first of a line, and in so many lines above
/// what they count.
const HEADER_WORDS: usize = 4;
const HEADER_LINES: usize = 3;

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
pub(super) fn cases(document: &Document, care: Care) -> Box<dyn Iterator<Item = Document> + '_> {
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
pub(super) fn rows(document: &Document, care: Care) -> Box<dyn Iterator<Item = Document> + '_> {
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
pub(super) fn columns(document: &Document, care: Care) -> Box<dyn Iterator<Item = Document> + '_> {
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
pub(super) fn corners(document: &Document, _: Care) -> Box<dyn Iterator<Item = Document> + '_> {
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
pub(super) fn squares(document: &Document, care: Care) -> Box<dyn Iterator<Item = Document> + '_> {
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
pub(super) fn words(document: &Document, care: Care) -> Box<dyn Iterator<Item = Document> + '_> {
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
