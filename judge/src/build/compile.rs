//! A source file to a program, in the sandbox, once for each content, command and compiler.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::Path;
use std::time::Duration;

use package::Companions;
use sandbox::{Exit, Files, Folder, Limits, Program, Reason, Sandbox, Stdin};

use super::cache::{Cache, CacheError};
use super::companions::Found;
use super::java::{self, Names};
use super::language::{Language, LanguageError, Languages, Tool};
use super::{Built, Command};
use crate::text;

/// A source larger than this is refused: no judge takes it, and it may be a mistaken binary.
const LARGEST_SOURCE: u64 = 16 << 20;
/// Bytes of a compiler's messages that are kept.
const LOG: u64 = 64 << 10;

/// Compiles `path`, or finds it compiled.
pub(crate) fn compile(
    sandbox: &Sandbox,
    languages: &Languages,
    cache: &Cache,
    path: &Path,
    companions: Option<&Companions>,
) -> Built {
    let language = match languages.of(path) {
        Ok(language) => language,
        Err(error) => return Built::Missing(error.to_string()),
    };
    let source = match read(path) {
        Ok(source) => source,
        Err(message) => return Built::Broken(message),
    };
    let tool = match languages.tool(language, sandbox) {
        Ok(tool) => tool,
        Err(error @ LanguageError::Unasked { .. }) => return Built::Broken(error.to_string()),
        Err(error) => return Built::Missing(error.to_string()),
    };
    let c_like = ["c", "c++"].contains(&language.name.as_str());
    let companions = companions.filter(|_| c_like);
    let companions = match companions.map(|companions| Found::of(path, companions)) {
        None => None,
        Some(Ok(found)) => Some(found),
        Some(Err(error)) => {
            let message = format!(
                "{}: what it includes cannot be read: {error}",
                path.display()
            );
            return Built::Broken(message);
        }
    };
    let job = Job {
        language,
        companions,
        tool: &tool,
        names: names(language, path, &source),
        extension: path.extension().unwrap_or_default().to_owned(),
    };
    let place = cache.program(&job.key(&source));
    if place.is_dir() {
        return Built::Ready(job.command(&place));
    }
    match job.make(sandbox, cache, &source, &place) {
        Ok(built) => built,
        Err(error) => Built::Broken(error.to_string()),
    }
}

fn read(path: &Path) -> Result<Vec<u8>, String> {
    let refuse = |message: &str| Err(format!("{}: {message}", path.display()));
    match fs::metadata(path) {
        Err(error) => refuse(&format!("cannot read: {error}")),
        Ok(metadata) if !metadata.is_file() => refuse("expected a source file"),
        Ok(metadata) if metadata.len() > LARGEST_SOURCE => {
            refuse("expected a source file of at most 16 MiB")
        }
        Ok(_) => fs::read(path).or_else(|error| refuse(&format!("cannot read: {error}"))),
    }
}

struct Job<'a> {
    language: &'a Language,
    companions: Option<Found<'a>>,
    tool: &'a Tool,
    names: Names,
    extension: OsString,
}

impl Job<'_> {
    fn key(&self, source: &[u8]) -> blake3::Hash {
        let mut hasher = blake3::Hasher::new();
        let words = format!(
            "{:?} {:?}",
            self.language,
            (&self.tool.version, &self.names)
        );
        // Lengths keep the parts apart.
        hasher.update(&words.len().to_le_bytes());
        hasher.update(words.as_bytes());
        if let Some(companions) = &self.companions {
            companions.hash(&mut hasher);
        }
        hasher.update(source);
        hasher.finalize()
    }

    /// The words with their placeholders replaced, which may be parts of a word.
    fn fill(&self, words: &[String], folder: &Path) -> Vec<OsString> {
        let source = folder
            .join(&self.names.file)
            .with_extension(&self.extension);
        let program = folder.join("program");
        let places: [(&str, &OsStr); 5] = [
            ("{tool}", self.tool.path.as_os_str()),
            ("{source}", source.as_os_str()),
            ("{program}", program.as_os_str()),
            ("{folder}", folder.as_os_str()),
            ("{main}", OsStr::new(&self.names.class)),
        ];
        let filled = |word: &String| {
            let mut filled = OsString::new();
            let mut rest = word.as_str();
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
        words.iter().map(filled).collect()
    }

    fn command(&self, folder: &Path) -> Command {
        Command {
            argv: self.fill(&self.language.run, folder),
            language: Some(self.language.name.clone()),
            visible: vec![folder.to_owned()],
            alone: self.language.run == ["{program}"],
            ..Command::default()
        }
    }

    fn make(
        &self,
        sandbox: &Sandbox,
        cache: &Cache,
        source: &[u8],
        place: &Path,
    ) -> Result<Built, CacheError> {
        let work = cache.fresh()?;
        let folder = work.path().join("built");
        cache.tried(fs::create_dir(&folder))?;
        let file = folder
            .join(&self.names.file)
            .with_extension(&self.extension);
        cache.tried(fs::write(&file, source))?;
        if let Some(companions) = &self.companions {
            cache.tried(companions.write(&folder))?;
        }
        if !self.language.compile.is_empty()
            && let Err(built) = self.run_compiler(sandbox, &folder)
        {
            return Ok(built);
        }
        cache.keep(&folder, place)?;
        Ok(Built::Ready(self.command(place)))
    }

    fn run_compiler(&self, sandbox: &Sandbox, folder: &Path) -> Result<(), Built> {
        let mut program = Program {
            argv: self.fill(&self.language.compile, folder),
            cwd: Folder::Writable(folder.to_owned()),
            ..Program::default()
        };
        if let Some(companions) = &self.companions {
            program.argv.extend(companions.words());
            program.env.push(companions.environment(folder));
            program.visible = companions.visible();
        }
        let limits = Limits {
            cpu: Some(Duration::from_secs(60)),
            wall: Some(Duration::from_secs(120)),
            memory: Some(2 << 30),
            output: LOG,
            stderr: LOG,
            file_size: Some(256 << 20),
            ..Limits::default()
        };
        let mut output = Vec::new();
        let files = Files {
            stdin: Stdin::Null,
            stdout: &mut output,
        };
        let execution = sandbox
            .run(&program, &limits, files)
            .map_err(|error| Built::Broken(error.to_string()))?;
        output.extend_from_slice(&execution.stderr);
        // The folder's name is an accident of this build.
        let place = format!("{}/", folder.display());
        let log = text::escaped_lines(&output).replace(&place, "");
        match (execution.reason, execution.exit) {
            (None, Exit::Code(0)) => Ok(()),
            (None, Exit::Code(_)) => Err(Built::Failed(log)),
            (None, exit) => Err(Built::Failed(format!(
                "the compiler ended by {exit}\n{log}"
            ))),
            (Some(reason), _) => {
                let limit = match reason {
                    Reason::Cpu => "60 s of CPU time",
                    Reason::Wall => "120 s",
                    Reason::Memory => "2 GiB of memory",
                    Reason::Output => "64 KiB of messages",
                    _ => return Err(Built::Broken("compilation was cancelled".to_owned())),
                };
                Err(Built::Failed(format!(
                    "the compiler used more than {limit}\n{log}"
                )))
            }
        }
    }
}

/// The source's name without extension as the compiler should see it, and the name by which its
/// program is started.
fn names(language: &Language, path: &Path, source: &[u8]) -> Names {
    if language.name == "java"
        && let Some(names) = java::names(&String::from_utf8_lossy(source))
    {
        return names;
    }
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    // The name must not be taken for an option or a path.
    let plain = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let name = match stem.chars().all(plain) && !stem.is_empty() && stem != "program" {
        true => stem.into_owned(),
        false => "solution".to_owned(),
    };
    Names {
        file: name.clone(),
        class: name,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn placeholders_are_replaced_also_inside_a_word() {
        let languages = Languages::new(Vec::new()).unwrap();
        let job = Job {
            language: languages.of(Path::new("a.c")).unwrap(),
            companions: None,
            tool: &Tool {
                path: "/bin/cc".into(),
                version: String::new(),
            },
            names: Names {
                file: "a".to_owned(),
                class: "a".to_owned(),
            },
            extension: "c".into(),
        };
        let words = ["{tool}", "-o:{program}", "{folder}:{main}.{x}", "{source}"];
        assert_eq!(
            job.fill(&words.map(str::to_owned), Path::new("/b")),
            ["/bin/cc", "-o:/b/program", "/b:a.{x}", "/b/a.c"]
        );
    }
}
