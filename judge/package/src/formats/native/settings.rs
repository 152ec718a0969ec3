//! `problem.toml` as it is written.

use std::collections::BTreeMap;
use std::fmt;
use std::marker::PhantomData;
use std::path::PathBuf;

use serde::de::value::MapAccessDeserializer;
use serde::de::{MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};

use super::groups::GroupSettings;

/// `problem.toml`. Unknown keys are errors, for a misspelt limit must not be ignored.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Settings {
    pub(super) name: String,
    pub(super) source: Option<String>,
    #[serde(rename = "url")]
    pub(super) _url: Option<String>,
    #[serde(rename = "note")]
    pub(super) _note: Option<String>,
    #[serde(default)]
    pub(super) limits: LimitSettings,
    #[serde(default, deserialize_with = "one_or_many")]
    pub(super) checker: Vec<CheckerSettings>,
    pub(super) interactor: Option<JurySettings>,
    /// How many times a solution may be run on one case.
    pub(super) passes: Option<u32>,
    #[serde(default, deserialize_with = "one_or_many")]
    pub(super) validator: Vec<CallSettings>,
    #[serde(default)]
    pub(super) solution: Vec<SolutionSettings>,
    #[serde(default)]
    pub(super) generate: Vec<GenerateSettings>,
    #[serde(default)]
    pub(super) group: Vec<GroupSettings>,
    #[serde(default)]
    pub(super) board: Vec<String>,
    pub(super) stress: Option<StressSettings>,
}

/// How random inputs are made and answered.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct StressSettings {
    #[serde(rename = "crate")]
    pub(super) krate: Option<String>,
    pub(super) generator: Option<CallSettings>,
    #[serde(default, deserialize_with = "one_or_many")]
    pub(super) reference: Vec<CallSettings>,
    pub(super) every: Option<CallSettings>,
    pub(super) largest: Option<u64>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct LimitSettings {
    pub(super) time: Option<String>,
    pub(super) wall: Option<String>,
    pub(super) memory: Option<String>,
    pub(super) output: Option<String>,
    #[serde(default)]
    pub(super) multiplier: BTreeMap<String, f64>,
}

/// One of the judge's own comparisons by `name`, or a program.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct CheckerSettings {
    pub(super) name: Option<String>,
    #[serde(rename = "crate")]
    pub(super) krate: Option<String>,
    pub(super) path: Option<PathBuf>,
    #[serde(default)]
    pub(super) args: Vec<String>,
    pub(super) protocol: Option<String>,
    pub(super) time: Option<String>,
    pub(super) memory: Option<String>,
}

/// A program of the jury.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct JurySettings {
    #[serde(rename = "crate")]
    pub(super) krate: Option<String>,
    pub(super) path: Option<PathBuf>,
    #[serde(default)]
    pub(super) args: Vec<String>,
    pub(super) protocol: Option<String>,
    pub(super) time: Option<String>,
    pub(super) memory: Option<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct CallSettings {
    #[serde(rename = "crate")]
    pub(super) krate: Option<String>,
    pub(super) path: Option<PathBuf>,
    #[serde(default)]
    pub(super) args: Vec<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SolutionSettings {
    #[serde(rename = "crate")]
    pub(super) krate: Option<String>,
    pub(super) path: Option<PathBuf>,
    #[serde(default)]
    pub(super) args: Vec<String>,
    pub(super) expect: Option<String>,
    pub(super) score: Option<ScoreSettings>,
    pub(super) about: Option<String>,
}

#[derive(Debug)]
pub(super) enum ScoreSettings {
    Exact(f64),
    /// Such as `40..60`.
    Range(String),
}

impl<'de> Deserialize<'de> for ScoreSettings {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<ScoreSettings, D::Error> {
        struct Score;

        impl Visitor<'_> for Score {
            type Value = ScoreSettings;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a number, or a range such as \"40..60\"")
            }

            fn visit_i64<E>(self, score: i64) -> Result<ScoreSettings, E> {
                Ok(ScoreSettings::Exact(score as f64))
            }

            fn visit_f64<E>(self, score: f64) -> Result<ScoreSettings, E> {
                Ok(ScoreSettings::Exact(score))
            }

            fn visit_str<E>(self, range: &str) -> Result<ScoreSettings, E> {
                Ok(ScoreSettings::Range(range.to_owned()))
            }
        }

        deserializer.deserialize_any(Score)
    }
}

impl ScoreSettings {
    /// The bounds, both included.
    pub(super) fn bounds(&self) -> Result<(f64, f64), String> {
        let bounds = match self {
            ScoreSettings::Exact(score) => Some((*score, *score)),
            ScoreSettings::Range(text) => text.split_once("..").and_then(|(low, high)| {
                Some((low.trim().parse().ok()?, high.trim().parse().ok()?))
            }),
        };
        bounds
            .filter(|(low, high)| low.is_finite() && high.is_finite() && low <= high)
            .ok_or_else(|| match self {
                ScoreSettings::Exact(score) => format!("expected a number, found {score}"),
                ScoreSettings::Range(text) => {
                    format!("expected a range such as \"40..60\", found \"{text}\"")
                }
            })
    }
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct GenerateSettings {
    pub(super) case: String,
    #[serde(rename = "crate")]
    pub(super) krate: Option<String>,
    pub(super) path: Option<PathBuf>,
    #[serde(default)]
    pub(super) args: Vec<String>,
    /// Of the input; `judge generate` prints it.
    pub(super) blake3: Option<String>,
}

/// One table, or several of the same name.
fn one_or_many<'de, D, T>(deserializer: D) -> Result<Vec<T>, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de>,
{
    struct Tables<T>(PhantomData<T>);

    impl<'de, T: Deserialize<'de>> Visitor<'de> for Tables<T> {
        type Value = Vec<T>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a table, or several")
        }

        fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Vec<T>, A::Error> {
            Ok(vec![T::deserialize(MapAccessDeserializer::new(map))?])
        }

        fn visit_seq<A: SeqAccess<'de>>(self, mut tables: A) -> Result<Vec<T>, A::Error> {
            let mut all = Vec::new();
            while let Some(table) = tables.next_element()? {
                all.push(table);
            }
            Ok(all)
        }
    }

    deserializer.deserialize_any(Tables(PhantomData))
}
