//! `judge report`: a recorded run, told again in any format.

use std::io::{self, Write};

use crate::cli::{ReportArgs, complain};
use crate::config;
use crate::exit::Exit;
use crate::report::{
    Detail, DiffView, Format, Look, OutputError, Quietly, Recording, Report, Terminal, write_whole,
};

pub(crate) fn report(args: &ReportArgs) -> Exit {
    let recording = match Recording::read(&args.run) {
        Ok(recording) => recording,
        Err(error) => {
            complain(&error);
            return Exit::Unjudged;
        }
    };
    let written = match &args.output {
        Some(path) => args.format.check(path, args.force).and_then(|()| {
            let written = write_whole(path, &mut |out| args.format.write(&recording, out));
            Ok(written?)
        }),
        None => print(&recording, args.format, config::diff(args.diff)).map_err(OutputError::from),
    };
    match written {
        Ok(()) => Exit::Success,
        Err(error) => {
            complain(&format_args!("cannot write the report: {error}"));
            Exit::Unjudged
        }
    }
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
