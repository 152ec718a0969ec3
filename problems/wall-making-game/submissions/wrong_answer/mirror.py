# Wrong: believes that on a board of even sides that looks the same after half a turn, and on no
# other, the second player wins by answering each move with its image. But the walls of the first
# move may already cover the image's place.
import sys

data = sys.stdin.read().split()
h, w, board = int(data[0]), int(data[1]), data[2:]
turned = [row[::-1] for row in reversed(board)]
print("Second" if h % 2 == 0 and w % 2 == 0 and board == turned else "First")
