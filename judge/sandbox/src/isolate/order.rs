//! What the judge and its launcher say to each other.
//!
//! There are two sockets. Over the first the launcher itself is told what to run ([`ORDER`]) and what to end ([`KILL`]).
//! Over the second the judge talks with the runs: it hears [`DONE`], and to the next run, which was prepared for the
//! same order meanwhile, it says [`AGAIN`]. Runs on one launcher are numbered, so that what comes late is known to be
//! late.

use std::ffi::{CString, OsString};
use std::io;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};

/// Kinds of messages.
pub(crate) const SETUP: u32 = 1;
pub(crate) const READY: u32 = 2;
/// An [`Order`], with standard input, output and error, the content of its folder and the mounts of its views as
/// descriptors.
pub(crate) const ORDER: u32 = 3;
/// The number of a run; standard input, output and error come with it.
pub(crate) const AGAIN: u32 = 4;
/// The number of a run.
pub(crate) const KILL: u32 = 5;
/// The number of a run, and that of its first process outside.
pub(crate) const STARTED: u32 = 6;
/// A [`Report`], with the run's folder if that is to be brought back.
pub(crate) const DONE: u32 = 7;

/// Which layers a launcher uses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Wanted {
    pub(crate) namespaces: bool,
    pub(crate) proc: bool,
    pub(crate) landlock: bool,
    pub(crate) seccomp: bool,
    /// Descriptors of the group's CPU meter and of the files to join it come with the message.
    pub(crate) meter: bool,
    /// Whether memory is counted by a group, so that memory outside of processes is counted too.
    pub(crate) memory: bool,
}

impl Wanted {
    pub(crate) fn encode(self) -> Vec<u8> {
        [
            self.namespaces,
            self.proc,
            self.landlock,
            self.seccomp,
            self.meter,
            self.memory,
        ]
        .map(u8::from)
        .to_vec()
    }

    pub(crate) fn decode(bytes: &[u8]) -> Option<Wanted> {
        let &[namespaces, proc, landlock, seccomp, meter, memory] = bytes else {
            return None;
        };
        Some(Wanted {
            namespaces: namespaces != 0,
            proc: proc != 0,
            landlock: landlock != 0,
            seccomp: seccomp != 0,
            meter: meter != 0,
            memory: memory != 0,
        })
    }
}

/// The steps at which a launcher or a run can fail.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u32)]
pub(crate) enum Step {
    None = 0,
    /// Making a process, descriptors, identities.
    Prepare,
    /// Making the namespaces of the launcher.
    Namespaces,
    /// Making the read-only root.
    Root,
    /// Making the folder of the run, and showing what it may see.
    Mounts,
    /// A fresh /proc.
    Proc,
    /// Entering the working folder.
    Folder,
    Limits,
    Landlock,
    Seccomp,
    Execute,
}

impl Step {
    pub(crate) fn from(number: u32) -> Step {
        const ALL: [Step; 11] = [
            Step::None,
            Step::Prepare,
            Step::Namespaces,
            Step::Root,
            Step::Mounts,
            Step::Proc,
            Step::Folder,
            Step::Limits,
            Step::Landlock,
            Step::Seccomp,
            Step::Execute,
        ];
        ALL.into_iter()
            .find(|step| *step as u32 == number)
            .unwrap_or(Step::Prepare)
    }
}

/// A step that failed, and why.
#[derive(Debug)]
pub(crate) struct Fault {
    pub(crate) step: Step,
    pub(crate) error: io::Error,
}

impl Step {
    /// For `map_err`.
    pub(crate) fn fault<E: Into<io::Error>>(self) -> impl FnOnce(E) -> Fault {
        move |error| Fault {
            step: self,
            error: error.into(),
        }
    }
}

/// A file or folder that a run may see, at the place where it is outside.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct View {
    pub(crate) place: PathBuf,
    pub(crate) is_folder: bool,
    /// Whether its mount comes with the message; otherwise the launcher looks for it by its path.
    pub(crate) is_sent: bool,
}

/// Everything a run needs; its descriptors come with the message.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Order {
    /// Nothing is executed: only the layers are tried.
    pub(crate) is_trial: bool,
    /// Once it is carried out, the next run is prepared for the same.
    pub(crate) repeats: bool,
    /// Standard input is a file of the machine, and not opened through a read-only mount yet.
    pub(crate) is_stdin_open: bool,
    pub(crate) file: CString,
    pub(crate) argv: Vec<CString>,
    pub(crate) environment: Vec<CString>,
    pub(crate) cwd: PathBuf,
    /// Where the run's own folder is shown, if its content is to be brought back.
    pub(crate) writable: Option<PathBuf>,
    pub(crate) may_fork: bool,
    /// Bytes of the run's own folder.
    pub(crate) room: u64,
    /// Resource and limit.
    pub(crate) limits: Vec<(u32, u64)>,
    pub(crate) views: Vec<View>,
    /// Folders of which it sees nothing but the views in them.
    pub(crate) covers: Vec<PathBuf>,
}

impl Order {
    pub(crate) fn encode(&self) -> Vec<u8> {
        let mut out = Writer(Vec::new());
        out.flag(self.is_trial);
        out.flag(self.repeats);
        out.flag(self.is_stdin_open);
        out.text(self.file.as_bytes());
        out.texts(&self.argv);
        out.texts(&self.environment);
        out.path(&self.cwd);
        out.flag(self.writable.is_some());
        out.path(self.writable.as_deref().unwrap_or(Path::new("")));
        out.flag(self.may_fork);
        out.number(self.room);
        out.number(self.limits.len() as u64);
        for &(resource, limit) in &self.limits {
            out.number(u64::from(resource));
            out.number(limit);
        }
        out.number(self.views.len() as u64);
        for view in &self.views {
            out.path(&view.place);
            out.flag(view.is_folder);
            out.flag(view.is_sent);
        }
        out.number(self.covers.len() as u64);
        for cover in &self.covers {
            out.path(cover);
        }
        out.0
    }

    pub(crate) fn decode(bytes: &[u8]) -> Option<Order> {
        let mut from = Reader(bytes);
        let order = Order {
            is_trial: from.flag()?,
            repeats: from.flag()?,
            is_stdin_open: from.flag()?,
            file: from.c_string()?,
            argv: from.many(Reader::c_string)?,
            environment: from.many(Reader::c_string)?,
            cwd: from.path()?,
            writable: {
                let given = from.flag()?;
                let path = from.path()?;
                given.then_some(path)
            },
            may_fork: from.flag()?,
            room: from.number()?,
            limits: from
                .many(|from| Some((u32::try_from(from.number()?).ok()?, from.number()?)))?,
            views: from.many(|from| {
                Some(View {
                    place: from.path()?,
                    is_folder: from.flag()?,
                    is_sent: from.flag()?,
                })
            })?,
            covers: from.many(Reader::path)?,
        };
        from.0.is_empty().then_some(order)
    }
}

/// How a run ended, as its first process saw it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Report {
    /// The number of the run.
    pub(crate) run: u64,
    /// The number of a [`Step`], and of the system's error.
    pub(crate) step: u32,
    pub(crate) errno: i32,
    /// Whether the launcher was told to end the run.
    pub(crate) asked: bool,
    /// Whether the program was seen to end; otherwise it was killed with everything around it.
    pub(crate) ended: bool,
    /// As of wait(2).
    pub(crate) status: i32,
    /// Nanoseconds, of what was reaped.
    pub(crate) cpu: u64,
    pub(crate) meter_before: u64,
    pub(crate) meter_after: u64,
    pub(crate) wall: u64,
    /// Bytes.
    pub(crate) max_resident: u64,
}

impl Report {
    pub(crate) fn encode(&self) -> Vec<u8> {
        let mut out = Writer(Vec::new());
        out.number(self.run);
        out.number(u64::from(self.step));
        out.number(u64::from(self.errno.cast_unsigned()));
        out.flag(self.asked);
        out.flag(self.ended);
        out.number(u64::from(self.status.cast_unsigned()));
        for number in [
            self.cpu,
            self.meter_before,
            self.meter_after,
            self.wall,
            self.max_resident,
        ] {
            out.number(number);
        }
        out.0
    }

    pub(crate) fn decode(bytes: &[u8]) -> Option<Report> {
        let mut from = Reader(bytes);
        Some(Report {
            run: from.number()?,
            step: u32::try_from(from.number()?).ok()?,
            errno: u32::try_from(from.number()?).ok()?.cast_signed(),
            asked: from.flag()?,
            ended: from.flag()?,
            status: u32::try_from(from.number()?).ok()?.cast_signed(),
            cpu: from.number()?,
            meter_before: from.number()?,
            meter_after: from.number()?,
            wall: from.number()?,
            max_resident: from.number()?,
        })
    }
}

/// A message that is one number, or several.
pub(crate) fn numbers(values: &[u64]) -> Vec<u8> {
    let mut out = Writer(Vec::new());
    for &value in values {
        out.number(value);
    }
    out.0
}

/// Puts values one after the other.
pub(crate) struct Writer(pub(crate) Vec<u8>);

impl Writer {
    pub(crate) fn number(&mut self, value: u64) {
        self.0.extend(value.to_ne_bytes());
    }

    pub(crate) fn flag(&mut self, value: bool) {
        self.0.push(u8::from(value));
    }

    pub(crate) fn text(&mut self, value: &[u8]) {
        self.number(value.len() as u64);
        self.0.extend(value);
    }

    pub(crate) fn path(&mut self, value: &Path) {
        self.text(value.as_os_str().as_bytes());
    }

    fn texts(&mut self, values: &[CString]) {
        self.number(values.len() as u64);
        for value in values {
            self.text(value.as_bytes());
        }
    }
}

/// Takes them out again.
pub(crate) struct Reader<'a>(pub(crate) &'a [u8]);

impl<'a> Reader<'a> {
    pub(crate) fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(taken)
    }

    pub(crate) fn number(&mut self) -> Option<u64> {
        Some(u64::from_ne_bytes(self.take(8)?.try_into().ok()?))
    }

    pub(crate) fn flag(&mut self) -> Option<bool> {
        Some(self.take(1)? != [0])
    }

    pub(crate) fn text(&mut self) -> Option<&'a [u8]> {
        let length = self.number()?;
        self.take(usize::try_from(length).ok()?)
    }

    pub(crate) fn path(&mut self) -> Option<PathBuf> {
        Some(OsString::from_vec(self.text()?.to_vec()).into())
    }

    fn c_string(&mut self) -> Option<CString> {
        CString::new(self.text()?).ok()
    }

    fn many<T>(&mut self, mut one: impl FnMut(&mut Self) -> Option<T>) -> Option<Vec<T>> {
        (0..self.number()?).map(|_| one(self)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_order_arrives_as_it_was_sent() {
        let order = Order {
            is_trial: true,
            repeats: true,
            is_stdin_open: false,
            file: c"/bin/x".into(),
            argv: vec![c"x".into(), c"".into()],
            environment: vec![c"A=b".into()],
            cwd: "/box/run".into(),
            writable: Some("/a b".into()),
            may_fork: true,
            room: u64::MAX,
            limits: vec![(3, 7)],
            views: vec![View {
                place: "/p".into(),
                is_folder: true,
                is_sent: false,
            }],
            covers: vec!["/p/q".into()],
        };
        let bytes = order.encode();
        assert_eq!(Order::decode(&bytes), Some(order));
        for length in 0..bytes.len() {
            assert_eq!(Order::decode(&bytes[..length]), None);
        }
    }

    #[test]
    fn a_report_arrives_as_it_was_sent() {
        let report = Report {
            run: 6,
            step: 10,
            errno: -1,
            asked: false,
            ended: true,
            status: i32::MIN,
            cpu: 1,
            meter_before: 2,
            meter_after: 3,
            wall: 4,
            max_resident: 5,
        };
        assert_eq!(Report::decode(&report.encode()), Some(report));
    }

    #[test]
    fn steps_keep_their_numbers() {
        for number in 0..=Step::Execute as u32 {
            assert_eq!(Step::from(number) as u32, number);
        }
    }
}
