//! The programs: what may come of each, and what has to hold afterwards.

use std::fs;
use std::time::Duration;

use sandbox::{Execution, Exit, Limits, Reason};

/// What every program in C includes.
pub(crate) const COMMON: &str = include_str!("programs/common.h");

/// One program.
pub(crate) struct Row {
    pub(crate) name: &'static str,
    /// The name of its file.
    pub(crate) program: &'static str,
    pub(crate) source: &'static str,
    pub(crate) argument: Argument,
    /// Changes to limits of 0.4 s of CPU time, 8 s, 128 MiB, 24 processes and 8 MiB of output.
    pub(crate) limits: fn(&mut Limits),
    pub(crate) alone: bool,
    pub(crate) allowed: &'static [Outcome],
    /// What it prints, where that is looked at.
    pub(crate) output: Option<&'static str>,
    /// What else has to hold.
    pub(crate) after: fn(&Execution) -> Result<(), String>,
    /// Layers without which something else comes of it.
    pub(crate) off: Option<Off>,
}

/// Layers to take away, and what is to be seen then.
#[derive(Clone, Copy)]
pub(crate) struct Off {
    pub(crate) layers: &'static [&'static str],
    pub(crate) then: Outcome,
}

/// What a program is told.
pub(crate) enum Argument {
    None,
    /// The path of a file outside.
    Secret,
    /// The port of listeners outside.
    Port,
}

/// How a run ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Outcome {
    Code(i32),
    Signal(i32),
    Over(Reason),
}

impl Outcome {
    pub(crate) const ESCAPED: Outcome = Outcome::Code(66);

    pub(crate) fn of(execution: &Execution) -> Outcome {
        match (execution.reason, execution.exit) {
            (Some(reason), _) => Outcome::Over(reason),
            (None, Exit::Code(code)) => Outcome::Code(code),
            (None, Exit::Signal(signal)) => Outcome::Signal(signal.number()),
        }
    }
}

const FINE: &[Outcome] = &[Outcome::Code(0)];
const MEMORY: &[Outcome] = &[Outcome::Over(Reason::Memory)];
const CPU: &[Outcome] = &[Outcome::Over(Reason::Cpu)];
const WALL: &[Outcome] = &[Outcome::Over(Reason::Wall)];

/// A row whose attack comes to nothing.
const PLAIN: Row = Row {
    name: "",
    program: "",
    source: "",
    argument: Argument::None,
    limits: |_| {},
    alone: false,
    allowed: FINE,
    output: None,
    after: |_| Ok(()),
    off: None,
};

macro_rules! program {
    ($file:literal, $name:literal) => {
        Row {
            name: $name,
            program: $file,
            source: include_str!(concat!("programs/", $file)),
            ..PLAIN
        }
    };
}

const GROUPS: &[&str] = &["cgroup cpu", "cgroup memory", "cgroup pids"];

fn short_wall(limits: &mut Limits) {
    limits.wall = Some(Duration::from_millis(700));
}

/// For runtimes that start slowly and with many threads.
fn roomy(limits: &mut Limits) {
    limits.cpu = Some(Duration::from_secs(10));
    limits.wall = Some(Duration::from_secs(30));
    limits.memory = Some(1 << 30);
    limits.processes = None;
}

/// Over the limit of 400 ms, and ended by it: by how much it is over depends on what else the machine
/// does, and is measured where costs are.
fn cpu_is_over(execution: &Execution) -> Result<(), String> {
    let cpu = execution.cpu.as_millis();
    ensure((400..2400).contains(&cpu), execution)
}

fn ensure(holds: bool, execution: &Execution) -> Result<(), String> {
    if holds {
        Ok(())
    } else {
        Err(format!("what was measured is far off: {execution:?}"))
    }
}

fn no_file_left(_: &Execution) -> Result<(), String> {
    let places = ["/tmp/sbx_file", "/var/tmp/sbx_file", "/dev/shm/sbx_file"];
    match places
        .iter()
        .find(|place| fs::exists(place).unwrap_or(false))
    {
        None => Ok(()),
        Some(place) => Err(format!("{place} is still there")),
    }
}

fn no_segment_left(_: &Execution) -> Result<(), String> {
    let segments = fs::read_to_string("/proc/sysvipc/shm").unwrap_or_default();
    if segments.contains(&0x5b0f11e.to_string()) {
        Err("the segment is still there".to_owned())
    } else {
        Ok(())
    }
}

pub(crate) const ROWS: &[Row] = &[
    // Time.
    Row {
        allowed: CPU,
        after: cpu_is_over,
        ..program!("loop.c", "a loop ends by CPU time")
    },
    Row {
        allowed: CPU,
        after: cpu_is_over,
        ..program!("deaf.c", "ignoring every signal does not help")
    },
    Row {
        allowed: CPU,
        after: cpu_is_over,
        ..program!("burners.c", "the time of threads is added up")
    },
    Row {
        allowed: &[Outcome::Over(Reason::Cpu), Outcome::Code(0)],
        // Where nobody counts it there are no children.
        after: |execution| match execution.reason {
            Some(_) => cpu_is_over(execution),
            None => ensure(execution.cpu < Duration::from_millis(400), execution),
        },
        alone: true,
        limits: |limits| limits.processes = Some(400),
        off: Some(Off {
            layers: GROUPS,
            then: Outcome::Code(0),
        }),
        ..program!(
            "relay.c",
            "the time of children nobody waits for is added up"
        )
    },
    Row {
        limits: short_wall,
        allowed: WALL,
        output: Some("before\n"),
        ..program!(
            "sleeper.c",
            "a sleeper ends by the clock and its output is kept"
        )
    },
    Row {
        limits: short_wall,
        allowed: WALL,
        ..program!("stopped.c", "stopping itself does not help")
    },
    Row {
        allowed: &[
            Outcome::Over(Reason::Cpu),
            Outcome::Over(Reason::Wall),
            Outcome::Over(Reason::Memory),
        ],
        ..program!("bomb.c", "a bomb of processes is gone at once")
    },
    // What is left behind, and what is in reach.
    Row {
        output: Some("done\n"),
        ..program!("daemon.c", "a daemon ends with the program")
    },
    Row {
        off: Some(Off {
            layers: &["namespaces", "landlock", "seccomp"],
            then: Outcome::ESCAPED,
        }),
        ..program!("killer.c", "nobody outside can be signalled")
    },
    Row {
        ..program!("tracer.c", "the parent cannot be looked into")
    },
    Row {
        off: Some(Off {
            layers: &["namespaces", "landlock"],
            then: Outcome::ESCAPED,
        }),
        ..program!("processes.c", "processes of others are not seen")
    },
    Row {
        alone: true,
        allowed: &[Outcome::Code(0), Outcome::Code(7)],
        off: Some(Off {
            layers: GROUPS,
            then: Outcome::Code(7),
        }),
        ..program!(
            "forks.c",
            "a compiled solution may fork where its children are counted"
        )
    },
    Row {
        // Without a /proc of its own it sees none at all.
        off: Some(Off {
            layers: &["proc"],
            then: Outcome::Code(0),
        }),
        ..program!(
            "processes.c",
            "processes of others are not seen in an empty /proc"
        )
    },
    // Memory.
    Row {
        allowed: MEMORY,
        // Without a control group memory is looked at from time to time, and how much the program
        // takes between two looks is a matter of its speed; it would stop by itself at 700 MB.
        after: |execution| {
            ensure(
                (128 << 20..600 << 20).contains(&execution.memory),
                execution,
            )
        },
        ..program!("hoarder.c", "memory taken step by step ends the program")
    },
    Row {
        allowed: MEMORY,
        ..program!("at_once.c", "memory taken at once ends the program")
    },
    Row {
        allowed: MEMORY,
        ..program!("family.c", "memory of children is added up")
    },
    Row {
        allowed: &[Outcome::Over(Reason::Memory), Outcome::Code(3)],
        off: Some(Off {
            layers: &["cgroup memory", "seccomp"],
            then: Outcome::ESCAPED,
        }),
        ..program!("hidden.c", "memory that belongs to no process counts")
    },
    Row {
        allowed: &[Outcome::Over(Reason::Memory), Outcome::Code(0)],
        off: Some(Off {
            layers: &["cgroup memory", "landlock", "seccomp"],
            then: Outcome::ESCAPED,
        }),
        ..program!(
            "given_back.c",
            "memory given back and kept counts, or is refused"
        )
    },
    Row {
        allowed: MEMORY,
        // It is not what was measured in the end that stopped it.
        output: Some(""),
        off: Some(Off {
            layers: GROUPS,
            then: Outcome::Over(Reason::Memory),
        }),
        ..program!(
            "dead_leader.c",
            "memory counts when the first thread has ended"
        )
    },
    Row {
        allowed: MEMORY,
        off: Some(Off {
            layers: GROUPS,
            then: Outcome::Over(Reason::Memory),
        }),
        ..program!("page_tables.c", "tables of pages are memory")
    },
    Row {
        allowed: &[
            Outcome::Over(Reason::Memory),
            Outcome::Signal(libc::SIGSEGV),
        ],
        ..program!(
            "recursion.c",
            "recursion without end ends at the memory limit"
        )
    },
    // Output and files.
    Row {
        allowed: &[Outcome::Over(Reason::Output)],
        after: |execution| ensure(execution.output_bytes == 8 << 20, execution),
        ..program!("flood.c", "a flood of output is cut")
    },
    Row {
        output: Some("done\n"),
        after: |execution| {
            ensure(
                execution.stderr.len() == 64 << 10 && execution.stderr_truncated,
                execution,
            )
        },
        ..program!(
            "err_flood.c",
            "a flood of messages is cut and holds nobody up"
        )
    },
    Row {
        allowed: &[
            Outcome::Code(0),
            Outcome::Over(Reason::Memory),
            Outcome::Over(Reason::Cpu),
            Outcome::Signal(libc::SIGXFSZ),
        ],
        after: no_file_left,
        ..program!("big_file.c", "files fill nothing and are gone")
    },
    Row {
        allowed: &[
            Outcome::Code(0),
            Outcome::Over(Reason::Memory),
            Outcome::Over(Reason::Cpu),
        ],
        ..program!("many_files.c", "many files are gone")
    },
    Row {
        after: no_segment_left,
        ..program!("segment.c", "shared memory ends with the program")
    },
    Row {
        after: |execution| ensure(execution.wall >= Duration::from_millis(200), execution),
        ..program!(
            "closed.c",
            "a program without streams is followed to its end"
        )
    },
    // The world outside.
    Row {
        argument: Argument::Secret,
        off: Some(Off {
            layers: &["namespaces", "landlock"],
            then: Outcome::ESCAPED,
        }),
        ..program!("reader.c", "no file outside can be read")
    },
    Row {
        argument: Argument::Secret,
        off: Some(Off {
            layers: &["namespaces", "landlock"],
            then: Outcome::ESCAPED,
        }),
        ..program!("writer.c", "no file outside can be written")
    },
    Row {
        argument: Argument::Secret,
        off: Some(Off {
            layers: &["namespaces", "seccomp"],
            then: Outcome::ESCAPED,
        }),
        ..program!("spoiler.c", "no attribute of a file outside can be changed")
    },
    Row {
        argument: Argument::Secret,
        off: Some(Off {
            layers: &["namespaces"],
            then: Outcome::Code(0),
        }),
        ..program!(
            "attributes.c",
            "no attribute of a file outside can be changed by young calls"
        )
    },
    Row {
        off: Some(Off {
            layers: &["namespaces", "landlock"],
            then: Outcome::ESCAPED,
        }),
        ..program!("input.c", "the input cannot be written to")
    },
    Row {
        ..program!("own_file.c", "the program cannot be replaced")
    },
    Row {
        argument: Argument::Secret,
        ..program!(
            "folder_swap.c",
            "a link in the place of the folder leads nowhere"
        )
    },
    Row {
        ..program!("descriptors.c", "no descriptor is inherited")
    },
    Row {
        ..program!("variables.c", "no variable is inherited")
    },
    Row {
        argument: Argument::Port,
        off: Some(Off {
            layers: &["namespaces", "landlock", "seccomp"],
            then: Outcome::ESCAPED,
        }),
        ..program!("network.c", "nobody outside can be called")
    },
    Row {
        off: Some(Off {
            layers: &["namespaces"],
            then: Outcome::Code(0),
        }),
        ..program!("names.c", "no socket gets a name in the machine's network")
    },
    Row {
        ..program!("flight.c", "sockets may hold each other")
    },
    Row {
        ..program!("segments.c", "System V memory may be used")
    },
    // Rights and the kernel.
    Row {
        ..program!("first.c", "the process that reports is left alone")
    },
    Row {
        ..program!("on_the_way.c", "descriptors may be on the way")
    },
    Row {
        ..program!("queue.c", "signals may wait")
    },
    Row {
        ..program!("rights.c", "there are no rights to use or to gain")
    },
    Row {
        ..program!("surface.c", "young parts of the kernel are out of reach")
    },
    Row {
        off: Some(Off {
            layers: &["seccomp"],
            then: Outcome::ESCAPED,
        }),
        ..program!("namespace.c", "no namespace can be made")
    },
    Row {
        allowed: &[Outcome::Signal(libc::SIGABRT)],
        ..program!("abort.c", "abort is seen as what it is")
    },
    Row {
        allowed: &[Outcome::Signal(libc::SIGXCPU)],
        ..program!("pretend.c", "a signal raised by itself is no limit")
    },
    // Honest programs.
    Row {
        ..program!("most.c", "control: most of the memory there is")
    },
    Row {
        ..program!("timers.c", "control: timers")
    },
    Row {
        ..program!("work.c", "control: work")
    },
    Row {
        output: Some("3996000\n"),
        ..program!("threads.c", "control: threads")
    },
    Row {
        ..program!("forks.c", "control: a child that is waited for")
    },
    Row {
        ..program!("reserve.c", "control: memory reserved and not used")
    },
    Row {
        ..program!("deep.c", "control: 100 MB of stack")
    },
    Row {
        output: Some("41\n"),
        ..program!("echo.c", "control: input to output")
    },
    Row {
        ..program!(
            "files.c",
            "control: temporary files and the input by its name"
        )
    },
    Row {
        output: Some("41\n"),
        limits: roomy,
        ..program!("control.py", "control: Python")
    },
    Row {
        output: Some("42\n"),
        limits: roomy,
        ..program!("Control.java", "control: Java")
    },
];
