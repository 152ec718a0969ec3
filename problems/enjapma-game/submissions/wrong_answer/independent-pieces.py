"""Wrong: takes the pieces for independent games and adds their values with exclusive or.

A lone piece has the value 1 or 2 by its colour, but pieces stand in one another's way: two
neighbours in the corner have no slide at all.
"""
import sys

_, _, *rows = sys.stdin.read().split()
value = 0
for y, row in enumerate(reversed(rows)):
    for x, square in enumerate(row):
        if square == "o":
            value ^= 1 + (x + y) % 2
print("YES" if value == 0 else "NO")
