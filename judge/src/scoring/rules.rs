//! How what is in a group becomes the verdict and score of the group.

use package::{Grading, ScoreRule, Verdict, VerdictRule};

use super::Mark;

/// What a group counts for that holds these and can give `most`; it holds one at least.
pub(super) fn combine(grading: &Grading, marks: &[Mark], most: Option<f64>) -> Mark {
    let error = Mark {
        verdict: Verdict::JE,
        score: 0.0,
    };
    if marks.iter().any(|mark| mark.verdict == Verdict::JE) {
        return error;
    }
    let counted = match (grading.ignore_sample, marks) {
        (true, [_, counted] | [counted]) => std::slice::from_ref(counted),
        // The grader knows only `sample` and `secret`.
        (true, _) => return error,
        (false, marks) => marks,
    };
    let verdicts = || counted.iter().map(|mark| mark.verdict);
    let accepted = |verdict| verdict == Verdict::AC;
    let verdict = match grading.verdict {
        _ if grading.any_accepted && verdicts().any(accepted) => Verdict::AC,
        VerdictRule::AlwaysAccept => Verdict::AC,
        VerdictRule::FirstError => verdicts()
            .find(|verdict| !matches!(verdict, Verdict::AC | Verdict::SK))
            .or_else(|| verdicts().find(|verdict| !accepted(*verdict)))
            .unwrap_or(Verdict::AC),
        VerdictRule::WorstError => verdicts().min_by_key(|v| rank(*v)).unwrap_or(Verdict::AC),
    };
    let score = match grading.score {
        ScoreRule::PassFail if verdicts().all(accepted) => most,
        ScoreRule::PassFail => None,
        rule => {
            let scores: Vec<f64> = counted.iter().map(|mark| mark.score).collect();
            put_together(rule, &scores)
        }
    };
    Mark {
        verdict,
        score: score.unwrap_or(0.0),
    }
}

/// Where a verdict stands among errors, the worst first.
fn rank(verdict: Verdict) -> usize {
    use Verdict::*;
    let order = [JE, CE, RTE, MLE, TLE, WTL, OLE, WA, PE, SK, AC];
    order
        .iter()
        .position(|known| *known == verdict)
        .unwrap_or(order.len())
}

/// Scores by a rule; `None` without any. All or nothing is not for scores alone to say.
pub(super) fn put_together(rule: ScoreRule, scores: &[f64]) -> Option<f64> {
    let sum = || scores.iter().fold(0.0, |sum, score| sum + score);
    let scored = || scores.iter().copied();
    match rule {
        ScoreRule::PassFail => None,
        _ if scores.is_empty() => None,
        ScoreRule::Sum => Some(sum()),
        ScoreRule::Average => Some(sum() / scores.len() as f64),
        ScoreRule::Min => scored().reduce(f64::min),
        ScoreRule::Max => scored().reduce(f64::max),
    }
}
