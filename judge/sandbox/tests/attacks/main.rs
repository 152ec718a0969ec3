//! Hostile programs, and honest ones beside them: one test a program, in a real sandbox.
//!
//! `rows.rs` says for each program in `programs/` what may come of it and what has to hold afterwards. Exit code 66 is
//! how a program says that its attack worked, and always fails, except where a row takes the layer away that stops it:
//! there the attack has to be seen to work, or the row would show nothing. Run by root, everything runs once more as
//! an ordinary user.
//!
//! The programs are compiled in the sandbox too. Every one of them ends by itself, so it is safe to run by accident.

use std::error::Error;
use std::ffi::OsString;
use std::fs::{self, File};
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::sync::Arc;
use std::time::{Duration, Instant};

use libtest_mimic::{Arguments, Failed, Trial};
use sandbox::{Config, Execution, Exit, Files, Folder, Limits, Program, Reason, Sandbox, Stdin};

mod after;
mod alone;
mod compilers;
mod faults;
mod hidden;
mod rows;
mod target;

use rows::{Argument, Off, Outcome, Row};
use target::Target;

/// Set where root has given itself up.
const ROLE: &str = "SANDBOX_TEST_ROLE";
/// The user that root's second round runs as.
const ORDINARY: u32 = 65_534;

fn main() -> Result<ExitCode, Box<dyn Error>> {
    sandbox::init();
    if let Some(program) = std::env::var_os(faults::VICTIM) {
        return faults::be_killed(program);
    }
    if let Some(name) = std::env::var_os(alone::ALONE) {
        return alone::be_alone(&name);
    }
    let mut arguments = Arguments::from_args();
    // What waits for a limit leaves the processors to other tests.
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    arguments.test_threads.get_or_insert(2 * processors);
    let is_root = rustix::process::geteuid().is_root();
    let second = is_root && !arguments.list && std::env::var_os(ROLE).is_none();
    let bench = Arc::new(Bench::new()?);
    let mut trials = Vec::new();
    // The longest first: they wait for most of their time, beside others.
    for (name, _) in alone::TESTS {
        trials.push(Trial::test(format!("{}: {name}", role()), || {
            alone::start(name)
        }));
    }
    for row in rows::ROWS {
        trials.extend(row.trials(&bench));
    }
    let tests = [compilers::TESTS, faults::TESTS, after::TESTS, hidden::TESTS];
    for (name, test) in tests.into_iter().flatten() {
        let bench = Arc::clone(&bench);
        trials.push(Trial::test(format!("{}: {name}", role()), move || {
            test(&bench)
        }));
    }
    let first = libtest_mimic::run(&arguments, trials).exit_code();
    // Nothing is dropped on exit, and a sandbox has something to put away.
    drop(bench);
    if second {
        let again = Command::new("/proc/self/exe")
            .args(std::env::args_os().skip(1))
            .env(ROLE, "ordinary user")
            .env_remove("TMPDIR")
            .current_dir("/")
            .uid(ORDINARY)
            .gid(ORDINARY)
            .status()?;
        if !again.success() {
            return Ok(ExitCode::FAILURE);
        }
    }
    Ok(first)
}

/// As whom the tests run.
fn role() -> &'static str {
    if rustix::process::geteuid().is_root() {
        "root"
    } else {
        "user"
    }
}

/// A test that does not fit into a row.
type Test = fn(&Bench) -> Result<(), Failed>;

/// A sandbox, and something outside it to attack.
struct Bench {
    sandbox: Sandbox,
    folder: tempfile::TempDir,
}

impl Bench {
    fn new() -> Result<Bench, Box<dyn Error>> {
        let bench = Bench {
            sandbox: Sandbox::start(Config::default())?,
            folder: tempfile::tempdir()?,
        };
        // Nothing but the sandbox stands before the files in it.
        fs::set_permissions(bench.folder.path(), fs::Permissions::from_mode(0o755))?;
        Ok(bench)
    }

    /// A sandbox without some layers; whether they are there at all is another question.
    fn weaker(off: &[&str]) -> Result<Sandbox, Failed> {
        let mut config = Config::default();
        config.without = off.iter().map(|&name| name.to_owned()).collect();
        Ok(Sandbox::start(config)?)
    }

    /// A new folder.
    fn place(&self, name: &str) -> Result<PathBuf, Failed> {
        let place = tempfile::Builder::new()
            .prefix(name)
            .tempdir_in(&self.folder)?
            .keep();
        fs::set_permissions(&place, fs::Permissions::from_mode(0o755))?;
        Ok(place)
    }

    /// The interpreter itself: what is on PATH may be a version manager's shim.
    fn python(&self) -> Result<OsString, Failed> {
        let program = Program {
            argv: ["python3", "-c", "import sys; print(sys.executable)"]
                .map(Into::into)
                .to_vec(),
            env: std::env::vars_os().collect(),
            ..Program::default()
        };
        let mut output = Vec::new();
        let files = Files {
            stdin: Stdin::Null,
            stdout: &mut output,
        };
        self.sandbox.run_trusted(&program, &generous(), files)?;
        Ok(String::from_utf8(output)?.trim().into())
    }

    /// Makes the program ready to run, compiled in the sandbox if it has to be.
    fn program(&self, row: &Row) -> Result<Program, Failed> {
        let folder = self.place(row.program)?;
        let source = folder.join(row.program);
        fs::write(&source, row.source)?;
        fs::write(folder.join("common.h"), rows::COMMON)?;
        let word = |path: &Path| path.as_os_str().to_owned();
        let (compile, run): (Vec<OsString>, Vec<OsString>) =
            match source.extension().and_then(|e| e.to_str()) {
                Some("py") => (Vec::new(), vec![self.python()?, word(&source)]),
                Some("java") => (
                    vec!["javac".into(), word(&source)],
                    vec![
                        "java".into(),
                        "-XX:+UseSerialGC".into(),
                        "-cp".into(),
                        word(&folder),
                        "Control".into(),
                    ],
                ),
                _ => {
                    let built = folder.join("program");
                    let options = ["-O1", "-w", "-pthread", "-o"].map(OsString::from);
                    let mut words = vec!["cc".into()];
                    words.extend(options);
                    words.extend([word(&built), word(&source)]);
                    (words, vec![word(&built)])
                }
            };
        if !compile.is_empty() {
            let compiler = Program {
                argv: compile,
                cwd: Folder::Writable(folder.clone()),
                ..Program::default()
            };
            let (execution, _) = run_in(&self.sandbox, &compiler, &generous(), Stdin::Null)?;
            if execution.exit != Exit::Code(0) {
                return Err(format!(
                    "{execution:?}: {}",
                    String::from_utf8_lossy(&execution.stderr)
                )
                .into());
            }
        }
        Ok(Program {
            argv: run,
            visible: vec![folder],
            ..Program::default()
        })
    }
}

impl Row {
    /// The test of the row, and one for the layers it takes away.
    fn trials(&'static self, bench: &Arc<Bench>) -> Vec<Trial> {
        let tool = self.tool();
        let skip = !has(tool) && std::env::var_os("JUDGE_NO_SKIP").is_none_or(|value| value != "1");
        let note = if skip {
            format!(" (ignored: no {tool} on PATH)")
        } else {
            String::new()
        };
        let mut trials = Vec::new();
        let whole = Arc::clone(bench);
        trials.push(
            Trial::test(format!("{}: {}{note}", role(), self.name), move || {
                self.check(&whole, &whole.sandbox, self.allowed)
            })
            .with_ignored_flag(skip),
        );
        if let Some(Off { layers, then }) = self.off {
            let bench = Arc::clone(bench);
            let name = format!(
                "{}: {} - not without {}{note}",
                role(),
                self.name,
                layers.join(" and ")
            );
            let test = move || {
                let weaker = Bench::weaker(layers)?;
                self.check(&bench, &weaker, &[then])
            };
            trials.push(Trial::test(name, test).with_ignored_flag(skip));
        }
        trials
    }

    fn tool(&self) -> &'static str {
        match Path::new(self.program).extension().and_then(|e| e.to_str()) {
            Some("py") => "python3",
            Some("java") => "javac",
            _ => "cc",
        }
    }

    fn check(&self, bench: &Bench, sandbox: &Sandbox, allowed: &[Outcome]) -> Result<(), Failed> {
        let mut program = bench.program(self)?;
        let target = Target::new(bench)?;
        match self.argument {
            Argument::None => {}
            Argument::Secret => program.argv.push(target.secret.clone().into_os_string()),
            Argument::Port => program.argv.push(target.port().to_string().into()),
        }
        program.alone = self.alone;
        let mut limits = limits();
        if self.allowed.contains(&Outcome::Over(Reason::Cpu)) {
            limits.cpu = Some(Duration::from_millis(400));
        }
        (self.limits)(&mut limits);
        let stdin = Stdin::File(File::open(&target.input)?);
        let before = Instant::now();
        let (execution, output) = run_in(sandbox, &program, &limits, stdin)?;
        let took = before.elapsed();
        let found = Outcome::of(&execution);
        let said = String::from_utf8_lossy(&execution.stderr).into_owned();
        if !allowed.contains(&found) {
            return Err(
                format!("expected one of {allowed:?}, found {execution:?} {said:?}").into(),
            );
        }
        let ended_itself = execution.reason.is_none();
        if ended_itself && took > execution.wall + Duration::from_secs(20) {
            return Err(
                format!("it took {took:?} to see an end after {:?}", execution.wall).into(),
            );
        }
        if let Some(expected) = self.output
            && output != expected.as_bytes()
        {
            return Err(format!(
                "expected {expected:?}, found {:?}",
                String::from_utf8_lossy(&output)
            )
            .into());
        }
        if found != Outcome::ESCAPED {
            target.is_untouched(&program)?;
        }
        Ok((self.after)(&execution)?)
    }
}

/// The folders of `/proc`.
fn processes() -> Result<Vec<PathBuf>, Failed> {
    let all = fs::read_dir("/proc")?.filter_map(|entry| Some(entry.ok()?.path()));
    Ok(all
        .filter(|path| {
            path.file_name()
                .is_some_and(|name| name.as_encoded_bytes()[0].is_ascii_digit())
        })
        .collect())
}

fn run_in(
    sandbox: &Sandbox,
    program: &Program,
    limits: &Limits,
    stdin: Stdin,
) -> Result<(Execution, Vec<u8>), Failed> {
    let mut output = Vec::new();
    let files = Files {
        stdin,
        stdout: &mut output,
    };
    let execution = sandbox.run(program, limits, files)?;
    Ok((execution, output))
}

/// Limits of a contest, or so, and times that none of these programs needs on the slowest machine.
fn limits() -> Limits {
    Limits {
        cpu: Some(Duration::from_secs(5)),
        wall: Some(Duration::from_secs(20)),
        memory: Some(128 << 20),
        processes: Some(24),
        output: 8 << 20,
        ..Limits::default()
    }
}

/// Limits that no honest program reaches.
fn generous() -> Limits {
    Limits {
        cpu: Some(Duration::from_secs(20)),
        wall: Some(Duration::from_secs(60)),
        memory: Some(1 << 30),
        ..Limits::default()
    }
}

fn has(tool: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|folder| folder.join(tool).is_file())
}
