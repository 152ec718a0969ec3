# A position is lost if and only if every bit is set in an even number of gaps.
import sys

n, m, *columns = map(int, sys.stdin.buffer.read().split())
gaps = [max(a, b) - min(a, b) - 1 for a, b in zip(columns[::2], columns[1::2])]
odd = any(sum(gap >> bit & 1 for gap in gaps) % 2 for bit in range(10))  # judge: equivalent 10 -> 11
print("I WIN!" if odd else "BAD LUCK!")
