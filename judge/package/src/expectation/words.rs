//! Expectations in words.

use std::fmt;

use super::Expectation;
use crate::grading::Score;
use crate::verdict::Verdict;

impl fmt::Display for Expectation {
    /// Short: the verdicts that the solution is expected to get, such as `WA|TLE`, then what else
    /// is asked: `AC, in part; TLE in secret/large`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts = vec![verdicts(self)];
        if self.partial {
            parts.push("in part".to_owned());
        }
        if let Some(bounds) = self.score {
            parts.push(format!("score {}", range(bounds)));
        }
        if let Some(message) = &self.message {
            parts.push(format!("message `{}`", message.escape_debug()));
        }
        if parts.len() > 1 && parts[0] == ANYTHING {
            parts.remove(0);
        }
        let mut text = parts.join(", ");
        for (glob, expectation) in &self.within {
            let within = format!("{expectation}{}", within(glob));
            text = match text == ANYTHING {
                true => within,
                false => format!("{text}; {within}"),
            };
        }
        f.pad(&text)
    }
}

const ANYTHING: &str = "anything";

/// The verdicts that are asked for, and those that are permitted beside them and AC.
pub(super) fn verdicts(expected: &Expectation) -> String {
    let asked = [&expected.required, &expected.overall, &expected.permitted];
    let Some(asked) = asked.into_iter().flatten().next() else {
        return ANYTHING.to_owned();
    };
    let beside: Vec<Verdict> = expected
        .permitted
        .iter()
        .flatten()
        .copied()
        .filter(|verdict| *verdict != Verdict::AC && !asked.contains(verdict))
        .collect();
    match beside.is_empty() {
        true => any_of(asked),
        false => format!("{}, perhaps {}", any_of(asked), any_of(&beside)),
    }
}

/// One of these verdicts.
pub(super) fn any_of(verdicts: &[Verdict]) -> String {
    let codes: Vec<&str> = verdicts.iter().map(|verdict| verdict.code()).collect();
    codes.join("|")
}

/// What all cases came to.
pub(super) fn seen(verdicts: impl Iterator<Item = Verdict>) -> String {
    let mut count = 0;
    let mut seen: Vec<Verdict> = Vec::new();
    for verdict in verdicts {
        count += 1;
        if !seen.contains(&verdict) {
            seen.push(verdict);
        }
    }
    let codes: Vec<&str> = seen.iter().map(|verdict| verdict.code()).collect();
    match (&codes[..], count) {
        ([], _) => "no case".to_owned(),
        ([code], 1) => format!("{code} on the only case"),
        ([code], _) => format!("{code} on all {count} cases"),
        ([rest @ .., last], _) => {
            format!("{} and {last} on {count} cases", rest.join(", "))
        }
    }
}

/// Where, as a glob says it; nothing for the whole.
pub(super) fn within(glob: &str) -> String {
    match glob.is_empty() {
        true => String::new(),
        false => format!(" in {}", glob.escape_debug()),
    }
}

/// On what; nothing for the whole.
pub(super) fn on(name: &str) -> String {
    match name.is_empty() {
        true => String::new(),
        false => format!(" on {}", name.escape_debug()),
    }
}

/// The scores from one to another.
pub(super) fn range((low, high): (f64, f64)) -> String {
    let bound = |bound: f64| match bound.is_finite() {
        true => Score(bound).to_string(),
        false => String::new(),
    };
    match low == high {
        true => Score(low).to_string(),
        false => format!("{}..{}", bound(low), bound(high)),
    }
}
