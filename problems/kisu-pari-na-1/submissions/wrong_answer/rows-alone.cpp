// Mistake: takes every row for a staircase of its own and counts the steps to the last column only.
// Coins also go down, and the parity changes from row to row.
#include <iostream>

int main() {
    std::ios::sync_with_stdio(false);
    std::cin.tie(nullptr);
    int grids;
    std::cin >> grids;
    for (int grid = 1; grid <= grids; ++grid) {
        int rows, columns, x = 0;
        std::cin >> rows >> columns;
        for (int row = 0; row < rows; ++row)
            for (int column = 0; column < columns; ++column) {
                int coins;
                std::cin >> coins;
                if ((columns - 1 - column) % 2 == 1) x ^= coins;
            }
        std::cout << "Case " << grid << ": " << (x ? "win" : "lose") << '\n';
    }
}
