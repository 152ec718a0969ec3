// Right where it lives, but takes "at most 50000 cells" for "at most 300 rows and 300 columns":
// a long row or column is out of its table, and the checked access ends the program.
#include <array>
#include <iostream>

static std::array<std::array<int, 300>, 300> coins;

int main() {
    std::ios::sync_with_stdio(false);
    std::cin.tie(nullptr);
    int grids;
    std::cin >> grids;
    for (int grid = 1; grid <= grids; ++grid) {
        int rows, columns, x = 0;
        std::cin >> rows >> columns;
        for (int row = 0; row < rows; ++row)
            for (int column = 0; column < columns; ++column) std::cin >> coins.at(row).at(column);
        for (int row = 0; row < rows; ++row)
            for (int column = 0; column < columns; ++column)
                if ((rows - 1 - row + columns - 1 - column) % 2 == 1) x ^= coins[row][column];
        std::cout << "Case " << grid << ": " << (x ? "win" : "lose") << '\n';
    }
}
