//! Which folders below a folder are packages.

use crate::folder::Folder;

const SETTINGS: &str = "name = \"x\"";

#[test]
fn packages_are_found_at_any_depth_in_natural_order() {
    let folder = Folder::of(&[
        ("p10/problem.toml", SETTINGS),
        ("p2/problem.toml", SETTINGS),
        ("set/deep/flat/1.in", ""),
        ("nothing/readme.txt", ""),
    ]);
    assert_eq!(folder.discovered(), ["p2", "p10", "set/deep/flat"]);
}

#[test]
fn the_folder_itself_may_be_the_package() {
    let folder = Folder::of(&[("1.in", ""), ("below/2.in", "")]);
    assert_eq!(folder.discovered(), [""]);
}

#[test]
fn none_lies_inside_another_or_in_a_hidden_folder() {
    let folder = Folder::of(&[
        ("p/problem.toml", SETTINGS),
        ("p/data/1.in", ""),
        (".git/problem.toml", SETTINGS),
        ("q/.hidden/1.in", ""),
    ]);
    assert_eq!(folder.discovered(), ["p"]);
}

#[test]
fn links_that_lead_in_a_circle_or_nowhere_are_passed_by() {
    let folder = Folder::of(&[("a/p/problem.toml", SETTINGS), ("b/readme.txt", "")]);
    folder.link("a/up", "..");
    folder.link("b/itself", "itself");
    folder.link("b/dangling", "nowhere");
    folder.link("c", "a");
    assert_eq!(folder.discovered(), ["a/p"]);
}

#[test]
fn a_package_that_links_lead_to_is_found_once_under_its_own_name() {
    let folder = Folder::of(&[
        ("z/p/problem.toml", SETTINGS),
        ("z/p/data/1.in", ""),
        ("a/readme.txt", ""),
    ]);
    folder.link("a/p", "../z/p");
    folder.link("data", "z/p/data");
    assert_eq!(folder.discovered(), ["z/p"]);
}

#[test]
fn a_link_that_leads_outside_may_lead_to_a_package_and_no_further() {
    let elsewhere = Folder::of(&[
        ("p/problem.toml", SETTINGS),
        ("deep/q/problem.toml", SETTINGS),
    ]);
    let folder = Folder::of(&[("readme.txt", "")]);
    folder.link("p", elsewhere.root().join("p"));
    folder.link("deep", elsewhere.root().join("deep"));
    assert_eq!(folder.discovered(), ["p"]);
}

#[test]
fn links_that_fan_out_are_followed_once_each() {
    // Each folder links to the next eight times: 8²⁰ ways to the last.
    let folder = Folder::of(&[("20/problem.toml", SETTINGS)]);
    for level in 0..20 {
        folder.file(format!("{level}/"), "");
        for way in 0..8 {
            folder.link(&format!("{level}/{way}"), format!("../{}", level + 1));
        }
    }
    assert_eq!(folder.discovered(), ["20"]);
}

#[test]
fn a_linked_package_has_the_name_of_its_own_folder() {
    let folder = Folder::of(&[("real/1.in", "")]);
    folder.link("alias", "real");
    let problem = package::open(&folder.root().join("alias")).unwrap();
    assert_eq!(problem.slug, "real");
}

#[test]
fn a_folder_that_cannot_be_read_is_an_error() {
    let folder = Folder::of(&[]);
    let error = package::discover(&folder.root().join("missing")).unwrap_err();
    assert_eq!(
        folder.without_root(&error.to_string()),
        "ROOT/missing: cannot read: No such file or directory (os error 2)"
    );
}
