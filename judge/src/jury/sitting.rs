//! One case before the panel: its passes, the folders of its programs, what was said.

use std::fs::{self, File};
use std::io::{self, Read, Seek};
use std::path::{Path, PathBuf};
use std::time::Duration;

use package::Verdict;
use sandbox::{Execution, Files, Sandbox, SandboxError, Stdin};
use tempfile::TempDir;

use super::feedback::{Feedback, is_plain, take_next_pass};
use super::interactor;
use super::panel::{Member, Panel};
use super::program::{NOTHING, Places, Program};
use super::protocol;
use super::talk::{self, Party};
use crate::check;
use crate::model::{Finding, Limits};
use crate::transcript::Transcript;

/// The folder in it that the program of this number may write to; it lasts for all passes.
fn own_folder(scratch: &Path, number: usize) -> PathBuf {
    scratch.join(format!("feedback-{number}"))
}

/// A case that is being judged.
pub(crate) struct Sitting<'a> {
    panel: &'a Panel,
    sandbox: &'a Sandbox,
    answer: Option<&'a Path>,
    /// What the solution reads in this pass.
    input: PathBuf,
    /// From 1.
    pass: u32,
    /// Made when a program of the jury first needs it.
    scratch: Option<TempDir>,
    /// What one of them wrote for the next pass.
    next: Option<PathBuf>,
    transcript: Transcript,
}

/// The output of a solution: in memory, or in a file.
pub(crate) trait Output: Read + Seek {}

impl<T: Read + Seek> Output for T {}

impl<'a> Sitting<'a> {
    pub(crate) fn new(
        panel: &'a Panel,
        sandbox: &'a Sandbox,
        input: &Path,
        answer: Option<&'a Path>,
    ) -> Sitting<'a> {
        Sitting {
            panel,
            sandbox,
            answer,
            input: input.to_owned(),
            pass: 1,
            scratch: None,
            next: None,
            transcript: Transcript::default(),
        }
    }

    /// The input of this pass.
    pub(crate) fn input(&self) -> &Path {
        &self.input
    }

    /// The number of this pass, from 1.
    pub(crate) fn pass(&self) -> u32 {
        self.pass
    }

    /// Whether another pass was asked for; then its input is ready. To be called after a pass that
    /// was accepted.
    pub(crate) fn goes_on(&mut self) -> bool {
        let Some(next) = self.next.take() else {
            return false;
        };
        self.input = next;
        self.pass += 1;
        if self.panel.is_interactive() {
            self.transcript.end_pass();
        }
        true
    }

    /// What was said in all passes.
    pub(crate) fn into_transcript(self) -> Option<Box<Transcript>> {
        (!self.transcript.is_empty()).then(|| Box::new(self.transcript))
    }

    /// Asks every checker in turn, until one rejects.
    pub(crate) fn check(&mut self, output: &mut dyn Output) -> Finding {
        let mut found = Finding::new(Verdict::AC, "");
        let mut asked = false;
        let panel = self.panel;
        for (number, member) in panel.checkers.iter().enumerate() {
            let finding = match (member, self.answer) {
                (Member::Named(checker), Some(answer)) => {
                    check::check(checker.as_ref(), &mut &mut *output, answer)
                }
                (Member::Named(_), None) => continue,
                (Member::Program(program), _) => self
                    .ask(program, number, output)
                    .unwrap_or_else(|error| program.failed(&error)),
            };
            asked = true;
            if finding.verdict != Verdict::AC {
                return self.shown(finding, output);
            }
            if !finding.message.is_empty() {
                found.message = finding.message;
            }
            found.points = finding.points.or(found.points);
        }
        if !asked {
            found.message = "only run: no expected output".to_owned();
        }
        found
    }

    /// The finding with what differs from the answer, where a program rejected the output.
    fn shown(&self, mut finding: Finding, output: &mut dyn Output) -> Finding {
        let is_wrong = matches!(finding.verdict, Verdict::WA | Verdict::PE);
        if let (true, None, Some(answer)) = (is_wrong, &finding.excerpt, self.answer) {
            finding.excerpt = check::beside(&mut &mut *output, answer);
        }
        finding
    }

    /// Runs a checker on an output.
    fn ask(
        &mut self,
        program: &Program,
        number: usize,
        output: &mut dyn Output,
    ) -> Result<Finding, JuryError> {
        let folder = self.folder(number)?;
        let file = self.scratch()?.join("output");
        output.rewind()?;
        io::copy(output, &mut File::create(&file)?)?;
        let order = program
            .order(&self.places(&folder, &file))
            .map_err(JuryError::Order)?;
        let stdin = match protocol::reads_output(program.protocol) {
            true => Stdin::File(File::open(&file)?),
            false => Stdin::Null,
        };
        let mut stdout = Vec::new();
        let files = Files {
            stdin,
            stdout: &mut stdout,
        };
        let run = self
            .sandbox
            .run(&order, &program.bounds(Duration::ZERO), files)?;
        self.finding(program, &folder, &run, &stdout)
    }

    /// Lets the solution and the interactor talk; the execution is the solution's.
    ///
    /// # Errors
    /// When the solution could not be run, or nobody is there to talk to.
    pub(crate) fn talk(
        &mut self,
        solution: &sandbox::Program,
        bounds: &sandbox::Limits,
        limits: &Limits,
    ) -> Result<(Execution, Finding), JuryError> {
        let nobody = || JuryError::Order("there is no interactor".to_owned());
        let interactor = self.panel.interactor.as_ref().ok_or_else(nobody)?;
        // After those of the checkers.
        let folder = self.folder(self.panel.checkers.len())?;
        let file = folder.join("output");
        let order = interactor
            .order(&self.places(&folder, &file))
            .map_err(JuryError::Order)?;
        let mut transcript = std::mem::take(&mut self.transcript);
        let talk = talk::hold(
            self.sandbox,
            &Party {
                program: solution,
                limits: bounds,
            },
            &Party {
                program: &order,
                limits: &interactor.bounds(limits.wall),
            },
            &|run| interactor::accepts(interactor.protocol, run),
            &mut transcript,
        );
        self.transcript = transcript;
        let talk = talk?;
        let finding = interactor::decide(&talk, limits, || {
            let found = match &talk.interactor {
                Ok(run) => self.finding(interactor, &folder, run, b""),
                Err(error) => Ok(interactor.failed(error)),
            };
            let found = found.unwrap_or_else(|error| interactor.failed(&error));
            let goes_on = found.verdict == Verdict::AC
                && interactor::leaves_the_rest(interactor.protocol)
                && !self.panel.checkers.is_empty();
            match goes_on {
                true => self.check_talk(interactor, &file, found),
                false => found,
            }
        });
        Ok((talk.solution, finding))
    }

    /// Lets the checkers look at what an interactor wrote for them when it had found so much.
    fn check_talk(&mut self, interactor: &Program, file: &Path, found: Finding) -> Finding {
        if !is_plain(file) {
            return interactor.failed(&"it accepted, and wrote no output for the checker");
        }
        match File::open(file) {
            Ok(mut output) => {
                let checked = self.check(&mut output);
                Finding {
                    points: checked.points.or(found.points),
                    ..checked
                }
            }
            Err(error) => interactor.failed(&error),
        }
    }

    /// What a program of the jury found, and whether it asks for another pass.
    fn finding(
        &mut self,
        program: &Program,
        folder: &Path,
        run: &Execution,
        stdout: &[u8],
    ) -> Result<Finding, JuryError> {
        let feedback = Feedback::read(folder);
        let finding = program.finding(run, stdout, &feedback);
        if finding.verdict == Verdict::AC
            && program.protocol == package::Protocol::Kattis
            && feedback.asks_again
        {
            let passes = self.panel.passes();
            if self.pass >= passes {
                let reason = format!("it asks for pass {} of {passes}", self.pass + 1);
                return Ok(program.failed(&reason));
            }
            if self.next.is_some() {
                return Ok(program.failed(&"another one has asked for the next pass already"));
            }
            let name = format!("pass-{}.in", self.pass + 1);
            let place = self.scratch()?.join(name);
            self.next = Some(take_next_pass(folder, place)?);
        }
        Ok(finding)
    }

    fn places<'b>(&'b self, folder: &'b Path, output: &'b Path) -> Places<'b> {
        Places {
            input: &self.input,
            output,
            answer: self.answer.unwrap_or(Path::new(NOTHING)),
            folder,
        }
    }

    fn folder(&mut self, number: usize) -> io::Result<PathBuf> {
        let folder = own_folder(self.scratch()?, number);
        match fs::create_dir(&folder) {
            Err(error) if error.kind() != io::ErrorKind::AlreadyExists => Err(error),
            _ => Ok(folder),
        }
    }

    fn scratch(&mut self) -> io::Result<&Path> {
        let scratch = match self.scratch.take() {
            Some(scratch) => scratch,
            None => tempfile::Builder::new().prefix("jury-").tempdir()?,
        };
        Ok(self.scratch.insert(scratch).path())
    }
}

/// What keeps a program of the jury from its work.
#[derive(Debug, thiserror::Error)]
pub(crate) enum JuryError {
    #[error("{0}")]
    Order(String),
    #[error("cannot use a temporary folder: {0}; is there room in TMPDIR?")]
    Folder(#[from] io::Error),
    #[error(transparent)]
    Sandbox(#[from] SandboxError),
}
