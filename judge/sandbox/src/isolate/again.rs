//! How a run that was prepared learns that it is wanted, and why that word is never lost.
//!
//! Whoever is killed while it waits in recvmsg(2) may take along what comes before its end: the kernel hands a message
//! over even to a process that will not live to see it. So the word ([`order::AGAIN`]) is only looked at, then the run
//! is noted as taken, and then the word is taken out. A process that is killed leaves either the word, to be found by
//! the next one that is prepared, or the note, by which the run is reported.

use std::io;
use std::os::fd::{BorrowedFd, OwnedFd};
use std::sync::atomic::Ordering::SeqCst;

use super::channel::{peek_packet, receive_packet};
use super::notes::Notes;
use super::order::{self, Reader};

/// What is heard first.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Heard {
    /// The run is wanted; the word is still there.
    Wanted,
    /// The word was for an earlier run, which was killed before it took it. It is there no more.
    Late,
    /// The judge is gone.
    Gone,
}

/// Waits for a word; only one process may do so at a time.
pub(super) fn listen(talk: BorrowedFd<'_>, run: u64) -> io::Result<Heard> {
    let Some(word) = peek_packet(talk)? else {
        return Ok(Heard::Gone);
    };
    if word.kind == order::AGAIN && Reader(&word.bytes).number() == Some(run) {
        return Ok(Heard::Wanted);
    }
    receive_packet(talk)?;
    Ok(Heard::Late)
}

/// Waits until the run is wanted, and takes its standard streams; `None` when the judge is gone.
pub(super) fn wait(
    talk: BorrowedFd<'_>,
    run: u64,
    notes: &Notes,
) -> io::Result<Option<[OwnedFd; 3]>> {
    loop {
        match listen(talk, run)? {
            Heard::Wanted => break,
            Heard::Late => {}
            Heard::Gone => return Ok(None),
        }
    }
    notes.taken.store(1, SeqCst);
    let streams = receive_packet(talk)?.map(|word| word.fds.try_into());
    streams
        .transpose()
        .map_err(|_| io::Error::from(io::ErrorKind::InvalidData))
}

#[cfg(test)]
mod tests {
    use std::os::fd::AsFd;

    use rustix::net::{AddressFamily, SocketFlags, SocketType, socketpair};

    use super::*;
    use crate::isolate::channel::transmit;

    /// What the judge holds, what its runs hold, and a descriptor to send.
    fn sockets() -> (OwnedFd, OwnedFd, OwnedFd) {
        let flags = SocketFlags::CLOEXEC;
        let (judge, talk) =
            socketpair(AddressFamily::UNIX, SocketType::SEQPACKET, flags, None).unwrap();
        let (stream, _) = std::io::pipe().unwrap();
        (judge, talk, stream.into())
    }

    fn say(judge: &OwnedFd, run: u64, streams: &[BorrowedFd<'_>]) {
        transmit(
            judge.as_fd(),
            order::AGAIN,
            &order::numbers(&[run]),
            streams,
        )
        .unwrap();
    }

    #[test]
    fn a_word_stays_until_its_run_is_noted_as_taken() {
        let (judge, talk, stream) = sockets();
        say(&judge, 7, &[stream.as_fd(); 3]);
        let notes = Notes::default();
        for _ in 0..3 {
            assert_eq!(listen(talk.as_fd(), 7).unwrap(), Heard::Wanted);
            assert_eq!(notes.taken.load(SeqCst), 0);
        }
        assert!(wait(talk.as_fd(), 7, &notes).unwrap().is_some());
        assert_eq!(notes.taken.load(SeqCst), 1);
    }

    #[test]
    fn a_run_whose_word_is_taken_but_not_understood_is_noted_as_taken() {
        let (judge, talk, stream) = sockets();
        say(&judge, 7, &[stream.as_fd(); 2]);
        let notes = Notes::default();
        wait(talk.as_fd(), 7, &notes).unwrap_err();
        assert_eq!(notes.taken.load(SeqCst), 1);
    }

    #[test]
    fn words_for_earlier_runs_are_passed_over() {
        let (judge, talk, stream) = sockets();
        for run in 5..8 {
            say(&judge, run, &[stream.as_fd(); 3]);
        }
        let notes = Notes::default();
        assert_eq!(listen(talk.as_fd(), 7).unwrap(), Heard::Late);
        assert!(wait(talk.as_fd(), 7, &notes).unwrap().is_some());
        drop(judge);
        assert_eq!(listen(talk.as_fd(), 8).unwrap(), Heard::Gone);
    }

    #[test]
    fn nobody_is_wanted_when_the_judge_is_gone() {
        let (judge, talk, _) = sockets();
        drop(judge);
        let notes = Notes::default();
        assert!(wait(talk.as_fd(), 1, &notes).unwrap().is_none());
        assert_eq!(notes.taken.load(SeqCst), 0);
    }
}
