//! What a package says of its programs, tried on a language whose compiler is a shell.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use package::{BuildHints, Companions};
use sandbox::{Config, Files, Limits, Sandbox, Stdin};
use tempfile::TempDir;

use super::*;

/// Sources joined to a shell script, or one that is run as it is; `fine` is a variant of the first.
const LANGUAGES: &str = r#"
[[language]]
name = "joined"
aliases = ["glued"]
extensions = ["foo"]
tool = "sh"
headers = true
compile = ["sh", "-c", "cat \"$@\" > \"$0\"", "{program}", "{sources}"]
run = ["{tool}", "{program}"]

[[language]]
name = "fine"
variant_of = "joined"
tool = "sh"

[[language]]
name = "plain"
extensions = ["bar"]
shared = ["foo"]
entry = ["start.bar"]
tool = "sh"
run = ["{tool}", "{source}"]

[[language]]
name = "endless"
extensions = ["baz"]
tool = "sh"
compile = ["sh", "-c", "while :; do :; done"]
run = ["{program}"]

[[language]]
name = "picky"
extensions = ["cpp"]
tool = "sh"
headers = true
compile = ["sh", "-c", "test -f \"$0/testlib.h\" || { echo 'a.cpp:1:10: fatal error: testlib.h: No such file or directory' >&2; exit 1; }", "{folder}"]
run = ["sh", "{source}"]
"#;

struct Bench {
    folder: TempDir,
    sandbox: Sandbox,
    languages: Languages,
    cache: TempDir,
}

impl Bench {
    /// A package of these files; those whose name ends with `*` may be executed.
    fn of(files: &[(&str, &str)]) -> Bench {
        let config: crate::config::Config = toml::from_str(LANGUAGES).unwrap();
        let bench = Bench {
            folder: TempDir::new().unwrap(),
            sandbox: Sandbox::start(Config::trusting()).unwrap(),
            languages: config.languages().unwrap(),
            cache: TempDir::new().unwrap(),
        };
        for (name, content) in files {
            let path = bench.path(name.trim_end_matches('*'));
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(&path, content).unwrap();
            if name.ends_with('*') {
                fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
            }
        }
        bench
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn call(&self, name: &str, build: BuildHints) -> Call {
        let path = self.path(name);
        let source = match path.is_dir() {
            true => Source::Folder(path),
            false => Source::File(path),
        };
        Call {
            build: Box::new(build),
            ..Call::of(source)
        }
    }

    fn build(&self, name: &str, build: BuildHints, limits: package::Limits) -> Built {
        self.build_in(self.folder.path(), name, build, limits)
    }

    /// As a solution of the package at `root`.
    fn build_in(
        &self,
        root: &Path,
        name: &str,
        build: BuildHints,
        limits: package::Limits,
    ) -> Built {
        let problem = Problem {
            root: root.to_owned(),
            limits,
            ..Problem::default()
        };
        let crates = Crates::default();
        let cache = Cache::at(self.cache.path()).unwrap();
        let builder = Builder {
            sandbox: &self.sandbox,
            languages: &self.languages,
            cache: &cache,
            crates: &crates,
            rules: Rules::default(),
        };
        let call = self.call(name, build);
        builder.of(&problem).build_solution(&call)
    }

    /// What the program prints, or why there is none.
    fn says(&self, name: &str, hints: BuildHints) -> String {
        self.says_in("", name, hints)
    }

    /// The same as a solution of the package in the folder `root`.
    fn says_in(&self, root: &str, name: &str, hints: BuildHints) -> String {
        match self.build_in(&self.path(root), name, hints, package::Limits::default()) {
            Built::Ready(command) => {
                let mut output = Vec::new();
                let files = Files {
                    stdin: Stdin::Null,
                    stdout: &mut output,
                };
                let program = command.program(1 << 30);
                let limits = Limits::default();
                self.sandbox.run(&program, &limits, files).unwrap();
                String::from_utf8(output).unwrap()
            }
            Built::Failed(log) => format!("CE {log}"),
            Built::Missing(reason) => format!("SK {reason}"),
            Built::Broken(reason) => format!("JE {reason}"),
        }
    }
}

fn hints() -> BuildHints {
    BuildHints::default()
}

#[test]
fn a_language_that_is_named_goes_before_the_extension() {
    let bench = Bench::of(&[("a.foo", "echo $0")]);
    let named = |name: &str| BuildHints {
        language: Some(name.to_owned()),
        ..hints()
    };
    for (language, ending) in [
        ("joined", "/program\n"),
        ("glued", "/program\n"),
        ("plain", "/a.foo\n"),
    ] {
        let said = bench.says("a.foo", named(language));
        assert!(said.ends_with(ending), "{language}: {said}");
    }
    let said = bench.says("a.foo", named("cobolt"));
    assert!(
        said.starts_with("SK no language `cobolt`; known are joined, "),
        "{said}"
    );
    let said = bench.says("a.foo", named("endless"));
    assert_eq!(said, "CE there is no source in endless among its files");
}

#[test]
fn an_entry_point_is_where_it_begins_or_an_error() {
    let bench = Bench::of(&[
        ("sol/start.bar", "echo start"),
        ("sol/main.bar", "echo main"),
        ("sol/z.bar", "echo z"),
        ("sol/a.foo", "echo a"),
    ]);
    let begin = |name: &str| BuildHints {
        entry_point: Some(name.to_owned()),
        ..hints()
    };
    assert_eq!(bench.says("sol", hints()), "start\n");
    assert_eq!(bench.says("sol", begin("z.bar")), "z\n");
    // The language is that of the entry point, not that of most files.
    assert_eq!(bench.says("sol", begin("a.foo")), "a\n");
    assert_eq!(
        bench.says("sol", begin("y.bar")),
        "CE the entry point `y.bar` is none of its sources in plain: a.foo, main.bar, start.bar, z.bar"
    );
}

#[test]
fn files_of_the_package_are_put_over_those_of_the_program() {
    let bench = Bench::of(&[
        ("a.foo", "echo own"),
        ("sol/a.bar", "cat data; cat more"),
        ("sol/data", "own\n"),
        ("include/default/data", "default\n"),
        ("include/default/more", "more\n"),
        ("include/plain/data", "plain\n"),
        ("include/joined/b.foo", "\necho joined\n"),
        ("include/fine/c.foo", "\necho fine\n"),
    ]);
    let with = || BuildHints {
        include: Some(bench.path("include")),
        ..hints()
    };
    assert_eq!(bench.says("a.foo", hints()), "own\n");
    assert_eq!(bench.says("a.foo", with()), "own\njoined\n");
    assert_eq!(bench.says("sol", with()), "plain\nmore\n");
    // A variant has the files of its language, and its own.
    let fine = BuildHints {
        language: Some("fine".to_owned()),
        ..with()
    };
    assert_eq!(bench.says("a.foo", fine), "own\njoined\nfine\n");
    // What changes in the package changes the program.
    fs::write(bench.path("include/joined/b.foo"), "\necho other\n").unwrap();
    assert_eq!(bench.says("a.foo", with()), "own\nother\n");
}

#[test]
fn a_driver_of_the_package_is_the_main_source() {
    let bench = Bench::of(&[
        ("a.bar", "say() { echo own; }"),
        (
            "include/plain/main.bar",
            "cd \"$(dirname \"$0\")\"; . ./a.bar; say",
        ),
    ]);
    let with = BuildHints {
        include: Some(bench.path("include")),
        ..hints()
    };
    assert_eq!(bench.says("a.bar", with), "own\n");
}

#[test]
fn constants_are_put_into_sources_and_files_of_the_package() {
    let bench = Bench::of(&[
        ("a.foo", "echo {{n}} {{m}}"),
        ("include/joined/b.foo", "\necho {{n}}"),
        ("script/run*", "#!/bin/sh\necho {{n}}"),
    ]);
    let with = |value: &str| BuildHints {
        include: Some(bench.path("include")),
        constants: [("n".to_owned(), value.to_owned())].into(),
        ..hints()
    };
    assert_eq!(bench.says("a.foo", with("7")), "7 {{m}}\n7\n");
    assert_eq!(bench.says("a.foo", with("8")), "8 {{m}}\n8\n");
    assert_eq!(bench.says("script", with("8")), "8\n");
}

#[test]
fn only_the_solution_itself_counts_for_its_size() {
    let bench = Bench::of(&[
        ("a.foo", "echo 1"),
        ("sol/a.foo", "echo 1"),
        ("sol/b", "123456"),
        (
            "include/default/large",
            "0123456789012345678901234567890123456789",
        ),
    ]);
    let size = |name: &str, most: u64| {
        let limits = package::Limits {
            code: Some(most),
            ..package::Limits::default()
        };
        let hints = BuildHints {
            include: Some(bench.path("include")),
            ..hints()
        };
        bench.build(name, hints, limits)
    };
    for (name, bytes) in [("a.foo", 6), ("sol", 12)] {
        assert!(matches!(size(name, bytes), Built::Ready(_)), "{name}");
        let Built::Failed(log) = size(name, bytes - 1) else {
            panic!("{name}");
        };
        let less = bytes - 1;
        assert_eq!(
            log,
            format!("the source has {bytes} bytes; the package allows {less} bytes")
        );
    }
}

#[test]
fn the_package_limits_its_compilers() {
    let bench = Bench::of(&[("a.baz", "")]);
    let limits = package::Limits {
        compile_time: Some(Duration::from_millis(100)),
        ..package::Limits::default()
    };
    let Built::Failed(log) = bench.build("a.baz", hints(), limits) else {
        panic!("it compiled");
    };
    assert_eq!(log, "the compiler used more than 0.1 s of CPU time\n");
}

#[test]
fn headers_and_more_sources_come_from_where_the_hints_say() {
    let bench = Bench::of(&[
        (
            "sol/a.foo",
            "#include \"../params.h\"\n#include <lib.h>\ncat \"$(dirname \"$0\")\"/*.h\n",
        ),
        ("common/lib.h", "lib\n"),
        ("grader.foo", "echo grader"),
    ]);
    let with = BuildHints {
        companions: Some(Box::new(Companions {
            include_paths: vec![bench.path("common")],
            headers: [("params.h".to_owned(), "params\n".to_owned())].into(),
            sources: vec![bench.path("grader.foo")],
            ..Companions::default()
        })),
        ..hints()
    };
    let said = bench.says("sol/a.foo", with.clone());
    assert_eq!(said, "lib\nparams\ngrader\n");
    fs::write(bench.path("common/lib.h"), "other\n").unwrap();
    assert_eq!(bench.says("sol/a.foo", with), "other\nparams\ngrader\n");
}

#[test]
fn no_link_makes_an_answer_a_part_of_a_solution() {
    let bench = Bench::of(&[
        ("submissions/a/sol/a.bar", "cat data"),
        ("submissions/b/c", "linked\n"),
        ("data/1.ans", "answer\n"),
    ]);
    let link = bench.path("submissions/a/sol/data");
    std::os::unix::fs::symlink("../../b/c", &link).unwrap();
    assert_eq!(bench.says("submissions/a/sol", hints()), "linked\n");
    fs::remove_file(&link).unwrap();
    std::os::unix::fs::symlink("../../../data/1.ans", &link).unwrap();
    let said = bench.says("submissions/a/sol", hints());
    assert!(
        said.starts_with("JE ") && said.contains("a link that leads where it may not"),
        "{said}"
    );
}

#[test]
fn a_solution_is_a_link_to_no_answer_and_to_nothing_outside() {
    let bench = Bench::of(&[
        ("p/submissions/a/own.bar", "echo own"),
        ("p/submissions/b/c.bar", "echo linked"),
        ("p/data/1.ans", "echo answer"),
        ("outside.bar", "echo outside"),
        ("away/main.bar", "echo away"),
    ]);
    let judged = |target: &str, is_named: bool| {
        let link = bench.path("p/submissions/a/sol.bar");
        std::os::unix::fs::symlink(target, &link).unwrap();
        let hints = BuildHints {
            is_named,
            ..hints()
        };
        let said = bench.says_in("p", "p/submissions/a/sol.bar", hints);
        fs::remove_file(&link).unwrap();
        said
    };
    assert_eq!(judged("own.bar", false), "own\n");
    assert_eq!(judged("../b/c.bar", false), "linked\n");
    for outside in ["../../data/1.ans", "../../../outside.bar", "../../../away"] {
        let said = judged(outside, false);
        assert!(
            said.starts_with("JE ") && said.contains("a link that leads where it may not"),
            "{said}"
        );
    }
    // Whoever names it on the command line may mean it.
    assert_eq!(judged("../../../outside.bar", true), "outside\n");
}

#[test]
fn a_checker_without_testlib_is_told_where_to_put_it() {
    let bench = Bench::of(&[("check.cpp", "#include \"testlib.h\"\n")]);
    let said = bench.says("check.cpp", hints());
    assert!(
        said.starts_with("CE testlib.h is not in the package; put it beside check.cpp, or into include/picky of the package\na.cpp:1"),
        "{said}"
    );
    fs::write(bench.path("testlib.h"), "").unwrap();
    assert_eq!(bench.says("check.cpp", hints()), "");
}

#[test]
fn a_program_may_have_files_of_any_name() {
    let bench = Bench::of(&[
        ("sol/program/a b.foo", "echo '1'"),
        ("sol/-x.foo", "echo 2\n"),
        ("sol/{source} $(y).foo", "echo 3\n"),
    ]);
    assert_eq!(bench.says("sol", hints()), "2\n3\n1\n");
    assert!(Path::new(&bench.path("sol/program")).is_dir());
}
