//! Compares a program's output with the expected output.
//!
//! A [`Checker`] has a name and takes arguments; prepared, it [compares](Compare::compare) two
//! streams of bytes and says in a [`Check`] whether they agree, where they part, and whether the
//! difference is one of white space or of letter case alone. Nothing here knows of files,
//! processes or packages.
//!
//! ```
//! use compare::{Only, Verdict, find};
//!
//! let checker = find("lines").expect("a checker of that name");
//! let compare = checker.prepare(&[])?;
//! let check = compare.compare(&mut &b"1  2\n"[..], &mut &b"1 2\n"[..])?;
//! assert_eq!(check.verdict, Verdict::Wrong);
//! assert_eq!(check.only, Some(Only::Whitespace));
//! let difference = check.difference.expect("a place");
//! assert_eq!((difference.found.line, difference.found.column), (1, 3));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Both streams are read once, in blocks, in memory that does not depend on their length nor on
//! that of their lines and tokens. Time is linear. No bytes make a checker panic.
//!
//! # Families
//!
//! - `tokens` (the default), `lines` and `exact` are our own.
//! - `kattis` is the default output validator of the Kattis problem package format.
//! - `wcmp`, `lcmp`, … are the standard checkers of testlib 0.9.45, with its messages.
//! - `dmoj:standard`, … are the checkers of DMOJ's judge server.
//! - `cms`, `hydro`, `oj`, `boj` and `hdu` are the default comparisons of other judges.
//!
//! # Where an answer differs from that of the reference program, on purpose
//!
//! | checker | the reference program | here |
//! |---|---|---|
//! | `kattis` | problemtools reads `0x10`, `0x1p4` and `1e` as numbers, DOMjudge `inf` and `nan` too | numbers follow the specification's grammar |
//! | `kattis` | DOMjudge and BAPCtools compute in `long double` | doubles, as problemtools: 10000000000000001 is 10000000000000000 |
//! | `kattis` | BAPCtools calls -0 and 0 different under a relative tolerance | they are equal, as their difference is 0 |
//! | `kattis` | BAPCtools fails on a number of 200,000 digits | numbers have any length |
//! | `kattis` | problemtools compares words up to a NUL byte | NUL is an ordinary byte |
//! | `kattis` | a negative tolerance means none, the last of repeated arguments wins | both are wrong arguments |
//! | testlib's | tokens of more than 32 MiB and files of more than 128 MiB are malformed | they are compared |
//! | testlib's | messages hold bytes as they are, NUL as `~` | control bytes, invisible characters and invalid UTF-8 are escaped |
//! | testlib's | a token of any length is shown with its end | one of more than 16 KiB is shown without |
//! | testlib's | messages end there | `(only whitespace differs)` may follow |
//! | `lcmp`, `fcmp` | carriage returns that end no line are dropped | likewise, and they are not counted in places |
//! | `rcmp4` … | an error may be shown as `-0.00000` or `-nan` | `0.00000`, `nan` |
//! | `dmoj:identical` | has `pe_allowed`, a hint when `standard` would accept | the hint is [`Check::only`] |
//! | `dmoj:linematches` | negative points are possible | they are a wrong argument |
//! | `uncmp`, `dmoj:sorted`, `dmoj:unordered` | sort everything in memory | compare keyed 128-bit fingerprints: a false acceptance has a probability of about 2⁻¹²⁸ |

mod check;
mod checkers;
mod gap;
mod glance;
mod message;
mod multiset;
mod number;
mod pair;
mod registry;
mod space;
mod stream;
mod word;

pub use check::{Check, CompareError, Difference, EXCERPT, Only, Place, Verdict};
pub use registry::{ArgError, Checker, Compare, checkers, find};
