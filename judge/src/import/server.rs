//! The few words of HTTP that the browser extension needs.

use std::io::{self, Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::LARGEST;

/// Bytes of a request's head, and how long a whole request may take to arrive.
const HEAD: usize = 16 << 10;
const PATIENCE: Duration = Duration::from_secs(10);
/// Requests that may arrive at once, so that a slow one holds up no other.
const AT_ONCE: usize = 8;

/// Listens on the loopback interface only.
pub(crate) fn listen(port: u16) -> io::Result<TcpListener> {
    TcpListener::bind((Ipv4Addr::LOCALHOST, port))
}

/// What keeps a request from being taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Refusal {
    #[error("400 Bad Request")]
    Malformed,
    #[error("403 Forbidden")]
    Foreign,
    #[error("405 Method Not Allowed")]
    Method,
    #[error("408 Request Timeout")]
    Late,
    #[error("411 Length Required")]
    Length,
    #[error("413 Content Too Large")]
    Large,
    #[error("415 Unsupported Media Type")]
    Media,
    #[error("500 Internal Server Error")]
    Failed,
}

/// What was posted, by somebody who waits for an answer.
pub(crate) struct Posted {
    pub(crate) body: Vec<u8>,
    stream: TcpStream,
}

impl Posted {
    /// Answers that it was taken, or as what it was refused and why.
    pub(crate) fn answer(mut self, taken: Result<(), (Refusal, String)>) {
        match taken {
            Ok(()) => answer(&mut self.stream, "200 OK", ""),
            Err((refusal, why)) => answer(&mut self.stream, &refusal.to_string(), &why),
        }
    }
}

/// Takes what comes to these listeners, in threads that end with the program.
///
/// # Errors
/// The system allows no thread.
pub(crate) fn start(listeners: Vec<TcpListener>) -> io::Result<Receiver<Posted>> {
    let (posted, bodies) = mpsc::channel();
    let (give, streams) = mpsc::sync_channel(0);
    let streams = Arc::new(Mutex::new(streams));
    for _ in 0..AT_ONCE {
        let (streams, posted) = (Arc::clone(&streams), posted.clone());
        thread::Builder::new().spawn(move || take(&streams, &posted))?;
    }
    for listener in listeners {
        let give = give.clone();
        thread::Builder::new().spawn(move || {
            for stream in listener.incoming().filter_map(Result::ok) {
                if give.send(stream).is_err() {
                    break;
                }
            }
        })?;
    }
    Ok(bodies)
}

/// Serves one connection after the other.
fn take(streams: &Mutex<Receiver<TcpStream>>, posted: &Sender<Posted>) {
    let next = || {
        let streams = streams.lock().unwrap_or_else(PoisonError::into_inner);
        streams.recv()
    };
    while let Ok(stream) = next() {
        if let Some(found) = serve(stream, PATIENCE)
            && posted.send(found).is_err()
        {
            break;
        }
    }
}

/// Reads one request. One that is refused, or does not arrive in time, is answered.
fn serve(stream: TcpStream, patience: Duration) -> Option<Posted> {
    stream.set_write_timeout(Some(patience)).ok()?;
    let mut timed = Timed {
        stream,
        until: Instant::now() + patience,
    };
    let request = match read(&mut timed) {
        Err(error) if matches!(error.kind(), io::ErrorKind::TimedOut) => Err(Refusal::Late),
        read => read.ok()?,
    };
    let mut stream = timed.stream;
    match request {
        Ok(body) => Some(Posted { body, stream }),
        Err(refusal) => {
            answer(&mut stream, &refusal.to_string(), "");
            None
        }
    }
}

fn answer(stream: &mut TcpStream, status: &str, text: &str) {
    let length = text.len();
    // A browser that did not wait has sent its problem all the same.
    let _ = write!(
        stream,
        "HTTP/1.1 {status}\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n{text}"
    );
}

/// A stream that may be read until then. A time for each read would let a byte now and then go on for
/// ever.
struct Timed {
    stream: TcpStream,
    until: Instant,
}

impl Read for Timed {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let late = || io::Error::from(io::ErrorKind::TimedOut);
        let left = self.until.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err(late());
        }
        self.stream.set_read_timeout(Some(left))?;
        let read = self.stream.read(buffer);
        // Some systems say of a time that is over that reading would block.
        read.map_err(|error| match error.kind() {
            io::ErrorKind::WouldBlock => late(),
            _ => error,
        })
    }
}

fn read(stream: &mut impl Read) -> io::Result<Result<Vec<u8>, Refusal>> {
    let mut bytes = Vec::new();
    let mut chunk = [0; 4096];
    let head = loop {
        if let Some(end) = bytes.windows(4).position(|four| four == b"\r\n\r\n") {
            break end + 4;
        }
        if bytes.len() > HEAD {
            return Ok(Err(Refusal::Malformed));
        }
        match stream.read(&mut chunk)? {
            0 => return Ok(Err(Refusal::Malformed)),
            count => bytes.extend(&chunk[..count]),
        }
    };
    let length = match body_length(&bytes[..head]) {
        Ok(length) => length,
        Err(refusal) => return Ok(Err(refusal)),
    };
    let mut body = bytes.split_off(head);
    let missing = length.saturating_sub(body.len()) as u64;
    stream.take(missing).read_to_end(&mut body)?;
    body.truncate(length);
    Ok(match body.len() == length {
        true => Ok(body),
        false => Err(Refusal::Malformed),
    })
}

/// Looks at the head of a request that is to be taken, and gives back how long its body is.
///
/// A page may send a form or plain text anywhere without asking; JSON makes the browser ask first,
/// with a method that is refused here. So a page gets nothing in, and a request by another name
/// than that of this machine (DNS rebinding) neither.
fn body_length(head: &[u8]) -> Result<usize, Refusal> {
    let mut headers = [httparse::EMPTY_HEADER; 64];
    let mut request = httparse::Request::new(&mut headers);
    match request.parse(head) {
        Ok(httparse::Status::Complete(_)) => {}
        _ => return Err(Refusal::Malformed),
    }
    if request.method != Some("POST") {
        return Err(Refusal::Method);
    }
    let value = |name: &str| {
        let mut found = request
            .headers
            .iter()
            .filter(|header| header.name.eq_ignore_ascii_case(name));
        let value = found
            .next()
            .and_then(|header| str::from_utf8(header.value).ok());
        value.map(|value| value.trim().to_ascii_lowercase())
    };
    let host = value("host").unwrap_or_default();
    let host = host
        .rsplit_once(':')
        .map_or(host.as_str(), |(host, _)| host);
    if !["localhost", "127.0.0.1"].contains(&host) {
        return Err(Refusal::Foreign);
    }
    if value("origin").is_some_and(|origin| origin.starts_with("http")) {
        return Err(Refusal::Foreign);
    }
    let media = value("content-type").unwrap_or_default();
    if media.split(';').next().map(str::trim) != Some("application/json") {
        return Err(Refusal::Media);
    }
    let length = value("content-length").ok_or(Refusal::Length)?;
    let length: usize = length.parse().map_err(|_| Refusal::Length)?;
    if length > LARGEST {
        return Err(Refusal::Large);
    }
    Ok(length)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn post(headers: &str, body: &str) -> Result<Vec<u8>, Refusal> {
        let request = format!("POST / HTTP/1.1\r\n{headers}\r\n\r\n{body}");
        read(&mut request.as_bytes()).unwrap()
    }

    #[test]
    fn a_byte_now_and_then_is_not_waited_for() {
        let listener = listen(0).unwrap();
        let mut client = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
        let (server, _) = listener.accept().unwrap();
        let dribbling = thread::spawn(move || {
            // Ends when nobody reads any more; the head has room for minutes of this.
            while client.write_all(b"x").is_ok() {
                thread::sleep(Duration::from_millis(10));
            }
        });
        let mut timed = Timed {
            stream: server,
            until: Instant::now() + Duration::from_millis(100),
        };
        let error = read(&mut timed).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::TimedOut);
        drop(timed);
        dribbling.join().unwrap();
    }

    const HOST: &str = "Host: localhost:27121";
    const JSON: &str = "Content-Type: application/json";

    #[test]
    fn the_extension_is_let_in() {
        for headers in [
            format!("{HOST}\r\n{JSON}\r\nContent-Length: 2"),
            format!(
                "host: 127.0.0.1\r\n{JSON}; charset=utf-8\r\ncontent-length: 2\r\nOrigin: moz-extension://abc"
            ),
        ] {
            assert_eq!(post(&headers, "{}"), Ok(b"{}".to_vec()), "{headers}");
        }
    }

    #[test]
    fn a_page_is_not() {
        let large = format!("{HOST}\r\n{JSON}\r\nContent-Length: {}", LARGEST + 1);
        let long = format!("{HOST}\r\nX: {}", "x".repeat(2 * HEAD));
        for (headers, refusal) in [
            (
                "Host: evil.example\r\nContent-Type: application/json\r\nContent-Length: 2",
                Refusal::Foreign,
            ),
            (
                "Host: localhost\r\nContent-Type: application/json\r\nContent-Length: 2\r\nOrigin: https://evil.example",
                Refusal::Foreign,
            ),
            (
                "Host: localhost\r\nContent-Type: text/plain\r\nContent-Length: 2",
                Refusal::Media,
            ),
            (
                "Host: localhost\r\nContent-Type: application/json",
                Refusal::Length,
            ),
            (
                "Host: localhost\r\nContent-Type: application/json\r\nContent-Length: -1",
                Refusal::Length,
            ),
            (
                "Host: localhost\r\nContent-Type: application/json\r\nContent-Length: 9",
                Refusal::Malformed,
            ),
            (&large, Refusal::Large),
            (&long, Refusal::Malformed),
            ("\x01", Refusal::Malformed),
        ] {
            assert_eq!(post(headers, "{}"), Err(refusal), "{headers:.80}");
        }
        let asked = format!("OPTIONS / HTTP/1.1\r\n{HOST}\r\n\r\n");
        assert_eq!(read(&mut asked.as_bytes()).unwrap(), Err(Refusal::Method));
    }
}
