//! The packages that a command is about: found, read, and given to it in a session.

use package::Problem;

use super::advice::{Way, advice};
use crate::cli::{Means, complain};
use crate::exit::Exit;
use crate::plan::{Plan, Request, plan};
use crate::session::{self, Failure, Session};

/// Works on all packages that can be read. Of the others it is told why; then the best exit code there can be is that of
/// what was not judged.
pub(super) fn each(
    request: &Request,
    means: &Means,
    work: impl FnOnce(Vec<Problem>, &Session<'_>) -> Result<Exit, Failure>,
) -> Exit {
    let Plan {
        problems, broken, ..
    } = match read(request) {
        Ok(plan) => plan,
        Err(exit) => return exit,
    };
    match open(means, |session| work(problems, session)) {
        Exit::Success | Exit::Unexpected if !broken.is_empty() => Exit::Unjudged,
        exit => exit,
    }
}

/// Works on the one package that there is to be.
pub(super) fn single(
    request: &Request,
    means: &Means,
    work: impl FnOnce(&Problem, &Session<'_>) -> Result<Exit, Failure>,
) -> Exit {
    let plan = match read(request) {
        Ok(plan) => plan,
        Err(exit) => return exit,
    };
    match &plan.problems[..] {
        [problem] => open(means, |session| work(problem, session)),
        // Why it cannot be read is told.
        [] if !plan.broken.is_empty() => Exit::Unjudged,
        problems => {
            let found = problems.len();
            complain(&format_args!(
                "expected one package, found {found}; name one of them"
            ));
            Exit::Unjudged
        }
    }
}

/// Reads them, and says why where one cannot be read.
fn read(request: &Request) -> Result<Plan, Exit> {
    let plan = plan(request).map_err(|error| {
        complain(&advice(&error, Way::Package));
        error.exit()
    })?;
    plan.broken.iter().for_each(|error| complain(error));
    Ok(plan)
}

fn open(means: &Means, work: impl FnOnce(&Session<'_>) -> Result<Exit, Failure>) -> Exit {
    session::open(means, work).unwrap_or_else(|error| {
        complain(&error);
        Exit::Unjudged
    })
}
