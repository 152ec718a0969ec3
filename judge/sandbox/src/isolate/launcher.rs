//! The judge's side of a launcher: starting it, and telling it what to do.

use std::ffi::{CString, OsStr};
use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::sync::Arc;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::{Mode, OFlags, open};
use rustix::net::{AddressFamily, SocketFlags, SocketType, socketpair};
use rustix::process::Pid;
use rustix::process::Resource;

use super::cgroup::Group;
use super::channel::{Message, receive, receive_packet, transmit};
use super::order::{self, Fault, Order, Reader, Report, Step, Wanted};
use super::{root, serve};
use crate::spawn::{self, Child, Plan};
use crate::sweep;

/// The whole command line of a launcher.
const MARK: &str = "judge: launcher of programs";

/// Processes and threads of a run without a limit of its own.
pub(super) const PROCESSES: u64 = 512;

/// Becomes the launcher if this process was started as one; returns otherwise.
pub(crate) fn take_over() {
    let mut words = std::env::args_os();
    if words.next().as_deref() != Some(OsStr::new(MARK)) || words.next().is_some() {
        return;
    }
    let Ok(socket) = rustix::io::fcntl_dupfd_cloexec(rustix::stdio::stdin(), 3) else {
        return;
    };
    if rustix::net::sockopt::socket_type(&socket).is_err() {
        return;
    }
    if let Ok(null) = open("/dev/null", OFlags::RDWR, Mode::empty()) {
        let _ = rustix::stdio::dup2_stdin(&null);
    }
    serve::serve(socket)
}

/// A launcher that waits for orders; it ends when dropped.
#[derive(Debug)]
pub(crate) struct Launcher {
    /// The launcher's own ear. Shared with those that may want to end its run.
    control: Arc<OwnedFd>,
    /// Where its runs are talked with.
    talk: OwnedFd,
    child: Child,
    pub(super) group: Option<Group>,
    /// Makes root's own files those of the user that programs run as.
    pub(super) users: Option<OwnedFd>,
    /// The number of the last run.
    run: u64,
    /// What the next run is prepared for.
    prepared: Option<Key>,
}

/// All that a run which was prepared must have in common with the one that is wanted.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Key {
    /// The order, apart from how the launcher gets at the views.
    pub(super) order: Vec<u8>,
    /// The device and number of each file and folder shown: another one may be at the same place meanwhile.
    pub(super) files: Vec<(u64, u64)>,
}

/// A run of a launcher, for whoever wants to end it.
#[derive(Debug)]
pub(crate) struct Live {
    control: Arc<OwnedFd>,
    run: u64,
}

impl Live {
    /// Asks the launcher to end this run. If that is over it passes over it.
    pub(crate) fn end(&self) {
        // It fails when the launcher is gone, and its run with it.
        let run = order::numbers(&[self.run]);
        let _ = transmit(self.control.as_fd(), order::KILL, &run, &[]);
    }
}

impl Launcher {
    /// Starts one and lets it build what `wanted` says.
    pub(crate) fn start(wanted: Wanted, group: Option<Group>) -> Result<Launcher, Fault> {
        let prepare = Step::Prepare;
        let (control, end) = pair(SocketType::STREAM).map_err(prepare.fault())?;
        let (talk, talk_end) = pair(SocketType::SEQPACKET).map_err(prepare.fault())?;
        let null = open("/dev/null", OFlags::RDWR | OFlags::CLOEXEC, Mode::empty())
            .map_err(io::Error::from)
            .and_then(spawn::above_stdio)
            .map_err(prepare.fault())?;
        let plan = Plan {
            file: c"/proc/self/exe",
            argv: &[CString::new(MARK).unwrap_or_default()],
            environment: &[],
            cwd: c"/",
            stdio: [end.as_fd(), null.as_fd(), null.as_fd()],
            limits: &[(Resource::Core, 0)],
        };
        let child = spawn::spawn(&plan).map_err(|failure| Fault {
            step: prepare,
            error: failure.into_error(),
        })?;
        drop(end);
        let mut launcher = Launcher {
            control: Arc::new(control),
            talk,
            child,
            group,
            users: None,
            run: 0,
            prepared: None,
        };
        launcher.set_up(wanted, talk_end)?;
        Ok(launcher)
    }

    fn set_up(&mut self, wanted: Wanted, talk: OwnedFd) -> Result<(), Fault> {
        let prepare = Step::Prepare;
        let mut fds: Vec<BorrowedFd<'_>> = vec![talk.as_fd()];
        let doors = match &self.group {
            Some(group) => group.doors().map_err(prepare.fault())?,
            None => Vec::new(),
        };
        fds.extend(self.group.as_ref().and_then(Group::meter));
        fds.extend(doors.iter().map(AsFd::as_fd));
        transmit(self.control.as_fd(), order::SETUP, &wanted.encode(), &fds)
            .map_err(prepare.fault())?;
        let answer = receive(self.control.as_fd()).map_err(prepare.fault())?;
        let numbers = answer
            .filter(|answer| answer.kind == order::READY)
            .and_then(|answer| {
                let mut from = Reader(&answer.bytes);
                self.users = answer.fds.into_iter().next();
                Some((from.number()?, from.number()?))
            });
        let Some((step, errno)) = numbers else {
            return Err(prepare.fault()(io::Error::other(
                "the launcher ended at once",
            )));
        };
        if step != 0 {
            let step = Step::from(u32::try_from(step).unwrap_or(0));
            let errno = i32::try_from(errno).unwrap_or(0);
            return Err(step.fault()(io::Error::from_raw_os_error(errno)));
        }
        Ok(())
    }

    /// Carries out an order that executes nothing.
    pub(crate) fn try_out(&mut self, wanted: Wanted) -> Result<(), Fault> {
        let prepare = Step::Prepare;
        let order = Order {
            is_trial: true,
            cwd: if wanted.namespaces { root::RUN } else { "/" }.into(),
            may_fork: true,
            room: 1 << 20,
            ..Order::default()
        };
        let null = open("/dev/null", OFlags::RDWR | OFlags::CLOEXEC, Mode::empty())
            .map_err(prepare.fault())?;
        if let Some(group) = &mut self.group {
            group
                .limit(Some(64 << 20), PROCESSES)
                .map_err(prepare.fault())?;
        }
        self.order(&order, &[null.as_fd(); 3], None)
            .map_err(prepare.fault())?;
        loop {
            match self.hear().map_err(prepare.fault())? {
                Word::Started(_) | Word::Late => {}
                Word::Done(report, _) => {
                    return match Step::from(report.step) {
                        Step::None if report.ended => Ok(()),
                        Step::None => {
                            Err(prepare.fault()(io::Error::other("a trial run was killed")))
                        }
                        step => Err(step.fault()(io::Error::from_raw_os_error(report.errno))),
                    };
                }
                Word::Gone => {
                    return Err(prepare.fault()(io::Error::other("the launcher ended")));
                }
            }
        }
    }

    /// Whether the next run is prepared for this.
    pub(super) fn is_prepared_for(&self, key: &Key) -> bool {
        self.prepared.as_ref() == Some(key)
    }

    /// Whether it has not run anything yet.
    pub(super) fn is_new(&self) -> bool {
        self.run <= 1
    }

    /// Whether its process has ended.
    pub(super) fn is_gone(&self) -> bool {
        let mut ends = [PollFd::new(&*self.control, PollFlags::empty())];
        // A signal is no answer, and whatever is wrong with it shows when it is used.
        poll(&mut ends, Some(&Timespec::default())).is_ok_and(|ready| ready > 0)
    }

    /// Starts a run; `key` says what the ones after it are to be prepared for, if they are. The descriptors are as of
    /// [`order::ORDER`].
    pub(super) fn order(
        &mut self,
        order: &Order,
        fds: &[BorrowedFd<'_>],
        key: Option<Key>,
    ) -> io::Result<()> {
        self.run += 1;
        self.prepared = key;
        transmit(self.control.as_fd(), order::ORDER, &order.encode(), fds)
    }

    /// Starts the run that is prepared.
    pub(super) fn again(&mut self, stdio: &[BorrowedFd<'_>; 3]) -> io::Result<()> {
        self.run += 1;
        let number = order::numbers(&[self.run]);
        transmit(self.talk.as_fd(), order::AGAIN, &number, stdio)
    }

    /// Does not rely on what is prepared for the next run.
    pub(super) fn forget(&mut self) {
        self.prepared = None;
    }

    /// Where there is something to hear.
    pub(super) fn ear(&self) -> BorrowedFd<'_> {
        self.talk.as_fd()
    }

    /// Waits for one word. It may be of an earlier run; then the next one may be long in coming, and is to be waited for
    /// by whoever keeps the time.
    pub(super) fn hear(&self) -> io::Result<Word> {
        let message = receive_packet(self.talk.as_fd())?;
        Ok(message.map_or(Word::Gone, |message| Word::of(message, self.run)))
    }

    /// Its own number.
    pub(super) fn pid(&self) -> Pid {
        self.child.pid()
    }

    /// For whoever wants to end the last run.
    pub(super) fn live(&self) -> Live {
        Live {
            control: Arc::clone(&self.control),
            run: self.run,
        }
    }
}

impl Drop for Launcher {
    /// Its children come to this process, to be reaped.
    fn drop(&mut self) {
        // What it was does not matter.
        let _ = sweep::sweep(&mut self.child, &[]);
    }
}

/// What is heard of a run.
#[derive(Debug)]
pub(super) enum Word {
    /// The number of its first process.
    Started(Option<i32>),
    /// How it ended, and its folder if that is to be brought back.
    Done(Report, Option<OwnedFd>),
    /// Something of an earlier run.
    Late,
    /// The launcher is no more.
    Gone,
}

impl Word {
    fn of(message: Message, run: u64) -> Word {
        let mut from = Reader(&message.bytes);
        match message.kind {
            order::STARTED if from.number() == Some(run) => {
                let first = from.number().and_then(|first| i32::try_from(first).ok());
                Word::Started(first)
            }
            order::DONE => match Report::decode(&message.bytes) {
                Some(report) if report.run == run => {
                    Word::Done(report, message.fds.into_iter().next())
                }
                _ => Word::Late,
            },
            _ => Word::Late,
        }
    }
}

fn pair(kind: SocketType) -> io::Result<(OwnedFd, OwnedFd)> {
    let (one, other) = socketpair(AddressFamily::UNIX, kind, SocketFlags::CLOEXEC, None)?;
    Ok((spawn::above_stdio(one)?, spawn::above_stdio(other)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_said_of_an_earlier_run_comes_too_late() {
        let done = |run| Report {
            run,
            ..Report::default()
        };
        let words = [
            (order::DONE, done(6).encode(), false),
            (order::DONE, done(7).encode(), true),
            (order::DONE, Vec::new(), false),
            (order::STARTED, order::numbers(&[6, 1]), false),
            (order::STARTED, order::numbers(&[7, 1]), true),
        ];
        for (kind, bytes, in_time) in words {
            let message = Message {
                kind,
                bytes,
                fds: Vec::new(),
            };
            let word = Word::of(message, 7);
            assert_eq!(!matches!(word, Word::Late), in_time, "{word:?}");
        }
    }
}
