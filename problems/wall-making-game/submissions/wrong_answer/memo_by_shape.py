# Wrong: remembers the value of a rectangle by its height and width alone. That is right on boards
# without marks only.
import sys

sys.setrecursionlimit(10000)
data = sys.stdin.read().split()
h, w, board = int(data[0]), int(data[1]), data[2:]
memo = {}


def value(top, left, height, width):
    if height == 0 or width == 0:
        return 0
    if (height, width) not in memo:
        options = set()
        for i in range(height):
            for j in range(width):
                if board[top + i][left + j] == "X":
                    continue
                below, right = height - 1 - i, width - 1 - j
                options.add(
                    value(top, left, i, j)
                    ^ value(top, left + j + 1, i, right)
                    ^ value(top + i + 1, left, below, j)
                    ^ value(top + i + 1, left + j + 1, below, right)
                )
        mex = 0
        while mex in options:
            mex += 1
        memo[height, width] = mex
    return memo[height, width]


print("First" if value(0, 0, h, w) else "Second")
