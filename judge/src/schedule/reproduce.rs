//! A script that runs a program on a case by hand, outside the judge.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;

use super::prepare::Case;
use crate::build::Command;
use crate::event::SolutionInfo;
use crate::model::CaseResult;
use crate::shell;
use crate::text;

/// A run of a solution on a case, and what it came to.
pub(super) struct Reproduction<'a> {
    pub(super) problem: &'a str,
    pub(super) solution: &'a SolutionInfo,
    pub(super) case: &'a Case,
    pub(super) command: &'a Command,
    pub(super) result: &'a CaseResult,
    /// The options that decide how solutions are judged.
    pub(super) options: &'a [String],
}

/// The script, which reads `input` in its own folder. A program that talked to an interactor cannot
/// be run alone: then it is the judge that is called.
pub(super) fn script(of: &Reproduction<'_>) -> Vec<u8> {
    let limits = &of.solution.limits;
    let line = |text: String| format!("# {}\n", text::escaped(text.as_bytes()));
    let again = again(of);
    let told = shell::line(again.iter().map(String::as_str));
    let mut script = b"#!/bin/sh\n".to_vec();
    let verdict = format!("{} {}", of.result.verdict, of.result.message);
    let head = [
        line(format!(
            "{} {} on {}: {}",
            of.problem,
            of.solution.name,
            of.case.name,
            verdict.trim_end()
        )),
        format!("# Judged again by: {told}\n"),
        line(format!(
            "Limits: {} s of CPU time, {} s on the clock, {}. By hand the program is not isolated.",
            limits.time.as_secs_f64(),
            limits.wall.as_secs_f64(),
            text::size(limits.memory)
        )),
    ];
    script.extend(head.concat().into_bytes());
    if of.result.transcript.is_some() {
        script.extend_from_slice(b"# It talks to an interactor, so the judge runs it.\nexec ");
        // As any `sh` reads it.
        let words: Vec<Vec<u8>> = again.iter().map(|word| quoted(OsStr::new(word))).collect();
        script.extend(words.join(&b' '));
        script.push(b'\n');
        return script;
    }
    script.extend_from_slice(b"here=$(cd \"$(dirname \"$0\")\" && pwd) || exit\ncd ");
    match &of.command.cwd {
        Some(folder) => script.extend(quoted(folder.as_os_str())),
        None => script.extend_from_slice(b"\"$here\""),
    }
    script.extend_from_slice(b" || exit\n");
    // Whole seconds, as `ulimit` has them; a program that never ends does so by hand too.
    let seconds = limits.time.as_secs() + 1;
    script.extend_from_slice(format!("ulimit -t {seconds}\nexec env").as_bytes());
    for (name, value) in &of.command.env {
        script.push(b' ');
        script.extend(quoted(name));
        script.push(b'=');
        script.extend(quoted(value));
    }
    let args = of.case.args.iter().map(OsStr::new);
    for word in of
        .command
        .argv
        .iter()
        .map(|word| word.as_os_str())
        .chain(args)
    {
        script.push(b' ');
        script.extend(quoted(word));
    }
    script.extend_from_slice(b" < \"$here/input\"\n");
    script
}

/// The words of the command line that judges it again.
fn again(of: &Reproduction<'_>) -> Vec<String> {
    let judge = ["judge".to_owned(), "run".to_owned()];
    let case = ["--case".to_owned(), globset::escape(&of.case.name)];
    let target = of.solution.target.iter();
    let words = judge.iter().chain(target).chain(&case).chain(of.options);
    words.cloned().collect()
}

/// A word as a shell reads it. No word of a command line holds a NUL.
fn quoted(word: &OsStr) -> Vec<u8> {
    let word = word.as_bytes();
    shlex::bytes::try_quote(word).map_or_else(|_| b"''".to_vec(), |word| word.into_owned())
}

#[cfg(test)]
mod tests {
    use std::io::Write;
    use std::path::PathBuf;
    use std::process::{Command as Process, Stdio};
    use std::time::Duration;

    use package::Verdict;

    use super::*;
    use crate::model::Limits;
    use crate::transcript::Transcript;

    fn told(message: &str, cwd: Option<PathBuf>, talk: bool) -> String {
        let mut result = CaseResult::not_run("a\nb", Verdict::WA, message);
        result.transcript = talk.then(Box::<Transcript>::default);
        let solution = SolutionInfo {
            program: None,
            part: None,
            name: "it's.sh".to_owned(),
            language: None,
            path: None,
            target: vec!["it's.sh".to_owned(), "p".to_owned()],
            expected: None,
            limits: Limits {
                time: Duration::from_millis(1500),
                wall: Duration::from_secs(4),
                memory: 64 << 20,
                output: 0,
            },
        };
        let case = Case {
            name: "a\nb".to_owned(),
            input: Err(String::new()),
            answer: None,
            panel: 0,
            args: vec!["$HOME".to_owned()],
            files: None,
            file_io: package::FileIo::default(),
            env: Vec::new(),
        };
        let command = Command {
            argv: vec!["printf".into(), "%s|".into(), "it's $x".into()],
            cwd,
            env: vec![("X Y".into(), "\"".into())],
            ..Command::default()
        };
        let script = script(&Reproduction {
            problem: "p",
            solution: &solution,
            case: &case,
            command: &command,
            result: &result,
            options: &[],
        });
        String::from_utf8(script).unwrap()
    }

    #[test]
    fn the_script_runs_the_program_with_its_own_words() {
        let script = told("no\nrm -rf /", None, false);
        let (head, rest) = script.split_once("here=").unwrap();
        assert_eq!(
            head,
            "#!/bin/sh\n# p it's.sh on a\\nb: WA no\\nrm -rf /\n\
             # Judged again by: judge run \"it's.sh\" p --case $'a\\nb'\n\
             # Limits: 1.5 s of CPU time, 4 s on the clock, 64 MiB. By hand the program is not isolated.\n"
        );
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("input"), "").unwrap();
        for cwd in [None, Some(folder.path().to_owned())] {
            let script = match &cwd {
                None => format!("here={rest}"),
                Some(_) => told("", cwd.clone(), false),
            };
            let path = folder.path().join("reproduce.sh");
            std::fs::write(&path, script).unwrap();
            let run = Process::new("sh").arg(&path).output().unwrap();
            assert_eq!(String::from_utf8_lossy(&run.stdout), "it's $x|$HOME|");
        }
    }

    #[test]
    fn who_talks_is_run_by_the_judge() {
        let script = told("", None, true);
        assert!(
            script.ends_with("\nexec judge run \"it's.sh\" p --case 'a\nb'\n"),
            "{script}"
        );
        // And a shell reads it as one command.
        let mut shell = Process::new("sh")
            .args(["-n"])
            .stdin(Stdio::piped())
            .spawn()
            .unwrap();
        let mut stdin = shell.stdin.take().unwrap();
        stdin.write_all(script.as_bytes()).unwrap();
        drop(stdin);
        assert!(shell.wait().unwrap().success());
    }
}
