//! Time limits that follow from the times of solutions.

use std::time::Duration;

use package::{Expectation, Solution, TimeRule, TimeUse, Verdict};

/// CPU time that a solution gets which has to show how long it takes.
pub(crate) const CEILING: Duration = Duration::from_secs(60);

/// What a solution's time says of the limit: what it states itself, else what follows from what is
/// expected of it. One that may not run out of time is a lower bound, one that must an upper one.
pub(crate) fn time_use(solution: &Solution, rule: &TimeRule) -> TimeUse {
    if let Some(stated) = solution.time_use {
        return stated;
    }
    let Some(expect) = &solution.expect else {
        return TimeUse::None;
    };
    let timeout = |list: &Vec<Verdict>| list.contains(&Verdict::TLE);
    match rule {
        // Only accepted solutions set the limit, and those in the folder of slow ones test it.
        TimeRule::Legacy { .. } => match expect {
            Expectation {
                overall: Some(verdicts),
                score: None,
                ..
            } if verdicts[..] == [Verdict::AC] => TimeUse::Lower,
            Expectation {
                overall: Some(verdicts),
                ..
            } if verdicts[..] == [Verdict::TLE] => TimeUse::Upper,
            _ => TimeUse::None,
        },
        TimeRule::Icpc { .. } => match (&expect.permitted, &expect.required) {
            (_, Some(required)) if required[..] == [Verdict::TLE] => TimeUse::Upper,
            (Some(permitted), _) if !timeout(permitted) => TimeUse::Lower,
            (None, Some(required)) if !timeout(required) => TimeUse::Lower,
            _ => TimeUse::None,
        },
    }
}

/// Whether a solution must be within the limit on a case. One that may run out of time may be bound to
/// be in time on some of its cases.
pub(crate) fn bounds_on(solution: &Solution, rule: &TimeRule, case: &str) -> bool {
    match (time_use(solution, rule), rule, &solution.expect) {
        (TimeUse::Lower, _, _) => true,
        (_, TimeRule::Icpc { .. }, Some(expect)) if solution.time_use.is_none() => {
            expect.around(case).any(|within| {
                let permitted = within.permitted.as_ref();
                permitted.is_some_and(|permitted| !permitted.contains(&Verdict::TLE))
            })
        }
        _ => false,
    }
}

/// The limit that `rule` makes of the slowest time of the solutions that must be within it;
/// without any, one second or one step.
pub(crate) fn limit(rule: &TimeRule, slowest: Option<Duration>) -> Duration {
    let slowest = slowest.unwrap_or_default().as_secs_f64();
    // Times are measured in steps far above this, and a product such as 0.3 · 10 may not end up just
    // over the step that it is.
    let steps = |seconds: f64, step: f64| (seconds / step - 1e-9).ceil().max(1.0) * step;
    let seconds = match rule {
        TimeRule::Legacy { multiplier, .. } => steps(slowest * multiplier, 1.0),
        TimeRule::Icpc {
            ac_to_limit,
            resolution,
            ..
        } => steps(slowest * ac_to_limit, *resolution),
    };
    Duration::try_from_secs_f64(seconds).unwrap_or(CEILING)
}

/// What is wrong with a stated limit by `rule`, given the slowest time of the solutions that must be
/// within it and the fastest of those that must not.
pub(crate) fn objections(
    rule: &TimeRule,
    stated: Duration,
    slowest: Option<Duration>,
    fastest: Option<Duration>,
) -> Vec<String> {
    let TimeRule::Icpc {
        ac_to_limit,
        limit_to_tle,
        resolution,
    } = *rule
    else {
        return Vec::new();
    };
    let seconds = stated.as_secs_f64();
    let mut all = Vec::new();
    let steps = seconds / resolution;
    if (steps - steps.round()).abs() > 1e-6 {
        all.push(format!(
            "the time limit of {seconds} s is no multiple of time_resolution {resolution}"
        ));
    }
    if let Some(slowest) = slowest.map(|slowest| slowest.as_secs_f64())
        && slowest * ac_to_limit > seconds
    {
        all.push(format!(
            "the slowest solution that may not time out takes {slowest:.3} s, and {ac_to_limit} times that is over the time limit of {seconds} s"
        ));
    }
    if let Some(fastest) = fastest.map(|fastest| fastest.as_secs_f64())
        && seconds * limit_to_tle > fastest
    {
        all.push(format!(
            "the fastest solution that must time out takes {fastest:.3} s, which is less than {limit_to_tle} times the time limit of {seconds} s"
        ));
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use package::{Call, Source};

    const LEGACY: TimeRule = TimeRule::Legacy {
        multiplier: 5.0,
        safety: 2.0,
    };
    const ICPC: TimeRule = TimeRule::Icpc {
        ac_to_limit: 2.0,
        limit_to_tle: 1.5,
        resolution: 0.5,
    };

    #[test]
    fn limits_are_whole_steps_and_never_none() {
        for (rule, millis, expected) in [
            (LEGACY, None, 1000),
            (LEGACY, Some(10), 1000),
            (LEGACY, Some(200), 1000),
            (LEGACY, Some(201), 2000),
            (LEGACY, Some(600), 3000),
            (ICPC, None, 500),
            (ICPC, Some(250), 500),
            (ICPC, Some(251), 1000),
            (ICPC, Some(900), 2000),
        ] {
            let found = limit(&rule, millis.map(Duration::from_millis));
            assert_eq!(
                found,
                Duration::from_millis(expected),
                "{rule:?} {millis:?}"
            );
        }
    }

    #[test]
    fn a_stated_limit_is_held_against_both_sides() {
        let count = |stated, slowest, fastest| {
            let millis = |time: Option<u64>| time.map(Duration::from_millis);
            let stated = Duration::from_millis(stated);
            objections(&ICPC, stated, millis(slowest), millis(fastest)).len()
        };
        assert_eq!(count(1000, Some(500), Some(1500)), 0);
        assert_eq!(count(1000, Some(501), Some(1499)), 2);
        assert_eq!(count(1100, None, None), 1);
    }

    #[test]
    fn what_a_solution_says_of_the_limit_follows_from_what_is_expected() {
        use Verdict::*;
        let solution = |expect, time_use| Solution {
            name: String::new(),
            call: Call::of(Source::Command(Vec::new())),
            expect: Some(expect),
            about: None,
            time_use,
            limits: package::OwnLimits::default(),
        };
        let lists = |permitted: &[Verdict], required: &[Verdict]| Expectation {
            permitted: Some(permitted.to_vec()).filter(|list| !list.is_empty()),
            required: Some(required.to_vec()).filter(|list| !list.is_empty()),
            ..Expectation::default()
        };
        for (rule, expect, stated, expected) in [
            (LEGACY, Expectation::overall(vec![AC]), None, TimeUse::Lower),
            (LEGACY, Expectation::overall(vec![WA]), None, TimeUse::None),
            (
                LEGACY,
                Expectation::overall(vec![TLE]),
                None,
                TimeUse::Upper,
            ),
            (ICPC, lists(&[AC], &[]), None, TimeUse::Lower),
            (ICPC, lists(&[AC, WA], &[WA]), None, TimeUse::Lower),
            (ICPC, lists(&[AC, TLE], &[TLE]), None, TimeUse::Upper),
            (
                ICPC,
                lists(&[AC, RTE, TLE], &[RTE, TLE]),
                None,
                TimeUse::None,
            ),
            (ICPC, lists(&[], &[RTE, TLE, WA]), None, TimeUse::None),
            (ICPC, lists(&[AC], &[]), Some(TimeUse::None), TimeUse::None),
        ] {
            let found = time_use(&solution(expect.clone(), stated), &rule);
            assert_eq!(found, expected, "{expect:?}");
        }
    }

    #[test]
    fn a_solution_may_have_to_be_in_time_on_some_cases_only() {
        use Verdict::*;
        let within = |permitted: &[Verdict]| Expectation {
            permitted: Some(permitted.to_vec()),
            ..Expectation::default()
        };
        let solution = |time_use| Solution {
            name: String::new(),
            call: Call::of(Source::Command(Vec::new())),
            expect: Some(Expectation {
                required: Some(vec![TLE]),
                within: vec![
                    ("sample".to_owned(), within(&[AC, WA])),
                    ("secret/*-big".to_owned(), within(&[AC, TLE])),
                ],
                ..Expectation::default()
            }),
            about: None,
            time_use,
            limits: package::OwnLimits::default(),
        };
        for (rule, time_use, case, expected) in [
            (ICPC, None, "sample/1", true),
            (ICPC, None, "secret/1-big", false),
            (ICPC, None, "secret/1", false),
            (ICPC, Some(TimeUse::None), "sample/1", false),
            (ICPC, Some(TimeUse::Lower), "secret/1", true),
            (LEGACY, None, "sample/1", false),
        ] {
            let found = bounds_on(&solution(time_use), &rule, case);
            assert_eq!(found, expected, "{time_use:?} {case}");
        }
    }
}
