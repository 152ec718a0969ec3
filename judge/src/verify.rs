//! Whether a package keeps its promises: what a problem setter wants to know before anybody else
//! finds out.

use std::collections::BTreeMap;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::time::Duration;

use package::{Case, Input, Probe, ProbeKind, Problem, TimeUse, Verdict};

use crate::build::{self, Builder, InputError, Validator};
use crate::event::{Event, SolutionInfo, SolutionResult};
use crate::jury::{Panel, Sitting};
use crate::model::Limits;
use crate::schedule::{
    LimitChoice, Prepared, Runner, Settings, calibrate, judge_prepared, parallel, prepare,
};
use crate::timing;

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

/// What the solutions came to.
#[derive(Default)]
struct Seen {
    solutions: Vec<Judged>,
}

struct Judged {
    info: SolutionInfo,
    slowest: Option<Duration>,
    /// Why the first case came to JE.
    fault: Option<String>,
    result: SolutionResult,
}

impl Seen {
    fn take(&mut self, event: &Event) {
        match event {
            Event::SolutionStarted(info) => {
                self.solutions.push(Judged {
                    info: info.clone(),
                    slowest: None,
                    fault: None,
                    result: SolutionResult {
                        verdict: Verdict::SK,
                        as_expected: None,
                        surprise: String::new(),
                        score: None,
                        max_score: None,
                        groups: Vec::new(),
                        message: String::new(),
                    },
                });
            }
            Event::CaseEnded(case) => {
                let Some(judged) = self.solutions.last_mut() else {
                    return;
                };
                if case.verdict == Verdict::JE {
                    judged.fault.get_or_insert_with(|| case.message.clone());
                }
                if let Some(measured) = case.measured {
                    // One that waits takes its time all the same.
                    let time = match case.verdict {
                        Verdict::WTL => measured.wall,
                        _ => measured.cpu,
                    };
                    judged.slowest = judged.slowest.max(Some(time));
                }
            }
            Event::SolutionEnded(result) => {
                if let Some(judged) = self.solutions.last_mut() {
                    judged.result = result.clone();
                }
            }
            _ => {}
        }
    }
}

/// The time limit, and what the format's rule says of it.
fn time_limit(problem: &Problem, prepared: &Prepared, seen: &Seen) -> Part {
    let Limits { time, .. } = prepared.info.limits;
    let mut bounds: BTreeMap<&str, (Duration, &str)> = BTreeMap::new();
    for (solution, judged) in problem.solutions.iter().zip(&seen.solutions) {
        let rule = problem.limits.time_rule.as_ref();
        let (Some(rule), Some(slowest)) = (rule, judged.slowest) else {
            continue;
        };
        let new = (slowest, judged.info.name.as_str());
        match timing::time_use(solution, rule) {
            TimeUse::Lower => {
                let place = bounds.entry("slowest").or_insert(new);
                *place = (*place).max(new);
            }
            TimeUse::Upper => {
                let place = bounds.entry("fastest").or_insert(new);
                *place = (*place).min(new);
            }
            TimeUse::None => {}
        }
    }
    let bound = |name| bounds.get(name).copied();
    let said = |(time, name): (Duration, &str)| format!("{name} {:.3} s", time.as_secs_f64());
    let mut summary = format!("{} s", time.as_secs_f64());
    if let Some(from) = &prepared.info.time_from {
        summary += &format!(", {from}");
    } else if let Some(slowest) = bound("slowest") {
        summary += &format!("; slowest meant to be in time: {}", said(slowest));
    }
    if let Some(fastest) = bound("fastest") {
        summary += &format!("; fastest meant to be too slow: {}", said(fastest));
    }
    let objections = match (&problem.limits.time_rule, problem.limits.time) {
        (Some(rule), Some(stated)) => timing::objections(
            rule,
            stated,
            bound("slowest").map(|(time, _)| time),
            // It was ended at the limit, so how long it takes is not known.
            bound("fastest")
                .map(|(time, _)| time)
                .filter(|&fastest| fastest <= stated),
        ),
        _ => Vec::new(),
    };
    Part::new("time limit", summary, objections, State::Odd)
}

/// Every solution is as expected.
fn solutions(seen: &Seen) -> Part {
    if seen.solutions.is_empty() {
        return Part::absent("solutions", "none");
    }
    let mut details = Vec::new();
    let mut broken = false;
    let mut held = 0;
    for judged in &seen.solutions {
        let Judged {
            info,
            fault,
            result,
            ..
        } = judged;
        held += usize::from(result.as_expected == Some(true));
        broken |= result.verdict == Verdict::JE;
        let why = match (result.as_expected, result.verdict) {
            (_, Verdict::JE) if !result.message.is_empty() => {
                format!("JE: {}", first(&result.message))
            }
            (Some(false), _) => match fault {
                Some(fault) => format!("{}: {}", result.surprise, first(fault)),
                None => result.surprise.clone(),
            },
            (_, Verdict::JE) => format!("JE: {}", first(fault.as_deref().unwrap_or_default())),
            (None, Verdict::CE) => format!("does not compile: {}", first(&result.message)),
            _ => continue,
        };
        details.push(format!("{}: {why}", info.name));
    }
    let expected = seen
        .solutions
        .iter()
        .filter(|judged| judged.info.expected.is_some());
    let summary = format!("{held} of {} as expected", expected.count());
    let worst = if broken { State::Broken } else { State::Wrong };
    Part::new("solutions", summary, details, worst)
}

fn first(text: &str) -> &str {
    text.lines()
        .find(|line| !line.trim().is_empty())
        .unwrap_or_default()
}

/// Solutions that could not be run, each reason once.
fn missing(seen: &Seen) -> Option<Part> {
    let mut reasons: BTreeMap<&str, usize> = BTreeMap::new();
    for Judged { result, .. } in &seen.solutions {
        if result.verdict == Verdict::SK {
            *reasons.entry(first(&result.message)).or_default() += 1;
        }
    }
    let count: usize = reasons.values().sum();
    let details: Vec<String> = reasons
        .iter()
        .map(|(reason, count)| format!("{reason} ({})", crate::text::plural(*count, "solution")))
        .collect();
    let summary = format!("{} not run", crate::text::plural(count, "solution"));
    (count > 0).then(|| Part::new("skipped", summary, details, State::Odd))
}
