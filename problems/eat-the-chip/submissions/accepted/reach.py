# The last mover wins if and only if it can reach every column that the other can reach.
import sys


def answer(w, xa, ya, xb, yb):
    d = xb - xa
    # With d = 0 the columns differ, and nobody reaches anything.
    if d <= 0:  # judge: equivalent <= -> <
        return "Draw"
    winner, chaser, runner = ("Alice", ya, yb) if d % 2 else ("Bob", yb, ya)
    chaser_moves, runner_moves = (d + 1) // 2, d // 2
    left = max(1, runner - runner_moves)
    right = min(w, runner + runner_moves)
    if chaser - chaser_moves <= left and right <= chaser + chaser_moves:
        return winner
    return "Draw"


numbers = map(int, sys.stdin.buffer.read().split())
for _ in range(next(numbers)):
    h, w, xa, ya, xb, yb = (next(numbers) for _ in range(6))
    print(answer(w, xa, ya, xb, yb))
