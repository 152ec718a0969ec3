//! The names of files that changed.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use crate::plan::touched;
use crate::text;

/// The first of some files, as people see them; without a folder of which a file is among them.
pub(super) fn names(files: &BTreeSet<PathBuf>) -> String {
    const SHOWN: usize = 3;
    let here = std::env::current_dir().unwrap_or_default();
    let here = touched::real(&here);
    let name = |file: &PathBuf| {
        let file = match file.strip_prefix(&here) {
            Ok(below) if below.as_os_str().is_empty() => Path::new("."),
            Ok(below) => below,
            Err(_) => file,
        };
        text::printable(file.to_string_lossy().as_bytes(), 80)
    };
    // In this order what is in a folder follows it.
    let next = files.iter().skip(1).map(Some).chain([None]);
    let ends = files.iter().zip(next);
    let ends = ends.filter(|(file, next)| next.is_none_or(|next| !next.starts_with(file)));
    let files: Vec<&PathBuf> = ends.map(|(file, _)| file).collect();
    let shown: Vec<String> = files.iter().take(SHOWN).map(|file| name(file)).collect();
    match files.len().saturating_sub(SHOWN) {
        0 => shown.join(", "),
        more => format!("{} and {more} more", shown.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::here::here;

    #[test]
    fn files_are_named_as_people_see_them() {
        let here = touched::real(&here().unwrap());
        for (files, told) in [
            (&[""][..], "."),
            (&["", "a"], "a"),
            (&["t", "t/1", "u"], "t/1, u"),
            (&["1", "2", "3", "4"], "1, 2, 3 and 1 more"),
        ] {
            let files = files.iter().map(|file| here.join(file)).collect();
            assert_eq!(names(&files), told);
        }
    }
}
