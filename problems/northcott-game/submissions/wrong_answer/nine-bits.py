# The mistake: gaps have up to ten bits, and only nine are looked at.
import sys

n, m, *columns = map(int, sys.stdin.buffer.read().split())
gaps = [abs(a - b) - 1 for a, b in zip(columns[::2], columns[1::2])]
odd = any(sum(gap >> bit & 1 for gap in gaps) % 2 for bit in range(9))
print("I WIN!" if odd else "BAD LUCK!")
