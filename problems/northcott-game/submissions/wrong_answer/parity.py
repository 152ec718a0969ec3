# Lets every move close one cell: the parity of all gaps together.
import sys

n, m, *columns = map(int, sys.stdin.buffer.read().split())
gaps = [abs(a - b) - 1 for a, b in zip(columns[::2], columns[1::2])]
wins = sum(gaps) % 2 == 1
print("I WIN!" if wins else "BAD LUCK!")
