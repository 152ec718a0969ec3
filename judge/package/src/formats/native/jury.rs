//! `[checker]` and `[interactor]` of `problem.toml`.

use super::Reader;
use super::settings::{CheckerSettings, JurySettings};
use crate::error::PackageError;
use crate::judging::{Checker, CheckerCall, Judging, Jury, JuryLimits, Protocol};
use crate::units;

impl Reader<'_> {
    /// How outputs are judged. An interactor that judges alone leaves nothing for a checker to look
    /// at; without an interactor the default is a comparison token by token.
    pub(super) fn judging(
        &self,
        checkers: Vec<CheckerSettings>,
        interactor: Option<JurySettings>,
        passes: Option<u32>,
    ) -> Result<Judging, PackageError> {
        let interactor = interactor
            .map(|settings| self.jury("interactor", settings))
            .transpose()?;
        let checkers: Vec<Checker> = checkers
            .into_iter()
            .map(|settings| self.checker(settings))
            .collect::<Result<_, _>>()?;
        if let Some(Jury { protocol, .. }) = &interactor {
            if !protocol.has_interactors() {
                let message = format!(
                    "{protocol} has no interactors; expected kattis, testlib, dmoj, dmoj-testlib, dmoj-coci or dmoj-peg"
                );
                return Err(self.wrong("interactor.protocol", message));
            }
            if *protocol != Protocol::Testlib && !checkers.is_empty() {
                let message = format!(
                    "an interactor that speaks {protocol} judges alone; remove the checker"
                );
                return Err(self.wrong("checker", message));
            }
        }
        let checkers = match (checkers.is_empty(), &interactor) {
            (true, None) => Judging::default().checkers,
            _ => checkers,
        };
        let passes = passes.unwrap_or(1);
        if !(1..=100).contains(&passes) {
            let message = format!("expected a number from 1 to 100, found {passes}");
            return Err(self.wrong("passes", message));
        }
        let kattis = |jury: &Jury| jury.protocol == Protocol::Kattis;
        let asks = interactor.as_ref().is_some_and(kattis)
            || checkers
                .iter()
                .any(|checker| matches!(checker, Checker::Program(jury) if kattis(jury)));
        if passes > 1 && !asks {
            let message = "only a checker or interactor that speaks kattis asks for another pass";
            return Err(self.wrong("passes", message));
        }
        Ok(Judging {
            checkers,
            interactor,
            passes,
        })
    }

    fn checker(&self, settings: CheckerSettings) -> Result<Checker, PackageError> {
        let program = settings.krate.is_some() || settings.path.is_some();
        match settings.name {
            Some(name) if !program => {
                let unused = [
                    ("protocol", &settings.protocol),
                    ("time", &settings.time),
                    ("memory", &settings.memory),
                ];
                if let Some((key, _)) = unused.iter().find(|(_, value)| value.is_some()) {
                    let message = "only for a program; remove it, or name the program by `path`";
                    return Err(self.wrong(format!("checker.{key}"), message));
                }
                let args = settings.args;
                Ok(Checker::Named(CheckerCall { name, args }))
            }
            Some(_) => {
                let message = "`name` beside `crate` or `path`; keep the one that is meant";
                Err(self.wrong("checker", message))
            }
            None if !program => {
                let message = "neither `name` nor `path` nor `crate`; add the one that is meant";
                Err(self.wrong("checker", message))
            }
            None => Ok(Checker::Program(self.jury(
                "checker",
                JurySettings {
                    krate: settings.krate,
                    path: settings.path,
                    args: settings.args,
                    protocol: settings.protocol,
                    time: settings.time,
                    memory: settings.memory,
                },
            )?)),
        }
    }

    fn jury(&self, key: &str, settings: JurySettings) -> Result<Jury, PackageError> {
        let mut limits = JuryLimits::default();
        if let Some(time) = settings.time {
            limits.time =
                units::duration(&time).map_err(|error| self.wrong(format!("{key}.time"), error))?;
        }
        if let Some(memory) = settings.memory {
            limits.memory = units::bytes(&memory)
                .map_err(|error| self.wrong(format!("{key}.memory"), error))?;
        }
        let protocol = match settings.protocol {
            Some(name) => name
                .parse()
                .map_err(|error| self.wrong(format!("{key}.protocol"), error))?,
            None => Protocol::Kattis,
        };
        Ok(Jury {
            call: self.call(key, settings.krate, settings.path, settings.args)?,
            protocol,
            words: None,
            limits,
        })
    }
}
