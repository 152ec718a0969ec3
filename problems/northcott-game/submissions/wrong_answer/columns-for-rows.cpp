// Reads M rows where there are N.
#include <cstdlib>
#include <iostream>

int main() {
    int n, m, sum = 0;
    std::cin >> n >> m;
    for (int row = 0; row < m; row++) {
        int a, b;
        if (!(std::cin >> a >> b)) break;
        sum ^= std::abs(a - b) - 1;
    }
    std::cout << (sum ? "I WIN!" : "BAD LUCK!") << '\n';
}
