//! Checkers, interactors and generators.

use std::path::Path;

use super::super::yaml::Node;
use super::{Reader, Scope, kibibytes};
use crate::error::PackageError;
use crate::judging::{Checker, CheckerCall, Judging, Jury, JuryLimits, Protocol};
use crate::model::{BuildHints, Call, Companions, Source};

/// DMOJ's checkers that the judge has, with the arguments that say what is compared.
const CHECKERS: [(&str, &[&str]); 10] = [
    ("standard", &[]),
    ("identical", &[]),
    ("easy", &[]),
    ("floats", &["precision", "error_mode"]),
    ("floatsabs", &["precision"]),
    ("floatsrel", &["precision"]),
    ("sorted", &["split_on"]),
    ("unordered", &[]),
    ("rstripped", &["filter_new_line"]),
    ("linecount", &[]),
];

/// What stands for a path in a command line.
const FILES: [&str; 3] = ["{input_file}", "{output_file}", "{answer_file}"];

impl Reader<'_> {
    /// How outputs are judged in a scope.
    pub(super) fn judging(&self, scope: &Scope<'_>) -> Result<Judging, PackageError> {
        let interactor = match (scope.get("custom_judge"), scope.get("interactive")) {
            (Some(node), _) => Some(self.python_grader(node, self.points(scope)?)?),
            (None, Some(node)) => Some(self.talker(node)?),
            (None, None) => None,
        };
        if interactor.is_some() {
            return Ok(Judging {
                // The interactor judges alone.
                checkers: Vec::new(),
                interactor,
                passes: 1,
            });
        }
        let Some(node) = scope.get("checker") else {
            return Ok(builtin("standard", Vec::new()));
        };
        let (named, args) = match node.get("name") {
            Some(name) => (name, node.get("args")),
            None => (node, None),
        };
        let name = named.text()?;
        if name == "bridged" {
            let Some(args) = args else {
                let message = "a bridged checker without `args`; expected at least `files` in it";
                return Err(node.wrong(message));
            };
            return Ok(by_program(self.talker(args)?));
        }
        if name.contains('.') {
            let points = self.points(scope)?;
            return Ok(by_program(self.python_checker(named, args, points)?));
        }
        let Some((_, known)) = CHECKERS.iter().find(|(known, _)| **known == *name) else {
            let message = format!("`{name}` is no checker that is known here");
            return Err(named.wrong(message));
        };
        let mut words = Vec::new();
        for (key, value) in args.map(Node::entries).unwrap_or_default() {
            match (key.as_str(), known.contains(&key.as_str())) {
                (_, true) => words.push(format!("{key}={}", value.text()?)),
                // How much is told of a difference.
                ("feedback", false) => {}
                (_, false) => self.odd(value, "not supported, passed over"),
            }
        }
        Ok(builtin(name, words))
    }

    /// A checker or an interactor that is a program, by the same keys.
    fn talker(&self, settings: &Node) -> Result<Jury, PackageError> {
        let protocol = match settings.get("type") {
            None => Protocol::DmojDefault,
            Some(node) => node.choice(&[
                ("default", Protocol::DmojDefault),
                ("testlib", Protocol::DmojTestlib),
                ("coci", Protocol::DmojCoci),
                ("peg", Protocol::DmojPeg),
            ])?,
        };
        let words = settings
            .get("args_format_string")
            .map(words_of)
            .transpose()?;
        let mut limits = JuryLimits::default();
        if let Some(node) = settings.get("time_limit") {
            limits.time = node.seconds()?;
        }
        if let Some(node) = settings.get("memory_limit") {
            limits.memory = kibibytes(node)?;
        }
        let Some(files) = settings.get("files") else {
            return Err(settings.wrong("expected the key `files`, found none"));
        };
        Ok(Jury {
            call: self.program(files, settings, "lang")?,
            protocol,
            words,
            limits,
        })
    }

    /// The generator of a scope's cases.
    pub(super) fn generator(&self, node: &Node) -> Result<Call, PackageError> {
        match node.get("source") {
            Some(source) => {
                let mut call = self.program(source, node, "language")?;
                if let Some(args) = node.get("args") {
                    call.args = args.one_or_more()?;
                }
                Ok(call)
            }
            None => self.program(node, node, "language"),
        }
    }

    /// A program of one file or several: the first that is no header, compiled with the others.
    fn program(&self, files: &Node, settings: &Node, language: &str) -> Result<Call, PackageError> {
        let (mut sources, mut c_like) = (Vec::new(), false);
        for node in files.items() {
            let path = self.named(node)?;
            let extension = path.extension().unwrap_or_default().to_string_lossy();
            let header = ["h", "hh", "hpp"].contains(&&*extension);
            c_like |= ["c", "cc", "cpp", "cxx"].contains(&&*extension);
            if !header {
                sources.push(path);
            }
        }
        let mut sources = sources.into_iter();
        let Some(first) = sources.next() else {
            return Err(files.wrong("expected a source file, found none"));
        };
        let mut companions = Companions {
            sources: sources.collect(),
            ..Companions::default()
        };
        if let Some(flags) = settings.get("flags") {
            companions.flags = flags.one_or_more()?;
        }
        if !c_like && companions != Companions::default() {
            let message = "several sources and flags are supported for C and C++ only";
            return Err(files.wrong(message));
        }
        companions.root = self.folder.to_owned();
        let language = match settings.get(language) {
            Some(node) => python_2(node.text()?),
            None => python_2(&first.extension().unwrap_or_default().to_string_lossy()),
        };
        Ok(Call {
            build: Box::new(BuildHints {
                language,
                companions: c_like.then(|| Box::new(companions)),
                ..BuildHints::default()
            }),
            ..Call::of(Source::File(first))
        })
    }

    /// A fixture's source.
    pub(super) fn solution(&self, path: &Path, language: &str) -> Call {
        Call {
            build: Box::new(BuildHints {
                language: python_2(language),
                ..BuildHints::default()
            }),
            ..Call::of(Source::File(path.to_owned()))
        }
    }
}

/// The words of a command line, in which names in braces stand for paths.
fn words_of(node: &Node) -> Result<Vec<String>, PackageError> {
    let text = node.text()?;
    let words = shlex::split(text).ok_or_else(|| {
        node.wrong(format!(
            "expected words with their quotes closed, found `{text}`"
        ))
    })?;
    for word in &words {
        let rest = FILES
            .iter()
            .fold(word.clone(), |rest, name| rest.replace(name, ""));
        if rest.contains(['{', '}']) {
            let known = FILES.join(", ");
            return Err(node.wrong(format!("expected no braces but {known}, found `{word}`")));
        }
    }
    Ok(words)
}

/// The hint for a source that its extension would take for another language.
fn python_2(language: &str) -> Option<String> {
    let python_2 = ["PY2", "PYPY", "py2"].contains(&language);
    python_2.then(|| "python2".to_owned())
}

fn by_program(jury: Jury) -> Judging {
    Judging {
        checkers: vec![Checker::Program(jury)],
        interactor: None,
        passes: 1,
    }
}

fn builtin(name: &str, args: Vec<String>) -> Judging {
    Judging::by(CheckerCall {
        name: format!("dmoj:{name}"),
        args,
    })
}
