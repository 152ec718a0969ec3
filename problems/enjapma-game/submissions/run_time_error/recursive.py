"""Crashes: goes from cell to cell by recursion, deeper than Python allows on a large board."""
import sys


def difference(board, width, k):
    """Even minus odd pieces from cell `k` on."""
    if k == len(board):
        return 0
    sign = 1 if (k // width + k % width) % 2 == 0 else -1
    return sign * (board[k] == "o") + difference(board, width, k + 1)


_, width, *rows = sys.stdin.read().split()
print("YES" if difference("".join(rows), int(width), 0) % 3 == 0 else "NO")
