"""Wrong: takes the rows for independent games and adds their values with exclusive or.

The value of one row is right, but a piece can slide from a row into the next.
"""
import sys

_, _, *rows = sys.stdin.read().split()
value = 0
for row in rows:
    value ^= (row[::2].count("o") - row[1::2].count("o")) % 3
print("YES" if value == 0 else "NO")
