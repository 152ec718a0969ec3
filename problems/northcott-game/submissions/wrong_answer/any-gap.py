# Takes any cell between pieces for a win: who moves first closes it.
import sys

n, m, *columns = map(int, sys.stdin.buffer.read().split())
gaps = [abs(a - b) - 1 for a, b in zip(columns[::2], columns[1::2])]
wins = any(gaps)
print("I WIN!" if wins else "BAD LUCK!")
