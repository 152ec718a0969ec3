//! The formats of packages.

use std::path::Path;

use crate::error::PackageError;
use crate::model::Problem;

mod cases;
mod cms;
mod dmoj;
mod flat;
mod icpc;
mod library_checker;
mod native;
mod polygon;
pub(crate) mod yaml;

pub(crate) use flat::FLAT;

/// A folder format.
pub trait Format: Sync {
    /// Its name.
    fn name(&self) -> &'static str;
    /// What makes a folder one of these, for the message when nothing does.
    fn sign(&self) -> &'static str;
    /// Whether `folder` is one of these; looks at names only.
    fn recognises(&self, folder: &Path) -> bool;
    /// Reads the package.
    ///
    /// # Errors
    /// Anything in it that is malformed, missing or ambiguous.
    fn read(&self, folder: &Path) -> Result<Problem, PackageError>;
}

/// All formats; the first that recognises a folder reads it.
pub static FORMATS: &[&dyn Format] = &[
    &native::Native,
    &icpc::Icpc,
    &dmoj::Dmoj,
    &library_checker::LibraryChecker,
    &polygon::Polygon,
    &cms::Cms,
    &flat::Flat,
];
