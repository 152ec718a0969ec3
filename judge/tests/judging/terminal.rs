//! The judge before a person: what is on the screen of a terminal while it runs, and afterwards.

use std::fs::File;
use std::io::Read;
use std::os::fd::AsFd;
use std::process::{Child, Command};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::Duration;

use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{Winsize, tcsetwinsize};

use crate::folder::{Folder, signal};
use crate::{Test, tests};

pub(crate) const TESTS: &[Test] = tests![
    a_long_run_has_a_line_at_the_bottom_that_goes_with_it,
    the_line_at_the_bottom_goes_with_the_width_of_the_terminal,
    a_terminal_that_wants_plain_lines_has_them,
    outputs_stand_side_by_side_where_there_is_room,
    what_is_piped_has_no_control_in_it,
    what_is_looked_at_is_told_in_one_line,
];

/// No judge of these tests says nothing for so long, unless it hangs.
const HANGS: Duration = Duration::from_secs(120);

/// A judge on a terminal of its own.
struct OnTerminal {
    child: Child,
    /// The side of the person.
    main: File,
    pieces: Receiver<Vec<u8>>,
    seen: Vec<u8>,
}

impl OnTerminal {
    fn start(
        folder: &Folder,
        arguments: &[&str],
        columns: u16,
        variables: &[(&str, &str)],
    ) -> Self {
        let main = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
        grantpt(&main).unwrap();
        unlockpt(&main).unwrap();
        resize(&main, 24, columns);
        let name = ptsname(&main, Vec::new()).unwrap().into_string().unwrap();
        let open = || File::options().write(true).open(&name).unwrap();
        let child = folder
            .settled(Command::new(env!("CARGO_BIN_EXE_judge")).args(arguments))
            .env("TERM", "xterm")
            .env_remove("CI")
            .env_remove("NO_COLOR")
            .envs(variables.iter().copied())
            .stdout(open())
            .stderr(open())
            .spawn()
            .unwrap();
        let (sender, pieces) = mpsc::channel();
        let mut from = File::from(main);
        let main = from.try_clone().unwrap();
        thread::spawn(move || {
            let mut piece = [0; 4096];
            // It fails when nobody has the other side open any more.
            while let Ok(count) = from.read(&mut piece) {
                if count == 0 || sender.send(piece[..count].to_vec()).is_err() {
                    break;
                }
            }
        });
        OnTerminal {
            child,
            main,
            pieces,
            seen: Vec::new(),
        }
    }

    /// Waits until the screen shows a text.
    fn wait_for(&mut self, text: &str) {
        while !self.screen().contains(text) {
            let piece = self.pieces.recv_timeout(HANGS);
            self.seen
                .extend(piece.unwrap_or_else(|_| panic!("{text}:\n{}", self.screen())));
        }
    }

    /// Waits until the line at the bottom, which holds a text, takes so many columns.
    fn wait_for_line(&mut self, text: &str, columns: usize) {
        let width = |screen: String| {
            let line = screen.lines().find(|line| line.contains(text))?;
            Some(line.chars().count())
        };
        while width(self.screen()) != Some(columns) {
            let piece = self.pieces.recv_timeout(HANGS);
            self.seen
                .extend(piece.unwrap_or_else(|_| panic!("{columns}:\n{}", self.screen())));
        }
    }

    /// Everything that was written, when the judge has ended with this code.
    fn end(mut self, code: i32) -> (String, String) {
        while let Ok(piece) = self.pieces.recv_timeout(HANGS) {
            self.seen.extend(piece);
        }
        let status = self.child.wait().unwrap();
        let screen = self.screen();
        assert_eq!(status.code(), Some(code), "{screen}");
        (String::from_utf8(self.seen).unwrap(), screen)
    }

    fn screen(&self) -> String {
        Screen::after(&String::from_utf8_lossy(&self.seen))
    }
}

/// Makes a terminal so large.
fn resize(main: impl AsFd, rows: u16, columns: u16) {
    let size = Winsize {
        ws_row: rows,
        ws_col: columns,
        ws_xpixel: 0,
        ws_ypixel: 0,
    };
    tcsetwinsize(main, size).unwrap();
}

/// What a person sees when what was written is obeyed.
#[derive(Default)]
struct Screen {
    lines: Vec<Vec<char>>,
    row: usize,
    column: usize,
}

impl Screen {
    fn after(text: &str) -> String {
        let mut screen = Screen::default();
        let mut rest = text.chars();
        while let Some(c) = rest.next() {
            match c {
                '\r' => screen.column = 0,
                '\n' => screen.row += 1,
                '\u{1b}' => {
                    assert_eq!(rest.next(), Some('['));
                    let mut number = String::new();
                    let command = loop {
                        match rest.next() {
                            // The end of what has come so far.
                            None => break 'm',
                            Some(c) if c.is_ascii_alphabetic() => break c,
                            Some(c) => number.push(c),
                        }
                    };
                    screen.obey(command, &number);
                }
                c => screen.put(c),
            }
        }
        let lines = screen
            .lines
            .iter()
            .map(|line| line.iter().collect::<String>());
        lines
            .map(|line| line.trim_end().to_owned() + "\n")
            .collect()
    }

    fn put(&mut self, c: char) {
        let rows = self.lines.len().max(self.row + 1);
        self.lines.resize(rows, Vec::new());
        let line = &mut self.lines[self.row];
        line.resize(line.len().max(self.column + 1), ' ');
        line[self.column] = c;
        self.column += 1;
    }

    fn obey(&mut self, command: char, number: &str) {
        let count = number.parse().unwrap_or(1);
        match (command, number) {
            // A colour.
            ('m', _) => {}
            ('K', "2") => {
                if let Some(line) = self.lines.get_mut(self.row) {
                    line.clear();
                }
            }
            ('K', "") => {
                if let Some(line) = self.lines.get_mut(self.row) {
                    line.truncate(self.column);
                }
            }
            ('A', _) => self.row = self.row.saturating_sub(count),
            ('B', _) => self.row += count,
            _ => panic!("nobody asked for {number}{command}"),
        }
    }
}

/// A solution whose second case never ends.
const WAITS: &str = "read x; test $x = 2 && exec sleep 1000; echo $x";

fn a_long_run_has_a_line_at_the_bottom_that_goes_with_it() {
    let folder = Folder::of(&[("a.sh", WAITS), ("b.sh", "cat")]);
    for name in ["1", "2"] {
        folder.file(&format!("t/{name}.in"), format!("{name}\n"));
        folder.file(&format!("t/{name}.out"), "1\n");
    }
    let words = [
        "run",
        "a.sh",
        "b.sh",
        "t",
        "--jobs",
        "1",
        "--wall-limit",
        "1000s",
    ];
    let mut judge = OnTerminal::start(&folder, &words, 80, &[]);
    judge.wait_for("0/2 solutions  t a.sh 1/2");
    signal("INT", &judge.child.id().to_string());
    let (written, screen) = judge.end(130);
    assert!(!screen.contains("solutions  t"), "{screen}");
    assert!(screen.contains("· AC  a.sh"), "{screen}");
    assert!(screen.ends_with(": interrupted\n"), "{screen}");
    // The cursor was never taken away.
    assert!(!written.contains("?25l"), "{written:?}");
}

fn the_line_at_the_bottom_goes_with_the_width_of_the_terminal() {
    let name = "a".repeat(50) + ".sh";
    let folder = Folder::of(&[(&name, "exec sleep 1000")]);
    folder.file("t/1.in", "1\n");
    folder.file("t/1.out", "1\n");
    let words = ["run", &name, "t", "--wall-limit", "1000s"];
    let mut judge = OnTerminal::start(&folder, &words, 40, &[]);
    let whole = 20 + 1 + 4 + 1 + "t ".len() + name.len() + " 0/1".len();
    judge.wait_for_line("0/1", 39);
    for (rows, columns, taken) in [
        (24, 200, whole),
        (24, 20, 19),
        (0, 60, 59),
        (24, 120, whole),
    ] {
        resize(&judge.main, rows, columns);
        judge.wait_for_line("0/1", taken);
    }
    signal("INT", &judge.child.id().to_string());
    judge.end(130);
}

/// A solution that is wrong on the only case.
fn wrong() -> Folder {
    let folder = Folder::sum(&[("a.sh", "echo 2 6 3")]);
    folder.file("t/1.out", "2 5 3\n");
    folder
}

fn a_terminal_that_wants_plain_lines_has_them() {
    for variable in [("TERM", "dumb"), ("NO_COLOR", "1")] {
        let folder = wrong();
        let judge = OnTerminal::start(&folder, &["run", "a.sh", "t"], 80, &[variable]);
        let (written, screen) = judge.end(1);
        assert!(!written.contains('\u{1b}'), "{written:?}");
        assert!(
            screen.contains("\n             ^            ^\n"),
            "{screen}"
        );
    }
}

fn outputs_stand_side_by_side_where_there_is_room() {
    let folder = wrong();
    for (columns, options, shown) in [
        (80, &[][..], "         1 2 5 3    | 1 2 6 3\n"),
        (79, &[], "         1 - 2 5 3\n         1 + 2 6 3\n"),
        (60, &["--diff", "side"], "         1 2 5 3    | 1 2 6 3\n"),
        (
            80,
            &["--diff", "tokens"],
            "         line 1: expected '5', found '6'\n",
        ),
    ] {
        let words = [&["run", "a.sh", "t"], options].concat();
        let (_, screen) = OnTerminal::start(&folder, &words, columns, &[]).end(1);
        assert!(screen.contains(shown), "{screen}");
    }
}

fn what_is_piped_has_no_control_in_it() {
    let folder = wrong();
    for words in [
        &["run", "a.sh", "t", "--verbose"][..],
        &["check", "t/1.in", "t/1.out"],
        &["run", "a.sh", "t", "--format", "json"],
    ] {
        let seen = folder.judge(words).code(1);
        let all = format!("{}{}", seen.stdout, seen.stderr);
        assert!(
            !all.contains(|c: char| c.is_control() && c != '\n'),
            "{all:?}"
        );
    }
}

fn what_is_looked_at_is_told_in_one_line() {
    let name = format!("submissions/accepted/{}.sh", "a-long-name-".repeat(12));
    let folder = Folder::package("", "echo 5", &[(&name, "echo 5")]);
    let judge = OnTerminal::start(&folder, &["verify", "p"], 60, &[]);
    let (text, screen) = judge.end(0);
    let told = text
        .split(['\r', '\n'])
        .filter_map(|line| line.find("  … ").map(|at| line[at..].chars().count()));
    let widest = told.max().unwrap_or(0);
    // In the last column some terminals go on to the next line.
    assert_eq!(widest, 59, "{text}");
    assert!(!screen.contains('…'), "{screen}");
}
