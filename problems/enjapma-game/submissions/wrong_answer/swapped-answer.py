"""Wrong: answers whether the first player wins; the question is about the second."""
import sys

_, _, *rows = sys.stdin.read().split()
difference = 0
for y, row in enumerate(rows):
    difference += row[y % 2 :: 2].count("o") - row[1 - y % 2 :: 2].count("o")
print("NO" if difference % 3 == 0 else "YES")
