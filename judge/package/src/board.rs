//! How an input is drawn as a board: what the numbers on its lines are.

/// What a number can be. `_` is one that is not drawn.
const WORDS: [&str; 5] = ["height", "width", "row", "column", "_"];

/// Checks what a package says of its boards: the line that begins one, and the line of each of its
/// rows if there are such. The first gives height and width; a `row` and the `column` after it place
/// a piece, a `column` on the line of a row places one in that row. Counting begins with 1.
///
/// # Errors
/// Says what was expected and what was found.
pub(crate) fn check(lines: &[String]) -> Result<(), String> {
    let [first, rest @ ..] = lines else {
        return Ok(());
    };
    let all = lines.iter().flat_map(|line| line.split_whitespace());
    if let Some(word) = all.clone().find(|word| !WORDS.contains(word)) {
        let known = WORDS.join(", ");
        return Err(format!(
            "expected one of {known}, found `{}`",
            word.escape_debug()
        ));
    }
    let count = |line: &str, wanted: &str| line.split_whitespace().filter(|w| *w == wanted).count();
    if count(first, "height") != 1 || count(first, "width") != 1 {
        return Err("expected `height` and `width` on the first line, each once".to_owned());
    }
    if count(first, "row") != count(first, "column") {
        return Err("expected a `column` for each `row` on the first line".to_owned());
    }
    match rest {
        [] => Ok(()),
        [row]
            if row
                .split_whitespace()
                .all(|word| ["column", "_"].contains(&word)) =>
        {
            Ok(())
        }
        [_] => Err("expected only `column` and `_` on the line of a row".to_owned()),
        _ => Err(format!("expected one line or two, found {}", lines.len())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_board_is_one_line_or_two() {
        for (lines, error) in [
            (&[][..], None),
            (&["height width row column row column"], None),
            (&["_ width height", "column column _"], None),
            (&["height"], Some("expected `height` and `width`")),
            (
                &["height width width"],
                Some("expected `height` and `width`"),
            ),
            (
                &["height width row"],
                Some("expected a `column` for each `row`"),
            ),
            (
                &["height width x"],
                Some("expected one of height, width, row, column, _, found `x`"),
            ),
            (
                &["height width", "row column"],
                Some("expected only `column` and `_`"),
            ),
            (
                &["height width", "_", "_"],
                Some("expected one line or two, found 3"),
            ),
        ] {
            let lines: Vec<String> = lines.iter().map(ToString::to_string).collect();
            match (check(&lines), error) {
                (Ok(()), None) => {}
                (Err(found), Some(error)) => assert!(found.starts_with(error), "{found}"),
                (found, _) => panic!("{lines:?}: {found:?}"),
            }
        }
    }
}
