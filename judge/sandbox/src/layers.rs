//! What the sandbox is made of on this machine.

use std::fmt;

/// How much a program is kept from, weakest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Level {
    /// A session of its own and resource limits. It stops accidents, not attacks.
    Limits,
    /// Some layers are missing; [`Layers`] says which.
    Partial,
    /// Every layer.
    Full,
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Level::Limits => "process group and resource limits: trusted code only",
            Level::Partial => "some layers; others are missing",
            Level::Full => "every layer",
        })
    }
}

/// One layer of the sandbox.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Layer {
    /// Its name, such as `landlock`.
    pub name: &'static str,
    /// What it does, in a few words.
    pub purpose: &'static str,
    /// `None` when it was tried and works; else why it does not.
    pub missing: Option<Missing>,
}

/// Why a layer is missing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Missing {
    /// What the trial showed.
    pub reason: String,
    /// What to do about it.
    pub remedy: &'static str,
}

/// Every layer, present or not, each found out by a trial.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Layers(pub Vec<Layer>);

impl Layers {
    /// The layers that are missing.
    pub fn missing(&self) -> impl Iterator<Item = &Layer> {
        self.0.iter().filter(|layer| layer.missing.is_some())
    }

    /// The layer with this name.
    pub fn get(&self, name: &str) -> Option<&Layer> {
        self.0.iter().find(|layer| layer.name == name)
    }

    /// What these layers amount to.
    pub fn level(&self) -> Level {
        let has = |name| self.get(name).is_some_and(|layer| layer.missing.is_none());
        if self.missing().next().is_none() {
            Level::Full
        } else if has(LAUNCHER) && (has(NAMESPACES) || has(LANDLOCK)) {
            Level::Partial
        } else {
            Level::Limits
        }
    }
}

impl fmt::Display for Layers {
    /// One line a layer.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, layer) in self.0.iter().enumerate() {
            if index > 0 {
                f.write_str("\n")?;
            }
            write!(f, "{}: ", layer.name)?;
            match &layer.missing {
                None => write!(f, "works ({})", layer.purpose)?,
                Some(missing) => write!(
                    f,
                    "missing ({}): {}; {}",
                    layer.purpose, missing.reason, missing.remedy
                )?,
            }
        }
        Ok(())
    }
}

pub(crate) const LAUNCHER: &str = "launcher";
pub(crate) const NAMESPACES: &str = "namespaces";
pub(crate) const PROC: &str = "proc";
pub(crate) const LANDLOCK: &str = "landlock";
pub(crate) const SECCOMP: &str = "seccomp";
pub(crate) const CPU: &str = "cgroup cpu";
pub(crate) const MEMORY: &str = "cgroup memory";
pub(crate) const PIDS: &str = "cgroup pids";

/// Every layer with its purpose and what to do where it is missing.
pub(crate) const ALL: [(&str, &str, &str); 8] = [
    (
        LAUNCHER,
        "a small process that starts programs",
        "call sandbox::init() first in main, on Linux with /proc mounted",
    ),
    (
        NAMESPACES,
        "processes, files and network of its own",
        "allow user namespaces and mounts in them: sysctl user.max_user_namespaces, \
         kernel.unprivileged_userns_clone=1, kernel.apparmor_restrict_unprivileged_userns=0, \
         or a container started with more rights",
    ),
    (
        PROC,
        "a /proc that shows its own processes only",
        "leave /proc unmasked in the container; programs that need /proc fail without it",
    ),
    (
        LANDLOCK,
        "no file is written but its own",
        "Linux 5.13 or newer with landlock among the lsm= of the kernel's command line",
    ),
    (
        SECCOMP,
        "no system call that is only good for attacks",
        "a kernel with CONFIG_SECCOMP_FILTER",
    ),
    (
        CPU,
        "exact CPU time of all its processes",
        "run as root, or inside systemd-run --user --scope -p Delegate=yes; without it solutions may not start processes",
    ),
    (
        MEMORY,
        "a firm bound on the memory of all its processes",
        "run as root, or inside systemd-run --user --scope -p Delegate=yes; without it memory is looked at every few milliseconds",
    ),
    (
        PIDS,
        "a firm bound on the number of its processes",
        "run as root, or inside systemd-run --user --scope -p Delegate=yes; without it the system counts all of the user's",
    ),
];

#[cfg(not(target_os = "linux"))]
impl Layers {
    /// No layer at all.
    pub(crate) fn none(reason: &str) -> Layers {
        let layers = ALL.map(|(name, purpose, remedy)| Layer {
            name,
            purpose,
            missing: Some(Missing {
                reason: reason.to_owned(),
                remedy,
            }),
        });
        Layers(layers.into())
    }
}
