//! Compilers are given hostile sources: they may fail, and must not hang, fill anything, tell anything or leave
//! anything behind.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;

use libtest_mimic::Failed;
use sandbox::{Execution, Exit, Folder, Limits, Program, Stdin};

use crate::{Bench, Test, generous, run_in};

pub(crate) const TESTS: &[(&str, Test)] = &[
    ("a compiler cannot include a file outside", |bench| {
        let secret = secret(bench)?;
        for way in [
            format!("#include \"{secret}\"\nint main(void) {{ return 0; }}"),
            format!("__asm__(\".incbin \\\"{secret}\\\"\");\nint main(void) {{ return 0; }}"),
            format!("#define NAME \"{secret}\"\n#include NAME\nint main(void) {{ return 0; }}"),
        ] {
            let (execution, log) = compile(bench, &way, &["-std=gnu17"])?;
            ensure(execution.exit != Exit::Code(0), &log)?;
            ensure(!log.contains(WORDS), &log)?;
        }
        Ok(())
    }),
    (
        "a compiler does not tell the users of the machine",
        |bench| {
            let (_, log) = compile(
                bench,
                "#include \"/etc/passwd\"\nint main(void) { return 0; }",
                &[],
            )?;
            let own = fs::read_to_string("/etc/passwd")?;
            let told = own
                .lines()
                .find(|line| line.len() > 10 && log.contains(line));
            ensure(told.is_none(), &log)
        },
    ),
    ("a compiler that reads without end is ended", |bench| {
        let (execution, log) = compile(bench, "#include \"/dev/zero\"", &[])?;
        ensure(execution.exit != Exit::Code(0), &log)
    }),
    ("a compiler does not wait for a terminal", |bench| {
        let (execution, log) =
            compile(bench, "#include \"/dev/stdin\"\n#include \"/dev/tty\"", &[])?;
        ensure(
            execution.reason.is_none() && execution.exit != Exit::Code(0),
            &log,
        )
    }),
    (
        "an assembler that never ends is ended with its parents",
        |bench| {
            let source =
                "__asm__(\".rept 2000000000\\n.quad 1\\n.endr\");\nint main(void) { return 0; }";
            let (execution, log) = compile(bench, source, &[])?;
            ensure(execution.exit != Exit::Code(0), &log)
        },
    ),
    ("a flood of a compiler's messages is cut", |bench| {
        let source = "#define A(x) x##x##x##x##x##x##x##x\n#include __FILE__\nint main(void) { return oops; }";
        let (execution, log) = compile(bench, source, &["-fmax-include-depth=400"])?;
        ensure(
            execution.exit != Exit::Code(0) && execution.stderr.len() <= 64 << 10,
            &log,
        )
    }),
    ("what a build makes comes back and links do not", |bench| {
        let secret = secret(bench)?;
        let folder = bench.place("build")?;
        fs::write(folder.join("source"), "text")?;
        symlink(&secret, folder.join("replaced"))?;
        let script = format!(
            "cat source > made && mkdir -p a/b && echo x > a/b/c && chmod 700 made && ln -s {secret} link \
             && ln -s / root && mkfifo fifo && echo gone > replaced && echo out > ../outside"
        );
        let program = Program {
            argv: ["/bin/sh", "-c", &script].map(Into::into).to_vec(),
            cwd: Folder::Writable(folder.clone()),
            ..Program::default()
        };
        let (execution, _) = run_in(&bench.sandbox, &program, &generous(), Stdin::Null)?;
        let there = |name: &str| fs::symlink_metadata(folder.join(name)).is_ok();
        let log = format!(
            "{execution:?} {}",
            String::from_utf8_lossy(&execution.stderr)
        );
        ensure(
            fs::read(folder.join("made"))? == b"text" && fs::read(folder.join("a/b/c"))? == b"x\n",
            &log,
        )?;
        ensure(
            !["link", "root", "fifo", "../outside"]
                .into_iter()
                .any(there),
            &log,
        )?;
        ensure(fs::read_to_string(&secret)? == format!("{WORDS}\n"), &log)?;
        Ok(fs::write(folder.join("made"), "it is the judge's own")?)
    }),
];

const WORDS: &str = "words_that_nobody_knows";

fn secret(bench: &Bench) -> Result<String, Failed> {
    let file = bench.place("secret")?.join("secret.h");
    fs::write(&file, format!("{WORDS}\n"))?;
    Ok(file
        .to_str()
        .ok_or("the temporary folder has a strange name")?
        .to_owned())
}

/// Compiles, and returns everything the compiler said.
fn compile(bench: &Bench, source: &str, options: &[&str]) -> Result<(Execution, String), Failed> {
    let folder = bench.place("source")?;
    let file = folder.join("source.c");
    fs::write(&file, source)?;
    let word = |path: &Path| path.as_os_str().to_owned();
    let mut argv = vec![
        "cc".into(),
        "-o".into(),
        word(&folder.join("program")),
        word(&file),
    ];
    argv.extend(options.iter().map(Into::into));
    let program = Program {
        argv,
        cwd: Folder::Writable(folder.clone()),
        ..Program::default()
    };
    let limits = Limits {
        memory: Some(256 << 20),
        file_size: Some(32 << 20),
        ..generous()
    };
    let (execution, output) = run_in(&bench.sandbox, &program, &limits, Stdin::Null)?;
    let log = format!(
        "{execution:?} {}{}",
        String::from_utf8_lossy(&output),
        String::from_utf8_lossy(&execution.stderr)
    );
    Ok((execution, log))
}

fn ensure(holds: bool, log: &str) -> Result<(), Failed> {
    if holds {
        Ok(())
    } else {
        Err(log.chars().take(2000).collect::<String>().into())
    }
}
