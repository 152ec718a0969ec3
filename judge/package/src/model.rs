//! What every package comes down to, whatever its format.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;

use crate::expectation::Expectation;

/// A problem: cases, limits, a checker, and the solutions that come with it.
#[derive(Debug, Clone)]
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
    /// How outputs are compared.
    pub checker: CheckerCall,
    /// The program that checks inputs: exit 42 accepts, 43 rejects.
    pub validator: Option<Call>,
    /// The cases in the order in which they are run.
    pub cases: Vec<Case>,
    /// The solutions in the order in which they are run.
    pub solutions: Vec<Solution>,
}

/// What a solution may use. `None`: the package does not say.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Limits {
    /// CPU time of one case.
    pub time: Option<Duration>,
    /// Time on the clock of one case.
    pub wall: Option<Duration>,
    /// Memory in bytes.
    pub memory: Option<u64>,
    /// Standard output in bytes.
    pub output: Option<u64>,
    /// Factors on both times for languages by name.
    pub multiplier: BTreeMap<String, f64>,
}

/// A checker by name, with its arguments.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CheckerCall {
    /// The name, as of `judge check --checker`.
    pub name: String,
    /// Its arguments.
    pub args: Vec<String>,
}

/// One input with its expected output.
#[derive(Debug, Clone)]
pub struct Case {
    /// The path below the data folder without extension, such as `secret/03-tie`.
    pub name: String,
    /// Where the input comes from.
    pub input: Input,
    /// The file of the expected output; without one the case is only run.
    pub answer: Option<PathBuf>,
}

/// Where an input comes from.
#[derive(Debug, Clone)]
pub enum Input {
    /// A file.
    File(PathBuf),
    /// A generator call, too large to keep.
    Generated {
        /// The generator.
        call: Call,
        /// The BLAKE3 hash of the input, in hexadecimal.
        blake3: String,
    },
}

/// A program with arguments.
#[derive(Debug, Clone)]
pub struct Call {
    /// The program.
    pub source: Source,
    /// Its arguments.
    pub args: Vec<String>,
}

/// Where a program comes from.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Source {
    /// The program of a crate in the cargo workspace around the package, by the name of both.
    Crate {
        /// The crate's name.
        name: String,
        /// A folder inside the workspace.
        within: PathBuf,
    },
    /// A source file; its extension tells the language.
    File(PathBuf),
    /// A command line that needs no build.
    Command(Vec<String>),
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
}
