//! The processes of a run as `/proc` shows them. Where there is no `/proc`, every answer is "nothing seen".

use std::fs;
use std::io;
use std::time::Duration;

use rustix::process::Pid;

/// One process of a tree, as it was when looked at.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Process {
    pub(crate) pid: Pid,
    pub(crate) session: i32,
    /// When it started, in clock ticks since boot: with the number it names a process for good.
    pub(crate) started: u64,
    /// CPU time of it and of the children it waited for, rounded down to 10 ms.
    pub(crate) cpu: Duration,
    /// Ended, and not yet reaped. Where only its first thread has ended, it lives on in the others.
    pub(crate) zombie: bool,
}

/// The kernel's unit of time in `/proc` (USER_HZ): fixed at 100 per second for every architecture supported here.
const TICKS_PER_SECOND: u64 = 100;

/// Lets orphans come back to this process instead of going to init.
pub(crate) fn adopt_orphans() -> io::Result<()> {
    #[cfg(target_os = "linux")]
    rustix::process::set_child_subreaper(Some(rustix::process::getpid()))?;
    Ok(())
}

/// Reads one process; `None` when it is gone.
pub(crate) fn look(pid: Pid) -> Option<Process> {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    parse(pid, &stat)
}

/// The format of `/proc/[pid]/stat` is in proc_pid_stat(5). The name in parentheses may hold anything, also `)`.
fn parse(pid: Pid, stat: &str) -> Option<Process> {
    let (_, fields) = stat.rsplit_once(") ")?;
    let fields: Vec<&str> = fields.split(' ').collect();
    let number = |index: usize| fields.get(index)?.parse::<u64>().ok();
    let ticks = number(11)? + number(12)? + number(13)? + number(14)?;
    Some(Process {
        pid,
        session: fields.get(3)?.parse().ok()?,
        started: number(19)?,
        cpu: Duration::from_millis(ticks * 1000 / TICKS_PER_SECOND),
        zombie: matches!(fields.first(), Some(&"Z" | &"X")) && number(17)? <= 1,
    })
}

/// The leader of a session, its descendants, and the orphans of that session with theirs.
pub(crate) fn members(leader: Pid) -> Vec<Process> {
    let mut found: Vec<Process> = look(leader).into_iter().chain(adopted(leader)).collect();
    let mut next = 0;
    while let Some(process) = found.get(next).copied() {
        next += 1;
        for child in children(process.pid) {
            if !found.iter().any(|other| other.pid == child) {
                found.extend(look(child));
            }
        }
    }
    found
}

/// Orphans of a session that came back to this process, ended ones too. They go to its first thread.
pub(crate) fn adopted(leader: Pid) -> Vec<Process> {
    let own = rustix::process::getpid();
    children_of_thread(own, own)
        .into_iter()
        .filter(|&child| child != leader)
        .filter_map(look)
        .filter(|process| process.session == leader.as_raw_nonzero().get())
        .collect()
}

fn children(pid: Pid) -> Vec<Pid> {
    threads(pid)
        .flat_map(|thread| children_of_thread(pid, thread))
        .collect()
}

/// The threads of a process, the first one first.
fn threads(pid: Pid) -> impl Iterator<Item = Pid> {
    let threads = fs::read_dir(format!("/proc/{pid}/task"));
    threads.into_iter().flatten().filter_map(|thread| {
        thread
            .ok()?
            .file_name()
            .to_str()?
            .parse()
            .ok()
            .and_then(Pid::from_raw)
    })
}

fn children_of_thread(pid: Pid, thread: Pid) -> Vec<Pid> {
    let list =
        fs::read_to_string(format!("/proc/{pid}/task/{thread}/children")).unwrap_or_default();
    list.split_ascii_whitespace()
        .filter_map(|word| word.parse().ok().and_then(Pid::from_raw))
        .collect()
}

/// How long a thread of a process has been ready to run and waited for a processor: the longest of those that live. See
/// `schedstat` in the kernel's documentation of its scheduler.
pub(crate) fn waited(pid: Pid) -> Duration {
    let of_thread = |thread| {
        let stat = fs::read_to_string(format!("/proc/{pid}/task/{thread}/schedstat")).ok()?;
        let nanoseconds = stat.split_ascii_whitespace().nth(1)?.parse().ok()?;
        Some(Duration::from_nanos(nanoseconds))
    };
    threads(pid).filter_map(of_thread).max().unwrap_or_default()
}

/// The largest resident size a process has had since it executed its program, in bytes, and what the tables of its pages
/// take.
pub(crate) fn peak(pid: Pid) -> Option<u64> {
    of_memory(pid, |thread| {
        let status = fs::read_to_string(format!("/proc/{pid}/task/{thread}/status")).ok()?;
        Some(field(&status, "VmHWM:")? + field(&status, "VmPTE:").unwrap_or(0))
    })
}

/// The resident size of a process in bytes, with a page that n processes share counted as 1/n, and what the tables of its
/// pages take.
pub(crate) fn share(pid: Pid) -> Option<u64> {
    of_memory(pid, |thread| {
        let read = |name| fs::read_to_string(format!("/proc/{pid}/task/{thread}/{name}")).ok();
        Some(
            field(&read("smaps_rollup")?, "Pss:")? + field(&read("status")?, "VmPTE:").unwrap_or(0),
        )
    })
}

/// Asks the first thread of a process, or where that has ended one of the others, which have the same memory.
fn of_memory(pid: Pid, ask: impl Fn(Pid) -> Option<u64>) -> Option<u64> {
    ask(pid).or_else(|| threads(pid).find_map(ask))
}

fn field(text: &str, name: &str) -> Option<u64> {
    let value = text.lines().find_map(|line| line.strip_prefix(name))?;
    value
        .trim()
        .strip_suffix(" kB")?
        .parse::<u64>()
        .ok()?
        .checked_mul(1024)
}

/// Processes and threads of the user this process runs as.
pub(crate) fn tasks_of_user() -> u64 {
    use std::os::unix::fs::MetadataExt;
    let user = rustix::process::getuid().as_raw();
    let Ok(processes) = fs::read_dir("/proc") else {
        return 0;
    };
    processes
        .filter_map(Result::ok)
        .filter(|entry| entry.metadata().is_ok_and(|data| data.uid() == user))
        .filter_map(|entry| {
            let stat = fs::read_to_string(entry.path().join("stat")).ok()?;
            stat.rsplit_once(") ")?
                .1
                .split(' ')
                .nth(17)?
                .parse::<u64>()
                .ok()
        })
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_with_parentheses_and_blanks_does_not_shift_the_fields() {
        let stat = "7 (a) R 1 (x) ) Z 1 7 5 0 -1 4 0 0 0 0 10 20 30 40 20 0 1 0 999 0 0 0";
        let process = parse(Pid::from_raw(7).unwrap(), stat).unwrap();
        assert_eq!(
            (process.session, process.started, process.zombie),
            (5, 999, true)
        );
        assert_eq!(process.cpu, Duration::from_secs(1));
    }

    #[test]
    fn this_process_sees_itself() {
        let own = rustix::process::getpid();
        if fs::exists("/proc/self/stat").unwrap() {
            assert!(
                members(own)
                    .iter()
                    .any(|process| process.pid == own && !process.zombie)
            );
            assert!(peak(own).unwrap() > 100_000);
        }
    }
}
