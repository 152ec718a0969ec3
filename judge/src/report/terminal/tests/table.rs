//! The table at the end, and what is never too wide or too long.

use super::difference::several;
use super::*;

/// So many solutions of which every hundredth is a surprise.
fn many(count: usize) -> Vec<Event> {
    let solution = |number: usize| {
        let surprise = number % 100 == 99;
        let (verdict, end) = match surprise {
            true => (
                Verdict::WA,
                surprising(Verdict::WA, "expected AC, found WA on sample/1"),
            ),
            false => (Verdict::AC, result(Verdict::AC, Some(true), "")),
        };
        [
            started(&format!("accepted/{number}.cpp"), Some("AC")),
            ended(case("sample/1", verdict, number as u64, "")),
            end,
        ]
    };
    run((0..count).flat_map(solution).collect(), 0, None)
}

#[test]
fn of_many_solutions_the_table_has_those_to_look_at() {
    let text = printed(wide(80), &many(500));
    let (lines, table) = text.split_at(text.find("        solution").unwrap());
    // Each has its figures in its own line, then.
    let line = lines.lines().find(|line| line.contains("/123.cpp"));
    assert_eq!(
        line,
        Some("  ✓ AC  accepted/123.cpp                      0.123 s  12 %  3.0 MiB  1 AC")
    );
    snapshot("many", table);
    let verbose = printed(VERBOSE, &many(500));
    let rows = verbose.split("        solution").nth(1).unwrap();
    assert_eq!(
        rows.lines()
            .filter(|line| line.contains("accepted/"))
            .count(),
        500 + 5
    );
}

#[test]
fn a_text_of_many_surprises_is_bounded() {
    let solutions: Vec<Event> = (0..300)
        .flat_map(|number| {
            [
                started(&number.to_string(), Some("AC")),
                surprising(Verdict::WA, "expected AC, found WA"),
            ]
        })
        .collect();
    let text = printed(QUIET, &run(solutions, 0, None));
    let summary = text.rsplit("(expected AC)\n").next().unwrap();
    assert!(!text.lines().any(|line| line.ends_with(' ')), "{text}");
    assert_eq!(summary.lines().count(), 52, "{summary}");
    assert!(summary.contains("✗ … and 250 more\n"), "{summary}");
}

#[test]
fn what_is_set_out_in_columns_is_never_wider_than_the_terminal() {
    let outputs = [
        several(),
        excerpt("盤面 盤面\n", "盤面 \x1b[31m後手後手後手\n", 7, None),
        excerpt(&"a ".repeat(300), &"a b ".repeat(150), 2, None),
    ];
    for columns in 40..130 {
        let look = Look {
            diff: Some(DiffView::Side),
            ..wide(columns)
        };
        let mut text = Vec::new();
        for excerpt in &outputs {
            difference(&mut text, excerpt, &look, 9).unwrap();
        }
        text.extend(table_of(&run(mixed(), 0, None), columns).into_bytes());
        text.extend(table_of(&many(500), columns).into_bytes());
        let text = String::from_utf8(text).unwrap();
        let plain = anstream::adapter::strip_str(&text).to_string();
        let widest = plain.lines().max_by_key(|line| text::width(line)).unwrap();
        assert!(
            text::width(widest) <= columns,
            "{columns} columns: {widest}"
        );
    }
}

/// The table at the end of a run.
fn table_of(events: &[Event], columns: usize) -> String {
    let text = printed(wide(columns), events);
    let rows = text
        .lines()
        .skip_while(|line| !line.starts_with("        solution"));
    let outcome = |line: &&str| !line.starts_with("skipped") && !line.starts_with('✗');
    let rows: Vec<&str> = rows.take_while(outcome).collect();
    assert!(rows.len() > 2, "{text}");
    rows.join("\n") + "\n"
}
