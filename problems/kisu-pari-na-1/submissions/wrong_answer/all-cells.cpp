// Mistake: plain Nim. Takes the exclusive or of all cells but the corner, from which nothing moves,
// as if a coin were gone after one move wherever it lies.
#include <iostream>

int main() {
    std::ios::sync_with_stdio(false);
    std::cin.tie(nullptr);
    int grids;
    std::cin >> grids;
    for (int grid = 1; grid <= grids; ++grid) {
        int rows, columns, x = 0, coins = 0;
        std::cin >> rows >> columns;
        for (int cell = 1; cell <= rows * columns; ++cell) {
            std::cin >> coins;
            if (cell < rows * columns) x ^= coins;
        }
        std::cout << "Case " << grid << ": " << (x ? "win" : "lose") << '\n';
    }
}
