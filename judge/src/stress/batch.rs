//! One program on many small inputs, started once: to start a program costs more than a small input does.
//!
//! The program starts in the sandbox as ever, with a few lines of ours before its own. They read the
//! batch from standard input (for each input a line with its length in bytes, then its bytes) and fork
//! for each input a child, which has it as its standard input and goes on as the program, as fresh as if
//! nobody had run before; after each child they write a mark. A child that does not end well, or that
//! leaves a file which the next one would find, ends the batch. For Python these lines are a script (`fork.py`), so that the interpreter starts once; for
//! all else they are a library that the loader puts before the program (`preload.c`).
//!
//! A batch only ever says that all is well. Where it says nothing (no compiler for the library, a
//! program that is linked statically, one that fails on one of the inputs) each input is run alone.

use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::time::Duration;

use sandbox::{Execution, Exit, Files, Folder, Limits, Program, Reason, Sandbox, Stdin};
use tempfile::TempDir;

use super::error::StressError;
use crate::regular;

const PRELOAD: &str = include_str!("batch/preload.c");
const FORK: &str = include_str!("batch/fork.py");

/// How long the compiler may take for the library.
const TIME: Duration = Duration::from_secs(10);

/// What is put before programs.
pub(super) struct Batches {
    /// With both in it.
    folder: TempDir,
    /// Compiled when first needed.
    library: OnceLock<Option<PathBuf>>,
    script: PathBuf,
}

impl Batches {
    /// `folder` is an empty one for both.
    pub(super) fn new(folder: TempDir) -> Result<Batches, StressError> {
        let write = |name: &str, text| {
            let path = folder.path().join(name);
            fs::write(&path, text).map_err(StressError::file(&path))?;
            Ok::<_, StressError>(path)
        };
        let script = write("fork.py", FORK)?;
        write("preload.c", PRELOAD)?;
        Ok(Batches {
            library: OnceLock::new(),
            folder,
            script,
        })
    }

    /// What a program writes for each input, if it ends well for all of them, within the limits of a
    /// single run; otherwise nothing is known.
    pub(super) fn run(
        &self,
        sandbox: &Sandbox,
        program: &Program,
        limits: &Limits,
        inputs: &[&[u8]],
    ) -> Result<Option<Vec<Vec<u8>>>, StressError> {
        let Some(mut program) = self.before(sandbox, program) else {
            return Ok(None);
        };
        let batch = batch(inputs);
        let mark = format!("\n{}\n", blake3::hash(&batch).to_hex());
        program.env.push(("JUDGE_MARK".into(), (&mark).into()));
        let place = self.folder.path();
        let mut file = tempfile::NamedTempFile::new_in(place).map_err(StressError::file(place))?;
        file.write_all(&batch).map_err(StressError::file(place))?;
        let stdin = regular::open(file.path()).map_err(StressError::file(file.path()))?;
        let mut output = Vec::new();
        let run = go(sandbox, &program, limits, stdin, &mut output)?;
        let ended_well = run.reason.is_none() && run.exit == Exit::Code(0);
        let outputs = split(&output, mark.as_bytes());
        Ok(outputs.filter(|outputs| ended_well && outputs.len() == inputs.len()))
    }

    /// The program with what is put before it.
    fn before(&self, sandbox: &Sandbox, program: &Program) -> Option<Program> {
        let mut program = program.clone();
        // Its children are ours.
        program.alone = false;
        let path = match is_python(&program) {
            true => {
                program.argv.insert(1, self.script.clone().into());
                &self.script
            }
            false => {
                let make = || library(sandbox, self.folder.path());
                let library = self.library.get_or_init(make).as_ref()?;
                program.env.push(("LD_PRELOAD".into(), library.into()));
                library
            }
        };
        program.visible.push(path.clone());
        Some(program)
    }
}

/// Whether it is a script, without options of the interpreter, which may be anything.
fn is_python(program: &Program) -> bool {
    let name = |word: &std::ffi::OsString| {
        let name = Path::new(word).file_name().unwrap_or_default();
        name.to_string_lossy().into_owned()
    };
    match &program.argv[..] {
        [tool, script, ..] => {
            let tool = name(tool);
            let is_tool = tool.starts_with("python3") || tool.starts_with("pypy3");
            is_tool && name(script).ends_with(".py")
        }
        _ => false,
    }
}

/// Compiles the library.
fn library(sandbox: &Sandbox, folder: &Path) -> Option<PathBuf> {
    if !cfg!(target_os = "linux") {
        return None;
    }
    let words = "cc -O1 -shared -fPIC -o preload.so preload.c -ldl";
    let program = Program {
        argv: words.split(' ').map(Into::into).collect(),
        cwd: Folder::Writable(folder.to_owned()),
        ..Program::default()
    };
    let limits = Limits {
        cpu: Some(TIME),
        wall: Some(TIME * 2),
        ..Limits::default()
    };
    let files = Files {
        stdin: Stdin::Null,
        stdout: &mut std::io::sink(),
    };
    let run = sandbox.run(&program, &limits, files).ok()?;
    let library = folder.join("preload.so");
    (run.exit == Exit::Code(0) && library.is_file()).then_some(library)
}

fn go(
    sandbox: &Sandbox,
    program: &Program,
    limits: &Limits,
    stdin: File,
    stdout: &mut Vec<u8>,
) -> Result<Execution, StressError> {
    let files = Files {
        stdin: Stdin::File(stdin),
        stdout,
    };
    let run = sandbox.run(program, limits, files)?;
    match run.reason {
        Some(Reason::Cancelled) => Err(StressError::Interrupted),
        _ => Ok(run),
    }
}

fn batch(inputs: &[&[u8]]) -> Vec<u8> {
    let with_length = |input: &&[u8]| [format!("{}\n", input.len()).as_bytes(), input].concat();
    inputs.iter().flat_map(with_length).collect()
}

/// The pieces before each mark; `None` where something is left behind the last.
fn split(output: &[u8], mark: &[u8]) -> Option<Vec<Vec<u8>>> {
    let mut pieces = Vec::new();
    let mut rest = output;
    while let Some(at) = memchr::memmem::find(rest, mark) {
        pieces.push(rest[..at].to_owned());
        rest = &rest[at + mark.len()..];
    }
    rest.is_empty().then_some(pieces)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_output_is_cut_at_its_marks() {
        for (output, pieces) in [
            ("", Some(&[][..])),
            ("a\n--b\n--", Some(&["a\n", "b\n"][..])),
            ("----", Some(&["", ""][..])),
            ("a--b", None),
        ] {
            let pieces = pieces.map(|all| all.iter().map(|one| one.as_bytes().to_vec()).collect());
            assert_eq!(split(output.as_bytes(), b"--"), pieces, "{output}");
        }
    }

    #[test]
    fn a_batch_tells_the_length_of_each_input() {
        assert_eq!(batch(&[b"1 2\n", b"", b"7"]), b"4\n1 2\n0\n1\n7");
    }

    #[test]
    fn a_script_without_options_is_one_of_python() {
        for (words, expected) in [
            ("/usr/bin/python3.12 /x/sol.py 7", true),
            ("pypy3 sol.py", true),
            ("python3 -c print(1)", false),
            ("python3", false),
            ("/x/sol", false),
            ("sh sol.py", false),
        ] {
            let program = Program {
                argv: words.split(' ').map(Into::into).collect(),
                ..Program::default()
            };
            assert_eq!(is_python(&program), expected, "{words}");
        }
    }
}
