//! Layouts in which the name of an input tells the names that its answer may have.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use crate::error::PackageError;
use crate::formats::cases::visible;
use crate::inside::inside;
use crate::model::{Case, Input};

/// A layout. It applies where at least one input has an answer.
pub(super) struct Layout {
    /// The format's name for people.
    pub(super) name: &'static str,
    /// The folder of the inputs, and that of the answers; empty for the package's own.
    pub(super) inputs: &'static str,
    answers: &'static str,
    /// What a file of this name among the inputs is, if it is one.
    input: fn(&str) -> Option<Names>,
    /// Whether a file of this name among the answers is one, and an error without an input.
    answer: fn(&str) -> bool,
}

/// What the name of an input says.
struct Names {
    case: String,
    /// What its answer may be named.
    answers: Vec<String>,
}

pub(super) static LAYOUTS: &[Layout] = &[
    two_folders("flat in/ out/", "in", "out"),
    two_folders("flat input/ output/", "input", "output"),
    two_folders("flat inputs/ outputs/", "inputs", "outputs"),
    // As in the tests of a Polygon package.
    one_folder(
        "flat N N.a",
        |name| is_number(name).then(|| Names::new(name, [format!("{name}.a")])),
        |name| name.strip_suffix(".a").is_some_and(is_number),
    ),
    // USACO's old one.
    one_folder(
        "flat I.N O.N",
        |name| {
            let number = name.strip_prefix("I.").filter(|number| is_number(number))?;
            Some(Names::new(number, [format!("O.{number}")]))
        },
        |name| name.strip_prefix("O.").is_some_and(is_number),
    ),
    // `input1.txt` with `output1.txt`, and `in1.txt`.
    one_folder(
        "flat inputN.txt outputN.txt",
        |name| {
            let stem = name.strip_suffix(".txt")?;
            let (case, word) = numbered(stem, ["input", "in"])?;
            let output = if word == "in" { "out" } else { "output" };
            let stem = stem.replacen(word, output, 1);
            Some(Names::new(case, [format!("{stem}.txt")]))
        },
        |name| {
            let stem = name.strip_suffix(".txt");
            stem.is_some_and(|stem| numbered(stem, ["output", "out"]).is_some())
        },
    ),
    // `1.in.txt` with `1.out.txt`.
    one_folder(
        "flat X.in.txt X.out.txt",
        |name| {
            let stem = name.strip_suffix(".in.txt")?;
            let answers = ["out", "ans"].map(|kind| format!("{stem}.{kind}.txt"));
            Some(Names::new(stem, answers))
        },
        |name| name.ends_with(".out.txt") || name.ends_with(".ans.txt"),
    ),
    // `plan.in1` with `plan.ou1` or `plan.out1`.
    one_folder(
        "flat X.inN X.outN",
        |name| {
            let (stem, number) = name.rsplit_once(".in").filter(|(_, end)| is_number(end))?;
            let answers = ["ou", "out"].map(|kind| format!("{stem}.{kind}{number}"));
            Some(Names::new(&format!("{stem}.{number}"), answers))
        },
        |name| {
            let end = |kind| {
                name.rsplit_once(kind)
                    .is_some_and(|(_, end)| is_number(end))
            };
            end(".ou") || end(".out")
        },
    ),
    // COCI's `plan.in.1` with `plan.out.1`, and IOI's `plan.expect.1`.
    one_folder(
        "flat X.in.N X.out.N",
        |name| {
            let (stem, number) = name.rsplit_once(".in.").filter(|(_, end)| is_place(end))?;
            let answers = OF_PLACE.map(|kind| format!("{stem}{kind}{number}"));
            Some(Names::new(&format!("{stem}.{number}"), answers))
        },
        |name| {
            let ends = OF_PLACE.iter().filter_map(|kind| name.rsplit_once(kind));
            ends.into_iter().any(|(_, end)| is_place(end))
        },
    ),
    // The same as `X.in` on systems that write extensions in capitals.
    one_folder(
        "flat X.IN X.OUT",
        |name| {
            let stem = name.strip_suffix(".IN")?;
            Some(Names::new(
                stem,
                OUTPUTS.map(|kind| format!("{stem}.{kind}")),
            ))
        },
        |name| name.ends_with(".OUT") || name.ends_with(".ANS"),
    ),
    // `1.inp` and `1.dat`, in small letters or capitals.
    one_folder(
        "flat X.inp X.out",
        |name| {
            let (stem, extension) = name.rsplit_once('.')?;
            let answers = OUTPUTS.map(|kind| format!("{stem}.{kind}"));
            let known = ["inp", "INP", "dat", "DAT"].contains(&extension);
            known.then(|| Names::new(stem, answers))
        },
        |_| false,
    ),
    // ICPC Japan's `A1` with `A1.ans`.
    one_folder(
        "flat AN AN.ans",
        |name| {
            let number = name.strip_prefix(|first: char| first.is_ascii_uppercase());
            let known = number.is_some_and(is_number);
            known.then(|| {
                Names::new(
                    name,
                    ["ans", "out", "diff"].map(|kind| format!("{name}.{kind}")),
                )
            })
        },
        |_| false,
    ),
];

/// Extensions of answers.
const OUTPUTS: [&str; 4] = ["out", "ans", "OUT", "ANS"];

/// What stands before the number of an answer.
const OF_PLACE: [&str; 3] = [".out.", ".ans.", ".expect."];

const fn one_folder(
    name: &'static str,
    input: fn(&str) -> Option<Names>,
    answer: fn(&str) -> bool,
) -> Layout {
    Layout {
        name,
        inputs: "",
        answers: "",
        input,
        answer,
    }
}

/// One name in both folders, with one of a few extensions or none, or with `output` for `input`.
const fn two_folders(name: &'static str, inputs: &'static str, answers: &'static str) -> Layout {
    Layout {
        name,
        inputs,
        answers,
        input: |name| {
            let stem = without_extension(name, &["in", "txt"])?;
            let answers = [
                stem.to_owned(),
                stem.replacen("in", "out", 1),
                stem.replacen("input", "output", 1),
            ];
            let endings = ["", ".out", ".ans", ".txt", ".a", ".OUT", ".ANS"];
            let answers = answers
                .iter()
                .flat_map(|stem| endings.map(|ending| format!("{stem}{ending}")));
            let case = numbered(stem, ["input", "in"]).map_or(stem, |(case, _)| case);
            Some(Names::new(case, answers))
        },
        answer: |name| without_extension(name, &["out", "ans", "txt", "a"]).is_some(),
    }
}

/// A name without one of the extensions, or one that has none.
fn without_extension<'a>(name: &'a str, extensions: &[&str]) -> Option<&'a str> {
    match name.rsplit_once('.') {
        None => Some(name),
        Some((stem, found)) => extensions
            .iter()
            .any(|extension| extension.eq_ignore_ascii_case(found))
            .then_some(stem),
    }
}

/// The number after one of the words, and the word: of `input-1`, `input1`.
fn numbered<'a>(stem: &'a str, words: [&'static str; 2]) -> Option<(&'a str, &'static str)> {
    words.into_iter().find_map(|word| {
        let rest = stem.strip_prefix(word)?;
        let number = rest.strip_prefix(['-', '_']).unwrap_or(rest);
        is_number(number).then_some((number, word))
    })
}

/// A number, and perhaps a letter for the case of a group: `3`, `3b`.
fn is_place(text: &str) -> bool {
    is_number(
        text.strip_suffix(|last: char| last.is_ascii_lowercase())
            .unwrap_or(text),
    )
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

impl Names {
    fn new(case: &str, answers: impl IntoIterator<Item = String>) -> Names {
        let mut answers: Vec<String> = answers.into_iter().collect();
        answers.sort();
        answers.dedup();
        Names {
            case: case.to_owned(),
            answers,
        }
    }
}

impl Layout {
    /// Whether an input has an answer; looks at names only, and `own` are those in the folder.
    pub(super) fn matches(&self, folder: &Path, own: &BTreeSet<String>) -> bool {
        let pairs = |inputs: &BTreeSet<String>, answers: &BTreeSet<String>| {
            let mut found = inputs.iter().filter_map(|name| (self.input)(name));
            found.any(|names| names.answers.iter().any(|name| answers.contains(name)))
        };
        if self.inputs.is_empty() {
            return pairs(own, own);
        }
        let listed = |below| own.contains(below).then(|| files(&folder.join(below)));
        match (listed(self.inputs), listed(self.answers)) {
            (Some(Ok(inputs)), Some(Ok(answers))) => pairs(&inputs, &answers),
            _ => false,
        }
    }

    /// The cases of a folder to which it applies.
    pub(super) fn cases(&self, folder: &Path) -> Result<Vec<Case>, PackageError> {
        let (inputs, answers) = (folder.join(self.inputs), folder.join(self.answers));
        let mut unclaimed = files(&answers)?;
        let mut cases = Vec::new();
        for name in files(&inputs)? {
            let Some(names) = (self.input)(&name) else {
                continue;
            };
            let input = data_file(folder, &inputs.join(&name))?;
            let mut found = names
                .answers
                .iter()
                .filter_map(|answer| unclaimed.take(answer));
            let answer = found.next();
            if let (Some(first), Some(second)) = (&answer, found.next()) {
                let message = format!("a second answer beside {first}; keep one of the two");
                return Err(PackageError::file(answers.join(second), message));
            }
            let answer = match answer {
                Some(answer) => Some(data_file(folder, &answers.join(answer))?),
                None => None,
            };
            cases.push(Case::new(names.case, Input::File(input), answer));
        }
        match unclaimed.iter().find(|name| (self.answer)(name)) {
            Some(name) => {
                let message = "an answer without an input; add the input, or remove it";
                Err(PackageError::file(answers.join(name), message))
            }
            None => Ok(cases),
        }
    }
}

/// The names in a folder that are an author's.
pub(super) fn files(folder: &Path) -> Result<BTreeSet<String>, PackageError> {
    let entries = fs::read_dir(folder).map_err(PackageError::read(folder))?;
    let mut names = BTreeSet::new();
    for entry in entries {
        let name = entry.map_err(PackageError::read(folder))?.file_name();
        // A file whose name is not UTF-8 is not found again, which says so.
        if visible(&name) {
            names.insert(name.to_string_lossy().into_owned());
        }
    }
    Ok(names)
}

/// A file of test data that lies in the package.
fn data_file(package: &Path, path: &Path) -> Result<PathBuf, PackageError> {
    match inside(package, path)?.is_file() {
        true => Ok(path.to_owned()),
        false => {
            let message = "expected a file of test data; found something else; remove or rename it";
            Err(PackageError::file(path, message))
        }
    }
}
