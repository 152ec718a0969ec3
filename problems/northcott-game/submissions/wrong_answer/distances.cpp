// Takes the distance of the pieces for the heap, one more than the cells between them.
#include <cstdlib>
#include <iostream>

int main() {
    int n, m;
    std::cin >> n >> m;
    int sum = 0;
    while (n--) {
        int a, b;
        std::cin >> a >> b;
        sum ^= std::abs(a - b);
    }
    std::cout << (sum ? "I WIN!" : "BAD LUCK!") << '\n';
}
