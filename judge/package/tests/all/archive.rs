//! Packages in zip archives, and archives that mean harm.

use std::fs;
use std::io::{Cursor, Write};
use std::os::unix::fs::PermissionsExt;

use package::{Input, Problem};
use tempfile::TempDir;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use crate::folder::cases;

/// What goes into an archive.
enum Entry<'a> {
    File(&'a str, &'a [u8]),
    Mode(&'a str, u32),
    Link(&'a str, &'a str),
}
use Entry::{File, Link, Mode};

fn zip(entries: &[Entry<'_>]) -> Vec<u8> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default().compression_method(CompressionMethod::Deflated);
    for entry in entries {
        match *entry {
            File(name, content) => {
                writer.start_file(name, options).unwrap();
                writer.write_all(content).unwrap();
            }
            Mode(name, mode) => writer
                .start_file(name, options.unix_permissions(mode))
                .unwrap(),
            Link(name, target) => writer.add_symlink(name, target, options).unwrap(),
        }
    }
    writer.finish().unwrap().into_inner()
}

/// An archive `box.zip` in a folder of its own.
struct Archive(TempDir);

impl Archive {
    fn of(content: &[u8]) -> Archive {
        let archive = Archive(TempDir::new().unwrap());
        fs::write(archive.path(), content).unwrap();
        archive
    }

    fn path(&self) -> std::path::PathBuf {
        self.0.path().canonicalize().unwrap().join("box.zip")
    }

    fn open(&self) -> Result<Problem, String> {
        let whole = self.path().display().to_string();
        package::open(&self.path()).map_err(|error| error.to_string().replace(&whole, "ZIP"))
    }

    fn refusal(&self) -> String {
        match self.open() {
            Ok(problem) => panic!("expected a refusal, found {problem:?}"),
            Err(message) => message,
        }
    }
}

/// Replaces the bytes of a name wherever they stand.
fn renamed(mut archive: Vec<u8>, from: &str, to: &str) -> Vec<u8> {
    assert_eq!(from.len(), to.len());
    let places: Vec<usize> = archive
        .windows(from.len())
        .enumerate()
        .filter(|(_, window)| *window == from.as_bytes())
        .map(|(at, _)| at)
        .collect();
    assert!(!places.is_empty());
    for at in places {
        archive[at..at + to.len()].copy_from_slice(to.as_bytes());
    }
    archive
}

#[test]
fn a_package_at_the_root_has_the_name_of_the_archive() {
    let archive = Archive::of(&zip(&[File("1.in", b"7\n"), File("1.out", b"8\n")]));
    let problem = archive.open().unwrap();
    assert_eq!((problem.slug.as_str(), problem.format), ("box", "flat"));
    assert_eq!(problem.title, "box");
    assert_eq!(cases(&problem), ["1"]);
}

#[test]
fn a_package_in_a_folder_inside_has_the_name_of_the_folder() {
    let archive = Archive::of(&zip(&[
        File("sum/problem.toml", b"name = \"Sum\""),
        File("sum/data/1.in", b""),
        File("sum/data/1.ans", b""),
        File("__MACOSX/._sum", b""),
    ]));
    let problem = archive.open().unwrap();
    assert_eq!((problem.slug.as_str(), problem.format), ("sum", "native"));
}

#[test]
fn its_files_are_there_as_long_as_the_problem_is() {
    let archive = Archive::of(&zip(&[File("1.in", b"7\n")]));
    let problem = archive.open().unwrap();
    let Input::File(input) = problem.cases[0].input.clone() else {
        panic!("expected a file, found {problem:?}");
    };
    let copy = problem.clone();
    drop(problem);
    assert_eq!(fs::read(&input).unwrap(), b"7\n");
    drop(copy);
    assert!(!input.exists());
}

#[test]
fn names_with_backslashes_are_paths() {
    let archive = Archive::of(&zip(&[File("in\\1.txt", b""), File("out\\1.txt", b"")]));
    assert_eq!(archive.open().unwrap().format, "flat in/ out/");
}

#[test]
fn of_the_permissions_only_the_right_to_be_executed_is_kept() {
    let archive = Archive::of(&zip(&[
        File("1.in", b""),
        Mode("run", 0o4755),
        Mode("plain", 0o666),
        Mode("secret", 0o000),
    ]));
    let problem = archive.open().unwrap();
    for (name, mode) in [("run", 0o755), ("plain", 0o644), ("secret", 0o644)] {
        let found = fs::metadata(problem.root.join(name)).unwrap().permissions();
        assert_eq!(found.mode() & 0o7777 & !0o022, mode & !0o022, "{name}");
    }
}

#[test]
fn a_link_inside_is_followed() {
    let archive = Archive::of(&zip(&[File("1.in", b""), Link("2.in", "1.in")]));
    assert_eq!(cases(&archive.open().unwrap()), ["1", "2"]);
}

#[test]
fn names_that_lead_outside_are_refused() {
    for (name, reason) in [
        ("../1.in", "it leads out of the archive by `..`"),
        ("a/../../1.in", "it leads out of the archive by `..`"),
        ("a\\..\\..\\1.in", "it leads out of the archive by `..`"),
        ("C:\\1.in", "it is absolute"),
        ("\\\\host\\share\\1.in", "it is absolute"),
    ] {
        let content = zip(&[File("1.in", b""), File(name, b"")]);
        assert_eq!(
            Archive::of(&content).refusal(),
            format!(
                "ZIP: {} is no name of a file in a package: {reason}; make the archive anew",
                name.escape_debug()
            )
        );
    }
    let content = renamed(zip(&[File("xetc/1.in", b"")]), "xetc/1.in", "/etc/1.in");
    assert_eq!(
        Archive::of(&content).refusal(),
        "ZIP: /etc/1.in is no name of a file in a package: it is absolute; make the archive anew"
    );
}

#[test]
fn links_that_lead_outside_or_nowhere_are_refused() {
    for (entries, message) in [
        (
            &[File("1.in", b""), Link("2.in", "/etc/passwd")][..],
            "ZIP: 2.in is a link that leads outside the archive, to /etc/passwd; put the file in its place",
        ),
        (
            &[File("1.in", b""), Link("up", "..")],
            "ZIP: up is a link that leads outside the archive, to ..; put the file in its place",
        ),
        (
            &[File("1.in", b""), Link("a", "."), Link("b", "a/..")],
            "ZIP: b is a link that leads outside the archive, to a/..; put the file in its place",
        ),
        (
            &[File("1.in", b""), Link("2.in", "3.in")],
            "ZIP: 2.in is a link that leads nowhere, to 3.in; put the file in its place",
        ),
        (
            &[File("1.in", b""), Link("2.in", "2.in")],
            "ZIP: 2.in is a link that leads nowhere, to 2.in; put the file in its place",
        ),
    ] {
        assert_eq!(Archive::of(&zip(entries)).refusal(), message);
    }
}

#[test]
fn nothing_is_written_through_a_link() {
    let outside = TempDir::new().unwrap();
    let target = outside.path().to_str().unwrap();
    for entries in [
        [Link("a", target), File("a/1.in", b"")],
        [File("a/1.in", b""), Link("a", target)],
    ] {
        let message = Archive::of(&zip(&entries)).refusal();
        assert!(message.starts_with("ZIP: "), "{message}");
        assert_eq!(fs::read_dir(outside.path()).unwrap().count(), 0);
    }
}

#[test]
fn two_entries_of_one_name_are_refused() {
    let twice = renamed(
        zip(&[File("1.in", b"a"), File("2.in", b"b")]),
        "2.in",
        "1.in",
    );
    assert_eq!(
        Archive::of(&twice).refusal(),
        "ZIP: two of its entries have the name 1.in; make the archive anew"
    );
    let spelt = zip(&[File("a/1.in", b"a"), File("a//1.in", b"b")]);
    assert_eq!(
        Archive::of(&spelt).refusal(),
        "ZIP: a//1.in and a/1.in have one place; make the archive anew"
    );
}

#[test]
fn names_that_differ_in_case_are_two_files() {
    let archive = Archive::of(&zip(&[File("a.in", b"1"), File("A.in", b"2")]));
    assert_eq!(cases(&archive.open().unwrap()), ["A", "a"]);
}

#[test]
fn entries_that_share_bytes_are_refused() {
    // The second record of the directory is led to the first one's data.
    let mut content = zip(&[File("1.in", b"same"), File("2.in", b"same")]);
    let second = content
        .windows(4)
        .rposition(|window| window == b"PK\x01\x02")
        .unwrap();
    content[second + 42..second + 46].fill(0);
    assert_eq!(
        Archive::of(&content).refusal(),
        "ZIP: two of its entries share bytes, as in a zip bomb; make the archive anew"
    );
}

#[test]
fn encrypted_entries_are_refused() {
    let mut content = zip(&[File("1.in", b"secret")]);
    let record = content
        .windows(4)
        .rposition(|window| window == b"PK\x01\x02")
        .unwrap();
    content[record + 8] |= 1;
    content[6] |= 1;
    assert_eq!(
        Archive::of(&content).refusal(),
        "ZIP: 1.in is encrypted; make the archive without a password"
    );
}

#[test]
fn a_bomb_is_refused() {
    let zeros = vec![0; 100 << 20];
    let content = zip(&[File("1.in", &zeros)]);
    assert!(content.len() < 1 << 20);
    let message = Archive::of(&content).refusal();
    assert!(
        message.starts_with("ZIP: unpacks to more than"),
        "{message}"
    );
}

#[test]
fn folders_too_deep_are_refused() {
    let name = "a/".repeat(40) + "1.in";
    let message = Archive::of(&zip(&[File(&name, b"")])).refusal();
    assert!(
        message.ends_with("it lies too deep; make the archive anew"),
        "{message}"
    );
}

#[test]
fn what_is_no_archive_or_a_broken_one_is_refused() {
    let whole = zip(&[File("1.in", b"some content that is compressed")]);
    let mut damaged = whole.clone();
    damaged[40] ^= 0x55;
    for content in [
        b"no archive".as_slice(),
        b"",
        &whole[..whole.len() - 10],
        &damaged,
    ] {
        let message = Archive::of(content).refusal();
        assert!(
            message.starts_with("ZIP: cannot be unpacked: "),
            "{message}"
        );
    }
}

#[test]
fn an_archive_with_no_package_or_with_several_is_refused() {
    let none = Archive::of(&zip(&[File("readme.txt", b"")])).refusal();
    assert!(
        none.starts_with("ZIP: no problem package: expected "),
        "{none}"
    );
    let several = zip(&[File("a/1.in", b""), File("b/1.in", b"")]);
    assert_eq!(
        Archive::of(&several).refusal(),
        "ZIP: holds 2 packages, such as a and b; unpack it and name one"
    );
}

#[test]
fn a_fault_in_it_is_told_by_its_place_in_the_archive() {
    let archive = Archive::of(&zip(&[File("p/problem.toml", b"nome = 1")]));
    let message = archive.refusal();
    assert_eq!(
        message,
        "ZIP/p/problem.toml: line 1: nome: unknown key; did you mean `name`?"
    );
}

#[test]
fn a_package_that_cargo_would_build_is_refused() {
    let archive = Archive::of(&zip(&[
        File(
            "problem.toml",
            b"name = \"x\"\n[[solution]]\ncrate = \"evil\"",
        ),
        File("Cargo.toml", b""),
        File("data/1.in", b""),
        File("data/1.ans", b""),
    ]));
    assert_eq!(
        archive.refusal(),
        "ZIP: names a crate, which cargo would build outside the sandbox; unpack it if it can be trusted"
    );
}
