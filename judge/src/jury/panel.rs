//! How the outputs of a case are judged, with everything that takes part in it built.

use std::path::Path;

use compare::Compare;
use package::{Call, Checker, CheckerCall, Judging, Jury, JuryLimits, Problem, Protocol, Source};

use super::program::{Program, Role};
use crate::build::Builder;
use crate::check::{self, CheckerError};

/// What looks at an output.
pub(super) enum Member {
    /// One of the judge's own comparisons.
    Named(Box<dyn Compare>),
    /// A program of the jury.
    Program(Box<Program>),
}

/// A [`Judging`] that is ready.
pub(crate) struct Panel {
    pub(super) checkers: Vec<Member>,
    pub(super) interactor: Option<Program>,
    /// How many times a solution may be run on one case.
    passes: u32,
    fault: Option<String>,
}

impl Panel {
    /// Builds the programs that take part.
    pub(crate) fn new(judging: &Judging, builder: &Builder<'_>) -> Panel {
        let mut fault = None;
        let mut member = |checker: &Checker| match checker {
            Checker::Named(call) => match check::prepare(call) {
                Ok(checker) => Some(Member::Named(checker)),
                Err(error) => {
                    fault.get_or_insert(error.to_string());
                    None
                }
            },
            Checker::Program(jury) => Some(Member::Program(Box::new(Program::new(
                Role::Checker,
                jury,
                builder,
            )))),
        };
        let checkers: Vec<Member> = judging.checkers.iter().filter_map(&mut member).collect();
        let interactor = judging
            .interactor
            .as_ref()
            .map(|jury| Program::new(Role::Interactor, jury, builder));
        let programs = checkers.iter().filter_map(|checker| match checker {
            Member::Named(_) => None,
            Member::Program(program) => Some(program.as_ref()),
        });
        let unbuilt = programs
            .chain(&interactor)
            .find_map(|program| program.fault().map(str::to_owned));
        Panel {
            fault: fault.or(unbuilt),
            checkers,
            interactor,
            passes: judging.passes.max(1),
        }
    }

    /// Why nothing can be judged.
    pub(crate) fn fault(&self) -> Option<&str> {
        self.fault.as_deref()
    }

    /// How many times a solution may be run on one case.
    pub(crate) fn passes(&self) -> u32 {
        self.passes
    }

    /// Whether solutions talk to a program instead of reading the input.
    pub(crate) fn is_interactive(&self) -> bool {
        self.interactor.is_some()
    }

    /// Whether an output is accepted beside an answer, both in memory, as far as the judge's own
    /// comparisons say; `false` where a program of the jury has to be asked.
    pub(crate) fn accepts(&self, output: &[u8], answer: &[u8]) -> bool {
        let accepts = |checker: &Member| match checker {
            Member::Named(checker) => checker
                .compare(&mut { output }, &mut { answer })
                .is_ok_and(|check| check.verdict == compare::Verdict::Accepted),
            Member::Program(_) => false,
        };
        !self.checkers.is_empty() && self.checkers.iter().all(accepts)
    }

    /// Whether anything can be said of an output without an expected one.
    pub(crate) fn needs_no_answer(&self) -> bool {
        let is_program = |checker: &Member| matches!(checker, Member::Program(_));
        self.is_interactive() || self.checkers.iter().any(is_program)
    }
}

/// By one of the judge's own comparisons, given on a command line with its arguments.
pub(crate) fn by_words(text: &str) -> Result<Judging, CheckerError> {
    let mut words = text.split_whitespace().map(str::to_owned);
    let call = CheckerCall {
        name: words.next().unwrap_or_default(),
        args: words.collect(),
    };
    check::prepare(&call)?;
    Ok(Judging::by(call))
}

/// By one program, given on a command line.
pub(crate) fn by_program(path: &Path, args: Vec<String>, protocol: Protocol) -> Judging {
    let source = match path.is_dir() {
        true => Source::Folder(path.to_owned()),
        false => Source::File(path.to_owned()),
    };
    let mut call = Call::of(source).with_args(args);
    call.build.is_named = true;
    Judging {
        checkers: vec![Checker::Program(Jury {
            call,
            protocol,
            words: None,
            limits: JuryLimits::default(),
        })],
        interactor: None,
        passes: 1,
    }
}

/// Whether the judge knows every comparison that a problem names.
pub(crate) fn check_names(problem: &Problem) -> Result<(), CheckerError> {
    let cases = problem
        .cases
        .iter()
        .filter_map(|case| case.judging.as_deref());
    for judging in [&problem.judging].into_iter().chain(cases) {
        for checker in &judging.checkers {
            if let Checker::Named(call) = checker {
                check::prepare(call)?;
            }
        }
    }
    Ok(())
}
