//! The launcher: a copy of the judge that does nothing but start programs, one at a time.
//!
//! It is small, because forking costs what the process holds, has one thread, because only then a fork may do anything,
//! and is shut in itself before it starts the first program.

use std::fs::{self, File};
use std::io::{self, Read, Seek, Write};
use std::os::fd::{AsFd, OwnedFd};
use std::sync::atomic::Ordering::SeqCst;
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{
    DumpableBehavior, PidfdFlags, Signal, getpid, pidfd_open, pidfd_send_signal,
    set_dumpable_behavior,
};

use super::channel::{Message, receive, transmit};
use super::init::Run;
use super::order::{self, Fault, Order, Report, Step, Wanted, Writer};
use super::root::{self, Places, Sources};
use super::seccomp;
use super::sys::{self, Notes, Side};

/// The user that programs run as when the judge is root: a number that no distribution gives to anybody.
const NOBODY: u32 = 60_800;

/// How long the first process of a run may take to end when its program was killed, before it is killed itself.
const PATIENCE: Duration = Duration::from_millis(500);

/// The life of the launcher. It ends with the judge, or when anything is not as it should be.
pub(crate) fn serve(socket: OwnedFd) -> ! {
    let _ = listen(socket);
    sys::exit(0)
}

fn listen(socket: OwnedFd) -> io::Result<()> {
    sys::default_sigpipe();
    let Some(setup) = receive(socket.as_fd())?.filter(|message| message.kind == order::SETUP)
    else {
        return Ok(());
    };
    let Some(wanted) = Wanted::decode(&setup.bytes) else {
        return Ok(());
    };
    let mut answer = Writer(Vec::new());
    let built = Launcher::build(wanted, setup.fds);
    let fault = built.as_ref().err();
    let errno = fault
        .and_then(|fault| fault.error.raw_os_error())
        .unwrap_or(0);
    answer.number(fault.map_or(0, |fault| fault.step as u64));
    answer.number(u64::from(errno.unsigned_abs()));
    let inside = built
        .as_ref()
        .ok()
        .and_then(|launcher| launcher.inside.as_ref());
    let users: Vec<_> = inside
        .and_then(|inside| inside.users.as_ref())
        .map(AsFd::as_fd)
        .into_iter()
        .collect();
    transmit(socket.as_fd(), order::READY, &answer.0, &users)?;
    let Ok(mut launcher) = built else {
        return Ok(());
    };
    launcher.socket = Some(socket);
    while let Some(message) = launcher.next()? {
        if message.kind == order::ORDER {
            launcher.obey(message)?;
        }
    }
    Ok(())
}

struct Launcher {
    /// `None` in processes that were forked.
    socket: Option<OwnedFd>,
    wanted: Wanted,
    landlock: u32,
    meter: Option<File>,
    inside: Option<Inside>,
    places: Places,
    own: OwnedFd,
    notes: &'static Notes,
}

/// The namespaces of the launcher.
struct Inside {
    /// The mounts of the machine, as this user may see them.
    machine: OwnedFd,
    /// The read-only root.
    root: OwnedFd,
    /// Where the launcher was root, for the judge, which still is.
    users: Option<OwnedFd>,
}

impl Launcher {
    fn build(wanted: Wanted, fds: Vec<OwnedFd>) -> Result<Launcher, Fault> {
        let prepare = Step::Prepare;
        let mut fds = fds.into_iter();
        let meter = if wanted.meter {
            fds.next().map(File::from)
        } else {
            None
        };
        for group in fds {
            File::from(group).write_all(b"0").map_err(prepare.fault())?;
        }
        rustix::thread::set_no_new_privs(true).map_err(prepare.fault())?;
        let landlock = if wanted.landlock {
            sys::landlock_version().map_err(Step::Landlock.fault())?
        } else {
            0
        };
        let own = pidfd_open(getpid(), PidfdFlags::empty()).map_err(prepare.fault())?;
        let inside = if wanted.namespaces {
            Some(shut_in()?)
        } else {
            None
        };
        if inside.is_none() {
            rustix::process::set_child_subreaper(Some(getpid())).map_err(prepare.fault())?;
        }
        // Where this is not allowed there is nothing to give up.
        for capability in rustix::thread::CapabilitySet::all().iter() {
            let _ = rustix::thread::remove_capability_from_bounding_set(capability);
        }
        if wanted.seccomp {
            sys::seccomp(&seccomp::standing()).map_err(Step::Seccomp.fault())?;
        }
        set_dumpable_behavior(DumpableBehavior::NotDumpable).map_err(prepare.fault())?;
        Ok(Launcher {
            socket: None,
            wanted,
            landlock,
            meter,
            inside,
            places: Places::default(),
            own,
            notes: sys::shared_notes().map_err(prepare.fault())?,
        })
    }

    fn next(&self) -> io::Result<Option<Message>> {
        self.socket
            .as_ref()
            .map_or(Ok(None), |socket| receive(socket.as_fd()))
    }

    /// Runs one program and reports.
    fn obey(&mut self, message: Message) -> io::Result<()> {
        let Some(order) = Order::decode(&message.bytes) else {
            return Err(io::Error::from(io::ErrorKind::InvalidData));
        };
        let (report, folder) = match self.run(&order, message.fds) {
            Ok(done) => done,
            Err(fault) => (
                Report {
                    step: fault.step as u32,
                    errno: fault.error.raw_os_error().unwrap_or(0),
                    ..Report::default()
                },
                None,
            ),
        };
        let back = folder.as_ref().filter(|_| order.writable.is_some());
        let fds: Vec<_> = back.iter().map(|folder| folder.run.as_fd()).collect();
        let Some(socket) = &self.socket else {
            return Ok(());
        };
        transmit(socket.as_fd(), order::DONE, &report.encode(), &fds)
    }

    fn run(
        &mut self,
        order: &Order,
        fds: Vec<OwnedFd>,
    ) -> Result<(Report, Option<root::Box>), Fault> {
        let few = || io::Error::from(io::ErrorKind::InvalidData);
        let mut fds = fds.into_iter();
        let mut next = || fds.next().ok_or_else(few).map_err(Step::Prepare.fault());
        let mut stdio = [next()?, next()?, next()?];
        let (folder, views) = match &self.inside {
            None => (None, Vec::new()),
            Some(inside) => {
                let content = order.writable.as_ref().map(|_| next()).transpose()?;
                self.places.make(order).map_err(Step::Mounts.fault())?;
                let folder = root::Box::make(order.room).map_err(Step::Mounts.fault())?;
                if let Some(content) = content {
                    fill(content, &folder).map_err(Step::Mounts.fault())?;
                }
                let [stdin, stdout, stderr] = stdio;
                let shown = root::show(
                    order,
                    stdin,
                    &mut fds,
                    inside.machine.as_fd(),
                    inside.root.as_fd(),
                )
                .map_err(Step::Mounts.fault())?;
                stdio = [shown.stdin, stdout, stderr];
                (Some(folder), shown.views)
            }
        };
        self.notes.clear();
        let namespaces = if self.inside.is_some() {
            libc::CLONE_NEWPID | libc::CLONE_NEWNS | libc::CLONE_NEWIPC
        } else {
            0
        };
        match sys::clone_process(namespaces).map_err(Step::Prepare.fault())? {
            (Side::Child, _) => {
                // Otherwise the judge would not see the launcher die.
                self.socket = None;
                let run = Run {
                    order,
                    wanted: self.wanted,
                    landlock: self.landlock,
                    stdio: &stdio,
                    folder: folder.as_ref(),
                    views: &views,
                    meter: self.meter.as_ref(),
                    launcher: self.own.as_fd(),
                    notes: self.notes,
                };
                run.first()
            }
            (Side::Parent(pid), pidfd) => {
                drop((stdio, views));
                let pidfd = pidfd.ok_or_else(few).map_err(Step::Prepare.fault())?;
                if self.follow(pid, &pidfd).is_err() {
                    // The judge is gone.
                    let _ = pidfd_send_signal(&pidfd, Signal::KILL);
                    let _ = self.reap();
                    sys::exit(0);
                }
                let late = self.reap();
                let mut report = self.notes.read();
                report.cpu += u64::try_from(late.as_nanos()).unwrap_or(0);
                Ok((report, folder))
            }
        }
    }

    /// Waits for the end of a run; an error means that there is nobody left to run it for.
    fn follow(&self, first: i32, pidfd: &OwnedFd) -> io::Result<()> {
        let Some(socket) = &self.socket else {
            return Ok(());
        };
        if self.meter.is_none() {
            transmit(socket.as_fd(), order::STARTED, &first.to_ne_bytes(), &[])?;
        }
        let mut timeout = None;
        loop {
            let mut fds = [
                PollFd::new(pidfd, PollFlags::IN),
                PollFd::new(socket, PollFlags::IN),
            ];
            match poll(&mut fds, timeout.as_ref()) {
                Ok(0) => {
                    pidfd_send_signal(pidfd, Signal::KILL)?;
                    timeout = None;
                    continue;
                }
                Ok(_) => {}
                Err(rustix::io::Errno::INTR) => continue,
                Err(error) => return Err(error.into()),
            }
            let [ended, asked] = fds.map(|fd| !fd.revents().is_empty());
            if ended {
                return Ok(());
            }
            if asked {
                let message = receive(socket.as_fd())?;
                if message.is_none_or(|message| message.kind != order::KILL) {
                    return Err(io::Error::from(io::ErrorKind::UnexpectedEof));
                }
                // The program only: its parent still tells what it used.
                match oldest_child(first) {
                    Some(program) => sys::kill(program),
                    None => pidfd_send_signal(pidfd, Signal::KILL)?,
                }
                timeout = Timespec::try_from(PATIENCE).ok();
            }
        }
    }

    /// Reaps the first process, and whatever of its tree came here because it was killed; says what that used.
    fn reap(&self) -> Duration {
        // The first process's own time is not the program's.
        let _ = sys::wait_any();
        let mut cpu = Duration::ZERO;
        if self.inside.is_none() {
            while let Some(child) = oldest_child(getpid().as_raw_nonzero().get()) {
                sys::kill(child);
                cpu += sys::wait_any().map_or(Duration::ZERO, |reaped| reaped.cpu);
            }
        }
        cpu
    }
}

/// The first child of a process with one thread.
fn oldest_child(pid: i32) -> Option<i32> {
    let children = fs::read_to_string(format!("/proc/{pid}/task/{pid}/children")).ok()?;
    children.split_ascii_whitespace().next()?.parse().ok()
}

fn fill(content: OwnedFd, folder: &root::Box) -> io::Result<()> {
    let mut content = File::from(content);
    let mut bytes = Vec::new();
    content.rewind()?;
    content.read_to_end(&mut bytes)?;
    super::folder::unpack(&bytes, folder.run.as_fd())
}

/// A user namespace in which root is the user that programs run as: mounted through it, root's own files are that
/// user's. It outlives the process it is made with.
fn roots_files() -> io::Result<OwnedFd> {
    match sys::clone_process(libc::CLONE_NEWUSER)? {
        (Side::Child, _) => {
            // Until it is killed, or the launcher is.
            let _ = rustix::process::set_parent_process_death_signal(Some(Signal::KILL));
            let _ = poll(&mut [], None);
            sys::exit(0)
        }
        (Side::Parent(pid), _) => {
            let make = || -> io::Result<OwnedFd> {
                for file in ["uid_map", "gid_map"] {
                    fs::write(format!("/proc/{pid}/{file}"), format!("0 {NOBODY} 1"))?;
                }
                Ok(File::open(format!("/proc/{pid}/ns/user"))?.into())
            };
            let made = make();
            sys::kill(pid);
            let _ = sys::wait_any();
            made
        }
    }
}

/// Gives up root, makes the launcher's namespaces and enters the read-only root.
fn shut_in() -> Result<Inside, Fault> {
    let mut sources = None;
    let mut users = None;
    if rustix::process::geteuid().is_root() {
        // While this process may still read everything. Where it may not do this, it is tried again below.
        sources = Sources::open().ok();
        let owners = roots_files();
        // In a container whose root is somebody else outside there may be no other user; then it is no real root.
        if sys::become_user(NOBODY).is_ok() {
            users = owners.ok();
        }
        // It changed its identity, so the system took its own files in /proc away from it.
        set_dumpable_behavior(DumpableBehavior::Dumpable).map_err(Step::Prepare.fault())?;
    }
    let user = rustix::process::geteuid().as_raw();
    let group = rustix::process::getegid().as_raw();
    let all = libc::CLONE_NEWUSER
        | libc::CLONE_NEWNS
        | libc::CLONE_NEWNET
        | libc::CLONE_NEWIPC
        | libc::CLONE_NEWUTS;
    sys::unshare(all).map_err(Step::Namespaces.fault())?;
    let inside = root::USER;
    for (file, text) in [
        ("setgroups", "deny".to_owned()),
        ("uid_map", format!("{inside} {user} 1")),
        ("gid_map", format!("{inside} {group} 1")),
    ] {
        fs::write(format!("/proc/self/{file}"), text).map_err(Step::Namespaces.fault())?;
    }
    let enter = || -> io::Result<Inside> {
        let machine = File::open("/proc/self/ns/mnt")?;
        let sources = sources.map_or_else(Sources::open, Ok)?;
        sys::unshare(libc::CLONE_NEWNS)?;
        root::enter(sources)?;
        let root = File::open("/proc/self/ns/mnt")?;
        Ok(Inside {
            machine: machine.into(),
            root: root.into(),
            users,
        })
    };
    enter().map_err(Step::Root.fault())
}

impl Notes {
    fn clear(&self) {
        for number in [&self.step, &self.ended] {
            number.store(0, SeqCst);
        }
        for number in [
            &self.cpu,
            &self.meter_before,
            &self.meter_after,
            &self.wall,
            &self.max_resident,
        ] {
            number.store(0, SeqCst);
        }
    }

    fn read(&self) -> Report {
        Report {
            step: self.step.load(SeqCst),
            errno: self.errno.load(SeqCst),
            ended: self.ended.load(SeqCst) != 0,
            status: self.status.load(SeqCst),
            cpu: self.cpu.load(SeqCst),
            meter_before: self.meter_before.load(SeqCst),
            meter_after: self.meter_after.load(SeqCst),
            wall: self.wall.load(SeqCst),
            max_resident: self.max_resident.load(SeqCst),
        }
    }
}
