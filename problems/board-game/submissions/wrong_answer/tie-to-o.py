# The mistake: with equally many moves o wins. But then o is the first to run out of them.
import sys


def groups(row):
    found = []
    for column, letter in enumerate(row):
        if letter != ".":
            if not found or found[-1][0] != letter:
                found.append((letter, []))
            found[-1][1].append(column)
    return found


def main():
    lines = sys.stdin.read().split()
    width = int(lines[1])
    o_runs, x_runs = [], []
    diff = 0
    closing = {}
    for row in lines[2:]:
        line = groups(row)
        if line and line[0][0] == "x":
            x_runs.append(line[0][1][0])
        if line and line[-1][0] == "o":
            o_runs.append(width - 1 - line[-1][1][-1])
        if o_runs or x_runs:
            continue
        for (kind, left), (_, right) in zip(line, line[1:]):
            if kind == "x":
                continue
            n, m = len(left), len(right)
            count = right[0] - left[-1] - 2
            diff += n * left[-1] - n * (n - 1) // 2 - sum(left)
            diff -= sum(right) - m * right[0] - m * (m - 1) // 2
            diff -= count * m
            closing[n + m] = closing.get(n + m, 0) + count
    if o_runs or x_runs:
        print("o" if min(o_runs, default=width) <= min(x_runs, default=width) else "x")
        return
    turn = 0
    for value in sorted(closing, reverse=True):
        diff += value * ((closing[value] + 1 - turn) // 2)
        turn = (turn + closing[value]) % 2
    print("o" if diff >= 0 else "x")


main()
