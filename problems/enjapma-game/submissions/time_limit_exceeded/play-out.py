"""Right but slow: plays the game to its end and counts the board anew before every move.

Whoever can win makes a winning move, the other any move. That is a move for each piece or more,
and a look at every cell for each move: 1.6 billion looks at the largest board.
"""
import sys


def winning_move(board, r):
    """A move to a difference that 3 divides, or any move if there is none."""
    any_piece = None
    for y, row in enumerate(board):
        for x, piece in enumerate(row):
            if not piece:
                continue
            any_piece = (y, x, None)
            odd = (x + y) % 2
            if r == 1 + odd:
                return y, x, None
            if r == 2 - odd:
                if x > 0 and not row[x - 1]:
                    return y, x, (y, x - 1)
                if y > 0 and not board[y - 1][x]:
                    return y, x, (y - 1, x)
    return any_piece


def main():
    _, _, *rows = sys.stdin.read().split()
    board = [[square == "o" for square in row] for row in reversed(rows)]
    second = False
    while True:
        pieces = difference = 0
        for y, row in enumerate(board):
            for x, piece in enumerate(row):
                if piece:
                    pieces += 1
                    difference += -1 if (x + y) % 2 else 1
        if pieces == 0:
            print("NO" if second else "YES")
            return
        y, x, to = winning_move(board, difference % 3)
        board[y][x] = False
        if to:
            board[to[0]][to[1]] = True
        second = not second


main()
