//! Problems that a browser sends.

use std::io::{Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::time::{Duration, Instant};

use crate::folder::Folder;
use crate::{Test, tests};

pub(crate) const TESTS: &[Test] = tests![
    a_posted_problem_can_be_judged_at_once,
    what_a_hostile_page_posts_makes_nothing,
];

/// A port that was free a moment ago.
fn free_port() -> u16 {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    listener.local_addr().unwrap().port()
}

/// Posts, and gives back the status line; waits until somebody listens.
fn post(port: u16, media: &str, body: &str) -> String {
    let begin = Instant::now();
    let mut stream = loop {
        match TcpStream::connect((Ipv4Addr::LOCALHOST, port)) {
            Ok(stream) => break stream,
            Err(error) => assert!(begin.elapsed() < Duration::from_secs(60), "{error}"),
        }
        std::thread::sleep(Duration::from_millis(5));
    };
    let length = body.len();
    let request = format!(
        "POST / HTTP/1.1\r\nHost: localhost:{port}\r\nContent-Type: {media}\r\nContent-Length: {length}\r\n\r\n{body}"
    );
    stream.write_all(request.as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer.lines().next().unwrap_or_default().to_owned()
}

fn problem(name: &str, size: usize) -> String {
    format!(
        r#"{{"name": "{name}", "group": "Here", "url": "https://example.com", "interactive": false,
            "memoryLimit": null, "timeLimit": 2000, "batch": {{"id": "1", "size": {size}}},
            "tests": [{{"input": "2 3\n", "output": "5\n"}}]}}"#
    )
}

fn a_posted_problem_can_be_judged_at_once() {
    let folder = Folder::of(&[("a.sh", "read a b; echo $((a + b))")]);
    let port = free_port();
    let running = folder.start(&["import", "--port", &port.to_string()]);
    for name in ["A. Sum", "B. Sum"] {
        let status = post(port, "application/json", &problem(name, 2));
        assert_eq!(status, "HTTP/1.1 200 OK");
    }
    running
        .end()
        .code(0)
        .prints(&["problems/a-sum: 1 sample\n", "problems/b-sum: 1 sample\n"]);
    let seen = folder.run(&["a.sh", "b-sum"]).code(0);
    assert_eq!(seen.table(), ["a.sh AC AC true"]);
}

fn what_a_hostile_page_posts_makes_nothing() {
    let folder = Folder::of(&[("a-sum/problem.toml", "mine")]);
    let port = free_port();
    let listening = ["import", "--into", ".", "--port", &port.to_string()];
    let running = folder.start(&listening);
    let large = format!("[{}", "9".repeat(1000));
    for (media, body, status) in [
        ("text/plain", problem("x", 1), "415"),
        ("application/x-www-form-urlencoded", problem("x", 1), "415"),
        // It is taken, and then found to be nothing.
        ("application/json", "{}".to_owned(), "200"),
        ("application/json", large, "200"),
    ] {
        let answer = post(port, media, &body);
        assert!(answer.contains(status), "{media}: {answer}");
    }
    // What is there is not written to, wherever the name points.
    post(port, "application/json", &problem("../A: Sum", 1));
    running
        .end()
        .code(2)
        .prints(&["./a-sum-2: 1 sample\n"])
        .says(&["not a problem as Competitive Companion sends it"]);
    assert_eq!(folder.lines("a-sum/problem.toml"), ["mine"]);
}
