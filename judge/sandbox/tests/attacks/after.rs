//! What one run leaves for the next, or takes from the one beside it: nothing.

use std::io::{self, Read};

use libtest_mimic::Failed;
use sandbox::{Exit, Pipes, Program, Sandbox, Stdin};

use crate::faults::{compiled, equal};
use crate::{Bench, Test, limits, run_in};

pub(crate) const TESTS: &[(&str, Test)] = &[
    ("sockets that hold each other leave nothing", |bench| {
        leaves_nothing(bench, "flight.c")
    }),
    ("System V memory leaves nothing", |bench| {
        leaves_nothing(bench, "segments.c")
    }),
    (
        "signals that wait leave room for those of others",
        |bench| {
            let timers = compiled(bench, "timers.c")?;
            beside(&bench.sandbox, &compiled(bench, "queue.c")?, &timers)
        },
    ),
];

/// Runs a program that leaves something, and one that needs most of its memory, on the same launchers.
fn leaves_nothing(bench: &Bench, name: &str) -> Result<(), Failed> {
    let (leaving, honest) = (compiled(bench, name)?, compiled(bench, "most.c")?);
    for program in [&leaving, &honest].into_iter().cycle().take(12) {
        // Launchers take turns, so each runs both.
        for _ in 0..2 {
            let (execution, _) = run_in(&bench.sandbox, program, &limits(), Stdin::Null)?;
            equal(&(execution.reason, execution.exit), &(None, Exit::Code(0)))?;
        }
    }
    Ok(())
}

/// Runs a program some times beside one that says `on` and then waits.
pub(crate) fn beside(
    sandbox: &Sandbox,
    waiting: &Program,
    program: &Program,
) -> Result<(), Failed> {
    let (stdin, to) = io::pipe()?;
    let (mut from, stdout) = io::pipe()?;
    let (stop, stopper) = io::pipe()?;
    let pipes = Pipes {
        stdin: stdin.into(),
        stdout: stdout.into(),
        stop: stop.into(),
    };
    std::thread::scope(|scope| {
        let waits = scope.spawn(|| sandbox.run_between(waiting, &limits(), pipes));
        let mut said = [0; 3];
        let tried = from
            .read_exact(&mut said)
            .map_err(Failed::from)
            .and_then(|()| {
                (0..6).try_for_each(|_| {
                    let (execution, _) = run_in(sandbox, program, &limits(), Stdin::Null)?;
                    equal(&(execution.reason, execution.exit), &(None, Exit::Code(0)))
                })
            });
        drop((to, stopper));
        let waited = waits
            .join()
            .map_err(|_| Failed::from("a thread panicked"))?;
        tried?;
        waited?;
        Ok(())
    })
}
