// The mistake: looks at the first pair of each row only.

use std::io::Read;

fn main() {
    let mut input = String::new();
    std::io::stdin().read_to_string(&mut input).unwrap();
    let mut words = input.split_ascii_whitespace();
    let _height: usize = words.next().unwrap().parse().unwrap();
    let width: usize = words.next().unwrap().parse().unwrap();
    let (mut o_run, mut x_run) = (width, width);
    let mut diff = 0i64;
    let mut closing = vec![0i64; width + 1];
    for row in words {
        let row = row.as_bytes();
        let columns =
            |letter: u8| (0..width).filter(|&column| row[column] == letter).collect::<Vec<_>>();
        let (o, x) = (columns(b'o'), columns(b'x'));
        match (o.first(), x.first()) {
            (Some(o), Some(x)) if x < o => x_run = x_run.min(*x),
            (None, Some(x)) => x_run = x_run.min(*x),
            _ => {}
        }
        match (o.last(), x.last()) {
            (Some(o), Some(x)) if x < o => o_run = o_run.min(width - 1 - o),
            (Some(o), None) => o_run = o_run.min(width - 1 - o),
            _ => {}
        }
        let Some(&first_x) = x.iter().find(|&&x| o.first().is_some_and(|&o| o < x)) else {
            continue;
        };
        let o: Vec<usize> = o.into_iter().filter(|&o| o < first_x).collect();
        let last_o = o[o.len() - 1];
        let next_o = (first_x..width).find(|&column| row[column] == b'o').unwrap_or(width);
        let x: Vec<usize> = x.into_iter().filter(|&x| first_x <= x && x < next_o).collect();
        for (k, o) in o.iter().rev().enumerate() {
            diff += (last_o - k - o) as i64;
        }
        for (k, x) in x.iter().enumerate() {
            diff -= (x - k - first_x) as i64;
        }
        let count = (first_x - last_o - 2) as i64;
        diff -= count * x.len() as i64;
        closing[o.len() + x.len()] += count;
    }
    let o_wins = if o_run < width || x_run < width {
        o_run <= x_run
    } else {
        let mut turn = 1;
        for value in (1..=width).rev() {
            diff += value as i64 * ((closing[value] + turn) / 2);
            turn = (turn + closing[value]) % 2;
        }
        diff > 0
    };
    println!("{}", if o_wins { "o" } else { "x" });
}
