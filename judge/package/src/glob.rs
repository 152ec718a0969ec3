//! Globs over names of cases, groups and submissions, as the ICPC package format has them.

/// A pattern of names whose components are separated by `/`.
///
/// `*` is any text without a `/`, and `{a,b}` either of the two; blanks around them are left out,
/// and such braces do not nest. Everything else, so also `**` and `[`, is itself. A name matches if
/// the pattern is the whole of it or of a folder it lies in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Glob(Vec<Part>);

#[derive(Debug, Clone, PartialEq, Eq)]
enum Part {
    Text(String),
    Star,
    OneOf(Vec<Vec<Part>>),
}

impl Glob {
    /// Reads a pattern; every text is one. A `/` at its end means nothing.
    pub(crate) fn new(pattern: &str) -> Glob {
        let mut parts = Vec::new();
        let mut rest = pattern.strip_suffix('/').unwrap_or(pattern);
        while let Some((before, inside, after)) = braces(rest) {
            stars(before, &mut parts);
            let alternatives = inside.split(',').map(|alternative| {
                let mut parts = Vec::new();
                stars(alternative.trim(), &mut parts);
                parts
            });
            parts.push(Part::OneOf(alternatives.collect()));
            rest = after;
        }
        stars(rest, &mut parts);
        Glob(parts)
    }

    /// Whether `name` or a folder it lies in matches.
    pub(crate) fn matches(&self, name: &str) -> bool {
        let ends = self.ends(name);
        ends.into_iter()
            .any(|end| end == name.len() || name.as_bytes().get(end) == Some(&b'/'))
    }

    /// Whether `name` itself matches.
    pub(crate) fn is(&self, name: &str) -> bool {
        self.ends(name).contains(&name.len())
    }

    fn ends(&self, name: &str) -> Vec<usize> {
        advance(&self.0, name, vec![0])
    }
}

/// What is before, in and after the first braces that hold no others.
fn braces(text: &str) -> Option<(&str, &str, &str)> {
    let close = text
        .match_indices('}')
        .map(|(index, _)| index)
        .find(|&close| text[..close].rfind('{') > text[..close].rfind('}'))?;
    let open = text[..close].rfind('{')?;
    Some((&text[..open], &text[open + 1..close], &text[close + 1..]))
}

fn stars(text: &str, parts: &mut Vec<Part>) {
    for (index, text) in text.split('*').enumerate() {
        if index > 0 {
            parts.push(Part::Star);
        }
        if !text.is_empty() {
            parts.push(Part::Text(text.to_owned()));
        }
    }
}

/// Where in `name` a match of all parts can end that begins at one of `starts`. All places are
/// followed at once, so that no pattern takes more than a pass over the name for each of its parts.
fn advance(parts: &[Part], name: &str, starts: Vec<usize>) -> Vec<usize> {
    let mut places = starts;
    for part in parts {
        let mut next: Vec<usize> = match part {
            Part::Text(text) => places
                .iter()
                .filter(|&&place| name[place..].starts_with(text))
                .map(|place| place + text.len())
                .collect(),
            // From the first place in a component all others of it are reached.
            Part::Star => {
                let mut reached = Vec::new();
                for place in places {
                    if reached.last().is_some_and(|&last| last >= place) {
                        continue;
                    }
                    let rest = &name[place..];
                    let end = place + rest.find('/').unwrap_or(rest.len());
                    reached.extend((place..=end).filter(|&at| name.is_char_boundary(at)));
                }
                reached
            }
            Part::OneOf(alternatives) => alternatives
                .iter()
                .flat_map(|parts| advance(parts, name, places.clone()))
                .collect(),
        };
        next.sort_unstable();
        next.dedup();
        places = next;
    }
    places
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_match_by_whole_components() {
        for (glob, name, matches, is) in [
            ("secret", "secret/1", true, false),
            ("secret/", "secret/1", true, false),
            ("secret", "secret", true, true),
            ("secret", "secrets/1", false, false),
            ("secret/1", "secret/12", false, false),
            ("cret", "secret/1", false, false),
            ("1", "secret/1", false, false),
            ("*", "secret/1", true, false),
            ("*/1", "secret/1", true, true),
            ("*/1", "secret/g/1", false, false),
            ("secret/*", "secret/g/1", true, false),
            ("secret/*-easy", "secret/07-easy", true, true),
            ("secret/*-easy", "secret/07-easy-not", false, false),
            ("a*b*c", "abbbc", true, true),
            ("a*b*c", "abbb", false, false),
            ("*", "", true, true),
            ("", "", true, true),
            ("", "a", false, false),
        ] {
            let found = Glob::new(glob);
            assert_eq!(found.matches(name), matches, "`{glob}` matches `{name}`");
            assert_eq!(found.is(name), is, "`{glob}` is `{name}`");
        }
    }

    #[test]
    fn braces_are_alternatives_and_nothing_else_is_special() {
        for (glob, name, matches) in [
            ("a/x.{py,cpp}", "a/x.cpp", true),
            ("a/x.{py,cpp}", "a/x.c", false),
            ("s/*{1,3}", "s/13", true),
            ("s/*{1,3}", "s/12", false),
            ("s/*{,0,1}{0,2}", "s/10", true),
            ("s/*{,0,1}{0,2}", "s/2", true),
            ("s/*{,0,1}{0,2}", "s/13", false),
            ("s/{ 4 }{ 2 }", "s/42", true),
            ("{a*,b}/c", "axx/c", true),
            ("{a/b,c}/d", "a/b/d", true),
            ("{a", "{a", true),
            ("a}", "a}", true),
            ("}{a,b}", "}b", true),
            ("{{a,b}", "{b", true),
            ("[ab]", "a", false),
            ("a?", "ab", false),
            ("**", "a/b", true),
            ("**/c", "a/b/c", false),
            ("ä*", "äö", true),
            ("{é,*}ö", "éö", true),
        ] {
            assert_eq!(Glob::new(glob).matches(name), matches, "`{glob}` `{name}`");
        }
    }

    #[test]
    fn a_pattern_of_many_stars_and_braces_is_soon_done() {
        let pattern = "{*,*a}*".repeat(60);
        let name = "a".repeat(300);
        assert!(Glob::new(&pattern).is(&name));
        assert!(!Glob::new(&format!("{pattern}b")).matches(&name));
    }
}
