# Plays misère Nim, in which who makes the last move loses.
import sys

n, m, *columns = map(int, sys.stdin.buffer.read().split())
gaps = [abs(a - b) - 1 for a, b in zip(columns[::2], columns[1::2])]
level = 0
for gap in gaps:
    level ^= gap
wins = level != 0 if max(gaps) > 1 else level == 0
print("I WIN!" if wins else "BAD LUCK!")
