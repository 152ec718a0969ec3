//! Names in lines that are printed one by one, each as wide as there is room.

use std::collections::HashMap;

use crate::text;

/// Earlier names that a later one is told apart from.
const REMEMBERED: usize = 64;

/// The names of a problem's cases, or of its solutions.
#[derive(Default)]
pub(super) struct Names {
    /// Columns that a name takes, with the blanks behind it, and at most.
    width: usize,
    most: usize,
    /// What is shown of those that are wider.
    cut: HashMap<String, String>,
    /// Those that came one by one.
    told: Vec<String>,
}

impl Names {
    /// Names that come one by one.
    pub(super) fn coming(most: usize) -> Names {
        Names {
            most,
            ..Names::default()
        }
    }

    /// All names, padded to `least` columns or more.
    pub(super) fn all<'a>(
        names: impl Iterator<Item = &'a str>,
        least: usize,
        most: usize,
    ) -> Names {
        let mut width = least;
        let mut long = Vec::new();
        for name in names {
            let name = text::line(name.as_bytes());
            match text::width(&name) {
                wide if wide > most => long.push(name),
                wide => width = width.max(wide),
            }
        }
        let cut = text::apart(&long, most);
        Names {
            width: if long.is_empty() {
                width
            } else {
                most.max(least)
            },
            most,
            cut: long.into_iter().zip(cut).collect(),
            told: Vec::new(),
        }
    }

    /// The next of the names that come one by one, told apart from those before it.
    pub(super) fn next(&mut self, name: &str) -> String {
        let name = text::line(name.as_bytes());
        if text::width(&name) <= self.most {
            return name;
        }
        self.told.retain(|told| *told != name);
        self.told.push(name.clone());
        let before = self.told.len().saturating_sub(REMEMBERED);
        self.told.drain(..before);
        text::apart(&self.told, self.most).pop().unwrap_or(name)
    }

    /// A name as it is shown, and whether it is cut.
    pub(super) fn shown(&self, name: &str) -> (String, bool) {
        let name = text::line(name.as_bytes());
        if text::width(&name) <= self.most {
            return (text::padded(&name, self.width), false);
        }
        let cut = self.cut.get(&name).cloned();
        let cut = cut.unwrap_or_else(|| text::fit(&name, self.most));
        (text::padded(&cut, self.width), true)
    }
}
