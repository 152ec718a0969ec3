//! What pyenv's shims answer depends on, so that they need not be asked each time.
//!
//! A shim of pyenv starts dozens of shells before it says where its tool is, longer than all else a
//! judge does before it judges. Those of other managers are fast, or nobody knows what they look at.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

/// Variables that differ from call to call, and that no version depends on.
const VOLATILE: &[&str] = &["_", "OLDPWD", "PWD", "SHLVL"];

/// A hash of everything that the answer of a shim to a question follows from; `None` if it is not
/// one of pyenv.
pub(crate) fn question(words: &[&String], shim: &Path) -> Option<blake3::Hash> {
    let folder = shim.parent()?;
    let root = folder.parent()?;
    let of_pyenv = folder.file_name()? == "shims" && root.join("libexec/pyenv").is_file();
    if !of_pyenv {
        return None;
    }
    let mut places: Vec<PathBuf> = ["version", "versions", "libexec/pyenv"]
        .map(|name| root.join(name))
        .to_vec();
    places.push(shim.to_owned());
    // It is asked in a new folder for temporary files, and looks for a file in all those above.
    let temporary = env::temp_dir();
    places.extend(
        temporary
            .ancestors()
            .map(|above| above.join(".python-version")),
    );
    let looks: Vec<_> = places.iter().map(|place| look(place)).collect();
    let mut variables: Vec<(OsString, OsString)> = env::vars_os()
        .filter(|(name, _)| !VOLATILE.iter().any(|volatile| name == volatile))
        .collect();
    variables.sort_unstable();
    let all = format!("{words:?} {shim:?} {looks:?} {variables:?}");
    Some(blake3::hash(all.as_bytes()))
}

/// What tells a file from another in its place; `None` if there is none.
fn look(place: &Path) -> Option<(u64, u64, i64, i64, i64, i64)> {
    let found = fs::metadata(place).ok()?;
    Some((
        found.ino(),
        found.size(),
        found.mtime(),
        found.mtime_nsec(),
        found.ctime(),
        found.ctime_nsec(),
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_version_is_another_question() {
        let root = tempfile::tempdir().unwrap();
        let path = |name: &str| root.path().join(name);
        for folder in ["shims", "libexec", "versions"] {
            fs::create_dir(path(folder)).unwrap();
        }
        fs::write(path("shims/python3"), "").unwrap();
        let ask = || question(&[&"{tool}".to_owned()], &path("shims/python3"));
        assert_eq!(ask(), None);
        fs::write(path("libexec/pyenv"), "").unwrap();
        let mut seen = vec![ask()];
        assert_eq!(seen[0], ask());
        fs::write(path("version"), "3.11.7").unwrap();
        seen.push(ask());
        fs::write(path("version"), "3.12.1").unwrap();
        seen.push(ask());
        fs::create_dir(path("versions/3.12.1")).unwrap();
        seen.push(ask());
        fs::write(path("shims/python3"), "other").unwrap();
        seen.push(ask());
        seen.push(question(&[&"other".to_owned()], &path("shims/python3")));
        for (index, one) in seen.iter().enumerate() {
            assert!(one.is_some());
            assert!(!seen[..index].contains(one), "{index}");
        }
    }
}
