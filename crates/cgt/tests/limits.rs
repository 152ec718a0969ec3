//! Budgets, loops and very long games.

use cgt::{Game, Grundy, Impartial, OutOfBudget, Outcome, Outcomes, Unsolved, Value};

/// A row of positions, each with one move to the one before; 0 is the end. With a cycle, the end
/// leads back to that position instead.
struct Row {
    cycle: Option<u32>,
}

impl Row {
    fn next(&self, position: u32) -> Option<u32> {
        position.checked_sub(1).or(self.cycle)
    }
}

impl Impartial for Row {
    type Position = u32;

    fn options(&self, &position: &u32, option: &mut dyn FnMut(&[u32])) {
        if let Some(next) = self.next(position) {
            option(&[next]);
        }
    }
}

impl Game for Row {
    type Position = u32;

    fn result(&self, _: &u32) -> Option<Outcome> {
        None
    }

    fn moves(&self, &position: &u32, next: &mut dyn FnMut(u32)) {
        self.next(position).into_iter().for_each(next);
    }
}

const ROW: Row = Row { cycle: None };
const MILLION: u32 = 1_000_000;

#[test]
fn a_million_moves_in_a_line_overflow_no_stack() {
    assert_eq!(Grundy::new(ROW).value(&MILLION), Ok(0));
    assert_eq!(Outcomes::new(ROW).value(&MILLION), Ok(Value::loss(MILLION)));
    assert_eq!(Outcomes::new(ROW).outcome(&MILLION), Ok(Outcome::Loss));
}

#[test]
fn a_cycle_of_a_million_positions_is_solved() {
    let mut outcomes = Outcomes::new(Row {
        cycle: Some(MILLION),
    });
    assert_eq!(outcomes.value(&MILLION), Ok(Value::DRAW));
    assert_eq!(outcomes.positions(), MILLION as usize + 1);
}

#[test]
fn a_loop_is_an_error_where_games_must_end() {
    for cycle in [0, 1, 5] {
        let row = || Row { cycle: Some(cycle) };
        let mut grundy = Grundy::new(row());
        let mut outcomes = Outcomes::new(row());
        // Asked twice: what a failed search leaves behind must not look like an answer.
        for _ in 0..2 {
            assert_eq!(grundy.value(&7), Err(Unsolved::Loop));
            assert_eq!(outcomes.outcome(&7), Err(Unsolved::Loop));
            assert_eq!((grundy.positions(), outcomes.positions()), (0, 0));
        }
    }
}

#[test]
fn a_search_takes_exactly_its_budget() {
    // Positions 0 to 9.
    let over = OutOfBudget { positions: 9 };
    assert_eq!(Grundy::new(ROW).with_budget(10).value(&9), Ok(1));
    assert_eq!(Grundy::new(ROW).with_budget(9).value(&9), Err(over.into()));
    assert_eq!(
        Outcomes::new(ROW).with_budget(10).value(&9),
        Ok(Value::win(9))
    );
    assert_eq!(Outcomes::new(ROW).with_budget(9).value(&9), Err(over));
    assert_eq!(
        Outcomes::new(ROW).with_budget(10).outcome(&9),
        Ok(Outcome::Win)
    );
    assert_eq!(
        Outcomes::new(ROW).with_budget(9).outcome(&9),
        Err(over.into())
    );
}

#[test]
fn a_cycle_counts_against_the_budget() {
    let row = || Row { cycle: Some(9) };
    let over = OutOfBudget { positions: 9 };
    assert_eq!(
        Outcomes::new(row()).with_budget(10).value(&9),
        Ok(Value::DRAW)
    );
    assert_eq!(Outcomes::new(row()).with_budget(9).value(&9), Err(over));
}

#[test]
fn the_budget_is_shared_by_all_questions() {
    let mut outcomes = Outcomes::new(ROW).with_budget(10);
    assert_eq!(outcomes.value(&5), Ok(Value::win(5)));
    assert_eq!(outcomes.outcome(&3), Ok(Outcome::Win));
    assert_eq!(outcomes.positions(), 10);
    let over = OutOfBudget { positions: 10 };
    assert_eq!(outcomes.value(&6), Err(over));
    assert_eq!(outcomes.outcome(&4), Err(over.into()));
}

#[test]
fn a_search_out_of_budget_leaves_no_false_answers() {
    let mut grundy = Grundy::new(ROW).with_budget(9);
    let mut outcomes = Outcomes::new(ROW).with_budget(9);
    assert!(grundy.value(&50).is_err());
    assert!(outcomes.value(&50).is_err());
    assert!(outcomes.outcome(&50).is_err());
    assert_eq!((grundy.positions(), outcomes.positions()), (0, 0));
    for position in 0..9 {
        assert_eq!(grundy.value(&position), Ok(position % 2));
        assert_eq!(
            outcomes.value(&position).map(|value| value.remoteness),
            Ok(Some(position))
        );
    }
    assert!(grundy.value(&9).is_err());
}

#[test]
fn errors_say_what_to_do() {
    let over = OutOfBudget { positions: 9 };
    let text = "the search needs more than 9 positions; give it a larger budget or ask about a smaller position";
    assert_eq!(over.to_string(), text);
    assert_eq!(Unsolved::from(over).to_string(), text);
    assert!(
        Unsolved::Loop
            .to_string()
            .ends_with("use `Outcomes::value`")
    );
}
