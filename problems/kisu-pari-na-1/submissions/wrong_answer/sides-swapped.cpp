// Mistake: reads C before R. The numbers of a grid come in the same order either way, but they are
// laid out in rows of the wrong length, and square grids do not show it.
#include <iostream>

int main() {
    std::ios::sync_with_stdio(false);
    std::cin.tie(nullptr);
    int grids;
    std::cin >> grids;
    for (int grid = 1; grid <= grids; ++grid) {
        int rows, columns, x = 0;
        std::cin >> columns >> rows;
        for (int row = 0; row < rows; ++row)
            for (int column = 0; column < columns; ++column) {
                int coins;
                std::cin >> coins;
                if ((rows - 1 - row + columns - 1 - column) % 2 == 1) x ^= coins;
            }
        std::cout << "Case " << grid << ": " << (x ? "win" : "lose") << '\n';
    }
}
