//! `judge import`: takes the problems that a browser extension sends.

use std::io::{self, Write};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::sync::mpsc::Receiver;

use clap::Args;

use crate::cli::complain;
use crate::exit::Exit;
use crate::import::server::{self, Posted};
use crate::import::{self, Imported, PORTS, Page};
use crate::report::Quietly;
use crate::shell;
use crate::text;

pub(crate) const EXAMPLES: &str = "\
Examples:
  judge import                   then click the extension's button on a problem or a contest
  judge import --into contest    folders below contest/
  judge import --port 4244       on one port only

Listens on the loopback interface alone. A folder that exists is never written to: the next one of
the same name gets a number. Ends after as many problems as were sent together, or --count.";

/// Where problems from a browser go.
#[derive(Debug, Args)]
pub(crate) struct ImportArgs {
    /// The folder for the new problem folders
    #[arg(long, value_name = "DIR", default_value = "problems")]
    pub(crate) into: PathBuf,

    /// How many problems to wait for [default: as many as are sent together]
    #[arg(long, value_name = "N")]
    pub(crate) count: Option<usize>,

    /// Listen on this port only; repeatable [default: all that the extension posts to]
    #[arg(long = "port", value_name = "PORT")]
    pub(crate) ports: Vec<u16>,
}

pub(crate) fn import(args: &ImportArgs) -> Exit {
    let ports = match args.ports.is_empty() {
        true => &PORTS[..],
        false => &args.ports,
    };
    let mut listeners: Vec<TcpListener> = Vec::new();
    let mut taken = Vec::new();
    for &port in ports {
        match server::listen(port) {
            Ok(listener) => listeners.push(listener),
            Err(error) => taken.push(format!("{port} ({error})")),
        }
    }
    // Other tools listen to the same extension; one free port is enough.
    if listeners.is_empty() {
        complain(&format_args!(
            "cannot listen on any port: {}; end the program that does, or name another by --port",
            taken.join(", ")
        ));
        return Exit::Unjudged;
    }
    let open: Vec<String> = listeners
        .iter()
        .filter_map(|listener| listener.local_addr().ok())
        .map(|address| address.port().to_string())
        .collect();
    complain(&format_args!(
        "waiting on 127.0.0.1 ({}) for Competitive Companion; problems go to {}",
        open.join(", "),
        args.into.display()
    ));
    match server::start(listeners) {
        Ok(posted) => take(&args.into, args.count, posted),
        Err(error) => {
            complain(&format_args!(
                "cannot start a thread: {error}; end other programs, or raise the limit on this user's processes (`ulimit -u`)"
            ));
            Exit::Unjudged
        }
    }
}

/// Makes problems until so many were sent: by default as many as were sent together with the first.
fn take(into: &Path, count: Option<usize>, posted: Receiver<Posted>) -> Exit {
    let mut wanted = count;
    let mut sent = 0;
    let mut exit = Exit::Success;
    for posted in posted {
        let page = Page::read(&posted.body);
        if let Ok(page) = &page {
            // One that cannot be made was sent all the same: nobody would send it again.
            sent += 1;
            wanted.get_or_insert(page.batch());
        }
        match page.and_then(|page| import::make(&page, into)) {
            Ok(imported) => {
                posted.answer(Ok(()));
                if let Err(error) = tell(&imported) {
                    complain(&error);
                    return Exit::Unjudged;
                }
            }
            Err(error) => {
                complain(&error);
                posted.answer(Err((error.refusal(), error.to_string())));
                exit = Exit::Unjudged;
            }
        }
        if wanted.is_some_and(|wanted| sent >= wanted) {
            return exit;
        }
    }
    exit
}

/// Says what was made, and what can be done with it.
fn tell(imported: &Imported) -> io::Result<()> {
    let folder = imported.folder.display();
    let samples = text::plural(imported.samples, "sample");
    let next = shell::line([
        "judge",
        "run",
        "SOLUTION",
        &imported.folder.to_string_lossy(),
    ]);
    let mut out = Quietly::new(io::stdout());
    match imported.interactive {
        false => writeln!(out, "{folder}: {samples}; try `{next}`"),
        true => {
            writeln!(out, "{folder}: {samples}")?;
            complain(&format_args!(
                "{folder}: solutions talk to a program of the judge, which no page shows; the samples alone cannot be judged"
            ));
            Ok(())
        }
    }
}
