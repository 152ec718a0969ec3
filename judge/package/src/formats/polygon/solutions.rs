//! Solutions and what their tags promise.

use std::path::Path;

use roxmltree::Node;

use super::{Reader, child, children};
use crate::error::PackageError;
use crate::expectation::Expectation;
use crate::formats::cases;
use crate::inside::named_file;
use crate::model::{Call, Companions, OwnLimits, Solution, Source};
use crate::verdict::Verdict;

impl<'a> Reader<'a> {
    /// The solutions that are to be run, and the main one.
    pub(super) fn solutions(
        &self,
        assets: Node<'a, 'a>,
        warnings: &mut Vec<String>,
    ) -> Result<(Vec<Solution>, Option<Call>), PackageError> {
        let (mut solutions, mut main) = (Vec::new(), None);
        let companions = self.companions()?;
        let nodes = children(assets, "solutions").flat_map(|node| children(node, "solution"));
        for node in nodes {
            let tag = node.attribute("tag").unwrap_or_default();
            let expect = match expectation(tag) {
                Some(Tag::Expects(expect)) => expect,
                Some(Tag::NotRun) => continue,
                None => {
                    let message = format!(
                        "expected a tag such as `accepted` or `wrong-answer`, found `{tag}`"
                    );
                    return Err(self.wrong(node, message));
                }
            };
            let mut call = self.source(node)?;
            call.build.companions = companions.clone();
            if tag == "main" {
                main = Some(call.clone());
            }
            if child(node, "extra-tags").is_some_and(|node| node.has_children()) {
                warnings.push(self.odd(node, "its extra tags for groups are not read"));
            }
            let name = match &call.source {
                Source::File(path) => path.strip_prefix(self.folder).unwrap_or(path),
                _ => Path::new(""),
            };
            let name = name.strip_prefix("solutions").unwrap_or(name);
            solutions.push(Solution {
                name: name.display().to_string(),
                call,
                expect: Some(expect),
                about: None,
                time_use: None,
                limits: OwnLimits::default(),
            });
        }
        if let Some(name) = cases::repeated(solutions.iter().map(|s| s.name.as_str())) {
            return Err(self.wrong(assets, format!("the solution `{name}` is listed twice")));
        }
        Ok((solutions, main))
    }

    /// Resources that are compiled with every solution, such as a grader.
    fn companions(&self) -> Result<Option<Box<Companions>>, PackageError> {
        let mut companions = Companions::default();
        let root = self.document.root_element();
        let resources = child(root, "files")
            .into_iter()
            .flat_map(|files| children(files, "resources"))
            .flat_map(|resources| children(resources, "file"));
        for file in resources {
            let for_solutions = children(file, "assets")
                .flat_map(|assets| children(assets, "asset"))
                .any(|asset| asset.attribute("name") == Some("solution"));
            let Some(name) = file.attribute("path").filter(|_| for_solutions) else {
                continue;
            };
            let path = named_file(self.path, &self.place(file), self.folder, name)?;
            let source = [".c", ".cc", ".cpp"]
                .iter()
                .any(|ending| name.ends_with(ending));
            match path.parent() {
                _ if source => companions.sources.push(path),
                Some(folder) if !companions.include_paths.iter().any(|known| known == folder) => {
                    companions.include_paths.push(folder.to_owned());
                }
                _ => {}
            }
        }
        if companions == Companions::default() {
            return Ok(None);
        }
        companions.root = self.folder.to_owned();
        Ok(Some(Box::new(companions)))
    }
}

enum Tag {
    Expects(Expectation),
    NotRun,
}

/// What a tag promises; `None` for one that nobody knows.
fn expectation(tag: &str) -> Option<Tag> {
    use Verdict::{AC, MLE, RTE, TLE, WA};
    let verdicts = match tag {
        "main" | "accepted" => vec![AC],
        // A presentation error counts as one.
        "wrong-answer" | "presentation-error" => vec![WA],
        "time-limit-exceeded" => vec![TLE],
        "time-limit-exceeded-or-accepted" => vec![TLE, AC],
        // A program that is refused more memory may crash before it is over the limit.
        "memory-limit-exceeded" => vec![MLE, RTE],
        "time-limit-exceeded-or-memory-limit-exceeded" => vec![TLE, MLE, RTE],
        "rejected" | "failed" => {
            return Some(Tag::Expects(Expectation {
                required: Some(vec![WA, TLE, RTE]),
                ..Expectation::default()
            }));
        }
        "do-not-run" => return Some(Tag::NotRun),
        _ => return None,
    };
    Some(Tag::Expects(Expectation::any_of(verdicts)))
}
