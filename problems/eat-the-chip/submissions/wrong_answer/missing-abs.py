# Writes yb - ya <= 1 where the distance of the two columns is meant, so that Bob anywhere to the
# left of Alice counts as level.
import sys


def main():
    numbers = iter(map(int, sys.stdin.buffer.read().split()))
    for _ in range(next(numbers)):
        h, w, xa, ya, xb, yb = (next(numbers) for _ in range(6))
        d = xb - xa
        if d <= 0:
            print("Draw")
        elif d % 2:
            wall = w - ya if yb > ya else ya - 1
            print("Alice" if yb - ya <= 1 or wall <= (d + 1) // 2 else "Draw")
        else:
            wall = w - yb if ya > yb else yb - 1
            print("Bob" if yb == ya or wall <= d // 2 else "Draw")


main()
