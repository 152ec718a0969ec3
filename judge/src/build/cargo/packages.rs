//! Which files the program of a crate is made of: those of its package and of the packages it
//! depends on by path.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command as Process, Stdio};

use serde::Deserialize;

use super::{cargo, workspace};

/// Folders of a package that its program is not made of.
const BESIDE: [&str; 4] = ["target", "tests", "benches", "examples"];

/// The packages of workspaces, asked of cargo once.
#[derive(Debug, Default)]
pub(crate) struct Packages {
    known: BTreeMap<PathBuf, Option<Vec<Package>>>,
}

#[derive(Debug, Deserialize)]
struct Metadata {
    packages: Vec<Package>,
}

#[derive(Debug, Deserialize)]
struct Package {
    name: String,
    manifest_path: PathBuf,
    dependencies: Vec<Dependency>,
}

#[derive(Debug, Deserialize)]
struct Dependency {
    kind: Option<String>,
    path: Option<PathBuf>,
}

impl Packages {
    /// The folders of the packages that the program of a crate is made of, given a folder inside its
    /// workspace. Of a workspace that cargo cannot read it is the whole.
    pub(crate) fn folders(&mut self, name: &str, within: &Path) -> Vec<PathBuf> {
        let Some(root) = workspace(within) else {
            return Vec::new();
        };
        let packages = self
            .known
            .entry(root.clone())
            .or_insert_with(|| metadata(&root));
        let Some(packages) = packages else {
            return vec![root];
        };
        let folder = |package: &Package| package.manifest_path.parent().map(Path::to_owned);
        let mut found = BTreeSet::new();
        let own = packages.iter().find(|package| package.name == name);
        let mut open: Vec<PathBuf> = own.and_then(folder).into_iter().collect();
        while let Some(next) = open.pop() {
            let package = packages
                .iter()
                .find(|package| folder(package).as_ref() == Some(&next));
            if found.insert(next) {
                let needed = package.iter().flat_map(|package| &package.dependencies);
                let needed = needed.filter(|needed| needed.kind.as_deref() != Some("dev"));
                open.extend(needed.filter_map(|needed| needed.path.clone()));
            }
        }
        found.into_iter().collect()
    }

    /// Whether the program of a crate is made of a file, given by its real path.
    pub(crate) fn holds(&mut self, name: &str, within: &Path, file: &Path) -> bool {
        let around = |folder: &&Path| folder.join("Cargo.toml").is_file();
        let Some(package) = file.ancestors().skip(1).find(around) else {
            return false;
        };
        let below = file.strip_prefix(package).unwrap_or(file);
        let names = [
            "Cargo.toml",
            "Cargo.lock",
            "build.rs",
            "rust-toolchain.toml",
        ];
        let settings = names.iter().any(|name| below == Path::new(name));
        let root = workspace(within).and_then(|root| root.canonicalize().ok());
        if root.as_deref() == Some(package) && (settings || !below.starts_with("src")) {
            // What is below the root and in no member is no source, or that of a package there.
            return settings;
        }
        let first = below.components().next();
        if first.is_some_and(|first| BESIDE.iter().any(|name| first.as_os_str() == *name)) {
            return false;
        }
        let real = |folder: PathBuf| fs::canonicalize(&folder).unwrap_or(folder);
        let mut folders = self.folders(name, within).into_iter().map(real);
        folders.any(|folder| folder == package || Some(&folder) == root.as_ref())
    }
}

fn metadata(root: &Path) -> Option<Vec<Package>> {
    let run = Process::new(cargo())
        .current_dir(root)
        .args(["metadata", "--no-deps", "--format-version=1", "--offline"])
        .stdin(Stdio::null())
        .stderr(Stdio::null())
        .output();
    let output = run.ok().filter(|output| output.status.success())?;
    let metadata: Metadata = serde_json::from_slice(&output.stdout).ok()?;
    Some(metadata.packages)
}
