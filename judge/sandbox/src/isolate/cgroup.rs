//! Control groups: the only exact account of a tree's CPU time and the only firm bound on its memory.
//!
//! A launcher has one group for itself and all it starts; it joins once, so that a run costs nothing more. Version 1 has
//! a hierarchy for each controller, version 2 one for all.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::os::fd::{AsFd, BorrowedFd};
use std::os::unix::fs::{FileExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use rustix::process::Pid;

use crate::tree;

/// A group's folders begin like this, followed by the judge's process number.
const NAME: &str = "judge.";

/// Processes of the launcher's own in the group: itself and the first process of the run.
const OWN: u64 = 2;

/// How long a group may hold more than it is to be limited to.
const PATIENCE: Duration = Duration::from_secs(2);
const PAUSE: Duration = Duration::from_millis(5);

/// What a group can count and limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Controller {
    Cpu,
    Memory,
    Pids,
}

impl Controller {
    /// The name in version 1, and the one in version 2.
    fn names(self) -> [&'static str; 2] {
        match self {
            Controller::Cpu => ["cpuacct", "cpu"],
            Controller::Memory => ["memory"; 2],
            Controller::Pids => ["pids"; 2],
        }
    }

    /// A file that a group has where the controller is at work.
    fn files(self) -> [&'static str; 2] {
        match self {
            Controller::Cpu => ["cpuacct.usage", "cpu.stat"],
            Controller::Memory => ["memory.limit_in_bytes", "memory.max"],
            Controller::Pids => ["pids.max"; 2],
        }
    }
}

/// Where groups can be made: a folder for each controller, the same one in version 2.
#[derive(Debug, Clone, Default)]
pub(crate) struct Hierarchy {
    memory: Option<PathBuf>,
    cpu: Option<PathBuf>,
    pids: Option<PathBuf>,
}

impl Hierarchy {
    /// Finds out by making a group for each controller; the second value says which cannot be used, and why.
    pub(crate) fn find() -> (Hierarchy, Vec<(Controller, String)>) {
        let mut missing = Vec::new();
        let mounts = fs::read_to_string("/proc/self/mountinfo").unwrap_or_default();
        let groups = fs::read_to_string("/proc/self/cgroup").unwrap_or_default();
        let mut find = |controller: Controller| {
            let [v1, v2] = controller.names();
            let mut reason = format!("no {v2} controller is mounted");
            for place in places(&mounts, &groups, v1) {
                match try_out(&place, controller) {
                    Ok(()) => return Some(place),
                    Err(error) => reason = format!("{}: {error}", place.display()),
                }
            }
            missing.push((controller, reason));
            None
        };
        let mut hierarchy = Hierarchy {
            memory: find(Controller::Memory),
            cpu: find(Controller::Cpu),
            pids: find(Controller::Pids),
        };
        hierarchy.agree();
        for place in hierarchy.places() {
            sweep(place);
        }
        (hierarchy, missing)
    }

    /// In version 2 a process is in one group only, so all controllers have to be used in the same one.
    fn agree(&mut self) {
        let is_v2 = |place: &Path| place.join("cgroup.controllers").exists();
        let Some(memory) = self.memory.clone().filter(|place| is_v2(place)) else {
            return;
        };
        if self.cpu.as_deref().is_some_and(is_v2) {
            // Every group has `cpu.stat`.
            self.cpu = Some(memory.clone());
        }
        if self
            .pids
            .as_ref()
            .is_some_and(|place| is_v2(place) && *place != memory)
        {
            self.pids = try_out(&memory, Controller::Pids).is_ok().then_some(memory);
        }
    }

    fn places(&self) -> Vec<&Path> {
        let mut places: Vec<&Path> = [&self.memory, &self.cpu, &self.pids]
            .into_iter()
            .flatten()
            .map(PathBuf::as_path)
            .collect();
        places.sort_unstable();
        places.dedup();
        places
    }

    fn of(&mut self, controller: Controller) -> &mut Option<PathBuf> {
        match controller {
            Controller::Cpu => &mut self.cpu,
            Controller::Memory => &mut self.memory,
            Controller::Pids => &mut self.pids,
        }
    }

    pub(crate) fn has(&self, controller: Controller) -> bool {
        self.clone().of(controller).is_some()
    }

    /// Does without a controller.
    pub(crate) fn leave(&mut self, controller: Controller) {
        *self.of(controller) = None;
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.places().is_empty()
    }
}

/// The folders in which groups of a controller might be made, the own group first.
fn places(mounts: &str, groups: &str, controller: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for line in mounts.lines() {
        // As in proc_pid_mountinfo(5): the optional fields end with a dash.
        let Some((left, right)) = line.split_once(" - ") else {
            continue;
        };
        let left: Vec<&str> = left.split(' ').collect();
        let right: Vec<&str> = right.split(' ').collect();
        let (&[_, _, _, root, place, ..], &[kind, _, options, ..]) = (&left[..], &right[..]) else {
            continue;
        };
        let is_v1 = kind == "cgroup" && options.split(',').any(|option| option == controller);
        if !is_v1 && kind != "cgroup2" {
            continue;
        }
        let own = groups.lines().find_map(|line| {
            let (_, rest) = line.split_once(':')?;
            let (controllers, path) = rest.split_once(':')?;
            let fits = if is_v1 {
                controllers.split(',').any(|name| name == controller)
            } else {
                controllers.is_empty()
            };
            fits.then_some(path)
        });
        let own = own
            .and_then(|path| Path::new(path).strip_prefix(root).ok())
            .filter(|below| *below != Path::new(""))
            .map_or_else(
                || PathBuf::from(place),
                |below| Path::new(place).join(below),
            );
        let mut candidates: Vec<PathBuf> = own
            .ancestors()
            .take_while(|path| path.starts_with(place))
            .map(Path::to_owned)
            .collect();
        if is_v1 {
            // With a hierarchy of its own a controller decides; the own group or the top will do.
            candidates.truncate(1);
            candidates.push(place.into());
            found.splice(0..0, candidates);
        } else {
            found.extend(candidates);
        }
    }
    found.dedup();
    found
}

fn try_out(place: &Path, controller: Controller) -> io::Result<()> {
    // Several threads may try at once.
    let thread = rustix::thread::gettid().as_raw_nonzero();
    let group = place.join(format!("{NAME}{}.try-{thread}", std::process::id()));
    fs::create_dir(&group)?;
    let works = || {
        controller
            .files()
            .iter()
            .any(|file| group.join(file).exists())
    };
    let [_, v2] = controller.names();
    // In version 2 a group hands a controller down only when told to. Refused where it has processes itself.
    let usable = works()
        || (fs::write(place.join("cgroup.subtree_control"), format!("+{v2}")).is_ok() && works());
    fs::remove_dir(&group)?;
    if usable {
        Ok(())
    } else {
        Err(io::Error::other(format!(
            "the {v2} controller is not handed down here"
        )))
    }
}

/// Removes what judges that were killed left behind. Groups of living ones have processes in them and stay.
fn sweep(place: &Path) {
    for entry in fs::read_dir(place)
        .into_iter()
        .flatten()
        .filter_map(Result::ok)
    {
        let name = entry.file_name();
        let judge = name
            .to_str()
            .and_then(|name| name.strip_prefix(NAME)?.split('.').next());
        if judge.is_some_and(|pid| !Path::new("/proc").join(pid).exists()) {
            let _ = fs::remove_dir(entry.path());
        }
    }
}

/// The group of one launcher; removed when dropped.
#[derive(Debug)]
pub(crate) struct Group {
    folders: Vec<PathBuf>,
    memory: Option<Memory>,
    pids: Option<(File, u64)>,
    meter: Option<File>,
}

#[derive(Debug)]
struct Memory {
    limit: File,
    peak: Option<File>,
    events: File,
    /// What was written last.
    now: u64,
    killed: u64,
}

impl Group {
    pub(crate) fn make(hierarchy: &Hierarchy, serial: usize) -> io::Result<Group> {
        let name = format!("{NAME}{}.{serial}", std::process::id());
        let mut group = Group {
            folders: Vec::new(),
            memory: None,
            pids: None,
            meter: None,
        };
        for place in hierarchy.places() {
            let folder = place.join(&name);
            fs::create_dir(&folder)?;
            group.folders.push(folder);
        }
        if let Some(place) = &hierarchy.memory {
            group.memory = Some(Memory::open(&place.join(&name))?);
        }
        if let Some(place) = &hierarchy.pids {
            group.pids = Some((writable(&place.join(&name).join("pids.max"))?, u64::MAX));
        }
        if let Some(place) = &hierarchy.cpu {
            let folder = place.join(&name);
            let meter = File::open(folder.join("cpuacct.usage"))
                .or_else(|_| File::open(folder.join("cpu.stat")));
            group.meter = Some(meter?);
        }
        Ok(group)
    }

    /// Files that a process joins by writing to them.
    pub(crate) fn doors(&self) -> io::Result<Vec<File>> {
        self.folders
            .iter()
            .map(|folder| writable(&folder.join("cgroup.procs")))
            .collect()
    }

    pub(crate) fn meter(&self) -> Option<BorrowedFd<'_>> {
        self.meter.as_ref().map(AsFd::as_fd)
    }

    /// CPU time of everything that was ever in the group.
    pub(crate) fn cpu(&self) -> Option<Duration> {
        self.meter.as_ref().and_then(read_cpu)
    }

    /// How long a process in it but the launcher has waited for a processor, the longest of those that live.
    pub(crate) fn waited(&self, launcher: Pid) -> Duration {
        let list = self
            .folders
            .first()
            .map(|folder| folder.join("cgroup.procs"));
        let list = list.and_then(|list| fs::read_to_string(list).ok());
        let list = list.unwrap_or_default();
        let numbers = list.split_ascii_whitespace();
        let processes = numbers.filter_map(|number| Pid::from_raw(number.parse().ok()?));
        let processes = processes.filter(|process| *process != launcher);
        processes.map(tree::waited).max().unwrap_or_default()
    }

    /// Sets the limits of the next run.
    pub(crate) fn limit(&mut self, memory: Option<u64>, processes: u64) -> io::Result<()> {
        if let Some(group) = &mut self.memory {
            group.limit(memory)?;
        }
        if let Some((file, now)) = &mut self.pids
            && *now != processes
        {
            file.write_all_at((processes + OWN).to_string().as_bytes(), 0)?;
            *now = processes;
        }
        Ok(())
    }

    /// Whether the system has killed a process of this run for its memory.
    pub(crate) fn is_out_of_memory(&self) -> bool {
        self.memory
            .as_ref()
            .is_some_and(|memory| memory.read_killed() > memory.killed)
    }

    /// The most that the group has held in this run, files in memory and the cache of files on disk included.
    pub(crate) fn peak(&self) -> Option<u64> {
        let text = super::init::read_again(self.memory.as_ref()?.peak.as_ref()?)?;
        text.trim().parse().ok()
    }
}

impl Memory {
    fn open(folder: &Path) -> io::Result<Memory> {
        let v1 = folder.join("memory.limit_in_bytes");
        let is_v1 = v1.exists();
        if is_v1 {
            let _ = fs::write(folder.join("memory.swappiness"), "0");
        } else {
            let _ = fs::write(folder.join("memory.swap.max"), "0");
            let _ = fs::write(folder.join("memory.oom.group"), "0");
        }
        let pick = |old: &str, new: &str| folder.join(if is_v1 { old } else { new });
        let peak = pick("memory.max_usage_in_bytes", "memory.peak");
        let mut memory = Memory {
            limit: writable(&pick("memory.limit_in_bytes", "memory.max"))?,
            // In version 2 it may be reset since Linux 6.12.
            peak: OpenOptions::new().read(true).write(true).open(peak).ok(),
            events: File::open(pick("memory.oom_control", "memory.events"))?,
            now: u64::MAX,
            killed: 0,
        };
        memory.killed = memory.read_killed();
        Ok(memory)
    }

    fn limit(&mut self, limit: Option<u64>) -> io::Result<()> {
        // The kernel's own part (page tables, buffers of pipes) is not the program's, nor is what the launcher holds.
        let new = limit.map_or(u64::MAX, |limit| {
            limit.saturating_add(limit / 64 + (6 << 20))
        });
        if new != self.now {
            let text = if new == u64::MAX {
                "-1".to_owned()
            } else {
                new.to_string()
            };
            let started = Instant::now();
            let written = loop {
                match self.limit.write_all_at(text.as_bytes(), 0) {
                    // More is still held than that. What the last run held may go a moment after it.
                    Err(error)
                        if error.raw_os_error() == Some(libc::EBUSY)
                            && started.elapsed() < PATIENCE =>
                    {
                        std::thread::sleep(PAUSE);
                    }
                    written => break written,
                }
            };
            // Version 2 has a word for it.
            written.or_else(|error| match new {
                u64::MAX => self.limit.write_all_at(b"max", 0),
                _ => Err(error),
            })?;
            self.now = new;
        }
        if let Some(peak) = &mut self.peak {
            let _ = peak.write_all(b"0");
        }
        self.killed = self.read_killed();
        Ok(())
    }

    fn read_killed(&self) -> u64 {
        let text = super::init::read_again(&self.events).unwrap_or_default();
        text.lines()
            .find_map(|line| line.strip_prefix("oom_kill "))
            .and_then(|count| count.trim().parse().ok())
            .unwrap_or(0)
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        for folder in &self.folders {
            // The processes are dead, but may not be gone for a moment.
            for _ in 0..200 {
                match fs::remove_dir(folder) {
                    Err(error) if error.raw_os_error() == Some(libc::EBUSY) => {
                        std::thread::sleep(Duration::from_millis(5));
                    }
                    _ => break,
                }
            }
        }
    }
}

fn writable(path: &Path) -> io::Result<File> {
    OpenOptions::new()
        .write(true)
        .custom_flags(libc::O_CLOEXEC)
        .open(path)
}

/// Reads `cpuacct.usage` (nanoseconds) or `cpu.stat` (`usage_usec 12`).
pub(crate) fn read_cpu(meter: &File) -> Option<Duration> {
    let text = super::init::read_again(meter)?;
    match text
        .lines()
        .find_map(|line| line.strip_prefix("usage_usec "))
    {
        Some(microseconds) => Some(Duration::from_micros(microseconds.trim().parse().ok()?)),
        None => Some(Duration::from_nanos(text.trim().parse().ok()?)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_own_group_comes_first() {
        let mounts = "30 24 0:26 / /sys/fs/cgroup/memory rw shared:9 - cgroup cgroup rw,memory\n\
                      31 24 0:27 / /sys/fs/cgroup/cpu,cpuacct rw - cgroup cgroup rw,cpu,cpuacct\n\
                      32 24 0:28 / /sys/fs/cgroup/unified rw - cgroup2 cgroup2 rw\n";
        let groups = "4:memory:/a/b\n2:cpu,cpuacct:/\n0::/u/v\n";
        let paths = |controller| {
            places(mounts, groups, controller)
                .iter()
                .map(|path| path.display().to_string())
                .collect::<Vec<_>>()
        };
        let unified = [
            "/sys/fs/cgroup/unified/u/v",
            "/sys/fs/cgroup/unified/u",
            "/sys/fs/cgroup/unified",
        ];
        assert_eq!(
            paths("memory")[..2],
            ["/sys/fs/cgroup/memory/a/b", "/sys/fs/cgroup/memory"]
        );
        assert_eq!(paths("memory")[2..], unified);
        assert_eq!(paths("cpuacct")[0], "/sys/fs/cgroup/cpu,cpuacct");
        assert_eq!(paths("pids"), unified);
    }
}
