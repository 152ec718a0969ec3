//! Files of settings as text: regular files, of a size that settings have, in UTF-8.

use std::fs;
use std::path::Path;

use crate::error::PackageError;

/// Settings above this size are none.
const LARGEST: u64 = 16 << 20;

/// The text of a file of settings.
///
/// # Errors
/// It is no regular file, too large, or no UTF-8, with the line.
pub(crate) fn text(path: &Path) -> Result<String, PackageError> {
    text_up_to(path, LARGEST)
}

/// The same of at most so many bytes.
pub(crate) fn text_up_to(path: &Path, largest: u64) -> Result<String, PackageError> {
    let metadata = fs::metadata(path).map_err(PackageError::read(path))?;
    // Opening a FIFO would wait for ever.
    if !metadata.is_file() {
        let found = match metadata.is_dir() {
            true => "a folder",
            false => "something else",
        };
        let message = format!("expected a file of settings, found {found}");
        return Err(PackageError::file(path, message));
    }
    let size = metadata.len();
    if size > largest {
        let message = format!("expected at most {largest} bytes of settings, found {size}");
        return Err(PackageError::file(path, message));
    }
    let bytes = fs::read(path).map_err(PackageError::read(path))?;
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        let bytes = error.as_bytes();
        let line = bytes.iter().take(at).filter(|byte| **byte == b'\n').count() + 1;
        let byte = bytes.get(at).copied().unwrap_or_default();
        let message = format!("line {line}: expected UTF-8, found the byte 0x{byte:02x}");
        PackageError::file(path, message)
    })
}

/// Whether anything has that name, a link that leads nowhere too: then it is not passed over as if
/// the package had no settings.
pub(crate) fn is_there(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok()
}
