//! Names that are wider than their columns.

use super::*;

/// A run with such names; what is the same of two goes on for this many letters on either side.
fn long() -> Vec<Event> {
    let name = |middle: &str| format!("{}{middle}{}", "begin-".repeat(8), "-end".repeat(12));
    let case_of = |middle: &str| format!("secret/{}", name(middle));
    let wide = format!("盤面{}", "遊戯".repeat(40));
    let crash = |name: &str| CaseResult {
        stderr: b"one\n".to_vec(),
        ..case(name, Verdict::RTE, 1, "exit code 1")
    };
    let solutions = vec![
        started(&format!("accepted/{}.py", name("first")), Some("AC")),
        ended(case(&case_of("left"), Verdict::AC, 30, "")),
        result(Verdict::AC, Some(true), ""),
        started(&format!("accepted/{}.py", name("second")), Some("AC")),
        ended(case(&case_of("right"), Verdict::AC, 20, "")),
        result(Verdict::AC, Some(true), ""),
        started(&format!("accepted/{wide}.py"), None),
        ended(crash(&case_of("left"))),
        ended(crash(&case_of("right"))),
        ended(crash(&wide)),
        surprising(Verdict::RTE, ""),
    ];
    let mut events = run(solutions, 0, None);
    for event in &mut events {
        if let Event::ProblemStarted(problem) = event {
            let problem = Arc::make_mut(problem);
            let named = |name: String| CaseInfo { name, input: None };
            problem.title = "A title ".repeat(20);
            problem.source = Some("盤".repeat(60));
            problem.cases = [case_of("left"), case_of("right"), wide.clone()]
                .map(named)
                .to_vec();
        }
    }
    events
}

#[test]
fn long_names_are_cut_where_they_do_not_differ() {
    for columns in [80, 120] {
        let text = printed(wide(columns), &long());
        snapshot(&format!("names-{columns}"), &text);
        // What is to be looked at is told whole, and all else keeps to its columns.
        let whole = |line: &&str| {
            line.starts_with('✗') || line.contains("case: ") || line.ends_with("遊戯.py")
        };
        for line in text.lines().filter(|line| !whole(line)) {
            assert!(text::width(line) <= columns, "{line}");
        }
    }
}
