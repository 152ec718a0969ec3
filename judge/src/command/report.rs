//! `judge report`: a recorded run, told again in any format.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::Args;

use crate::cli::complain;
use crate::config;
use crate::exit::Exit;
use crate::report::{
    self, Destination, Detail, DiffView, Format, Look, OutputError, Quietly, Recording, Report,
    Terminal, write_whole,
};

pub(crate) const EXAMPLES: &str = "\
Examples:
  judge run --save run.json                         record a run
  judge report run.json                             print it again
  judge report run.json -o run.html                 the extension tells the form
  judge report run.json --format junit > results.xml

Exit codes: 0 written, 2 the file is no recorded run or the report cannot be written.";

/// What to tell again.
#[derive(Debug, Args)]
pub(crate) struct ReportArgs {
    /// The file of a recorded run
    pub(crate) run: PathBuf,
    /// The form of the report [default: as the extension of --output FILE says, else human]
    #[arg(long, value_enum)]
    pub(crate) format: Option<Format>,
    /// The file to write, whole or not at all [default: standard output]
    #[arg(short, long, value_name = "FILE", group = "files")]
    pub(crate) output: Option<PathBuf>,
    /// The same, as `judge run` has it: a file whose extension tells the form, or FORMAT=FILE; repeatable
    #[arg(
        long = "report",
        value_name = "FILE",
        group = "files",
        conflicts_with = "format"
    )]
    pub(crate) reports: Vec<Destination>,
    /// Replace the file even if it holds something else than such a report
    #[arg(long, requires = "files")]
    pub(crate) force: bool,
    /// How a difference is shown on a terminal
    #[arg(long, value_enum, value_name = "VIEW")]
    pub(crate) diff: Option<DiffView>,
}

pub(crate) fn report(args: &ReportArgs) -> Exit {
    let recording = match Recording::read(&args.run) {
        Ok(recording) => recording,
        Err(error) => {
            complain(&error);
            return Exit::Unjudged;
        }
    };
    let format = match report::form(args.format, args.output.as_deref(), Format::Human) {
        Ok(format) => format,
        Err(error) => {
            complain(&error);
            return Exit::Usage;
        }
    };
    let output = args.output.clone();
    let output = output.map(|path| Destination { format, path });
    let files: Vec<Destination> = args.reports.iter().cloned().chain(output).collect();
    let written = match files.is_empty() {
        true => print(&recording, format, config::diff(args.diff)).map_err(OutputError::from),
        false => write(&recording, &files, args.force),
    };
    match written {
        Ok(()) => Exit::Success,
        Err(error) => {
            complain(&format_args!("cannot write the report: {error}"));
            Exit::Unjudged
        }
    }
}

fn write(recording: &Recording, files: &[Destination], force: bool) -> Result<(), OutputError> {
    Destination::check(files, force)?;
    for Destination { format, path } in files {
        write_whole(path, &mut |out| format.write(recording, out))?;
    }
    Ok(())
}

fn print(recording: &Recording, format: Format, diff: Option<DiffView>) -> io::Result<()> {
    if format == Format::Human {
        let look = Look::on(&io::stdout(), Detail::Normal, diff);
        // It is over: nothing moves.
        let look = Look {
            live: false,
            ..look
        };
        let mut terminal = Terminal::new(Quietly::new(anstream::stdout()), look);
        return recording.replay(&mut |event| terminal.event(event));
    }
    let mut out = io::BufWriter::new(Quietly::new(io::stdout().lock()));
    format.write(recording, &mut out)?;
    out.flush()
}
