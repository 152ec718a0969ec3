# The mistake: a piece has a move for each gap behind it in its group, instead of each gap before it.
import re
import sys

PAIR = re.compile("(o[o.]*)(x[x.]*)")


def slack(group):
    return sum(group[:place].count(".") for place, square in enumerate(group) if square == "o")


def main():
    _, width = map(int, sys.stdin.readline().split())
    o_home = x_home = width
    balance = 0
    closing = {}
    for row in sys.stdin:
        row = row.strip()
        pieces = row.strip(".")
        if not pieces:
            continue
        if pieces[0] == "x":
            x_home = min(x_home, row.index("x"))
        if pieces[-1] == "o":
            o_home = min(o_home, width - 1 - row.rindex("o"))
        for left, right in PAIR.findall(pieces):
            o_group, x_group = left.rstrip("."), right.rstrip(".")
            count = len(left) - len(o_group) - 1
            o_size, x_size = o_group.count("o"), x_group.count("x")
            balance += slack(o_group) - slack(x_group[::-1].replace("x", "o")) - count * x_size
            closing[o_size + x_size] = closing.get(o_size + x_size, 0) + count
    if o_home < width or x_home < width:
        print("o" if o_home <= x_home else "x")
        return
    taken = 0
    for size in sorted(closing, reverse=True):
        balance += size * ((closing[size] + 1 - taken % 2) // 2)
        taken += closing[size]
    print("o" if balance > 0 else "x")


main()
