# Thinks that the last mover wins whenever its moves suffice to reach the other's column, as if the
# other went straight on and did not run away.
import sys


def main():
    numbers = iter(map(int, sys.stdin.buffer.read().split()))
    for _ in range(next(numbers)):
        h, w, xa, ya, xb, yb = (next(numbers) for _ in range(6))
        d = xb - xa
        if d > 0 and abs(ya - yb) <= (d + 1) // 2:
            print("Alice" if d % 2 else "Bob")
        else:
            print("Draw")


main()
