//! One page that needs no network: the matrix of solutions and cases, plots, details.
//!
//! The run is embedded as JSON and drawn by the scripts beside this file, which put every text in as
//! text. A policy in the page's head forbids everything but its own style and script, and any
//! request.

mod page;

use std::io::{self, Write};

use self::page::Page;
use super::record::document::Recording;
use super::record::json;
use super::words;

const TEMPLATE: &str = include_str!("html/page.html");
const STYLE: &str = include_str!("html/style.css");
/// The parts of the script, in the order in which they use one another.
const SCRIPT: &[&str] = &[
    include_str!("html/dom.js"),
    include_str!("html/model.js"),
    include_str!("html/matrix.js"),
    include_str!("html/scores.js"),
    include_str!("html/plot.js"),
    include_str!("html/board.js"),
    include_str!("html/details.js"),
    include_str!("html/filter.js"),
    include_str!("html/keys.js"),
    include_str!("html/main.js"),
];

/// The line by which a file is known for such a page.
pub(super) const MARK: &str = "<meta name=\"generator\" content=\"judge run\">";

/// Writes the page.
pub(crate) fn write(recording: &Recording, out: &mut dyn Write) -> io::Result<()> {
    let run = json(&Page::of(recording), false)?;
    // Whoever wrote a text in the run cannot know this, so no script of theirs would be run even if
    // it got into the page.
    let nonce = blake3::hash(run.as_bytes()).to_hex();
    let title = format!("judge: {}", words::outcome(recording));
    let script = SCRIPT.concat();
    let mut rest = TEMPLATE;
    while let Some((before, after)) = rest.split_once("{{") {
        out.write_all(before.as_bytes())?;
        let Some((name, after)) = after.split_once("}}") else {
            break;
        };
        let value = match name {
            "nonce" => nonce.as_str(),
            "title" => &title,
            "style" => STYLE.trim_end(),
            "run" => &run,
            "script" => script.trim_end(),
            _ => return Err(io::Error::other(format!("the page has no `{name}`"))),
        };
        out.write_all(value.as_bytes())?;
        rest = after;
    }
    out.write_all(rest.as_bytes())
}
