// Counts the cells from Bob's chip to the right wall with both ends, one more than the steps that
// he needs. (On the left the column's own number, less one, comes out right.)
use std::io::Read;

fn wins(w: i64, xa: i64, ya: i64, xb: i64, yb: i64) -> &'static str {
    let d = xb - xa;
    if d <= 0 {
        return "Draw";
    }
    if d % 2 == 1 {
        let wall = if yb > ya { w - ya } else { ya - 1 };
        if (ya - yb).abs() <= 1 || wall <= (d + 1) / 2 {
            return "Alice";
        }
    } else {
        let cells = if ya > yb { w - yb + 1 } else { yb - 1 };
        if ya == yb || cells <= d / 2 {
            return "Bob";
        }
    }
    "Draw"
}

fn main() {
    let mut input = String::new();
    std::io::stdin().read_to_string(&mut input).unwrap();
    let mut numbers = input.split_ascii_whitespace().map(|word| word.parse().unwrap());
    let mut next = || -> i64 { numbers.next().unwrap() };
    let mut output = String::new();
    for _ in 0..next() {
        let (_, w) = (next(), next());
        let (xa, ya) = (next(), next());
        let (xb, yb) = (next(), next());
        output.push_str(wins(w, xa, ya, xb, yb));
        output.push('\n');
    }
    print!("{output}");
}
