//! What holds for the scanner whatever the bytes are.

use gridkit::{Grid, Letter, ScanError, Scanner};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

#[derive(Debug, Clone, Copy, PartialEq)]
struct Piece(u8);

impl Letter for Piece {
    const LETTERS: &'static [(u8, Self)] = &[(b'o', Piece(b'o')), (b'.', Piece(b'.'))];
}

/// One call of the scanner.
#[derive(Debug, Clone)]
enum Call {
    Number { low: usize, high: usize },
    Row { width: usize },
    Grid { rows: usize, columns: usize },
    EndOfLine,
    EndOfFile,
    Place,
}

impl Call {
    fn on(&self, s: &mut Scanner<'_>) -> Result<(), ScanError> {
        match *self {
            Call::Number { low, high } => s.number("n", low..=high).map(drop),
            Call::Row { width } => {
                let mut other = s.clone();
                let mut cells = Vec::new();
                let [row, sets] = [
                    s.row(format_args!("row 1 of 1"), width, b"o.").map(drop),
                    other.row_sets(format_args!("row 1 of 1"), width, b"o.", |sets| {
                        cells.push(sets);
                    }),
                ];
                assert_eq!((&row, s.place()), (&sets, other.place()));
                row
            }
            Call::Grid { rows, columns } => {
                let grid: Grid<Piece> = s.grid(rows, columns)?;
                assert_eq!(grid.values().len(), rows * columns);
                Ok(())
            }
            Call::EndOfLine => s.end_of_line(),
            Call::EndOfFile => s.end_of_file(),
            Call::Place => {
                let place = s.place();
                Err(s.error(place, "something else"))
            }
        }
    }
}

fn calls() -> impl Strategy<Value = Call> {
    prop_oneof![
        4 => (0..20_usize, 0..=usize::MAX).prop_map(|(low, high)| Call::Number { low, high }),
        2 => (0..6_usize).prop_map(|width| Call::Row { width }),
        2 => (0..4_usize, 0..6_usize).prop_map(|(rows, columns)| Call::Grid { rows, columns }),
        4 => Just(Call::EndOfLine),
        1 => Just(Call::EndOfFile),
        1 => Just(Call::Place),
    ]
}

/// What most of a file consists of, and what it may hold by accident.
const COMMON: &[&str] = &["o", ".", " ", "\n", "\r\n", "\t", "0", "7", "123456789"];
const RARE: &[&str] = &[
    "\u{feff}",
    "\r",
    "\x0c",
    "-1",
    "+1",
    "\0",
    "18446744073709551616",
    "é",
];

fn files() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop_oneof![
        8 => select(COMMON).prop_map(|piece| piece.as_bytes().to_vec()),
        1 => select(RARE).prop_map(|piece| piece.as_bytes().to_vec()),
        1 => vec(any::<u8>(), 0..4),
    ];
    vec(piece, 0..40).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4096, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_bytes_make_it_panic_and_every_fault_lies_in_the_file(
        file in files(),
        calls in vec(calls(), 1..20),
    ) {
        let mut s = Scanner::new(&file);
        let text = file.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&file);
        let lines: Vec<&[u8]> = text.split(|&byte| byte == b'\n').collect();
        for call in calls {
            if let Err(error) = call.on(&mut s) {
                prop_assert!((1..=lines.len()).contains(&error.line), "{error} in {lines:?}");
                let width = lines[error.line - 1].len();
                prop_assert!((1..=width + 1).contains(&error.column), "{error} in {lines:?}");
                prop_assert!(error.to_string().chars().all(|c| !c.is_control()), "{error:?}");
            }
        }
    }

    #[test]
    fn a_number_is_what_the_standard_library_reads(
        word in "[0-9]{0,22}[-+ox. ]?[0-9]{0,3}",
        blanks in "[ \t]{0,9}",
        most in prop_oneof![0..2000_usize, 0..usize::MAX],
    ) {
        let line = format!("{blanks}{word}\n");
        let read = Scanner::new(line.as_bytes()).number("n", 0..=most).ok();
        let first = word.split_ascii_whitespace().next().unwrap_or_default();
        // The library also takes a sign.
        let number = first.parse().ok().filter(|n| *n <= most && !first.starts_with('+'));
        prop_assert_eq!(read, number);
    }

    #[test]
    fn a_board_is_read_as_it_is_written(
        (rows, columns, cells) in (1..6_usize, 1..9_usize).prop_flat_map(|(rows, columns)| {
            let cells = vec(select(&[Piece(b'o'), Piece(b'.')][..]), rows * columns);
            (Just(rows), Just(columns), cells)
        }),
    ) {
        let grid = Grid::from_cells(rows, columns, cells);
        let text = grid.to_string();
        let mut s = Scanner::new(text.as_bytes());
        let read: Grid<Piece> = s.grid(rows, columns)?;
        s.end_of_file()?;
        prop_assert_eq!(read, grid);
    }
}
