//! A line in which everything can be seen: blanks that tell it from another, a missing line end,
//! bytes that a terminal would obey. Its width is known, so it can be cut and set beside another.

use std::fmt;

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use super::words::{Mark, Part, is_blank};
use crate::text;

/// Stands at the end of a file whose last line does not end.
const UNENDED: &str = " (no newline at the end)";

/// A line, printable.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Text {
    glyphs: Vec<Glyph>,
    /// The glyph that has to be in sight.
    focus: usize,
}

/// What takes one place in a line: a letter with its combining marks, or an escaped byte.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Glyph {
    pub(crate) shown: String,
    /// Columns of a terminal.
    pub(crate) width: usize,
    /// Whether it is what differs.
    pub(crate) marked: bool,
    /// Whether it is in a word that differs, which may be the same here.
    pub(crate) word: bool,
}

impl Glyph {
    fn plain(shown: impl Into<String>) -> Glyph {
        let shown = shown.into();
        Glyph {
            width: shown.width(),
            shown,
            marked: false,
            word: false,
        }
    }
}

/// Makes a line visible. Blanks are written out at its end, and everywhere if `blanks`.
pub(super) fn text(part: Part<'_>, marks: &[Mark], blanks: bool, unended: bool) -> Text {
    let end = part.bytes.len() - part.bytes.iter().rev().take_while(|b| is_blank(b)).count();
    let marked = |at: usize| marks.iter().any(|mark| mark.part.contains(&at));
    // Of a line that stands alone all is marked, and it is several words all the same.
    let between = |at: usize| !blanks && part.bytes.get(at).is_some_and(is_blank);
    let word = |at: usize| !between(at) && marks.iter().any(|mark| mark.word.contains(&at));
    // Where a word lacks something, nothing is marked, and the place is to be seen all the same.
    let first = marks.iter().map(|mark| mark.part.start).min().or(part.at);
    let mut glyphs: Vec<Glyph> = Vec::new();
    let mut focus = None;
    let mut at = 0;
    if part.cut {
        glyphs.push(Glyph::plain("…"));
    }
    let mut push = |glyphs: &mut Vec<Glyph>, at: usize, shown: String| {
        if first.is_some_and(|first| first <= at) {
            focus.get_or_insert(glyphs.len());
        }
        glyphs.push(Glyph {
            marked: marked(at),
            word: word(at),
            ..Glyph::plain(shown)
        });
    };
    for chunk in part.bytes.utf8_chunks() {
        for c in chunk.valid().chars() {
            match glyphs.last_mut() {
                // It goes on the letter before it, as on a terminal.
                Some(last) if c.width() == Some(0) && !text::deceives(c) && at > 0 => {
                    last.shown.push(c);
                    last.width = last.shown.width();
                    last.marked |= marked(at);
                }
                _ => push(&mut glyphs, at, visible(c, blanks || at >= end)),
            }
            at += c.len_utf8();
        }
        for byte in chunk.invalid() {
            push(&mut glyphs, at, format!("\\x{byte:02x}"));
            at += 1;
        }
    }
    if part.open {
        glyphs.push(Glyph::plain("…"));
    }
    if unended {
        glyphs.push(Glyph::plain(UNENDED));
    }
    Text {
        focus: focus.unwrap_or(if first.is_some() { glyphs.len() } else { 0 }),
        glyphs,
    }
}

/// A character as it is shown. A tab has no width of its own, so it is never left as it is.
fn visible(c: char, blanks: bool) -> String {
    match c {
        ' ' if blanks => "·".to_owned(),
        ' ' => " ".to_owned(),
        '\t' => "→".to_owned(),
        c if text::deceives(c) || c.is_whitespace() || c.width() == Some(0) => {
            c.escape_default().to_string()
        }
        c => c.to_string(),
    }
}

impl Text {
    /// Columns of a terminal that it takes whole.
    pub(crate) fn width(&self) -> usize {
        self.glyphs.iter().map(|glyph| glyph.width).sum()
    }

    /// Whether nothing in it is like its counterpart, so that marks would tell nothing.
    pub(crate) fn is_all_marked(&self) -> bool {
        self.glyphs
            .iter()
            .all(|glyph| glyph.marked || glyph.shown == UNENDED)
    }

    /// Carets below what is marked, if anything is.
    pub(crate) fn underlined(&self) -> Option<String> {
        let under = |glyph: &Glyph| if glyph.marked { "^" } else { " " }.repeat(glyph.width);
        let line: String = self.glyphs.iter().map(under).collect();
        Some(line.trim_end().to_owned()).filter(|line| !line.is_empty())
    }

    /// The column from which it is to be shown in so many columns, for what differs to be in sight.
    pub(crate) fn begin(&self, columns: usize) -> usize {
        let before: usize = self.glyphs.iter().take(self.focus).map(|g| g.width).sum();
        match self.width() <= columns || before < columns * 2 / 3 {
            true => 0,
            false => before - columns / 3,
        }
    }

    /// At most so many columns of it from a column on; `…` stands for what is left out.
    pub(crate) fn clip(&self, begin: usize, columns: usize) -> Text {
        let mut glyphs = Vec::new();
        let mut column = 0;
        let mut rest = self.glyphs.iter().peekable();
        while let Some(glyph) = rest.next_if(|_| column < begin) {
            column += glyph.width;
        }
        if begin > 0 && !self.glyphs.is_empty() {
            glyphs.push(Glyph::plain("…"));
        }
        let mut used = glyphs.len();
        let left: usize = rest.clone().map(|glyph| glyph.width).sum();
        let fits = used + left <= columns;
        let room = columns - usize::from(!fits).min(columns);
        while let Some(glyph) = rest.next_if(|glyph| fits || used + glyph.width <= room) {
            used += glyph.width;
            glyphs.push(glyph.clone());
        }
        if !fits {
            glyphs.push(Glyph::plain("…"));
        }
        Text { glyphs, focus: 0 }
    }

    /// At most so many columns of it, those around what differs.
    pub(crate) fn within(&self, columns: usize) -> String {
        self.clip(self.begin(columns), columns).to_string()
    }

    /// The words that differ, in order, each whole.
    pub(crate) fn words(&self) -> Vec<Text> {
        let mut words = Vec::new();
        let mut start = 0;
        for run in self.glyphs.chunk_by(|a, b| a.word && b.word) {
            if run.first().is_some_and(|glyph| glyph.word) {
                let marked = run.iter().position(|glyph| glyph.marked);
                words.push(Text {
                    glyphs: run.to_vec(),
                    focus: marked.unwrap_or(self.focus.saturating_sub(start).min(run.len())),
                });
            }
            start += run.len();
        }
        words
    }

    /// It in pieces, by turns the same as its counterpart and not; the first may be empty.
    pub(crate) fn pieces(&self) -> Vec<String> {
        let mut pieces = vec![String::new()];
        let mut marked = false;
        for glyph in &self.glyphs {
            if glyph.marked != marked {
                marked = glyph.marked;
                pieces.push(String::new());
            }
            if let Some(piece) = pieces.last_mut() {
                piece.push_str(&glyph.shown);
            }
        }
        pieces
    }

    /// What it is made of.
    pub(crate) fn glyphs(&self) -> &[Glyph] {
        &self.glyphs
    }
}

impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.glyphs
            .iter()
            .try_for_each(|glyph| f.write_str(&glyph.shown))
    }
}
