// Wrong: reads the two sizes in the wrong order, so a board that is higher than wide loses its
// bottom rows.
use std::io::Read;

fn main() {
    let mut input = String::new();
    std::io::stdin().read_to_string(&mut input).expect("input");
    let mut words = input.split_whitespace();
    let mut size = || -> usize { words.next().expect("size").parse().expect("number") };
    let (_width, height) = (size(), size());
    let mut difference = 0_i32;
    for (y, row) in words.take(height).enumerate() {
        for (x, square) in row.bytes().enumerate() {
            if square == b'o' {
                difference += if (x + y) % 2 == 0 { 1 } else { -1 };
            }
        }
    }
    println!("{}", if difference % 3 == 0 { "YES" } else { "NO" });
}
