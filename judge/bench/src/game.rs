//! The games, each with an input as large as its statement allows.

use gridkit::{Problem, ScanError, program};

use board_game::BoardGame;
use eat_the_chip::EatTheChip;
use enjapma_game::EnjapmaGame;
use kisu_pari_na_1::KisuPariNa1;
use northcott_game::NorthcottGame;
use wall_making_game::WallMakingGame;

use crate::trouble::Trouble;

/// A game's program as a function, and what it is given.
pub(crate) struct Game {
    /// The crate, and what is special about the input where that decides the time.
    pub(crate) name: &'static str,
    input: Input,
    generate: fn(u64, usize) -> String,
    solve: fn(&[u8]) -> Result<String, ScanError>,
}

/// Where an input comes from.
enum Input {
    /// The generator, with this seed and size.
    Random { seed: u64, size: usize },
    /// The same, of so many cases that all together are tens of megabytes.
    Cases { seed: u64, cases: usize },
    /// A board of 20 rows and columns, where this letter is one in so many and the rest is empty.
    Board { letter: char, every: usize },
}

/// With seeds of which the generator makes the largest inputs, or the largest of their kind.
pub(crate) fn all() -> Vec<Game> {
    let random = |seed, size| Input::Random { seed, size };
    let board = |letter, every| Input::Board { letter, every };
    let cases = |seed, cases| Input::Cases { seed, cases };
    vec![
        game::<BoardGame>("board-game, many pairs", random(15, 4_000_000)),
        game::<BoardGame>("board-game, a race", random(44, 4_000_000)),
        game::<EatTheChip>("eat-the-chip", random(3, 1_000_000)),
        game::<EnjapmaGame>("enjapma-game", random(18, 200)),
        game::<KisuPariNa1>("kisu-pari-na-1", cases(7, 50_000)),
        game::<NorthcottGame>("northcott-game", random(58, 1000)),
        game::<WallMakingGame>("wall-making-game, empty", board('.', 1)),
        game::<WallMakingGame>("wall-making-game, with marks", board('X', 5)),
    ]
}

fn game<P: Problem>(name: &'static str, input: Input) -> Game {
    Game {
        name,
        input,
        generate: program::generate::<P>,
        solve: program::solve::<P>,
    }
}

impl Game {
    /// The input that is as large as can be.
    pub(crate) fn largest(&self) -> String {
        self.input(1)
    }

    /// The same where that is less than some megabytes, and otherwise a smaller one of its kind.
    pub(crate) fn moderate(&self) -> String {
        self.input(10)
    }

    fn input(&self, part: usize) -> String {
        match self.input {
            Input::Random { seed, size } => (self.generate)(seed, size),
            Input::Cases { seed, cases } => (self.generate)(seed, cases / part),
            Input::Board { letter, every } => board(letter, every),
        }
    }

    /// The program's output.
    pub(crate) fn solve(&self, input: &[u8]) -> Result<String, Trouble> {
        Ok((self.solve)(input)?)
    }
}

fn board(letter: char, every: usize) -> String {
    const SIDE: usize = 20;
    let mut text = format!("{SIDE} {SIDE}\n");
    for cell in 0..SIDE * SIDE {
        text.push(if cell.is_multiple_of(every) {
            letter
        } else {
            '.'
        });
        if (cell + 1).is_multiple_of(SIDE) {
            text.push('\n');
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_answers_its_input() {
        for game in all() {
            let answered = game.solve(game.moderate().as_bytes());
            assert!(
                answered.is_ok_and(|answer| !answer.is_empty()),
                "{}",
                game.name
            );
        }
    }
}
