//! What a program has to see of the machine besides the system's folders: its own file, the installation that file
//! belongs to, and what the caller lists.

use std::ffi::OsStr;
use std::fs;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::path::{Component, Path, PathBuf};

use super::hidden::Hidden;
use super::order::View;
use super::root;
use crate::{Folder, Program};

/// The views of a run, outer ones first. What lies in the system's folders or in another view is seen anyway, but where
/// it is hidden there.
pub(crate) fn of(program: &Program, file: &Path, hidden: &[Hidden]) -> Vec<PathBuf> {
    let is_hidden =
        |place: &Path, from: &Path| hidden.iter().any(|hidden| hidden.parts(place, from));
    let mut places: Vec<PathBuf> = program.visible.clone();
    if let Folder::Visible(folder) = &program.cwd {
        places.push(folder.clone());
    }
    for file in std::iter::once(file).chain(program.starts.iter().map(PathBuf::as_path)) {
        for link in chain(file) {
            places.push(installation(&link).unwrap_or(link));
        }
    }
    let system = root::system_places();
    let mut places: Vec<PathBuf> = places
        .iter()
        .filter_map(|place| normal(place))
        .filter(|place| {
            let known = system.iter().find(|known| place.starts_with(known));
            known.is_none_or(|known| is_hidden(place, known))
        })
        .collect();
    places.sort_unstable();
    places.dedup();
    let mut outer: Vec<PathBuf> = Vec::new();
    for place in places {
        // Sorted, a folder comes before what lies in it. A file on the way to it may be a link, though, that is seen
        // only as what it leads to.
        let known = outer.iter().rev().find(|other| place.starts_with(other));
        if known.is_none_or(|known| is_hidden(&place, known)) {
            outer.push(place);
        }
    }
    outer
}

/// The mounts of the views, where this process may copy them; the launcher finds the others by their paths.
pub(crate) fn mount(views: &mut [View], users: Option<BorrowedFd<'_>>) -> Vec<OwnedFd> {
    let mut mounts = Vec::new();
    for view in views {
        if let Ok(mount) = root::copy_mount(&view.place) {
            root::map_owners(mount.as_fd(), users);
            view.is_sent = true;
            mounts.push(mount);
        }
    }
    mounts
}

/// An absolute path without `.` and `..`, other than the root itself.
fn normal(path: &Path) -> Option<PathBuf> {
    let mut normal = PathBuf::new();
    for part in std::path::absolute(path).ok()?.components() {
        match part {
            Component::ParentDir => {
                // What `..` means behind a link only the system knows.
                normal = normal.canonicalize().ok()?;
                normal.pop();
            }
            part => normal.push(part),
        }
    }
    normal.parent()?;
    Some(normal)
}

/// A file, and what it leads to link by link.
fn chain(file: &Path) -> Vec<PathBuf> {
    let mut chain = vec![file.to_owned()];
    while let Some(last) = chain.last()
        && chain.len() < 40
        && let Ok(target) = fs::read_link(last)
    {
        let folder = last.parent().unwrap_or(Path::new("/"));
        chain.push(folder.join(target));
    }
    // A folder on the way may be a link too.
    chain.extend(file.canonicalize());
    chain
}

/// The folder that a program in a `bin` folder is installed in, such as `~/.pyenv/versions/3.12.1`: an interpreter
/// needs its libraries. Never a folder that holds the user's other things.
fn installation(file: &Path) -> Option<PathBuf> {
    let bin = file.parent()?;
    // Most programs are in none, and need no further look.
    if bin.file_name() != Some(OsStr::new("bin")) {
        return None;
    }
    let prefix = bin.parent()?;
    let has_libraries = prefix.join("lib").is_dir() || prefix.join("lib64").is_dir();
    let is_private = |variable: &str| {
        let own = std::env::var_os(variable);
        own.is_some_and(|own| Path::new(&own).starts_with(prefix))
    };
    let here = std::env::current_dir().ok();
    let holds_more = prefix.parent().is_none()
        || is_private("HOME")
        || here.is_some_and(|here| here.starts_with(prefix));
    (has_libraries && !holds_more).then(|| prefix.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Hide;
    use std::os::unix::fs::symlink;

    #[test]
    fn an_interpreter_shows_its_installation_and_a_link_both_ends() {
        let outer = tempfile::tempdir().unwrap();
        let base = outer.path().canonicalize().unwrap();
        for folder in ["python/bin", "python/lib", "venv/bin", "venv/lib", "plain"] {
            fs::create_dir_all(base.join(folder)).unwrap();
        }
        fs::write(base.join("python/bin/python"), "").unwrap();
        fs::write(base.join("plain/a.out"), "").unwrap();
        symlink(base.join("python/bin/python"), base.join("venv/bin/python")).unwrap();
        let seen = |file: &str| of(&Program::default(), &base.join(file), &[]);
        assert_eq!(
            seen("venv/bin/python"),
            [base.join("python"), base.join("venv")]
        );
        assert_eq!(seen("plain/a.out"), [base.join("plain/a.out")]);
        let starting = Program {
            starts: vec![base.join("python/bin/python")],
            ..Program::default()
        };
        assert_eq!(
            of(&starting, &base.join("plain/a.out"), &[]),
            [base.join("plain/a.out"), base.join("python")]
        );
        assert_eq!(
            of(&Program::default(), Path::new("/usr/bin/env"), &[]),
            [""; 0].map(PathBuf::from)
        );
    }

    #[test]
    fn the_outermost_of_nested_places_is_shown_once() {
        let program = Program {
            visible: ["/a/b", "/a", "/a/../c", "/"].map(PathBuf::from).to_vec(),
            ..Program::default()
        };
        let seen = of(&program, Path::new("/usr/bin/env"), &[]);
        assert_eq!(seen[0], Path::new("/a"));
        assert!(!seen.contains(&PathBuf::from("/")));
    }

    #[test]
    fn what_is_shown_in_a_hidden_folder_is_shown_by_itself() {
        let outer = tempfile::tempdir().unwrap();
        let base = outer.path().canonicalize().unwrap();
        fs::create_dir_all(base.join("data")).unwrap();
        let hidden = [Hidden::find(&base.join("data"), Hide::Everywhere).unwrap()];
        let program = Program {
            visible: vec![base.join("data/1.in"), base.join("other"), base.clone()],
            ..Program::default()
        };
        let seen = |hidden: &[Hidden]| of(&program, Path::new("/usr/bin/env"), hidden);
        assert_eq!(seen(&hidden), [base.clone(), base.join("data/1.in")]);
        assert_eq!(seen(&[]), [base]);
    }
}
