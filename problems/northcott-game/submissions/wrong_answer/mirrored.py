# Lets the second player win only by mirroring: the gaps must come in equal pairs.
import sys

n, m, *columns = map(int, sys.stdin.buffer.read().split())
gaps = [abs(a - b) - 1 for a, b in zip(columns[::2], columns[1::2])]
wins = any(gaps.count(gap) % 2 for gap in set(gaps) - {0})
print("I WIN!" if wins else "BAD LUCK!")
