//! What must not show although a run is prepared before anybody knows what it will be.

use std::fs::{self, File};
use std::path::Path;

use sandbox::{Folder, Stdin};

use super::{Test, ensure, generous, program};

/// As many runs as it takes for every launcher of one thread to have had several.
const ROUNDS: usize = 6;

pub(crate) const TESTS: &[(&str, Test)] = &[
    ("a_program_that_was_replaced_is_run_anew", |bench| {
        let place = bench.folder.path().join("replaced");
        for round in 0..ROUNDS {
            // Once the same file with other content, once another file.
            let text = format!("#!/bin/sh\necho {round}\n");
            let other = place.with_extension("new");
            let target = if round % 2 == 0 { &other } else { &place };
            fs::write(target, text)?;
            executable(target)?;
            if round % 2 == 0 {
                fs::rename(&other, &place)?;
            }
            for _ in 0..3 {
                let seen = bench.run(&program([&place]), &generous(), Stdin::Null)?;
                let text = String::from_utf8_lossy(&seen.output).into_owned();
                ensure(text == format!("{round}\n"), &format!("{round}: {text}"))?;
            }
        }
        Ok(())
    }),
    ("a_folder_that_was_replaced_is_shown_anew", |bench| {
        let folder = bench.folder.path().join("shown");
        let mut program = program(["/bin/sh", "-c", "cat file"]);
        program.cwd = Folder::Visible(folder.clone());
        for round in 0..ROUNDS {
            fs::create_dir(&folder)?;
            fs::write(folder.join("file"), round.to_string())?;
            for _ in 0..3 {
                let seen = bench.run(&program, &generous(), Stdin::Null)?;
                ensure(seen.output == round.to_string().as_bytes(), "the old one")?;
            }
            fs::remove_dir_all(&folder)?;
        }
        Ok(())
    }),
    ("what_one_run_leaves_the_next_ones_do_not_see", |bench| {
        // Everywhere a program may write, and a job that goes on.
        let text = "ls -A . /tmp /dev/shm /var/tmp 2>/dev/null | grep left; ps 2>/dev/null | grep 31.00[5]; \
                    for place in . /tmp /dev/shm /var/tmp; do echo x > $place/left; done 2>/dev/null; \
                    sleep 31.005 & exit 0";
        for _ in 0..ROUNDS {
            let seen = bench.sh(text)?;
            let text = String::from_utf8_lossy(&seen.output).into_owned();
            ensure(text.is_empty(), &text)?;
        }
        Ok(())
    }),
    ("each_run_has_its_own_arguments_limits_and_input", |bench| {
        let path = bench.folder.path().join("turns");
        fs::write(&path, "from a file\n")?;
        for round in 0..3 * ROUNDS {
            let words = program([
                "/bin/sh",
                "-c",
                "cat; echo $0; ulimit -f",
                &round.to_string(),
            ]);
            // Two in a row are the same but for their input.
            let words = if round % 3 == 0 {
                words
            } else {
                program(["/bin/sh", "-c", "cat; ulimit -f"])
            };
            let mut limits = generous();
            limits.file_size = Some(if round % 2 == 0 { 512 << 10 } else { 1 << 20 });
            let blocks = if round % 2 == 0 { 1024 } else { 2048 };
            let (stdin, mut expected) = match round % 4 {
                0 => (Stdin::Null, String::new()),
                _ => (Stdin::File(File::open(&path)?), "from a file\n".to_owned()),
            };
            if round % 3 == 0 {
                expected += &format!("{round}\n");
            }
            expected += &format!("{blocks}\n");
            let seen = bench.run(&words, &limits, stdin)?;
            let text = String::from_utf8_lossy(&seen.output).into_owned();
            ensure(
                text == expected,
                &format!("expected {expected:?}, found {text:?}"),
            )?;
        }
        Ok(())
    }),
];

fn executable(path: &Path) -> std::io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(path, fs::Permissions::from_mode(0o755))
}
