//! Polygon packages: `problem.xml` with tests, checker, validators, interactor and solutions.
//!
//! Source: packages as Polygon (polygon.codeforces.com) makes them; there is no specification. A
//! full package has all tests; a standard one only those made by hand, and the others are generated
//! here as its `doall.sh` would, with answers by the main solution.

use std::path::{Path, PathBuf};
use std::time::Duration;

use roxmltree::{Document, Node};

use super::{Format, cases};
use crate::error::PackageError;
use crate::inside::named_file;
use crate::judging::{Checker, CheckerCall, InputValidator, Judging, Jury, JuryLimits, Protocol};
use crate::model::{
    BuildHints, Call, Companions, FileIo, Limits, Probe, ProbeKind, Problem, Source,
};
use crate::text_file;
use tests::Testset;

mod groups;
mod solutions;
mod tests;

const SETTINGS: &str = "problem.xml";
/// A larger one is no description of a problem.
const LARGEST: u64 = 64 << 20;
/// testlib's checkers that the judge has itself.
const BUILT_IN: [&str; 19] = [
    "acmp", "caseicmp", "casencmp", "casewcmp", "dcmp", "fcmp", "hcmp", "icmp", "lcmp", "ncmp",
    "nyesno", "rcmp", "rcmp4", "rcmp6", "rcmp9", "rncmp", "uncmp", "wcmp", "yesno",
];

/// The format.
pub(crate) struct Polygon;

impl Format for Polygon {
    fn name(&self) -> &'static str {
        "polygon"
    }

    fn sign(&self) -> &'static str {
        "a file problem.xml of a Polygon package"
    }

    fn recognises(&self, folder: &Path) -> bool {
        let text = text(&folder.join(SETTINGS));
        text.is_ok_and(|text| text.contains("<problem") && text.contains("<judging"))
    }

    fn read(&self, folder: &Path) -> Result<Problem, PackageError> {
        let path = folder.join(SETTINGS);
        let text = text(&path)?;
        let document = Document::parse(&text).map_err(|error| PackageError::Settings {
            path: path.clone(),
            message: error.to_string(),
        })?;
        Reader {
            folder,
            path: &path,
            document: &document,
        }
        .problem()
    }
}

fn text(path: &Path) -> Result<String, PackageError> {
    text_file::text_up_to(path, LARGEST)
}

struct Reader<'a> {
    folder: &'a Path,
    path: &'a Path,
    document: &'a Document<'a>,
}

/// The first element of that name in a node.
fn child<'a>(node: Node<'a, 'a>, name: &str) -> Option<Node<'a, 'a>> {
    children(node, name).next()
}

/// The elements of that name in a node.
fn children<'a, 'n>(
    node: Node<'a, 'a>,
    name: &'n str,
) -> impl Iterator<Item = Node<'a, 'a>> + use<'a, 'n> {
    node.children()
        .filter(move |child| child.has_tag_name(name))
}

impl<'a> Reader<'a> {
    fn problem(&self) -> Result<Problem, PackageError> {
        let root = self.document.root_element();
        let judging = self.expect(root, "judging")?;
        let assets = self.expect(root, "assets")?;
        let mut warnings = Vec::new();
        if judging
            .attribute("run-count")
            .is_some_and(|count| count != "1")
        {
            let message = "the problem runs solutions several times, which is not supported";
            return Err(self.wrong(judging, message));
        }
        let file_io = FileIo {
            input: self.file_name(judging, "input-file")?,
            output: self.file_name(judging, "output-file")?,
        };
        let interactor = match child(assets, "interactor") {
            Some(node) => Some(self.jury(node)?),
            None => None,
        };
        let (solutions, main) = self.solutions(assets, &mut warnings)?;
        let (mut found, mut groups, mut limits) = (Vec::new(), Vec::new(), None::<Limits>);
        let testsets: Vec<_> = children(judging, "testset").collect();
        for node in &testsets {
            let own = self.limits(*node)?;
            let testset = Testset {
                reader: self,
                node: *node,
                // Of several, each has a folder of its own among the names.
                prefix: match testsets.len() {
                    1 => None,
                    _ => node.attribute("name"),
                },
                main: main.as_ref().filter(|_| interactor.is_none()),
                needs_answers: interactor.is_none(),
            };
            let from = found.len();
            found.extend(testset.cases()?);
            if let Some(cases) = found.get_mut(from..) {
                testset.groups(cases, &mut groups)?;
            }
            match &limits {
                Some(limits) if *limits != own => warnings.push(self.odd(
                    *node,
                    "its limits differ from those of the first testset, which hold for all",
                )),
                Some(_) => {}
                None => limits = Some(own),
            }
        }
        if let Some(name) = cases::repeated(found.iter().map(|case| case.name.as_str())) {
            return Err(self.wrong(judging, format!("two tests make the case `{name}`")));
        }
        if found.is_empty() {
            return Err(self.wrong(judging, "expected a testset with tests, found none"));
        }
        let slug = self.folder.file_name().unwrap_or_default();
        let slug = slug.to_string_lossy().into_owned();
        Ok(Problem {
            title: self.title(root).unwrap_or_else(|| slug.clone()),
            slug,
            source: root.attribute("url").map(|url| format!("Polygon, {url}")),
            root: self.folder.to_owned(),
            format: Polygon.name(),
            limits: limits.unwrap_or_default(),
            judging: Judging {
                checkers: vec![self.checker(assets)?],
                interactor,
                passes: 1,
            },
            file_io,
            validators: self.validators(assets)?,
            cases: found,
            groups,
            solutions,
            probes: self.probes(assets)?,
            warnings,
            ..Problem::default()
        })
    }

    /// The name of a file in the place of a standard stream; empty for the stream.
    fn file_name(&self, judging: Node<'a, 'a>, key: &str) -> Result<Option<String>, PackageError> {
        match judging.attribute(key).filter(|name| !name.is_empty()) {
            Some(name) if !FileIo::is_name(name) => {
                let message = format!("{key}: expected the name of a file, found `{name}`");
                Err(self.wrong(judging, message))
            }
            name => Ok(name.map(str::to_owned)),
        }
    }

    /// The title in English, or in the first language there is.
    fn title(&self, root: Node<'a, 'a>) -> Option<String> {
        let names: Vec<_> = children(child(root, "names")?, "name").collect();
        let english = names
            .iter()
            .find(|name| name.attribute("language") == Some("english"));
        let name = english.or(names.first())?;
        name.attribute("value").map(str::to_owned)
    }

    fn limits(&self, testset: Node<'a, 'a>) -> Result<Limits, PackageError> {
        Ok(Limits {
            time: self
                .limit(testset, "time-limit")?
                .map(Duration::from_millis),
            memory: self.limit(testset, "memory-limit")?,
            ..Limits::default()
        })
    }

    /// A number of milliseconds or bytes. No program keeps to a limit of nothing.
    fn limit(&self, testset: Node<'a, 'a>, key: &str) -> Result<Option<u64>, PackageError> {
        match self.number(testset, key)? {
            Some(0) => {
                let node = child(testset, key).unwrap_or(testset);
                Err(self.wrong(node, "expected a number of at least 1, found `0`"))
            }
            limit => Ok(limit),
        }
    }

    /// testlib's own checkers are the judge's; any other is compiled.
    fn checker(&self, assets: Node<'a, 'a>) -> Result<Checker, PackageError> {
        let node = self.expect(assets, "checker")?;
        let standard = node.attribute("name").and_then(|name| {
            let name = name.strip_prefix("std::")?;
            let name = name.strip_suffix(".cpp").unwrap_or(name);
            BUILT_IN.iter().find(|known| **known == name)
        });
        Ok(match standard {
            Some(name) => Checker::Named(CheckerCall {
                name: (*name).to_owned(),
                args: Vec::new(),
            }),
            None => Checker::Program(self.jury(node)?),
        })
    }

    fn validators(&self, assets: Node<'a, 'a>) -> Result<Vec<InputValidator>, PackageError> {
        let nodes = children(assets, "validators").flat_map(|node| children(node, "validator"));
        nodes
            .map(|node| {
                Ok(InputValidator {
                    call: self.program(node)?,
                    accepts: 0,
                    limits: JuryLimits::default(),
                })
            })
            .collect()
    }

    fn jury(&self, node: Node<'a, 'a>) -> Result<Jury, PackageError> {
        Ok(Jury {
            call: self.program(node)?,
            protocol: Protocol::Testlib,
            words: None,
            limits: JuryLimits::default(),
        })
    }

    /// A program of the jury: `<source path=… type=…>` in a node. testlib.h lies beside it.
    fn program(&self, node: Node<'a, 'a>) -> Result<Call, PackageError> {
        let mut call = self.source(node)?;
        let files = self.folder.join("files");
        call.build.companions = Some(Box::new(Companions {
            root: self.folder.to_owned(),
            include_paths: files.is_dir().then_some(files).into_iter().collect(),
            ..Companions::default()
        }));
        Ok(call)
    }

    fn source(&self, node: Node<'a, 'a>) -> Result<Call, PackageError> {
        let source = self.expect(node, "source")?;
        let Some(name) = source.attribute("path") else {
            return Err(self.wrong(source, "expected the attribute `path`"));
        };
        let key = self.place(source);
        let file = named_file(self.path, &key, self.folder, name)?;
        let kind = source.attribute("type").unwrap_or_default();
        Ok(Call {
            build: Box::new(BuildHints {
                language: kind.starts_with("python.2").then(|| "python2".to_owned()),
                ..BuildHints::default()
            }),
            ..Call::of(Source::File(file))
        })
    }

    /// What the package's own tests of its checker and validators say.
    fn probes(&self, assets: Node<'a, 'a>) -> Result<Vec<Probe>, PackageError> {
        let mut probes = Vec::new();
        let validators =
            children(assets, "validators").flat_map(|node| children(node, "validator"));
        for node in validators.filter_map(|node| child(node, "testset")) {
            for (index, test) in self.tests(node) {
                let input = self.pattern(node, "input-path-pattern", index)?;
                if test.attribute("verdict") == Some("invalid") && input.is_file() {
                    probes.push(Probe {
                        kind: ProbeKind::InvalidInput,
                        case: tests::file_case(
                            self.folder,
                            format!("validator-tests/{index}"),
                            &input,
                        )?,
                        output: None,
                    });
                }
            }
        }
        for node in children(assets, "checker").filter_map(|node| child(node, "testset")) {
            for (index, test) in self.tests(node) {
                let kind = match test.attribute("verdict") {
                    Some("ok") => ProbeKind::ValidOutput,
                    Some("wrong-answer" | "presentation-error") => ProbeKind::InvalidOutput,
                    _ => continue,
                };
                let [input, output, answer] = ["input", "output", "answer"]
                    .map(|what| self.pattern(node, &format!("{what}-path-pattern"), index));
                let (input, output, answer) = (input?, output?, answer?);
                if input.is_file() && output.is_file() {
                    let name = format!("checker-tests/{index}");
                    let mut case = tests::file_case(self.folder, name, &input)?;
                    case.answer = answer.is_file().then_some(answer);
                    probes.push(Probe {
                        kind,
                        case,
                        output: Some(output),
                    });
                }
            }
        }
        Ok(probes)
    }

    /// The `<test>` elements of a testset, counted from 1.
    fn tests(&self, testset: Node<'a, 'a>) -> impl Iterator<Item = (u32, Node<'a, 'a>)> + use<'a> {
        let tests = children(testset, "tests").flat_map(|node| children(node, "test"));
        (1..).zip(tests)
    }

    /// The path that a pattern such as `tests/%02d` gives for a number.
    fn pattern(&self, node: Node<'a, 'a>, key: &str, index: u32) -> Result<PathBuf, PackageError> {
        let pattern = self.expect(node, key)?;
        let text = pattern.text().unwrap_or_default().trim();
        let split = text.split_once('%').and_then(|(before, rest)| {
            let (width, after) = rest.split_once('d')?;
            let zeros = width.is_empty() || width.starts_with('0');
            let width = if width.is_empty() {
                0
            } else {
                width.parse().ok()?
            };
            (zeros && width <= 20_usize && !after.contains('%')).then_some((before, width, after))
        });
        match split {
            Some((before, width, after)) => {
                Ok(self.folder.join(format!("{before}{index:0width$}{after}")))
            }
            None => Err(self.wrong(
                pattern,
                format!("expected a path with one number such as %02d, found `{text}`"),
            )),
        }
    }

    fn number<T: std::str::FromStr>(
        &self,
        node: Node<'a, 'a>,
        key: &str,
    ) -> Result<Option<T>, PackageError> {
        let Some(node) = child(node, key) else {
            return Ok(None);
        };
        let text = node.text().unwrap_or_default().trim();
        match text.parse() {
            Ok(number) => Ok(Some(number)),
            Err(_) => Err(self.wrong(node, format!("expected a number, found `{text}`"))),
        }
    }

    fn expect(&self, node: Node<'a, 'a>, name: &str) -> Result<Node<'a, 'a>, PackageError> {
        child(node, name)
            .ok_or_else(|| self.wrong(node, format!("expected an element <{name}> in it")))
    }

    /// An element for messages: its line and name.
    fn place(&self, node: Node<'a, 'a>) -> String {
        let line = self.document.text_pos_at(node.range().start).row;
        format!("line {line}: <{}>", node.tag_name().name())
    }

    fn wrong(&self, node: Node<'a, 'a>, message: impl ToString) -> PackageError {
        PackageError::value(self.path, self.place(node), message)
    }

    fn odd(&self, node: Node<'a, 'a>, message: impl std::fmt::Display) -> String {
        format!("{}: {}: {message}", self.path.display(), self.place(node))
    }
}
