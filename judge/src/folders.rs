//! Makes folders, and says what is in the way where one cannot be made.

use std::fs;
use std::io;
use std::path::Path;

/// Makes a folder and those above it, if they are not there.
///
/// # Errors
/// As of [`fs::create_dir_all`]; where something else has the place, that says what, and what to do.
pub(crate) fn make(path: &Path) -> io::Result<()> {
    fs::create_dir_all(path).map_err(|error| match in_the_way(path) {
        Some(what) => io::Error::other(what),
        None => error,
    })
}

/// The nearest thing at this path or above it, if it is no folder: the system says of it that a file
/// exists, and neither which nor that it may be a link to nothing.
fn in_the_way(path: &Path) -> Option<String> {
    let found = path
        .ancestors()
        .find(|place| place.symlink_metadata().is_ok())
        .filter(|place| !place.is_dir())?;
    let name = match found == path {
        true => "it".to_owned(),
        false => found.display().to_string(),
    };
    Some(match found.exists() {
        true => format!("{name} is no folder: remove it, or name another place"),
        false => {
            let target = fs::read_link(found).unwrap_or_default();
            let target = target.display();
            format!(
                "{name} is a link to {target}, which is not there: make that, or remove the link"
            )
        }
    })
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

    #[test]
    fn what_is_in_the_way_is_said() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        fs::write(root.join("file"), "").unwrap();
        symlink("nowhere", root.join("link")).unwrap();
        symlink(".", root.join("good")).unwrap();
        let place = root.display();
        for (path, said) in [
            ("new/and/deep", String::new()),
            ("good/too", String::new()),
            (
                "file",
                "it is no folder: remove it, or name another place".to_owned(),
            ),
            (
                "file/below",
                format!("{place}/file is no folder: remove it, or name another place"),
            ),
            (
                "link",
                "it is a link to nowhere, which is not there: make that, or remove the link"
                    .to_owned(),
            ),
            (
                "link/a/b",
                format!(
                    "{place}/link is a link to nowhere, which is not there: make that, or remove the link"
                ),
            ),
        ] {
            let made = make(&root.join(path));
            let found = made
                .err()
                .map_or_else(String::new, |error| error.to_string());
            assert_eq!(found, said, "{path}");
        }
    }
}
