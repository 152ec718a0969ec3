//! The few words of HTTP that the browser extension needs.

use std::io::{self, Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::time::Duration;

use super::LARGEST;

/// Bytes of a request's head, and how long a request may take to arrive.
const HEAD: usize = 16 << 10;
const PATIENCE: Duration = Duration::from_secs(10);

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
    #[error("411 Length Required")]
    Length,
    #[error("413 Content Too Large")]
    Large,
    #[error("415 Unsupported Media Type")]
    Media,
}

/// Reads one request, answers it, and gives back its body; `None` for one that was refused or did
/// not arrive.
pub(crate) fn serve(mut stream: TcpStream) -> Option<Vec<u8>> {
    stream.set_read_timeout(Some(PATIENCE)).ok()?;
    stream.set_write_timeout(Some(PATIENCE)).ok()?;
    let request = read(&mut stream).ok()?;
    let status = match &request {
        Ok(_) => "200 OK".to_owned(),
        Err(refusal) => refusal.to_string(),
    };
    // A browser that did not wait has sent its problem all the same.
    let _ = write!(
        stream,
        "HTTP/1.1 {status}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
    );
    request.ok()
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
