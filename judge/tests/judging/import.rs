//! Problems that a browser sends.

use std::io::{Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::time::{Duration, Instant};

use crate::folder::Folder;
use crate::{Test, tests};

pub(crate) const TESTS: &[Test] = tests![
    a_posted_problem_can_be_judged_at_once,
    what_a_hostile_page_posts_makes_nothing,
    a_slow_client_holds_up_no_other,
    a_problem_without_samples_counts,
];

/// A port that was free a moment ago.
fn free_port() -> u16 {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    listener.local_addr().unwrap().port()
}

/// Posts, and gives back the answer; waits until somebody listens.
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
    answer
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
        assert!(status.starts_with("HTTP/1.1 200 OK\r\n"), "{status}");
    }
    running.end().code(0).prints(&[
        "problems/a-sum: 1 sample; try `judge run SOLUTION problems/a-sum`\n",
        "problems/b-sum: 1 sample; try `judge run SOLUTION problems/b-sum`\n",
    ]);
    for target in ["problems/b-sum", "b-sum"] {
        let seen = folder.run(&["a.sh", target]).code(0);
        assert_eq!(seen.table(), ["a.sh AC AC true"]);
    }
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
        ("application/json", "{}".to_owned(), "400"),
        ("application/json", large, "400"),
        ("application/json", "no JSON\n".to_owned(), "400"),
    ] {
        let answer = post(port, media, &body);
        assert!(answer.contains(status), "{media}: {answer}");
        let reason = "not a problem as Competitive Companion sends it";
        assert_eq!(answer.contains(reason), status == "400", "{answer}");
    }
    // What is there is not written to, wherever the name points.
    post(port, "application/json", &problem("../A: Sum", 1));
    running
        .end()
        .code(2)
        .prints(&["./a-sum-2: 1 sample; "])
        .says(&["not a problem as Competitive Companion sends it"]);
    assert_eq!(folder.lines("a-sum/problem.toml"), ["mine"]);
}

fn a_slow_client_holds_up_no_other() {
    let folder = Folder::of(&[]);
    let port = free_port();
    let running = folder.start(&["import", "--count", "2", "--port", &port.to_string()]);
    post(port, "application/json", &problem("first", 1));
    let slow = || {
        let mut stream = TcpStream::connect((Ipv4Addr::LOCALHOST, port)).unwrap();
        stream.write_all(b"POST / HTTP/1.1\r\nX: ").unwrap();
        // A byte now and then, until the judge ends.
        std::thread::spawn(move || {
            while stream.write_all(b"x").is_ok() {
                std::thread::sleep(Duration::from_millis(50));
            }
        })
    };
    let slow: Vec<_> = (0..3).map(|_| slow()).collect();
    let answer = post(port, "application/json", &problem("second", 1));
    assert!(answer.starts_with("HTTP/1.1 200 OK"), "{answer}");
    running.end().code(0).prints(&["first", "second"]);
    for slow in slow {
        slow.join().unwrap();
    }
}

fn a_problem_without_samples_counts() {
    let folder = Folder::of(&[]);
    let port = free_port();
    let running = folder.start(&["import", "--port", &port.to_string()]);
    let none = r#"{"name": "A", "tests": [], "batch": {"size": 2}}"#;
    let answer = post(port, "application/json", none);
    assert!(
        answer.contains("400") && answer.contains("`A` has no samples"),
        "{answer}"
    );
    let answer = post(port, "application/json", &problem("B", 2));
    assert!(answer.starts_with("HTTP/1.1 200 OK"), "{answer}");
    let seen = running.end().code(2).prints(&["problems/b: 1 sample"]);
    seen.says(&["`A` has no samples, so that there is nothing to judge: no folder was made"]);
    assert!(!folder.path().join("problems/a").exists());
}
