//! The folder that a program of the jury writes to, and what is read from it.
//!
//! What lies there was made by a program: only plain files are read, and a bounded part of them.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// Bytes of a message that are read.
const MESSAGE: u64 = 4096;

/// The file by which a validator asks for another pass.
const NEXT_PASS: &str = "nextpass.in";

/// What a program of the jury left in its folder.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Feedback {
    /// For judges, else for the team; one line.
    pub(super) message: String,
    /// `score.txt` as it is written.
    pub(super) score: Option<String>,
    /// `score_multiplier.txt` as it is written.
    pub(super) multiplier: Option<String>,
    /// Whether there is a `nextpass.in`.
    pub(super) asks_again: bool,
}

impl Feedback {
    pub(super) fn read(folder: &Path) -> Feedback {
        let text = |name: &str| plain(&folder.join(name)).map(|bytes| one_line(&bytes));
        let message = ["judgemessage.txt", "teammessage.txt"]
            .into_iter()
            .filter_map(text)
            .find(|message| !message.is_empty());
        Feedback {
            message: message.unwrap_or_default(),
            score: text("score.txt"),
            multiplier: text("score_multiplier.txt"),
            asks_again: is_plain(&folder.join(NEXT_PASS)),
        }
    }
}

/// Moves the input of the next pass to `place`.
pub(super) fn take_next_pass(folder: &Path, place: PathBuf) -> io::Result<PathBuf> {
    fs::rename(folder.join(NEXT_PASS), &place)?;
    Ok(place)
}

/// Whether there is a file, and no link to one.
pub(super) fn is_plain(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok_and(|data| data.is_file())
}

/// The first bytes of a file; none of a link.
fn plain(path: &Path) -> Option<Vec<u8>> {
    if !is_plain(path) {
        return None;
    }
    let mut bytes = Vec::new();
    File::open(path)
        .ok()?
        .take(MESSAGE)
        .read_to_end(&mut bytes)
        .ok()?;
    Some(bytes)
}

/// Text as one line: its lines that say something, with `; ` between them.
pub(super) fn one_line(bytes: &[u8]) -> String {
    let bytes = bytes.get(..MESSAGE as usize).unwrap_or(bytes);
    let text = String::from_utf8_lossy(bytes);
    let lines: Vec<&str> = text
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty())
        .collect();
    lines.join("; ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::symlink;

    #[test]
    fn plain_files_are_read_and_links_are_not() {
        let outer = tempfile::tempdir().unwrap();
        let path = |name: &str| outer.path().join(name);
        assert_eq!(Feedback::read(outer.path()), Feedback::default());
        fs::write(path("secret"), "secret").unwrap();
        symlink(path("secret"), path("judgemessage.txt")).unwrap();
        symlink(path("secret"), path("nextpass.in")).unwrap();
        fs::write(path("teammessage.txt"), b"a\n\n b \xff\n").unwrap();
        fs::write(path("score.txt"), " 12.5\n").unwrap();
        let feedback = Feedback::read(outer.path());
        assert_eq!(feedback.message, "a; b \u{fffd}");
        assert_eq!(feedback.score.as_deref(), Some("12.5"));
        assert!(!feedback.asks_again);
    }

    #[test]
    fn a_message_is_bounded() {
        let outer = tempfile::tempdir().unwrap();
        let long = "x".repeat(1 << 20);
        fs::write(outer.path().join("judgemessage.txt"), &long).unwrap();
        let feedback = Feedback::read(outer.path());
        assert_eq!(feedback.message.len(), MESSAGE as usize);
        assert_eq!(one_line(long.as_bytes()).len(), MESSAGE as usize);
    }
}
