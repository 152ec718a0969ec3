//! What the files of a built program were when it was built, so that a damaged one is built again.

use std::ffi::OsStr;
use std::fmt::Write as _;
use std::fs::{self, Metadata};
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::MetadataExt;
use std::path::Path;

use walkdir::WalkDir;

use crate::regular;

/// Describes all files below `folder`. The text is for [`fits`] only.
pub(crate) fn of(folder: &Path) -> io::Result<Vec<u8>> {
    let mut manifest = Vec::new();
    for entry in WalkDir::new(folder).sort_by_file_name() {
        let entry = entry.map_err(io::Error::from)?;
        if !entry.file_type().is_file() {
            continue;
        }
        let metadata = entry.metadata().map_err(io::Error::from)?;
        let below = entry.path().strip_prefix(folder).unwrap_or(entry.path());
        let hash = hash(entry.path())?;
        let line = format!("{} {} {hash} ", look(&metadata), time(&metadata));
        manifest.extend_from_slice(line.as_bytes());
        manifest.extend_from_slice(below.as_os_str().as_bytes());
        // The only byte that is in no name.
        manifest.push(0);
    }
    // So that a manifest that was cut short is seen.
    manifest.extend_from_slice(END);
    Ok(manifest)
}

const END: &[u8] = b"end";

/// Whether every file of the manifest is below `folder` as it was. Files beside them do no harm: an
/// interpreter that is not isolated may have left some.
pub(crate) fn fits(manifest: &[u8], folder: &Path) -> bool {
    let Some(lines) = manifest.strip_suffix(END) else {
        return false;
    };
    lines
        .split(|&byte| byte == 0)
        .filter(|line| !line.is_empty())
        .all(|line| file_fits(line, folder).unwrap_or(false))
}

fn file_fits(line: &[u8], folder: &Path) -> Option<bool> {
    let mut parts = line.splitn(5, |&byte| byte == b' ');
    let mut text = || std::str::from_utf8(parts.next()?).ok();
    let (size, mode, time_then, hash_then) = (text()?, text()?, text()?, text()?);
    let path = folder.join(OsStr::from_bytes(parts.next()?));
    let metadata = fs::symlink_metadata(&path).ok()?;
    if !metadata.is_file() || look(&metadata) != format!("{size} {mode}") {
        return Some(false);
    }
    // Most files were not touched; only of others the content is read.
    Some(time(&metadata) == time_then || hash(&path).ok()? == hash_then)
}

/// Size and right to be executed.
fn look(metadata: &Metadata) -> String {
    format!("{} {}", metadata.size(), metadata.mode() & 0o100)
}

fn time(metadata: &Metadata) -> String {
    let mut time = String::new();
    // Writing to a string cannot fail.
    let _ = write!(time, "{}.{}", metadata.mtime(), metadata.mtime_nsec());
    time
}

fn hash(path: &Path) -> io::Result<String> {
    let mut hasher = blake3::Hasher::new();
    hasher.update_reader(regular::open(path)?)?;
    Ok(hasher.finalize().to_hex().to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt;
    use std::time::{Duration, SystemTime};

    type Damage = (&'static str, fn(&Path), bool);

    #[test]
    fn damage_of_every_kind_is_seen() {
        let damages: [Damage; 8] = [
            ("none", |_| {}, true),
            (
                "more files",
                |at| fs::write(at.join("more"), "").unwrap(),
                true,
            ),
            ("touched", |at| touch(&at.join("sub/b")), true),
            (
                "gone",
                |at| fs::remove_file(at.join("sub/b")).unwrap(),
                false,
            ),
            ("cut", |at| fs::write(at.join("a"), "").unwrap(), false),
            ("changed", |at| change(&at.join("a")), false),
            (
                "not to be executed",
                |at| {
                    let mode = fs::Permissions::from_mode(0o644);
                    fs::set_permissions(at.join("a"), mode).unwrap();
                },
                false,
            ),
            (
                "a folder",
                |at| {
                    fs::remove_file(at.join("a")).unwrap();
                    fs::create_dir(at.join("a")).unwrap();
                },
                false,
            ),
        ];
        for (name, damage, expected) in damages {
            let folder = tempfile::tempdir().unwrap();
            let at = folder.path();
            fs::create_dir(at.join("sub")).unwrap();
            fs::write(at.join("a"), "text").unwrap();
            fs::set_permissions(at.join("a"), fs::Permissions::from_mode(0o755)).unwrap();
            fs::write(at.join("sub/b"), "b c\n").unwrap();
            let manifest = of(at).unwrap();
            damage(at);
            assert_eq!(fits(&manifest, at), expected, "{name}");
            for length in 0..manifest.len() {
                assert!(!fits(&manifest[..length], at), "{name} {length}");
            }
        }
    }

    fn touch(path: &Path) {
        let later = SystemTime::now() + Duration::from_secs(5);
        fs::File::options()
            .write(true)
            .open(path)
            .unwrap()
            .set_modified(later)
            .unwrap();
    }

    /// As many bytes as before, at another time.
    fn change(path: &Path) {
        fs::write(path, "test").unwrap();
        touch(path);
    }
}
