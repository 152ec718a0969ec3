# The mistake: takes the count for an ordinary one, in which only the parity of all moves matters.
import sys


def main():
    lines = sys.stdin.read().split()
    width = int(lines[1])
    o_run = x_run = width
    moves = 0
    for row in lines[2:]:
        pieces = row.strip(".")
        if pieces[:1] == "x":
            x_run = min(x_run, row.index("x"))
        if pieces[-1:] == "o":
            o_run = min(o_run, width - 1 - row.rindex("o"))
        # Every empty cell between two pieces is a move, but for one between each o and its x.
        moves += pieces.count(".")
        moves -= pieces.replace(".", "").count("ox")
    if o_run < width or x_run < width:
        print("o" if o_run <= x_run else "x")
    else:
        print("o" if moves % 2 == 1 else "x")


main()
