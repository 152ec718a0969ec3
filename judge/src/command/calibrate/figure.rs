//! The plots as one picture in SVG, readable on light and dark ground.

use std::io::{self, Write};

use super::scale::Scale;
use super::{Calibrated, rounded, sentences};
use crate::calibration::{Entry, Side};
use crate::text;

const STYLE: &str = "\
text { font: 12px system-ui, sans-serif; fill: #444 }
.title { font-weight: bold }
.tick { fill: #888; font-size: 10px; text-anchor: middle }
.grid { stroke: #8884 }
.limit { stroke: #c33; stroke-width: 2 }
.in { fill: #2a7d46 }
.slow { fill: #c8842a }
@media (prefers-color-scheme: dark) { text { fill: #ccc } }";

/// The left end of the bars, their width, the height of a row.
const LEFT: f64 = 330.0;
const WIDTH: f64 = 480.0;
const ROW: f64 = 20.0;

/// The line by which a picture is known to be one of these.
pub(super) const MARK: &str = "<!-- times and limits by judge calibrate -->";

pub(super) fn write(out: &mut dyn Write, all: &[Calibrated]) -> io::Result<()> {
    let rows = |one: &Calibrated| one.found.entries.len() + sentences(&one.found).len() + 4;
    let height = ROW * all.iter().map(rows).sum::<usize>() as f64 + ROW;
    let width = LEFT + WIDTH + 100.0;
    writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\">\n{MARK}\n<style>{STYLE}</style>"
    )?;
    let mut y = ROW;
    for one in all {
        y = plot(out, one, y)?;
    }
    writeln!(out, "</svg>")
}

/// One plot from `y` on; where the next one begins.
fn plot(out: &mut dyn Write, one: &Calibrated, mut y: f64) -> io::Result<f64> {
    let found = &one.found;
    let title = format!("{} {}", one.slug, one.title);
    written(out, "title", 10.0, y, &title)?;
    y += ROW;
    let times = found.entries.iter().map(|entry| entry.time);
    let scale = Scale::around(times.chain(found.limit));
    let x = |place: f64| LEFT + place * WIDTH;
    let bottom = y + ROW * found.entries.len() as f64;
    for (place, label) in scale.ticks() {
        line(out, "grid", x(place), y - 4.0, bottom)?;
        written(out, "tick", x(place), bottom + 12.0, &label)?;
    }
    let label = |entry: &Entry| text::line(format!("{} on {}", entry.name, entry.case).as_bytes());
    let labels: Vec<String> = found.entries.iter().map(label).collect();
    let labels = text::apart(&labels, 46);
    for (entry, label) in found.entries.iter().zip(&labels) {
        written(out, "name", 10.0, y + 10.0, label)?;
        let class = match entry.side {
            Side::InTime => "in",
            Side::TooSlow => "slow",
        };
        let end = x(scale.place(entry.time)).max(LEFT + 1.0);
        let length = end - LEFT;
        writeln!(
            out,
            "<rect class=\"{class}\" x=\"{LEFT}\" y=\"{y:.1}\" width=\"{length:.1}\" height=\"12\"/>"
        )?;
        let more = if entry.is_ended { "> " } else { "" };
        let time = format!("{more}{} s", rounded(entry.time));
        written(out, "time", end + 6.0, y + 10.0, &time)?;
        y += ROW;
    }
    if let Some(limit) = found.limit {
        let at = x(scale.place(limit));
        line(
            out,
            "limit",
            at,
            bottom - ROW * found.entries.len() as f64 - 4.0,
            bottom,
        )?;
    }
    y = bottom + 2.0 * ROW;
    for (_, said) in sentences(found) {
        written(out, "said", 10.0, y, &said)?;
        y += ROW;
    }
    Ok(y + ROW)
}

fn line(out: &mut dyn Write, class: &str, x: f64, top: f64, bottom: f64) -> io::Result<()> {
    writeln!(
        out,
        "<line class=\"{class}\" x1=\"{x:.1}\" x2=\"{x:.1}\" y1=\"{top:.1}\" y2=\"{bottom:.1}\"/>"
    )
}

/// Text, whatever is in it.
fn written(out: &mut dyn Write, class: &str, x: f64, y: f64, said: &str) -> io::Result<()> {
    let said = text::escaped(said.as_bytes())
        .replace('&', "&amp;")
        .replace('<', "&lt;");
    writeln!(
        out,
        "<text class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\">{said}</text>"
    )
}
