//! Folders that no program is to see, though they lie in one that it is shown: what is judged, and what the judge keeps.
//!
//! In namespaces an empty folder is mounted over them; without, Landlock allows all that lies around them instead.

use std::fs;
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use super::order::View;
use super::root;
use crate::Hide;

/// The system's folders have one for sources, in which packages lie that are judged in a container.
const SOURCES: &str = "/usr/src";

/// One such folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Hidden {
    /// Without links.
    place: PathBuf,
    /// The folders around it by device and number, each with the way from it; none where only the system's count.
    around: Vec<((u64, u64), PathBuf)>,
}

impl Hidden {
    /// # Errors
    /// No folder is there.
    pub(crate) fn find(place: &Path, hide: Hide) -> io::Result<Hidden> {
        let place = place.canonicalize()?;
        if !place.is_dir() {
            return Err(io::Error::from(io::ErrorKind::NotADirectory));
        }
        let mut around = Vec::new();
        for folder in place.ancestors().skip(1) {
            if hide == Hide::Everywhere
                && let (Ok(data), Ok(way)) = (folder.metadata(), place.strip_prefix(folder))
            {
                around.push(((data.dev(), data.ino()), way.to_owned()));
            }
        }
        Ok(Hidden { place, around })
    }

    /// What is hidden in the system's folders whoever judges whatever.
    pub(crate) fn always() -> Vec<Hidden> {
        Hidden::find(Path::new(SOURCES), Hide::InSystem)
            .into_iter()
            .collect()
    }

    /// Whether a path is this folder or lies in it.
    pub(crate) fn holds(&self, path: &Path) -> bool {
        path.starts_with(&self.place)
    }

    /// Whether a path is this folder, or lies in it, and another one is around it.
    pub(crate) fn parts(&self, path: &Path, from: &Path) -> bool {
        self.holds(path) && self.place.starts_with(from) && self.place != from
    }
}

/// Where something has to be hidden from a program that is shown `views`, outer ones first; `files` says what each view
/// is by device and number. What is shown by itself stays.
pub(crate) fn covers(all: &[Hidden], views: &[View], files: &[(u64, u64)]) -> Vec<PathBuf> {
    let mut covers = Vec::new();
    for hidden in all {
        let mut places = root::system_places().iter();
        if places.any(|system| hidden.place.starts_with(system)) {
            covers.push(hidden.place.clone());
        }
        for (view, file) in views.iter().zip(files) {
            let way = hidden.around.iter().find(|(around, _)| around == file);
            covers.extend(way.map(|(_, way)| view.place.join(way)));
        }
    }
    covers.retain(|cover| !views.iter().any(|view| view.place == *cover));
    covers.sort_unstable();
    covers.dedup();
    covers
}

/// The parts of a folder that are seen where others are hidden, as rules for files name them: all of it where none is,
/// else what lies around them. Links among these lead to what other parts allow, or do not.
pub(crate) fn seen_parts(folder: &Path, covers: &[PathBuf]) -> Vec<PathBuf> {
    let is_around = |cover: &PathBuf| cover.starts_with(folder) && cover != folder;
    if !covers.iter().any(is_around) {
        return vec![folder.to_owned()];
    }
    fs::read_dir(folder)
        .into_iter()
        .flatten()
        .filter_map(Result::ok)
        .filter(|entry| entry.file_type().is_ok_and(|kind| !kind.is_symlink()))
        .map(|entry| entry.path())
        .filter(|path| !covers.contains(path))
        .flat_map(|path| seen_parts(&path, covers))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::symlink;

    fn view(place: &Path) -> (View, (u64, u64)) {
        let data = place.metadata().unwrap();
        let view = View {
            place: place.to_owned(),
            is_folder: data.is_dir(),
            is_sent: false,
        };
        (view, (data.dev(), data.ino()))
    }

    #[test]
    fn a_folder_is_hidden_where_it_is_seen_and_not_shown_by_itself() {
        let outer = tempfile::tempdir().unwrap();
        let base = outer.path().canonicalize().unwrap();
        let data = base.join("here/data");
        fs::create_dir_all(data.join("in")).unwrap();
        symlink("here", base.join("link")).unwrap();
        let covers = |hide, shown: &Path| {
            let (view, file) = view(shown);
            covers(&[Hidden::find(&data, hide).unwrap()], &[view], &[file])
        };
        let everywhere = Hide::Everywhere;
        assert_eq!(covers(everywhere, &base), [base.join("here/data")]);
        assert_eq!(
            covers(everywhere, &base.join("link")),
            [base.join("link/data")]
        );
        for shown in [&data, &data.join("in"), Path::new("/usr")] {
            assert_eq!(covers(everywhere, shown), [""; 0].map(PathBuf::from));
        }
        assert_eq!(covers(Hide::InSystem, &base), [""; 0].map(PathBuf::from));
    }

    #[test]
    fn what_lies_around_a_hidden_folder_is_seen() {
        let outer = tempfile::tempdir().unwrap();
        let path = |name: &str| outer.path().join(name);
        for folder in ["a/data/in", "a/other", "b"] {
            fs::create_dir_all(path(folder)).unwrap();
        }
        fs::write(path("a/file"), "").unwrap();
        symlink("data", path("a/link")).unwrap();
        let mut seen = seen_parts(outer.path(), &[path("a/data")]);
        seen.sort_unstable();
        assert_eq!(seen, ["a/file", "a/other", "b"].map(path));
        assert_eq!(seen_parts(outer.path(), &[]), [outer.path()]);
        assert_eq!(seen_parts(&path("b"), &[path("a/data")]), [path("b")]);
        assert_eq!(
            seen_parts(&path("a/data"), &[path("a/data")]),
            [path("a/data")]
        );
    }
}
