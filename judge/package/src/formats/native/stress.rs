//! `[stress]` of `problem.toml`.

use super::Reader;
use super::settings::{CallSettings, StressSettings};
use crate::error::PackageError;
use crate::model::Call;
use crate::stress::Stress;

impl Reader<'_> {
    /// The programs that make and answer random inputs. `crate` names the program of a game, whose
    /// modes are known; each other key stands for one of them.
    pub(super) fn stress(&self, settings: StressSettings) -> Result<Stress, PackageError> {
        if settings.largest == Some(0) {
            return Err(self.wrong("stress.largest", "expected a size from 1 on, found 0"));
        }
        let game = |args: &[&str]| {
            let name = settings.krate.clone()?;
            let args = args.iter().map(|&arg| arg.to_owned()).collect();
            Some(self.call("stress", Some(name), None, args))
        };
        let program = |key: &str, settings: Option<CallSettings>, args: &[&str]| match settings {
            Some(CallSettings { krate, path, args }) => {
                let key = format!("stress.{key}");
                self.call(&key, krate, path, args).map(Some)
            }
            None => game(args).transpose(),
        };
        let references: Vec<Call> = match settings.reference.is_empty() {
            false => {
                let references = settings.reference.into_iter();
                let read = |settings: CallSettings| {
                    let CallSettings { krate, path, args } = settings;
                    self.call("stress.reference", krate, path, args)
                };
                references.map(read).collect::<Result<_, _>>()?
            }
            // What is too large for the search from the rules is left to the theorem.
            true => [&["--brute"][..], &[]]
                .into_iter()
                .filter_map(game)
                .collect::<Result<_, _>>()?,
        };
        Ok(Stress {
            generator: program("generator", settings.generator, &["--generate"])?,
            references,
            every: program("every", settings.every, &["--every"])?,
            largest: settings.largest,
        })
    }
}
