//! `judge check`: compares two files.

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

use package::{CheckerCall, Verdict};

use crate::check;
use crate::cli::{CheckArgs, complain};
use crate::exit::Exit;
use crate::report::Quietly;

pub(crate) fn check(args: &CheckArgs) -> Exit {
    let mut out = Quietly::new(io::stdout());
    let (Some(output), Some(answer), false) = (&args.output, &args.answer, args.list) else {
        return list(&mut out);
    };
    let call = CheckerCall {
        name: args.checker.clone(),
        args: args.args.clone(),
    };
    let checker = match check::prepare(&call) {
        Ok(checker) => checker,
        Err(error) => {
            complain(&error);
            return Exit::Usage;
        }
    };
    let mut found = match open(output) {
        Ok(file) => file,
        Err(error) => {
            complain(&format_args!(
                "cannot read the output {}: {error}",
                output.display()
            ));
            return Exit::Unjudged;
        }
    };
    let finding = check::check(checker.as_ref(), &mut found, answer);
    let exit = match finding.verdict {
        Verdict::AC => Exit::Success,
        Verdict::JE => {
            complain(&finding.message);
            return Exit::Unjudged;
        }
        _ => Exit::Unexpected,
    };
    let place = match &finding.excerpt {
        Some(excerpt) => format!(
            " (line {}, column {} of {})",
            excerpt.line,
            excerpt.column,
            answer.display()
        ),
        None => String::new(),
    };
    let separator = if finding.message.is_empty() { "" } else { ": " };
    finish(
        writeln!(
            out,
            "{}{separator}{}{place}",
            finding.verdict, finding.message
        ),
        exit,
    )
}

fn list(out: &mut impl Write) -> Exit {
    let mut write = || {
        for checker in compare::checkers() {
            writeln!(out, "{:16} {}", checker.name(), checker.about())?;
            if !checker.usage().is_empty() {
                writeln!(out, "{:16} arguments: {}", "", checker.usage())?;
            }
        }
        Ok(())
    };
    finish(write(), Exit::Success)
}

/// `exit`, unless the result could not be told.
fn finish(written: io::Result<()>, exit: Exit) -> Exit {
    match written {
        Ok(()) => exit,
        Err(error) => {
            complain(&format_args!("cannot write the result: {error}"));
            Exit::Unjudged
        }
    }
}

fn open(path: &Path) -> io::Result<File> {
    // Opening a FIFO would wait for ever.
    if path.metadata()?.is_file() {
        File::open(path)
    } else {
        Err(io::Error::other("not a regular file"))
    }
}
