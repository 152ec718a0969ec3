//! The HTML page, in a real browser.

use std::fs;
use std::sync::OnceLock;

use serde_json::{Value, json};

use crate::browser::Browser;
use crate::folder::Folder;
use crate::{BROWSER, Test, tests};

pub(crate) const TESTS: &[Test] = tests![
    a_click_on_a_failing_cell_shows_its_difference[BROWSER],
    what_a_submission_prints_stays_text[BROWSER],
    boards_are_drawn_as_the_package_says[BROWSER],
    scores_stand_beside_solutions_and_by_group[BROWSER],
    a_talk_is_shown_line_by_line[BROWSER],
    a_solution_can_be_opened_as_a_whole[BROWSER],
    the_page_asks_for_nothing_else[BROWSER],
    the_keyboard_reaches_everything[BROWSER],
    the_end_of_a_long_name_is_seen[BROWSER],
    names_that_differ_in_two_places_look_different[BROWSER],
    filters_leave_what_matches[BROWSER],
    the_page_is_light_or_dark_as_the_reader_prefers[BROWSER],
    fifty_solutions_by_five_hundred_cases_are_one_page[BROWSER],
];

const ATTACK: &str = "</script><script>alert(1)</script><img src=x onerror=alert(2)>";

/// A problem with a solution that is right, one that is wrong by a script, one that crashes and one
/// that does not compile: its page, and its recording. It is judged once for all tests.
fn page() -> &'static [String; 2] {
    static PAGE: OnceLock<[String; 2]> = OnceLock::new();
    PAGE.get_or_init(|| {
        let folder = problem();
        let words = ["run", "p", "--report", "run.html", "--save", "run.json"];
        folder.judge(&words).code(1);
        ["run.html", "run.json"].map(|name| fs::read_to_string(folder.path().join(name)).unwrap())
    })
}

fn problem() -> Folder {
    Folder::of(&[
        (
            "p/problem.toml",
            "name = \"Nim <i>\"\nlimits = { time = \"20s\" }\n",
        ),
        ("p/data/sample/1.in", "2 3\n.o.\nx.#\n"),
        ("p/data/sample/1.ans", "1\nFirst\n3\n"),
        ("p/data/secret/2.in", "7\n"),
        ("p/data/secret/2.ans", "1\nFirst\n3\n"),
        (
            "p/submissions/accepted/right.sh",
            "printf '1\\nFirst\\n3\\n'",
        ),
        (
            "p/submissions/accepted/script.sh",
            "read x; test \"$x\" = 7 || printf '1\\nFirst\\n3\\n'; test \"$x\" != 7 || printf '1\\n\
             </script><script>alert(1)</script><img src=x onerror=alert(2)>\\n3\\n'",
        ),
        (
            "p/submissions/run_time_error/crash.sh",
            "echo '<b>why</b>' >&2; exit 3",
        ),
        (
            "p/submissions/compile_error/<img src=x onerror=alert(3)>.sh",
            "exit 1",
        ),
    ])
}

/// The cell of a solution and a case, by their numbers from 1.
fn cell(solution: usize, case: usize) -> String {
    format!(".matrix tbody tr:nth-child({solution}) td:nth-of-type({case})")
}

fn opened() -> (Folder, Browser) {
    let [page, _] = page();
    let folder = Folder::of(&[("run.html", page)]);
    let mut browser = Browser::start();
    browser.open(&folder.path().join("run.html"));
    (folder, browser)
}

fn a_click_on_a_failing_cell_shows_its_difference() {
    let (_folder, mut browser) = opened();
    assert_eq!(browser.text("h1"), "2 solutions not as expected");
    assert_eq!(browser.text(&cell(2, 2)), "WA");
    browser.click(&cell(2, 2));
    let lines = browser.value(
        "[...document.querySelectorAll('.panel .diff tr')].map((row) => row.innerText.replace(/\\s+/g, ' ').trim())",
    );
    let found = format!("2 + {ATTACK}");
    assert_eq!(lines, json!(["1 1", "2 - First", found, "3 3"]));
    // Only what differs is marked.
    assert_eq!(browser.text(".panel .expected mark"), "First");
    assert_eq!(
        browser.text(".panel .command code"),
        "judge run p/submissions/accepted/script.sh p --case secret/2"
    );
    browser.click(&cell(4, 1));
    assert_eq!(browser.text(".panel .stderr"), "<b>why</b>");
    assert!(browser.text(".panel .figures").contains("exit code 3"));
    // The input is a board, and is drawn as one: six squares, of which one is a wall, two pieces.
    let count = |browser: &mut Browser, selector: &str| {
        browser.value(&format!(
            "document.querySelectorAll('.panel .board {selector}').length"
        ))
    };
    assert_eq!(count(&mut browser, ".square"), 6);
    assert_eq!(count(&mut browser, ".wall"), 1);
    assert_eq!(count(&mut browser, ".piece"), 2);
    browser.click(".panel .close");
    assert_eq!(
        browser.value("document.querySelector('.panel').hidden"),
        true
    );
}

fn what_a_submission_prints_stays_text() {
    let (_folder, mut browser) = opened();
    // No element of theirs comes to be, no dialog is opened, and no script but the two of the page.
    for row in 1..=4 {
        for column in 1..=2 {
            browser.click(&cell(row, column));
            assert_eq!(browser.value("document.images.length"), 0);
            assert_eq!(browser.value("document.scripts.length"), 2);
        }
    }
    assert_eq!(
        browser.value("document.querySelector('.stderr').children.length"),
        0
    );
    assert_eq!(browser.text(".problem h2 .title"), "Nim <i>");
    assert!(!browser.happened("Page.javascriptDialogOpening"));
    assert!(!browser.happened("Runtime.exceptionThrown"));
    assert!(!browser.happened("Log.entryAdded"));
    // And if one came to be, the page's policy would keep it from doing anything.
    browser.value(
        "(() => { const script = document.createElement('script'); script.textContent = 'window.ran = 1'; \
         document.body.append(script); document.body.insertAdjacentHTML('beforeend', \
         '<img src=\"data:,\" onerror=\"window.ran = 2\">'); })()",
    );
    assert_eq!(browser.value("window.ran ?? 'nothing'"), "nothing");
}

fn boards_are_drawn_as_the_package_says() {
    let pieces = "[...document.querySelectorAll('.panel .board')].map((board) => \
        board.querySelectorAll('.square').length + ' ' + \
        [...board.querySelectorAll('text')].map((text) => text.textContent).join(''))";
    let mut browser = Browser::start();
    for (board, input, drawn) in [
        // Two boards, of which the second has its pieces in one cell; a third is not one.
        (
            "board = [\"height width row column row column\"]",
            "3\n2 3 1 1 2 3\n1 1 1 1 1 1\n2 2 3 1 1 1\n",
            json!(["6 AB", "1 B"]),
        ),
        (
            "board = [\"height width\", \"column column\"]",
            "2 3\n1 3\n2 1\n",
            json!(["6 ABBA"]),
        ),
        // Nothing is said: characters and numbers are seen, other shapes are not.
        (
            "",
            "1\n1 2\nxo\n2 2\n1 -2\n3 4\n",
            json!(["2 xo", "4 1-234"]),
        ),
        ("", "2 2\nxo\n", json!([])),
        ("", "2 3 1 1 2 3\n", json!([])),
    ] {
        let folder = Folder::of(&[
            ("p/problem.toml", &format!("name = \"P\"\n{board}\n")),
            ("p/data/1.in", input),
            ("p/data/1.ans", ""),
            ("p/submissions/accepted/a.sh", ""),
        ]);
        folder.judge(&["run", "p", "--report", "run.html"]).code(0);
        browser.open(&folder.path().join("run.html"));
        browser.click(&cell(1, 1));
        assert_eq!(browser.value(pieces), drawn, "{input}");
    }
}

/// The texts of all elements that a selector matches.
fn texts(browser: &mut Browser, selector: &str) -> Value {
    browser.value(&format!(
        "[...document.querySelectorAll({selector:?})].map((each) => each.innerText.replace(/\\s+/g, ' ').trim())"
    ))
}

fn scores_stand_beside_solutions_and_by_group() {
    let folder = Folder::of(&[
        (
            "p/problem.toml",
            "name = \"P\"\n[[group]]\nname = \"secret/a\"\npoints = 30\n\
             [[group]]\nname = \"secret/b\"\npoints = 70.5\n",
        ),
        ("p/data/secret/a/1.in", "1\n"),
        ("p/data/secret/a/1.ans", "1\n"),
        ("p/data/secret/b/1.in", "2\n"),
        ("p/data/secret/b/1.ans", "2\n"),
        ("p/submissions/accepted/all.sh", "cat"),
        ("p/submissions/tried/part.sh", "echo 1"),
    ]);
    folder.judge(&["run", "p", "--report", "run.html"]).code(0);
    let mut browser = Browser::start();
    browser.open(&folder.path().join("run.html"));
    assert_eq!(
        texts(&mut browser, ".matrix .points"),
        json!(["100.5", "30"])
    );
    assert_eq!(
        texts(&mut browser, ".scores tr"),
        json!([
            "solution score secret/a secret/b",
            "accepted/all.sh 100.5 of 100.5 AC 30 of 30 AC 70.5 of 70.5",
            "tried/part.sh 30 of 100.5 AC 30 of 30 WA 0 of 70.5",
        ])
    );
    // A case shows the groups that it is in.
    browser.click(&cell(2, 2));
    assert_eq!(
        texts(&mut browser, ".panel .groups tr"),
        json!(["secret/b WA 0 of 70.5"])
    );
    // What the filter leaves out is left out of the scores too.
    browser.press("/");
    browser.write("part");
    let left = ".scores tbody tr:not([hidden]) .name";
    assert_eq!(texts(&mut browser, left), json!(["tried/part.sh"]));
}

fn a_talk_is_shown_line_by_line() {
    let interactor =
        "echo 1; read x; i=0; while test $i -lt 200; do echo $i; i=$((i + 1)); done; exit 43";
    let folder = Folder::package(
        "[interactor]\npath = \"i.sh\"\n",
        "read x; echo '<img src=x onerror=alert(1)>'; cat > /dev/null",
        &[("i.sh", interactor)],
    );
    folder.judge(&["run", "p", "--report", "run.html"]).code(0);
    let mut browser = Browser::start();
    browser.open(&folder.path().join("run.html"));
    browser.click(&cell(1, 1));
    let lines = texts(&mut browser, ".panel .talk tr");
    let lines: Vec<&str> = lines
        .as_array()
        .unwrap()
        .iter()
        .filter_map(Value::as_str)
        .collect();
    assert_eq!(lines[..3], ["< 1", "> <img src=x onerror=alert(1)>", "< 0"]);
    assert_eq!(lines.last(), Some(&"< 199"));
    assert!(
        lines.iter().any(|line| line.ends_with(" more lines …")),
        "{lines:?}"
    );
    assert_eq!(browser.value("document.images.length"), 0);
    assert_eq!(
        texts(&mut browser, ".panel .solution-said .text"),
        json!(["<img src=x onerror=alert(1)>"])
    );
}

fn a_solution_can_be_opened_as_a_whole() {
    let (_folder, mut browser) = opened();
    browser.click(".matrix tbody tr:nth-child(2) th");
    assert_eq!(browser.text(".panel h2"), "WA accepted/script.sh");
    let seen = browser.text(".panel");
    for text in [
        "Shell (",
        "Not as expected: expected AC, found WA on secret/2.",
        "Most CPU time",
        " on s",
        "judge run p/submissions/accepted/script.sh p",
    ] {
        assert!(seen.contains(text), "{text}\n{seen}");
    }
    // By the keyboard it is left of its first case, and it has an address of its own.
    browser.press("ArrowRight");
    assert_eq!(browser.text(".panel h2"), "AC sample/1");
    browser.press("ArrowLeft");
    assert_eq!(browser.text(".panel h2"), "WA accepted/script.sh");
    let address = "decodeURIComponent(location.hash)";
    assert_eq!(browser.value(address), "#p:accepted/script.sh");
    // Languages are among the words of the filter.
    browser.press("Escape");
    browser.press("/");
    browser.write("shell");
    assert_eq!(browser.text(".count"), "8 runs");
}

fn the_page_asks_for_nothing_else() {
    let (_folder, mut browser) = opened();
    browser.click(&cell(2, 2));
    let requests = browser.requests();
    assert_eq!(requests.len(), 1, "{requests:?}");
    let tried = "fetch('http://127.0.0.1:9/').then(() => 'sent', () => 'kept back')";
    assert_eq!(browser.value(tried), "kept back");
    assert_eq!(browser.requests().len(), 1);
}

fn the_keyboard_reaches_everything() {
    let (_folder, mut browser) = opened();
    let shown = "document.querySelector('.panel').hidden ? '' : document.querySelector('.panel h2').innerText";
    browser.press("ArrowDown");
    browser.press("ArrowRight");
    assert_eq!(browser.value("document.activeElement.innerText"), "WA");
    browser.press("Enter");
    assert_eq!(browser.value(shown), "WA secret/2");
    browser.press("ArrowUp");
    assert_eq!(browser.value(shown), "AC secret/2");
    browser.press("Home");
    assert_eq!(browser.value(shown), "AC sample/1");
    browser.press("n");
    assert_eq!(browser.value(shown), "WA secret/2");
    browser.press("Enter");
    assert_eq!(browser.value("document.activeElement.className"), "panel");
    browser.press("Escape");
    assert_eq!(browser.value(shown), "");
    assert_eq!(browser.value("document.activeElement.innerText"), "WA");
    browser.press("/");
    assert_eq!(browser.value("document.activeElement.id"), "search");
    browser.press("Escape");
    browser.press("?");
    assert_eq!(browser.value("document.querySelector('dialog').open"), true);
}

fn the_end_of_a_long_name_is_seen() {
    let folder = Folder::of(&[
        ("t/a-case-with-a-longer-name-than-most.in", "2 3\n"),
        ("t/a-case-with-a-longer-name-than-most.out", "5\n"),
    ]);
    let names = ["one", "two"].map(|end| format!("{}{end}.sh", "a-long-name-".repeat(12)));
    for name in &names {
        folder.file(name, "echo 5");
    }
    let [one, two] = &names;
    let words = ["run", one, two, "t", "--report", "run.html"];
    folder.judge(&words).code(0);
    let mut browser = Browser::start();
    browser.open(&folder.path().join("run.html"));
    // The whole name is told, and its end is in the place that it has.
    let told = "[...document.querySelectorAll('.matrix tbody th')].map((head) => head.title.split('\\n')[0])";
    assert_eq!(browser.value(told), json!(names));
    let seen = "[...document.querySelectorAll('.matrix tbody .name')].map((name) => {
        const shown = [...name.children].find((each) => each.offsetWidth > 0).lastChild;
        const end = shown.getBoundingClientRect();
        return shown.textContent.slice(-6) + (end.right <= name.getBoundingClientRect().right + 1);
    })";
    assert_eq!(browser.value(seen), json!(["one.shtrue", "two.shtrue"]));
    // So is that of a case, above its column.
    assert_eq!(
        browser.text(".matrix .names th:nth-child(2)"),
        "a-case-wi…-than-most"
    );
}

fn names_that_differ_in_two_places_look_different() {
    let folder = Folder::of(&[("t/1.in", "2 3\n"), ("t/1.out", "5\n")]);
    let ends = ["16", "32"].map(|nodes| ["1", "2", "3"].map(|part| (nodes, part)));
    let names = ends.concat().into_iter().map(|(nodes, part)| {
        format!("forgets-the-case-with-{nodes}-nodes-and-component-{part}-of-the-whole-graph.sh")
    });
    let names: Vec<String> = names.collect();
    for name in &names {
        folder.file(name, "echo 5");
        folder.file(&format!("t/{name}.in"), "2 3\n");
        folder.file(&format!("t/{name}.out"), "5\n");
    }
    let mut words: Vec<&str> = vec!["run", "t", "--report", "run.html"];
    words.extend(names.iter().map(String::as_str));
    folder.judge(&words).code(0);
    let mut browser = Browser::start();
    browser.open(&folder.path().join("run.html"));
    for (selector, count) in [
        (".matrix tbody .name", 6),
        (".plots figure:first-of-type .name", 6),
        (".matrix .names th:not(.corner)", 7),
    ] {
        let distinct = format!(
            "new Set([...document.querySelectorAll('{selector}')].map((each) => each.innerText)).size"
        );
        assert_eq!(browser.value(&distinct), count, "{selector}");
    }
}

fn filters_leave_what_matches() {
    let (_folder, mut browser) = opened();
    let rows = "[...document.querySelectorAll('.matrix tbody tr:not([hidden]) .name')].map((name) => name.innerText)";
    let count = |browser: &mut Browser| browser.text(".count");
    assert_eq!(count(&mut browser), "8 runs");
    browser.click(".chip.WA");
    assert_eq!(browser.value(rows), json!(["accepted/script.sh"]));
    assert_eq!(count(&mut browser), "1 of 8 runs");
    // Of the columns only that of the wrong answer is left.
    let columns =
        "document.querySelectorAll('.matrix .names th:not(.corner):not([hidden])').length";
    assert_eq!(browser.value(columns), 1);
    browser.press("Escape");
    assert_eq!(count(&mut browser), "8 runs");
    browser.press("/");
    browser.write("crash 2");
    assert_eq!(browser.value(rows), json!(["run_time_error/crash.sh"]));
    assert_eq!(count(&mut browser), "1 of 8 runs");
    browser.write(" nowhere");
    assert_eq!(
        browser.value("document.querySelector('.nothing').hidden"),
        false
    );
    browser.press("Escape");
    browser.click("body");
    browser.press("s");
    assert_eq!(browser.value(&format!("{rows}.length")), 2);
}

fn the_page_is_light_or_dark_as_the_reader_prefers() {
    let (_folder, mut browser) = opened();
    let colours =
        "[getComputedStyle(document.body).backgroundColor, getComputedStyle(document.body).color]";
    browser.prefer("light");
    let light = browser.value(colours);
    browser.prefer("dark");
    let dark = browser.value(colours);
    assert_eq!(light, json!(["rgb(255, 255, 255)", "rgb(22, 24, 28)"]));
    assert_eq!(dark, json!(["rgb(15, 17, 21)", "rgb(231, 233, 238)"]));
}

fn fifty_solutions_by_five_hundred_cases_are_one_page() {
    let [_, recording] = page();
    let folder = Folder::of(&[]);
    let mut run: Value = serde_json::from_str(recording).unwrap();
    // The recorded run, made large.
    let problem = &mut run["problems"][0];
    let many = |list: &Value, count: usize, names: &str| -> Value {
        let list = list.as_array().unwrap();
        let numbered = |index: usize| {
            let mut value = list[index % list.len()].clone();
            value["name"] = format!("{names}/{index:03}").into();
            value
        };
        (0..count).map(numbered).collect()
    };
    problem["cases"] = many(&problem["cases"], 500, "secret");
    let three = Value::Array(problem["solutions"].as_array().unwrap()[..3].to_vec());
    let mut solutions = many(&three, 50, "accepted");
    for solution in solutions.as_array_mut().unwrap() {
        solution["cases"] = many(&solution["cases"], 500, "secret");
    }
    problem["solutions"] = solutions;
    folder.file("big.json", run.to_string());
    folder
        .judge(&["report", "big.json", "--format", "html", "-o", "big.html"])
        .code(0);
    let path = folder.path().join("big.html");
    let size = fs::metadata(&path).unwrap().len();
    assert!(size < 12 << 20, "{size} bytes");
    let mut browser = Browser::start();
    browser.open(&path);
    assert_eq!(
        browser.value("document.querySelectorAll('td.cell').length"),
        25_000
    );
    assert_eq!(browser.text(".count"), "25,000 runs");
    browser.press("/");
    browser.write("accepted/001 secret/249");
    assert_eq!(browser.text(".count"), "1 of 25,000 runs");
    assert_eq!(
        browser.value("document.querySelectorAll('tr:not([hidden]) td.cell:not([hidden])').length"),
        1
    );
    browser.click("tr:not([hidden]) td.cell:not([hidden])");
    assert_eq!(browser.text(".panel h2"), "WA secret/249");
}
