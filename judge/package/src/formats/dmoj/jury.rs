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

impl Reader<'_> {
    /// How outputs are judged in a scope.
    pub(super) fn judging(&self, scope: &Scope<'_>) -> Result<Judging, PackageError> {
        if let Some(node) = scope.get("interactive") {
            return Ok(Judging {
                // The interactor judges alone.
                checkers: Vec::new(),
                interactor: Some(self.interactor(node)?),
                passes: 1,
            });
        }
        let Some(node) = scope.get("checker") else {
            return Ok(named("standard", Vec::new()));
        };
        let (name, args) = match node.get("name") {
            Some(name) => (self.text(name, "checker.name")?, node.get("args")),
            None => (self.text(node, "checker")?, None),
        };
        if name == "bridged" {
            let Some(args) = args else {
                let message = "a bridged checker without `args`; expected at least `files` in it";
                return Err(self.wrong(node, "checker", message));
            };
            return Ok(Judging {
                checkers: vec![Checker::Program(self.bridged(args, "checker.args")?)],
                interactor: None,
                passes: 1,
            });
        }
        let Some((_, known)) = CHECKERS.iter().find(|(known, _)| *known == name) else {
            let message = match name.contains('.') {
                true => format!(
                    "`{name}` is a checker in Python that runs inside DMOJ's judge; it is not supported"
                ),
                false => format!("`{name}` is no checker that is known here"),
            };
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
        if let Some(node) = args.get("args_format_string") {
            let key = format!("{key}.args_format_string");
            return Err(self.wrong(node, &key, "a command line of its own is not supported"));
        }
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
            limits,
        })
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

fn named(name: &str, args: Vec<String>) -> Judging {
    Judging::by(CheckerCall {
        name: format!("dmoj:{name}"),
        args,
    })
}
