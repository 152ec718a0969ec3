//! Times and sizes as people write them: `1s`, `500ms`, `256MiB`.

use std::time::Duration;

/// The text is no time or no size.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("expected {expected}, found `{}`", found.escape_debug())]
pub struct UnitError {
    /// What a good value looks like.
    pub expected: &'static str,
    /// The text.
    pub found: String,
}

const DURATION: &str = "a time from 1ms to 24h, such as `1s`, `1.5s`, `500ms` or `2min`";
const BYTES: &str = "a size from 1KiB to 1TiB, such as `256MiB`, `64MB` or `1GiB`";

/// Reads a time: a decimal number with the unit `ms`, `s`, `min` or `h`; seconds without one.
///
/// # Errors
/// Another unit, no number, or a time outside 1 ms to 24 h.
pub fn duration(text: &str) -> Result<Duration, UnitError> {
    let seconds = quantity(text, |unit| {
        Some(match unit {
            "ms" => 1e-3,
            "" | "s" => 1.0,
            "min" => 60.0,
            "h" => 3600.0,
            _ => return None,
        })
    });
    match seconds {
        Some(seconds) if (0.001..=86_400.0).contains(&seconds) => {
            Ok(Duration::from_secs_f64(seconds))
        }
        _ => Err(UnitError {
            expected: DURATION,
            found: text.to_owned(),
        }),
    }
}

/// Reads a size in bytes: a decimal number with the unit `B`, `KB`, `MB`, `GB` (powers of 1000) or
/// `KiB`, `MiB`, `GiB`, `TiB` or `K`, `M`, `G`, `T` (powers of 1024), in any letter case; the unit is required.
///
/// # Errors
/// Another or no unit, no number, or a size outside 1 KiB to 1 TiB.
pub fn bytes(text: &str) -> Result<u64, UnitError> {
    let size = quantity(text, |unit| {
        Some(match unit.to_ascii_lowercase().as_str() {
            "b" => 1.0,
            "kb" => 1e3,
            "mb" => 1e6,
            "gb" => 1e9,
            "k" | "kib" => 1024.0,
            "m" | "mib" => 1_048_576.0,
            "g" | "gib" => 1_073_741_824.0,
            "t" | "tib" => 1_099_511_627_776.0,
            _ => return None,
        })
    });
    match size {
        // In this range every whole number of bytes is exact in an `f64`.
        Some(size) if (1024.0..=1_099_511_627_776.0).contains(&size) => Ok(size as u64),
        _ => Err(UnitError {
            expected: BYTES,
            found: text.to_owned(),
        }),
    }
}

fn quantity(text: &str, factor: impl Fn(&str) -> Option<f64>) -> Option<f64> {
    let text = text.trim();
    let end = text
        .find(|c: char| !(c.is_ascii_digit() || c == '.'))
        .unwrap_or(text.len());
    let (number, unit) = text.split_at(end);
    Some(number.parse::<f64>().ok()? * factor(unit.trim_start())?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read() {
        for (text, millis) in [
            ("1s", 1000),
            ("1", 1000),
            ("1.5 s", 1500),
            ("500ms", 500),
            ("2min", 120_000),
            ("24h", 86_400_000),
        ] {
            assert_eq!(duration(text), Ok(Duration::from_millis(millis)), "{text}");
        }
        for text in [
            "", "s", "-1s", "0s", "1m", "1e3s", "25h", "1..5s", "inf", "NaNs", "١s",
        ] {
            assert!(duration(text).is_err(), "{text}");
        }
    }

    #[test]
    fn sizes_are_read() {
        for (text, size) in [
            ("256MiB", 256 << 20),
            ("64 MB", 64_000_000),
            ("1gib", 1 << 30),
            ("256M", 256 << 20),
            ("1TiB", 1 << 40),
            ("1.5KiB", 1536),
            ("2048B", 2048),
        ] {
            assert_eq!(bytes(text), Ok(size), "{text}");
        }
        for text in ["", "256", "MiB", "-1MiB", "1B", "2048GiB", "1MB2", "1P"] {
            assert!(bytes(text).is_err(), "{text}");
        }
    }
}
