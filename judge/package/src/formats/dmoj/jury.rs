//! Checkers, interactors and generators.

use std::path::Path;

use super::super::yaml_value::Node;
use super::{Reader, Scope, place};
use crate::error::PackageError;
use crate::inside::named_file;
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
            (None, Some(node)) => Some(self.interactor(node)?),
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
            return Ok(named("standard", Vec::new()));
        };
        let (named_at, args) = match node.get("name") {
            Some(name) => (name, node.get("args")),
            None => (node, None),
        };
        let name = self.text(named_at, "checker")?;
        if name == "bridged" {
            let Some(args) = args else {
                let message = "a bridged checker without `args`; expected at least `files` in it";
                return Err(self.wrong(node, "checker", message));
            };
            return Ok(by_program(self.bridged(args, "checker.args")?));
        }
        if name.contains('.') {
            let points = self.points(scope)?;
            return Ok(by_program(self.python_checker(named_at, args, points)?));
        }
        let Some((_, known)) = CHECKERS.iter().find(|(known, _)| *known == name) else {
            let message = format!("`{name}` is no checker that is known here");
            return Err(self.wrong(node, "checker", message));
        };
        let mut words = Vec::new();
        for (key, value) in args.map(Node::entries).unwrap_or_default() {
            let place = format!("checker.args.{key}");
            match (key.as_str(), known.contains(&key.as_str())) {
                (_, true) => words.push(format!("{key}={}", self.text(value, &place)?)),
                // How much is told of a difference.
                ("feedback", false) => {}
                (_, false) => self.odd(value, &place, "not supported, passed over"),
            }
        }
        Ok(named(&name, words))
    }

    fn bridged(&self, args: &Node, key: &str) -> Result<Jury, PackageError> {
        let protocol = match self.kind(args, key)?.as_str() {
            "default" => Protocol::DmojDefault,
            "testlib" => Protocol::DmojTestlib,
            "coci" => Protocol::DmojCoci,
            "peg" => Protocol::DmojPeg,
            other => {
                let message = format!("expected default, testlib, coci or peg, found `{other}`");
                return Err(self.wrong(args, &format!("{key}.type"), message));
            }
        };
        self.jury(args, key, protocol)
    }

    fn interactor(&self, node: &Node) -> Result<Jury, PackageError> {
        let key = "interactive";
        let protocol = match self.kind(node, key)?.as_str() {
            "default" => Protocol::DmojDefault,
            "testlib" => Protocol::DmojTestlib,
            "coci" => Protocol::DmojCoci,
            "peg" => Protocol::DmojPeg,
            other => {
                let message = format!("expected default, testlib, coci or peg, found `{other}`");
                return Err(self.wrong(node, "interactive.type", message));
            }
        };
        self.jury(node, key, protocol)
    }

    fn kind(&self, args: &Node, key: &str) -> Result<String, PackageError> {
        match args.get("type") {
            Some(kind) => self.text(kind, &format!("{key}.type")),
            None => Ok("default".to_owned()),
        }
    }

    fn jury(&self, args: &Node, key: &str, protocol: Protocol) -> Result<Jury, PackageError> {
        let words = match args.get("args_format_string") {
            Some(node) => Some(self.words(node, &format!("{key}.args_format_string"))?),
            None => None,
        };
        let mut limits = JuryLimits::default();
        let [time, memory] =
            ["time_limit", "memory_limit"].map(|name| (args.get(name), format!("{key}.{name}")));
        if let (Some(node), key) = time {
            limits.time = self.seconds(node, &key)?;
        }
        if let (Some(node), key) = memory {
            limits.memory = self.kibibytes(node, &key)?;
        }
        let Some(files) = args.get("files") else {
            return Err(self.wrong(args, key, "expected the key `files`"));
        };
        Ok(Jury {
            call: self.program(files, &format!("{key}.files"), args, "lang")?,
            protocol,
            words,
            limits,
        })
    }

    /// The words of a command line, in which names in braces stand for paths.
    fn words(&self, node: &Node, key: &str) -> Result<Vec<String>, PackageError> {
        let text = self.text(node, key)?;
        let words = shlex::split(&text).ok_or_else(|| {
            let message = format!("expected words with their quotes closed, found `{text}`");
            self.wrong(node, key, message)
        })?;
        for word in &words {
            let rest = FILES
                .iter()
                .fold(word.clone(), |rest, name| rest.replace(name, ""));
            if rest.contains(['{', '}']) {
                let message = format!(
                    "expected no braces but {}, found `{word}`",
                    FILES.join(", ")
                );
                return Err(self.wrong(node, key, message));
            }
        }
        Ok(words)
    }

    /// The generator of a scope's cases.
    pub(super) fn generator(&self, node: &Node) -> Result<Call, PackageError> {
        match node.get("source") {
            Some(source) => {
                let mut call = self.program(source, "generator.source", node, "language")?;
                if let Some(args) = node.get("args") {
                    call.args = self.texts(args, "generator.args")?;
                }
                Ok(call)
            }
            None => self.program(node, "generator", node, "language"),
        }
    }

    /// A program of one file or several: the first that is no header, compiled with the others.
    fn program(
        &self,
        files: &Node,
        key: &str,
        settings: &Node,
        language: &str,
    ) -> Result<Call, PackageError> {
        let (mut sources, mut c_like) = (Vec::new(), false);
        for name in self.texts(files, key)? {
            let path = named_file(self.path, &place(files, key), self.folder, &name)?;
            let extension = path.extension().unwrap_or_default().to_string_lossy();
            let header = ["h", "hh", "hpp"].contains(&&*extension);
            c_like |= ["c", "cc", "cpp", "cxx"].contains(&&*extension);
            if !header {
                sources.push(path);
            }
        }
        let mut sources = sources.into_iter();
        let Some(first) = sources.next() else {
            return Err(self.wrong(files, key, "expected a source file, found none"));
        };
        let mut companions = Companions {
            sources: sources.collect(),
            ..Companions::default()
        };
        if let Some(flags) = settings.get("flags") {
            companions.flags = self.texts(flags, "flags")?;
        }
        if !c_like && companions != Companions::default() {
            let message = "several sources and flags are supported for C and C++ only";
            return Err(self.wrong(files, key, message));
        }
        companions.root = self.folder.to_owned();
        let language = match settings.get(language) {
            Some(node) => python_2(&self.text(node, language)?),
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

fn named(name: &str, args: Vec<String>) -> Judging {
    Judging::by(CheckerCall {
        name: format!("dmoj:{name}"),
        args,
    })
}
