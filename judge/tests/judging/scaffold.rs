//! `judge new --game`: the crate it makes compiles, passes its tests, and is accepted.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::Command;

use crate::folder::Folder;
use crate::{Test, tests};

pub(crate) const TESTS: &[Test] = tests![a_new_game_is_accepted_as_it_is["cargo", "rustfmt"],];

/// A workspace with what games share and no game. It lies in the same place every time, and the
/// shared crates are links, so that only the new crate is compiled in every run.
fn workspace(root: &Path) {
    let real = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("..")
        .canonicalize()
        .unwrap();
    let _ = fs::remove_dir_all(root);
    fs::create_dir_all(root.join("crates")).unwrap();
    for name in ["gridkit", "cgt", "testkit"] {
        symlink(
            real.join("crates").join(name),
            root.join("crates").join(name),
        )
        .unwrap();
    }
    fs::copy(real.join("Cargo.lock"), root.join("Cargo.lock")).unwrap();
    let manifest = fs::read_to_string(real.join("Cargo.toml")).unwrap();
    let (head, tail) = manifest.split_once("members = [").unwrap();
    let (_, tail) = tail.split_once("]\n").unwrap();
    let (tail, _) = tail.split_once("[profile.").unwrap();
    // The judge builds with --release; a scaffold need not be fast.
    let profile = "[profile.release]\nopt-level = 0\n";
    let manifest = format!("{head}members = [\"crates/*\"]\n{tail}{profile}");
    fs::write(root.join("Cargo.toml"), manifest).unwrap();
}

fn a_new_game_is_accepted_as_it_is() {
    let place = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let (root, target) = (place.join("scaffold"), place.join("scaffold-target"));
    workspace(&root);
    let folder = Folder::of(&[]);
    let judge = |arguments: &[&str]| {
        let root = root.to_str().unwrap();
        let line = [
            &[
                "-c",
                "cd \"$0\" && exec \"$@\"",
                root,
                env!("CARGO_BIN_EXE_judge"),
            ],
            arguments,
        ]
        .concat();
        let output = Command::new("sh")
            .args(line)
            .env("JUDGE_CACHE", folder.path())
            .env("CARGO_TARGET_DIR", &target)
            .env("CARGO_NET_OFFLINE", "true")
            .output()
            .unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        (
            output.status.code(),
            text(output.stdout),
            text(output.stderr),
        )
    };
    let made = judge(&["new", "my-game", "--game"]);
    assert_eq!(made.0, Some(0), "{made:?}");
    for words in [
        &["fmt", "--check", "--package", "my-game"][..],
        &["test", "--offline", "--quiet", "--package", "my-game"],
    ] {
        let output = Command::new("cargo")
            .args(words)
            .current_dir(&root)
            .env("CARGO_TARGET_DIR", &target)
            .output()
            .unwrap();
        let log = String::from_utf8_lossy(&output.stderr);
        let out = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success(), "cargo {words:?}:\n{out}\n{log}");
    }
    let ran = judge(&["run", "my-game", "--no-skip"]);
    assert_eq!(ran.0, Some(0), "{ran:?}");
    assert!(ran.1.contains("everything as expected"), "{ran:?}");
    assert!(ran.1.contains("✓ AC  my-game --brute"), "{ran:?}");
}
