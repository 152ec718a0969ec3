# Right, but finds Grundy values by recursion from the largest heap down: a gap of some hundred
# cells is deeper than Python's recursion goes.
import sys

known = {}


def grundy(heap):
    if heap not in known:
        options = {grundy(heap - taken) for taken in range(1, heap + 1)}
        known[heap] = next(value for value in range(heap + 1) if value not in options)
    return known[heap]


n, m, *columns = map(int, sys.stdin.buffer.read().split())
level = 0
for a, b in zip(columns[::2], columns[1::2]):
    level ^= grundy(abs(a - b) - 1)
print("I WIN!" if level else "BAD LUCK!")
