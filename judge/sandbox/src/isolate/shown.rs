//! What runs see besides the system's folders, attached in the root before they start, and what is hidden from them.

use std::fs;
use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::path::{Path, PathBuf};

use rustix::mount::{UnmountFlags, unmount};

use super::order::{Order, View};
use super::root::{LOCKED_DOWN, attach, fresh, make_place};
use super::sys;

/// Places in what covers a folder, for what is shown there by itself.
const MOST_SHOWN: u64 = 1000;

/// What runs may see, attached in the root by the launcher: every run inherits it with the root. It stays until
/// something else is asked for.
#[derive(Default)]
pub(crate) struct Views {
    attached: Vec<PathBuf>,
    made: Vec<PathBuf>,
}

/// What there is to be at a place.
enum Part<'a> {
    View(&'a OwnedFd),
    Cover,
    /// The run attaches something there itself.
    Place,
}

impl Views {
    /// Attaches the mounts of an order's views, and something empty where it covers; nothing else may be attached.
    pub(crate) fn attach(&mut self, order: &Order, mounts: &[OwnedFd]) -> io::Result<()> {
        let views = order.views.iter().zip(mounts);
        let views = views.map(|(view, mount)| (&view.place, view.is_folder, Part::View(mount)));
        let covers = order.covers.iter().map(|place| (place, true, Part::Cover));
        let writable = order.writable.iter().filter(|place| !is_covered(place));
        let writable = writable.map(|place| (place, true, Part::Place));
        let mut parts: Vec<_> = covers.chain(views).chain(writable).collect();
        // Outer ones come first.
        parts.sort_by_key(|(place, ..)| place.components().count());
        let mut locks = Vec::new();
        for (place, is_folder, part) in parts {
            let within = host(order, place);
            if matches!(part, Part::Cover) && !within.is_dir() {
                // Whoever may not see it need not be kept from it.
                continue;
            }
            // What is made in a cover goes with it.
            let mut gone = Vec::new();
            let is_around = |cover: &PathBuf| place.starts_with(cover) && place != cover;
            let made = match order.covers.iter().any(is_around) {
                true => &mut gone,
                false => &mut self.made,
            };
            make_place(&within, is_folder, made)?;
            match part {
                Part::View(mount) => attach(mount.as_fd(), &within)?,
                Part::Cover => {
                    let cover = fresh("1m", MOST_SHOWN)?;
                    attach(cover.as_fd(), &within)?;
                    locks.push(cover);
                }
                Part::Place => continue,
            }
            self.attached.push(within);
        }
        for cover in locks {
            sys::add_mount_attributes(cover.as_fd(), LOCKED_DOWN, false)?;
        }
        Ok(())
    }

    /// Takes everything away again.
    pub(crate) fn remove(&mut self) -> io::Result<()> {
        for place in self.attached.drain(..).rev() {
            unmount(&place, UnmountFlags::DETACH)?;
        }
        for path in self.made.drain(..).rev() {
            fs::remove_dir(&path).or_else(|_| fs::remove_file(&path))?;
        }
        Ok(())
    }
}

/// At or below the folders of the run's own, or what leads there: those it attaches itself.
pub(super) fn is_covered(place: &Path) -> bool {
    let own = ["/box", "/tmp", "/var/tmp", "/dev/shm"];
    own.iter().any(|folder| place.starts_with(folder))
}

/// Where a view waits until the run has the folder that it belongs into; the run's own folder covers it.
fn waiting_room(index: usize) -> PathBuf {
    PathBuf::from(format!("/box/{index}"))
}

/// The views that wait, and where. One that lies in another waits there with it.
pub(super) fn waiting(order: &Order) -> impl Iterator<Item = (&View, PathBuf)> {
    let views = order.views.iter().enumerate();
    let outermost = |view: &View| {
        let mut views = order.views.iter();
        !views.any(|other| view.place.starts_with(&other.place) && view.place != other.place)
    };
    views
        .filter(move |(_, view)| is_covered(&view.place) && outermost(view))
        .map(|(index, view)| (view, waiting_room(index)))
}

/// Where the launcher attaches what belongs to a place.
fn host(order: &Order, place: &Path) -> PathBuf {
    let mut waiting = waiting(order);
    let room = waiting.find_map(|(view, room)| match place.strip_prefix(&view.place) {
        Ok(way) if way == Path::new("") => Some(room),
        Ok(way) => Some(room.join(way)),
        Err(_) => None,
    });
    room.unwrap_or_else(|| place.to_owned())
}
