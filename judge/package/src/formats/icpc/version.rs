//! The versions of the format.

/// A version, by the word in `problem_format_version`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Version {
    /// The word.
    pub(super) word: &'static str,
    /// The name of the format, as `judge list` shows it.
    pub(super) format: &'static str,
    /// Whether it is one of before 2023-07.
    pub(super) legacy: bool,
}

impl Version {
    /// What a package has that names none.
    pub(super) const LEGACY: Version = Version::new("legacy", "icpc legacy", true);

    /// All of them. `2023-07` is the former name of `2025-09`.
    const ALL: [Version; 7] = [
        Version::LEGACY,
        Version::new("legacy-icpc", "icpc legacy-icpc", true),
        Version::new("2023-07-draft", "icpc 2023-07-draft", false),
        Version::new("2023-07", "icpc 2023-07", false),
        Version::new("2025-09-draft", "icpc 2025-09-draft", false),
        Version::new("2025-09", "icpc 2025-09", false),
        Version::new("draft", "icpc draft", false),
    ];

    const fn new(word: &'static str, format: &'static str, legacy: bool) -> Version {
        Version {
            word,
            format,
            legacy,
        }
    }

    /// The words and their versions, for a choice.
    pub(super) fn words() -> [(&'static str, Version); 7] {
        Version::ALL.map(|version| (version.word, version))
    }
}
