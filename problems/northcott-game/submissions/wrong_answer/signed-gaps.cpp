// Forgets that black may stand on the right: no absolute value.
#include <iostream>

int main() {
    int n, m;
    std::cin >> n >> m;
    int sum = 0;
    while (n--) {
        int a, b;
        std::cin >> a >> b;
        sum ^= b - a - 1;
    }
    std::cout << (sum ? "I WIN!" : "BAD LUCK!") << '\n';
}
