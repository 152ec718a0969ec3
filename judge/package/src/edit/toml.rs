//! Changes of `problem.toml`: comments, order and spaces stay.

use toml_edit::{Decor, DocumentMut, Formatted, Item, RawString, Table, TableLike, Value};

/// Why not, and what to write by hand.
type Refusal = (String, String);

/// States `limits.time`.
pub(super) fn set_time(text: &str, time: &str) -> Result<String, Refusal> {
    let refusal = |why: String| (why, format!("`limits.time = \"{time}\"`"));
    edited(text, |document| {
        // Where there are no limits yet the key goes before the first table.
        let limits = document.entry("limits").or_insert_with(|| {
            let mut limits = Table::new();
            limits.set_dotted(true);
            Item::Table(limits)
        });
        let limits = limits.as_table_like_mut().ok_or("`limits` is no table")?;
        put(limits, "time", time);
        Ok(())
    })
    .map_err(refusal)
}

/// States `blake3` in the table `[[generate]]` of each of these cases.
pub(super) fn set_hashes(text: &str, hashes: &[(&str, String)]) -> Result<String, String> {
    edited(text, |document| {
        for (case, hash) in hashes {
            let is_it = |table: &&mut dyn TableLike| {
                table.get("case").and_then(Item::as_str) == Some(*case)
            };
            let generate = document.get_mut("generate");
            let table = match generate {
                Some(Item::ArrayOfTables(all)) => {
                    let mut all = all.iter_mut().map(|table| table as &mut dyn TableLike);
                    all.find(is_it)
                }
                Some(Item::Value(Value::Array(all))) => {
                    let tables = all.iter_mut().filter_map(Value::as_inline_table_mut);
                    let mut all = tables.map(|table| table as &mut dyn TableLike);
                    all.find(is_it)
                }
                _ => None,
            };
            let table = table.ok_or_else(|| format!("no `[[generate]]` has the case `{case}`"))?;
            put(table, "blake3", hash);
        }
        Ok(())
    })
}

/// Sets a text; what stands around one that is replaced, a comment above all, stays.
fn put(table: &mut dyn TableLike, key: &str, text: &str) {
    let mut value = Value::String(Formatted::new(text.to_owned()));
    match table.get_mut(key).and_then(Item::as_value_mut) {
        Some(old) => {
            *value.decor_mut() = old.decor().clone();
            *old = value;
        }
        None => {
            // The space before a closing brace stands behind the last value.
            let last = table.iter_mut().last();
            let last = last.and_then(|(_, item)| item.as_value_mut());
            let is_inline = |decor: &Decor| decor.suffix().and_then(RawString::as_str) == Some(" ");
            if let Some(decor) = last.map(Value::decor_mut).filter(|decor| is_inline(decor)) {
                decor.set_suffix("");
                value.decor_mut().set_suffix(" ");
            }
            table.insert(key, Item::Value(value));
        }
    }
}

/// The text after a change. The editor ends every line by LF, so lines that ended by CRLF get their
/// ends back.
fn edited(
    text: &str,
    change: impl FnOnce(&mut DocumentMut) -> Result<(), String>,
) -> Result<String, String> {
    let bare = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mark = &text[..text.len() - bare.len()];
    let is_crlf = bare.contains("\r\n");
    let lines = bare.replace("\r\n", "\n");
    let mut document: DocumentMut = lines.parse().map_err(|_| "it is no TOML".to_owned())?;
    change(&mut document)?;
    let mut after = document.to_string();
    if is_crlf {
        after = after.replace('\n', "\r\n");
    }
    Ok(format!("{mark}{after}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_limit_is_set_and_the_rest_stays() {
        for (before, after) in [
            ("name = \"P\"\n", "name = \"P\"\nlimits.time = \"2s\"\n"),
            (
                "name = \"P\" # it\n\n[limits] # all\ntime  =  '1s'  # by hand\nmemory = \"1GiB\"\n",
                "name = \"P\" # it\n\n[limits] # all\ntime  =  \"2s\"  # by hand\nmemory = \"1GiB\"\n",
            ),
            (
                "name = \"P\"\n[limits]\nmemory = \"1GiB\"\n\n# wrong ones\n[[solution]]\npath = \"a\"\n",
                "name = \"P\"\n[limits]\nmemory = \"1GiB\"\ntime = \"2s\"\n\n# wrong ones\n[[solution]]\npath = \"a\"\n",
            ),
            (
                "limits.memory = \"1GiB\"\nname = \"P\"\n",
                "limits.memory = \"1GiB\"\nlimits.time = \"2s\"\nname = \"P\"\n",
            ),
            (
                "limits = { memory = \"1GiB\" }\nname = \"P\"\n",
                "limits = { memory = \"1GiB\", time = \"2s\" }\nname = \"P\"\n",
            ),
            (
                "\u{feff}name = \"P\"\r\n[limits]\r\ntime = \"1s\"\r\n",
                "\u{feff}name = \"P\"\r\n[limits]\r\ntime = \"2s\"\r\n",
            ),
            (
                "name = \"P\"\n\n[[solution]]\npath = \"a\"",
                "name = \"P\"\nlimits.time = \"2s\"\n\n[[solution]]\npath = \"a\"\n",
            ),
        ] {
            assert_eq!(set_time(before, "2s").as_deref(), Ok(after));
        }
        assert!(set_time("limits = 1\n", "2s").is_err());
    }

    #[test]
    fn a_hash_goes_to_the_case_of_its_name() {
        let before = "name = \"P\"\n\n[[generate]]\ncase = \"a\"\npath = \"g.py\"\n\n\
                      [[generate]] # large\ncase = \"b\"\nblake3 = \"00\" # old\npath = \"g.py\"\n";
        let hashes = [("b", "11".to_owned()), ("a", "22".to_owned())];
        let after = "name = \"P\"\n\n[[generate]]\ncase = \"a\"\npath = \"g.py\"\nblake3 = \"22\"\n\n\
                     [[generate]] # large\ncase = \"b\"\nblake3 = \"11\" # old\npath = \"g.py\"\n";
        assert_eq!(set_hashes(before, &hashes).as_deref(), Ok(after));
        assert!(set_hashes(before, &[("c", String::new())]).is_err());
    }
}
