# Takes chips in neighbouring columns for level whoever moves last. At an even distance Alice has
# made her step aside before Bob has come closer, and stays one column ahead.
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
        print(winner if abs(ya - yb) <= 1 or wall <= (d + 1) // 2 else "Draw")


main()
