//! The classes of a Java source: the file must have the name of the public one, and the program is
//! started by the name of the one with `main`. And the same for its relatives.

/// What `javac` and `java` want to know.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Names {
    /// The name of the file, without extension.
    pub(crate) file: String,
    /// The name of the class to start, with its package.
    pub(crate) class: String,
    /// Whether that class has a `main` of its own.
    pub(crate) runs: bool,
}

/// A type that is no part of another.
#[derive(Debug)]
struct Class<'a> {
    name: &'a str,
    public: bool,
    main: bool,
}

/// Finds the names in a source; `None` if it declares no class.
pub(crate) fn names(source: &str) -> Option<Names> {
    let words = words(source);
    let mut classes: Vec<Class<'_>> = Vec::new();
    let mut package = String::new();
    let mut depth = 0_usize;
    let mut public = false;
    for (index, &word) in words.iter().enumerate() {
        let next = || words.get(index + 1).copied();
        match word {
            "{" => depth += 1,
            "}" => depth = depth.saturating_sub(1),
            "package" if depth == 0 && classes.is_empty() => {
                let parts = words[index + 1..].iter().take_while(|part| **part != ";");
                package = parts.copied().collect();
            }
            "public" if depth == 0 => public = true,
            "class" | "record" | "interface" | "enum" if depth == 0 => {
                if let Some(name) = next() {
                    classes.push(Class {
                        name,
                        public,
                        main: false,
                    });
                }
                public = false;
            }
            "void" if depth == 1 && next() == Some("main") => {
                if let Some(class) = classes.last_mut() {
                    class.main = true;
                }
            }
            _ => {}
        }
    }
    let public = classes.iter().find(|class| class.public);
    let main = classes.iter().find(|class| class.main);
    let first = classes.first();
    let class = main.or(public).or(first)?.name;
    Some(Names {
        runs: main.is_some(),
        file: public.or(main).or(first)?.name.to_owned(),
        class: match package.is_empty() {
            true => class.to_owned(),
            false => format!("{package}.{class}"),
        },
    })
}

/// The class that Kotlin makes of the functions in a file of this name.
pub(crate) fn kotlin_class(source: &str, stem: &str) -> String {
    let mut letters = stem.chars();
    let first = letters.next().map(char::to_uppercase);
    let class: String = first.into_iter().flatten().chain(letters).collect();
    format!("{}{class}Kt", package(&words(source)))
}

/// The package of a source whose statements end without a sign, with a dot behind it; empty if it
/// is in none.
fn package(words: &[&str]) -> String {
    let mut package = String::new();
    let mut rest = words.iter().skip_while(|word| **word != "package").skip(1);
    while let Some(part) = rest.next() {
        package.push_str(part);
        package.push('.');
        // After each part comes a dot, or the end.
        if rest.next() != Some(&".") {
            break;
        }
    }
    package
}

/// The object of a Scala source that can be started, with its package: one that extends `App` or has
/// `main`, else the first.
pub(crate) fn scala_object(source: &str) -> Option<String> {
    let words = words(source);
    let mut objects: Vec<(&str, bool)> = Vec::new();
    for (index, &word) in words.iter().enumerate() {
        let next = words.get(index + 1).copied().unwrap_or_default();
        match word {
            "object" => objects.push((next, false)),
            "App" | "main" => {
                let before = index.checked_sub(1).and_then(|index| words.get(index));
                if let Some((_, runs)) = objects.last_mut() {
                    *runs |= matches!(before, Some(&"extends" | &"with" | &"def"));
                }
            }
            _ => {}
        }
    }
    let started = objects.iter().find(|(_, runs)| *runs);
    let (name, _) = started.or(objects.first())?;
    Some(format!("{}{name}", package(&words)))
}

/// The words and signs of a source, without comments and the content of texts.
fn words(source: &str) -> Vec<&str> {
    let mut words = Vec::new();
    let mut rest = source;
    while let Some(c) = rest.chars().next() {
        let part_of_word = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
        let length = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            rest.find("*/").map_or(rest.len(), |end| end + 2)
        } else if rest.starts_with("\"\"\"") {
            quoted(rest, "\"\"\"")
        } else if c == '"' {
            quoted(rest, "\"")
        } else if c == '\'' {
            quoted(rest, "'")
        } else {
            let word = rest.find(|c| !part_of_word(c)).unwrap_or(rest.len());
            let length = word.max(c.len_utf8());
            if !c.is_whitespace() {
                words.push(&rest[..length]);
            }
            length
        };
        rest = &rest[length..];
    }
    words
}

/// The length of a text with its quotes; to the end of the source if it is not closed.
fn quoted(source: &str, quote: &str) -> usize {
    let mut at = quote.len();
    while let Some(rest) = source.get(at..) {
        if rest.starts_with(quote) {
            return at + quote.len();
        }
        let mut letters = rest.chars();
        at += match letters.next() {
            // What follows a backslash closes nothing.
            Some('\\') => 1 + letters.next().map_or(0, char::len_utf8),
            Some(letter) => letter.len_utf8(),
            None => break,
        };
    }
    source.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    const MAIN: &str = "public static void main(String[] a) { }";

    #[test]
    fn the_file_is_named_by_the_public_class_and_the_program_by_main() {
        for (source, file, class) in [
            ("public class Main { }", "Main", "Main"),
            (
                "import java.util.*;\nclass A {}\npublic final class Sol{}",
                "Sol",
                "Sol",
            ),
            ("class A { int x; } class B { MAIN }", "B", "B"),
            (
                "public interface Shape { } class Run { MAIN }",
                "Shape",
                "Run",
            ),
            (
                "class Main { public static class Node { } MAIN }",
                "Main",
                "Main",
            ),
            (
                "class Main { static class Node { } static class Pair { } MAIN }",
                "Main",
                "Main",
            ),
            (
                "// the public class Fast is slow\nclass Slow { MAIN }",
                "Slow",
                "Slow",
            ),
            (
                "/* public class A { */ class B { String s = \"class C {\"; MAIN }",
                "B",
                "B",
            ),
            (
                "class B { char c = '{', d = '\\''; MAIN } class C { }",
                "B",
                "B",
            ),
            (
                "class B { String s = \"\"\"\n } class C { \"\"\"; MAIN }",
                "B",
                "B",
            ),
            (
                "package a . b;\npublic class Main { MAIN }",
                "Main",
                "a.b.Main",
            ),
            ("class Größe { MAIN }", "Größe", "Größe"),
            ("class A { void main() { } }", "A", "A"),
        ] {
            let source = source.replace("MAIN", MAIN);
            let expected = Names {
                file: file.to_owned(),
                class: class.to_owned(),
                runs: source.contains("void main("),
            };
            assert_eq!(names(&source), Some(expected), "{source}");
        }
    }

    #[test]
    fn a_source_may_be_anything() {
        for source in [
            "",
            "// nothing",
            "class",
            "\"",
            "'\\",
            "/*",
            "} } é",
            "\"\"\"é\\",
        ] {
            assert_eq!(names(source), None, "{source}");
        }
    }
}
