//! Names that stand below each other, cut so that they can still be told apart.

use std::collections::{BTreeSet, HashMap};

use super::{fit, taken, taken_back, width};

/// In fewer columns no middle is worth showing.
const FEWEST: usize = 12;

/// Each of the names, printable, in at most so many columns. One that is wider loses its middle; where
/// names would look the same after that, each keeps its beginning, its end, and what tells it from
/// the others.
#[must_use]
pub(crate) fn apart<S: AsRef<str>>(names: &[S], columns: usize) -> Vec<String> {
    let shown: Vec<String> = names
        .iter()
        .map(|name| fit(name.as_ref(), columns))
        .collect();
    if columns < FEWEST {
        return shown;
    }
    let mut alike: HashMap<&str, BTreeSet<&str>> = HashMap::new();
    for (name, shown) in names.iter().zip(&shown) {
        alike.entry(shown).or_default().insert(name.as_ref());
    }
    let groups = alike.into_values().filter(|group| group.len() > 1);
    let better: HashMap<&str, String> = groups
        .flat_map(|group| {
            let group: Vec<&str> = group.into_iter().collect();
            let cut = of_group(&group, columns);
            group.into_iter().zip(cut)
        })
        .collect();
    let names = names.iter().zip(&shown);
    names
        .map(|(name, shown)| better.get(name.as_ref()).unwrap_or(shown).clone())
        .collect()
}

/// The same for cases, each by its path: where one is too wide the folders go first, for most lie in
/// the same ones, unless that makes two the same.
#[must_use]
pub(crate) fn cases_apart<S: AsRef<str>>(names: &[S], columns: usize) -> Vec<String> {
    let wide = names.iter().filter(|name| width(name.as_ref()) > columns);
    let folders: BTreeSet<&str> = wide
        .filter_map(|name| Some(name.as_ref().rsplit_once('/')?.0))
        .collect();
    let short = |name: &S| match name.as_ref().rsplit_once('/') {
        Some((folder, file)) if folders.contains(folder) => format!("…/{file}"),
        _ => name.as_ref().to_owned(),
    };
    let all: Vec<String> = names.iter().map(short).collect();
    let count = |all: BTreeSet<&str>| all.len();
    let is_same = count(all.iter().map(String::as_str).collect())
        == count(names.iter().map(S::as_ref).collect());
    match is_same {
        true => apart(&all, columns),
        false => apart(names, columns),
    }
}

/// Names that begin and end alike, none of them twice.
fn of_group(names: &[&str], columns: usize) -> Vec<String> {
    let letters: Vec<Vec<char>> = names.iter().map(|name| name.chars().collect()).collect();
    let shortest = letters.iter().map(Vec::len).min().unwrap_or(0);
    let begin = shared(&letters, shortest, |name, at| name.get(at));
    // One name may be another with more in it; the two ends must not overlap.
    let end = shared(&letters, shortest - begin, |name, at| {
        name.iter().nth_back(at)
    });
    // With a letter on either side the place is seen even of what is missing.
    let (from, end) = (begin.saturating_sub(1), end.saturating_sub(1));
    let parts: Vec<[String; 3]> = letters
        .iter()
        .map(|name| {
            let mut letters = name.iter();
            let head = letters.by_ref().take(from).collect();
            let middle = letters.by_ref().take(name.len() - end - from).collect();
            [head, middle, letters.collect()]
        })
        .collect();
    let middles: Vec<&str> = parts.iter().map(|[_, middle, _]| middle.as_str()).collect();
    let middles = apart(&middles, columns / 2);
    let cut = parts.iter().zip(middles).map(|([head, _, tail], middle)| {
        let room = columns.saturating_sub(width(&middle));
        let head = match room / 2 {
            half if width(head) <= half => head.clone(),
            half => format!("{}…", taken(head.chars(), half.saturating_sub(1))),
        };
        let tail = match room.saturating_sub(width(&head)) {
            room if width(tail) <= room => tail.clone(),
            room => format!("…{}", taken_back(tail, room.saturating_sub(1))),
        };
        format!("{head}{middle}{tail}")
    });
    cut.collect()
}

/// How many letters all names share, at most so many, counted by `letter` from one of their ends.
fn shared(
    names: &[Vec<char>],
    most: usize,
    letter: impl Fn(&Vec<char>, usize) -> Option<&char>,
) -> usize {
    let same = |at: &usize| {
        let mut all = names.iter().map(|name| letter(name, *at));
        let first = all.next();
        all.all(|other| Some(other) == first)
    };
    (0..most).take_while(same).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Cuts the names, and shows that they are told apart in the room they have.
    fn cut(names: &[String], columns: usize) -> Vec<String> {
        let cut = apart(names, columns);
        for shown in &cut {
            assert!(width(shown) <= columns, "{shown} in {columns}");
        }
        let distinct: BTreeSet<&String> = cut.iter().collect();
        assert_eq!(distinct.len(), names.len(), "{cut:?}");
        cut
    }

    #[test]
    fn what_tells_names_apart_stays_visible() {
        let long = |middle: &str| {
            format!("accepted/a-solution-that-is-{middle}-and-is-long-for-all-that.py")
        };
        assert_eq!(
            cut(&[long("first"), long("second"), "short.py".to_owned()], 24),
            [
                "accepte…-first-…-that.py",
                "accepte…-second-…that.py",
                "short.py"
            ]
        );
        let wide = |middle: &str| format!("{}{middle}{}", "盤".repeat(40), "面".repeat(40));
        assert_eq!(
            cut(&[wide("一"), wide("二")], 20),
            ["盤盤盤…盤一面…面面面", "盤盤盤…盤二面…面面面"]
        );
    }

    #[test]
    fn names_of_any_likeness_are_told_apart() {
        let x = |count: usize| "x".repeat(count);
        // More of the same letter, one name within another, two places that differ.
        cut(&[x(50), x(51), x(53)], 20);
        cut(&[x(40) + &x(40), x(40) + "y" + &x(40)], 20);
        let far = |a: &str, b: &str| [&x(40), a, &x(100), b, &x(40)].concat();
        cut(
            &[far("a", "a"), far("a", "b"), far("b", "a"), far("b", "b")],
            40,
        );
        // A name may be there twice, as in two problems.
        assert_eq!(
            apart(&[x(50), x(50)], 20),
            [fit(&x(50), 20), fit(&x(50), 20)]
        );
    }

    #[test]
    fn of_cases_the_folders_go_first() {
        let cases = ["sample/1", "secret/11-largest-lost", "secret/2-edge"];
        assert_eq!(
            cases_apart(&cases, 18),
            ["sample/1", "…/11-largest-lost", "…/2-edge"]
        );
        assert_eq!(cases_apart(&cases, 30), cases);
        let cases = ["secret/a/11-largest-lost", "secret/b/11-largest-lost"];
        assert_eq!(
            cases_apart(&cases, 18),
            ["secret/a…gest-lost", "secret/b…gest-lost"]
        );
    }

    #[test]
    fn an_accent_stays_with_its_letter() {
        let name = "e\u{301}".repeat(40);
        for columns in 0..40 {
            let shown = fit(&name, columns);
            assert!(width(&shown) <= columns);
            assert!(!shown.contains("…\u{301}"), "{shown}");
        }
        assert!(width(&fit(&"\u{2764}\u{fe0f}".repeat(40), 20)) <= 20);
    }
}
