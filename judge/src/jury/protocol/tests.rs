//! What each protocol makes of exit codes and texts.

use super::*;
use Points::{Score, Share};
use Verdict::{AC, PE, WA};
use package::Protocol::{
    Cms, DmojCoci, DmojDefault, DmojPeg, DmojTestlib, Hustoj, Kattis, Oj, Testlib, Yukicoder,
};

/// Exit code, standard output, standard error.
type Ended = (i32, &'static str, &'static str);

fn found(protocol: Protocol, ended: Ended, feedback: &Feedback) -> Result<Finding, String> {
    let (code, stdout, stderr) = ended;
    let said = Said {
        code,
        stdout: stdout.as_bytes(),
        stderr: stderr.as_bytes(),
        feedback,
    };
    finding(protocol, Role::Checker, &said)
}

#[test]
fn each_protocol_has_its_own_codes() {
    for (protocol, ended, verdict, points, message) in [
        (Testlib, (0, "", "ok 3 numbers\n"), AC, None, "3 numbers"),
        (
            Testlib,
            (1, "", "wrong answer 2nd words differ"),
            WA,
            None,
            "2nd words differ",
        ),
        (
            Testlib,
            (2, "", "wrong output format Extra"),
            PE,
            None,
            "Extra",
        ),
        (
            Testlib,
            (4, "", "wrong output format Extra"),
            PE,
            None,
            "Extra",
        ),
        (Testlib, (8, "", "unexpected eof token"), PE, None, "token"),
        (
            Testlib,
            (7, "", "points 2.5 good"),
            AC,
            Some(Score(2.5)),
            "points 2.5 good",
        ),
        (
            Testlib,
            (7, "", "points 2\ngood\n"),
            AC,
            Some(Score(2.0)),
            "points 2; good",
        ),
        (
            Testlib,
            (7, "", "points 0"),
            WA,
            Some(Score(0.0)),
            "points 0",
        ),
        (
            Testlib,
            (66, "", "partially correct (50) so so"),
            AC,
            Some(Score(50.0)),
            "partially correct (50) so so",
        ),
        (DmojDefault, (0, "fine", "log"), AC, None, "fine"),
        (DmojDefault, (1, "", "log"), WA, None, "log"),
        (
            DmojTestlib,
            (7, "", "x\npoints 3\n"),
            AC,
            Some(Score(3.0)),
            "x; points 3",
        ),
        (DmojTestlib, (2, "", ""), PE, None, ""),
        (
            DmojCoci,
            (7, "half", "partial 1/2\n"),
            AC,
            Some(Share(0.5)),
            "half",
        ),
        (DmojPeg, (0, "", ""), AC, None, ""),
        (
            DmojPeg,
            (1, "so\n1\n4\n", ""),
            AC,
            Some(Share(0.25)),
            "so; 1; 4",
        ),
        (
            DmojCoci,
            (7, "", "partial 0/4"),
            AC,
            Some(Share(0.0)),
            "partial 0/4",
        ),
        (
            DmojTestlib,
            (7, "", "points 0"),
            AC,
            Some(Score(0.0)),
            "points 0",
        ),
        (DmojPeg, (1, "0\n4\n", ""), WA, None, "0; 4"),
        (
            DmojPeg,
            (0, "ok\n1.5\n2\n", ""),
            AC,
            Some(Share(0.75)),
            "ok; 1.5; 2",
        ),
        (DmojPeg, (0, "5\n4\n", ""), AC, None, "5; 4"),
        (DmojPeg, (1, "no", ""), WA, None, "no"),
        (Hustoj, (0, "", ""), AC, None, ""),
        (Hustoj, (1, "no", ""), WA, None, "no"),
        (
            Cms,
            (0, "1.0\n", "translate:success"),
            AC,
            Some(Share(1.0)),
            "Output is correct",
        ),
        (Cms, (0, "0.5", "half"), AC, Some(Share(0.5)), "half"),
        (Cms, (0, "0\n", "no"), WA, Some(Share(0.0)), "no"),
        (Yukicoder, (0, "", ""), AC, None, ""),
        (Yukicoder, (1, "", "no"), WA, None, "no"),
        (Yukicoder, (100, "", ""), WA, None, "query limit exceeded"),
        (Oj, (0, "", ""), AC, None, ""),
        (Oj, (5, "", "no"), WA, None, "no"),
        (Kattis, (42, "", ""), AC, None, ""),
        (Kattis, (43, "", ""), WA, None, ""),
    ] {
        let finding = found(protocol, ended, &Feedback::default()).unwrap();
        let seen = (finding.verdict, finding.points, finding.message.as_str());
        assert_eq!(seen, (verdict, points, message), "{protocol} {ended:?}");
    }
}

#[test]
fn what_a_protocol_does_not_know_is_the_jurys_fault() {
    const TRACE: &str = "Traceback (most recent call last):\n  File \"c.py\"\nKeyError: 3\n";
    for (protocol, ended, says) in [
        (
            Kattis,
            (0, "", "oops\n"),
            "exit code 0, where 42 accepts and 43 rejects: oops",
        ),
        (
            Kattis,
            (1, "", TRACE),
            "exit code 1, where 42 accepts and 43 rejects: KeyError: 3",
        ),
        (Testlib, (3, "", "FAIL answer is empty"), "answer is empty"),
        (Testlib, (5, "", ""), "exit code 5"),
        (
            Testlib,
            (101, "", "thread 'main' panicked"),
            "exit code 101",
        ),
        (
            Testlib,
            (7, "", "no number"),
            "exit code 7 without a number of points: no number",
        ),
        (Testlib, (7, "", "points 1,5"), "points: points 1,5"),
        (Testlib, (7, "", "points 15abc"), "points: points 15abc"),
        (Testlib, (7, "", "points 0x10"), "points: points 0x10"),
        (Testlib, (7, "", "points5"), "points: points5"),
        (Testlib, (7, "", "points nan"), "points: points nan"),
        (Testlib, (7, "", "points"), "points: points"),
        (
            Testlib,
            (7, "", "partially correct (5"),
            "points: partially correct (5",
        ),
        (
            Testlib,
            (1, "", TRACE),
            "nothing caught its exception: KeyError: 3",
        ),
        (DmojDefault, (1, "", TRACE), "KeyError: 3"),
        (
            DmojDefault,
            (2, "", ""),
            "exit code 2, where 0 accepts and 1 rejects",
        ),
        (DmojTestlib, (3, "broken", ""), "broken"),
        (DmojTestlib, (7, "", "points x"), "number of points"),
        (DmojCoci, (7, "", "partial 3/2"), "number of points"),
        (DmojCoci, (7, "", "partial 0/0"), "number of points"),
        (DmojTestlib, (7, "", "points inf"), "number of points"),
        (
            Hustoj,
            (
                1,
                "",
                "Exception in thread \"main\" java.lang.Error\n\tat x",
            ),
            "at x",
        ),
        (
            Oj,
            (
                1,
                "",
                "  File \"c.py\", line 1\nSyntaxError: invalid syntax",
            ),
            "SyntaxError",
        ),
        (Cms, (1, "1", ""), "exit code 1, where 0"),
        (Cms, (0, "", ""), "expected a score from 0 to 1"),
        (Cms, (0, "1.5", ""), "found `1.5`"),
        (Cms, (0, "nan", ""), "found `nan`"),
    ] {
        let reason = found(protocol, ended, &Feedback::default()).unwrap_err();
        assert!(reason.contains(says), "{protocol} {ended:?}: {reason}");
    }
}

#[test]
fn a_kattis_validator_scores_and_asks_through_files() {
    let text = |text: &str| Some(text.to_owned());
    let with = |score: Option<String>, multiplier: Option<String>, asks_again: bool| Feedback {
        message: "seen".to_owned(),
        score,
        multiplier,
        asks_again,
    };
    for (code, feedback, expected) in [
        (
            42,
            with(text("12.5"), None, false),
            Ok((AC, Some(Score(12.5)), "seen")),
        ),
        (
            42,
            with(None, text("0.25"), true),
            Ok((AC, Some(Share(0.25)), "seen")),
        ),
        (
            43,
            with(text("1"), None, false),
            Ok((
                WA,
                None,
                "seen (warning: it wrote score.txt too, which only counts when accepted)",
            )),
        ),
        (
            43,
            with(None, None, true),
            Err("it wrote nextpass.in and rejected the output"),
        ),
        (
            42,
            with(text("x"), None, false),
            Err("score.txt: expected a number, found `x`"),
        ),
        (
            42,
            with(text("inf"), None, false),
            Err("score.txt: expected a number, found `inf`"),
        ),
        (
            42,
            with(None, text("1.5"), false),
            Err("score_multiplier.txt: expected a number from 0 to 1, found 1.5"),
        ),
        (
            42,
            with(text("1"), text("1"), false),
            Err("it wrote score.txt and score_multiplier.txt; expected one of them"),
        ),
    ] {
        let found = found(Kattis, (code, "", ""), &feedback);
        let seen = found
            .as_ref()
            .map(|finding| (finding.verdict, finding.points, finding.message.as_str()))
            .map_err(String::as_str);
        assert_eq!(seen, expected);
    }
}
