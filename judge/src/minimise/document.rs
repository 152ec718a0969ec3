//! An input as lines of words.

/// A word of an input.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Word {
    /// A whole number as it is usually written.
    Number(i64),
    /// Anything else.
    Text(Vec<u8>),
}

/// Lines of words, separated by one blank.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Document {
    pub(super) lines: Vec<Vec<Word>>,
}

impl Document {
    /// Splits at blanks; what separated the words is forgotten.
    pub(super) fn read(input: &[u8]) -> Document {
        let text = input.strip_suffix(b"\n").unwrap_or(input);
        let words = |line: &[u8]| {
            line.split(u8::is_ascii_whitespace)
                .filter(|word| !word.is_empty())
                .map(Word::read)
                .collect()
        };
        Document {
            lines: text.split(|&byte| byte == b'\n').map(words).collect(),
        }
    }

    /// Keeps each line as one word, blanks and all.
    pub(super) fn opaque(input: &[u8]) -> Document {
        let text = input.strip_suffix(b"\n").unwrap_or(input);
        Document {
            lines: text
                .split(|&byte| byte == b'\n')
                .map(|line| vec![Word::Text(line.to_owned())])
                .collect(),
        }
    }

    pub(super) fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        for line in &self.lines {
            for (index, word) in line.iter().enumerate() {
                if index > 0 {
                    bytes.push(b' ');
                }
                match word {
                    Word::Number(number) => bytes.extend(number.to_string().bytes()),
                    Word::Text(text) => bytes.extend(text),
                }
            }
            bytes.push(b'\n');
        }
        bytes
    }

    /// The number at a place, if there is one.
    pub(super) fn number(&self, (line, word): Place) -> Option<i64> {
        match self.lines.get(line)?.get(word)? {
            Word::Number(number) => Some(*number),
            Word::Text(_) => None,
        }
    }

    /// Where numbers stand.
    pub(super) fn numbers(&self) -> impl Iterator<Item = (Place, i64)> {
        self.lines.iter().enumerate().flat_map(|(line, words)| {
            words
                .iter()
                .enumerate()
                .filter_map(move |(word, value)| match value {
                    Word::Number(number) => Some(((line, word), *number)),
                    Word::Text(_) => None,
                })
        })
    }

    /// The same with another number at a place that holds one.
    pub(super) fn with(&self, (line, word): Place, number: i64) -> Document {
        let mut changed = self.clone();
        if let Some(place) = changed
            .lines
            .get_mut(line)
            .and_then(|line| line.get_mut(word))
        {
            *place = Word::Number(number);
        }
        changed
    }
}

/// A line and a word in it, both from 0.
pub(super) type Place = (usize, usize);

impl Word {
    fn read(word: &[u8]) -> Word {
        let number = std::str::from_utf8(word)
            .ok()
            .and_then(|word| word.parse::<i64>().ok())
            .filter(|number| number.to_string().as_bytes() == word);
        match number {
            Some(number) => Word::Number(number),
            None => Word::Text(word.to_owned()),
        }
    }
}
