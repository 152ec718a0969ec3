//! The word that was probably meant.

/// The known word nearest to one that is not known, if it is near enough to be meant: a third of
/// its letters may differ, two neighbours that changed places counting as one.
pub fn near<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let word = word.to_lowercase();
    let most = (word.chars().count() / 3).max(1);
    known
        .into_iter()
        .map(|known| (strsim::osa_distance(&word, &known.to_lowercase()), known))
        .filter(|(distance, _)| *distance <= most)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, known)| known)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_is_seen_through_and_another_word_is_not() {
        const KNOWN: [&str; 4] = ["accepted", "wrong_answer", "rejected", "time"];
        for (word, meant) in [
            ("acepted", Some("accepted")),
            ("Accepted", Some("accepted")),
            ("wrong-answers", Some("wrong_answer")),
            ("tiem", Some("time")),
            ("brute_force", None),
            ("limits", None),
            ("", None),
        ] {
            assert_eq!(near(word, KNOWN), meant, "{word}");
        }
    }
}
