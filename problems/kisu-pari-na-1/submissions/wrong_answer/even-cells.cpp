// Mistake: takes the cells at an even distance from the corner, as if the corner itself were the
// first step of the staircase. Coins on even cells can be moved, but each such move is answered.
#include <cstdio>

int main() {
    int grids;
    if (std::scanf("%d", &grids) != 1) return 0;
    for (int grid = 1; grid <= grids; ++grid) {
        int rows, columns, x = 0;
        if (std::scanf("%d %d", &rows, &columns) != 2) return 0;
        for (int row = 0; row < rows; ++row)
            for (int column = 0; column < columns; ++column) {
                int coins;
                if (std::scanf("%d", &coins) != 1) return 0;
                if ((rows - 1 - row + columns - 1 - column) % 2 == 0) x ^= coins;
            }
        std::printf("Case %d: %s\n", grid, x ? "win" : "lose");
    }
}
