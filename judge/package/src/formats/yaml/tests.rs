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
            "a: 1\n---\nb: 2\n",
            "line 3, column 1: a second document begins; keep one",
        ),
        (
            "a: &a [*a]\n",
            "line 1, column 8: a value that holds itself",
        ),
        ("~: b\n", "line 1, column 1: expected a key, found none"),
        (
            "? {a: b}\n: c\n",
            "line 1, column 3: expected a text as the key",
        ),
        (
            "a: 'b\n",
            "line 2, column 1: the text in quotes does not end, or goes on too far to the left",
        ),
    ] {
        let refusal = parse(Path::new("x.yaml"), text).unwrap_err();
        assert_eq!(refusal.to_string(), format!("x.yaml: {message}"));
    }
}

#[test]
fn what_is_too_large_is_told_without_the_parsers_words() {
    let bomb = "a: &a [x,x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a,*a]\n\
                c: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b,*b]\nd: &d [*c,*c,*c,*c,*c,*c,*c,*c,*c,*c]\n\
                e: &e [*d,*d,*d,*d,*d,*d,*d,*d,*d,*d]\nf: [*e,*e,*e,*e,*e,*e,*e,*e,*e,*e]\n";
    let many = format!("a: [{}]\n", "b,".repeat(300_000));
    let flow = format!("a: {}{}\n", "[".repeat(3000), "]".repeat(3000));
    let block: String = (0..3000).map(|level| " ".repeat(level) + "a:\n").collect();
    for (text, says) in [
        (bomb, "more values than settings have"),
        (&many, "more values than settings have"),
        (&flow, "nested too deeply"),
        (&block, "nested too deeply"),
    ] {
        let refusal = parse(Path::new("x.yaml"), text).unwrap_err().to_string();
        assert!(refusal.contains(says), "{refusal}");
        assert!(refusal.starts_with("x.yaml: line "), "{refusal}");
    }
}
