//! Names that stand below each other, cut so that they can still be told apart.

use std::collections::{BTreeSet, HashMap, HashSet};

use super::letters::{letters, taken, taken_back};
use super::{fit, width};

/// In fewer columns no middle is worth showing.
const FEWEST: usize = 7;

/// How often names that came to look the same are cut anew, together. Each time fewer of their letters
/// are shared, and more of what tells them apart is shown.
const ROUNDS: usize = 4;

/// How much of the room may go to what tells names apart: halves, and where that is too little, more.
const SHARES: [(usize, usize); 2] = [(1, 2), (3, 4)];

/// Each of the names, printable, in at most so many columns. One that is wider loses its middle; where
/// names would look the same after that, each keeps its beginning, its end, and what tells it from
/// the others. Where there is no room for that the later ones are numbered, and only where there is none
/// for a number either do names look the same.
#[must_use]
pub(crate) fn apart<S: AsRef<str>>(names: &[S], columns: usize) -> Vec<String> {
    let mut seen = HashSet::new();
    let distinct = names.iter().map(AsRef::as_ref);
    let distinct: Vec<&str> = distinct.filter(|name| seen.insert(*name)).collect();
    let cut = numbered(&distinct, cut(&distinct, columns, &SHARES), columns);
    let shown: HashMap<&str, String> = distinct.into_iter().zip(cut).collect();
    let names = names.iter().map(AsRef::as_ref);
    names.map(|name| shown[name].clone()).collect()
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

/// Names that differ, each cut; some may look the same.
fn cut(names: &[&str], columns: usize, shares: &[(usize, usize)]) -> Vec<String> {
    let mut shown: Vec<String> = names.iter().map(|name| fit(name, columns)).collect();
    if columns < FEWEST {
        return shown;
    }
    // Those that were cut together have the number of one of them.
    let mut groups: Vec<usize> = (0..names.len()).collect();
    for _ in 0..ROUNDS {
        let mut alike: HashMap<&str, Vec<usize>> = HashMap::new();
        // One that is shown whole stays so.
        let wide = (0..names.len()).filter(|&at| shown[at] != names[at]);
        wide.for_each(|at| alike.entry(&shown[at]).or_default().push(at));
        let mut merged = false;
        let mut dirty = BTreeSet::new();
        for alike in alike.into_values().filter(|alike| alike.len() > 1) {
            let parts: BTreeSet<usize> = alike.iter().map(|&at| groups[at]).collect();
            let Some(first) = parts.first().filter(|_| parts.len() > 1) else {
                continue;
            };
            merged = true;
            for group in groups.iter_mut().filter(|group| parts.contains(group)) {
                *group = *first;
            }
            dirty.insert(alike[0]);
        }
        if !merged {
            break;
        }
        for group in dirty
            .into_iter()
            .map(|at| groups[at])
            .collect::<BTreeSet<_>>()
        {
            let all: Vec<usize> = (0..names.len()).filter(|&at| groups[at] == group).collect();
            let of: Vec<&str> = all.iter().map(|&at| names[at]).collect();
            for (at, cut) in all.into_iter().zip(of_group(&of, columns, shares)) {
                shown[at] = cut;
            }
        }
    }
    shown
}

/// What is shown of names that differ, with a number behind each that looks like one before it.
fn numbered(names: &[&str], mut shown: Vec<String>, columns: usize) -> Vec<String> {
    let whole = names
        .iter()
        .zip(&shown)
        .filter(|(name, shown)| name == shown);
    let mut used: HashSet<String> = whole.map(|(_, shown)| shown.clone()).collect();
    let mut last: HashMap<String, usize> = HashMap::new();
    for (name, shown) in names.iter().zip(&mut shown) {
        if name == shown || used.insert(shown.clone()) {
            continue;
        }
        let last = last.entry(shown.clone()).or_insert(1);
        loop {
            *last += 1;
            let number = format!("~{last}");
            let Some(room) = columns.checked_sub(width(&number)) else {
                break;
            };
            let told = fit(name, room) + &number;
            if used.insert(told.clone()) {
                *shown = told;
                break;
            }
        }
    }
    shown
}

/// Names that begin and end alike, with as much of the room as they need for what differs.
fn of_group(names: &[&str], columns: usize, shares: &[(usize, usize)]) -> Vec<String> {
    let letters: Vec<Vec<&str>> = names.iter().map(|name| letters(name)).collect();
    let shortest = letters.iter().map(Vec::len).min().unwrap_or(0);
    let begin = shared(&letters, shortest, |name, at| name.get(at));
    // One name may be another with more in it; the two ends must not overlap.
    let end = shared(&letters, shortest - begin, |name, at| {
        name.iter().nth_back(at)
    });
    // With a letter on either side the place is seen even of what is missing.
    let (from, end) = (begin.saturating_sub(1), end.saturating_sub(1));
    let parts: Vec<[&[&str]; 3]> = letters
        .iter()
        .map(|name| {
            let (head, rest) = name.split_at(from);
            let (middle, tail) = rest.split_at(rest.len() - end);
            [head, middle, tail]
        })
        .collect();
    let middles: Vec<String> = parts.iter().map(|[_, middle, _]| middle.concat()).collect();
    let middles: Vec<&str> = middles.iter().map(String::as_str).collect();
    let mut best = Vec::new();
    for (part, whole) in shares {
        // What is a part of a part has no second try, or there would be no end of tries.
        let cut = cut(&middles, columns * part / whole, &SHARES[..1]);
        let parts = parts.iter().zip(cut);
        best = parts
            .map(|([head, _, tail], middle)| around(head, &middle, tail, columns))
            .collect();
        if best.iter().collect::<HashSet<_>>().len() == names.len() {
            break;
        }
    }
    best
}

/// What tells a name from others, with as much on either side as there is room for.
fn around(head: &[&str], middle: &str, tail: &[&str], columns: usize) -> String {
    let room = columns.saturating_sub(width(middle));
    let wide = |letters: &[&str]| width(&letters.concat());
    let head = match room / 2 {
        half if wide(head) <= half => head.concat(),
        half => taken(head.iter().copied(), half.saturating_sub(1)).concat() + "…",
    };
    let tail = match room.saturating_sub(width(&head)) {
        room if wide(tail) <= room => tail.concat(),
        room => format!("…{}", taken_back(tail, room.saturating_sub(1)).concat()),
    };
    format!("{head}{middle}{tail}")
}

/// How many letters all names share, at most so many, counted by `letter` from one of their ends.
fn shared<'a>(
    names: &'a [Vec<&'a str>],
    most: usize,
    letter: impl Fn(&'a Vec<&'a str>, usize) -> Option<&'a &'a str>,
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
    use proptest::prelude::*;

    use super::*;

    /// Cuts the names, and shows that they are told apart in the room they have.
    fn told(names: &[String], columns: usize) -> Vec<String> {
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
            told(&[long("first"), long("second"), "short.py".to_owned()], 24),
            [
                "accepte…-first-…-that.py",
                "accepte…-second-…that.py",
                "short.py"
            ]
        );
        let wide = |middle: &str| format!("{}{middle}{}", "盤".repeat(40), "面".repeat(40));
        assert_eq!(
            told(&[wide("一"), wide("二")], 20),
            ["盤盤盤…盤一面…面面面", "盤盤盤…盤二面…面面面"]
        );
    }

    #[test]
    fn names_of_any_likeness_are_told_apart() {
        let x = |count: usize| "x".repeat(count);
        // More of the same letter, one name within another, two places that differ.
        told(&[x(50), x(51), x(53)], 20);
        told(&[x(40) + &x(40), x(40) + "y" + &x(40)], 20);
        let far = |a: &str, b: &str| [&x(40), a, &x(100), b, &x(40)].concat();
        told(
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
    fn names_that_differ_in_two_places_are_told_apart() {
        let name = |nodes: usize, component: usize| {
            format!(
                "wrong_answer/forgets-the-case-with-{nodes}-nodes-and-component-{component}-of-the-graph.py"
            )
        };
        let all = [16, 32].map(|nodes| [1, 2, 3].map(|component| name(nodes, component)));
        let shown = told(&all.concat(), 38);
        assert!(shown.iter().all(|shown| !shown.contains('~')), "{shown:?}");
        let y = "y".repeat(30);
        let three = |a: &str, b: &str, c: &str| {
            let x = "x".repeat(30);
            [&x, a, &y, b, &y, c, &x, ".py"].concat()
        };
        let all = ["a", "b"].map(|c| ["a", "b"].map(|b| ["a", "b"].map(|a| three(a, b, c))));
        for columns in 4..60 {
            told(&all.concat().concat(), columns);
        }
    }

    #[test]
    fn where_there_is_no_room_the_later_ones_are_numbered() {
        let names = ["abcdefghi", "abcdxfghi", "abcdyfghi", "ab…hi"].map(str::to_owned);
        assert_eq!(told(&names, 5), ["a…i~2", "a…i~3", "a…i~4", "ab…hi"]);
    }

    #[test]
    fn five_hundred_names_take_no_time() {
        let names = |count: usize| {
            let x = "x".repeat(60);
            (0..count).map(move |at| {
                let places = (0..9).map(|bit| if at >> bit & 1 == 1 { "a" } else { "b" });
                places.collect::<Vec<_>>().join(&x)
            })
        };
        let names: Vec<String> = names(512).collect();
        for columns in [6, 20, 40, 80] {
            told(&names, columns);
        }
    }

    proptest! {
        #[test]
        fn all_names_are_told_apart_where_there_is_room(
            places in prop::collection::vec("[ab1]{1,2}|[x-]{5,30}|é盤|e\u{301}{1,9}|…", 1..6),
            chosen in prop::collection::hash_set(prop::collection::vec(0..3_usize, 1..6), 1..60),
            columns in 3..60_usize,
        ) {
            let part = |(at, which): (usize, &usize)| {
                let place = places.get(at).map_or("", String::as_str);
                format!("{place}{}", ["", "a", "盤"][*which])
            };
            let names: BTreeSet<String> = chosen
                .iter()
                .map(|chosen| chosen.iter().enumerate().map(part).collect())
                .collect();
            let names: Vec<String> = names.into_iter().collect();
            // And the same way each time.
            prop_assert_eq!(told(&names, columns), apart(&names, columns));
        }
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
        for (letter, part) in [
            ("e\u{301}", "\u{301}"),
            ("1\u{fe0f}\u{20e3}", "\u{20e3}"),
            ("🇩🇪", "🇪"),
            ("👍🏽", "🏽"),
        ] {
            let long = letter.repeat(40);
            let names = ["x", "y"].map(|middle| [&long, middle, &long].concat());
            for shown in told(&names, 24) {
                assert!(!shown.contains(&format!("…{part}")), "{shown}");
                let parts = shown.matches(part).count();
                assert_eq!(parts, shown.matches(letter).count(), "{shown}");
            }
        }
        assert!(width(&fit(&"\u{2764}\u{fe0f}".repeat(40), 20)) <= 20);
    }
}
