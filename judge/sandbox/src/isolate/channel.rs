//! Messages with descriptors over a Unix socket.

use std::io::{self, IoSlice, IoSliceMut};
use std::mem::MaybeUninit;
use std::os::fd::{BorrowedFd, OwnedFd};
use std::time::{Duration, Instant};

use rustix::net::{
    RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, SendAncillaryBuffer,
    SendAncillaryMessage, SendFlags, recv, recvmsg, send, sendmsg,
};

/// Descriptors in one message; the system allows 253.
pub(crate) const MOST_FDS: usize = 128;

/// Bytes of a message that is received at once, with its header. The longest is a report.
const MOST_PACKET: usize = 256;

/// What comes before a message: its kind and its length.
const HEADER: usize = 8;

/// The system counts the descriptors that all processes of a user have on the way. How long to wait where a program has
/// so many there that there is no room for these.
const PATIENCE: Duration = Duration::from_secs(10);
const PAUSE: Duration = Duration::from_millis(5);

/// A message as received.
pub(crate) struct Message {
    pub(crate) kind: u32,
    pub(crate) bytes: Vec<u8>,
    pub(crate) fds: Vec<OwnedFd>,
}

/// Sends one message whole.
pub(crate) fn transmit(
    socket: BorrowedFd<'_>,
    kind: u32,
    bytes: &[u8],
    fds: &[BorrowedFd<'_>],
) -> io::Result<()> {
    let length =
        u32::try_from(bytes.len()).map_err(|_| io::Error::from(io::ErrorKind::FileTooLarge))?;
    let mut whole = Vec::with_capacity(HEADER + bytes.len());
    whole.extend(kind.to_ne_bytes());
    whole.extend(length.to_ne_bytes());
    whole.extend(bytes);
    // Without descriptors it is sent as any bytes are: programs, one of which the caller may be about to become, may be
    // forbidden to send others.
    let mut sent = match fds {
        [] => 0,
        fds => transmit_with(socket, &whole, fds)?,
    };
    while let Some(rest) = whole.get(sent..).filter(|rest| !rest.is_empty()) {
        sent += again(|| send(socket, rest, SendFlags::NOSIGNAL))?;
    }
    Ok(())
}

/// Sends the beginning of a message, and all of its descriptors; gives back how many bytes that was.
fn transmit_with(
    socket: BorrowedFd<'_>,
    whole: &[u8],
    fds: &[BorrowedFd<'_>],
) -> io::Result<usize> {
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(MOST_FDS))];
    let mut control = SendAncillaryBuffer::new(&mut space);
    if !control.push(SendAncillaryMessage::ScmRights(fds)) {
        return Err(io::Error::from_raw_os_error(libc::E2BIG));
    }
    let started = Instant::now();
    loop {
        let sent = again(|| {
            sendmsg(
                socket,
                &[IoSlice::new(whole)],
                &mut control,
                SendFlags::NOSIGNAL,
            )
        });
        match sent {
            Err(error)
                if error.raw_os_error() == Some(libc::ETOOMANYREFS)
                    && started.elapsed() < PATIENCE =>
            {
                std::thread::sleep(PAUSE);
            }
            sent => return sent,
        }
    }
}

/// Receives one message at once from a socket that keeps them apart (`SOCK_SEQPACKET`); `None` when the other side is
/// gone. Whoever is killed meanwhile has taken the whole message or nothing, so several processes may take turns; where
/// a message must not go with the one that is killed, it is looked at by [`peek_packet`] first.
pub(crate) fn receive_packet(socket: BorrowedFd<'_>) -> io::Result<Option<Message>> {
    let mut buffer = [0; MOST_PACKET];
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(3))];
    let mut control = RecvAncillaryBuffer::new(&mut space);
    let received = again(|| {
        recvmsg(
            socket,
            &mut [IoSliceMut::new(&mut buffer)],
            &mut control,
            RecvFlags::CMSG_CLOEXEC,
        )
    });
    let count = match received {
        Ok(message) => message.bytes,
        Err(error) if error.raw_os_error() == Some(libc::ECONNRESET) => 0,
        Err(error) => return Err(error),
    };
    let fds = descriptors(&mut control);
    packet(buffer.get(..count).unwrap_or_default(), fds)
}

/// Waits for a message as [`receive_packet`] does, and leaves it where it is. Its descriptors are not received.
pub(crate) fn peek_packet(socket: BorrowedFd<'_>) -> io::Result<Option<Message>> {
    let mut buffer = [0; MOST_PACKET];
    let count = match again(|| recv(socket, &mut buffer, RecvFlags::PEEK)) {
        Ok((count, _)) => count,
        Err(error) if error.raw_os_error() == Some(libc::ECONNRESET) => 0,
        Err(error) => return Err(error),
    };
    packet(buffer.get(..count).unwrap_or_default(), Vec::new())
}

/// Only the end is empty.
fn packet(whole: &[u8], fds: Vec<OwnedFd>) -> io::Result<Option<Message>> {
    if whole.is_empty() {
        return Ok(None);
    }
    let Some((header, bytes)) = whole.split_first_chunk::<HEADER>() else {
        return Err(io::Error::from(io::ErrorKind::InvalidData));
    };
    let [k0, k1, k2, k3, ..] = *header;
    Ok(Some(Message {
        kind: u32::from_ne_bytes([k0, k1, k2, k3]),
        bytes: bytes.to_vec(),
        fds,
    }))
}

fn descriptors(control: &mut RecvAncillaryBuffer<'_>) -> Vec<OwnedFd> {
    let mut fds = Vec::new();
    for part in control.drain() {
        if let RecvAncillaryMessage::ScmRights(received) = part {
            fds.extend(received);
        }
    }
    fds
}

/// Receives one message whole; `None` when the other side is gone.
pub(crate) fn receive(socket: BorrowedFd<'_>) -> io::Result<Option<Message>> {
    let mut header = [0; HEADER];
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(MOST_FDS))];
    let mut control = RecvAncillaryBuffer::new(&mut space);
    let count = again(|| {
        recvmsg(
            socket,
            &mut [IoSliceMut::new(&mut header)],
            &mut control,
            RecvFlags::CMSG_CLOEXEC,
        )
    });
    let count = match count {
        Ok(message) => message.bytes,
        Err(error) if error.raw_os_error() == Some(libc::ECONNRESET) => 0,
        Err(error) => return Err(error),
    };
    let fds = descriptors(&mut control);
    if count == 0 || !fill(socket, &mut header, count)? {
        return Ok(None);
    }
    let [k0, k1, k2, k3, l0, l1, l2, l3] = header;
    let mut bytes = vec![0; u32::from_ne_bytes([l0, l1, l2, l3]) as usize];
    if !fill(socket, &mut bytes, 0)? {
        return Ok(None);
    }
    Ok(Some(Message {
        kind: u32::from_ne_bytes([k0, k1, k2, k3]),
        bytes,
        fds,
    }))
}

/// Fills the rest of a buffer; `false` when the other side is gone before.
fn fill(socket: BorrowedFd<'_>, buffer: &mut [u8], mut done: usize) -> io::Result<bool> {
    while let Some(rest) = buffer.get_mut(done..).filter(|rest| !rest.is_empty()) {
        match again(|| recv(socket, &mut *rest, RecvFlags::empty()))?.0 {
            0 => return Ok(false),
            count => done += count,
        }
    }
    Ok(true)
}

fn again<T>(mut action: impl FnMut() -> rustix::io::Result<T>) -> io::Result<T> {
    loop {
        match action() {
            Err(rustix::io::Errno::INTR) => {}
            result => return Ok(result?),
        }
    }
}
