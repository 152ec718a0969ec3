//! Which layers this machine has, each found out by using it.

use super::cgroup::{Controller, Hierarchy};
use super::launcher::Launcher;
use super::order::{Fault, Step, Wanted};
use super::pool::{Pool, group};
use crate::SandboxError;
use crate::layers::{
    ALL, CPU, LANDLOCK, LAUNCHER, Layer, Layers, MEMORY, Missing, NAMESPACES, PIDS, PROC, SECCOMP,
};

/// Tries everything but the layers named in `without`, and leaves away what does not work, one by one.
///
/// # Errors
/// When the system is short of something (descriptors, processes, memory): that is no reason to isolate less.
pub(crate) fn probe(
    is_initialised: bool,
    without: &[String],
) -> Result<(Layers, Option<Pool>), SandboxError> {
    let mut missing = Reasons(Vec::new());
    for (name, ..) in ALL {
        if without.iter().any(|other| other == name) {
            missing.add(name, "switched off".to_owned());
        }
    }
    if !is_initialised {
        missing.add(LAUNCHER, "sandbox::init() was not called".to_owned());
    }
    let pool = if missing.has(LAUNCHER) {
        None
    } else {
        build(&mut missing)?
    };
    let layers = ALL.map(|(name, purpose, remedy)| Layer {
        name,
        purpose,
        missing: match missing.reason(name) {
            Some(reason) => Some(Missing { reason, remedy }),
            None if pool.is_none() => Some(Missing {
                reason: format!("it needs the {LAUNCHER}"),
                remedy,
            }),
            None => None,
        },
    });
    Ok((Layers(layers.into()), pool))
}

/// Why layers are missing; the first reason counts.
struct Reasons(Vec<(&'static str, String)>);

impl Reasons {
    fn add(&mut self, name: &'static str, reason: String) {
        if !self.has(name) {
            self.0.push((name, reason));
        }
    }

    fn has(&self, name: &str) -> bool {
        self.0.iter().any(|(other, _)| *other == name)
    }

    fn reason(&self, name: &str) -> Option<String> {
        let found = self.0.iter().find(|(other, _)| *other == name);
        found.map(|(_, reason)| reason.clone())
    }
}

fn build(missing: &mut Reasons) -> Result<Option<Pool>, SandboxError> {
    let (mut hierarchy, lacking) = Hierarchy::find();
    for (controller, reason) in lacking {
        missing.add(layer_of(controller), reason);
    }
    for controller in [Controller::Cpu, Controller::Memory, Controller::Pids] {
        if missing.has(layer_of(controller)) {
            hierarchy.leave(controller);
        }
    }
    // Each turn leaves one thing away, so this ends.
    loop {
        if missing.has(NAMESPACES) {
            missing.add(PROC, format!("it needs {NAMESPACES}"));
        }
        let wanted = Wanted {
            namespaces: !missing.has(NAMESPACES),
            proc: !missing.has(PROC),
            landlock: !missing.has(LANDLOCK),
            seccomp: !missing.has(SECCOMP),
            meter: hierarchy.has(Controller::Cpu),
            memory: hierarchy.has(Controller::Memory),
        };
        let fault = match try_out(wanted, &hierarchy) {
            Ok(launcher) => return Ok(Some(Pool::new(wanted, hierarchy, launcher))),
            Err(fault) => fault,
        };
        if is_shortage(&fault.error) {
            return Err(SandboxError::System {
                action: "start the launcher of programs",
                source: fault.error,
            });
        }
        let reason = fault.error.to_string();
        match fault.step {
            Step::Namespaces if wanted.namespaces => {
                missing.add(NAMESPACES, format!("cannot make them: {reason}"));
            }
            Step::Root | Step::Mounts if wanted.namespaces => {
                missing.add(NAMESPACES, format!("cannot mount in them: {reason}"));
            }
            Step::Proc if wanted.proc => missing.add(PROC, format!("cannot mount it: {reason}")),
            Step::Landlock if wanted.landlock => missing.add(LANDLOCK, reason),
            Step::Seccomp if wanted.seccomp => missing.add(SECCOMP, reason),
            _ if !hierarchy.is_empty() => {
                for controller in [Controller::Cpu, Controller::Memory, Controller::Pids] {
                    missing.add(
                        layer_of(controller),
                        format!("cannot use a group: {reason}"),
                    );
                    hierarchy.leave(controller);
                }
            }
            _ => {
                missing.add(LAUNCHER, format!("it does not start: {reason}"));
                return Ok(None);
            }
        }
    }
}

/// Errors that say that there is too little of something now, and not that a layer is missing. `ENOSPC` is not among
/// them: it is what a user namespace says where the limit of namespaces is zero.
fn is_shortage(error: &std::io::Error) -> bool {
    matches!(
        error.raw_os_error(),
        Some(libc::EMFILE | libc::ENFILE | libc::ENOMEM | libc::EAGAIN)
    )
}

fn layer_of(controller: Controller) -> &'static str {
    match controller {
        Controller::Cpu => CPU,
        Controller::Memory => MEMORY,
        Controller::Pids => PIDS,
    }
}

fn try_out(wanted: Wanted, hierarchy: &Hierarchy) -> Result<Launcher, Fault> {
    let group = group(hierarchy).map_err(Step::Prepare.fault())?;
    let mut launcher = Launcher::start(wanted, group)?;
    launcher.try_out(wanted)?;
    Ok(launcher)
}
