//! What a solution and an interactor said to each other, kept in bounded memory.

use std::collections::VecDeque;
use std::fmt;

use crate::text;

/// Lines that are kept from the beginning, and from the end.
const HEAD: usize = 40;
const TAIL: usize = 80;
/// Bytes of a line that are kept.
const LINE: usize = 200;

/// Who said something.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Speaker {
    /// The interactor.
    Judge,
    /// The program that is judged.
    Solution,
}

/// One line of a talk.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// Who said it; `None` for the line between two passes.
    pub by: Option<Speaker>,
    /// Its first bytes, without the line end.
    pub text: Vec<u8>,
    /// Whether it was longer.
    pub cut: bool,
}

/// The first and the last lines of a talk, in the order in which they were sent.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Transcript {
    head: Vec<Line>,
    tail: VecDeque<Line>,
    /// Lines between the two.
    left_out: u64,
    /// Whether the last line goes on when its speaker does.
    open: bool,
}

impl Transcript {
    /// Adds bytes as they were sent. A line that the other side interrupts is two.
    pub fn say(&mut self, by: Speaker, mut bytes: &[u8]) {
        while !bytes.is_empty() {
            let end = bytes.iter().position(|&byte| byte == b'\n');
            let (part, rest) = bytes.split_at(end.unwrap_or(bytes.len()));
            let goes_on = |line: &Line| line.by == Some(by);
            if !(self.open && self.last().as_deref().is_some_and(goes_on)) {
                self.begin(Some(by));
            }
            let Some(line) = self.last() else { return };
            let room = LINE - line.text.len();
            line.cut |= part.len() > room;
            line.text.extend(part.iter().take(room));
            self.open = end.is_none();
            bytes = rest.get(1..).unwrap_or_default();
        }
    }

    /// Marks the end of a pass.
    pub fn end_pass(&mut self) {
        self.begin(None);
        self.open = false;
    }

    /// Whether nothing was said.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.head.is_empty()
    }

    /// At most `head` lines of the beginning and `tail` of the end, and how many lines are between.
    #[must_use]
    pub fn excerpt(&self, head: usize, tail: usize) -> (Vec<&Line>, u64, Vec<&Line>) {
        let all: Vec<&Line> = self.head.iter().chain(&self.tail).collect();
        let kept = all.len();
        if self.left_out == 0 && kept <= head + tail {
            return (all, 0, Vec::new());
        }
        let first = head.min(self.head.len());
        let last = kept.saturating_sub(tail).max(first);
        let between = self.left_out + (last - first) as u64;
        let mut head = all;
        let tail = head.split_off(last);
        head.truncate(first);
        (head, between, tail)
    }

    /// The lines that are kept, with the number of those left out between them.
    pub(crate) fn parts(&self) -> (&[Line], u64, impl Iterator<Item = &Line>) {
        (&self.head, self.left_out, self.tail.iter())
    }

    /// What [`Transcript::parts`] gave.
    pub(crate) fn of_parts(head: Vec<Line>, left_out: u64, tail: VecDeque<Line>) -> Transcript {
        Transcript {
            head,
            tail,
            left_out,
            open: false,
        }
    }

    fn last(&mut self) -> Option<&mut Line> {
        match self.tail.is_empty() {
            true => self.head.last_mut(),
            false => self.tail.back_mut(),
        }
    }

    fn begin(&mut self, by: Option<Speaker>) {
        let line = Line {
            by,
            text: Vec::new(),
            cut: false,
        };
        if self.head.len() < HEAD {
            self.head.push(line);
            return;
        }
        if self.tail.len() == TAIL {
            self.tail.pop_front();
            self.left_out += 1;
        }
        self.tail.push_back(line);
    }
}

impl Line {
    /// `<` for what the judge said, `>` for the solution, `---` between passes.
    pub(crate) fn mark(&self) -> &'static str {
        match self.by {
            None => "---",
            Some(Speaker::Judge) => "<",
            Some(Speaker::Solution) => ">",
        }
    }
}

impl Speaker {
    /// Who a [`Line::mark`] stands for.
    pub(crate) fn of_mark(mark: &str) -> Option<Speaker> {
        match mark {
            "<" => Some(Speaker::Judge),
            ">" => Some(Speaker::Solution),
            _ => None,
        }
    }
}

impl fmt::Display for Line {
    /// `<` what the judge said, `>` what the solution said, `---` between passes; made printable.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = self.mark();
        if self.by.is_none() {
            return f.write_str(sign);
        }
        let cut = if self.cut { "…" } else { "" };
        write!(f, "{sign}{}{cut}", text::escaped(&self.text))
    }
}

impl fmt::Display for Transcript {
    /// The lines as in an `.interaction` file; `… 17 more lines …` stands for those left out.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (head, between, tail) = self.excerpt(HEAD, TAIL);
        for line in head {
            writeln!(f, "{line}")?;
        }
        if between > 0 {
            writeln!(f, "… {between} more lines …")?;
        }
        for line in tail {
            writeln!(f, "{line}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Speaker::{Judge, Solution};

    #[test]
    fn lines_are_whole_however_they_were_sent() {
        let mut talk = Transcript::default();
        talk.say(Judge, b"1 ");
        talk.say(Judge, b"2\n3\n");
        talk.say(Solution, b"half");
        talk.say(Judge, b"\n\xff\x1b");
        talk.say(Solution, b"other half\n");
        talk.end_pass();
        talk.say(Solution, b"again");
        assert_eq!(
            talk.to_string(),
            "<1 2\n<3\n>half\n<\n<\\xff\\u{1b}\n>other half\n---\n>again\n"
        );
    }

    #[test]
    fn the_middle_of_a_long_talk_is_left_out() {
        let mut talk = Transcript::default();
        for number in 0..1000 {
            talk.say(Judge, format!("{number}\n").as_bytes());
        }
        let text = talk.to_string();
        assert_eq!(text.lines().count(), HEAD + TAIL + 1);
        assert!(text.starts_with("<0\n<1\n"));
        assert!(text.contains("<39\n… 880 more lines …\n<920\n"), "{text}");
        assert!(text.ends_with("<999\n"));
        let (head, between, tail) = talk.excerpt(2, 3);
        assert_eq!((head.len(), between, tail.len()), (2, 995, 3));
    }

    #[test]
    fn an_endless_line_is_cut() {
        let mut talk = Transcript::default();
        for _ in 0..1000 {
            talk.say(Solution, &[b'x'; 1000]);
        }
        let (lines, _, _) = talk.excerpt(10, 10);
        assert_eq!(
            (lines.len(), lines[0].text.len(), lines[0].cut),
            (1, LINE, true)
        );
    }
}
