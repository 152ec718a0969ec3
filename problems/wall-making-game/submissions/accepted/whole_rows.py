# Grundy values of all rectangles. For each range of rows and of columns, the exclusive or of long
# integers, a byte for each cell, makes all moves at once.
import sys


def main():
    data = sys.stdin.read().split()
    h, w = int(data[0]), int(data[1])
    board = data[2:]

    # Bytes of cells that are no move; both kinds of flag are above all Grundy values (< 64; the greatest
    # that climbing from board to board came to is 55, so the flag of a mark might be 127 as well).
    # A flag with other bits below it is a flag; longer lists are as good, and the last is not used.
    outside_left = [sum(128 << 8 * j for j in range(l)) for l in range(w + 1)]  # judge: equivalent 128 -> 129, 128 -> 127, 1 -> 2, 1 -> 0
    outside_right = [sum(64 << 8 * j for j in range(r, w)) for r in range(w + 1)]  # judge: equivalent 64 -> 65, 1 -> 2
    marked = [sum(128 << 8 * j for j in range(w) if row[j] == "X") for row in board]  # judge: equivalent 128 -> 129, 128 -> 127

    # For the rows top..bottom: lefts[l] has in byte j the value of the columns l..j, rights[r]
    # that of the columns j + 1..r.
    lefts = {(top, top): [0] * (w + 1) for top in range(h + 1)}  # judge: equivalent 1 -> 2, 1 -> 0
    rights = {(top, top): [0] * (w + 1) for top in range(h + 1)}  # judge: equivalent 1 -> 2
    # No rows have the value 0 in any case, and more than there are have no top.
    for height in range(1, h + 1):  # judge: equivalent 1 -> 0, 1 -> 2
        for top in range(h - height + 1):
            bottom = top + height
            left_of = [0] * (w + 1)  # judge: equivalent 1 -> 2, 1 -> 0
            right_of = [0] * (w + 1)  # judge: equivalent 1 -> 2
            for row in range(bottom - 1, top - 1, -1):
                above, below, marks = lefts[top, row], lefts[row + 1, bottom], marked[row]
                for l in range(w):
                    bits = above[l] ^ below[l] | marks | outside_left[l]
                    left_of[l] = left_of[l] << 8 * w | bits
                above, below = rights[top, row], rights[row + 1, bottom]
                for r in range(1, w + 1):  # judge: equivalent 1 -> 0
                    bits = above[r] ^ below[r] | outside_right[r]
                    right_of[r] = right_of[r] << 8 * w | bits
            new_lefts = [0] * (w + 1)  # judge: equivalent 1 -> 2, 1 -> 0
            new_rights = [0] * (w + 1)  # judge: equivalent 1 -> 2
            for l in range(w):
                for r in range(l + 1, w + 1):
                    options = set((left_of[l] ^ right_of[r]).to_bytes(height * w, "little"))
                    value = 0
                    while value in options:
                        value += 1
                    if r < w:
                        new_lefts[l] |= value << 8 * r
                    if l > 0:
                        new_rights[r] |= value << 8 * (l - 1)
                    if l == 0 and r == w:
                        whole = value
            lefts[top, bottom] = new_lefts
            rights[top, bottom] = new_rights
    print("First" if whole else "Second")


main()
