//! What a tree of YAML says of its values.

use super::*;

fn tree(text: &str) -> Node {
    parse(Path::new("x.yaml"), text).unwrap()
}

#[test]
fn values_know_their_lines_and_keys() {
    let node = tree("a: 1\nb:\n- x\n- {1: yes, n: null}\nc: 1.50\n");
    let b = node.get("b").unwrap();
    let [x, map] = b.items() else {
        panic!("expected two items, found {b:?}");
    };
    for (node, place) in [
        (b, "line 2: b"),
        (x, "line 3: b[0]"),
        (map, "line 4: b[1]"),
        (map.get("1").unwrap(), "line 4: b[1].1"),
        (node.get("c").unwrap(), "line 5: c"),
    ] {
        assert_eq!(node.place(), place);
    }
    assert!(map.get("1").unwrap().boolean().unwrap());
    assert!(map.get("n").is_none());
    assert_eq!(node.get("a").unwrap().as_number(), Some(1.0));
    // A scalar keeps its text.
    assert_eq!(node.get("c").unwrap().text().unwrap(), "1.50");
}

#[test]
fn of_equal_keys_the_last_counts_and_the_others_are_told() {
    let node = tree("a: 1\nb: [{c: 2, c: 3}]\na: 4\n");
    assert_eq!(node.get("a").unwrap().text().unwrap(), "4");
    assert_eq!(
        node.repeated(),
        [
            "line 2: b[0].c: stands on line 2 as well; the last one counts, keep one",
            "line 3: a: stands on line 1 as well; the last one counts, keep one",
        ]
    );
}

#[test]
fn what_is_no_yaml_is_told_with_its_place() {
    for (text, message) in [
        ("a: [\n", "line 1, column 4: unclosed bracket '['"),
        (
            "a: 'b\n",
            "line 2, column 1: the text in quotes does not end, or goes on too far to the left",
        ),
    ] {
        let refusal = parse(Path::new("x.yaml"), text).unwrap_err();
        assert_eq!(refusal.to_string(), format!("x.yaml: {message}"));
    }
}
