# Wrong: believes that only the parity of the number of unmarked cells matters.
import sys

board = sys.stdin.read().split()[2:]
unmarked = sum(row.count(".") for row in board)
print("First" if unmarked % 2 else "Second")
