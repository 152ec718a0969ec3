//! The command line: `judge --help` is the manual.

use std::ffi::OsString;
use std::io::{self, Write};

use clap::{Args, Parser, Subcommand};
use clap_complete::Shell;

use crate::exit::Exit;
use crate::text;
use crate::{command, config};

/// A local online-judge runner: runs solutions in any language against problem folders, and says
/// what is wrong, where, and by how much.
#[derive(Debug, Parser)]
#[command(name = "judge", version, about, after_help = EXAMPLES, args_conflicts_with_subcommands = true)]
pub(crate) struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    run: command::RunArgs,
}

const EXAMPLES: &str = "\
Examples:
  judge                                 judge everything under problems/
  judge run eat-the-chip                one problem with all its solutions
  judge run sol.cpp tests/              a solution on a folder of *.in and *.out files
  judge run --cmd './a.out' tests/      the same with a command
  judge run eat-the-chip '1[4-6]*'      some cases
  judge check out.txt ans.txt --checker kattis -- float_tolerance 1e-6
  judge run --report run.html           with a page of the results
  judge stress sol.cpp --problem eat-the-chip   an input that it fails on, made small
  judge new my-problem                  a new problem folder

Exit codes:
  0  every expectation held        1  one did not
  2  something could not be judged: a judge error, a broken package
  64 wrong usage                   130, 143  ended by SIGINT, SIGTERM";

#[derive(Debug, Subcommand)]
enum Command {
    /// Judge solutions on the cases of problems
    #[command(after_help = command::RUN_EXAMPLES)]
    Run(Box<command::RunArgs>),
    /// Judge, and on each save judge again what it touches
    #[command(after_help = command::WATCH_EXAMPLES)]
    Watch(Box<command::WatchArgs>),
    /// Verify a package as a whole: format, inputs, answers, solutions, time limit
    #[command(after_help = command::VERIFY_EXAMPLES)]
    Verify(command::VerifyArgs),
    /// Find an input that a solution fails on, and make it small
    #[command(after_help = command::STRESS_EXAMPLES)]
    Stress(Box<command::StressArgs>),
    /// Show which case rejects which wrong solution, and what no case would notice
    #[command(after_help = command::MATRIX_EXAMPLES)]
    Matrix(Box<command::MatrixArgs>),
    /// Find the time limit that the solutions of a problem call for, and set it
    #[command(after_help = command::CALIBRATE_EXAMPLES)]
    Calibrate(Box<command::CalibrateArgs>),
    /// Write a problem as a package of another format
    #[command(after_help = command::EXPORT_EXAMPLES)]
    Export(Box<command::ExportArgs>),
    /// Make the inputs that packages do not keep, and check their hashes
    #[command(after_help = command::GENERATE_EXAMPLES)]
    Generate(command::GenerateArgs),
    /// Write expected outputs, once two solutions agree
    #[command(after_help = command::BLESS_EXAMPLES)]
    Bless(command::BlessArgs),
    /// Show problems with their cases and solutions
    List(command::ListArgs),
    /// Compare an output with the expected output
    #[command(after_help = command::CHECK_EXAMPLES)]
    Check(command::CheckArgs),
    /// Tell a recorded run again, in any format
    #[command(after_help = command::REPORT_EXAMPLES)]
    Report(command::ReportArgs),
    /// Put the shards of a run together, and tell it as a whole
    #[command(after_help = command::MERGE_EXAMPLES)]
    Merge(command::MergeArgs),
    /// List the layers of the sandbox, and what to do about one that is missing
    ///
    /// Exit codes: 0 the list is printed, whatever is missing (`judge run --require-sandbox` makes that
    /// an error); 2 nobody can find out.
    Doctor,
    /// Make a new problem folder
    #[command(after_help = command::NEW_EXAMPLES)]
    New(command::NewArgs),
    /// Make problem folders of what the browser extension Competitive Companion sends
    #[command(after_help = command::IMPORT_EXAMPLES)]
    Import(command::ImportArgs),
    /// Write the workflow that judges this repository on GitHub or GitLab
    #[command(after_help = command::INIT_CI_EXAMPLES)]
    InitCi(command::InitCiArgs),
    /// Print the completions of a shell
    Completions {
        /// The shell
        shell: Shell,
    },
}

/// By what means programs are run.
#[derive(Debug, Args)]
pub(crate) struct Means {
    /// How many cases run side by side [default: the number of cores]
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) jobs: Option<u16>,

    /// Run nothing unless every layer of the sandbox works here; `judge doctor` lists them
    #[arg(long, conflicts_with = "no_sandbox")]
    pub(crate) require_sandbox: bool,

    /// Run programs with limits only, not isolated: for trusted programs that need what the sandbox
    /// keeps from them
    #[arg(long)]
    pub(crate) no_sandbox: bool,
}

/// The whole of `judge`: reads the command line, does what it says, and tells how it ended.
pub fn main(arguments: impl IntoIterator<Item = OsString>) -> Exit {
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    let exit = obey(&arguments);
    if exit == Exit::Usage
        && let Some(command) = meant(&arguments)
    {
        complain(&format_args!("did you mean `judge {command}`?"));
    }
    exit
}

/// The command that a first word may be meant for. A word that is no command is one of `judge run`,
/// whose own name may be left out; so clap never takes one for a command that is misspelt.
fn meant(arguments: &[OsString]) -> Option<String> {
    let word = arguments.get(1)?.to_str()?;
    let definition = definition();
    let names = || definition.get_subcommands().map(clap::Command::get_name);
    let is_other = word.starts_with('-') || names().any(|name| name == word);
    let near = package::near(word, names()).filter(|_| !is_other)?;
    Some(near.to_owned())
}

fn obey(arguments: &[OsString]) -> Exit {
    let cli = match Cli::try_parse_from(arguments) {
        Ok(cli) => cli,
        Err(error) => {
            // Help and version come this way too, and are no errors.
            let usage = error.use_stderr();
            let _ = error.print();
            return if usage { Exit::Usage } else { Exit::Success };
        }
    };
    config::colour();
    match cli.command {
        None => command::run(&cli.run),
        Some(Command::Run(args)) => command::run(&args),
        Some(Command::Watch(args)) => command::watch(&args),
        Some(Command::Stress(args)) => command::stress(&args),
        Some(Command::Matrix(args)) => command::matrix(&args),
        Some(Command::Calibrate(args)) => command::calibrate(&args),
        Some(Command::Export(args)) => command::export(&args),
        Some(Command::Generate(args)) => command::generate(&args),
        Some(Command::Bless(args)) => command::bless(&args),
        Some(Command::List(args)) => command::list(&args),
        Some(Command::Check(args)) => command::check(&args),
        Some(Command::Report(args)) => command::report(&args),
        Some(Command::Merge(args)) => command::merge(&args),
        Some(Command::Doctor) => command::doctor(),
        Some(Command::New(args)) => command::new(&args),
        Some(Command::Verify(args)) => command::verify(&args),
        Some(Command::Import(args)) => command::import(&args),
        Some(Command::InitCi(args)) => command::init_ci(&args),
        Some(Command::Completions { shell }) => command::completions(shell),
    }
}

/// The definition of the command line, for completions.
pub(crate) fn definition() -> clap::Command {
    <Cli as clap::CommandFactory>::command()
}

/// Prints an error for people, who may have got the files it quotes from anywhere: what a terminal
/// would obey is escaped. Nobody is left to tell when standard error is closed.
pub(crate) fn complain(message: &dyn std::fmt::Display) {
    let message = text::escaped_lines(message.to_string().as_bytes());
    let _ = writeln!(io::stderr(), "judge: {message}");
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_command_line_is_consistent() {
        super::definition().debug_assert();
    }
}
