//! Code of DMOJ packages in Python that DMOJ's judge imports, and command lines of their own.

use crate::folder::Folder;
use crate::{Test, tests};

pub(crate) const TESTS: &[Test] = tests![
    a_checker_in_python_says_what_it_found["python3"],
    a_checker_in_python_is_told_what_a_case_is_worth["python3"],
    a_grader_in_python_talks_to_solutions["python3"],
    a_checker_may_state_its_own_command_line,
    nobody_need_flush_where_the_problem_says_so["cc"],
    an_answer_of_dmoj_need_not_be_an_output["python3"],
];

/// A problem with one case, the input 3 with the answer 5, and a solution that prints 6.
fn problem(settings: &str, files: &[(&str, &str)]) -> Folder {
    let folder = Folder::of(&[("p/3", "3\n"), ("p/5", "5\n"), ("six.sh", "echo 6")]);
    let cases = "test_cases: [{in: '3', out: '5', points: 4}]";
    folder.file("p/init.yml", format!("{settings}\n{cases}\n"));
    for (name, content) in files {
        folder.file(name, content);
    }
    folder
}

/// The verdict, the message and the score of a solution on the only case.
fn found(folder: &Folder, solution: &str) -> (String, String, Option<f64>) {
    let seen = folder.run(&[solution, "p"]);
    let case = seen.case();
    let field = |key: &str| case[key].as_str().unwrap_or_default().to_owned();
    (field("verdict"), field("message"), case["score"].as_f64())
}

fn a_checker_in_python_says_what_it_found() {
    let result = "from dmoj.result import CheckerResult\n";
    for (before, returns, verdict, says) in [
        (
            "",
            "process_output == b'6\\n' and judge_output == b'5\\n'",
            "AC",
            "",
        ),
        ("", "judge_input.strip() == b'4'", "WA", ""),
        (
            result,
            "CheckerResult(True, point_value, 'just right')",
            "AC",
            "just right",
        ),
        (
            result,
            "CheckerResult(False, 0, 'too much')",
            "WA",
            "too much",
        ),
        (
            "from dmoj.checkers import standard\n",
            "standard.check(process_output, b' 6 ')",
            "AC",
            "",
        ),
        (
            "from dmoj.checkers import standard\n",
            "standard.check(b'1 2', b'1\\n2')",
            "WA",
            "",
        ),
        ("", "b'\\xff'.decode()", "WA", "invalid unicode"),
        ("", "kwargs['limit'] == [7]", "AC", ""),
        ("", "1 // 0", "JE", "ZeroDivisionError"),
        (
            "",
            "len(submission_source) < 9",
            "JE",
            "submission_source is not told to checkers",
        ),
        (
            "",
            "kwargs['result'].max_memory < 9",
            "JE",
            "result.max_memory is not told to checkers",
        ),
        (
            "from dmoj.checkers import floats\n",
            "True",
            "JE",
            "cannot import name 'floats'",
        ),
    ] {
        let head = "process_output, judge_output, judge_input, point_value, submission_source";
        let source = format!("{before}def check({head}, **kwargs):\n    return {returns}\n");
        let settings = "checker: {name: own-checker.py, args: {limit: [7]}}";
        let folder = problem(settings, &[("p/own-checker.py", &source)]);
        let (verdict_found, message, _) = found(&folder, "six.sh");
        assert_eq!(verdict_found, verdict, "{returns}: {message}");
        assert!(message.contains(says), "{returns}: {message}");
    }
    let without = problem("checker: a.py", &[("p/a.py", "")]);
    let (verdict, message, _) = found(&without, "six.sh");
    assert_eq!(
        (verdict.as_str(), message.as_str()),
        (
            "JE",
            "the checker failed: the checker has no function `check`"
        )
    );
}

fn a_checker_in_python_is_told_what_a_case_is_worth() {
    let half = "from dmoj.result import CheckerResult\ndef check(*args, point_value, **kwargs):\n    return CheckerResult(True, point_value // 4)\n";
    let folder = problem("checker: half.py", &[("p/half.py", half)]);
    assert_eq!(found(&folder, "six.sh").2, Some(1.0));
}

fn a_grader_in_python_talks_to_solutions() {
    let grader = "from dmoj.graders.interactive import InteractiveGrader, WrongAnswer
class Grader(InteractiveGrader):
    def interact(self, case, interactor):
        print('not a part of the talk')
        secret = int(case.input_data())
        for asked in range(3):
            guess = interactor.readint(1, 9)
            if guess == secret:
                interactor.writeln('right')
                return True
            interactor.writeln('wrong')
        raise WrongAnswer('too often')
";
    let folder = problem(
        "custom_judge: grader.py\nunbuffered: true",
        &[("p/grader.py", grader)],
    );
    let counts =
        "x=0; while test \"$answer\" != right; do x=$((x + 1)); echo $x; read -r answer; done";
    for (name, solution, verdict, says) in [
        ("counts.sh", counts, "AC", ""),
        (
            "same.sh",
            "echo 1; read x; echo 1; read x; echo 1; read x",
            "WA",
            "too often",
        ),
        (
            "words.sh",
            "echo one",
            "WA",
            "expected an integer, found \"one\"",
        ),
        (
            "far.sh",
            "echo 10",
            "WA",
            "expected an integer from 1 to 9, found 10",
        ),
        ("silent.sh", "", "WA", "the solution has closed its output"),
        ("crash.sh", "exit 3", "RTE", ""),
    ] {
        folder.file(name, solution);
        let (found, message, _) = found(&folder, name);
        assert_eq!(found, verdict, "{name}: {message}");
        assert!(message.contains(says), "{name}: {message}");
    }
}

fn a_checker_may_state_its_own_command_line() {
    let settings = "checker: {name: bridged, args: {files: check.sh, args_format_string: \"'a b' -x={answer_file}{output_file} {input_file}\"}}";
    let check =
        "case \"$2\" in -x=/*/*) ;; *) exit 1 ;; esac; test \"$1 $# $(cat \"$3\")\" = 'a b 3 3'";
    let folder = problem(settings, &[("p/check.sh", check)]);
    let (verdict, message, _) = found(&folder, "six.sh");
    assert_eq!(verdict, "AC", "{message}");
}

fn nobody_need_flush_where_the_problem_says_so() {
    let talks = |body: &str| {
        format!("#include <stdio.h>\nint main() {{ int x, y; {body}; return x + y != 9; }}")
    };
    // Each waits for what the other has said and not flushed.
    let interactor = talks("puts(\"4\"); scanf(\"%d\", &x); puts(\"5\"); y = 4");
    let solution = talks("scanf(\"%d\", &x); puts(\"5\"); scanf(\"%d\", &y)");
    for (limits, verdict) in [
        ("time_limit: 1\nwall_time_factor: 1", "WTL"),
        ("unbuffered: true", "AC"),
    ] {
        let settings = format!("{limits}\ninteractive: {{files: talk.c}}");
        let folder = problem(&settings, &[("p/talk.c", &interactor), ("a.c", &solution)]);
        let (found, message, _) = found(&folder, "a.c");
        assert_eq!(found, verdict, "{limits}: {message}");
    }
}

fn an_answer_of_dmoj_need_not_be_an_output() {
    let six = "def check(output, *args, **kwargs):\n    return output == b'6\\n'\n";
    let folder = problem("checker: six.py", &[("p/six.py", six)]);
    folder
        .judge(&["verify", "p"])
        .code(0)
        .prints(&["0 of 0 accepted"]);
}
