//! All that takes part in a stress test but the solution.

use std::collections::BTreeMap;
use std::fs;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Duration;

use package::{InputValidator, Judging, Stress};
use sandbox::Sandbox;
use tempfile::TempDir;

use super::batch::Batches;
use super::error::StressError;
use super::input::{Answer, Input};
use super::levels::Levels;
use super::tool::{self, Said, Tool};
use super::tries::Try;
use crate::build::{Builder, Refusal, Validator};
use crate::jury::Panel;

/// How long a reference may think about an input when there is another one to ask.
const PATIENCE: Duration = Duration::from_millis(250);
/// Who makes inputs, or looks at them, has this much longer than the whole search is to take.
const SPARE: Duration = Duration::from_secs(2);
/// Two inputs of this size are hardly the same by chance.
const TELLING: u64 = 20;
/// Only so many tries are kept for the next solution.
const KEPT: usize = 10_000;

/// What takes part, before anything is built.
#[derive(Debug, Clone, Default)]
pub(crate) struct Setting {
    pub(crate) judging: Judging,
    pub(crate) validators: Vec<InputValidator>,
    pub(crate) stress: Stress,
    /// Whether several solutions are tried, on the same inputs.
    pub(crate) several: bool,
    /// How long the search is to take.
    pub(crate) time: Duration,
}

/// What takes part, ready; shared by threads.
pub(crate) struct Arena<'a> {
    pub(super) sandbox: &'a Sandbox,
    pub(super) panel: Panel,
    generator: Tool,
    /// Each with its name.
    validators: Vec<(String, Validator<'a>)>,
    pub(super) references: Vec<Reference>,
    pub(super) every: Option<Tool>,
    folder: TempDir,
    /// How many inputs there have been.
    serial: AtomicUsize,
    several: bool,
    /// How long it may take to make an input, or to look at one.
    longest: Duration,
    made: Mutex<BTreeMap<Try, Arc<OnceLock<Made>>>>,
    pub(super) levels: Mutex<Levels>,
    pub(super) batches: Batches,
}

type Made = Result<Arc<Input>, StressError>;

/// A program that answers inputs.
pub(super) struct Reference {
    pub(super) tool: Tool,
    /// The length in bytes of inputs from which on it is not asked any more.
    gave_up: AtomicUsize,
}

impl<'a> Arena<'a> {
    /// Builds everything.
    pub(crate) fn new(setting: &Setting, builder: &Builder<'a>) -> Result<Arena<'a>, StressError> {
        let Setting {
            judging,
            validators,
            stress,
            several,
            time,
        } = setting;
        if judging.interactor.is_some() || judging.passes > 1 {
            return Err(StressError::Interactive);
        }
        let generator = stress.generator.as_ref().ok_or(StressError::NoGenerator)?;
        if stress.references.is_empty() {
            return Err(StressError::NoReference);
        }
        let reference = |call| {
            Ok::<_, StressError>(Reference {
                tool: Tool::new("reference", call, builder)?,
                gave_up: AtomicUsize::new(usize::MAX),
            })
        };
        let every = |call| Tool::new("writer of all small inputs", call, builder);
        let panel = Panel::new(judging, builder);
        if let Some(fault) = panel.fault() {
            return Err(StressError::Checker(fault.to_owned()));
        }
        let longest = tool::TIME.min(time.saturating_add(SPARE));
        let validator = |validator: &InputValidator| {
            let name = tool::name(&validator.call);
            (name, Validator::new(builder, validator).within(longest))
        };
        let validators: Vec<(String, Validator<'_>)> = validators.iter().map(validator).collect();
        if let Some(fault) = validators.iter().find_map(|(_, one)| one.fault()) {
            return Err(StressError::Validator(fault));
        }
        // What a killed judge leaves there is removed some day.
        let fresh = || {
            builder
                .cache
                .fresh()
                .map_err(|error| StressError::Cache(error.to_string()))
        };
        Ok(Arena {
            sandbox: builder.sandbox,
            panel,
            generator: Tool::new("generator", generator, builder)?,
            validators,
            references: stress
                .references
                .iter()
                .map(reference)
                .collect::<Result<_, _>>()?,
            every: stress.every.as_ref().map(every).transpose()?,
            folder: fresh()?,
            serial: AtomicUsize::new(0),
            several: *several,
            longest,
            made: Mutex::default(),
            levels: Mutex::default(),
            batches: Batches::new(fresh()?)?,
        })
    }

    /// Whether somebody tells well-formed inputs from others.
    pub(crate) fn looks_at_inputs(&self) -> bool {
        !self.validators.is_empty()
    }

    /// A try of which the generator makes two inputs: that of this one, or the same with a larger size,
    /// for tiny inputs are the same now and then whatever the seed.
    pub(super) fn unlike(&self, of: Try, input: &Input) -> Result<Option<Try>, StressError> {
        match self.generate(of)? {
            Said::Output(bytes) if bytes == input.read()? => {}
            Said::Output(_) | Said::TooMuch(_) | Said::Failed(_) => return Ok(Some(of)),
        }
        let larger = Try {
            size: TELLING,
            ..of
        };
        if of.size >= TELLING {
            return Ok(None);
        }
        let twice = (self.generate(larger)?, self.generate(larger)?);
        Ok(match twice {
            (Said::Output(first), Said::Output(second)) if first != second => Some(larger),
            // It need not make any of that size.
            _ => None,
        })
    }

    /// The input of a try, which every validator accepts.
    pub(super) fn made(&self, of: Try) -> Made {
        if !self.several || of.number > KEPT {
            return self.make(of);
        }
        let mut made = self.made.lock().unwrap_or_else(PoisonError::into_inner);
        let place = Arc::clone(made.entry(of).or_default());
        drop(made);
        place.get_or_init(|| self.make(of)).clone()
    }

    /// Lets go of what was kept of a try, whose programs were ended.
    pub(super) fn forget(&self, of: Try) {
        let mut made = self.made.lock().unwrap_or_else(PoisonError::into_inner);
        made.remove(&of);
    }

    fn make(&self, of: Try) -> Made {
        let bytes = match self.generate(of)? {
            Said::Output(bytes) => bytes,
            Said::TooMuch(what) => {
                let name = self.generator.name.clone();
                return Err(StressError::GeneratorTooMuch { name, of, what });
            }
            Said::Failed(why) => return Err(StressError::Generator { of, why }),
        };
        let input = self.input(&bytes)?;
        let Some((name, refusal)) = self.fault(&input)? else {
            return Ok(Arc::new(input));
        };
        let name = name.to_owned();
        let what = match refusal {
            Refusal::Rejected(why) => return Err(StressError::Invalid { of, why }),
            Refusal::Late(limit) => format!("is still running after {limit}"),
            Refusal::TooMuch(limit) => format!("goes over its limit of {limit}"),
        };
        Err(StressError::ValidatorTooMuch { name, of, what })
    }

    fn generate(&self, of: Try) -> Result<Said, StressError> {
        let args = [of.seed.to_string(), of.size.to_string()];
        let longest = Some(self.longest);
        self.generator.run(self.sandbox, &args, None, longest)
    }

    /// An input of these bytes, if every validator accepts it.
    pub(super) fn candidate(&self, bytes: &[u8]) -> Result<Option<Input>, StressError> {
        let input = self.input(bytes)?;
        let fault = self.fault(&input)?;
        Ok(fault.is_none().then_some(input))
    }

    pub(super) fn input(&self, bytes: &[u8]) -> Result<Input, StressError> {
        let serial = self.serial.fetch_add(1, Ordering::Relaxed);
        Input::new(self.folder.path().join(format!("{serial}.in")), bytes)
    }

    /// Which validator does not accept an input, and why.
    fn fault(&self, input: &Input) -> Result<Option<(&str, Refusal)>, StressError> {
        let mut answers = self.validators.iter();
        let fault = answers.find_map(|(name, validator)| {
            let refusal = validator.ask(&input.file, &[]).err()?;
            Some((&name[..], refusal))
        });
        match crate::schedule::interrupted() {
            // What it said then was not its own.
            true => Err(StressError::Interrupted),
            false => Ok(fault),
        }
    }

    /// What the references say of an input. Each input is asked about once.
    pub(super) fn answer<'i>(&self, input: &'i Input) -> &'i Result<Answer, StressError> {
        input.answer.get_or_init(|| self.ask(input))
    }

    fn ask(&self, input: &Input) -> Result<Answer, StressError> {
        let mut references = self.references.iter().peekable();
        while let Some(reference) = references.next() {
            if input.length >= reference.gave_up.load(Ordering::Relaxed) {
                continue;
            }
            let is_last = references.peek().is_none();
            let time = (!is_last).then_some(PATIENCE);
            let tool = &reference.tool;
            match tool.run(self.sandbox, &[], Some(&input.file), time)? {
                Said::Output(bytes) => {
                    let place = input.place_of_answer();
                    fs::write(&place, bytes).map_err(StressError::file(&place))?;
                    return Ok(Answer::Given(place));
                }
                Said::Failed(why) if is_last => {
                    let name = tool.name.clone();
                    return Ok(Answer::Failed { name, why });
                }
                Said::Failed(_) | Said::TooMuch(_) => {
                    // Where there is another to ask it is not asked about every input a little shorter.
                    let length = if is_last {
                        input.length
                    } else {
                        input.length / 2
                    };
                    reference.gave_up.fetch_min(length, Ordering::Relaxed);
                }
            }
        }
        Ok(Answer::TooLarge)
    }
}
