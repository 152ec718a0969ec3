//! Where a program of several sources begins.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use super::java;
use super::language::{Language, Main};
use super::tree::Tree;

/// The sources of one language in a tree, and which of them is the main one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Entry {
    /// All sources, in order.
    pub(crate) sources: Vec<PathBuf>,
    /// The main one.
    pub(crate) source: PathBuf,
    /// What is started: the class, or the main source's name without extension.
    pub(crate) main: String,
    /// Why that cannot be started, unless the compiler has something more to the point to say.
    pub(crate) fault: Option<String>,
}

/// Finds the beginning of a program: what `hint` names; else the file of the language's usual name;
/// else one named `main`, a file of the package before one of the program; else the program's only
/// source; else the first. Files nearer to the top come first, then the order of names decides.
///
/// A Java source that declares a public class is moved to the file of that name, which is the only
/// one the compiler takes it in.
///
/// # Errors
/// Why there is no such beginning.
pub(crate) fn find(
    tree: &mut Tree,
    language: &Language,
    hint: Option<&str>,
) -> Result<Entry, String> {
    if language.main == Main::Java {
        name_by_classes(tree, language);
    }
    let mut sources: Vec<PathBuf> = tree
        .files
        .keys()
        .filter(|path| language.may_be(path))
        .cloned()
        .collect();
    sources.sort_by_key(|path| (path.components().count(), path.clone()));
    let (source, main) = match language.main {
        Main::File | Main::Kotlin | Main::Scala => by_file(tree, language, &sources, hint)?,
        Main::Java => by_class(tree, &sources, hint)?,
    };
    let fault = match (language.main, hint) {
        (Main::Java, None) => no_main(tree, &sources),
        _ => None,
    };
    Ok(Entry {
        sources,
        source,
        main,
        fault,
    })
}

fn by_file(
    tree: &Tree,
    language: &Language,
    sources: &[PathBuf],
    hint: Option<&str>,
) -> Result<(PathBuf, String), String> {
    let of_class = |path: &PathBuf| hint == Some(class_of(tree, language, path).as_str());
    let source = match hint {
        Some(hint) => sources
            .iter()
            .find(|path| path.as_os_str() == hint)
            .or_else(|| sources.iter().find(|path| of_class(path)))
            .ok_or_else(|| no_such_entry(language, sources, hint))?,
        None => by_name(tree, language, sources).ok_or_else(|| {
            let title = language.title();
            format!("there is no source in {title} among its files")
        })?,
    };
    Ok((source.clone(), class_of(tree, language, source)))
}

fn by_name<'a>(tree: &Tree, language: &Language, sources: &'a [PathBuf]) -> Option<&'a PathBuf> {
    let included = |path: &Path| tree.files.get(path).is_some_and(|file| file.included);
    let usual = language.entry.iter().find_map(|name| {
        sources
            .iter()
            .find(|path| path.as_os_str() == name.as_str())
    });
    let called_main = |path: &&PathBuf| {
        path.file_stem()
            .is_some_and(|stem| stem == "main" || stem == "Main")
    };
    let mut mains: Vec<&PathBuf> = sources.iter().filter(called_main).collect();
    mains.sort_by_key(|path| !included(path));
    let own: Vec<&PathBuf> = sources.iter().filter(|path| !included(path)).collect();
    let first = own.first().copied().or(sources.first());
    usual.or(mains.first().copied()).or(first)
}

fn no_such_entry(language: &Language, sources: &[PathBuf], hint: &str) -> String {
    let names: Vec<String> = sources
        .iter()
        .map(|path| path.display().to_string())
        .collect();
    format!(
        "the entry point `{}` is none of its sources in {}: {}",
        hint.escape_debug(),
        language.title(),
        names.join(", ")
    )
}

/// The class of a source, or its name without extension where there are none.
fn class_of(tree: &Tree, language: &Language, source: &Path) -> String {
    let stem = source.file_stem().unwrap_or_default().to_string_lossy();
    let text = text(tree, source);
    match language.main {
        Main::File | Main::Java => stem.into_owned(),
        Main::Kotlin => java::kotlin_class(&text, &stem),
        Main::Scala => java::scala_object(&text).unwrap_or_else(|| stem.into_owned()),
    }
}

fn text<'a>(tree: &'a Tree, path: &Path) -> std::borrow::Cow<'a, str> {
    let content = tree.files.get(path).map(|file| file.content.as_slice());
    String::from_utf8_lossy(content.unwrap_or_default())
}

/// The hint is a class, with or without its package, or a file. Else it is `Main`, if that has a `main`,
/// else the first class that has one.
fn by_class(
    tree: &Tree,
    sources: &[PathBuf],
    hint: Option<&str>,
) -> Result<(PathBuf, String), String> {
    let named: Vec<(&PathBuf, Option<java::Names>)> = sources
        .iter()
        .map(|path| (path, java::names(&text(tree, path))))
        .collect();
    let classes = || {
        named
            .iter()
            .filter_map(|(path, names)| Some((*path, names.as_ref()?)))
    };
    let chosen = match hint {
        Some(hint) => classes().find(|(path, names)| {
            let last = names.class.rsplit('.').next();
            names.class == hint || last == Some(hint) || path.as_os_str() == hint
        }),
        None => {
            let main = classes().find(|(_, names)| names.runs && names.class == "Main");
            let first = || classes().find(|(_, names)| names.runs);
            main.or_else(first).or_else(|| classes().next())
        }
    };
    match (chosen, hint, sources) {
        (Some((path, names)), _, _) => Ok((path.clone(), names.class.clone())),
        (None, Some(hint), _) => {
            let known: Vec<String> = classes().map(|(_, names)| names.class.clone()).collect();
            Err(format!(
                "the entry point `{}` is none of its classes: {}",
                hint.escape_debug(),
                known.join(", ")
            ))
        }
        // Newer compilers make a class of a file without one.
        (None, None, [only]) => {
            let stem = only.file_stem().unwrap_or_default().to_string_lossy();
            Ok((only.clone(), stem.into_owned()))
        }
        (None, None, _) => Err("there is no class in Java among its files".to_owned()),
    }
}

/// Says so where there are classes, and none of them can be started.
fn no_main(tree: &Tree, sources: &[PathBuf]) -> Option<String> {
    let classes: Vec<java::Names> = sources
        .iter()
        .filter_map(|path| java::names(&text(tree, path)))
        .collect();
    let known: Vec<&str> = classes.iter().map(|names| names.class.as_str()).collect();
    let known = Some(known.join(", ")).filter(|known| !known.is_empty())?;
    let none = !classes.iter().any(|names| names.runs);
    none.then(|| format!("none of its classes has a `main`: {known}"))
}

/// Bytes of a file's name.
const LONGEST_NAME: usize = 255;

fn name_by_classes(tree: &mut Tree, language: &Language) {
    let moves: Vec<(PathBuf, PathBuf)> = tree
        .files
        .keys()
        .filter(|path| language.may_be(path))
        .filter_map(|path| {
            let names = java::names(&text(tree, path))?;
            let place = path.with_file_name(names.file).with_extension("java");
            // A class whose name is too long for a file is the compiler's to refuse.
            let fits = place.file_name()?.len() <= LONGEST_NAME;
            (*path != place && fits).then(|| (path.clone(), place))
        })
        .collect();
    for (from, to) in moves {
        if !tree.files.contains_key(&to)
            && let Some(file) = tree.files.remove(&from)
        {
            tree.files.insert(to, file);
        }
    }
}

/// A name for the file of a program of one: its own where no compiler takes that for something else.
pub(crate) fn plain_name(path: &Path) -> PathBuf {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let plain = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let stem = match stem.chars().all(plain) && !stem.is_empty() && stem != PROGRAM {
        true => stem.into_owned(),
        false => "solution".to_owned(),
    };
    let mut name = PathBuf::from(stem);
    name.set_extension(path.extension().unwrap_or(OsStr::new("")));
    name
}

/// What a compiled program is called, unless a file of its source is.
pub(crate) const PROGRAM: &str = "program";

#[cfg(test)]
mod tests {
    use super::*;
    use crate::build::table::Languages;
    use crate::build::tree::File;

    /// The beginning of a program of these files; those of the package have a `+` in front.
    fn found(name: &str, files: &[(&str, &str)], hint: Option<&str>) -> Result<String, String> {
        let languages = Languages::new(Vec::new(), None).unwrap();
        let mut tree = Tree::default();
        for (path, content) in files {
            let file = File {
                content: (*content).into(),
                executable: false,
                included: path.starts_with('+'),
            };
            tree.files.insert(path.trim_start_matches('+').into(), file);
        }
        let entry = find(&mut tree, languages.named(name).unwrap(), hint)?;
        if let Some(fault) = entry.fault {
            return Err(fault);
        }
        Ok(format!("{} {}", entry.source.display(), entry.main))
    }

    #[test]
    fn the_main_source_is_found_by_its_name() {
        for (language, files, hint, expected) in [
            (
                "python",
                &["a.py", "__main__.py", "main.py"][..],
                None,
                "__main__.py",
            ),
            ("python", &["b.py", "main.py", "a.py"], None, "main.py"),
            ("python", &["b.py", "Main.py", "+main.py"], None, "main.py"),
            ("python", &["b.py", "+a.py"], None, "b.py"),
            ("python", &["b.py", "a/a.py", "c.py"], None, "b.py"),
            ("python", &["b.py", "a.py", "a.txt"], None, "a.py"),
            ("python", &["b.py", "a.py"], Some("b.py"), "b.py"),
            ("python", &["b.py", "a/a.py"], Some("a/a.py"), "a/a.py"),
            ("javascript", &["a.js", "main.js"], None, "main.js"),
            ("rust", &["deep/main.rs", "lib.rs"], None, "deep/main.rs"),
            ("lisp", &["a.lisp", "main.cl"], None, "main.cl"),
        ] {
            let files: Vec<_> = files.iter().map(|name| (*name, "")).collect();
            let found = found(language, &files, hint).unwrap();
            let source = found.split(' ').next();
            assert_eq!(source, Some(expected), "{files:?} {hint:?}");
        }
    }

    #[test]
    fn a_wrong_entry_point_is_told_with_the_right_ones() {
        for (language, files, hint, message) in [
            (
                "python",
                &[("b.py", ""), ("a.py", ""), ("c.txt", "")][..],
                Some("c.py"),
                "the entry point `c.py` is none of its sources in Python 3: a.py, b.py",
            ),
            (
                "python",
                &[("c.txt", "")],
                None,
                "there is no source in Python 3 among its files",
            ),
            (
                "java",
                &[("A.java", "class A { }"), ("B.java", "class B { }")],
                Some("C"),
                "the entry point `C` is none of its classes: A, B",
            ),
            (
                "java",
                &[
                    ("A.java", "package x; class A { } class Z { }"),
                    ("B.java", "class B { void min() { } }"),
                ],
                None,
                "none of its classes has a `main`: x.A, B",
            ),
            (
                "java",
                &[("A.java", "// nothing"), ("B.java", "")],
                None,
                "there is no class in Java among its files",
            ),
        ] {
            assert_eq!(found(language, files, hint).unwrap_err(), message);
        }
    }

    #[test]
    fn a_class_is_started_by_its_whole_name() {
        const MAIN: &str = "{ public static void main(String[] a) { } }";
        let long = "x".repeat(LONGEST_NAME);
        let (long_class, long_entry) = (
            format!("public class {long} MAIN"),
            format!("a.java {long}"),
        );
        for (language, files, hint, expected) in [
            (
                "java",
                &[("a.java", "public class Sol MAIN")][..],
                None,
                "Sol.java Sol",
            ),
            (
                "java",
                &[
                    ("A.java", "class A MAIN"),
                    ("Z.java", "public class Main MAIN"),
                ],
                None,
                "Main.java Main",
            ),
            (
                "java",
                &[
                    ("A.java", "class A { }"),
                    ("B.java", "package x; class B MAIN"),
                ],
                None,
                "B.java x.B",
            ),
            (
                "java",
                &[
                    ("A.java", "class A MAIN"),
                    ("B.java", "package x; class B MAIN"),
                ],
                Some("B"),
                "B.java x.B",
            ),
            ("java", &[("a.java", "void main() { }")], None, "a.java a"),
            ("java", &[("a.java", &long_class)], None, &long_entry),
            (
                "kotlin",
                &[("main.kt", "fun main() { }")],
                None,
                "main.kt MainKt",
            ),
            (
                "kotlin",
                &[("a.kt", "package x.y\nfun main() { }"), ("b.kt", "")],
                Some("x.y.AKt"),
                "a.kt x.y.AKt",
            ),
            (
                "scala",
                &[("a.scala", "object X { }\nobject Run extends App { }")],
                None,
                "a.scala Run",
            ),
            (
                "scala",
                &[("a.scala", "object X { def main(a: Array[String]) = { } }")],
                None,
                "a.scala X",
            ),
        ] {
            let files: Vec<_> = files
                .iter()
                .map(|(name, text)| (*name, text.replace("MAIN", MAIN)))
                .collect();
            let files: Vec<_> = files.iter().map(|(n, t)| (*n, t.as_str())).collect();
            assert_eq!(
                found(language, &files, hint).unwrap(),
                expected,
                "{files:?}"
            );
        }
    }

    #[test]
    fn names_that_mean_something_are_not_kept() {
        for (path, name) in [
            ("x/a_1.c", "a_1.c"),
            ("-x.c", "solution.c"),
            ("program.c", "solution.c"),
            ("..c", "solution.c"),
            ("{source}.py", "solution.py"),
            ("plain", "plain"),
        ] {
            assert_eq!(plain_name(Path::new(path)), Path::new(name));
        }
    }
}
