//! Languages of tables made for each test.

use super::*;

fn language(name: &str, extension: &str) -> Language {
    Language {
        name: name.to_owned(),
        extensions: vec![extension.to_owned()],
        tool: "no-such-tool".to_owned(),
        run: vec!["{tool}".to_owned()],
        ..Language::default()
    }
}

fn languages(own: Vec<Language>) -> Languages {
    Languages::new(own, None).unwrap()
}

#[test]
fn every_extension_and_every_name_of_the_table_means_one_language() {
    let languages = languages(Vec::new());
    let table = &languages.table;
    let extensions: Vec<&String> = table.iter().flat_map(|l| &l.extensions).collect();
    let names: Vec<&String> = table
        .iter()
        .flat_map(|l| l.aliases.iter().chain([&l.name]))
        .collect();
    for mut all in [extensions, names] {
        let count = all.len();
        all.sort();
        all.dedup();
        assert_eq!(all.len(), count);
        assert!(count > 50);
    }
}

#[test]
fn the_manual_lists_every_language() {
    let manual = include_str!("../../../../docs/languages.md");
    let rows: Vec<&str> = manual
        .lines()
        .filter(|line| line.starts_with("| `") && line.matches('|').count() == 5)
        .collect();
    let dotted = |list: &[String]| -> Vec<String> {
        list.iter()
            .map(|extension| format!(".{extension}"))
            .collect()
    };
    let built_in: Table = toml::from_str(BUILT_IN).unwrap();
    assert_eq!(rows.len(), built_in.language.len());
    for (language, row) in built_in.language.iter().zip(rows) {
        let own = dotted(&language.extensions).join(", ");
        let shared = dotted(&language.shared).join(", ");
        let extensions = match (own.is_empty(), shared.is_empty()) {
            (_, true) => own,
            (true, false) => format!("({shared})"),
            (false, false) => format!("{own}, ({shared})"),
        };
        assert!(row.starts_with(&format!("| `{}`", language.name)), "{row}");
        assert!(
            row.ends_with(&format!("| {extensions} | `{}` |", language.tool)),
            "{row}"
        );
        for alias in &language.aliases {
            assert!(row.contains(&format!("`{alias}`")), "{row}");
        }
    }
}

#[test]
fn own_languages_come_first_and_answer_to_the_names_of_those_they_replace() {
    let own = vec![language("python", "py"), language("mine", "cpp")];
    let languages = languages(own);
    let name = |file: &str| languages.of(Path::new(file), b"").unwrap().name.clone();
    assert_eq!(name("a.py"), "python");
    assert_eq!(name("a.cpp"), "mine");
    assert_eq!(name("a.c"), "c");
    let python = languages.named("python3").unwrap();
    assert_eq!(python.tool, "no-such-tool");
    assert_eq!(languages.named("pypy3").unwrap().variant_of, "python");
}

#[test]
fn what_stands_in_it_decides_where_an_extension_has_two_languages() {
    let languages = languages(Vec::new());
    for (file, source, name) in [
        ("a.py", "print(1)", "python3"),
        ("a.py", "#!/usr/bin/env python2\nprint 1", "python2"),
        ("a.py", "#!/usr/bin/python3\n", "python3"),
        ("a.py", "# python2\n", "python3"),
        ("a.py", "\n#!/usr/bin/python2", "python3"),
        ("a.py2", "", "python2"),
        ("a.pl", "main :- true.", "prolog"),
        ("a.pl", "#!/usr/bin/perl -w\n", "perl"),
        ("a.pl", "\n  my $n = <STDIN>;", "perl"),
        ("a.pl", "# sums\nprint 1", "perl"),
        ("a.pl", "#!/usr/bin/swipl\n# x", "prolog"),
        ("a.pl", "f(X) :- X\n  #= 1. % my $\n", "prolog"),
        ("a.plg", "# x", "prolog"),
        ("a.sh", "#!/bin/bash", "bash"),
        ("a.sh", "#!/bin/sh", "shell"),
        ("a.cpp", "#!/usr/bin/python2", "cpp"),
    ] {
        let found = languages.of(Path::new(file), source.as_bytes()).unwrap();
        assert_eq!(found.name, name, "{file} {source}");
    }
}

#[test]
fn factors_go_by_any_name_and_hold_for_variants() {
    let languages = languages(Vec::new());
    let factors = |given: &[(&str, f64)]| {
        let given = given.iter().map(|(name, f)| ((*name).to_owned(), *f));
        languages.factors(&given.collect())
    };
    let found = factors(&[("python", 4.0), ("c++", 2.0), ("pypy3", 3.0)]).unwrap();
    let of = |name: &str| found.get(name).copied();
    assert_eq!(of("python3"), Some(4.0));
    assert_eq!(of("python3numpy"), Some(4.0));
    assert_eq!(of("pypy3"), Some(3.0));
    assert_eq!(of("cppgmp"), Some(2.0));
    assert_eq!(of("c"), None);
    let error = factors(&[("pyton", 2.0)]).unwrap_err().to_string();
    assert!(
        error.starts_with("no language `pyton`; known are cpp, "),
        "{error}"
    );
    let error = factors(&[("python", 2.0), ("python3", 2.0)]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "`python3` and another key both name python3; keep one"
    );
}

/// A language whose tool is there, or not.
fn variant(name: &str, base: &str, tool: &str) -> Language {
    Language {
        name: name.to_owned(),
        variant_of: base.to_owned(),
        tool: tool.to_owned(),
        ..Language::default()
    }
}

#[test]
fn the_preferred_variant_that_is_installed_is_taken() {
    let sandbox = Sandbox::start(sandbox::Config::trusting()).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let cache = Cache::at(folder.path()).unwrap();
    let here = |name: &str| Language {
        tool: "sh".to_owned(),
        ..language(name, name)
    };
    let own = || {
        vec![
            here("foo"),
            variant("fast", "foo", "sh"),
            variant("gone", "foo", "no-such-tool"),
            language("bar", "bar"),
            variant("only", "bar", "sh"),
        ]
    };
    let chosen = |prefer: &[&str], name: &str| {
        let prefer = prefer.iter().map(|&name| name.to_owned()).collect();
        let languages = Languages::new(own(), Some(prefer)).unwrap();
        let asked = languages.named(name).unwrap();
        let (found, _) = languages.choose(asked, false, &sandbox, &cache).unwrap();
        found.name.clone()
    };
    for (prefer, name, expected) in [
        (&[][..], "foo", "foo"),
        (&["fast"], "foo", "fast"),
        (&["gone"], "foo", "foo"),
        (&["gone", "foo", "fast"], "foo", "foo"),
        (&["only"], "foo", "foo"),
        // One that is named is what it says.
        (&["foo"], "fast", "fast"),
        // Better another implementation than none.
        (&[], "bar", "only"),
    ] {
        assert_eq!(chosen(prefer, name), expected, "{prefer:?} {name}");
    }
}

#[test]
fn what_cannot_be_built_says_why() {
    let languages = languages(vec![language("mine", "mine")]);
    let sandbox = Sandbox::start(sandbox::Config::default()).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let cache = Cache::at(folder.path()).unwrap();
    assert_eq!(languages.of(Path::new("x/a.zz"), b""), None);
    let error = languages.unknown(Path::new("x/a.zz")).to_string();
    assert!(
        error.starts_with("x/a.zz: no language for `.zz` files; known are .mine, .cpp"),
        "{error}"
    );
    let error = languages.unknown(Path::new("a")).to_string();
    assert!(
        error.starts_with("a: expected a source whose extension tells its language, found"),
        "{error}"
    );
    let error = languages.named("zz").unwrap_err().to_string();
    assert!(
        error.starts_with("no language `zz`; known are mine, cpp"),
        "{error}"
    );
    let mine = languages.named("mine").unwrap();
    let error = languages.choose(mine, true, &sandbox, &cache).unwrap_err();
    assert_eq!(
        error.to_string(),
        "no-such-tool (for mine) is not installed"
    );
}

#[test]
fn tables_that_contradict_themselves_are_refused() {
    for (own, prefer, message) in [
        (
            variant("a", "no", "sh"),
            None,
            "`variant_of` names no language that is none itself: `no`",
        ),
        (
            variant("a", "pypy3", "sh"),
            None,
            "`variant_of` names no language that is none itself: `pypy3`",
        ),
        (
            language("a", "a"),
            Some(vec!["b".to_owned()]),
            "no language `b`; known are a, cpp, ",
        ),
    ] {
        let error = Languages::new(vec![own], prefer).unwrap_err();
        assert!(error.to_string().starts_with(message), "{error}");
    }
}
