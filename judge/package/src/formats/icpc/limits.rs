//! The limits of a package: `limits` in `problem.yaml`, and the files that stood in for it.

use std::path::Path;
use std::time::Duration;

use super::package::Package;
use crate::error::PackageError;
use crate::formats::yaml::{Map, Node};
use crate::judging::JuryLimits;
use crate::model::{Limits, TimeRule};
use crate::text_file;

const TIME_LIMIT: &str = ".timelimit";
const DOMJUDGE: &str = "domjudge-problem.ini";

/// Bytes of output where the package says nothing: what the format states as the usual default.
const OUTPUT: u64 = 8 << 20;

/// `limits`.
#[derive(Debug, Default)]
pub(super) struct LimitSettings {
    time: Option<Duration>,
    multiplier: Option<f64>,
    safety: Option<f64>,
    ac_to_limit: Option<f64>,
    limit_to_tle: Option<f64>,
    resolution: Option<f64>,
    memory: Option<u64>,
    output: Option<u64>,
    code: Option<u64>,
    compile_time: Option<Duration>,
    compile_memory: Option<u64>,
    /// What the output validators may use.
    pub(super) jury: JuryLimits,
    /// `validation_passes`.
    pub(super) passes: Option<u32>,
}

impl LimitSettings {
    pub(super) fn read(
        package: &mut Package<'_>,
        path: &Path,
        mut map: Map,
    ) -> Result<LimitSettings, PackageError> {
        let mut limits = LimitSettings::default();
        if let Some(node) = map.take("time_limit") {
            limits.time = Some(seconds(&node)?);
            if package.version.legacy {
                let message = format!(
                    "{}: a key of the 2025-09 format; it is read as there",
                    node.place()
                );
                package.warn(path, message);
            }
        }
        let factor = |map: &mut Map, key| {
            let node = map.take(key);
            node.map(|node| node.number("a factor", 0.01..=1000.0))
                .transpose()
        };
        // The rules differ, so that a key of the other one means nothing.
        if package.version.legacy {
            limits.multiplier = factor(&mut map, "time_multiplier")?;
            limits.safety = factor(&mut map, "time_safety_margin")?;
        } else {
            let mut factors = match map.take("time_multipliers") {
                Some(node) => node.map()?,
                None => Map::default(),
            };
            limits.ac_to_limit = factor(&mut factors, "ac_to_time_limit")?;
            limits.limit_to_tle = factor(&mut factors, "time_limit_to_tle")?;
            package.warn_unknown(path, factors);
            if let Some(node) = map.take("time_resolution") {
                limits.resolution = Some(seconds(&node)?.as_secs_f64());
            }
        }
        let size = |map: &mut Map, key, unit| {
            let node = map.take(key);
            node.map(|node| bytes(&node, unit)).transpose()
        };
        limits.memory = size(&mut map, "memory", MIB)?;
        limits.output = size(&mut map, "output", MIB)?;
        limits.code = size(&mut map, "code", KIB)?;
        limits.compile_memory = size(&mut map, "compilation_memory", MIB)?;
        let compile_time = map.take("compilation_time");
        limits.compile_time = compile_time.map(|node| seconds(&node)).transpose()?;
        if let Some(node) = map.take("validation_time") {
            limits.jury.time = seconds(&node)?;
        }
        if let Some(memory) = size(&mut map, "validation_memory", MIB)? {
            limits.jury.memory = memory;
        }
        if let Some(output) = size(&mut map, "validation_output", MIB)? {
            limits.jury.output = output;
        }
        if let Some(node) = map.take("validation_passes") {
            let passes = node.number("a whole number", 1.0..=10_000.0)?;
            if passes.fract() != 0.0 {
                return Err(node.wrong(format!("expected a whole number, found {passes}")));
            }
            limits.passes = Some(passes as u32);
        }
        // Extensions of BAPCtools that concern no run of a solution.
        map.ignore(&["generator_time", "visualizer_time"]);
        package.warn_unknown(path, map);
        Ok(limits)
    }

    /// The limits of a solution, with the time that the package states in whatever place.
    pub(super) fn limits(&self, package: &mut Package<'_>) -> Result<Limits, PackageError> {
        let rule = match package.version.legacy {
            true => TimeRule::Legacy {
                multiplier: self.multiplier.unwrap_or(5.0),
                safety: self.safety.unwrap_or(2.0),
            },
            false => TimeRule::Icpc {
                ac_to_limit: self.ac_to_limit.unwrap_or(2.0),
                limit_to_tle: self.limit_to_tle.unwrap_or(1.5),
                resolution: self.resolution.unwrap_or(1.0),
            },
        };
        let (time, time_from) = self.time(package)?;
        Ok(Limits {
            time,
            time_from,
            time_rule: Some(rule),
            memory: self.memory,
            output: Some(self.output.unwrap_or(OUTPUT)),
            code: self.code,
            compile_time: self.compile_time,
            compile_memory: self.compile_memory,
            ..Limits::default()
        })
    }

    /// The time limit and where it was found, if not in `problem.yaml`. Contests kept it in a file
    /// beside it before there was a key for it.
    fn time(
        &self,
        package: &mut Package<'_>,
    ) -> Result<(Option<Duration>, Option<String>), PackageError> {
        let [plain, domjudge] = [TIME_LIMIT, DOMJUDGE].map(|name| package.root.join(name));
        package.inside(&plain)?;
        package.inside(&domjudge)?;
        let beside = match time_limit_file(&plain)? {
            Some(time) => Some((time, TIME_LIMIT)),
            None => domjudge_file(&domjudge)?.map(|time| (time, DOMJUDGE)),
        };
        match (self.time, beside) {
            (Some(time), Some((other, name))) if time != other => {
                let message = format!(
                    "states {} s, and problem.yaml {} s, which is used; remove one",
                    other.as_secs_f64(),
                    time.as_secs_f64()
                );
                package.warn(&package.root.join(name), message);
                Ok((Some(time), None))
            }
            (Some(time), _) => Ok((Some(time), None)),
            (None, Some((time, name))) => Ok((Some(time), Some(name.to_owned()))),
            (None, None) => Ok((None, None)),
        }
    }
}

/// `.timelimit`: a number of seconds.
fn time_limit_file(path: &Path) -> Result<Option<Duration>, PackageError> {
    if !text_file::is_there(path) {
        return Ok(None);
    }
    let text = text_file::text(path)?;
    match time_of(text.trim()) {
        Some(time) => Ok(Some(time)),
        None => Err(PackageError::file(path, not_seconds(text.trim()))),
    }
}

/// `timelimit` in `domjudge-problem.ini`, in quotes or not.
fn domjudge_file(path: &Path) -> Result<Option<Duration>, PackageError> {
    if !text_file::is_there(path) {
        return Ok(None);
    }
    let text = text_file::text(path)?;
    for (index, line) in text.lines().enumerate() {
        let Some((key, value)) = line.split_once('=') else {
            continue;
        };
        if key.trim() == "timelimit" {
            let value = value.split(';').next().unwrap_or_default().trim();
            let value = value.trim_matches(['\'', '"']).trim();
            return time_of(value).map(Some).ok_or_else(|| PackageError::Value {
                path: path.to_owned(),
                key: format!("line {}: timelimit", index + 1),
                message: not_seconds(value),
            });
        }
    }
    Ok(None)
}

const SECONDS: std::ops::RangeInclusive<f64> = 0.001..=86_400.0;

fn time_of(text: &str) -> Option<Duration> {
    let seconds: f64 = text.parse().ok()?;
    SECONDS
        .contains(&seconds)
        .then(|| Duration::from_secs_f64(seconds))
}

fn not_seconds(found: &str) -> String {
    format!(
        "expected a number of seconds from 0.001 to 86400, found `{}`",
        found.escape_debug()
    )
}

fn seconds(node: &Node) -> Result<Duration, PackageError> {
    node.number("a number of seconds", SECONDS)
        .map(Duration::from_secs_f64)
}

const KIB: (&str, u64) = ("a number of KiB", 1 << 10);
const MIB: (&str, u64) = ("a number of MiB", 1 << 20);

/// A size, at most 1 TiB, given in a unit.
fn bytes(node: &Node, (what, unit): (&str, u64)) -> Result<u64, PackageError> {
    let most = (1u64 << 40) / unit;
    let size = node.number(what, 0.001..=most as f64)?;
    // At most 2^40, so a whole number of bytes is exact.
    Ok((size * unit as f64) as u64)
}
