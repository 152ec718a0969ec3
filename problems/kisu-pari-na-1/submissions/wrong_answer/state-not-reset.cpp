// Mistake: the exclusive or is declared outside the loop and carried from one grid into the next.
// Files of a single grid do not show it.
#include <cstdio>

int main() {
    int grids, x = 0;
    if (std::scanf("%d", &grids) != 1) return 0;
    for (int grid = 1; grid <= grids; ++grid) {
        int rows, columns;
        if (std::scanf("%d %d", &rows, &columns) != 2) return 0;
        for (int row = 0; row < rows; ++row)
            for (int column = 0; column < columns; ++column) {
                int coins;
                if (std::scanf("%d", &coins) != 1) return 0;
                if ((rows - 1 - row + columns - 1 - column) % 2 == 1) x ^= coins;
            }
        std::printf("Case %d: %s\n", grid, x ? "win" : "lose");
    }
}
