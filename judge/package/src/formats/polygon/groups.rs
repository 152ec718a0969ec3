//! Points: of tests, or of groups of tests.

use super::tests::Testset;
use super::{child, children};
use crate::error::PackageError;
use crate::grading::{Grading, Group, OnReject, ScoreRule};
use crate::model::Case;

impl Testset<'_, '_> {
    /// Puts the cases of the set into groups and gives them their points, if there are any.
    pub(super) fn groups(
        &self,
        cases: &mut [Case],
        groups: &mut Vec<Group>,
    ) -> Result<(), PackageError> {
        let reader = self.reader;
        let mut points = Vec::new();
        for (_, test) in reader.tests(self.node) {
            points.push(match test.attribute("points").map(str::parse) {
                None => 0.0,
                Some(Ok(points)) => points,
                Some(Err(_)) => return Err(reader.wrong(test, "expected a number in `points`")),
            });
        }
        let named: Vec<_> = child(self.node, "groups")
            .into_iter()
            .flat_map(|node| children(node, "group"))
            .collect();
        if named.is_empty() && points.iter().all(|points| *points == 0.0) {
            return Ok(());
        }
        if groups.is_empty() {
            groups.push(group("data".to_owned(), None, ScoreRule::Sum));
        }
        for (case, points) in cases.iter_mut().zip(&points) {
            case.points = Some(*points);
        }
        let first = groups.len();
        let index_of = |name: Option<&str>| {
            let at = named
                .iter()
                .position(|node| node.attribute("name") == name)?;
            name.map(|_| first + at)
        };
        for (at, node) in named.iter().enumerate() {
            let name = node.attribute("name").unwrap_or_default();
            let whole = node.attribute("points-policy") == Some("complete-group");
            let rule = if whole {
                ScoreRule::PassFail
            } else {
                ScoreRule::Sum
            };
            let name = match self.prefix {
                Some(prefix) => format!("{prefix}/{name}"),
                None => name.to_owned(),
            };
            let mut group = group(name, Some(0), rule);
            if whole {
                let tests = reader.tests(self.node).zip(&points);
                let own = tests
                    .filter(|((_, test), _)| test.attribute("group") == node.attribute("name"))
                    .map(|(_, points)| points)
                    .sum();
                let stated = node.attribute("points").map(str::parse);
                group.grading.max_score = match stated {
                    None => Some(own),
                    Some(Ok(points)) => Some(points),
                    Some(Err(_)) => {
                        return Err(reader.wrong(*node, "expected a number in `points`"));
                    }
                };
                group.on_reject = OnReject::Break;
            }
            let dependencies = children(*node, "dependencies");
            for dependency in dependencies.flat_map(|node| children(node, "dependency")) {
                match index_of(dependency.attribute("group")) {
                    Some(earlier) if earlier < first + at => group.requires.push(earlier),
                    _ => {
                        let message = "expected the name of an earlier group in `group`";
                        return Err(reader.wrong(dependency, message));
                    }
                }
            }
            groups.push(group);
        }
        for (case, (_, test)) in cases.iter_mut().zip(reader.tests(self.node)) {
            match (test.attribute("group"), index_of(test.attribute("group"))) {
                (None, _) => {}
                (Some(_), Some(index)) => case.group = index,
                // Without a list of groups their names say nothing of points.
                (Some(_), None) if named.is_empty() => {}
                (Some(name), None) => {
                    let message = format!("expected a group of the testset, found `{name}`");
                    return Err(reader.wrong(test, message));
                }
            }
        }
        Ok(())
    }
}

fn group(name: String, parent: Option<usize>, score: ScoreRule) -> Group {
    Group {
        name,
        parent,
        grading: Grading {
            score,
            ..Grading::default()
        },
        on_reject: OnReject::Continue,
        requires: Vec::new(),
    }
}
