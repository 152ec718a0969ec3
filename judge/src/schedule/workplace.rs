//! The folder that a solution works in on one case, where it is more than an empty one: it holds the
//! case's files, and the input and output of a problem whose solutions use files for these.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use package::FileIo;
use sandbox::{Folder, Program};
use tempfile::TempDir;
use walkdir::WalkDir;

use super::prepare::Case;
use crate::build::Command;
use crate::{folders, regular};

/// It goes with the value.
pub(super) struct Workplace {
    folder: Option<TempDir>,
    /// The file that the solution writes, where it does not write to standard output.
    output: Option<String>,
}

impl Workplace {
    /// The place for one pass over a case. A program of several files finds them there too, and of
    /// the same name the case's.
    pub(super) fn new(case: &Case, input: &Path, command: &Command) -> io::Result<Workplace> {
        let io = &case.file_io;
        let mut folder = None;
        if case.files.is_some() || *io != FileIo::default() {
            let place = empty()?;
            let own = command.cwd.as_ref().filter(|_| command.is_kept());
            for source in own.into_iter().chain(&case.files) {
                copy(source, place.path())?;
            }
            folder = Some(place);
        }
        if let (Some(folder), Some(name)) = (&folder, &io.input) {
            fs::copy(input, folder.path().join(name))?;
        }
        Ok(Workplace {
            folder,
            output: io.output.clone(),
        })
    }

    /// What the sandbox is to start there; none of a command that runs in the user's folder.
    pub(super) fn program(&self, command: &Command, case: &Case, memory: u64) -> Option<Program> {
        let mut program = command.program(memory);
        program.argv.extend(case.args.iter().map(Into::into));
        program.env.extend(case.env.iter().cloned());
        if let Some(folder) = &self.folder {
            if command.cwd.is_some() && !command.is_kept() {
                return None;
            }
            let folder = folder.path().to_owned();
            program.cwd = match self.output {
                Some(_) => Folder::Writable(folder),
                None => Folder::Spare(folder),
            };
        }
        Some(program)
    }

    /// The name of the file that the solution writes its output to.
    pub(super) fn output_name(&self) -> Option<&str> {
        self.output.as_deref()
    }

    /// That file, once it is there. A link is not followed: it might lead to the answer.
    pub(super) fn output(&self) -> io::Result<File> {
        let path: PathBuf = match (&self.folder, &self.output) {
            (Some(folder), Some(name)) => folder.path().join(name),
            _ => return Err(io::ErrorKind::NotFound.into()),
        };
        match fs::symlink_metadata(&path)?.is_file() {
            true => regular::open(&path),
            false => Err(io::ErrorKind::NotFound.into()),
        }
    }
}

fn empty() -> io::Result<TempDir> {
    tempfile::Builder::new().prefix("files-").tempdir()
}

/// Copies the files in `folder`, which may be links, over what is there.
fn copy(folder: &Path, to: &Path) -> io::Result<()> {
    for entry in WalkDir::new(folder).min_depth(1).follow_links(true) {
        let entry = entry?;
        let below = entry
            .path()
            .strip_prefix(folder)
            .map_err(io::Error::other)?;
        let place = to.join(below);
        match entry.file_type().is_dir() {
            true => folders::make(&place)?,
            false => {
                // What may only be read cannot be written over.
                let _ = fs::remove_file(&place);
                fs::copy(entry.path(), place)?;
            }
        }
    }
    Ok(())
}
