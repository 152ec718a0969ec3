//! What the HTML page says of one case, and of what changed, in a real browser.

use std::fs;

use serde_json::json;

use crate::browser::Browser;
use crate::folder::Folder;
use crate::{BROWSER, Test, tests};

pub(crate) const TESTS: &[Test] = tests![
    how_much_more_differs_is_told[BROWSER],
    of_a_long_word_the_place_where_it_differs_is_marked[BROWSER],
    what_changed_since_a_baseline_leads_to_its_solution[BROWSER],
];

fn opened(folder: &Folder, options: &[&str]) -> Browser {
    let words = [&["run", "a.sh", "t", "--report", "run.html"], options].concat();
    folder.judge(&words).code(1);
    let mut browser = Browser::start();
    browser.open(&folder.path().join("run.html"));
    browser
}

fn how_much_more_differs_is_told() {
    let folder = Folder::of(&[("a.sh", "seq 1000"), ("t/1.in", "")]);
    folder.file("t/1.out", "x\n".repeat(1000));
    let mut browser = opened(&folder, &[]);
    browser.click(".matrix tbody tr td");
    let rest = browser.text(".panel .rest");
    assert!(rest.ends_with(" more of 1,000 lines differ"), "{rest}");
}

fn of_a_long_word_the_place_where_it_differs_is_marked() {
    let word = |middle: &str| format!("{}{middle}{}\n", "a".repeat(5000), "z".repeat(300));
    let folder = Folder::of(&[
        ("a.sh", "cat"),
        ("t/1.in", &word("<b>")),
        ("t/1.out", &word("<i>")),
    ]);
    let mut browser = opened(&folder, &[]);
    browser.click(".matrix tbody tr td");
    assert_eq!(browser.text(".panel .expected mark"), "i");
    assert_eq!(browser.text(".panel .found mark"), "b");
    let said = browser.text(".panel");
    assert!(said.contains("5,001 bytes into the word"), "{said}");
}

fn what_changed_since_a_baseline_leads_to_its_solution() {
    let folder = Folder::sum(&[("a.sh", "echo 5")]);
    folder
        .judge(&["run", "a.sh", "t", "--save", "base.json"])
        .code(0);
    fs::write(folder.path().join("a.sh"), "echo '<img src=x>'").unwrap();
    let mut browser = opened(&folder, &["--baseline", "base.json"]);
    let head = browser.text(".changes summary");
    assert!(
        head.starts_with("since the run of ") && head.ends_with(" worse"),
        "{head}"
    );
    assert_eq!(
        browser.value("document.querySelector('.changes').open"),
        true
    );
    assert!(browser.text("h1").ends_with(" for the worse"));
    browser.click(".changes button");
    assert_eq!(
        browser.text(".panel h2").replace(char::is_whitespace, " "),
        "WA a.sh"
    );
    assert_eq!(browser.value("document.images.length"), json!(0));
    // Without a baseline nothing is said of one.
    let mut browser = opened(&folder, &[]);
    assert_eq!(
        browser.value("document.querySelector('.changes')"),
        json!(null)
    );
}
