//! From the files of a program to the program, in the sandbox, once for each content, command and
//! compiler.

use std::ffi::{OsStr, OsString};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use package::{Call, Source};
use sandbox::Program;

use super::entry::{self, Entry, PROGRAM};
use super::headers::{self, Places};
use super::language::Language;
use super::origin::Origins;
use super::table::LanguageError;
use super::tool::Tool;
use super::tree::Tree;
use super::workshop::{self, run_compiler};
use super::{Builder, Command, Has, Unbuilt, script, sources};

/// Whoever writes other programs into the cache than the judges before changes this.
const RECIPE: &str = "program 3";

/// Builds the source of `call`, or finds it built; `judged` if it is a solution, whose size the
/// package may limit.
pub(crate) fn compile(
    builder: &Builder<'_>,
    call: &Call,
    judged: bool,
) -> Result<Command, Unbuilt> {
    let hints = &call.build;
    let (path, mut tree) = sources::read(builder, call, judged)?;
    if judged {
        sources::check_size(builder, &tree)?;
    }
    if let Source::Folder(_) = call.source
        && script::is_in(&tree)
    {
        tree.substitute(&hints.constants);
        return script::build(builder, path, &tree);
    }
    let language = sources::language(builder, path, &tree, hints)?;
    let is_folder = matches!(call.source, Source::Folder(_));
    let many = sources::include(builder, &mut tree, language, hints)? || is_folder;
    tree.substitute(&hints.constants);
    // The paths of the tree begin at the user's folder, or above it where a header lies there.
    let folder = match is_folder {
        true => path,
        // Of a name alone the parent is empty.
        false => path
            .parent()
            .filter(|parent| parent.iter().next().is_some())
            .unwrap_or(Path::new(".")),
    };
    let mut top = folder.to_owned();
    if language.headers {
        let places = Places {
            folder,
            package: builder.rules.root,
            companions: hints.companions.as_deref(),
            judged,
        };
        for _ in headers::add(&mut tree, &places).iter() {
            top.pop();
        }
    }
    let (language, tool) = builder
        .languages
        .choose(language, builder.rules.icpc, builder.sandbox, builder.cache)
        .map_err(|error| match error {
            LanguageError::Unasked { .. } => Unbuilt::Broken(error.to_string()),
            error => Unbuilt::Missing(error.to_string()),
        })?;
    let hint = hints.entry_point.as_deref();
    let entry = entry::find(&mut tree, language, hint).map_err(Unbuilt::Failed)?;
    let origins = Origins::new(builder.cache, &tree, |copy| {
        let file = tree.files.get(copy)?;
        let own = top.join(copy);
        match is_folder || file.included {
            // What came from elsewhere, or was given another name, is known by that.
            true => own.is_file().then_some(own),
            false => Some(path.to_owned()),
        }
    });
    let job = Job {
        builder,
        origins,
        language,
        tool: &tool,
        program: program_name(&tree),
        entry,
        many,
        flags: match &hints.companions {
            Some(companions) if language.headers => &companions.flags,
            _ => &[],
        },
        tree,
    };
    job.run()
}

/// A name that none of the files has.
fn program_name(tree: &Tree) -> String {
    let mut name = PROGRAM.to_owned();
    while tree.files.keys().any(|path| path.starts_with(&name)) {
        name.push('_');
    }
    name
}

struct Job<'a> {
    builder: &'a Builder<'a>,
    language: &'a Language,
    tool: &'a Tool,
    program: String,
    entry: Entry,
    /// Whether the program is to find its other files where it runs.
    many: bool,
    /// More words for the compiler.
    flags: &'a [String],
    tree: Tree,
    origins: Origins,
}

impl Job<'_> {
    fn run(&self) -> Result<Command, Unbuilt> {
        let make = |folder: &Path| {
            if !self.language.compile.is_empty() {
                let mut argv = self.fill(&self.language.compile, folder);
                argv.extend(self.flags.iter().map(OsString::from));
                let program = Program {
                    argv,
                    starts: vec![self.tool.path.clone()],
                    ..Program::default()
                };
                run_compiler(self.builder, program, folder, &self.origins)
                    .map_err(|failed| self.explain(failed))?;
                self.check_program(folder)?;
            }
            match &self.entry.fault {
                Some(fault) => Err(Unbuilt::Failed(fault.clone())),
                None => Ok(()),
            }
        };
        let key = self.key();
        let place = workshop::made(self.builder, &key, &self.tree, make)?;
        Ok(self.command(&place, key))
    }

    /// A compiler may be content with a source and make nothing of it that can be started, as that of
    /// Go with any package but `main`.
    fn check_program(&self, folder: &Path) -> Result<(), Unbuilt> {
        let is_started = self
            .language
            .run
            .first()
            .is_some_and(|word| word == "{program}");
        let made = folder.join(&self.program).metadata();
        let starts =
            made.is_ok_and(|made| made.is_file() && made.permissions().mode() & 0o111 != 0);
        match is_started && !starts {
            true => Err(Unbuilt::Failed(
                "the compiler made no program of it that can be started".to_owned(),
            )),
            false => Ok(()),
        }
    }

    fn key(&self) -> blake3::Hash {
        let mut hasher = blake3::Hasher::new();
        let words = format!(
            "{RECIPE} {:?} {:?} {:?} {} {:?}",
            self.language, self.tool.identity, self.entry, self.program, self.flags
        );
        // Lengths keep the parts apart.
        hasher.update(&words.len().to_le_bytes());
        hasher.update(words.as_bytes());
        self.tree.hash(&mut hasher);
        hasher.finalize()
    }

    /// The words with their placeholders replaced, which may be parts of a word.
    fn fill(&self, words: &[String], folder: &Path) -> Vec<OsString> {
        let source = folder.join(&self.entry.source);
        let program = folder.join(&self.program);
        let places: [(&str, &OsStr); 5] = [
            ("{tool}", self.tool.path.as_os_str()),
            ("{source}", source.as_os_str()),
            ("{program}", program.as_os_str()),
            ("{folder}", folder.as_os_str()),
            ("{main}", OsStr::new(&self.entry.main)),
        ];
        let filled = |word: &str| {
            let mut filled = OsString::new();
            let mut rest = word;
            while let Some((at, name, value)) = places
                .iter()
                .filter_map(|(name, value)| Some((rest.find(name)?, name, value)))
                .min()
            {
                filled.push(&rest[..at]);
                filled.push(value);
                rest = &rest[at + name.len()..];
            }
            filled.push(rest);
            filled
        };
        let sources = || {
            let sources = self.entry.sources.iter();
            sources.map(|path| folder.join(path).into_os_string())
        };
        words
            .iter()
            .flat_map(|word| match word.as_str() {
                "{sources}" => sources().collect(),
                word => vec![filled(word)],
            })
            .collect()
    }

    fn command(&self, folder: &Path, key: blake3::Hash) -> Command {
        let Builder {
            sandbox,
            languages,
            cache,
            ..
        } = self.builder;
        Command {
            argv: self.fill(&self.language.run, folder),
            cwd: self.many.then(|| folder.to_owned()),
            language: Some(self.language.name.clone()),
            label: Some(languages.label(self.language, self.tool, sandbox, cache)),
            visible: vec![folder.to_owned()],
            starts: vec![self.tool.path.clone()],
            out_of_memory: self.language.out_of_memory.clone(),
            alone: self.language.run == ["{program}"],
            origins: self.origins.clone(),
            has: Has::All(Box::new(key)),
            ..Command::default()
        }
    }

    /// A compiler's message with what there is to do about it.
    fn explain(&self, failure: Unbuilt) -> Unbuilt {
        match failure {
            Unbuilt::Failed(log) if self.language.headers && lacks(&log, "testlib.h") => {
                Unbuilt::Failed(format!(
                    "testlib.h is not in the package; put it beside {}, or into include/{} of the package\n{log}",
                    self.entry.source.display(),
                    self.language.base()
                ))
            }
            failure => failure,
        }
    }
}

/// Whether the compiler did not find that header.
fn lacks(log: &str, header: &str) -> bool {
    log.lines().any(|line| {
        let after = line.split_once("fatal error: ").map(|(_, after)| after);
        after.is_some_and(|after| after.trim_start_matches('\'').starts_with(header))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_missing_header_is_taken_for_missing() {
        for (log, expected) in [
            (
                "a.cpp:1:10: fatal error: testlib.h: No such file or directory",
                true,
            ),
            ("a.cpp:1:10: fatal error: 'testlib.h' file not found", true),
            ("testlib.h:99: error: x", false),
            (
                "a.cpp:1:10: fatal error: other.h: No such file\ntestlib.h",
                false,
            ),
        ] {
            assert_eq!(lacks(log, "testlib.h"), expected, "{log}");
        }
    }
}
