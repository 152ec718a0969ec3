//! Changes of `problem.yaml`, where the file is written line by line as most are; any other is left
//! alone. What comes out is read again and must say the same as before but for what was changed.

use std::path::Path;

use crate::formats::yaml::{self, Node};

const KEY: &str = "limits.time_limit";

/// States `limits.time_limit` in seconds.
pub(super) fn set_time(text: &str, seconds: f64) -> Result<String, String> {
    let before = read(text)?;
    let end = match text.contains("\r\n") {
        true => "\r\n",
        false => "\n",
    };
    let mut lines: Vec<String> = text.split_inclusive('\n').map(str::to_owned).collect();
    if let Some(last) = lines.last_mut()
        && !last.ends_with('\n')
    {
        *last += end;
    }
    let header = lines.iter().position(|line| content(line) == "limits:");
    match header {
        None => lines.push(format!("limits:{end}  time_limit: {seconds}{end}")),
        Some(header) => {
            let below = lines.iter().enumerate().skip(header + 1);
            let mut block = below
                .take_while(|(_, line)| content(line).is_empty() || line.starts_with([' ', '\t']));
            let is_it = |line: &str| content(line).trim_start().starts_with("time_limit:");
            match block.find(|(_, line)| is_it(line)) {
                Some((place, _)) => set(&mut lines, place, seconds),
                None => {
                    let first = lines.iter().skip(header + 1);
                    let first = first.map(String::as_str).find(|l| !content(l).is_empty());
                    let indent = first.map_or("", |line| &line[..indent(line)]);
                    let indent = if indent.is_empty() { "  " } else { indent };
                    lines.insert(header + 1, format!("{indent}time_limit: {seconds}{end}"));
                }
            }
        }
    }
    let after = lines.concat();
    let (now, other) = (
        read(&after)?,
        "it is written in a way that is not changed line by line",
    );
    let rest = |all: &[(String, String)]| -> Vec<(String, String)> {
        let all = all.iter().filter(|(key, _)| key != KEY);
        all.cloned().collect()
    };
    let stated = now.iter().filter(|(key, _)| key == KEY);
    let stated: Vec<&str> = stated.map(|(_, value)| value.as_str()).collect();
    match stated[..] == [seconds.to_string()] && rest(&before) == rest(&now) {
        true => Ok(after),
        false => Err(other.to_owned()),
    }
}

/// Puts another number behind the colon; a comment stays.
fn set(lines: &mut [String], place: usize, seconds: f64) {
    let Some(line) = lines.get_mut(place) else {
        return;
    };
    let said = content(line).len();
    let from = line.find(':').map_or(said, |colon| colon + 1);
    line.replace_range(from..said.max(from), &format!(" {seconds}"));
}

/// A line without its comment and the spaces before it.
fn content(line: &str) -> &str {
    let line = line.trim_end();
    let comment = line
        .char_indices()
        .find(|&(at, c)| c == '#' && (at == 0 || line[..at].ends_with([' ', '\t'])));
    comment.map_or(line, |(at, _)| line[..at].trim_end())
}

fn indent(line: &str) -> usize {
    line.len() - line.trim_start().len()
}

/// Every scalar with its key, in the order of the file.
fn read(text: &str) -> Result<Vec<(String, String)>, String> {
    let node = yaml::parse(Path::new("problem.yaml"), text).map_err(|_| "it is no YAML")?;
    if !(node.is_map() && node.repeated().is_empty()) {
        return Err("it is no map in which each key stands once".to_owned());
    }
    let mut all = Vec::new();
    flatten("", &node, &mut all);
    Ok(all)
}

fn flatten(key: &str, node: &Node, all: &mut Vec<(String, String)>) {
    if let Some(items) = node.as_list() {
        for (place, item) in items.iter().enumerate() {
            flatten(&format!("{key}[{place}]"), item, all);
        }
    }
    for (name, value) in node.entries() {
        let whole = match key {
            "" => name.clone(),
            _ => format!("{key}.{name}"),
        };
        flatten(&whole, value, all);
    }
    if let Some(text) = node.as_scalar() {
        all.push((key.to_owned(), text.to_owned()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_limit_is_set_and_the_rest_stays() {
        for (before, after) in [
            ("name: P\n", "name: P\nlimits:\n  time_limit: 2.5\n"),
            ("name: P", "name: P\nlimits:\n  time_limit: 2.5\n"),
            (
                "name: P # it\nlimits: # all\n  memory: 64\n  time_limit: 1.0 # by hand\nsource: x\n",
                "name: P # it\nlimits: # all\n  memory: 64\n  time_limit: 2.5 # by hand\nsource: x\n",
            ),
            (
                "limits:\n    memory: 64\n\nname: P\n",
                "limits:\n    time_limit: 2.5\n    memory: 64\n\nname: P\n",
            ),
            (
                "name: P\r\nlimits:\r\n  time_limit: 1\r\n",
                "name: P\r\nlimits:\r\n  time_limit: 2.5\r\n",
            ),
            (
                "name:\n  en: time_limit 1\nlimits:\n  time_limit:\n    1\n",
                "",
            ),
            ("name: P\nlimits: {memory: 64}\n", ""),
            ("name: |\n  x\nlimits:\n- 1\n", ""),
            ("{name: P}\n", ""),
            ("- P\n", ""),
        ] {
            let found = set_time(before, 2.5);
            match after {
                "" => assert!(found.is_err(), "{before} {found:?}"),
                _ => assert_eq!(found.as_deref(), Ok(after)),
            }
        }
    }
}
