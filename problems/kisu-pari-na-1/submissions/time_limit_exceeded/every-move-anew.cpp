// Right but slow: looks for a winning move, which is an odd cell with more coins than the exclusive
// or of all other odd cells, and computes that anew for each cell. So a lost grid takes time of the
// square of its size.
#include <iostream>
#include <vector>

using Grid = std::vector<std::vector<int>>;

static bool is_odd(const Grid& coins, size_t row, size_t column) {
    return (coins.size() - 1 - row + coins[0].size() - 1 - column) % 2 == 1;
}

static int all_but(const Grid& coins, size_t but_row, size_t but_column) {
    int x = 0;
    for (size_t row = 0; row < coins.size(); ++row)
        for (size_t column = 0; column < coins[row].size(); ++column)
            if (is_odd(coins, row, column) && (row != but_row || column != but_column))
                x ^= coins[row][column];
    return x;
}

static bool wins(const Grid& coins) {
    for (size_t row = 0; row < coins.size(); ++row)
        for (size_t column = 0; column < coins[row].size(); ++column)
            if (is_odd(coins, row, column) && coins[row][column] > all_but(coins, row, column))
                return true;
    return false;
}

int main() {
    std::ios::sync_with_stdio(false);
    std::cin.tie(nullptr);
    int grids;
    std::cin >> grids;
    for (int grid = 1; grid <= grids; ++grid) {
        int rows, columns;
        std::cin >> rows >> columns;
        Grid coins(rows, std::vector<int>(columns));
        for (auto& row : coins)
            for (int& cell : row) std::cin >> cell;
        std::cout << "Case " << grid << ": " << (wins(coins) ? "win" : "lose") << '\n';
    }
}
