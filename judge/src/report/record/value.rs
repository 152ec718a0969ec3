//! The values of a recording: verdicts by their codes, times in milliseconds, bytes as text.

use std::time::Duration;

use package::Verdict;
use sandbox::{Exit, Signal};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A verdict by its code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Code(pub(crate) Verdict);

impl Serialize for Code {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.0.code())
    }
}

impl<'de> Deserialize<'de> for Code {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let code = String::deserialize(deserializer)?;
        code.parse().map(Code).map_err(D::Error::custom)
    }
}

/// A time in milliseconds, exact to the nanosecond up to ten days.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Millis(pub(crate) Duration);

impl Millis {
    /// Milliseconds to the microsecond, which is enough for those who look.
    pub(crate) fn rounded(self) -> f64 {
        self.0.as_micros() as f64 / 1e3
    }
}

impl Serialize for Millis {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_f64(self.0.as_nanos() as f64 / 1e6)
    }
}

impl<'de> Deserialize<'de> for Millis {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let millis = f64::deserialize(deserializer)?;
        if !(0.0..1e12).contains(&millis) {
            let message = format!("expected milliseconds from 0 to 1e12, found {millis}");
            return Err(D::Error::custom(message));
        }
        Ok(Millis(Duration::from_nanos((millis * 1e6).round() as u64)))
    }
}

/// Bytes of a program or a file: text where they are UTF-8, else `{"hex": "…"}`. Nothing is lost.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Bytes(pub(crate) Vec<u8>);

/// Its two forms.
#[derive(Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(untagged)]
enum Form {
    /// Text in UTF-8.
    Text(String),
    /// Bytes that are not UTF-8.
    Hex {
        /// Two hexadecimal digits for each byte.
        hex: String,
    },
}

impl Bytes {
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl Serialize for Bytes {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match std::str::from_utf8(&self.0) {
            Ok(text) => serializer.serialize_str(text),
            Err(_) => {
                let hex = self.0.iter().map(|byte| format!("{byte:02x}")).collect();
                Form::Hex { hex }.serialize(serializer)
            }
        }
    }
}

impl<'de> Deserialize<'de> for Bytes {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match Form::deserialize(deserializer)? {
            Form::Text(text) => Ok(Bytes(text.into_bytes())),
            Form::Hex { hex } => {
                let bytes = hex.as_bytes().chunks(2).map(byte);
                let bytes: Option<Vec<u8>> = bytes.collect();
                bytes
                    .map(Bytes)
                    .ok_or_else(|| D::Error::custom("hex: expected two digits for each byte"))
            }
        }
    }
}

fn byte(digits: &[u8]) -> Option<u8> {
    match digits {
        [high, low] => {
            let digit = |digit: &u8| char::from(*digit).to_digit(16);
            u8::try_from(digit(high)? * 16 + digit(low)?).ok()
        }
        _ => None,
    }
}

/// How a program ended: one of the two is there.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(try_from = "ExitForm", into = "ExitForm")]
pub(crate) struct Ending(pub(crate) Exit);

/// How a program ended: one of the two is there.
#[derive(Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct ExitForm {
    /// The exit code, 0 to 255; `null` where a signal ended the program.
    exit_code: Option<i32>,
    /// The name of the signal that ended the program, such as `SIGSEGV`, or `signal 40` for one
    /// without a name; else `null`.
    signal: Option<String>,
}

impl From<Ending> for ExitForm {
    fn from(ending: Ending) -> ExitForm {
        match ending.0 {
            Exit::Code(code) => ExitForm {
                exit_code: Some(code),
                signal: None,
            },
            Exit::Signal(signal) => ExitForm {
                exit_code: None,
                signal: Some(signal.to_string()),
            },
        }
    }
}

impl TryFrom<ExitForm> for Ending {
    type Error = String;

    fn try_from(form: ExitForm) -> Result<Ending, String> {
        match (form.exit_code, form.signal) {
            (Some(code), None) => Ok(Ending(Exit::Code(code))),
            (None, Some(name)) => (1..=64)
                .map(Signal)
                .find(|signal| signal.to_string() == name)
                .map(|signal| Ending(Exit::Signal(signal)))
                .ok_or_else(|| {
                    format!("signal: expected its name, found `{}`", name.escape_debug())
                }),
            _ => Err("expected either an exit_code or a signal".to_owned()),
        }
    }
}

/// What the types above say of themselves.
#[cfg(test)]
mod schema {
    use super::*;
    use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
    use std::borrow::Cow;

    impl JsonSchema for Code {
        fn schema_name() -> Cow<'static, str> {
            "Verdict".into()
        }

        fn json_schema(_: &mut SchemaGenerator) -> Schema {
            let codes = Verdict::ALL.map(Verdict::code);
            json_schema!({"description": "A verdict by its code.", "enum": codes})
        }
    }

    impl JsonSchema for Millis {
        fn schema_name() -> Cow<'static, str> {
            "Milliseconds".into()
        }

        fn json_schema(_: &mut SchemaGenerator) -> Schema {
            json_schema!({"description": "A time in milliseconds.", "type": "number", "minimum": 0})
        }
    }

    impl JsonSchema for Bytes {
        fn schema_name() -> Cow<'static, str> {
            "Bytes".into()
        }

        fn json_schema(generator: &mut SchemaGenerator) -> Schema {
            Form::json_schema(generator)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_of_a_value_is_lost() {
        fn kept<T>(value: &T, json: &str)
        where
            T: Serialize + for<'a> Deserialize<'a> + PartialEq + std::fmt::Debug,
        {
            assert_eq!(serde_json::to_string(value).unwrap(), json);
            assert_eq!(&serde_json::from_str::<T>(json).unwrap(), value);
        }
        for (nanos, json) in [
            (0, "0.0"),
            (1, "1e-6"),
            (1_234_567_891, "1234.567891"),
            (863_999_999_999_999, "863999999.999999"),
        ] {
            kept(&Millis(Duration::from_nanos(nanos)), json);
        }
        for verdict in Verdict::ALL {
            kept(&Code(verdict), &format!("{:?}", verdict.code()));
        }
        kept(&Bytes("a\nß\0".into()), "\"a\\nß\\u0000\"");
        kept(&Bytes(vec![0, 0xff, 0x7f]), r#"{"hex":"00ff7f"}"#);
        kept(&Bytes(Vec::new()), r#""""#);
        kept(&Ending(Exit::Code(3)), r#"{"exit_code":3,"signal":null}"#);
        for number in 1..=64 {
            let ending = Ending(Exit::Signal(Signal(number)));
            let json = serde_json::to_string(&ending).unwrap();
            kept(&ending, &json);
        }
    }

    #[test]
    fn what_is_no_value_is_refused() {
        fn refused<T: for<'a> Deserialize<'a>>(json: &str) {
            assert!(serde_json::from_str::<T>(json).is_err(), "{json}");
        }
        for json in ["-1", "1e300", "\"1\"", "null"] {
            refused::<Millis>(json);
        }
        refused::<Code>("\"OK\"");
        for json in [r#"{"hex":"0"}"#, r#"{"hex":"0g"}"#, r#"{"hex":"é"}"#, "3"] {
            refused::<Bytes>(json);
        }
        for json in [
            r#"{"exit_code":null,"signal":null}"#,
            r#"{"exit_code":1,"signal":"SIGSEGV"}"#,
            r#"{"exit_code":null,"signal":"SIGNOT"}"#,
        ] {
            refused::<Ending>(json);
        }
    }
}
