// Mistake: counts only the two cells next to the corner, from which coins leave the game, and takes
// every move farther away for one that the other player can undo.
use std::io::{self, BufRead};

fn main() {
    let stdin = io::stdin();
    let mut input = stdin.lock();
    let mut line = String::new();
    let mut numbers = move || -> Vec<u32> {
        line.clear();
        input.read_line(&mut line).expect("a readable input");
        let words = line.split_ascii_whitespace();
        words.map(|word| word.parse().expect("a number")).collect()
    };
    let grids = numbers()[0];
    for grid in 1..=grids {
        let size = numbers();
        let (rows, columns) = (size[0] as usize, size[1] as usize);
        let mut x = 0;
        for row in 1..=rows {
            let coins = numbers();
            if row + 1 == rows {
                x ^= coins[columns - 1];
            } else if row == rows && columns > 1 {
                x ^= coins[columns - 2];
            }
        }
        println!("Case {grid}: {}", if x == 0 { "lose" } else { "win" });
    }
}
