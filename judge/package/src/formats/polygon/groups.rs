//! Points: of tests, or of groups of tests.

use std::collections::BTreeMap;

use roxmltree::Node;

use super::tests::Testset;
use super::{child, children};
use crate::error::PackageError;
use crate::grading::{Grading, Group, OnReject, ScoreRule};
use crate::model::Case;

impl<'a> Testset<'_, 'a> {
    /// Puts the cases of the set into groups and gives them their points, if there are any.
    pub(super) fn groups(
        &self,
        cases: &mut [Case],
        groups: &mut Vec<Group>,
    ) -> Result<(), PackageError> {
        let reader = self.reader;
        let mut points = Vec::new();
        for (_, test) in reader.tests(self.node) {
            points.push(self.points(test)?.unwrap_or(0.0));
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
        let mut indices: BTreeMap<&str, usize> = BTreeMap::new();
        for node in self.in_order(named.clone())? {
            let key = node.attribute("name").unwrap_or_default();
            let whole = node.attribute("points-policy") == Some("complete-group");
            let rule = match whole {
                true => ScoreRule::PassFail,
                false => ScoreRule::Sum,
            };
            let name = match self.prefix {
                Some(prefix) => format!("{prefix}/{key}"),
                None => key.to_owned(),
            };
            let mut group = group(name, Some(0), rule);
            if whole {
                let tests = reader.tests(self.node).zip(&points);
                let own = tests
                    .filter(|((_, test), _)| test.attribute("group") == Some(key))
                    .map(|(_, points)| points)
                    .sum();
                group.grading.max_score = Some(self.points(node)?.unwrap_or(own));
                group.on_reject = OnReject::Break;
            }
            let needed = dependencies(node).filter_map(|name| indices.get(name));
            group.requires = needed.copied().collect();
            indices.insert(key, groups.len());
            groups.push(group);
        }
        for (case, (_, test)) in cases.iter_mut().zip(reader.tests(self.node)) {
            let name = test.attribute("group");
            match (name, name.and_then(|name| indices.get(name))) {
                (None, _) => {}
                (Some(_), Some(index)) => case.group = *index,
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

    fn points(&self, node: Node<'a, 'a>) -> Result<Option<f64>, PackageError> {
        let Some(text) = node.attribute("points") else {
            return Ok(None);
        };
        let points = text.parse().ok().filter(|points: &f64| points.is_finite());
        match points {
            Some(points) => Ok(Some(points)),
            None => Err(self.reader.wrong(node, "expected a number in `points`")),
        }
    }

    /// The groups, each after those it depends on, in their order otherwise.
    fn in_order(&self, mut left: Vec<Node<'a, 'a>>) -> Result<Vec<Node<'a, 'a>>, PackageError> {
        let mut order: Vec<Node<'a, 'a>> = Vec::new();
        while !left.is_empty() {
            let known = |name| {
                order
                    .iter()
                    .any(|node| node.attribute("name") == Some(name))
            };
            let free = left.iter().position(|node| dependencies(*node).all(known));
            match free {
                Some(at) => order.push(left.remove(at)),
                None => {
                    let message = "expected groups that do not depend on each other in a circle, nor on one that is not there";
                    return Err(self.reader.wrong(left.remove(0), message));
                }
            }
        }
        Ok(order)
    }
}

/// The names of the groups that a group depends on.
fn dependencies<'a>(group: Node<'a, 'a>) -> impl Iterator<Item = &'a str> {
    children(group, "dependencies")
        .flat_map(|node| children(node, "dependency"))
        .map(|node| node.attribute("group").unwrap_or_default())
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
