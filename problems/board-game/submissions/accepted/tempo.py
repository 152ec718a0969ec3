"""Reads each row as pairs of facing groups; equal looking pairs are measured once."""

import re
import sys
from collections import Counter
from functools import lru_cache

PAIR = re.compile("(o[o.]*)(x[x.]*)")


def slack(group):
    """The moves of the pieces until they stand side by side at the end of the string."""
    pieces = total = 0
    for run in re.findall("o+|[.]+", group):
        if run[0] == "o":
            pieces += len(run)
        else:
            total += pieces * len(run)
    return total


@lru_cache(1 << 14)  # judge: equivalent 1 -> 2, 1 -> 0, 14 -> 15, 14 -> 13
def measure(left, right):
    """What o has more than x, the sum of the sizes, and the number of closing moves."""
    o_group = left.rstrip(".")
    x_group = right.rstrip(".")
    gap = len(left) - len(o_group)
    o_size, x_size = o_group.count("o"), x_group.count("x")
    balance = slack(o_group) - slack(x_group[::-1].replace("x", "o"))
    return balance - (gap - 1) * x_size, o_size + x_size, gap - 1


def main():
    height, width = map(int, sys.stdin.readline().split())
    o_home = x_home = width
    balance = 0
    closing = Counter()
    for _ in range(height):
        row = sys.stdin.readline().rstrip()
        pieces = row.strip(".")
        if not pieces:
            continue
        if pieces[0] == "x":
            x_home = min(x_home, row.index("x"))
        if pieces[-1] == "o":
            o_home = min(o_home, width - 1 - row.rindex("o"))
        # Only saves time.
        if o_home < width or x_home < width:  # judge: equivalent or -> and
            continue
        for left, right in PAIR.findall(pieces):
            more, size, count = measure(left, right)
            balance += more
            closing[size] += count
    if o_home < width or x_home < width:
        print("o" if o_home <= x_home else "x")
        return
    taken = 0
    for size in sorted(closing, reverse=True):
        count = closing[size]
        balance += size * ((count + 1 - taken % 2) // 2)
        # Only its parity counts.
        taken += count  # judge: equivalent += -> -=
    print("o" if balance > 0 else "x")


main()
