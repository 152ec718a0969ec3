//! Cases and groups out of the folders below `data/`, and what programs of the jury are tried on.

use std::cmp::Ordering;
use std::path::{Path, PathBuf};

use super::config::{self, Args, Config, Rules};
use super::groups;
use super::package::Package;
use super::programs::{self, Judges, Program};
use super::settings::Settings;
use super::tree::Folder;
use crate::error::PackageError;
use crate::grading::Group;
use crate::judging::Judging;
use crate::model::{Case, Input, Probe, ProbeKind};
use crate::text_file;

/// What lies below `data/`.
#[derive(Debug, Default)]
pub(super) struct Data {
    /// The cases in their order.
    pub(super) cases: Vec<Case>,
    /// The groups; none where nothing is scored.
    pub(super) groups: Vec<Group>,
    /// Inputs and outputs that must be rejected, or accepted.
    pub(super) probes: Vec<Probe>,
    /// How cases are judged that say nothing else.
    pub(super) judging: Judging,
}

/// The folders of probes, with their names in other versions.
const PROBES: [(&str, ProbeKind); 6] = [
    ("invalid_input", ProbeKind::InvalidInput),
    ("invalid_inputs", ProbeKind::InvalidInput),
    ("invalid_output", ProbeKind::InvalidOutput),
    ("invalid_outputs", ProbeKind::InvalidOutput),
    ("valid_output", ProbeKind::ValidOutput),
    ("valid_outputs", ProbeKind::ValidOutput),
];

/// Reads it all.
pub(super) fn read(
    package: &mut Package<'_>,
    settings: &Settings,
    judges: &Judges,
    validators: &[Program],
) -> Result<Data, PackageError> {
    let mut root = Folder::data(package)?;
    // Drafts of the new format, and tools for them, have the groups of the legacy one.
    let legacy_groups =
        package.version.legacy || (root.has_anywhere(TESTDATA) && !root.has_anywhere(TEST_GROUP));
    if legacy_groups && !package.version.legacy {
        package.warn(
            &root.path,
            "has testdata.yaml and no test_group.yaml; read as in the legacy format",
        );
    }
    let grader = match legacy_groups {
        true => programs::grader(package, settings)?,
        false => None,
    };
    let mut reader = Reader {
        package,
        settings,
        judges,
        validators,
        legacy_groups,
        grader,
        requires: Vec::new(),
        data: Data::default(),
    };
    reader.read(&mut root)?;
    let (requires, mut data) = (reader.requires, reader.data);
    groups::resolve(&requires, &mut data.groups)?;
    data.cases.sort_by(|a, b| order(&a.name, &b.name));
    if data.cases.is_empty() {
        let message = "expected *.in with *.ans in sample/ or secret/, found no case";
        return Err(PackageError::file(root.path, message));
    }
    data.judging = share_judging(&mut data.cases, &mut data.probes, judges);
    Ok(data)
}

pub(super) const TESTDATA: &str = "testdata.yaml";
pub(super) const TEST_GROUP: &str = "test_group.yaml";

/// Samples first, then by the bytes of each part of the name.
fn order(a: &str, b: &str) -> Ordering {
    let not_sample = |name: &str| !name.starts_with("sample/");
    let by_name = || a.split('/').cmp(b.split('/'));
    not_sample(a).cmp(&not_sample(b)).then_with(by_name)
}

/// How cases are judged that say nothing else: as all of them are if they agree, for then it is
/// said once.
fn share_judging(cases: &mut [Case], probes: &mut [Probe], judges: &Judges) -> Judging {
    let first = cases.first().and_then(|case| case.judging.as_deref());
    let shared = first
        .filter(|first| {
            cases
                .iter()
                .all(|case| case.judging.as_deref() == Some(*first))
        })
        .cloned()
        .unwrap_or_else(|| judges.judging(&Args::default()));
    for case in cases
        .iter_mut()
        .chain(probes.iter_mut().map(|probe| &mut probe.case))
    {
        if case.judging.as_deref() == Some(&shared) {
            case.judging = None;
        }
    }
    shared
}

struct Reader<'r, 'p> {
    package: &'r mut Package<'p>,
    settings: &'r Settings,
    judges: &'r Judges,
    validators: &'r [Program],
    legacy_groups: bool,
    /// The program that puts scores together, where a group says so.
    grader: Option<Program>,
    /// The groups that others need, by name until all are known.
    requires: Vec<groups::Requires>,
    data: Data,
}

/// What a folder has from the one that it lies in.
#[derive(Clone)]
struct Inherited {
    config: Config,
    rules: Rules,
    /// The innermost group.
    group: usize,
}

impl Reader<'_, '_> {
    fn read(&mut self, root: &mut Folder) -> Result<(), PackageError> {
        for base in root.inputs()? {
            let message = "passed over; cases lie in data/sample and data/secret";
            let path = root.path.join(format!("{base}.in"));
            self.package.warn(&path, message);
        }
        let top = Inherited {
            config: Config::default(),
            rules: Rules::default(),
            group: 0,
        };
        let top = self.enter(root, top)?;
        for name in ["sample", "secret"] {
            if let Some(folder) = root.take(name) {
                self.cases(&folder, top.clone())?;
            }
        }
        for (name, kind) in PROBES {
            if let Some(folder) = root.take(name) {
                self.probes(&folder, top.clone(), kind)?;
            }
        }
        for folder in &root.folders {
            // Answers that an answer validator must reject are an extension of BAPCtools.
            if folder.name != "invalid_answer" && folder.name != "invalid_answers" {
                let message = "not read; cases lie in data/sample and data/secret";
                self.package.warn(&folder.path, message);
            }
        }
        Ok(())
    }

    /// Reads the settings of a folder, and makes it a group if it is one.
    fn enter(&mut self, folder: &Folder, from: Inherited) -> Result<Inherited, PackageError> {
        let mut inherited = from;
        let (own, other) = match self.legacy_groups {
            true => (TESTDATA, TEST_GROUP),
            false => (TEST_GROUP, TESTDATA),
        };
        if let Some(path) = folder.file(other) {
            let message = format!("not read; this package has its settings in {own}");
            self.package.warn(path, message);
        }
        let path = folder.file(own);
        if self.legacy_groups {
            let is_root = folder.name.is_empty();
            inherited.rules.grading.ignore_sample &= is_root;
            if let Some(path) = path {
                let (config, rules) = (&mut inherited.config, &mut inherited.rules);
                config::testdata(self.package, path, is_root, config, rules)?;
            }
            inherited.rules = inherited.rules.overridden(&self.settings.grading);
            if self.settings.kind.scoring && is_judged(&folder.name) {
                let grader = self.grader.as_ref();
                if inherited.rules.custom && grader.is_none() {
                    let message = "expected one program in graders/, for data is graded by it \
                                   (`grading: custom`); add it";
                    return Err(PackageError::file(path.unwrap_or(&folder.path), message));
                }
                let group = groups::legacy(folder, &inherited.rules, inherited.group, grader);
                inherited.group = self.data.groups.len();
                self.data.groups.push(group);
            }
            return Ok(inherited);
        }
        let group = match path {
            Some(path) => {
                let constants = &self.settings.constants;
                config::test_group(self.package, path, constants, &mut inherited.config)?
            }
            None => config::TestGroup::default(),
        };
        if !is_judged(&folder.name) {
            return Ok(inherited);
        }
        if !self.settings.kind.scoring {
            if let Some(path) = path
                && (group.max_score.is_some()
                    || group.aggregation.is_some()
                    || group.requires.is_some())
            {
                let message = "scores of a problem that is not of the type `scoring`; not heeded";
                self.package.warn(path, message);
            }
            return Ok(inherited);
        }
        if let Some((made, requires)) =
            groups::new(folder, path, group, inherited.group, &self.data.groups)?
        {
            inherited.group = self.data.groups.len();
            self.requires.push((inherited.group, requires));
            self.data.groups.push(made);
        }
        Ok(inherited)
    }

    fn cases(&mut self, folder: &Folder, from: Inherited) -> Result<(), PackageError> {
        let inherited = self.enter(folder, from)?;
        for base in folder.inputs()? {
            let case = self.case(folder, base, &inherited)?;
            if case.answer.is_none() {
                let path = folder.path.join(format!("{base}.in"));
                let message = "an input without an answer; add the *.ans beside it";
                return Err(PackageError::file(path, message));
            }
            let output = folder.file(&format!("{base}.out"));
            // It is shown in the statement in place of the answer, so it must be right.
            if let Some(output) = output
                && !self.package.version.legacy
                && self.judges.judge_files()
            {
                self.data.probes.push(Probe {
                    kind: ProbeKind::ValidOutput,
                    case: case.clone(),
                    output: Some(output.to_owned()),
                });
            }
            self.data.cases.push(case);
        }
        for folder in &folder.folders {
            self.cases(folder, inherited.clone())?;
        }
        Ok(())
    }

    fn probes(
        &mut self,
        folder: &Folder,
        from: Inherited,
        kind: ProbeKind,
    ) -> Result<(), PackageError> {
        if kind != ProbeKind::InvalidInput && !self.judges.judge_files() {
            let message = "not read, for outputs of this problem cannot be judged without a run";
            self.package.warn(&folder.path, message);
            return Ok(());
        }
        let inherited = self.enter(folder, from)?;
        for base in folder.inputs()? {
            let mut case = self.case(folder, base, &inherited)?;
            let mut output = folder.file(&format!("{base}.out")).map(Path::to_owned);
            if kind == ProbeKind::InvalidInput {
                (case.answer, output) = (None, None);
            } else if case.answer.is_none() || output.is_none() {
                let path = folder.path.join(format!("{base}.in"));
                let message = "expected *.ans and *.out beside it; add what is missing";
                return Err(PackageError::file(path, message));
            }
            self.data.probes.push(Probe { kind, case, output });
        }
        for folder in &folder.folders {
            self.probes(folder, inherited.clone(), kind)?;
        }
        Ok(())
    }

    /// The case of a base name; its input is there.
    fn case(
        &mut self,
        folder: &Folder,
        base: &str,
        inherited: &Inherited,
    ) -> Result<Case, PackageError> {
        let file = |extension: &str| -> Option<PathBuf> {
            let path = folder.file(&format!("{base}.{extension}"));
            path.map(Path::to_owned)
        };
        let mut config = inherited.config.clone();
        if let Some(path) = file("args") {
            let text = text_file::text(&path)?;
            config.args = text.split_whitespace().map(str::to_owned).collect();
        }
        if let Some(path) = file("yaml")
            && !self.package.version.legacy
        {
            config::case(self.package, &path, &mut config)?;
        }
        let name = format!("{}/{base}", folder.name);
        let input = Input::File(folder.path.join(format!("{base}.in")));
        let mut case = Case::new(name, input, file("ans"));
        case.files = file("files").filter(|path| path.is_dir());
        case.judging = Some(Box::new(self.judges.judging(&config.output_args)));
        case.group = inherited.group;
        let with_args = |args: &[String]| [args, &config.args].concat();
        match &config.input_args {
            Args::Same(args) => case.validator_args = with_args(args),
            Args::ByName(_) => {
                case.validator_args = with_args(&[]);
                for (index, validator) in self.validators.iter().enumerate() {
                    let args = with_args(config.input_args.of(&validator.name));
                    case.own_validator_args.insert(index, args);
                }
            }
        }
        case.args = config.args;
        Ok(case)
    }
}

/// Whether solutions are run on what lies in a folder.
fn is_judged(name: &str) -> bool {
    let top = name.split('/').next().unwrap_or_default();
    matches!(top, "" | "sample" | "secret")
}
