//! The globs of `submissions.yaml`: `*` within a name, `{a,b}`, and nothing else.

/// More alternatives than this are not a glob that a person wrote.
const ALTERNATIVES: usize = 10_000;

/// A glob with its braces written out.
#[derive(Debug)]
pub(super) struct Glob(Vec<String>);

impl Glob {
    /// Reads a glob; `None` if its braces stand for too many names.
    pub(super) fn new(text: &str) -> Option<Glob> {
        let mut whole = vec![String::new()];
        let mut rest = text.trim_end_matches('/');
        while let Some((before, braces, after)) = braces(rest) {
            let mut longer = Vec::new();
            for start in &whole {
                for choice in braces.split(',') {
                    longer.push(format!("{start}{before}{}", choice.trim()));
                }
                if longer.len() > ALTERNATIVES {
                    return None;
                }
            }
            (whole, rest) = (longer, after);
        }
        Some(Glob(whole.into_iter().map(|start| start + rest).collect()))
    }

    /// Whether it matches a path or one of the folders that the path lies in.
    pub(super) fn matches(&self, path: &str) -> bool {
        let ends = path.match_indices('/').map(|(index, _)| index);
        ends.chain([path.len()])
            .filter_map(|end| path.get(..end))
            .any(|path| self.0.iter().any(|glob| matches(glob, path)))
    }
}

/// What is before the first braces without others in them, in them, and after them.
fn braces(text: &str) -> Option<(&str, &str, &str)> {
    let (until, after) = text.split_once('}')?;
    match until.rsplit_once('{') {
        Some((before, inside)) => Some((before, inside, after)),
        None => None,
    }
}

/// Whether a glob of `*` matches the whole of a path.
fn matches(glob: &str, path: &str) -> bool {
    let (globs, names): (Vec<&str>, Vec<&str>) =
        (glob.split('/').collect(), path.split('/').collect());
    globs.len() == names.len()
        && globs
            .iter()
            .zip(names)
            .all(|(glob, name)| matches_name(glob, name))
}

/// Whether a glob of `*` matches a name: each part between stars where it first can be.
fn matches_name(glob: &str, name: &str) -> bool {
    let Some((first, rest)) = glob.split_once('*') else {
        return glob == name;
    };
    let Some(mut name) = name.strip_prefix(first) else {
        return false;
    };
    let (middle, last) = rest.rsplit_once('*').unwrap_or(("", rest));
    for part in middle.split('*') {
        let Some((_, after)) = name.split_once(part) else {
            return false;
        };
        name = after;
    }
    name.ends_with(last)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn globs_match_whole_names_and_the_folders_above() {
        for (glob, path, expected) in [
            ("wa", "wa/x.py", true),
            ("wa/", "wa/x.py", true),
            ("wa/x.py", "wa/x.py", true),
            ("wa/x", "wa/x.py", false),
            ("x.py", "wa/x.py", false),
            ("*/x.py", "wa/x.py", true),
            ("*/nested.py", "wa/deep/nested.py", false),
            ("*", "wa/x.py", true),
            ("wa/*", "wa/x.py", true),
            ("wa/*", "wa", false),
            ("wa/*.{py,cpp}", "wa/x.cpp", true),
            ("wa/*.{py,cpp}", "wa/x.c", false),
            ("secret/*{1,3,5}", "secret/13", true),
            ("secret/*{1,3,5}", "secret/12", false),
            ("s/*{,0,1}{0,2}", "s/2", true),
            ("s/*{ 4 }{ 2 }", "s/42", true),
            ("a*b*c", "a-b-b-c", true),
            ("a*b*c", "a-c-b", false),
            ("a**c", "abc", true),
            ("[ab]", "a", false),
            ("?", "a", false),
            ("a}", "a}", true),
            ("{a", "{a", true),
        ] {
            let glob_ = Glob::new(glob).unwrap();
            assert_eq!(glob_.matches(path), expected, "{glob} {path}");
        }
    }

    #[test]
    fn braces_that_multiply_without_end_are_no_glob() {
        assert!(Glob::new(&"{a,b}".repeat(40)).is_none());
    }
}
