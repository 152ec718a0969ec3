//! Whether a package keeps its promises: what a problem setter wants to know before anybody else
//! finds out.

mod solutions;

use std::fs::File;
use std::path::{Path, PathBuf};

use package::{Case, Input, Probe, ProbeKind, Problem, Verdict};

use self::solutions::{Seen, missing, solutions, time_limit};
use crate::build::{self, Builder, InputError, Validator};
use crate::event::Event;
use crate::jury::{Panel, Sitting};
use crate::schedule::{
    LimitChoice, Prepared, Runner, Settings, calibrate, judge_prepared, parallel, prepare,
};

/// What is said of one part of a package.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Part {
    /// Such as `inputs`.
    pub(crate) name: &'static str,
    pub(crate) state: State,
    /// In a few words.
    pub(crate) summary: String,
    /// What is amiss, one by one, each with its place.
    pub(crate) details: Vec<String>,
}

/// How a part is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum State {
    /// As it should be.
    Good,
    /// There is nothing to look at.
    Absent,
    /// Odd, and not wrong.
    Odd,
    /// Wrong.
    Wrong,
    /// The package's own programs failed.
    Broken,
}

impl Part {
    fn new(name: &'static str, summary: String, details: Vec<String>, worst: State) -> Part {
        let state = match details.is_empty() {
            true => State::Good,
            false => worst,
        };
        Part {
            name,
            state,
            summary,
            details,
        }
    }

    fn absent(name: &'static str, summary: &str) -> Part {
        Part {
            name,
            state: State::Absent,
            summary: summary.to_owned(),
            details: Vec::new(),
        }
    }
}

/// What is told while a package is looked at, in this order.
#[derive(Debug)]
pub(crate) enum Step<'a> {
    /// A part is looked at, which may take a while.
    Begun(&'static str),
    /// A solution is judged.
    Judged(&'a Event),
    /// Something is known of a part.
    Known(Part),
}

/// Looks at every part of a package, in the order in which faults are best mended.
pub(crate) fn verify(
    problem: &Problem,
    builder: &Builder<'_>,
    settings: Settings<'_>,
    with_solutions: bool,
    tell: &mut dyn FnMut(Step<'_>),
) {
    let choice = LimitChoice::default();
    let mut whole = problem.clone();
    if !with_solutions {
        whole.solutions.clear();
        whole.yardsticks.clear();
    }
    let format = problem.format.to_owned();
    let warnings = problem.warnings.clone();
    tell(Step::Known(Part::new(
        "format",
        format,
        warnings,
        State::Odd,
    )));
    let jobs = settings.jobs;
    // Solutions are built here too, for the first of them may make answers.
    tell(Step::Begun("inputs"));
    let mut prepared = prepare(&whole, builder, choice, jobs, None);
    tell(Step::Known(inputs(problem, &prepared)));
    let own = builder.of(problem);
    tell(Step::Begun("bad inputs"));
    tell(Step::Known(bad_inputs(problem, &own)));
    tell(Step::Begun("answers"));
    tell(Step::Known(answers(problem, &prepared, &own, jobs)));
    tell(Step::Begun("outputs"));
    tell(Step::Known(outputs(problem, &own)));
    if with_solutions {
        tell(Step::Begun("solutions"));
        let runner = Runner::new(builder.sandbox, jobs, None, false);
        calibrate(&whole, &mut prepared, builder, choice, &runner, jobs);
        let mut seen = Seen::default();
        judge_prepared(&whole, &prepared, &runner, settings, &mut |event| {
            seen.take(event);
            tell(Step::Judged(event));
        });
        tell(Step::Known(time_limit(problem, &prepared, &seen)));
        tell(Step::Known(solutions(&seen)));
        missing(&seen).into_iter().map(Step::Known).for_each(tell);
    }
}

/// Every input is accepted by every validator.
fn inputs(problem: &Problem, prepared: &Prepared) -> Part {
    if problem.validators.is_empty() {
        return Part::absent("inputs", "no validator looks at them");
    }
    let rejected: Vec<String> = prepared
        .cases
        .iter()
        .filter_map(|case| Some(format!("{}: {}", case.name, case.input.as_ref().err()?)))
        .collect();
    let summary = format!(
        "{} of {} accepted by {}",
        prepared.cases.len() - rejected.len(),
        prepared.cases.len(),
        crate::text::plural(problem.validators.len(), "validator"),
    );
    Part::new("inputs", summary, rejected, State::Wrong)
}

/// Every input that is there to be rejected is rejected by one of the validators.
fn bad_inputs(problem: &Problem, builder: &Builder<'_>) -> Part {
    let probes = probes(problem, |kind| kind == ProbeKind::InvalidInput);
    if probes.is_empty() {
        return Part::absent("bad inputs", "none that validators must reject");
    }
    let accepted: Vec<String> = probes
        .iter()
        .filter(|probe| {
            let probe = with_lines(probe, builder);
            probe.is_ok_and(|probe| accepts(problem, builder, &probe.case).is_ok())
        })
        .map(|probe| format!("{}: accepted, and should be rejected", probe.case.name))
        .collect();
    let rejected = probes.len() - accepted.len();
    let summary = format!("{rejected} of {} rejected", probes.len());
    Part::new("bad inputs", summary, accepted, State::Wrong)
}

/// Whether all validators accept an input.
fn accepts(problem: &Problem, builder: &Builder<'_>, case: &Case) -> Result<(), String> {
    let Input::File(input) = &case.input else {
        return Ok(());
    };
    for (index, validator) in problem.validators.iter().enumerate() {
        let args = case.args_of_validator(index);
        Validator::new(builder, validator).check(input, args)?;
    }
    Ok(())
}

/// Every expected output is accepted by what judges outputs.
fn answers(problem: &Problem, prepared: &Prepared, builder: &Builder<'_>, jobs: usize) -> Part {
    if problem.judging.interactor.is_some() || problem.judging.passes > 1 {
        let why = match problem.judging.interactor {
            Some(_) => "solutions talk, so no answer stands for a talk",
            None => "solutions run several times, so no answer stands for what they print",
        };
        return Part::absent("answers", why);
    }
    let found = parallel::map(&prepared.cases, jobs, |case| {
        let (Ok(input), Some(answer)) = (&case.input, &case.answer) else {
            return None;
        };
        let panel = prepared.panels.get(case.panel)?;
        // Where a program of the package judges, an empty answer stands for no output.
        let is_empty = answer.metadata().is_ok_and(|data| data.len() == 0);
        // What DMOJ hands to a program as the answer may be anything that the program can use.
        if (is_empty || problem.format == "dmoj") && panel.needs_no_answer() {
            return None;
        }
        Some(
            judge(panel, builder, input, answer, answer)
                .map_err(|why| format!("{}: {why}", case.name)),
        )
    });
    let found: Vec<Result<(), String>> = found.into_iter().flatten().flatten().collect();
    let count = found.len();
    let rejected: Vec<String> = found.into_iter().filter_map(Result::err).collect();
    let summary = format!("{} of {count} accepted", count - rejected.len());
    Part::new("answers", summary, rejected, State::Wrong)
}

/// Every output that is there to be judged is judged as it should be.
fn outputs(problem: &Problem, builder: &Builder<'_>) -> Part {
    let probes = probes(problem, |kind| kind != ProbeKind::InvalidInput);
    if probes.is_empty() {
        return Part::absent("outputs", "none to try the checker on");
    }
    let wrong: Vec<String> = probes
        .iter()
        .filter_map(|probe| {
            let why = match with_lines(probe, builder) {
                Ok(probe) => output(problem, builder, &probe)?,
                Err(error) => error.to_string(),
            };
            Some(format!("{}: {why}", probe.case.name))
        })
        .collect();
    let summary = format!(
        "{} of {} judged as they should be",
        probes.len() - wrong.len(),
        probes.len()
    );
    Part::new("outputs", summary, wrong, State::Wrong)
}

/// What is wrong with the judgement of one output.
fn output(problem: &Problem, builder: &Builder<'_>, probe: &Probe) -> Option<String> {
    let (Input::File(input), Some(answer), Some(output)) =
        (&probe.case.input, &probe.case.answer, &probe.output)
    else {
        return Some("the input, the answer or the output is missing".to_owned());
    };
    if let Err(why) = accepts(problem, builder, &probe.case) {
        return Some(why);
    }
    let judging = probe.case.judging.as_deref().unwrap_or(&problem.judging);
    let panel = Panel::new(judging, builder);
    match (probe.kind, judge(&panel, builder, input, answer, output)) {
        (ProbeKind::ValidOutput, Err(why)) => Some(why),
        (ProbeKind::InvalidOutput, Ok(())) => Some("accepted, and should be rejected".to_owned()),
        (ProbeKind::InvalidOutput, Err(why)) if why.starts_with("JE") => Some(why),
        _ => None,
    }
}

/// The probe with files whose lines end as they should.
fn with_lines(probe: &Probe, builder: &Builder<'_>) -> Result<Probe, InputError> {
    let lines = probe.case.lines;
    let ended = |path: PathBuf| build::with_lines(builder, path, lines);
    let mut probe = probe.clone();
    if let Input::File(input) = &mut probe.case.input {
        *input = ended(std::mem::take(input))?;
    }
    probe.case.answer = probe.case.answer.map(ended).transpose()?;
    probe.output = probe.output.map(ended).transpose()?;
    Ok(probe)
}

fn probes(problem: &Problem, wanted: impl Fn(ProbeKind) -> bool) -> Vec<&Probe> {
    let all = problem.probes.iter();
    all.filter(|probe| wanted(probe.kind)).collect()
}

/// Why a panel does not accept an output.
pub(crate) fn judge(
    panel: &Panel,
    builder: &Builder<'_>,
    input: &Path,
    answer: &Path,
    output: &Path,
) -> Result<(), String> {
    if let Some(fault) = panel.fault() {
        return Err(format!("JE: {fault}"));
    }
    let mut file = File::open(output).map_err(|error| format!("cannot be read: {error}"))?;
    let mut sitting = Sitting::new(panel, builder.sandbox, input, Some(answer));
    let finding = sitting.check(&mut file);
    match finding.verdict {
        Verdict::AC => Ok(()),
        verdict => Err(format!("{verdict}: {}", finding.message)),
    }
}
