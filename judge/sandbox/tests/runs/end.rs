//! What is left when a run is over, and what runs side by side.

use std::fs;
use std::io::{self, Write};
use std::time::Duration;

use libtest_mimic::Failed;
use sandbox::{Config, Exit, Files, Limits, Reason, Sandbox, SandboxError, Stdin};

use super::{Test, ensure, generous, program};

pub(crate) const TESTS: &[(&str, Test)] = &[
    ("a_background_job_is_gone_afterwards", |bench| {
        let seen = bench.sh("sleep 31.001 >/dev/null 2>&1 & echo $!")?;
        Ok(ensure(
            seen.execution.exit == Exit::Code(0) && is_gone("31.001"),
            "the job lives",
        )?)
    }),
    ("a_job_in_a_group_of_its_own_is_gone_afterwards", |bench| {
        let seen = bench.sh("set -m; (sleep 31.002 & echo $!) 2>/dev/null; sleep 0.1")?;
        Ok(ensure(
            !seen.output.is_empty() && is_gone("31.002"),
            "the job lives",
        )?)
    }),
    (
        "a_daemon_with_its_own_session_is_gone_when_it_was_seen",
        |bench| {
            let seen = bench.sh("setsid sh -c 'echo $$; sleep 31.003' & sleep 0.3")?;
            Ok(ensure(
                !seen.output.is_empty() && is_gone("31.003"),
                "the daemon lives",
            )?)
        },
    ),
    ("a_sink_that_fails_ends_the_program", |bench| {
        struct Full;
        impl Write for Full {
            fn write(&mut self, _: &[u8]) -> io::Result<usize> {
                Err(io::Error::from(io::ErrorKind::StorageFull))
            }
            fn flush(&mut self) -> io::Result<()> {
                Ok(())
            }
        }
        let path = bench.folder.path().join("after");
        let text = format!("echo; sleep 2; echo lives > {}", path.display());
        let files = Files {
            stdin: Stdin::Null,
            stdout: &mut Full,
        };
        let error = bench
            .sandbox
            .run(&program(["/bin/sh", "-c", &text]), &generous(), files)
            .err();
        ensure(
            matches!(error, Some(SandboxError::Sink { .. })),
            &format!("found {error:?}"),
        )?;
        std::thread::sleep(Duration::from_millis(2500));
        Ok(ensure(!path.exists(), "the program lives on")?)
    }),
    ("eight_threads_run_at_once_without_mixing", |bench| {
        let one = |thread: usize| -> Result<(), String> {
            for round in 0..25 {
                let text = format!("echo {thread} {round}; (sleep 20 &); exit {round}");
                let seen = bench.sh(&text).map_err(|error| error.to_string())?;
                ensure(
                    seen.execution.exit == Exit::Code(round),
                    &format!("{:?}", seen.execution),
                )?;
                ensure(
                    seen.output == format!("{thread} {round}\n").as_bytes(),
                    "the output of another",
                )?;
            }
            Ok(())
        };
        std::thread::scope(|scope| {
            let threads: Vec<_> = (0..8)
                .map(|thread| scope.spawn(move || one(thread)))
                .collect();
            threads.into_iter().try_for_each(|thread| {
                thread
                    .join()
                    .unwrap_or_else(|_| Err("a thread panicked".to_owned()))
            })
        })?;
        Ok(())
    }),
    (
        "the_wait_for_a_processor_is_no_time_on_the_clock",
        |bench| {
            if fs::read_to_string("/proc/self/schedstat").is_err() {
                // Nobody tells how long that is.
                return Ok(());
            }
            let processors = std::thread::available_parallelism().map_or(1, usize::from);
            let limits = Limits {
                cpu: Some(Duration::from_millis(200)),
                wall: Some(Duration::from_millis(600)),
                ..Limits::default()
            };
            let one = || {
                let program = program(["/bin/sh", "-c", "while :; do :; done"]);
                let seen = bench.run(&program, &limits, Stdin::Null);
                seen.map(|seen| seen.execution)
            };
            // Each has a fourth of a processor at the most, so it needs 800 ms.
            let many = || (0..processors * 4).map(|_| ());
            std::thread::scope(|scope| -> Result<(), Failed> {
                let threads: Vec<_> = many().map(|()| scope.spawn(one)).collect();
                for thread in threads {
                    let execution = thread.join().map_err(|_| "a thread panicked")??;
                    ensure(
                        execution.reason == Some(Reason::Cpu),
                        &format!("{execution:?}"),
                    )?;
                }
                Ok(())
            })
        },
    ),
    ("cancel_ends_what_runs_and_refuses_the_next", |_| {
        let sandbox = Sandbox::start(Config::default())?;
        let run = || {
            let files = Files {
                stdin: Stdin::Null,
                stdout: &mut Vec::new(),
            };
            sandbox.run(&program(["sleep", "30"]), &generous(), files)
        };
        std::thread::scope(|scope| -> Result<(), Failed> {
            let threads: Vec<_> = (0..3).map(|_| scope.spawn(run)).collect();
            std::thread::sleep(Duration::from_millis(300));
            sandbox.cancel();
            for thread in threads {
                let execution = thread.join().map_err(|_| "a thread panicked")??;
                ensure(
                    execution.reason == Some(Reason::Cancelled),
                    &format!("{execution:?}"),
                )?;
                ensure(execution.wall < Duration::from_secs(10), "it took long")?;
            }
            Ok(())
        })?;
        let error = run().err();
        Ok(ensure(
            matches!(error, Some(SandboxError::Cancelled)),
            &format!("found {error:?}"),
        )?)
    }),
    ("one_thread_can_be_cancelled_alone", |_| {
        let sandbox = Sandbox::start(Config::default())?;
        let run = |seconds| {
            let files = Files {
                stdin: Stdin::Null,
                stdout: &mut Vec::new(),
            };
            let first = sandbox.run(&program(["sleep", seconds]), &generous(), files);
            (first, sandbox.is_cancelled())
        };
        std::thread::scope(|scope| -> Result<(), Failed> {
            let ended = scope.spawn(|| (run("30"), run("0")));
            let other = scope.spawn(|| run("1"));
            std::thread::sleep(Duration::from_millis(300));
            sandbox.cancel_thread(ended.thread().id());
            let ((first, is_over), (next, _)) = ended.join().map_err(|_| "a thread panicked")?;
            let first = first?;
            ensure(
                first.reason == Some(Reason::Cancelled) && is_over,
                &format!("{first:?}"),
            )?;
            ensure(
                matches!(next, Err(SandboxError::Cancelled)),
                &format!("found {next:?}"),
            )?;
            let (other, is_over) = other.join().map_err(|_| "a thread panicked")?;
            let other = other?;
            ensure(
                other.exit == Exit::Code(0) && other.reason.is_none() && !is_over,
                &format!("{other:?}"),
            )
            .map_err(Failed::from)
        })?;
        Ok(ensure(run("0").0.is_ok(), "this thread was cancelled too")?)
    }),
    ("the_memory_of_the_judge_is_not_the_programs", |bench| {
        let held = vec![1_u8; 300 << 20];
        let seen = bench.sh("sleep 0.1")?;
        let kept = held
            .iter()
            .step_by(4096)
            .map(|&byte| usize::from(byte))
            .sum::<usize>();
        ensure(kept == held.len() / 4096, "the judge did hold 300 MB")?;
        let memory = seen.execution.memory;
        Ok(ensure(
            (100_000..30 << 20).contains(&memory),
            &format!("found {memory}"),
        )?)
    }),
];

/// Whether no living process has this argument. One that is being reaped by somebody else has none any more.
fn is_gone(argument: &str) -> bool {
    let processes = fs::read_dir("/proc").into_iter().flatten().flatten();
    !processes
        .filter_map(|process| fs::read(process.path().join("cmdline")).ok())
        .any(|line| {
            line.split(|&byte| byte == 0)
                .any(|word| word == argument.as_bytes())
        })
}
