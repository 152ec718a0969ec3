//! Programs whose standard streams are pipes that somebody else holds the other ends of.

use std::io::{self, PipeReader, PipeWriter, Read, Write};
use std::thread;

use libtest_mimic::Failed;
use sandbox::{Execution, Exit, Pipes, Reason};

use super::{Bench, KILLED, Test, ensure, generous, program};

pub(crate) const TESTS: &[(&str, Test)] = &[
    ("what_is_said_goes_through_the_pipes", |bench| {
        let script = "read x; echo $x and more; read x || exit 3";
        let (run, said) = talk(bench, script, |mut to, mut from, _| {
            to.write_all(b"word\n")?;
            read_line(&mut from)
        })?;
        ensure(said == "word and more\n", &said)?;
        Ok(ensure(
            (run.exit, run.reason) == (Exit::Code(3), None),
            "it did not see the end of its input",
        )?)
    }),
    ("a_run_is_stopped_when_the_caller_says_so", |bench| {
        let script = "echo on; while :; do :; done";
        let (run, said) = talk(bench, script, |_to, mut from, stop| {
            let said = read_line(&mut from);
            *stop = None;
            said
        })?;
        ensure(said == "on\n", &said)?;
        Ok(ensure(
            (run.exit, run.reason) == (KILLED, Some(Reason::Stopped)),
            "it was not stopped",
        )?)
    }),
    ("who_closes_its_output_is_seen_before_it_ends", |bench| {
        let script = "echo all; exec >&-; read x; exit $x";
        let (run, said) = talk(bench, script, |mut to, mut from, _| {
            let mut said = String::new();
            from.read_to_string(&mut said)?;
            to.write_all(b"7\n")?;
            Ok(said)
        })?;
        ensure(said == "all\n", &said)?;
        Ok(ensure(run.exit == Exit::Code(7), "it heard nothing")?)
    }),
];

/// Runs a script while `other` talks with it: it is given what leads to the script's input, what
/// comes from its output, and what ends the script when it is closed.
fn talk(
    bench: &Bench,
    script: &str,
    other: impl FnOnce(PipeWriter, PipeReader, &mut Option<PipeWriter>) -> io::Result<String> + Send,
) -> Result<(Execution, String), Failed> {
    let (stdin, to) = io::pipe()?;
    let (from, stdout) = io::pipe()?;
    let (stop, stopper) = io::pipe()?;
    let pipes = Pipes {
        stdin: stdin.into(),
        stdout: stdout.into(),
        stop: stop.into(),
    };
    let mut stopper = Some(stopper);
    let script = program(["/bin/sh", "-c", script]);
    let (run, said) = thread::scope(|scope| {
        let other = scope.spawn(|| other(to, from, &mut stopper));
        let run = bench.sandbox.run_between(&script, &generous(), pipes);
        (run, other.join())
    });
    let said = said.map_err(|_| "the other side panicked")??;
    Ok((run?, said))
}

fn read_line(from: &mut PipeReader) -> io::Result<String> {
    let mut line = Vec::new();
    let mut byte = [0];
    while from.read(&mut byte)? == 1 {
        line.extend(byte);
        if byte == *b"\n" {
            break;
        }
    }
    String::from_utf8(line).map_err(io::Error::other)
}
