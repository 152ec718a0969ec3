//! The file system that programs see: a small read-only root, made once by the launcher, and the folder of each run.

use std::ffi::OsStr;
use std::fs;
use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::fs::symlink;
use std::path::{Component, Path, PathBuf};
use std::sync::OnceLock;

use rustix::fs::{CWD, FileType, Mode, OFlags, mkdirat, open};
use rustix::mount::{
    FsMountFlags, FsOpenFlags, MountAttrFlags, MountPropagationFlags, MoveMountFlags,
    OpenTreeFlags, UnmountFlags, fsconfig_create, fsconfig_set_string, fsmount, fsopen,
    mount_change, move_mount, open_tree, unmount,
};
use rustix::process::{fchdir, pivot_root};

use super::order::{Fault, Order, Step, View};
use super::shown::{is_covered, waiting};
use super::{folder, sys};

/// The folders of the system: programs, libraries, and the settings that these need. Nothing of a user's.
pub(crate) const SYSTEM: &[&str] = &[
    "/usr",
    "/bin",
    "/sbin",
    "/lib",
    "/lib32",
    "/lib64",
    "/libx32",
    "/nix/store",
    "/gnu/store",
    "/etc/alternatives",
    // Debian's Haskell keeps the list of its libraries there.
    "/var/lib/ghc",
    "/etc/ld.so.cache",
    "/etc/ld.so.conf",
    "/etc/ld.so.conf.d",
    "/etc/ld-musl-x86_64.path",
    "/etc/ld-musl-aarch64.path",
    "/etc/localtime",
    "/etc/fpc.cfg",
    "/etc/mono",
    "/etc/R",
    // Where Debian's compiler of Haskell has its list of packages.
    "/var/lib/ghc",
];

/// In `/etc`, the settings of Java have the version in their name.
const SYSTEM_PREFIX: &str = "/etc/java";

pub(crate) const DEVICES: &[&str] = &[
    "/dev/null",
    "/dev/zero",
    "/dev/full",
    "/dev/random",
    "/dev/urandom",
];

const LINKS: &[(&str, &str)] = &[
    ("/dev/fd", "/proc/self/fd"),
    ("/dev/stdin", "/proc/self/fd/0"),
    ("/dev/stdout", "/proc/self/fd/1"),
    ("/dev/stderr", "/proc/self/fd/2"),
    ("/dev/shm", "/box/tmp"),
    ("/var/tmp", "/box/tmp"),
];

const FOLDERS: &[&str] = &["/dev", "/proc", "/etc", "/var", "/box", "/tmp"];

/// Who a program is inside.
pub(crate) const USER: u32 = 1000;
const PASSWD: &str = "judge:x:1000:1000::/box/run:/bin/sh\n";
const GROUP: &str = "judge:x:1000:\n";

/// The working folder of a run that has none of its own, and the one for temporary files.
pub(crate) const RUN: &str = "/box/run";
pub(crate) const TMP: &str = "/box/tmp";

/// Files and folders in one run's own folder. Each costs memory, also an empty one.
const MOST_FILES: u64 = 50_000;

pub(crate) const LOCKED_DOWN: u64 = libc::MOUNT_ATTR_RDONLY | libc::MOUNT_ATTR_NOSUID;

/// A copy of the mounts at and below a path, attached nowhere yet. It needs rights over the mount namespace.
pub(crate) fn copy_mount(place: &Path) -> io::Result<OwnedFd> {
    let flags = OpenTreeFlags::OPEN_TREE_CLONE
        | OpenTreeFlags::OPEN_TREE_CLOEXEC
        | OpenTreeFlags::AT_RECURSIVE
        | OpenTreeFlags::AT_NO_AUTOMOUNT;
    Ok(open_tree(CWD, place, flags)?)
}

/// The mounts that the root consists of, copied before the launcher gives up its identity.
pub(crate) struct Sources {
    mounts: Vec<(PathBuf, OwnedFd)>,
    links: Vec<(PathBuf, PathBuf)>,
}

impl Sources {
    pub(crate) fn open() -> io::Result<Sources> {
        let mut sources = Sources {
            mounts: Vec::new(),
            links: Vec::new(),
        };
        for place in system_places() {
            let Ok(data) = fs::symlink_metadata(place) else {
                continue;
            };
            // On most systems `/bin` and the like lead into `/usr`; a link of `/etc` is followed.
            if data.is_symlink() && place.parent() == Some(Path::new("/")) {
                sources.links.push((place.clone(), fs::read_link(place)?));
            } else if place.exists() {
                let mount = copy_mount(place)?;
                sys::add_mount_attributes(
                    mount.as_fd(),
                    LOCKED_DOWN | libc::MOUNT_ATTR_NODEV,
                    true,
                )?;
                sources.mounts.push((place.clone(), mount));
            }
        }
        for device in DEVICES {
            if let Ok(mount) = copy_mount(Path::new(device)) {
                sources.mounts.push((device.into(), mount));
            }
        }
        Ok(sources)
    }
}

/// The folders and files of the system, looked for once.
pub(crate) fn system_places() -> &'static [PathBuf] {
    static PLACES: OnceLock<Vec<PathBuf>> = OnceLock::new();
    PLACES.get_or_init(find_system_places)
}

fn find_system_places() -> Vec<PathBuf> {
    let java = fs::read_dir("/etc")
        .into_iter()
        .flatten()
        .filter_map(|entry| {
            let path = entry.ok()?.path();
            path.to_str()?.starts_with(SYSTEM_PREFIX).then_some(path)
        });
    SYSTEM.iter().map(PathBuf::from).chain(java).collect()
}

/// Makes the root and enters it. The caller has its own user and mount namespaces.
///
/// The machine's `/proc` stays mounted, though covered in every run: a new one may only be mounted by somebody who
/// sees one already.
pub(crate) fn enter(sources: Sources) -> io::Result<()> {
    mount_change(
        "/",
        MountPropagationFlags::PRIVATE | MountPropagationFlags::REC,
    )?;
    let proc = copy_mount(Path::new("/proc"))?;
    let root = fresh("16m", 4096)?;
    // Any folder that certainly exists serves to attach the new root for a moment.
    attach(root.as_fd(), Path::new("/usr"))?;
    fchdir(&root)?;
    pivot_root(".", ".")?;
    unmount(".", UnmountFlags::DETACH)?;
    std::env::set_current_dir("/")?;
    for folder in FOLDERS {
        fs::create_dir(folder)?;
    }
    fs::write("/etc/passwd", PASSWD)?;
    fs::write("/etc/group", GROUP)?;
    attach(proc.as_fd(), Path::new("/proc"))?;
    for (place, target) in LINKS {
        symlink(target, place)?;
    }
    for (place, target) in &sources.links {
        symlink(target, place)?;
    }
    for (place, mount) in &sources.mounts {
        let is_folder = is_folder(mount.as_fd())?;
        make_place(place, is_folder, &mut Vec::new())?;
        attach(mount.as_fd(), place)?;
    }
    Ok(())
}

pub(crate) fn is_folder(fd: BorrowedFd<'_>) -> io::Result<bool> {
    Ok(kind(fd)? == FileType::Directory)
}

pub(crate) fn is_file(fd: BorrowedFd<'_>) -> io::Result<bool> {
    Ok(kind(fd)? == FileType::RegularFile)
}

fn kind(fd: BorrowedFd<'_>) -> io::Result<FileType> {
    Ok(FileType::from_raw_mode(rustix::fs::fstat(fd)?.st_mode))
}

/// An empty file system in memory, attached nowhere yet.
pub(super) fn fresh(size: &str, files: u64) -> io::Result<OwnedFd> {
    let context = fsopen("tmpfs", FsOpenFlags::FSOPEN_CLOEXEC)?;
    fsconfig_set_string(context.as_fd(), "size", size)?;
    fsconfig_set_string(context.as_fd(), "nr_inodes", files.to_string())?;
    fsconfig_set_string(context.as_fd(), "mode", "755")?;
    fsconfig_create(context.as_fd())?;
    let attributes = MountAttrFlags::MOUNT_ATTR_NOSUID | MountAttrFlags::MOUNT_ATTR_NODEV;
    Ok(fsmount(
        context.as_fd(),
        FsMountFlags::FSMOUNT_CLOEXEC,
        attributes,
    )?)
}

pub(super) fn attach(mount: BorrowedFd<'_>, place: &Path) -> io::Result<()> {
    Ok(move_mount(
        mount,
        "",
        CWD,
        place,
        MoveMountFlags::MOVE_MOUNT_F_EMPTY_PATH,
    )?)
}

/// Shows a folder at a second place.
fn attach_again(folder: &str, place: &Path) -> io::Result<()> {
    let flags = OpenTreeFlags::OPEN_TREE_CLONE | OpenTreeFlags::OPEN_TREE_CLOEXEC;
    let again = open_tree(CWD, folder, flags)?;
    attach(again.as_fd(), place)
}

/// Makes a folder or an empty file to attach something to, with the folders above it; what was made is added to
/// `made`.
pub(super) fn make_place(place: &Path, is_folder: bool, made: &mut Vec<PathBuf>) -> io::Result<()> {
    let mut path = PathBuf::new();
    let mut parts = place.components().peekable();
    while let Some(part) = parts.next() {
        if part == Component::ParentDir {
            return Err(io::Error::from(io::ErrorKind::InvalidInput));
        }
        path.push(part);
        if path.exists() {
            continue;
        }
        if parts.peek().is_some() || is_folder {
            fs::create_dir(&path)?;
        } else {
            fs::write(&path, "")?;
        }
        made.push(path.clone());
    }
    Ok(())
}

/// The folder of one run.
pub(crate) struct Box {
    mount: OwnedFd,
    /// The working folder in it.
    pub(crate) run: OwnedFd,
}

impl Box {
    pub(crate) fn make(room: u64) -> io::Result<Box> {
        let mount = fresh(&room.to_string(), MOST_FILES)?;
        for name in ["run", "tmp"] {
            mkdirat(&mount, name, Mode::from_raw_mode(0o755))?;
        }
        let run = folder::open_folder(mount.as_fd(), OsStr::new("run"))?;
        Ok(Box { mount, run })
    }
}

/// Copies the mounts of what a run may see, all of them read-only. What was not sent is looked for in the machine's
/// mounts, which only processes of the sandbox's own enter, and only for this.
pub(crate) fn show(
    order: &Order,
    sent: &mut impl Iterator<Item = OwnedFd>,
    machine: BorrowedFd<'_>,
    own: BorrowedFd<'_>,
) -> io::Result<Vec<OwnedFd>> {
    let goes_out = order.views.iter().any(|view| !view.is_sent);
    let mut take = || {
        let views = order.views.iter().map(|view| {
            let mount = match view.is_sent {
                true => sent
                    .next()
                    .ok_or_else(|| io::Error::from(io::ErrorKind::InvalidData))?,
                false => copy_mount(&view.place)?,
            };
            sys::add_mount_attributes(mount.as_fd(), LOCKED_DOWN | libc::MOUNT_ATTR_NODEV, true)?;
            Ok(mount)
        });
        views.collect()
    };
    if goes_out {
        outside(machine, own, take)?
    } else {
        take()
    }
}

/// Does something among the machine's mounts, and comes back to the own ones, where the working folder is the root
/// then.
pub(crate) fn outside<T>(
    machine: BorrowedFd<'_>,
    own: BorrowedFd<'_>,
    action: impl FnOnce() -> T,
) -> io::Result<T> {
    sys::enter_mounts(machine)?;
    let done = action();
    sys::enter_mounts(own)?;
    Ok(done)
}

/// Lets the user that programs run as read what only root may, below one place that a program is to see. Some file
/// systems cannot do that; then it sees what everybody sees.
pub(crate) fn map_owners(mount: BorrowedFd<'_>, users: Option<BorrowedFd<'_>>) {
    if let Some(users) = users {
        let _ = sys::map_owners(mount, users);
    }
}

/// Attaches everything that belongs to one run. The caller is the first process of the run, in its own namespaces.
pub(crate) fn furnish(order: &Order, own: &Box, proc: bool) -> Result<(), Fault> {
    let mounts = || -> io::Result<()> {
        let waiting: Vec<(OwnedFd, &View)> = waiting(order)
            .map(|(view, room)| {
                Ok((
                    open_tree(CWD, room, OpenTreeFlags::OPEN_TREE_CLOEXEC)?,
                    view,
                ))
            })
            .collect::<io::Result<_>>()?;
        attach(own.mount.as_fd(), Path::new("/box"))?;
        attach_again(TMP, Path::new("/tmp"))?;
        for (mount, view) in &waiting {
            make_place(&view.place, view.is_folder, &mut Vec::new())?;
            attach(mount.as_fd(), &view.place)?;
        }
        if let Some(place) = order.writable.as_ref().filter(|place| is_covered(place)) {
            make_place(place, true, &mut Vec::new())?;
        }
        if let Some(place) = &order.writable {
            attach_again(RUN, place)?;
        }
        Ok(())
    };
    mounts().map_err(Step::Mounts.fault())?;
    if proc {
        fresh_proc().map_err(Step::Proc.fault())?;
    } else {
        cover_proc().map_err(Step::Mounts.fault())?;
    }
    let lock = || -> io::Result<()> {
        let root = open(
            "/",
            OFlags::PATH | OFlags::DIRECTORY | OFlags::CLOEXEC,
            Mode::empty(),
        )?;
        sys::add_mount_attributes(root.as_fd(), LOCKED_DOWN, false)
    };
    lock().map_err(Step::Mounts.fault())
}

/// Hides the machine's processes where there can be no /proc of the run's own.
fn cover_proc() -> io::Result<()> {
    let cover = fresh("4k", 2)?;
    sys::add_mount_attributes(cover.as_fd(), LOCKED_DOWN, false)?;
    attach(cover.as_fd(), Path::new("/proc"))
}

/// Shows the processes of this pid namespace only.
fn fresh_proc() -> io::Result<()> {
    let context = fsopen("proc", FsOpenFlags::FSOPEN_CLOEXEC)?;
    fsconfig_create(context.as_fd())?;
    let attributes = MountAttrFlags::MOUNT_ATTR_NOSUID
        | MountAttrFlags::MOUNT_ATTR_NODEV
        | MountAttrFlags::MOUNT_ATTR_NOEXEC;
    let proc = fsmount(context.as_fd(), FsMountFlags::FSMOUNT_CLOEXEC, attributes)?;
    attach(proc.as_fd(), Path::new("/proc"))
}
