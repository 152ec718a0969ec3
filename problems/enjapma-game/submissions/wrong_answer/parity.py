"""Wrong: looks at the parity of the number of pieces.

"Every move is answered by another, so an even number is good for the second player" forgets
that a slide takes no piece off the board.
"""
import sys

_, _, *rows = sys.stdin.read().split()
pieces = sum(row.count("o") for row in rows)
print("YES" if pieces % 2 == 0 else "NO")
