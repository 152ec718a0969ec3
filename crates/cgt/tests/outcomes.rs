//! Outcomes and remotenesses, against values known by hand and against slow searches that share
//! nothing with the crate's.

use cgt::{Game, Outcome, Outcomes, Unsolved, Value};

/// A token on a directed graph. The players move it in turn along an edge.
#[derive(Clone, Default)]
struct Token {
    /// For each node, where its edges lead.
    edges: Vec<Vec<usize>>,
    /// For each node, the result if the game is over there.
    results: Vec<Option<Outcome>>,
}

impl Token {
    /// A graph on which only a player without a move loses.
    fn normal_play(edges: &[&[usize]]) -> Self {
        Self {
            edges: edges.iter().map(|ends| ends.to_vec()).collect(),
            results: vec![None; edges.len()],
        }
    }

    /// A graph of up to `most` nodes with up to three edges each, some of them ends of the game.
    /// `forwards` keeps the edges from low to high numbers, so that every game ends.
    fn random(random: &mut Random, most: usize, forwards: bool) -> Self {
        let nodes = 1 + random.below(most);
        let mut token = Self::default();
        for node in 0..nodes {
            let low = if forwards { node + 1 } else { 0 };
            let degree = if low < nodes { random.below(4) } else { 0 };
            token.edges.push(
                (0..degree)
                    .map(|_| low + random.below(nodes - low))
                    .collect(),
            );
            token.results.push(match random.below(12) {
                0 => Some(Outcome::Win),
                1 => Some(Outcome::Loss),
                2 => Some(Outcome::Draw),
                _ => None,
            });
        }
        token
    }
}

impl Game for Token {
    type Position = usize;

    fn result(&self, &node: &usize) -> Option<Outcome> {
        self.results[node]
    }

    fn moves(&self, &node: &usize, next: &mut dyn FnMut(usize)) {
        self.edges[node].iter().copied().for_each(next);
    }
}

/// A splitmix64 generator: the tests need variety, the same at every run.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ mixed >> 31) % bound as u64) as usize
    }
}

/// Checks all nodes of a graph, asked one by one with a fresh memo each, and then upwards and
/// downwards with a shared one.
fn check(token: &Token, expected: &[Value]) {
    let nodes = 0..expected.len();
    let ask = |memo: &mut Outcomes<Token>, node: usize| {
        let (edges, results) = (&token.edges, &token.results);
        assert_eq!(
            memo.value(&node),
            Ok(expected[node]),
            "node {node} of {edges:?}, {results:?}"
        );
    };
    for node in nodes.clone() {
        ask(&mut Outcomes::new(token.clone()), node);
    }
    let mut upwards = Outcomes::new(token.clone());
    nodes.clone().for_each(|node| ask(&mut upwards, node));
    let mut downwards = Outcomes::new(token.clone());
    nodes.rev().for_each(|node| ask(&mut downwards, node));
    assert_eq!(upwards.positions(), expected.len());
}

/// The values by the definition of a forced win: in `n` moves if some move leads to a loss in
/// fewer, a loss in `n` if every move leads to a win in fewer. Each round looks at all nodes and
/// settles the wins and losses of exactly `n` moves; as many rounds as there are nodes suffice.
fn by_rounds(token: &Token) -> Vec<Value> {
    let nodes = token.edges.len();
    let mut values: Vec<Option<Value>> = (0..nodes)
        .map(|node| match token.results[node] {
            Some(Outcome::Win) => Some(Value::win(0)),
            Some(Outcome::Draw) => Some(Value::DRAW),
            Some(Outcome::Loss) => Some(Value::loss(0)),
            None => token.edges[node].is_empty().then_some(Value::loss(0)),
        })
        .collect();
    for round in 1..=nodes as u32 {
        let before = values.clone();
        let is =
            |node: &usize, outcome| before[*node].is_some_and(|value| value.outcome == outcome);
        for node in (0..nodes).filter(|&node| before[node].is_none()) {
            let ends = &token.edges[node];
            if ends.iter().any(|end| is(end, Outcome::Loss)) {
                values[node] = Some(Value::win(round));
            } else if ends.iter().all(|end| is(end, Outcome::Win)) {
                values[node] = Some(Value::loss(round));
            }
        }
    }
    values
        .into_iter()
        .map(|value| value.unwrap_or(Value::DRAW))
        .collect()
}

/// The value in a game that always ends, by plain recursion.
fn by_minimax(token: &Token, node: usize) -> Value {
    match token.results[node] {
        Some(Outcome::Win) => return Value::win(0),
        Some(Outcome::Loss) => return Value::loss(0),
        Some(Outcome::Draw) => return Value::DRAW,
        None => {}
    }
    let (mut fastest, mut slowest, mut draws) = (None, 0, false);
    for &end in &token.edges[node] {
        match by_minimax(token, end) {
            Value {
                outcome: Outcome::Loss,
                remoteness: Some(far),
            } => {
                fastest = Some(fastest.unwrap_or(u32::MAX).min(far + 1));
            }
            Value {
                outcome: Outcome::Win,
                remoteness: Some(far),
            } => slowest = slowest.max(far + 1),
            _ => draws = true,
        }
    }
    match fastest {
        Some(moves) => Value::win(moves),
        None if draws => Value::DRAW,
        None => Value::loss(slowest),
    }
}

#[test]
fn a_player_without_a_move_loses_at_once() {
    check(&Token::normal_play(&[&[]]), &[Value::loss(0)]);
}

#[test]
fn the_winner_hurries_and_the_loser_delays() {
    // 0 wins by 1 (over in 1) although 2 wins as well (over in 3); 5 loses by the slower of 0 and 6.
    let token = Token::normal_play(&[&[2, 1], &[], &[3], &[1], &[2, 1], &[0, 6], &[2]]);
    let values = [
        Value::win(1),
        Value::loss(0),
        Value::loss(2),
        Value::win(1),
        Value::win(1),
        Value::loss(4),
        Value::win(3),
    ];
    check(&token, &values);
}

#[test]
fn a_cycle_without_an_exit_is_a_draw() {
    check(&Token::normal_play(&[&[1], &[2], &[0]]), &[Value::DRAW; 3]);
    check(&Token::normal_play(&[&[0]]), &[Value::DRAW]);
}

#[test]
fn a_cycle_with_a_losing_exit_is_a_draw_for_who_can_stay() {
    // From 0 the exit 2 leads the opponent to a win, so both go round.
    check(
        &Token::normal_play(&[&[1, 2], &[0], &[3], &[]]),
        &[Value::DRAW, Value::DRAW, Value::win(1), Value::loss(0)],
    );
}

#[test]
fn a_cycle_with_a_winning_exit_is_decided() {
    // Who is at 0 leaves to 2 and wins; who is at 1 must hand over 0.
    check(
        &Token::normal_play(&[&[1, 2], &[0], &[]]),
        &[Value::win(1), Value::loss(2), Value::loss(0)],
    );
}

#[test]
fn a_longer_exit_loses_to_a_shorter_way_through_the_cycle() {
    // 0 can leave to 3, a loss in 4; but through the cycle 1 is a loss in 2 already (1 must go to
    // 2, which wins at once by 7).
    let token = Token::normal_play(&[&[3, 1], &[2], &[0, 7], &[4], &[5], &[6], &[7], &[]]);
    let values = [
        Value::win(3),
        Value::loss(2),
        Value::win(1),
        Value::loss(4),
        Value::win(3),
        Value::loss(2),
        Value::win(1),
        Value::loss(0),
    ];
    check(&token, &values);
}

#[test]
fn a_draw_by_the_rules_has_no_remoteness() {
    let token = Token {
        edges: vec![vec![1], vec![]],
        results: vec![None, Some(Outcome::Draw)],
    };
    check(&token, &[Value::DRAW; 2]);
    assert_eq!(Value::DRAW.remoteness, None);
}

#[test]
fn a_result_counts_before_any_move() {
    let token = Token {
        edges: vec![vec![1], vec![]],
        results: vec![Some(Outcome::Win), None],
    };
    check(&token, &[Value::win(0), Value::loss(0)]);
}

#[test]
fn random_graphs_have_the_values_of_the_definition() {
    let mut random = Random(1);
    let (mut wins, mut losses, mut draws) = (0, 0, 0);
    for _ in 0..6000 {
        let token = Token::random(&mut random, 14, false);
        let expected = by_rounds(&token);
        check(&token, &expected);
        for value in expected {
            match value {
                Value {
                    outcome: Outcome::Draw,
                    ..
                } => draws += 1,
                Value {
                    outcome: Outcome::Win,
                    remoteness,
                } => wins += usize::from(remoteness > Some(2)),
                Value {
                    outcome: Outcome::Loss,
                    remoteness,
                } => losses += usize::from(remoteness > Some(2)),
            }
        }
    }
    // The graphs are of use only if they hold far wins, far losses and draws in number.
    assert!(
        wins > 300 && losses > 300 && draws > 5000,
        "{wins} {losses} {draws}"
    );
}

#[test]
fn large_random_graphs_have_the_values_of_the_definition() {
    let mut random = Random(2);
    for _ in 0..20 {
        let token = Token::random(&mut random, 400, false);
        let expected = by_rounds(&token);
        check(&token, &expected);
    }
}

#[test]
fn games_that_end_have_the_values_of_minimax() {
    let mut random = Random(3);
    for _ in 0..3000 {
        let token = Token::random(&mut random, 14, true);
        let expected: Vec<_> = (0..token.edges.len())
            .map(|node| by_minimax(&token, node))
            .collect();
        check(&token, &expected);
        let mut shared = Outcomes::new(token.clone());
        for (node, value) in expected.iter().enumerate() {
            let mut alone = Outcomes::new(token.clone());
            assert_eq!(
                alone.outcome(&node),
                Ok(value.outcome),
                "node {node} of {:?}",
                token.edges
            );
            assert_eq!(
                shared.outcome(&node),
                Ok(value.outcome),
                "node {node} of {:?}",
                token.edges
            );
        }
    }
}

#[test]
fn the_outcome_alone_is_right_or_a_loop_in_any_game() {
    let mut random = Random(4);
    let (mut answers, mut loops) = (0, 0);
    for _ in 0..3000 {
        let token = Token::random(&mut random, 14, false);
        let mut shared = Outcomes::new(token.clone());
        for (node, value) in by_rounds(&token).into_iter().enumerate() {
            match shared.outcome(&node) {
                Ok(outcome) => {
                    answers += 1;
                    assert_eq!(outcome, value.outcome, "node {node} of {:?}", token.edges);
                }
                Err(error) => {
                    loops += 1;
                    assert_eq!(error, Unsolved::Loop);
                }
            }
        }
    }
    assert!(answers > 5000 && loops > 5000, "{answers} {loops}");
}

#[test]
fn the_outcome_alone_stops_at_the_first_winning_move() {
    // 1 is lost, so the way over 2 that comes back to 0 is never looked at.
    let token = Token::normal_play(&[&[1, 2], &[3], &[0], &[4], &[]]);
    assert_eq!(Outcomes::new(token).outcome(&0), Ok(Outcome::Win));
    let swapped = Token::normal_play(&[&[2, 1], &[3], &[0], &[4], &[]]);
    assert_eq!(Outcomes::new(swapped).outcome(&0), Err(Unsolved::Loop));
}

#[test]
fn outcomes_are_ordered_from_worst_to_best() {
    for (outcome, flipped) in [
        (Outcome::Loss, Outcome::Win),
        (Outcome::Draw, Outcome::Draw),
        (Outcome::Win, Outcome::Loss),
    ] {
        assert_eq!(outcome.flip(), flipped);
        assert_eq!(outcome.cmp(&Outcome::Draw), Outcome::Draw.cmp(&flipped));
    }
}
