// Takes the cells behind the pieces for spare moves, which decide when the gaps are level.
#include <cstdlib>
#include <iostream>

int main() {
    int n, m;
    std::cin >> n >> m;
    int sum = 0, spare = 0;
    while (n--) {
        int a, b;
        std::cin >> a >> b;
        sum ^= std::abs(a - b) - 1;
        spare += a < b ? (a - 1) - (m - b) : (m - a) - (b - 1);
    }
    std::cout << (sum || spare > 0 ? "I WIN!" : "BAD LUCK!") << '\n';
}
