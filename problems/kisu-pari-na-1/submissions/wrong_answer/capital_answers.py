"""Mistake: prints `Win` and `Lose`, where the statement asks for small letters. All else is right."""

import sys
from functools import reduce
from itertools import islice
from operator import xor


def grundy(rows, columns, cells):
    x = 0
    if columns >= rows:
        for row in range(rows):
            first = row * columns + (rows - row + columns - 1) % 2
            x = reduce(xor, map(int, cells[first : (row + 1) * columns : 2]), x)
    else:
        for column in range(columns):
            first = column + (columns - column + rows - 1) % 2 * columns
            x = reduce(xor, map(int, cells[first :: 2 * columns]), x)
    return x


def main():
    lines = sys.stdin.buffer
    for case in range(1, int(lines.readline()) + 1):
        rows, columns = map(int, lines.readline().split())
        cells = b"".join(islice(lines, rows)).split()
        print(f"Case {case}:", "Win" if grundy(rows, columns, cells) else "Lose")


main()
