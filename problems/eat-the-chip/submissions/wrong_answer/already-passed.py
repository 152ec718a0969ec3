# Forgets that chips which have passed each other never meet: a distance of 0 or less is treated
# like any other, and Python's remainder of a negative number is 0 or 1.
import sys


def main():
    numbers = iter(map(int, sys.stdin.buffer.read().split()))
    for _ in range(next(numbers)):
        h, w, xa, ya, xb, yb = (next(numbers) for _ in range(6))
        d = xb - xa
        winner, chaser, runner = ("Alice", ya, yb) if d % 2 else ("Bob", yb, ya)
        wall = w - chaser if runner > chaser else chaser - 1
        print(winner if abs(ya - yb) <= d % 2 or wall <= (d + 1) // 2 else "Draw")


main()
