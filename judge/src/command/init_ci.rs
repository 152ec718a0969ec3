//! `judge init-ci`: the file that makes a CI server judge a repository.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::Args;

use crate::cli::complain;
use crate::exit::Exit;
use crate::folders;

pub(crate) const EXAMPLES: &str = "\
Examples:
  judge init-ci                   .github/workflows/judge.yml
  judge init-ci --shards 4        on four machines, put together by judge merge
  judge init-ci --gitlab          .gitlab-ci.yml
  judge init-ci --install 'cargo install --locked --git URL judge'

The last form is the one for a repository without the judge itself, with the address of one that has it.
Overwrites nothing. Exit codes: 0 written, 2 the file exists or cannot be written, 64 no --install.";

/// What to write.
#[derive(Debug, Args)]
pub(crate) struct InitCiArgs {
    /// For GitLab instead of GitHub
    #[arg(long)]
    gitlab: bool,

    /// On so many machines
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(2..=200))]
    shards: Option<u16>,

    /// The command that installs judge on a fresh machine; needed where judge is not in this
    /// repository
    #[arg(long, value_name = "COMMAND", value_parser = command)]
    install: Option<String>,
}

fn command(text: &str) -> Result<String, String> {
    match text.trim().is_empty() {
        true => Err("expected a command, found nothing".to_owned()),
        false => Ok(text.to_owned()),
    }
}

/// Why nothing was written.
#[derive(Debug, thiserror::Error)]
enum InitCiError {
    #[error(
        "judge is not in this repository, and no registry has it under this name: say how a fresh \
         machine gets it, as in --install 'cargo install --locked --git URL judge'; nothing was written"
    )]
    NoInstall,
    #[error("{} exists already; choose another name, or remove it; nothing was written", .0.display())]
    Exists(PathBuf),
    #[error("{}: {source}; nothing was written", path.display())]
    Write { path: PathBuf, source: io::Error },
}

pub(crate) fn init_ci(args: &InitCiArgs) -> Exit {
    match write(args) {
        Ok(()) => Exit::Success,
        Err(error) => {
            complain(&error);
            match error {
                InitCiError::NoInstall => Exit::Usage,
                _ => Exit::Unjudged,
            }
        }
    }
}

fn write(args: &InitCiArgs) -> Result<(), InitCiError> {
    let path = Path::new(match args.gitlab {
        true => ".gitlab-ci.yml",
        false => ".github/workflows/judge.yml",
    });
    let install = match &args.install {
        Some(install) => install.clone(),
        None if is_here() => "cargo install --locked --path judge".to_owned(),
        None => return Err(InitCiError::NoInstall),
    };
    write_new(path, &workflow(args.gitlab, args.shards, &install))?;
    complain(&format_args!(
        "{} is written; it installs judge by `{install}`",
        path.display()
    ));
    Ok(())
}

/// Whether the current folder is a workspace with the judge in it.
fn is_here() -> bool {
    let manifest = fs::read_to_string("judge/Cargo.toml").unwrap_or_default();
    manifest
        .lines()
        .any(|line| line.trim() == "name = \"judge\"")
}

/// The text of the file.
fn workflow(gitlab: bool, shards: Option<u16>, install: &str) -> String {
    let template = match (gitlab, shards) {
        (false, None) => include_str!("../../templates/ci/github.yml"),
        (false, Some(_)) => include_str!("../../templates/ci/github-shards.yml"),
        (true, None) => include_str!("../../templates/ci/gitlab.yml"),
        (true, Some(_)) => include_str!("../../templates/ci/gitlab-shards.yml"),
    };
    let count = shards.unwrap_or(1);
    let indices: Vec<String> = (1..=count).map(|index| index.to_string()).collect();
    // Within double quotes, as JSON and YAML both have them.
    let install = install
        .replace('\\', "\\\\")
        .replace('"', "\\\"")
        .replace('\n', "\\n");
    template
        .replace("{{count}}", &count.to_string())
        .replace("{{indices}}", &indices.join(", "))
        .replace("{{install}}", &install)
}

fn write_new(path: &Path, text: &str) -> Result<(), InitCiError> {
    let failed = |source: io::Error| {
        let path = path.to_owned();
        match source.kind() {
            io::ErrorKind::AlreadyExists => InitCiError::Exists(path),
            _ => InitCiError::Write { path, source },
        }
    };
    if let Some(folder) = path.parent() {
        folders::make(folder).map_err(failed)?;
    }
    let mut file = File::create_new(path).map_err(failed)?;
    file.write_all(text.as_bytes()).map_err(|source| {
        // Half a workflow would keep the whole one from being written.
        let _ = fs::remove_file(path);
        failed(source)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;

    #[test]
    fn each_workflow_is_yaml_that_installs_and_judges() {
        let install = "cargo install --git \"https://host/x: #y\" 'judge'";
        for gitlab in [false, true] {
            for shards in [None, Some(3)] {
                let text = workflow(gitlab, shards, install);
                assert!(
                    !text.contains("{{count") && !text.contains("{{in"),
                    "{text}"
                );
                let document: Value = serde_saphyr::from_str(&text).unwrap();
                let jobs = match gitlab {
                    true => document.clone(),
                    false => document["jobs"].clone(),
                };
                let names: Vec<&str> = jobs
                    .as_object()
                    .unwrap()
                    .keys()
                    .map(String::as_str)
                    .collect();
                let expected: &[&str] = match (shards, gitlab) {
                    (None, _) => &["judge"],
                    (Some(_), false) => &["merge", "shard"],
                    (Some(_), true) => &["merge", "shard", "stages"],
                };
                assert_eq!(names, expected);
                for job in names.iter().filter(|name| **name != "stages") {
                    let commands = commands(&jobs[job]);
                    assert!(
                        commands.iter().any(|command| command == install),
                        "{commands:?}"
                    );
                    let verb = if *job == "merge" {
                        "judge merge "
                    } else {
                        "judge run "
                    };
                    let judged = commands.iter().find(|command| command.starts_with(verb));
                    assert!(judged.is_some_and(|command| command.contains("--no-skip")));
                }
                // What was built is kept for the next time, where the judge looks for it.
                let judging = &jobs[if shards.is_some() { "shard" } else { "judge" }];
                match gitlab {
                    true => {
                        assert_eq!(
                            judging["variables"]["JUDGE_CACHE"],
                            "$CI_PROJECT_DIR/.judge-cache"
                        );
                        assert_eq!(judging["cache"]["paths"][0], ".judge-cache/");
                    }
                    false => assert!(text.contains("path: ~/.cache/judge\n"), "{text}"),
                }
                match (shards, gitlab) {
                    (Some(_), false) => {
                        let matrix = &jobs["shard"]["strategy"]["matrix"]["shard"];
                        assert_eq!(*matrix, serde_json::json!([1, 2, 3]));
                    }
                    (Some(_), true) => assert_eq!(jobs["shard"]["parallel"], 3),
                    (None, _) => {}
                }
            }
        }
    }

    #[test]
    fn the_recipes_in_the_documents_are_yaml_too() {
        let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs");
        let mut count = 0;
        for file in ["machines.md", "regressions.md"] {
            let text = fs::read_to_string(docs.join(file)).unwrap();
            for block in text.split("```yaml\n").skip(1) {
                let block = block.split("```").next().unwrap();
                let document: Value = serde_saphyr::from_str(block).unwrap();
                assert!(document.is_object(), "{block}");
                count += 1;
            }
        }
        assert_eq!(count, 4);
    }

    fn commands(job: &Value) -> Vec<String> {
        let steps = job["steps"]
            .as_array()
            .or(job["script"].as_array())
            .unwrap();
        let command = |step: &Value| step["run"].as_str().or(step.as_str()).map(str::to_owned);
        steps.iter().filter_map(command).collect()
    }
}
