//! The launcher: a copy of the judge that does nothing but prepare runs, one at a time.
//!
//! It is small, because forking costs what the process holds, has one thread, because only then a fork may do anything,
//! and is shut in itself before it starts the first program.

use std::fs::File;
use std::io::{self, Write};
use std::os::fd::{AsFd, OwnedFd};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{DumpableBehavior, PidfdFlags, getpid, pidfd_open, set_dumpable_behavior};

use super::channel::{Message, receive, transmit};
use super::input::Inputs;
use super::inside::{Inside, shut_in};
use super::notes::Notes;
use super::order::{self, Fault, Order, Reader, Step, Wanted, Writer};
use super::seccomp;
use super::shown::Views;
use super::sys;

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

pub(super) struct Launcher {
    /// `None` in processes that were forked.
    pub(super) control: Option<OwnedFd>,
    /// Where runs talk with the judge.
    pub(super) talk: OwnedFd,
    pub(super) wanted: Wanted,
    pub(super) landlock: u32,
    pub(super) meter: Option<File>,
    pub(super) inside: Option<Inside>,
    pub(super) views: Views,
    pub(super) inputs: Inputs,
    pub(super) own: OwnedFd,
    pub(super) notes: &'static Notes,
    /// What the next run is prepared for.
    pub(super) order: Option<Order>,
    /// The number of the run that is next, or goes on.
    pub(super) run: u64,
    pub(super) state: State,
    /// Whether the run that is next was tried to be prepared again.
    pub(super) tried: bool,
}

pub(super) enum State {
    /// Nothing to prepare for.
    Idle,
    /// A run stands ready, or goes on.
    Prepared(Cell),
    /// The next run could not be prepared. It is tried once more when it is wanted.
    Failed(Fault),
}

/// The first process of a run.
pub(super) struct Cell {
    pub(super) first: i32,
    pub(super) pidfd: OwnedFd,
    /// How long it may still take to end; `None` as long as nobody has asked for that.
    pub(super) patience: Option<Timespec>,
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
            Some(shut_in(own.as_fd())?)
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
            inputs: Inputs::default(),
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
}

pub(super) fn too_few() -> io::Error {
    io::Error::from(io::ErrorKind::InvalidData)
}
