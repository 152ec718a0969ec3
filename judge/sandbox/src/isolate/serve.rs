//! The launcher: a copy of the judge that does nothing but prepare runs, one at a time.
//!
//! It is small, because forking costs what the process holds, has one thread, because only then a fork may do anything,
//! and is shut in itself before it starts the first program.
//!
//! When a run is over, the next one is prepared for the same order while the judge looks at the output: the namespaces,
//! the folder and both processes stand ready when the judge says [`order::AGAIN`]. The launcher itself need not wake
//! up for that. A run that was prepared for nothing is ended.

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

use super::channel::{Message, receive, receive_packet, transmit};
use super::init::{ANSWERED, Run};
use super::inside::{Inside, shut_in};
use super::notes::Notes;
use super::order::{self, Fault, Order, Reader, Report, Step, Wanted, Writer};
use super::root::{self, Views};
use super::seccomp;
use super::sys::{self, Side};

/// How long the first process of a run may take to end when its program was killed, before it is killed itself.
const PATIENCE: Duration = Duration::from_millis(500);

/// The life of the launcher. It ends with the judge, or when anything is not as it should be.
pub(crate) fn serve(control: OwnedFd) -> ! {
    let _ = listen(control);
    sys::exit(0)
}

fn listen(control: OwnedFd) -> io::Result<()> {
    sys::default_sigpipe();
    let Some(setup) = receive(control.as_fd())?.filter(|message| message.kind == order::SETUP)
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
    transmit(control.as_fd(), order::READY, &answer.0, &users)?;
    let Ok(mut launcher) = built else {
        return Ok(());
    };
    launcher.control = Some(control);
    let served = launcher.serve();
    // Whatever stands ready or runs ends with it.
    let _ = launcher.discard();
    served
}

struct Launcher {
    /// `None` in processes that were forked.
    control: Option<OwnedFd>,
    /// Where runs talk with the judge.
    talk: OwnedFd,
    wanted: Wanted,
    landlock: u32,
    meter: Option<File>,
    inside: Option<Inside>,
    views: Views,
    own: OwnedFd,
    notes: &'static Notes,
    /// What the next run is prepared for.
    order: Option<Order>,
    /// The number of the run that is next, or goes on.
    run: u64,
    state: State,
    /// Whether the run that is next was tried to be prepared again.
    tried: bool,
}

enum State {
    /// Nothing to prepare for.
    Idle,
    /// A run stands ready, or goes on.
    Prepared(Cell),
    /// The next run could not be prepared. It is tried once more when it is wanted.
    Failed(Fault),
}

/// The first process of a run.
struct Cell {
    first: i32,
    pidfd: OwnedFd,
    /// How long it may still take to end; `None` as long as nobody has asked for that.
    patience: Option<Timespec>,
}

/// What the launcher wakes up for.
enum Event {
    /// The judge asks for something, or is gone.
    Asked,
    /// The first process of the run has ended.
    Ended,
    /// It has not, although it should have.
    Late,
    /// The judge wants a run that could not be prepared.
    Wanted,
}

impl Launcher {
    fn build(wanted: Wanted, fds: Vec<OwnedFd>) -> Result<Launcher, Fault> {
        let prepare = Step::Prepare;
        let mut fds = fds.into_iter();
        let talk = fds.next().ok_or_else(too_few).map_err(prepare.fault())?;
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
            control: None,
            talk,
            wanted,
            landlock,
            meter,
            inside,
            views: Views::default(),
            own,
            notes: sys::shared_notes().map_err(prepare.fault())?,
            order: None,
            run: 1,
            state: State::Idle,
            tried: false,
        })
    }

    /// Does what the judge says; returns when it is gone.
    fn serve(&mut self) -> io::Result<()> {
        loop {
            match self.wait()? {
                Event::Asked => {
                    let Some(message) = self.asked()? else {
                        return Ok(());
                    };
                    self.obey(message)?;
                }
                Event::Ended => {
                    self.state = match self.reap()? {
                        Some(unused) => State::Failed(unused),
                        None => self.prepare_next(),
                    };
                }
                Event::Late => self.kill_all()?,
                Event::Wanted => self.try_again()?,
            }
        }
    }

    fn wait(&self) -> io::Result<Event> {
        let Some(control) = &self.control else {
            return Err(io::Error::from(io::ErrorKind::NotConnected));
        };
        let (other, event, patience) = match &self.state {
            State::Idle => (None, Event::Ended, None),
            State::Prepared(cell) => (Some(&cell.pidfd), Event::Ended, cell.patience),
            State::Failed(_) => (Some(&self.talk), Event::Wanted, None),
        };
        let mut fds = vec![PollFd::new(control, PollFlags::IN)];
        fds.extend(other.map(|fd| PollFd::new(fd, PollFlags::IN)));
        loop {
            match poll(&mut fds, patience.as_ref()) {
                Ok(0) => return Ok(Event::Late),
                Ok(_) => {}
                Err(rustix::io::Errno::INTR) => continue,
                Err(error) => return Err(error.into()),
            }
            // A run that has ended is not killed any more.
            let is_ready = |index: usize| {
                fds.get(index)
                    .is_some_and(|fd: &PollFd<'_>| !fd.revents().is_empty())
            };
            return Ok(if is_ready(1) { event } else { Event::Asked });
        }
    }

    fn asked(&self) -> io::Result<Option<Message>> {
        self.control
            .as_ref()
            .map_or(Ok(None), |control| receive(control.as_fd()))
    }

    fn obey(&mut self, message: Message) -> io::Result<()> {
        let invalid = || io::Error::from(io::ErrorKind::InvalidData);
        match message.kind {
            order::ORDER => {
                let order = Order::decode(&message.bytes).ok_or_else(invalid)?;
                self.discard()?;
                match self.change_to(order, message.fds) {
                    Ok(cell) => self.state = State::Prepared(cell),
                    Err(fault) => {
                        self.order = None;
                        self.refuse(&fault)?;
                    }
                }
                Ok(())
            }
            order::KILL => {
                let run = Reader(&message.bytes).number().ok_or_else(invalid)?;
                // It may have ended before it was to be killed.
                if run == self.run {
                    self.kill_program()?;
                }
                Ok(())
            }
            _ => Err(invalid()),
        }
    }

    /// Shows what another order's runs may see, and starts the first of them.
    fn change_to(&mut self, order: Order, fds: Vec<OwnedFd>) -> Result<Cell, Fault> {
        let mut fds = fds.into_iter();
        let mut next = || {
            fds.next()
                .ok_or_else(too_few)
                .map_err(Step::Prepare.fault())
        };
        let streams = [next()?, next()?, next()?];
        let mut content = None;
        if let Some(inside) = &self.inside {
            let mut show = || -> io::Result<()> {
                self.views.remove()?;
                if order.writable.is_some() {
                    content = Some(fds.next().ok_or_else(too_few)?);
                }
                let (machine, root) = (inside.machine.as_fd(), inside.root.as_fd());
                let mounts = root::show(&order, &mut fds, machine, root)?;
                self.views.attach(&order, &mounts)
            };
            show().map_err(Step::Mounts.fault())?;
        }
        self.prepare(order, Some(streams), content)
    }

    /// Prepares the next run where it is known.
    fn prepare_next(&mut self) -> State {
        self.tried = false;
        match self.order.take_if(|order| order.repeats) {
            None => State::Idle,
            Some(order) => match self.prepare(order, None, None) {
                Ok(cell) => State::Prepared(cell),
                Err(fault) => State::Failed(fault),
            },
        }
    }

    /// Makes the folder and the first process of a run, which goes on from here by itself.
    /// Without streams it waits for them.
    fn prepare(
        &mut self,
        order: Order,
        streams: Option<[OwnedFd; 3]>,
        content: Option<OwnedFd>,
    ) -> Result<Cell, Fault> {
        let order = self.order.insert(order);
        let (folder, namespaces) = match &self.inside {
            None => (None, 0),
            Some(_) => {
                let folder = root::Box::make(order.room).map_err(Step::Mounts.fault())?;
                if let Some(content) = content {
                    fill(content, &folder).map_err(Step::Mounts.fault())?;
                }
                let new = libc::CLONE_NEWPID | libc::CLONE_NEWNS | libc::CLONE_NEWIPC;
                (Some(folder), new)
            }
        };
        self.notes.clear();
        self.notes.taken.store(u32::from(streams.is_some()), SeqCst);
        match sys::clone_process(namespaces).map_err(Step::Prepare.fault())? {
            (Side::Child, _) => {
                self.control = None;
                let run = Run {
                    order,
                    number: self.run,
                    streams: streams.as_ref().map(|all| all.each_ref().map(AsFd::as_fd)),
                    wanted: self.wanted,
                    landlock: self.landlock,
                    folder: folder.as_ref(),
                    machine: self.inside.as_ref().map(|inside| inside.machine.as_fd()),
                    meter: self.meter.as_ref(),
                    launcher: self.own.as_fd(),
                    talk: self.talk.as_fd(),
                    notes: self.notes,
                };
                run.first()
            }
            (Side::Parent(first), pidfd) => Ok(Cell {
                first,
                pidfd: pidfd.ok_or_else(too_few).map_err(Step::Prepare.fault())?,
                patience: None,
            }),
        }
    }

    /// Ends what stands ready or runs, and forgets what it was prepared for.
    fn discard(&mut self) -> io::Result<()> {
        self.kill_all()?;
        self.reap()?;
        self.order = None;
        Ok(())
    }

    /// Kills the program only: its parent still tells what it used.
    fn kill_program(&mut self) -> io::Result<()> {
        if let State::Prepared(cell) = &mut self.state {
            self.notes.asked.store(1, SeqCst);
            match oldest_child(cell.first) {
                Some(program) => sys::kill(program),
                None => pidfd_send_signal(&cell.pidfd, Signal::KILL)?,
            }
            cell.patience = Timespec::try_from(PATIENCE).ok();
        }
        Ok(())
    }

    fn kill_all(&mut self) -> io::Result<()> {
        if let State::Prepared(cell) = &mut self.state {
            pidfd_send_signal(&cell.pidfd, Signal::KILL)?;
            cell.patience = None;
        }
        Ok(())
    }

    /// Reaps the first process of a run, waiting for its end, and whatever of its tree came here because it was killed.
    /// Where it could not report, that is done here. Returns the fault of a run that ended before it was wanted.
    fn reap(&mut self) -> io::Result<Option<Fault>> {
        let State::Prepared(cell) = std::mem::replace(&mut self.state, State::Idle) else {
            return Ok(None);
        };
        // The first process's own time is not the program's.
        let mut late = Duration::ZERO;
        let mut status = None;
        while let Some(reaped) = sys::wait_any() {
            if reaped.pid == cell.first {
                status = Some(reaped.status);
                break;
            }
            late += reaped.cpu;
        }
        if self.inside.is_none() {
            while let Some(child) = oldest_child(getpid().as_raw_nonzero().get()) {
                sys::kill(child);
                late += sys::wait_any().map_or(Duration::ZERO, |reaped| reaped.cpu);
            }
        }
        let mut report = self.notes.report(self.run);
        if self.notes.taken.load(SeqCst) == 0 && self.notes.asked.load(SeqCst) == 0 {
            let errno = match report.errno {
                0 => libc::ESRCH,
                errno => errno,
            };
            return Ok(Some(Fault {
                step: Step::from(report.step),
                error: io::Error::from_raw_os_error(errno),
            }));
        }
        if !status
            .is_some_and(|status| libc::WIFEXITED(status) && libc::WEXITSTATUS(status) == ANSWERED)
        {
            report.cpu += u64::try_from(late.as_nanos()).unwrap_or(0);
            transmit(self.talk.as_fd(), order::DONE, &report.encode(), &[])?;
        }
        self.run += 1;
        Ok(None)
    }

    /// Prepares a run that could not be prepared before, or says why it cannot be.
    fn try_again(&mut self) -> io::Result<()> {
        let State::Failed(mut fault) = std::mem::replace(&mut self.state, State::Idle) else {
            return Ok(());
        };
        if !self.tried
            && let Some(order) = self.order.take_if(|order| order.repeats)
        {
            self.tried = true;
            match self.prepare(order, None, None) {
                Ok(cell) => {
                    self.state = State::Prepared(cell);
                    return Ok(());
                }
                Err(again) => fault = again,
            }
        }
        let Some(message) = receive_packet(self.talk.as_fd())? else {
            return Err(io::Error::from(io::ErrorKind::UnexpectedEof));
        };
        if Reader(&message.bytes).number() == Some(self.run) {
            self.refuse(&fault)?;
            self.tried = false;
        }
        self.state = State::Failed(fault);
        Ok(())
    }

    /// Reports that the run that is wanted cannot be.
    fn refuse(&mut self, fault: &Fault) -> io::Result<()> {
        let report = Report {
            run: self.run,
            step: match fault.step {
                Step::None => Step::Prepare as u32,
                step => step as u32,
            },
            errno: fault.error.raw_os_error().unwrap_or(0),
            ..Report::default()
        };
        self.run += 1;
        transmit(self.talk.as_fd(), order::DONE, &report.encode(), &[])
    }
}

fn too_few() -> io::Error {
    io::Error::from(io::ErrorKind::InvalidData)
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
