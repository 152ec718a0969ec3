"""Staircase Nim: the first player loses if and only if the counts of the cells at an odd distance
from the bottom right corner have the exclusive or 0.

Only one grid is in memory, and only its odd cells are turned into numbers. In a row, as in a
column, every second cell is odd, so a slice gives them; the grid is cut along its longer side.
"""

import sys
from functools import reduce
from itertools import islice
from operator import xor


def grundy(rows, columns, cells):
    x = 0
    # A square may be cut either way.
    if columns >= rows:  # judge: equivalent >= -> >
        for row in range(rows):
            # Only the parity counts.
            first = row * columns + (rows - row + columns - 1) % 2  # judge: equivalent - -> +, + -> -, rows - row -> row - rows, columns - 1 -> 1 - columns
            x = reduce(xor, map(int, cells[first : (row + 1) * columns : 2]), x)
    else:
        for column in range(columns):
            first = column + (columns - column + rows - 1) % 2 * columns  # judge: equivalent - -> +, + -> -, columns - column -> column - columns, rows - 1 -> 1 - rows
            x = reduce(xor, map(int, cells[first :: 2 * columns]), x)
    return x


def main():
    lines = sys.stdin.buffer
    for case in range(1, int(lines.readline()) + 1):
        rows, columns = map(int, lines.readline().split())
        cells = b"".join(islice(lines, rows)).split()
        print(f"Case {case}:", "win" if grundy(rows, columns, cells) else "lose")


main()
