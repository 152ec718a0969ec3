//! The command line: `judge --help` is the manual.

use std::ffi::OsString;
use std::io::{self, Write};
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Parser, Subcommand};
use clap_complete::Shell;
use package::{Expectation, Protocol};

use crate::exit::Exit;
use crate::report::{Destination, DiffView, Format};
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
    run: RunArgs,
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
    #[command(after_help = RUN_EXAMPLES)]
    Run(Box<RunArgs>),
    /// Judge, and on each save judge again what it touches
    #[command(after_help = command::WATCH_EXAMPLES)]
    Watch(Box<command::WatchArgs>),
    /// Verify a package as a whole: format, inputs, answers, solutions, time limit
    #[command(after_help = VERIFY_EXAMPLES)]
    Verify(VerifyArgs),
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
    List(ListArgs),
    /// Compare an output with the expected output
    #[command(after_help = CHECK_EXAMPLES)]
    Check(CheckArgs),
    /// Tell a recorded run again, in any format
    #[command(after_help = REPORT_EXAMPLES)]
    Report(ReportArgs),
    /// Put the shards of a run together, and tell it as a whole
    #[command(after_help = command::MERGE_EXAMPLES)]
    Merge(command::MergeArgs),
    /// List the layers of the sandbox, and what to do about one that is missing
    ///
    /// Exit codes: 0 the list is printed, whatever is missing (`judge run --require-sandbox` makes that
    /// an error); 2 nobody can find out.
    Doctor,
    /// Make a new problem folder
    #[command(after_help = NEW_EXAMPLES)]
    New(NewArgs),
    /// Make problem folders of what the browser extension Competitive Companion sends
    #[command(after_help = IMPORT_EXAMPLES)]
    Import(ImportArgs),
    /// Write the workflow that judges this repository on GitHub or GitLab
    #[command(after_help = command::INIT_CI_EXAMPLES)]
    InitCi(command::InitCiArgs),
    /// Print the completions of a shell
    Completions {
        /// The shell
        shell: Shell,
    },
}

const RUN_EXAMPLES: &str = "\
Examples:
  judge run                             everything under problems/
  judge run problems/eat-the-chip       a package, by its folder or its name
  judge run sol.py                      a solution on the problem around it, or the cases here
  judge run sol.cpp tests/              on a folder of *.in with *.out or *.ans
  judge run sol.cpp package.zip         on a package of another judge, or an archive of it
  judge run --cmd 'node sol.js' tests/  a command instead of a source
  judge run sol.cpp -                   on a case pasted here: prints what it prints
  judge run sol.cpp - --answer a.out    and holds that against an answer
  judge run eat-the-chip 'wrong_answer/*' --verbose
  judge run sol.cpp tests/ --time-limit 1s --memory-limit 256MiB
  judge run wrong.cpp tests/ --expect WA
  judge run --report run.html --report junit=results.xml
  judge run --format github             in a workflow of GitHub Actions
  judge run --save run.json             recorded, for judge report
  judge run --keep failed               each failing case as files, with a script that repeats it
  judge run --touched src/io.rs         only what a change of this file touches
  judge run --baseline run.json         what changed since, slower cases too
  judge run --shard 1/4 --save 1.json   a quarter, for judge merge

A solution's expectation comes from its folder under submissions/, from problem.toml, or from
--expect; of a solution named on the command line acceptance is expected. Without other limits a
case has 10 s of CPU time, 2 GiB of memory and 64 MiB of output.";

const CHECK_EXAMPLES: &str = "\
Examples:
  judge check out.txt ans.txt                       token by token
  judge check out.txt ans.txt --checker lines
  judge check out.txt ans.txt --checker kattis -- float_tolerance 1e-6
  judge check out.txt ans.txt --program check.cpp --protocol testlib --input in.txt

Exit codes: 0 accepted, 1 rejected, 2 could not be compared.";

const REPORT_EXAMPLES: &str = "\
Examples:
  judge run --save run.json                         record a run
  judge report run.json                             print it again
  judge report run.json --format html -o run.html
  judge report run.json --format junit > results.xml

Exit codes: 0 written, 2 the file is no recorded run or the report cannot be written.";

const NEW_EXAMPLES: &str = "\
Examples:
  judge new my-problem           problems/my-problem with a first case and solution
  judge new northcott --game     the crate of a game too: crates/northcott";

const VERIFY_EXAMPLES: &str = "\
Examples:
  judge verify                          every package under problems/
  judge verify path/to/package          one package, of whatever format
  judge verify contest/ --verbose       all packages below a folder, with every detail

Looks at the settings, lets the package's own validators look at every input, hands the answers
and the sample outputs to its checker, runs every solution, and holds the time limit against the
rules of the format. Each part is told as soon as it is known. Exit codes as of `judge run`.";

/// Which packages to verify.
#[derive(Debug, Args)]
pub(crate) struct VerifyArgs {
    /// Packages, folders of packages, names of problems [default: everything under problems/]
    pub(crate) targets: Vec<String>,

    #[command(flatten)]
    pub(crate) means: Means,

    /// Do not run the solutions
    #[arg(long)]
    pub(crate) no_solutions: bool,

    /// Print every solution as it is judged, and all that is amiss, not only the first of each kind
    #[arg(short, long)]
    pub(crate) verbose: bool,
}

const IMPORT_EXAMPLES: &str = "\
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

/// What to judge and how.
#[derive(Debug, Args)]
pub(crate) struct RunArgs {
    /// Packages, folders of cases, solutions, *.in files; or names or globs of problems, cases and
    /// solutions; or `-` for a case on standard input [default: everything under problems/]
    pub(crate) targets: Vec<String>,

    /// A command line to judge instead of a solution's source; no shell is started for it
    #[arg(long = "cmd", value_name = "COMMAND")]
    pub(crate) commands: Vec<String>,

    /// Only cases that match a glob; repeatable
    #[arg(long = "case", value_name = "GLOB")]
    pub(crate) cases: Vec<String>,

    /// Only solutions that match a glob; repeatable
    #[arg(long = "solution", value_name = "GLOB")]
    pub(crate) solutions: Vec<String>,

    /// The verdict expected of the solutions, such as WA or `TLE|RTE`
    #[arg(long, value_name = "VERDICT")]
    pub(crate) expect: Option<Expectation>,

    #[command(flatten)]
    pub(crate) means: Means,

    /// CPU time for each case, such as 1s or 500ms
    #[arg(long, value_name = "TIME", value_parser = package::duration)]
    pub(crate) time_limit: Option<Duration>,

    /// Time on the clock for each case [default: twice the CPU time and 1 s]
    #[arg(long, value_name = "TIME", value_parser = package::duration)]
    pub(crate) wall_limit: Option<Duration>,

    /// Memory for each case, such as 256MiB
    #[arg(long, value_name = "SIZE", value_parser = package::bytes)]
    pub(crate) memory_limit: Option<u64>,

    /// Standard output for each case, such as 64MiB
    #[arg(long, value_name = "SIZE", value_parser = package::bytes)]
    pub(crate) output_limit: Option<u64>,

    /// How outputs are compared, with arguments if any, as in 'kattis float_tolerance 1e-6'
    /// [default: as the package says, else token by token]
    #[arg(long, value_name = "NAME")]
    pub(crate) checker: Option<String>,

    /// A program that judges outputs in place of the package's checker: its source
    #[arg(long, value_name = "FILE", conflicts_with = "checker")]
    pub(crate) checker_program: Option<PathBuf>,

    /// How that program is spoken to: kattis, testlib, cms, …
    #[arg(
        long,
        value_name = "NAME",
        default_value = "kattis",
        requires = "checker_program"
    )]
    pub(crate) protocol: Protocol,

    /// The file of the expected output of the case on standard input
    #[arg(long, value_name = "FILE")]
    pub(crate) answer: Option<PathBuf>,

    /// Only what a change of this file touches: a solution, a case, a problem; repeatable
    #[arg(long, value_name = "FILE")]
    pub(crate) touched: Vec<PathBuf>,

    /// Leave each failing case (with --verbose each) in a new folder: input, output, expected
    /// output, standard error, and a script that runs it by hand
    #[arg(long, value_name = "DIR")]
    pub(crate) keep: Option<PathBuf>,

    /// Run all cases, also those that nothing depends on after a failure
    #[arg(long, conflicts_with = "fail_fast")]
    pub(crate) all_cases: bool,

    /// Exit with 2 if any solution was skipped, as for want of its compiler
    #[arg(long)]
    pub(crate) no_skip: bool,

    #[command(flatten)]
    pub(crate) repeating: command::Repeating,

    #[command(flatten)]
    pub(crate) sharing: command::Sharing,

    /// What is written to standard output; the text for people then goes to standard error
    #[arg(long, value_enum, default_value_t = Format::Human)]
    pub(crate) format: Format,

    /// Write a report to a file too, whole or not at all; the format is told by the extension
    /// .json, .jsonl, .xml, .md, .html or .txt, or by name as in junit=FILE; repeatable
    #[arg(long = "report", value_name = "[FORMAT=]FILE")]
    pub(crate) reports: Vec<Destination>,

    /// Record the run for `judge report`: short for --report json=FILE
    #[arg(long, value_name = "FILE")]
    pub(crate) save: Option<PathBuf>,

    /// Replace files that hold something else than such a report
    #[arg(long)]
    pub(crate) force: bool,

    /// How a difference is shown: side by side, unified, as tokens, or not at all [default: side by
    /// side on a terminal of 80 columns or more, else unified]
    #[arg(long, value_enum, value_name = "VIEW")]
    pub(crate) diff: Option<DiffView>,

    /// Print only what is not as expected, and the summary
    #[arg(short, long, conflicts_with = "verbose")]
    pub(crate) quiet: bool,

    /// Print every case, and failures that were expected
    #[arg(short, long)]
    pub(crate) verbose: bool,
}

/// What stands for a case on standard input among the targets.
pub(crate) const PASTED: &str = "-";

impl RunArgs {
    /// Whether the case is on standard input.
    pub(crate) fn asks_for_pasted(&self) -> bool {
        self.targets.iter().any(|target| target == PASTED)
    }

    /// The options that decide how solutions are judged, as on a command line.
    pub(crate) fn deciding(&self) -> Vec<String> {
        let time = |time: Duration| format!("{}s", time.as_secs_f64());
        let size = |size: u64| format!("{size}B");
        let valued = [
            ("--expect", self.expect.as_ref().map(ToString::to_string)),
            ("--time-limit", self.time_limit.map(time)),
            ("--wall-limit", self.wall_limit.map(time)),
            ("--memory-limit", self.memory_limit.map(size)),
            ("--output-limit", self.output_limit.map(size)),
            ("--checker", self.checker.clone()),
            ("--repeat", self.repeating.repeat.map(|n| n.to_string())),
        ];
        let mut options: Vec<String> = valued
            .into_iter()
            .filter_map(|(option, value)| Some([option.to_owned(), value?]))
            .flatten()
            .collect();
        options.extend(self.means.no_sandbox.then(|| "--no-sandbox".to_owned()));
        options
    }
}

/// What to tell again.
#[derive(Debug, Args)]
pub(crate) struct ReportArgs {
    /// The file of a recorded run
    pub(crate) run: PathBuf,
    /// The form of the report
    #[arg(long, value_enum, default_value_t = Format::Human)]
    pub(crate) format: Format,
    /// The file to write, whole or not at all [default: standard output]
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Replace the file even if it holds something else than such a report
    #[arg(long, requires = "output")]
    pub(crate) force: bool,
    /// How a difference is shown on a terminal
    #[arg(long, value_enum, value_name = "VIEW")]
    pub(crate) diff: Option<DiffView>,
}

/// What to show.
#[derive(Debug, Args)]
pub(crate) struct ListArgs {
    /// Packages, folders of packages, or names of problems [default: problems/]
    pub(crate) folders: Vec<PathBuf>,
    /// Show each case and each solution
    #[arg(short, long)]
    pub(crate) verbose: bool,
}

/// What to compare.
#[derive(Debug, Args)]
pub(crate) struct CheckArgs {
    /// The file of the program's output
    #[arg(required_unless_present = "list")]
    pub(crate) output: Option<PathBuf>,
    /// The file of the expected output
    #[arg(required_unless_present = "list")]
    pub(crate) answer: Option<PathBuf>,
    /// The file of the input; checkers that need none ignore it
    #[arg(long, value_name = "FILE")]
    pub(crate) input: Option<PathBuf>,
    /// How to compare; --list shows the checkers
    #[arg(long, value_name = "NAME", default_value = "tokens")]
    pub(crate) checker: String,
    /// A program that judges the output: its source
    #[arg(long, value_name = "FILE", conflicts_with = "checker")]
    pub(crate) program: Option<PathBuf>,
    /// How that program is spoken to: kattis, testlib, cms, …
    #[arg(
        long,
        value_name = "NAME",
        default_value = "kattis",
        requires = "program"
    )]
    pub(crate) protocol: Protocol,
    /// How a difference is shown: side by side, unified, as tokens, or not at all [default: side by
    /// side on a terminal of 80 columns or more, else unified]
    #[arg(long, value_enum, value_name = "VIEW")]
    pub(crate) diff: Option<DiffView>,
    /// Show all checkers with their arguments
    #[arg(long)]
    pub(crate) list: bool,
    /// Arguments of the checker
    #[arg(last = true, value_name = "CHECKER_ARGS")]
    pub(crate) args: Vec<String>,
}

/// What to make.
#[derive(Debug, Args)]
pub(crate) struct NewArgs {
    /// The name: lower-case letters, digits and `-`, a letter first
    pub(crate) name: String,
    /// Make the crate of a game too
    #[arg(long)]
    pub(crate) game: bool,
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
    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        super::definition().debug_assert();
    }

    #[test]
    fn options_that_decide_are_told_as_they_were_given() {
        let words = "judge run --expect WA|TLE --time-limit 1.5s --memory-limit 65536B \
            --checker exact --repeat 3 --no-sandbox";
        let told = "--jobs 2 --quiet --format json";
        let cli = Cli::try_parse_from(format!("{words} {told}").split_whitespace()).unwrap();
        let Some(Command::Run(args)) = cli.command else {
            panic!("no run");
        };
        let again: Vec<&str> = words.split_whitespace().skip(2).collect();
        assert_eq!(args.deciding(), again);
    }
}
