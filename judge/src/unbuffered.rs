//! Programs that need not flush what they say, where a format promises that.
//!
//! The C library keeps output back unless it goes to a terminal. A library of GNU coreutils, made for
//! the command `stdbuf`, changes that in programs linked with it, C++ too. Python has a variable of
//! its own, and Java flushes each line anyway.

use std::ffi::OsString;
use std::path::Path;

/// Where distributions keep that library.
const PLACES: [&str; 3] = [
    "/usr/libexec/coreutils/libstdbuf.so",
    "/usr/lib/coreutils/libstdbuf.so",
    "/usr/local/libexec/coreutils/libstdbuf.so",
];

/// The variables that make programs write at once.
pub(crate) fn variables() -> Vec<(OsString, OsString)> {
    let mut variables = vec![("PYTHONUNBUFFERED".into(), "1".into())];
    if let Some(library) = PLACES.iter().find(|place| Path::new(place).is_file()) {
        variables.push(("LD_PRELOAD".into(), library.into()));
        variables.push(("_STDBUF_O".into(), "0".into()));
    }
    variables
}
