# Right, but plays the game out with a call for every move: chips a thousand rows apart are deeper
# than Python's recursion goes.
import sys


def play(w, d, chaser, runner, last_mover_is_next):
    """Whether the last mover's chip, which chases, reaches the other in d moves."""
    if d == 0:
        return chaser == runner
    if last_mover_is_next:
        chaser += (runner > chaser) - (runner < chaser)
    elif runner >= chaser:
        runner = min(w, runner + 1)
    else:
        runner = max(1, runner - 1)
    return play(w, d - 1, chaser, runner, not last_mover_is_next)


def main():
    numbers = iter(map(int, sys.stdin.buffer.read().split()))
    for _ in range(next(numbers)):
        h, w, xa, ya, xb, yb = (next(numbers) for _ in range(6))
        d = xb - xa
        if d <= 0:
            print("Draw")
        elif d % 2:
            print("Alice" if play(w, d, ya, yb, True) else "Draw")
        else:
            print("Bob" if play(w, d, yb, ya, False) else "Draw")


main()
