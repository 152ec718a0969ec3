//! The cases with their batches and points.
//!
//! A case or batch of 0 points is a pretest: the judge stops at the first that fails. A batch is
//! worth its points when all of it is accepted, and its first failure ends it.

use super::super::yaml::{Node, Value};
use super::{Reader, Scope};
use crate::error::PackageError;
use crate::grading::{Grading, Group, OnReject, ScoreRule};
use crate::judging::Judging;
use crate::model::{Case, Input, Lines, Made, Stream};

/// What one item of the list of cases is.
struct Item {
    /// More than one if it is a batch.
    cases: Vec<Case>,
    points: f64,
    batched: bool,
    /// The batches that must be accepted, from 1.
    dependencies: Vec<usize>,
}

impl Reader<'_> {
    pub(super) fn cases(&self, scope: &Scope<'_>) -> Result<(Vec<Case>, Vec<Group>), PackageError> {
        let settings = scope.own;
        let mut items = Vec::new();
        if let Some(list) = settings.get("pretest_test_cases") {
            for mut item in self.items(list, scope, "pretest/", &mut 0)? {
                item.points = 0.0;
                items.push(item);
            }
        }
        let pretests = items.len();
        // Batches are counted over both lists.
        let mut batches = items.iter().filter(|item| item.batched).count();
        match settings.get("test_cases") {
            Some(list) if list.as_list().is_some() => {
                items.extend(self.items(list, scope, "", &mut batches)?);
            }
            None if pretests > 0 => {}
            pattern => {
                let list = self.matched(pattern, settings)?;
                let list = pattern.unwrap_or(settings).holding(Value::List(list));
                items.extend(self.items(&list, scope, "", &mut batches)?);
            }
        }
        if items.is_empty() {
            let place = settings.get("test_cases").unwrap_or(settings);
            return Err(place.wrong("expected cases, found none"));
        }
        Ok(grouped(items))
    }

    fn items(
        &self,
        list: &Node,
        scope: &Scope<'_>,
        prefix: &str,
        batches: &mut usize,
    ) -> Result<Vec<Item>, PackageError> {
        let mut items = Vec::new();
        for (index, node) in (1..).zip(list.items()) {
            let here = Scope {
                own: node,
                outer: Some(scope),
            };
            let name = format!("{prefix}{index}");
            if !node.is_map() {
                return Err(node.expected("a map such as {in: 1.in, out: 1.out}"));
            }
            let points = points(&here)?;
            let Some(batch) = node.get("batched") else {
                items.push(Item {
                    cases: vec![self.case(name, &here)?],
                    points,
                    batched: false,
                    dependencies: Vec::new(),
                });
                continue;
            };
            *batches += 1;
            let mut cases = Vec::new();
            for (index, node) in (1..).zip(batch.items()) {
                if let Some(inner) = node.get("batched") {
                    return Err(inner.wrong("a batch in a batch; take it out"));
                }
                let inner = Scope {
                    own: node,
                    outer: Some(&here),
                };
                cases.push(self.case(format!("{name}/{index}"), &inner)?);
            }
            if cases.is_empty() {
                return Err(batch.wrong("expected cases, found none"));
            }
            let mut dependencies = Vec::new();
            for node in node
                .get("dependencies")
                .map(Node::items)
                .unwrap_or_default()
            {
                let number = node.count()?;
                match usize::try_from(number) {
                    Ok(number) if (1..*batches).contains(&number) => dependencies.push(number),
                    _ => {
                        let message = format!(
                            "expected the number of an earlier batch, from 1 to {}, found {number}",
                            *batches - 1
                        );
                        return Err(node.wrong(message));
                    }
                }
            }
            items.push(Item {
                cases,
                points,
                batched: true,
                dependencies,
            });
        }
        Ok(items)
    }

    /// What a case or batch is worth.
    pub(super) fn points(&self, scope: &Scope<'_>) -> Result<f64, PackageError> {
        scope
            .get("points")
            .map_or(Ok(1.0), |node| node.number("a number", 0.0..=f64::MAX))
    }

    fn case(&self, name: String, scope: &Scope<'_>) -> Result<Case, PackageError> {
        let (input, generator) = (scope.get("in"), scope.get("generator"));
        let (args, stdin) = (scope.get("generator_args"), scope.get("generator_in"));
        let made = match (input, generator) {
            (Some(node), Some(_)) if args.or(stdin).is_some() => {
                let message = "both an input and arguments of a generator; keep one of the two";
                return Err(node.wrong(message));
            }
            (None, Some(node)) => {
                let mut call = self.generator(node)?;
                if let Some(args) = args {
                    call.args = args.one_or_more()?;
                }
                let stdin = match stdin {
                    Some(node) => Some(self.data(node)?),
                    None => None,
                };
                Some(Made {
                    stdin,
                    ..Made::by(call)
                })
            }
            _ => None,
        };
        let file = match (input, &made) {
            (_, Some(made)) => Input::Generated(Box::new(made.clone())),
            (Some(node), None) => Input::File(self.data(node)?),
            (None, None) => Input::File(self.empty()?),
        };
        let mut case = Case::new(name, file, None);
        case.judging = self.own_judging(scope)?.map(Box::new);
        match scope.get("out") {
            Some(node) => case.answer = Some(self.data(node)?),
            // A generator writes the answer beside the input.
            None => match made {
                Some(made) => {
                    case.answer_by = Some(Box::new(Made {
                        stream: Stream::Error,
                        ..made
                    }));
                }
                None => case.answer = Some(self.empty()?),
            },
        }
        let binary = match scope.get("binary_data") {
            Some(node) => node.boolean()?,
            None => false,
        };
        if !binary {
            case.lines = Lines::UnixToTheLast;
        }
        Ok(case)
    }

    /// How a case is judged, if not as all of them are: it or its batch may say so, and programs may
    /// be told what it is worth.
    fn own_judging(&self, scope: &Scope<'_>) -> Result<Option<Judging>, PackageError> {
        let (own, usual) = (self.judging(scope)?, self.judging(scope.top())?);
        Ok((own != usual).then_some(own))
    }
}

/// What a case or batch is worth.
fn points(scope: &Scope<'_>) -> Result<f64, PackageError> {
    let Some(node) = scope.get("points") else {
        return Ok(1.0);
    };
    let points = node.as_number();
    points
        .filter(|points| *points >= 0.0 && points.is_finite())
        .ok_or_else(|| node.expected("a number of at least 0"))
}

/// Puts the items into groups where they make a score.
fn grouped(items: Vec<Item>) -> (Vec<Case>, Vec<Group>) {
    let same = |item: &Item| !item.batched && item.points == 1.0;
    if items.iter().all(same) || items.iter().all(|item| item.points == 0.0) {
        return (
            items.into_iter().flat_map(|item| item.cases).collect(),
            Vec::new(),
        );
    }
    let mut groups = vec![group("data", None, ScoreRule::Sum, OnReject::Continue)];
    // The pretests at the start, which all others depend on.
    let leading = items.iter().take_while(|item| item.points == 0.0).count();
    let pretests = (leading > 0).then(|| {
        groups.push(group("pretests", Some(0), ScoreRule::Sum, OnReject::Break));
        groups.len() - 1
    });
    let (mut batches, mut single, mut cases) = (Vec::new(), None, Vec::new());
    for (index, item) in items.into_iter().enumerate() {
        let pretest = pretests.filter(|_| index < leading);
        let own = if item.batched {
            let first = item.cases.first().map_or("", |case| &case.name);
            let name = first.rsplit_once('/').map_or(first, |(batch, _)| batch);
            let parent = pretest.unwrap_or(0);
            let mut group = group(name, Some(parent), ScoreRule::Min, OnReject::Break);
            group.grading.accept_score = item.points;
            group.grading.max_score = Some(item.points);
            let earlier = item
                .dependencies
                .iter()
                .filter_map(|number| batches.get(number - 1));
            group.requires = earlier.copied().collect();
            group
                .requires
                .extend(pretests.filter(|_| pretest.is_none()));
            groups.push(group);
            batches.push(groups.len() - 1);
            groups.len() - 1
        } else if let Some(pretest) = pretest {
            pretest
        } else if let Some(pretests) = pretests {
            *single.get_or_insert_with(|| {
                let mut group = group("cases", Some(0), ScoreRule::Sum, OnReject::Continue);
                group.requires = vec![pretests];
                groups.push(group);
                groups.len() - 1
            })
        } else {
            0
        };
        cases.extend(item.cases.into_iter().map(|mut case| {
            case.group = own;
            case.points = Some(item.points);
            case
        }));
    }
    (cases, groups)
}

fn group(name: &str, parent: Option<usize>, score: ScoreRule, on_reject: OnReject) -> Group {
    Group {
        name: name.to_owned(),
        parent,
        grading: Grading {
            score,
            ..Grading::default()
        },
        on_reject,
        requires: Vec::new(),
    }
}
