//! What every package comes down to, whatever its format.

mod program;

use std::collections::BTreeMap;
use std::path::{Component, Path, PathBuf};
use std::time::Duration;

pub use self::program::{BuildHints, Call, Companions, Source};

use crate::archive::Unpacked;
use crate::expectation::Expectation;
use crate::grading::Group;
use crate::judging::{InputValidator, Judging};
use crate::stress::Stress;

/// A problem: cases, limits, how outputs are judged, and the solutions that come with it.
#[derive(Debug, Clone, Default)]
pub struct Problem {
    /// The folder's name.
    pub slug: String,
    /// The title for people.
    pub title: String,
    /// Where the problem comes from, such as `Codeforces 1921E`.
    pub source: Option<String>,
    /// The package's folder.
    pub root: PathBuf,
    /// The name of the format it was read as.
    pub format: &'static str,
    /// The limits of a solution.
    pub limits: Limits,
    /// How outputs are judged, where a case says nothing else.
    pub judging: Judging,
    /// The files by which solutions are given inputs and give outputs; none where they talk.
    pub file_io: FileIo,
    /// Solutions need not flush what they say: the judge has it written at once.
    pub unbuffered: bool,
    /// The programs that check inputs; each must accept every input.
    pub validators: Vec<InputValidator>,
    /// The cases in the order in which they are run.
    pub cases: Vec<Case>,
    /// How many cases somebody chose to leave out; then there are verdicts, and no scores.
    pub left_out: usize,
    /// The test groups, the root first; empty where nothing is scored.
    pub groups: Vec<Group>,
    /// The solutions in the order in which they are run.
    pub solutions: Vec<Solution>,
    /// The solutions whose times set the time limit, where the package states none but has a rule for
    /// it. Readers leave it empty: which of them a run needs depends on what it is asked for.
    pub yardsticks: Vec<Solution>,
    /// Data that the package's own programs must reject or accept, for those who verify it.
    pub probes: Vec<Probe>,
    /// What the numbers on the lines of an input are, where it is drawn as a board: on the line that
    /// begins a board, and on that of each of its rows. Words are `height`, `width`, `row`, `column`
    /// and `_`. Empty where the package does not say.
    pub board: Vec<String>,
    /// How random inputs are made and answered, if the package says so.
    pub stress: Option<Stress>,
    /// What is odd in the package and does not keep it from being judged, each with its place.
    pub warnings: Vec<String>,
    /// The temporary folders of its archives, which go with the last copy of the problem.
    pub unpacked: Vec<Unpacked>,
}

impl Problem {
    /// Every program that the package names: generators, validators, those of the jury, solutions,
    /// those that make and answer random inputs.
    pub fn calls(&self) -> impl Iterator<Item = &Call> {
        let judgings = self.cases.iter().filter_map(|case| case.judging.as_deref());
        let jury = [&self.judging].into_iter().chain(judgings);
        let groups = self.groups.iter();
        self.cases
            .iter()
            .flat_map(Case::made)
            .map(|made| &made.call)
            .chain(self.validators.iter().map(|validator| &validator.call))
            .chain(jury.flat_map(Judging::programs).map(|jury| &jury.call))
            .chain(groups.filter_map(|group| group.grading.program.as_ref()))
            .chain(self.solutions.iter().map(|solution| &solution.call))
            .chain(self.stress.iter().flat_map(Stress::calls))
    }

    /// Gives it the name of a folder; a title that was the old name follows.
    pub(crate) fn rename(&mut self, slug: &str) {
        if self.title == self.slug {
            slug.clone_into(&mut self.title);
        }
        slug.clone_into(&mut self.slug);
    }
}

/// Files in the working folder of a solution in the place of its standard streams, each a plain name.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FileIo {
    /// The file that holds the input; standard input holds it too.
    pub input: Option<String>,
    /// The file that the solution writes its output to, whatever it writes to standard output.
    pub output: Option<String>,
}

impl FileIo {
    /// Whether a name is one of a file in the folder itself.
    pub(crate) fn is_name(name: &str) -> bool {
        let mut parts = Path::new(name).components();
        let first = parts.next();
        matches!(first, Some(Component::Normal(part)) if part == name) && parts.next().is_none()
    }
}

/// What a solution may use. `None`: the package does not say.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Limits {
    /// CPU time of one case.
    pub time: Option<Duration>,
    /// Where the time was found, if not under its usual key, such as `.timelimit`.
    pub time_from: Option<String>,
    /// How the time follows from the times of solutions, where the format has a rule for that.
    pub time_rule: Option<TimeRule>,
    /// Time on the clock of one case.
    pub wall: Option<Duration>,
    /// Memory in bytes.
    pub memory: Option<u64>,
    /// Standard output in bytes.
    pub output: Option<u64>,
    /// Factors on both times for languages by name.
    pub multiplier: BTreeMap<String, f64>,
    /// Bytes of source code.
    pub code: Option<u64>,
    /// CPU time of a compiler.
    pub compile_time: Option<Duration>,
    /// Memory of a compiler in bytes.
    pub compile_memory: Option<u64>,
}

impl Limits {
    /// These, with what a solution has of its own in their place. The time on the clock stays in
    /// proportion to the time.
    #[must_use]
    pub fn of(&self, solution: &Solution) -> Limits {
        let OwnLimits { time, memory } = solution.limits;
        let mut limits = self.clone();
        if let (Some(own), Some(time), Some(wall)) = (time, self.time, self.wall)
            && !time.is_zero()
        {
            let factor = own.as_secs_f64() / time.as_secs_f64();
            limits.wall = Duration::try_from_secs_f64(wall.as_secs_f64() * factor).ok();
        }
        limits.time = time.or(limits.time);
        limits.memory = memory.or(limits.memory);
        limits
    }
}

/// The limits that hold for one solution alone. `None`: those of all.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct OwnLimits {
    /// CPU time of one case.
    pub time: Option<Duration>,
    /// Memory in bytes.
    pub memory: Option<u64>,
}

/// How a time limit follows from the times of solutions.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum TimeRule {
    /// The legacy Kattis format's: `max(1, ceil(T·multiplier))` seconds, T the slowest accepted
    /// solution's; what must exceed it is run up to `safety` times the limit.
    Legacy {
        /// `time_multiplier`.
        multiplier: f64,
        /// `time_safety_margin`.
        safety: f64,
    },
    /// The 2025-09 format's: the smallest multiple of `resolution` that is at least
    /// `ac_to_limit` times the slowest solution that may not time out, and such that
    /// `limit_to_tle` times it is at most the fastest of those that must.
    Icpc {
        /// `time_multipliers.ac_to_time_limit`.
        ac_to_limit: f64,
        /// `time_multipliers.time_limit_to_tle`.
        limit_to_tle: f64,
        /// `time_resolution`, in seconds.
        resolution: f64,
    },
}

/// One input with its expected output.
#[derive(Debug, Clone, PartialEq)]
pub struct Case {
    /// The path below the data folder without extension, such as `secret/03-tie`.
    pub name: String,
    /// Where the input comes from.
    pub input: Input,
    /// The file of the expected output; without one, and without a program that writes it, the case
    /// is only run.
    pub answer: Option<PathBuf>,
    /// The program that writes the expected output, given the input, where there is no file of it.
    pub answer_by: Option<Box<Made>>,
    /// How the lines of the input and the answer end.
    pub lines: Lines,
    /// Arguments of the solution.
    pub args: Vec<String>,
    /// A folder whose files are put into the solution's working folder.
    pub files: Option<PathBuf>,
    /// How outputs are judged in this case, if not as in the others. Boxed, for there may be very many
    /// cases.
    pub judging: Option<Box<Judging>>,
    /// Arguments of the input validators.
    pub validator_args: Vec<String>,
    /// Arguments of single input validators, by their index, in the place of those; see
    /// [`Case::args_of_validator`].
    pub own_validator_args: BTreeMap<usize, Vec<String>>,
    /// The test group it belongs to, an index into the problem's groups; meaningless without any.
    pub group: usize,
    /// Points of the case, where the format gives them case by case.
    pub points: Option<f64>,
}

impl Case {
    /// What programs of the package write for it.
    pub fn made(&self) -> impl Iterator<Item = &Made> {
        let input = match &self.input {
            Input::Generated(made) => Some(made.as_ref()),
            Input::File(_) => None,
        };
        input.into_iter().chain(self.answer_by.as_deref())
    }

    /// A case of which nothing more is known.
    #[must_use]
    pub fn new(name: String, input: Input, answer: Option<PathBuf>) -> Case {
        Case {
            name,
            input,
            answer,
            answer_by: None,
            lines: Lines::default(),
            args: Vec::new(),
            files: None,
            judging: None,
            validator_args: Vec::new(),
            own_validator_args: BTreeMap::new(),
            group: 0,
            points: None,
        }
    }

    /// The arguments of the input validator with this index, after those of its call.
    #[must_use]
    pub fn args_of_validator(&self, index: usize) -> &[String] {
        let own = self.own_validator_args.get(&index);
        own.unwrap_or(&self.validator_args)
    }
}

/// How the lines of a file end for the programs that read it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Lines {
    /// As in the file.
    #[default]
    Kept,
    /// By LF, where the file has CRLF or CR.
    Unix,
    /// By LF, the last one too.
    UnixToTheLast,
}

/// Data that the package's own programs are tried on.
#[derive(Debug, Clone, PartialEq)]
pub struct Probe {
    /// What must be said of it.
    pub kind: ProbeKind,
    /// The input, and for outputs the expected output and how outputs are judged.
    pub case: Case,
    /// The output to be judged; `None` for inputs.
    pub output: Option<PathBuf>,
}

/// What the package's own programs must say of a probe.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ProbeKind {
    /// At least one input validator rejects the input.
    InvalidInput,
    /// The input is accepted, and the output rejected.
    InvalidOutput,
    /// Both are accepted.
    ValidOutput,
}

/// Where an input comes from.
#[derive(Debug, Clone, PartialEq)]
pub enum Input {
    /// A file.
    File(PathBuf),
    /// What a generator writes.
    Generated(Box<Made>),
}

/// A file that a program of the package writes, instead of being kept.
#[derive(Debug, Clone, PartialEq)]
pub struct Made {
    /// The program.
    pub call: Call,
    /// The file on its standard input: by default none for an input, and the input for an answer.
    pub stdin: Option<PathBuf>,
    /// Where it writes the file.
    pub stream: Stream,
    /// What the file must be, if the package says so.
    pub hash: Option<Hash>,
}

impl Made {
    /// What a program writes on its standard output, whatever it is.
    #[must_use]
    pub fn by(call: Call) -> Made {
        Made {
            call,
            stdin: None,
            stream: Stream::Output,
            hash: None,
        }
    }
}

/// One of the two streams that a program writes to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stream {
    /// Standard output.
    Output,
    /// Standard error: where DMOJ's generators write the answer to the input that they write. Such
    /// a program is not given the input.
    Error,
}

/// The hash of a file, 64 hexadecimal digits in lower case.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Hash {
    /// BLAKE3.
    Blake3(String),
    /// SHA-256.
    Sha256(String),
}

/// A program that is judged.
#[derive(Debug, Clone)]
pub struct Solution {
    /// The path below `submissions/`, or the crate's name.
    pub name: String,
    /// The program.
    pub call: Call,
    /// What is expected of it; `None` if nobody says.
    pub expect: Option<Expectation>,
    /// What it is, in a few words.
    pub about: Option<String>,
    /// What it says of the time limit, if its expectation does not decide.
    pub time_use: Option<TimeUse>,
    /// What it may use, where the package says that of it alone.
    pub limits: OwnLimits,
}

/// What a solution's time says of the time limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TimeUse {
    /// Nothing.
    None,
    /// It must be within the limit.
    Lower,
    /// It must be over it.
    Upper,
}
