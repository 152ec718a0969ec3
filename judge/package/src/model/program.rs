//! A program of a package: where it comes from, how it is built and called.

use std::collections::BTreeMap;
use std::path::PathBuf;

/// A program with arguments.
#[derive(Debug, Clone, PartialEq)]
pub struct Call {
    /// The program.
    pub source: Source,
    /// Its arguments.
    pub args: Vec<String>,
    /// What its build has to know besides.
    pub build: Box<BuildHints>,
}

impl Call {
    /// A program without arguments of which nothing more is known.
    #[must_use]
    pub fn of(source: Source) -> Call {
        Call {
            source,
            args: Vec::new(),
            build: Box::default(),
        }
    }

    /// The same with arguments.
    #[must_use]
    pub fn with_args(mut self, args: Vec<String>) -> Call {
        self.args = args;
        self
    }
}

/// What a package says of how a program is built.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BuildHints {
    /// The language by its code in the ICPC package format (`cpp`, `python3`, …), if the
    /// extension does not decide.
    pub language: Option<String>,
    /// The file, class or module where the program begins.
    pub entry_point: Option<String>,
    /// The package's folder `include`, whose subfolders by language code (and `default`) are copied
    /// over the source before it is compiled.
    pub include: Option<PathBuf>,
    /// Values for `{{name}}` in the source.
    pub constants: BTreeMap<String, String>,
    /// Files that are put beside the source unless it has them, by their names, with their content.
    pub beside: BTreeMap<String, String>,
    /// What a C or C++ source is compiled with.
    pub companions: Option<Box<Companions>>,
    /// Somebody named it on a command line, so it may be a link to anywhere. No package says that.
    pub is_named: bool,
}

/// What a C or C++ source is compiled with.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Companions {
    /// The package's folder: what lies in it, or in one of those below, may be included.
    pub root: PathBuf,
    /// Folders in which the compiler looks for what the source includes, after the source's own.
    pub include_paths: Vec<PathBuf>,
    /// Files that it may include as `name` or `../name`, with their content.
    pub headers: BTreeMap<String, String>,
    /// More source files, compiled together with it.
    pub sources: Vec<PathBuf>,
    /// More words for the compiler.
    pub flags: Vec<String>,
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
    /// A folder of source files, or with executable files `build` or `run`.
    Folder(PathBuf),
    /// A command line that needs no build.
    Command(Vec<String>),
}
