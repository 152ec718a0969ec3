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
use crate::regular;

/// It goes with the value.
pub(super) struct Workplace {
    folder: Option<TempDir>,
    /// The file that the solution writes, where it does not write to standard output.
    output: Option<String>,
}

impl Workplace {
    /// The place for one pass over a case.
    pub(super) fn new(case: &Case, input: &Path) -> io::Result<Workplace> {
        let io = &case.file_io;
        let mut folder = case.files.as_deref().map(copied).transpose()?;
        if *io != FileIo::default() && folder.is_none() {
            folder = Some(empty()?);
        }
        if let (Some(folder), Some(name)) = (&folder, &io.input) {
            fs::copy(input, folder.path().join(name))?;
        }
        Ok(Workplace {
            folder,
            output: io.output.clone(),
        })
    }

    /// What the sandbox is to start there; none of a program that has a folder of its own.
    pub(super) fn program(&self, command: &Command, case: &Case, memory: u64) -> Option<Program> {
        let mut program = command.program(memory);
        program.argv.extend(case.args.iter().map(Into::into));
        program.env.extend(case.env.iter().cloned());
        if let Some(folder) = &self.folder {
            if command.cwd.is_some() {
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

/// A folder with copies of the files in `folder`, which may be links.
fn copied(folder: &Path) -> io::Result<TempDir> {
    let copy = empty()?;
    for entry in WalkDir::new(folder).min_depth(1).follow_links(true) {
        let entry = entry?;
        let below = entry
            .path()
            .strip_prefix(folder)
            .map_err(io::Error::other)?;
        let place = copy.path().join(below);
        match entry.file_type().is_dir() {
            true => fs::create_dir(place)?,
            false => {
                fs::copy(entry.path(), place)?;
            }
        }
    }
    Ok(copy)
}
