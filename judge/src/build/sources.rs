//! The files of a program, their language, and what the package adds to them.

use std::path::{Path, PathBuf};

use package::{BuildHints, Call, Source};

use super::entry;
use super::language::Language;
use super::tree::{self, Tree, Unreadable};
use super::{Builder, Unbuilt};
use crate::text;

/// The files of the program itself, and where they were. Links in a solution lead to nothing of the
/// package but its solutions and what it gives to them: no answer becomes a part of a program.
pub(crate) fn read<'a>(
    builder: &Builder<'_>,
    call: &'a Call,
    judged: bool,
) -> Result<(&'a Path, Tree), Unbuilt> {
    let (Source::File(path) | Source::Folder(path)) = &call.source else {
        return Err(Unbuilt::Broken("a command has no source".to_owned()));
    };
    let linked = linked(builder, judged);
    if !call.build.is_named {
        check_place(builder, path, &linked).map_err(Unbuilt::Broken)?;
    }
    let tree = match call.source {
        Source::Folder(_) => Tree::of_folder(path, &linked, judged),
        _ => Tree::of_file(path, entry::plain_name(path)),
    };
    let tree = tree.map_err(Unbuilt::Broken)?;
    match tree.files.is_empty() {
        true => Err(Unbuilt::Failed("there is no file in its folder".to_owned())),
        false => Ok((path, tree)),
    }
}

/// Where links may lead, besides the folder of the program itself.
fn linked(builder: &Builder<'_>, judged: bool) -> Vec<PathBuf> {
    let root = builder.rules.root.into_iter();
    match judged {
        true => root
            .flat_map(|root| ["submissions", "include"].map(|name| root.join(name)))
            .collect(),
        false => root.map(Path::to_owned).collect(),
    }
}

/// Whether what the package has at `path` lies in the package, and where it is a link, beside that
/// or in one of the folders `linked`.
fn check_place(builder: &Builder<'_>, path: &Path, linked: &[PathBuf]) -> Result<(), Unreadable> {
    let Some(root) = builder.rules.root.filter(|root| path.starts_with(root)) else {
        // What was unpacked from an archive in the package.
        return Ok(());
    };
    let resolved = |path: &Path| {
        let cannot = |error| format!("{}: cannot read: {error}", path.display());
        path.canonicalize().map_err(cannot)
    };
    let (root, real) = (resolved(root)?, resolved(path)?);
    let beside = resolved(path.parent().unwrap_or(path))?;
    let is_link = path
        .file_name()
        .is_some_and(|name| beside.join(name) != real);
    let mut linked = linked.iter().filter_map(|place| place.canonicalize().ok());
    let may_lie =
        !is_link || real.starts_with(&beside) || linked.any(|place| real.starts_with(place));
    match real.starts_with(root) && may_lie {
        true => Ok(()),
        false => Err(tree::misled(path, &real)),
    }
}

/// Whether the program is as small as the package asks of a solution.
pub(crate) fn check_size(builder: &Builder<'_>, tree: &Tree) -> Result<(), Unbuilt> {
    let size = tree.size();
    match builder.rules.code {
        Some(most) if size > most => Err(Unbuilt::Failed(format!(
            "the source has {}; the package allows {}",
            text::counted(size, "byte"),
            text::counted(most, "byte")
        ))),
        _ => Ok(()),
    }
}

/// The language that the hints name; else that of the entry point; else the one of the most files,
/// and of several the first of the table.
pub(crate) fn language<'a>(
    builder: &Builder<'a>,
    path: &Path,
    tree: &Tree,
    hints: &BuildHints,
) -> Result<&'a Language, Unbuilt> {
    let languages = builder.languages;
    if let Some(name) = &hints.language {
        return languages
            .named(name)
            .map_err(|error| Unbuilt::Missing(error.to_string()));
    }
    let of = |path: &Path| languages.of(path, &tree.files.get(path)?.content);
    if let Some(language) = hints.entry_point.as_ref().and_then(|at| of(Path::new(at))) {
        return Ok(language);
    }
    let mut found: Vec<(&Language, usize)> = Vec::new();
    for language in tree.files.keys().filter_map(|path| of(path)) {
        match found.iter_mut().find(|(known, _)| *known == language) {
            Some((_, count)) => *count += 1,
            None => found.push((language, 1)),
        }
    }
    found
        .into_iter()
        .max_by_key(|(language, count)| (*count, usize::MAX - languages.rank(language)))
        .map(|(language, _)| language)
        .ok_or_else(|| match tree.files.len() {
            1 => {
                let inside = tree.files.keys().next().filter(|_| path.is_dir());
                let whole = inside.map_or(path.to_owned(), |name| path.join(name));
                Unbuilt::Missing(languages.unknown(&whole).to_string())
            }
            _ => Unbuilt::Missing(format!(
                "{}: no file in it is a source of a known language, and none is an executable `build` or `run`",
                path.display()
            )),
        })
}

/// Puts the package's files for a language there, and those that the hints name one by one; says
/// whether there were any for the program to see.
pub(crate) fn include(
    builder: &Builder<'_>,
    tree: &mut Tree,
    language: &Language,
    hints: &BuildHints,
) -> Result<bool, Unbuilt> {
    let mut any = false;
    let names = ["default", language.base(), &language.name];
    let folders = names
        .iter()
        .enumerate()
        .filter(|(index, name)| !names[..*index].contains(name))
        .filter_map(|(_, name)| Some(hints.include.as_ref()?.join(name)));
    let root: Vec<PathBuf> = builder
        .rules
        .root
        .iter()
        .map(|root| (*root).to_owned())
        .collect();
    for folder in folders.filter(|folder| folder.is_dir()) {
        let included = Tree::of_folder(&folder, &root, false).map_err(Unbuilt::Broken)?;
        any |= !included.files.is_empty();
        tree.include(included);
    }
    for path in hints.companions.iter().flat_map(|with| &with.sources) {
        let name = PathBuf::from(path.file_name().unwrap_or_default());
        check_place(builder, path, &root).map_err(Unbuilt::Broken)?;
        let source = Tree::of_file(path, name).map_err(Unbuilt::Broken)?;
        for (name, file) in source.files {
            tree.add(name, file.content);
        }
    }
    for (name, content) in &hints.beside {
        tree.add(PathBuf::from(name), content.clone().into_bytes());
    }
    Ok(any)
}
