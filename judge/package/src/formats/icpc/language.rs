//! Which files are programs: the format's table of languages by extension, and what its legacy
//! version reads out of the first line.

use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;

/// Extensions of source files: those of the format's appendix, then more that packages have.
const SOURCES: &[&str] = &[
    "adb", "ads", "a68", "apl", "sh", "bash", "c", "cob", "cc", "cpp", "cxx", "c++", "C", "cr",
    "cs", "d", "dart", "ex", "erl", "fth", "4th", "forth", "frt", "f90", "fs", "ss", "go", "hs",
    "java", "js", "jl", "kt", "lisp", "cl", "lua", "mod", "def", "nim", "m", "ml", "odin", "pas",
    "pm", "pl", "php", "py", "py2", "py3", "rkt", "rb", "rs", "scala", "sim", "st", "sno", "swift",
    "ts", "vb", "zig", //
    "R", "awk", "cjs", "clj", "coffee", "cbl", "exs", "f", "f95", "for", "groovy", "mjs", "p",
    "plg", "pp", "r", "sc", "scm", "sed", "tcl",
];

/// Extensions of the two languages that only validators are written in.
const VALIDATORS: &[&str] = &["ctd", "viva"];

/// What commonly lies beside programs and is not worth a word.
const BESIDE: &[&str] = &["h", "hh", "hpp", "md", "txt"];

/// Whether the name is that of a source file of a submission.
pub(super) fn is_source(name: &str) -> bool {
    has_extension(name, SOURCES)
}

/// Whether the name is that of a source file of a validator.
pub(super) fn is_validator(name: &str) -> bool {
    has_extension(name, SOURCES) || has_extension(name, VALIDATORS)
}

/// Whether the file is a header or a text, which nobody takes for a program.
pub(super) fn is_beside(name: &str) -> bool {
    has_extension(name, BESIDE)
}

fn has_extension(name: &str, list: &[&str]) -> bool {
    name.rsplit_once('.')
        .is_some_and(|(stem, extension)| !stem.is_empty() && list.contains(&extension))
}

/// Whether a source file begins with `#!…python2`, by which legacy packages tell the language.
pub(super) fn is_python2(path: &Path) -> bool {
    let mut line = String::new();
    let read = File::open(path)
        .and_then(|file| BufReader::new(file.take(256)).read_line(&mut line))
        .is_ok();
    read && path.extension().is_some_and(|extension| extension == "py")
        && line.starts_with("#!")
        && line.contains("python2")
}
