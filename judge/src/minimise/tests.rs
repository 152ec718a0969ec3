//! Inputs of known shapes come down to their smallest.

use super::*;

/// The board that follows a line of height and width; `None` for anything else.
fn board(input: &[u8]) -> Option<Vec<Vec<u8>>> {
    let text = std::str::from_utf8(input).ok()?;
    let mut lines = text.strip_suffix('\n')?.split('\n');
    let (height, width) = lines.next()?.split_once(' ')?;
    let (height, width): (usize, usize) = (height.parse().ok()?, width.parse().ok()?);
    let rows: Vec<Vec<u8>> = lines.map(|line| line.as_bytes().to_vec()).collect();
    let fits = rows.len() == height && rows.iter().all(|row| row.len() == width);
    (fits && height > 0 && width > 0).then_some(rows)
}

#[track_caller]
fn check(input: &str, fails: impl Fn(&[u8]) -> bool, expected: &str) {
    assert!(fails(input.as_bytes()), "the input itself does not fail");
    let whole = with_care(Care::None, 1, input, &fails);
    assert_eq!(String::from_utf8_lossy(&whole.input), expected);
    assert!(whole.minimal);
    // Several tests at a time change nothing.
    for beside in [2, 5] {
        assert_eq!(with_care(Care::None, beside, input, &fails), whole);
    }
}

fn with_care(care: Care, beside: usize, input: &str, fails: impl Fn(&[u8]) -> bool) -> Minimised {
    minimise(input.as_bytes(), care, beside, |some| {
        assert!(!some.is_empty() && some.len() <= beside);
        Ok(some.iter().position(|input| fails(input)))
    })
}

#[test]
fn a_square_loses_rows_and_columns_together() {
    let asymmetric = |input: &[u8]| {
        let text = String::from_utf8_lossy(input).into_owned();
        let mut lines = text.lines();
        let count: usize = lines.next().unwrap_or_default().parse().unwrap_or(0);
        let rows: Vec<Vec<&str>> = lines.map(|line| line.split(' ').collect()).collect();
        let square = rows.len() == count && rows.iter().all(|row| row.len() == count);
        square && (0..count).any(|i| (0..count).any(|j| rows[i][j] != rows[j][i]))
    };
    check(
        "4\n0 1 1 1\n1 0 1 0\n1 1 0 1\n1 1 1 0\n",
        asymmetric,
        "2\n0 0\n1 0\n",
    );
}

#[test]
fn a_board_is_cut_to_a_corner_where_neither_a_row_nor_a_column_can_go_alone() {
    let uneven = |input: &[u8]| {
        let board = board(input).unwrap_or_default();
        let width = board.first().map_or(0, Vec::len);
        board.len() % 3 == 2 && width == board.len() + 2
    };
    check(
        "8 10\n..........\n..........\n..........\n..........\n..........\n..........\n..........\n..........\n",
        uneven,
        "2 4\n....\n....\n",
    );
}

#[test]
fn where_nobody_looks_at_the_format_its_shape_is_kept() {
    // Fails whenever it can be read as a list at all; a length of 0 or a 0 in the list are not what
    // the generator writes.
    let large = |input: &[u8]| {
        let text = String::from_utf8_lossy(input).into_owned();
        let words: Vec<i64> = text.split_whitespace().flat_map(str::parse).collect();
        let [count, rest @ ..] = &words[..] else {
            return true;
        };
        rest.len() < usize::try_from(*count).unwrap_or(0) || rest.iter().all(|&word| word < 100)
    };
    for (input, expected) in [
        ("4\n7 -8 0 9\n", "1\n1\n"),
        ("3\n-8 3 4\n", "1\n1\n"),
        ("5 7\n", "1 1\n"),
    ] {
        let found = with_care(Care::Shape, 1, input, large);
        assert_eq!(String::from_utf8_lossy(&found.input), expected);
    }
    // Where somebody does, it would not be taken for a smaller failure.
    assert_eq!(with_care(Care::None, 1, "4\n7 -8 0 9\n", large).input, b"");
}

#[test]
fn a_board_keeps_its_header() {
    let mut input = String::from("60 50\n");
    for row in 0..60 {
        let cell = |column| if (row, column) == (33, 21) { '#' } else { '.' };
        input.extend((0..50).map(cell));
        input.push('\n');
    }
    let has_wall = |input: &[u8]| board(input).is_some_and(|rows| rows.concat().contains(&b'#'));
    check(&input, has_wall, "1 1\n#\n");
    let beside = |input: &[u8]| {
        let rows = board(input).unwrap_or_default();
        rows.iter()
            .any(|row| row.windows(2).any(|pair| pair == b".#"))
    };
    check(&input, beside, "1 2\n.#\n");
}

#[test]
fn a_count_follows_what_it_counts() {
    let listed = |input: &[u8]| {
        let text = String::from_utf8_lossy(input).into_owned();
        let words: Vec<i64> = text.split_whitespace().flat_map(str::parse).collect();
        let [count, rest @ ..] = &words[..] else {
            return false;
        };
        text.lines().count() == 2
            && usize::try_from(*count) == Ok(rest.len())
            && rest.iter().filter(|&&word| word >= 7).count() >= 2
    };
    check("6\n1 9 200 3 41 5\n", listed, "2\n7 7\n");
}

#[test]
fn cases_go_with_their_lines() {
    let headed = |input: &[u8]| {
        let text = String::from_utf8_lossy(input).into_owned();
        let mut lines = text.lines();
        let count: Option<usize> = lines.next().and_then(|line| line.parse().ok());
        let Some(count) = count else { return false };
        let mut found = false;
        for _ in 0..count {
            let Some(rows) = lines.next().and_then(|line| line.parse::<usize>().ok()) else {
                return false;
            };
            let rows: Vec<&str> = lines.by_ref().take(rows).collect();
            found |= rows.contains(&"x");
        }
        found && lines.next().is_none()
    };
    check("3\n2\na\nb\n3\nc\nx\nd\n1\ne\n", headed, "1\n1\nx\n");
}

#[test]
fn numbers_that_depend_on_each_other_move_together() {
    // A board of height and width, and a place in it next to the last row.
    let place = |input: &[u8]| {
        let text = String::from_utf8_lossy(input).into_owned();
        let words: Vec<i64> = text.split_whitespace().flat_map(str::parse).collect();
        matches!(words[..], [height, width, row, column]
            if row == height - 1 && (1..=width).contains(&column) && row >= 1)
            && text.lines().count() == 1
    };
    check("900000 77 899999 30\n", place, "2 1 1 1\n");
}

#[test]
fn blanks_that_matter_are_kept() {
    let two = |input: &[u8]| input.windows(2).any(|pair| pair == b"  ");
    check("1\n2\nb  a\n3\n", two, "a  a\n");
}

#[test]
fn a_search_that_is_stopped_says_so_and_keeps_the_best() {
    let mut left = 1;
    let found = minimise(b"1 2 3 4 5 6 7 8\n", Care::None, 1, |_| {
        left -= 1;
        if left >= 0 { Ok(Some(0)) } else { Err(Stopped) }
    });
    assert!(!found.minimal);
    assert_eq!(found.tried, 1);
    assert!(found.input.len() < 16);
}

#[test]
fn no_bytes_make_it_panic() {
    for input in [
        &b""[..],
        b"\n",
        b"0",
        b"\xff\x00 1\n\n\n",
        b"-9223372036854775808 3\n",
        b"99999999999999999999 1",
    ] {
        for keep in [true, false] {
            let mut left = 2000;
            let found = minimise(input, Care::None, 3, |_| {
                left -= 1;
                let found = if keep { Some(0) } else { None };
                if left > 0 { Ok(found) } else { Err(Stopped) }
            });
            assert!(found.tried <= 3 * 2000);
        }
    }
}
