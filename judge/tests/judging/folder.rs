//! A folder for one test, the judge run in it, and what was seen.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{Read, Seek};
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use jsonschema::Validator;
use serde_json::Value;
use tempfile::TempDir;

/// No judge of these tests runs this long, unless it hangs.
const HANGS: Duration = Duration::from_secs(120);

static CACHE: OnceLock<PathBuf> = OnceLock::new();

/// Makes the cache that all tests share; it goes with the value.
pub(crate) fn open_cache() -> TempDir {
    let cache = TempDir::new().unwrap();
    CACHE.set(cache.path().to_owned()).unwrap();
    cache
}

/// A folder that goes when the test ends.
pub(crate) struct Folder(TempDir);

impl Folder {
    pub(crate) fn of(files: &[(&str, &str)]) -> Folder {
        let folder = Folder(TempDir::new().unwrap());
        for (name, content) in files {
            folder.file(name, content);
        }
        folder
    }

    /// One case, `2 3` with the answer `5`, in `t/`, and these files.
    pub(crate) fn sum(files: &[(&str, &str)]) -> Folder {
        let folder = Folder::of(files);
        folder.file("t/1.in", "2 3\n");
        folder.file("t/1.out", "5\n");
        folder
    }

    /// A package in `p` with these settings and files: one case, the input 3 with the answer 5, and
    /// a solution in shell of which nothing is expected.
    pub(crate) fn package(settings: &str, solution: &str, files: &[(&str, &str)]) -> Folder {
        let folder = Folder::of(&[]);
        folder.file("p/problem.toml", format!("name = \"p\"\n{settings}"));
        folder.file("p/data/secret/1.in", "3\n");
        folder.file("p/data/secret/1.ans", "5\n");
        folder.file("p/submissions/tried/a.sh", solution);
        for (name, content) in files {
            folder.file(&format!("p/{name}"), content);
        }
        folder
    }

    /// The verdict and the message of the only case of the package, judged with these options.
    #[track_caller]
    pub(crate) fn verdict(&self, options: &[&str]) -> (String, String) {
        let seen = self.run(&[&["p"], options].concat());
        let case = seen.case();
        let field = |key: &str| case[key].as_str().unwrap().to_owned();
        let verdict = field("verdict");
        // A judge error is never taken for a result.
        let seen = seen.code(if verdict == "JE" { 2 } else { 0 });
        assert!(!seen.stderr.contains("panicked"), "{}", seen.stderr);
        (verdict, field("message"))
    }

    pub(crate) fn path(&self) -> &Path {
        self.0.path()
    }

    pub(crate) fn file(&self, name: &str, content: impl AsRef<[u8]>) {
        let path = self.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content).unwrap();
    }

    pub(crate) fn fifo(&self, name: &str) {
        let made = Command::new("mkfifo").arg(self.path().join(name)).status();
        assert!(made.unwrap().success());
    }

    /// The lines of a file that a test's own program writes; none if it was not written.
    pub(crate) fn lines(&self, name: &str) -> Vec<String> {
        let text = fs::read_to_string(self.path().join(name)).unwrap_or_default();
        text.lines().map(str::to_owned).collect()
    }

    /// Waits for a line in a file that a test's own program writes.
    pub(crate) fn wait_for(&self, name: &str) -> String {
        let begin = Instant::now();
        loop {
            if let Some(line) = self.lines(name).pop() {
                return line;
            }
            assert!(begin.elapsed() < HANGS, "{name} was never written");
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    /// Runs the judge in this folder.
    pub(crate) fn judge(&self, arguments: &[&str]) -> Seen {
        self.start(arguments).end()
    }

    /// Runs `judge run … --format json` in this folder.
    pub(crate) fn run(&self, arguments: &[&str]) -> Seen {
        let words = [&["run", "--format", "json"], arguments].concat();
        self.judge(&words)
    }

    pub(crate) fn start(&self, arguments: &[&str]) -> Running {
        self.start_with(arguments, &[], None)
    }

    /// Runs the judge as the last words of another command, in a mount namespace where there may be
    /// one, with variables on top.
    pub(crate) fn judge_by(
        &self,
        wrapper: &[&str],
        arguments: &[&str],
        variables: &[(&str, &OsStr)],
    ) -> Seen {
        let judge = [env!("CARGO_BIN_EXE_judge")];
        let words = match wrapper.iter().any(|word| word.contains("mount ")) {
            true => [crate::unshare(), wrapper, &judge, arguments].concat(),
            false => [wrapper, &judge, arguments].concat(),
        };
        let mut command = Command::new(words[0]);
        command.args(&words[1..]);
        self.spawn(command, variables, None).end()
    }

    /// Starts the judge with variables on top, and with its output going elsewhere.
    pub(crate) fn start_with(
        &self,
        arguments: &[&str],
        variables: &[(&str, &OsStr)],
        stdout: Option<Stdio>,
    ) -> Running {
        let mut command = Command::new(env!("CARGO_BIN_EXE_judge"));
        command.args(arguments);
        self.spawn(command, variables, stdout)
    }

    pub(crate) fn spawn(
        &self,
        mut command: Command,
        variables: &[(&str, &OsStr)],
        stdout: Option<Stdio>,
    ) -> Running {
        let out = tempfile::tempfile().unwrap();
        let err = tempfile::tempfile().unwrap();
        let child = self
            .settled(&mut command)
            .envs(variables.iter().copied())
            .stdout(stdout.unwrap_or_else(|| out.try_clone().unwrap().into()))
            .stderr(err.try_clone().unwrap())
            .spawn()
            .unwrap();
        Running { child, out, err }
    }

    /// A command in this folder that nothing of whoever runs the tests has a part in.
    pub(crate) fn settled<'a>(&self, command: &'a mut Command) -> &'a mut Command {
        command
            .current_dir(self.path())
            .env("JUDGE_CACHE", CACHE.get().unwrap())
            // No settings of whoever runs the tests.
            .env("XDG_CONFIG_HOME", CACHE.get().unwrap())
            .env_remove("RUST_BACKTRACE")
            // The tests may run in a workflow themselves, whose summary is not theirs to write.
            .env_remove("GITHUB_ACTIONS")
            .env_remove("GITHUB_STEP_SUMMARY")
            .env_remove("COLUMNS")
            .stdin(Stdio::null())
    }
}

/// A judge that runs.
pub(crate) struct Running {
    child: Child,
    out: File,
    err: File,
}

impl Running {
    /// The judge's number.
    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    /// Sends a signal by its name, such as `INT`.
    pub(crate) fn signal(&self, name: &str) {
        signal(name, &self.child.id().to_string());
    }

    /// Waits until standard output holds the text.
    pub(crate) fn wait_for(&self, told: &str) {
        let begin = Instant::now();
        // The judge writes at a place that is the file's: it is not to be moved.
        let printed = || {
            let mut bytes = vec![0; self.out.metadata().unwrap().len() as usize];
            self.out.read_exact_at(&mut bytes, 0).unwrap();
            String::from_utf8_lossy(&bytes).into_owned()
        };
        while !printed().contains(told) {
            assert!(begin.elapsed() < HANGS, "the judge does not print {told}");
            std::thread::sleep(Duration::from_millis(2));
        }
    }

    pub(crate) fn end(mut self) -> Seen {
        let begin = Instant::now();
        let status = loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                break status;
            }
            if begin.elapsed() > HANGS {
                let _ = self.child.kill();
                let _ = self.child.wait();
                panic!("the judge hangs; it said:\n{}", text(self.err));
            }
            std::thread::sleep(Duration::from_millis(2));
        };
        Seen {
            code: status.code(),
            stdout: text(self.out),
            stderr: text(self.err),
        }
    }
}

pub(crate) fn signal(name: &str, pid: &str) {
    let line = format!("kill -{name} {pid}");
    let sent = Command::new("sh").args(["-c", &line]).status();
    assert!(sent.unwrap().success(), "{line}");
}

fn text(mut file: File) -> String {
    let mut bytes = Vec::new();
    file.rewind().unwrap();
    file.read_to_end(&mut bytes).unwrap();
    String::from_utf8(bytes).expect("what the judge prints is UTF-8")
}

/// Asserts that a document is as the schema of this name in `docs/` says.
#[track_caller]
pub(crate) fn is_valid(schema: &str, document: &Value) {
    static KNOWN: Mutex<BTreeMap<String, Arc<Validator>>> = Mutex::new(BTreeMap::new());
    let validator = {
        let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        let read = || {
            let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs");
            let text = fs::read_to_string(docs.join(format!("{schema}.schema.json"))).unwrap();
            let schema = serde_json::from_str(&text).unwrap();
            Arc::new(jsonschema::validator_for(&schema).unwrap())
        };
        known.entry(schema.to_owned()).or_insert_with(read).clone()
    };
    let errors: Vec<String> = validator
        .iter_errors(document)
        .map(|error| format!("{}: {error}", error.instance_path()))
        .collect();
    assert!(errors.is_empty(), "{errors:#?}");
}

/// A judge that has ended.
#[derive(Debug)]
pub(crate) struct Seen {
    /// `None` when a signal ended it.
    pub(crate) code: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Seen {
    /// Asserts the exit code.
    #[track_caller]
    pub(crate) fn code(self, code: i32) -> Seen {
        assert_eq!(
            self.code,
            Some(code),
            "\nstdout: {}\nstderr: {}",
            self.stdout,
            self.stderr
        );
        self
    }

    /// Asserts that standard error holds each of the texts.
    #[track_caller]
    pub(crate) fn says(self, texts: &[&str]) -> Seen {
        for text in texts {
            assert!(self.stderr.contains(text), "{text}\n{}", self.stderr);
        }
        self
    }

    /// Asserts that standard output holds each of the texts.
    #[track_caller]
    pub(crate) fn prints(self, texts: &[&str]) -> Seen {
        for text in texts {
            assert!(self.stdout.contains(text), "{text}\n{}", self.stdout);
        }
        self
    }

    /// The one JSON document on standard output, a recorded run by its schema.
    #[track_caller]
    pub(crate) fn json(&self) -> Value {
        match serde_json::from_str(&self.stdout) {
            Ok(document) => {
                is_valid("run", &document);
                document
            }
            Err(error) => panic!("{error}\n{}\n{}", self.stdout, self.stderr),
        }
    }

    /// The JSON Lines on standard output, each an event by its schema.
    #[track_caller]
    pub(crate) fn lines(&self) -> Vec<Value> {
        let lines = self.stdout.lines().map(serde_json::from_str);
        let lines: Vec<Value> = lines.collect::<Result<_, _>>().unwrap();
        for line in &lines {
            is_valid("event", line);
        }
        lines
    }

    /// The solutions of all problems.
    #[track_caller]
    pub(crate) fn solutions(&self) -> Vec<Value> {
        let document = self.json();
        let problems = document["problems"].as_array().unwrap();
        problems
            .iter()
            .flat_map(|problem| problem["solutions"].as_array().unwrap().clone())
            .collect()
    }

    /// Each solution as `name expected verdict as_expected`.
    #[track_caller]
    pub(crate) fn table(&self) -> Vec<String> {
        let plain = |value: &Value| {
            value
                .as_str()
                .map_or_else(|| value.to_string(), str::to_owned)
        };
        let row = |solution: &Value| {
            ["name", "expected", "verdict", "as_expected"].map(|key| plain(&solution[key]))
        };
        self.solutions()
            .iter()
            .map(|solution| row(solution).join(" "))
            .collect()
    }

    /// Each case of the only solution as `name verdict`.
    #[track_caller]
    pub(crate) fn cases(&self) -> Vec<String> {
        let solutions = self.solutions();
        let [solution] = &solutions[..] else {
            panic!("expected one solution, found {solutions:?}");
        };
        let cases = solution["cases"].as_array().unwrap();
        cases
            .iter()
            .map(|case| {
                let field = |key: &str| case[key].as_str().unwrap();
                format!("{} {}", field("name"), field("verdict"))
            })
            .collect()
    }

    /// What was said in the only case, as in an `.interaction` file.
    #[track_caller]
    pub(crate) fn talk(&self) -> String {
        let talk = &self.case()["transcript"];
        let lines = |key: &str| {
            let lines = talk[key].as_array().unwrap().iter();
            let line = |line: &Value| {
                let text = |key: &str| line[key].as_str().unwrap_or("(hex)").to_owned();
                format!("{}{}\n", text("by"), text("text"))
            };
            lines.map(line).collect::<String>()
        };
        let between = match talk["left_out"].as_u64().unwrap() {
            0 => String::new(),
            count => format!("… {count} more lines …\n"),
        };
        format!("{}{between}{}", lines("head"), lines("tail"))
    }

    /// The only case of the only solution.
    #[track_caller]
    pub(crate) fn case(&self) -> Value {
        let solutions = self.solutions();
        assert_eq!(solutions.len(), 1, "{}", self.stdout);
        let cases = solutions[0]["cases"].as_array().unwrap();
        assert_eq!(cases.len(), 1, "{}", self.stdout);
        cases[0].clone()
    }
}
