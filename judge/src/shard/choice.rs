//! Which part of a run this is: said on the command line, or by the variables that a scheduler of
//! jobs sets.

use std::str::FromStr;

/// What `--shard` says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Choice {
    /// `K/N`.
    Given(Part),
    /// `auto`.
    Auto,
}

/// One part of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Part {
    /// Which of them, from 1.
    pub(crate) index: usize,
    /// How many there are.
    pub(crate) count: usize,
}

/// More parts than this are a slip of the finger.
const MOST: usize = 100_000;

/// Why it is not known which part of a run this is.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum PartError {
    #[error("expected K/N with K from 1 to N, such as 2/4, or `auto`, found `{}`", .0.escape_debug())]
    Form(String),
    #[error(
        "--shard auto found none of SLURM_ARRAY_TASK_ID, JOB_COMPLETION_INDEX and CI_NODE_INDEX in the environment; say which part it is, as in --shard 1/4"
    )]
    NoScheduler,
    #[error("--shard auto found {}: say which part it is, as in --shard 1/4", .0.join(" and "))]
    Several(Vec<&'static str>),
    #[error("{name}: expected a number, found `{}`", found.escape_debug())]
    Number { name: &'static str, found: String },
    #[error(
        "--shard auto found {found} and not {missing}; say which part it is, as in --shard 1/4"
    )]
    Missing {
        found: &'static str,
        missing: &'static str,
    },
    #[error(
        "--shard auto found JOB_COMPLETION_INDEX, which does not say how many parts there are; add --shards with the job's `completions`"
    )]
    NoCount,
    #[error("--shards {given} does not fit to {name}, which says {found}")]
    Count {
        given: usize,
        name: &'static str,
        found: usize,
    },
    #[error(
        "the array job has gaps: {count} tasks from {min} to {max} in steps of {step}; expected one like --array=1-4"
    )]
    Gaps {
        count: usize,
        min: usize,
        max: usize,
        step: usize,
    },
    #[error("{name} says part {index}, and there are {count}, counted from 1")]
    Outside {
        name: &'static str,
        index: usize,
        count: usize,
    },
}

impl FromStr for Choice {
    type Err = PartError;

    fn from_str(text: &str) -> Result<Choice, PartError> {
        if text == "auto" {
            return Ok(Choice::Auto);
        }
        let number = |text: &str| {
            let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
            text.parse().ok().filter(|_| digits)
        };
        let part = text
            .split_once('/')
            .and_then(|(index, count)| Some((number(index)?, number(count)?)));
        match part {
            Some((index, count)) if (1..=count).contains(&index) && count <= MOST => {
                Ok(Choice::Given(Part { index, count }))
            }
            _ => Err(PartError::Form(text.to_owned())),
        }
    }
}

const SLURM: &str = "SLURM_ARRAY_TASK_ID";
const SLURM_COUNT: &str = "SLURM_ARRAY_TASK_COUNT";
const SLURM_MIN: &str = "SLURM_ARRAY_TASK_MIN";
const KUBERNETES: &str = "JOB_COMPLETION_INDEX";
const GITLAB: &str = "CI_NODE_INDEX";
const GITLAB_COUNT: &str = "CI_NODE_TOTAL";

impl Choice {
    /// The part, given what `--shards` says and the environment.
    pub(crate) fn part(
        self,
        count: Option<usize>,
        variable: &dyn Fn(&str) -> Option<String>,
    ) -> Result<Part, PartError> {
        let (part, name) = match self {
            Choice::Given(part) => (part, "--shard"),
            Choice::Auto => Self::found(count, &Environment(variable))?,
        };
        match count {
            Some(given) if given != part.count => Err(PartError::Count {
                given,
                name,
                found: part.count,
            }),
            _ if !(1..=part.count).contains(&part.index) => Err(PartError::Outside {
                name,
                index: part.index,
                count: part.count,
            }),
            _ => Ok(part),
        }
    }

    fn found(
        count: Option<usize>,
        environment: &Environment<'_>,
    ) -> Result<(Part, &'static str), PartError> {
        let known = [SLURM, KUBERNETES, GITLAB];
        let set: Vec<&'static str> = known
            .into_iter()
            .filter(|name| (environment.0)(name).is_some())
            .collect();
        let [name] = set[..] else {
            return Err(match set.is_empty() {
                true => PartError::NoScheduler,
                false => PartError::Several(set),
            });
        };
        let index = environment.number(name)?;
        let part = match name {
            SLURM => slurm(index, environment)?,
            KUBERNETES => Part {
                index: index + 1,
                count: count.ok_or(PartError::NoCount)?,
            },
            _ => Part {
                index,
                count: environment.needed(GITLAB_COUNT, name)?,
            },
        };
        Ok((part, name))
    }
}

/// The tasks of an array are numbered as whoever started it said: from any number, in any steps.
fn slurm(id: usize, environment: &Environment<'_>) -> Result<Part, PartError> {
    let count = environment.needed(SLURM_COUNT, SLURM)?;
    let min = environment.needed(SLURM_MIN, SLURM)?;
    let step = environment.optional("SLURM_ARRAY_TASK_STEP")?;
    let step = step.unwrap_or(1).max(1);
    let last = min.saturating_add(step.saturating_mul(count.saturating_sub(1)));
    let max = environment.optional("SLURM_ARRAY_TASK_MAX")?;
    let max = max.unwrap_or(last);
    let above = id.checked_sub(min).filter(|above| above % step == 0);
    match above {
        // Slurm states the step of a list with gaps as 1.
        Some(above) if max == last => Ok(Part {
            index: above / step + 1,
            count,
        }),
        _ => Err(PartError::Gaps {
            count,
            min,
            max,
            step,
        }),
    }
}

/// The environment of the process.
struct Environment<'a>(&'a dyn Fn(&str) -> Option<String>);

impl Environment<'_> {
    fn number(&self, name: &'static str) -> Result<usize, PartError> {
        Ok(self.optional(name)?.unwrap_or(0))
    }

    fn needed(&self, name: &'static str, beside: &'static str) -> Result<usize, PartError> {
        self.optional(name)?.ok_or(PartError::Missing {
            found: beside,
            missing: name,
        })
    }

    fn optional(&self, name: &'static str) -> Result<Option<usize>, PartError> {
        let Some(found) = (self.0)(name) else {
            return Ok(None);
        };
        match found.trim().parse() {
            Ok(number) if number <= MOST => Ok(Some(number)),
            _ => Err(PartError::Number { name, found }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn part(choice: &str, count: Option<usize>, variables: &str) -> Result<Part, PartError> {
        let choice: Choice = choice.parse()?;
        choice.part(count, &|name| {
            let mut pairs = variables.split_whitespace();
            pairs.find_map(|pair| Some(pair.strip_prefix(name)?.strip_prefix('=')?.to_owned()))
        })
    }

    #[test]
    fn a_part_is_said_or_found_where_a_scheduler_says_it() {
        let slurm = "SLURM_ARRAY_TASK_ID=7 SLURM_ARRAY_TASK_MIN=5 SLURM_ARRAY_TASK_COUNT=4";
        for (choice, count, variables, expected) in [
            ("1/1", None, "", (1, 1)),
            ("2/4", None, "CI_NODE_INDEX=3 CI_NODE_TOTAL=9", (2, 4)),
            ("2/4", Some(4), "", (2, 4)),
            ("auto", None, slurm, (3, 4)),
            (
                "auto",
                None,
                "SLURM_ARRAY_TASK_ID=4 SLURM_ARRAY_TASK_MIN=0 SLURM_ARRAY_TASK_MAX=6 SLURM_ARRAY_TASK_STEP=2 SLURM_ARRAY_TASK_COUNT=4",
                (3, 4),
            ),
            ("auto", Some(3), "JOB_COMPLETION_INDEX=0", (1, 3)),
            ("auto", Some(3), "JOB_COMPLETION_INDEX=2", (3, 3)),
            ("auto", None, "CI_NODE_INDEX=3 CI_NODE_TOTAL=9", (3, 9)),
        ] {
            let (index, part_count) = expected;
            let expected = Part {
                index,
                count: part_count,
            };
            assert_eq!(part(choice, count, variables), Ok(expected), "{variables}");
        }
    }

    #[test]
    fn what_says_no_part_is_a_clear_error() {
        for text in [
            "",
            "0/4",
            "5/4",
            "1/",
            "1/0",
            "+1/2",
            "1/2/3",
            "Auto",
            "1/1000000",
        ] {
            assert_eq!(part(text, None, ""), Err(PartError::Form(text.to_owned())));
        }
        for (count, variables, expected) in [
            (None, "", "found none of SLURM_ARRAY_TASK_ID"),
            (
                None,
                "CI_NODE_INDEX=1 CI_NODE_TOTAL=2 JOB_COMPLETION_INDEX=0",
                "found JOB_COMPLETION_INDEX and CI_NODE_INDEX",
            ),
            (None, "JOB_COMPLETION_INDEX=0", "add --shards"),
            (
                Some(2),
                "JOB_COMPLETION_INDEX=2",
                "says part 3, and there are 2",
            ),
            (None, "CI_NODE_INDEX=1", "not CI_NODE_TOTAL"),
            (None, "CI_NODE_INDEX=0 CI_NODE_TOTAL=2", "says part 0"),
            (None, "CI_NODE_INDEX=x CI_NODE_TOTAL=2", "found `x`"),
            (
                Some(3),
                "CI_NODE_INDEX=1 CI_NODE_TOTAL=2",
                "--shards 3 does not fit",
            ),
            (
                None,
                "SLURM_ARRAY_TASK_ID=3 SLURM_ARRAY_TASK_MIN=1 SLURM_ARRAY_TASK_MAX=7 SLURM_ARRAY_TASK_COUNT=3",
                "has gaps",
            ),
            (
                None,
                "SLURM_ARRAY_TASK_ID=0 SLURM_ARRAY_TASK_MIN=1 SLURM_ARRAY_TASK_COUNT=3",
                "has gaps",
            ),
        ] {
            let error = part("auto", count, variables).unwrap_err().to_string();
            assert!(error.contains(expected), "{error}\n{expected}");
        }
        assert!(part("1/2", Some(3), "").is_err());
    }
}
