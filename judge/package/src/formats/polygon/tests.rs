//! The tests of a testset: kept, or made by a generator and the main solution.

use std::path::Path;

use roxmltree::Node;

use super::{Reader, child, children};
use crate::error::PackageError;
use crate::inside::inside;
use crate::model::{Call, Case, Input, Lines, Made};

/// Tests of one set: more is a slip.
const MOST_TESTS: u32 = 100_000;

/// One `<testset>` of the problem.
pub(super) struct Testset<'r, 'a> {
    pub(super) reader: &'r Reader<'a>,
    pub(super) node: Node<'a, 'a>,
    /// What its names begin with.
    pub(super) prefix: Option<&'a str>,
    /// The solution that gives the answers which are not kept.
    pub(super) main: Option<&'r Call>,
    /// Whether a test without an answer cannot be judged.
    pub(super) needs_answers: bool,
}

impl<'a> Testset<'_, 'a> {
    pub(super) fn cases(&self) -> Result<Vec<Case>, PackageError> {
        let nodes: Vec<_> = self.reader.tests(self.node).map(|(_, node)| node).collect();
        let count = self.reader.number(self.node, "test-count")?;
        let count = count.unwrap_or(u32::try_from(nodes.len()).unwrap_or(u32::MAX));
        if count > MOST_TESTS {
            let message = format!("expected at most {MOST_TESTS} tests, found {count}");
            return Err(self.reader.wrong(self.node, message));
        }
        let numbered = (1..=count).zip(nodes.into_iter().map(Some).chain(std::iter::repeat(None)));
        numbered
            .map(|(index, node)| self.case(index, node))
            .collect()
    }

    fn case(&self, index: u32, test: Option<Node<'a, 'a>>) -> Result<Case, PackageError> {
        let reader = self.reader;
        let input = reader.pattern(self.node, "input-path-pattern", index)?;
        let answer = reader.pattern(self.node, "answer-path-pattern", index)?;
        let name = input.file_name().unwrap_or_default().to_string_lossy();
        let name = match self.prefix {
            Some(prefix) => format!("{prefix}/{name}"),
            None => name.into_owned(),
        };
        let mut case = match (input.exists(), self.generator(test)?) {
            (true, _) => file_case(reader.folder, name, &input)?,
            (false, Some(call)) => {
                Case::new(name, Input::Generated(Box::new(Made::by(call))), None)
            }
            (false, None) => {
                let message = "the input is not there, and no program is named that makes it; download the full package, or run its doall.sh";
                return Err(PackageError::file(input, message));
            }
        };
        if answer.exists() {
            inside(reader.folder, &answer)?;
            case.answer = Some(answer);
        } else if let Some(main) = self.main {
            case.answer_by = Some(Box::new(Made::by(main.clone())));
        } else if self.needs_answers {
            let message = "the answer is not there, and no solution has the tag `main`; download the full package, or run its doall.sh";
            return Err(PackageError::file(answer, message));
        }
        case.lines = Lines::Unix;
        // What Polygon tells a validator of a test.
        let told = [
            ("--testset", self.node.attribute("name")),
            ("--group", test.and_then(|test| test.attribute("group"))),
        ];
        for (option, value) in told {
            if let Some(value) = value {
                case.validator_args
                    .extend([option.to_owned(), value.to_owned()]);
            }
        }
        Ok(case)
    }

    /// The call that makes a test, by its `cmd`; its first word is a source without extension.
    fn generator(&self, test: Option<Node<'a, 'a>>) -> Result<Option<Call>, PackageError> {
        let Some(test) = test else {
            return Ok(None);
        };
        // A generator that writes several tests at once is not run.
        let cmd = match (test.attribute("from-file"), test.attribute("cmd")) {
            (None, Some(cmd)) => cmd,
            _ => return Ok(None),
        };
        let Some(words) = shlex::split(cmd).filter(|words| !words.is_empty()) else {
            let message = format!("expected a command line in `cmd`, found `{cmd}`");
            return Err(self.reader.wrong(test, message));
        };
        let (program, args) = match &words[..] {
            [program, args @ ..] => (program, args),
            [] => return Ok(None),
        };
        let root = self.reader.document.root_element();
        let executables = child(root, "files")
            .into_iter()
            .flat_map(|files| children(files, "executables"))
            .flat_map(|executables| children(executables, "executable"));
        for executable in executables {
            let path = child(executable, "source").and_then(|source| source.attribute("path"));
            let stem = path.and_then(|path| Path::new(path).file_stem());
            if stem.is_some_and(|stem| stem == program.as_str()) {
                let call = self.reader.program(executable)?;
                return Ok(Some(call.with_args(args.to_vec())));
            }
        }
        Ok(None)
    }
}

/// A case whose input is a file of the package.
pub(super) fn file_case(root: &Path, name: String, input: &Path) -> Result<Case, PackageError> {
    match inside(root, input)?.is_file() {
        true => Ok(Case {
            // A package for Windows has CRLF, which no program was tried on.
            lines: Lines::Unix,
            ..Case::new(name, Input::File(input.to_owned()), None)
        }),
        false => {
            let message = "expected a file of test data; found something else; remove or rename it";
            Err(PackageError::file(input, message))
        }
    }
}
