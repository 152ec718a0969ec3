//! How a program is started: its file, its streams, its environment, its folder, and the errors when it cannot be.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use sandbox::{Exit, Folder, Limits, Program, SandboxError, Stdin};

use super::{Bench, Test, ensure, generous, program};

pub(crate) const TESTS: &[(&str, Test)] = &[
    ("standard_input_that_is_not_read_holds_nobody_up", |bench| {
        let path = bench.folder.path().join("big");
        File::create(&path)?.set_len(100 << 20)?;
        let seen = bench.run(
            &program(["/bin/true"]),
            &generous(),
            Stdin::File(File::open(&path)?),
        )?;
        Ok(ensure(
            seen.execution.exit == Exit::Code(0) && seen.execution.reason.is_none(),
            "it did not end well",
        )?)
    }),
    (
        "a_program_that_somebody_still_holds_for_writing_starts_a_moment_later",
        |bench| {
            let path = bench.folder.path().join("busy");
            for _ in 0..3 {
                fs::copy("/bin/true", &path)?;
                let held = File::options().append(true).open(&path)?;
                let holder = std::thread::spawn(move || {
                    std::thread::sleep(Duration::from_millis(50));
                    drop(held);
                });
                let seen = bench.run(&program([&path]), &generous(), Stdin::Null);
                holder.join().map_err(|_| "the holder panicked")?;
                ensure(seen?.execution.exit == Exit::Code(0), "it did not end well")?;
            }
            Ok(())
        },
    ),
    ("standard_input_is_the_file", |bench| {
        let path = bench.folder.path().join("small");
        fs::write(&path, "some text")?;
        let seen = bench.run(
            &program(["cat"]),
            &generous(),
            Stdin::File(File::open(&path)?),
        )?;
        Ok(ensure(
            seen.output == b"some text",
            "it read something else",
        )?)
    }),
    ("standard_input_open_for_writing_is_refused", |bench| {
        let file = File::options()
            .read(true)
            .append(true)
            .create(true)
            .open(bench.folder.path().join("writable"))?;
        let error = bench
            .run(&program(["true"]), &generous(), Stdin::File(file))
            .err();
        Ok(ensure(
            matches!(error, Some(SandboxError::WritableStdin)),
            &format!("found {error:?}"),
        )?)
    }),
    ("only_listed_variables_are_passed_on", |bench| {
        let mut program = program(["/usr/bin/env"]);
        program.env = vec![("LANG".into(), "C".into()), ("MINE".into(), "a=b".into())];
        let seen = bench.run(&program, &generous(), Stdin::Null)?;
        let text = String::from_utf8_lossy(&seen.output).into_owned();
        let mut names: Vec<&str> = text
            .lines()
            .filter_map(|line| Some(line.split_once('=')?.0))
            .collect();
        names.sort_unstable();
        ensure(
            std::env::var_os("CARGO_MANIFEST_DIR").is_some(),
            "cargo gives its tests variables to leak",
        )?;
        ensure(names == ["HOME", "LANG", "MINE", "PATH", "TMPDIR"], &text)?;
        Ok(ensure(
            text.contains("LANG=C\n") && text.contains("MINE=a=b\n"),
            &text,
        )?)
    }),
    ("a_variable_with_a_strange_name_is_refused", |bench| {
        let mut program = program(["true"]);
        program.env = vec![("A=B".into(), "c".into())];
        let error = bench.run(&program, &generous(), Stdin::Null).err();
        Ok(ensure(
            matches!(error, Some(SandboxError::BadText { .. })),
            &format!("found {error:?}"),
        )?)
    }),
    ("no_descriptor_is_inherited", |bench| {
        // Without CLOEXEC, as code of others in the judge's process may open it.
        let file = File::open("/dev/null")?;
        let leaked = rustix::io::dup(&file)?;
        rustix::io::fcntl_setfd(&leaked, rustix::io::FdFlags::empty())?;
        let seen = bench.sh("for fd in 3 4 5 6 7 8 9; do (eval \": <&$fd\") 2>/dev/null && echo $fd; done; ls /dev/fd/")?;
        let text = String::from_utf8_lossy(&seen.output).into_owned();
        // The last one is the folder that ls itself has opened.
        Ok(ensure(text == "0\n1\n2\n3\n", &text)?)
    }),
    ("the_fresh_folder_is_empty_and_removed", |bench| {
        let seen = bench
            .sh("ls -A; pwd; mkdir -p a/b; echo x > a/b/c; chmod 0 a; echo $HOME; echo $TMPDIR")?;
        let text = String::from_utf8_lossy(&seen.output).into_owned();
        let lines: Vec<&str> = text.lines().collect();
        let [folder, home, temporary] = lines[..] else {
            return Err(text.into());
        };
        ensure(folder == home && folder == temporary, &text)?;
        Ok(ensure(!Path::new(folder).exists(), "it is still there")?)
    }),
    ("a_given_folder_is_entered_and_kept", |bench| {
        let mut program = program(["/bin/sh", "-c", "echo x > made"]);
        program.cwd = Folder::Writable(bench.folder.path().to_owned());
        bench.run(&program, &generous(), Stdin::Null)?;
        Ok(ensure(
            bench.folder.path().join("made").exists(),
            "nothing was made there",
        )?)
    }),
    (
        "what_only_its_owner_may_read_is_visible_when_shown",
        |bench| {
            use std::os::unix::fs::PermissionsExt;
            let folder = bench.folder.path().join("closed");
            fs::create_dir(&folder)?;
            fs::write(folder.join("input"), "text")?;
            fs::set_permissions(folder.join("input"), fs::Permissions::from_mode(0o600))?;
            fs::set_permissions(&folder, fs::Permissions::from_mode(0o700))?;
            let mut program = program(["/bin/sh", "-c", "cat input; cat /dev/stdin"]);
            program.cwd = Folder::Visible(folder.clone());
            let stdin = Stdin::File(File::open(folder.join("input"))?);
            let seen = bench.run(&program, &generous(), stdin)?;
            let said = String::from_utf8_lossy(&seen.execution.stderr).into_owned();
            Ok(ensure(seen.output == b"texttext", &said)?)
        },
    ),
    ("a_missing_folder_is_an_error_that_names_it", |bench| {
        let mut program = program(["true"]);
        program.cwd = Folder::Visible("/nowhere/at/all".into());
        Ok(names(bench, &program, "/nowhere/at/all", |error| {
            matches!(error, SandboxError::WorkingFolder { .. })
        })?)
    }),
    ("an_empty_command_line_is_an_error", |bench| {
        let error = bench
            .run(&Program::default(), &generous(), Stdin::Null)
            .err();
        Ok(ensure(
            matches!(error, Some(SandboxError::EmptyCommand)),
            &format!("found {error:?}"),
        )?)
    }),
    ("a_missing_file_is_an_error_that_names_it", |bench| {
        let program = program(["/nowhere/program"]);
        Ok(names(bench, &program, "/nowhere/program", |error| {
            matches!(error, SandboxError::NotFound { .. })
        })?)
    }),
    ("a_name_not_on_path_is_an_error_that_names_it", |bench| {
        let program = program(["no-such-program-at-all"]);
        Ok(names(bench, &program, "no-such-program", |error| {
            matches!(error, SandboxError::NotOnPath { .. })
        })?)
    }),
    ("a_folder_is_no_program", |bench| {
        let program = program(["/usr/bin"]);
        Ok(names(bench, &program, "/usr/bin", |error| {
            matches!(error, SandboxError::NotExecutable { .. })
        })?)
    }),
    ("a_file_without_the_executable_bit_is_an_error", |bench| {
        let path = script(bench, "plain", "#!/bin/sh\n", 0o644)?;
        Ok(names(bench, &program([&path]), "plain", |error| {
            matches!(error, SandboxError::NotExecutable { .. })
        })?)
    }),
    ("a_file_of_unknown_format_is_an_error", |bench| {
        let path = script(bench, "format", "echo no first line\n", 0o755)?;
        Ok(names(bench, &program([&path]), "format", |error| {
            matches!(error, SandboxError::ExecFormat { .. })
        })?)
    }),
    ("a_missing_interpreter_is_an_error", |bench| {
        let path = script(bench, "interpreter", "#!/nowhere/python\n", 0o755)?;
        Ok(names(bench, &program([&path]), "interpreter", |error| {
            matches!(error, SandboxError::NoInterpreter { .. })
        })?)
    }),
    (
        "a_limit_of_processes_leaves_room_for_what_the_user_has",
        |bench| {
            let limits = Limits {
                processes: Some(8),
                ..generous()
            };
            let seen = bench.run(
                &program(["/bin/sh", "-c", "(true); (true); echo fine"]),
                &limits,
                Stdin::Null,
            )?;
            Ok(ensure(seen.output == b"fine\n", "it could not fork")?)
        },
    ),
];

fn script(bench: &Bench, name: &str, text: &str, mode: u32) -> io::Result<PathBuf> {
    use std::os::unix::fs::PermissionsExt;
    let path = bench.folder.path().join(name);
    fs::write(&path, text)?;
    fs::set_permissions(&path, fs::Permissions::from_mode(mode))?;
    Ok(path)
}

/// Runs the program and expects an error of that kind which names the place.
fn names(
    bench: &Bench,
    program: &Program,
    place: &str,
    kind: fn(&SandboxError) -> bool,
) -> Result<(), String> {
    match bench.run(program, &generous(), Stdin::Null) {
        Err(error) if kind(&error) && error.to_string().contains(place) => Ok(()),
        Err(error) => Err(format!("expected another error, found {error:?}: {error}")),
        Ok(seen) => Err(format!("expected an error, found {:?}", seen.execution)),
    }
}
