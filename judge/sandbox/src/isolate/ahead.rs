//! The runs of a launcher: each is made for an order, and the next one ahead of time for the same.
//!
//! When a run is over, the next one is prepared for the same order while the judge looks at the output: the namespaces,
//! the folder and both processes stand ready when the judge says [`order::AGAIN`]. The launcher itself need not wake
//! up for that. A run that was prepared for nothing is ended.

use std::fs::{self, File};
use std::io::{self, Read, Seek};
use std::os::fd::{AsFd, OwnedFd};
use std::sync::atomic::Ordering::SeqCst;
use std::time::Duration;

use rustix::event::Timespec;
use rustix::io::Errno;
use rustix::process::{Pid, PidfdFlags, Signal, getpid, pidfd_open, pidfd_send_signal};

use super::again::{self, Heard};
use super::channel::transmit;
use super::init::{ANSWERED, Run};
use super::order::{self, Fault, Order, Report, Step};
use super::root;
use super::serve::{Cell, Launcher, State, too_few};
use super::sys::{self, Side};

/// How long the first process of a run may take to end when its program was killed, before it is killed itself.
const PATIENCE: Duration = Duration::from_millis(500);

impl Launcher {
    /// Shows what another order's runs may see, and starts the first of them.
    pub(super) fn change_to(&mut self, order: Order, fds: Vec<OwnedFd>) -> Result<Cell, Fault> {
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
                self.views.attach(&order, &mounts)?;
                let [stdin, ..] = &streams;
                if order.is_stdin_open && self.inputs.find(stdin.as_fd()).is_none() {
                    root::outside(machine, root, || self.inputs.learn(stdin.as_fd(), None))?;
                }
                Ok(())
            };
            show().map_err(Step::Mounts.fault())?;
        }
        self.prepare(order, Some(streams), content)
    }

    /// Prepares the next run where it is known.
    pub(super) fn prepare_next(&mut self) -> State {
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
                    inputs: &self.inputs,
                    machine: self.inside.as_ref().map(|inside| inside.machine.as_fd()),
                    meter: self.meter.as_ref(),
                    sockets: self.inside.as_ref().map(|inside| &inside.sockets),
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
    pub(super) fn discard(&mut self) -> io::Result<()> {
        self.kill_all()?;
        self.reap()?;
        self.order = None;
        Ok(())
    }

    /// Kills the program only: its parent still tells what it used. A run that never began is refused: whoever wants its
    /// end waits for a report.
    pub(super) fn kill_program(&mut self) -> io::Result<()> {
        let State::Prepared(cell) = &mut self.state else {
            return self.refuse(&Fault {
                step: Step::Prepare,
                error: io::Error::from_raw_os_error(libc::ESRCH),
            });
        };
        self.notes.asked.store(1, SeqCst);
        if !kill_oldest_child(cell.first)? {
            pidfd_send_signal(&cell.pidfd, Signal::KILL)?;
        }
        cell.patience = Timespec::try_from(PATIENCE).ok();
        Ok(())
    }

    pub(super) fn kill_all(&mut self) -> io::Result<()> {
        if let State::Prepared(cell) = &mut self.state {
            pidfd_send_signal(&cell.pidfd, Signal::KILL)?;
            cell.patience = None;
        }
        Ok(())
    }

    /// Reaps the first process of a run, waiting for its end, and whatever of its tree came here because it was killed.
    /// Where it could not report, that is done here. Returns the fault of a run that ended before it was wanted.
    pub(super) fn reap(&mut self) -> io::Result<Option<Fault>> {
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
        if let Some(inside) = &mut self.inside {
            inside.leave_sockets()?;
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
            self.report(&report)?;
        } else {
            self.run += 1;
        }
        Ok(None)
    }

    /// Prepares a run that could not be prepared before, or says why it cannot be.
    pub(super) fn try_again(&mut self) -> io::Result<()> {
        match again::listen(self.talk.as_fd(), self.run)? {
            Heard::Wanted => {}
            Heard::Late => return Ok(()),
            Heard::Gone => return Err(io::ErrorKind::UnexpectedEof.into()),
        }
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
        // The word that it is wanted comes too late from here on.
        self.refuse(&fault)?;
        self.tried = false;
        self.state = State::Failed(fault);
        Ok(())
    }

    /// Reports that the run that is wanted cannot be.
    pub(super) fn refuse(&mut self, fault: &Fault) -> io::Result<()> {
        let report = Report {
            run: self.run,
            step: match fault.step {
                Step::None => Step::Prepare as u32,
                step => step as u32,
            },
            errno: fault.error.raw_os_error().unwrap_or(0),
            ..Report::default()
        };
        self.report(&report)
    }

    /// Reports the run in place of its first process. The next one is another.
    fn report(&mut self, report: &Report) -> io::Result<()> {
        self.run += 1;
        transmit(self.talk.as_fd(), order::DONE, &report.encode(), &[])
    }
}

/// The first child of a process with one thread.
fn oldest_child(pid: i32) -> Option<i32> {
    let children = fs::read_to_string(format!("/proc/{pid}/task/{pid}/children")).ok()?;
    children.split_ascii_whitespace().next()?.parse().ok()
}

/// Kills that child, and says whether there was one. It may end at any time, and another process have its number.
fn kill_oldest_child(pid: i32) -> io::Result<bool> {
    let Some(child) = oldest_child(pid) else {
        return Ok(false);
    };
    let number = Pid::from_raw(child).ok_or(io::ErrorKind::NotFound)?;
    let opened = match pidfd_open(number, PidfdFlags::empty()) {
        Err(Errno::SRCH) => return Ok(true),
        opened => opened?,
    };
    if oldest_child(pid) == Some(child) {
        match pidfd_send_signal(opened, Signal::KILL) {
            Ok(()) | Err(Errno::SRCH) => {}
            Err(error) => return Err(error.into()),
        }
    }
    Ok(true)
}

fn fill(content: OwnedFd, folder: &root::Box) -> io::Result<()> {
    let mut content = File::from(content);
    let mut bytes = Vec::new();
    content.rewind()?;
    content.read_to_end(&mut bytes)?;
    super::folder::unpack(&bytes, folder.run.as_fd())
}
