//! What the events say of problems, cases and solutions before anything runs.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use package::{Problem, Solution, Source};

use super::prepare::Case;
use crate::build::Built;
use crate::event::{CaseInfo, Preview, ProblemInfo, SolutionInfo};
use crate::here::place;
use crate::model::Limits;

/// Bytes of an input that events hold, at most, and of all inputs of a problem: there may be a
/// hundred thousand.
const PREVIEW: u64 = 2 << 10;
pub(crate) const PREVIEWS: usize = 8 << 20;

/// What the events say of a problem.
pub(crate) fn problem_info(problem: &Problem, cases: &[Case], limits: Limits) -> ProblemInfo {
    let mut room = PREVIEWS;
    let case = |case: &Case| {
        let input = case.input.as_deref().ok().filter(|_| room > 0);
        let input = input.and_then(preview);
        room = room.saturating_sub(input.as_ref().map_or(0, |input| input.bytes.len()));
        CaseInfo {
            name: case.name.clone(),
            input,
        }
    };
    ProblemInfo {
        slug: problem.slug.clone(),
        title: problem.title.clone(),
        source: problem.source.clone(),
        folder: place(&problem.root),
        limits,
        time_from: problem.limits.time_from.clone(),
        board: problem.board.clone(),
        cases: cases.iter().map(case).collect(),
        part: None,
    }
}

/// What the events say of a solution.
pub(crate) fn solution_info(
    solution: &Solution,
    problem: &Problem,
    built: &Built,
    limits: Limits,
) -> SolutionInfo {
    let folder = place(&problem.root);
    let path = match &solution.call.source {
        Source::File(path) | Source::Folder(path) => Some(place(path)),
        Source::Crate { .. } | Source::Command(_) => None,
    };
    let by_name = || {
        let name = globset::escape(&solution.name);
        vec![folder.clone(), "--solution".to_owned(), name]
    };
    let target = match &solution.call.source {
        // A name that is no text cannot be told in words: a part of it stands for it.
        Source::File(path) if path.to_str().is_some() => vec![place(path), folder],
        Source::Command(words) if shlex::split(&solution.name).as_ref() == Some(words) => {
            vec!["--cmd".to_owned(), solution.name.clone(), folder]
        }
        _ => by_name(),
    };
    SolutionInfo {
        name: solution.name.clone(),
        language: match built {
            Built::Ready(command) => command.label.clone(),
            _ => None,
        },
        path,
        target,
        expected: solution.expect.clone(),
        limits,
        program: None,
        part: None,
    }
}

/// The beginning of an input. Whoever runs the case says what is wrong with one that is no file.
pub(crate) fn preview(path: &Path) -> Option<Preview> {
    // Opening a FIFO would wait for ever.
    if !path.metadata().ok()?.is_file() {
        return None;
    }
    let mut bytes = Vec::new();
    let mut file = File::open(path).ok()?.take(PREVIEW + 1);
    file.read_to_end(&mut bytes).ok()?;
    let more = bytes.len() as u64 > PREVIEW;
    bytes.truncate(PREVIEW as usize);
    if more
        && let Err(error) = std::str::from_utf8(&bytes)
        && error.error_len().is_none()
    {
        // No letter is cut in two.
        bytes.truncate(error.valid_up_to());
    }
    Some(Preview { bytes, more })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_preview_is_bounded_and_cuts_no_letter() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("1.in");
        for (text, kept, more) in [
            (String::new(), 0, false),
            ("x".repeat(2048), 2048, false),
            ("x".repeat(2049), 2048, true),
            (format!("x{}", "é".repeat(2000)), 2047, true),
        ] {
            std::fs::write(&file, &text).unwrap();
            let preview = preview(&file).unwrap();
            assert_eq!((preview.bytes.len(), preview.more), (kept, more));
            assert!(text.as_bytes().starts_with(&preview.bytes));
        }
        assert_eq!(preview(folder.path()), None);
        assert_eq!(preview(Path::new("missing")), None);
    }
}
