"""Mistake: plays as if every move took a single coin one step. Then only the parity of all the
steps would matter, which is the parity of the number of coins in odd cells."""

import sys
from itertools import islice


def odd_coins(rows, columns, cells):
    coins = 0
    if columns >= rows:
        for row in range(rows):
            first = row * columns + (rows - row + columns - 1) % 2
            coins += sum(map(int, cells[first : (row + 1) * columns : 2]))
    else:
        for column in range(columns):
            first = column + (columns - column + rows - 1) % 2 * columns
            coins += sum(map(int, cells[first :: 2 * columns]))
    return coins


def main():
    lines = sys.stdin.buffer
    for case in range(1, int(lines.readline()) + 1):
        rows, columns = map(int, lines.readline().split())
        cells = b"".join(islice(lines, rows)).split()
        print(f"Case {case}:", "win" if odd_coins(rows, columns, cells) % 2 else "lose")


main()
