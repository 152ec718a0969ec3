// Mistake: counts only cells with a neighbour on both sides, in a loop that ends before the last row
// and the last column. The coins there have only one way to go, but they do go.
#include <iostream>
#include <vector>

int main() {
    std::ios::sync_with_stdio(false);
    std::cin.tie(nullptr);
    int grids;
    std::cin >> grids;
    for (int grid = 1; grid <= grids; ++grid) {
        int rows, columns, x = 0;
        std::cin >> rows >> columns;
        std::vector<std::vector<int>> coins(rows, std::vector<int>(columns));
        for (auto& row : coins)
            for (int& cell : row) std::cin >> cell;
        for (int row = 0; row < rows - 1; ++row)
            for (int column = 0; column < columns - 1; ++column)
                if ((rows - 1 - row + columns - 1 - column) % 2 == 1) x ^= coins[row][column];
        std::cout << "Case " << grid << ": " << (x ? "win" : "lose") << '\n';
    }
}
