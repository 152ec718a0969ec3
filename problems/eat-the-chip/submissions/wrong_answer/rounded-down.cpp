// Halves the distance and rounds down for both players. Alice, who moves first, has one move more
// than half of an odd distance.
#include <cstdlib>
#include <iostream>

int main() {
    int t;
    std::cin >> t;
    while (t--) {
        int h, w, xa, ya, xb, yb;
        std::cin >> h >> w >> xa >> ya >> xb >> yb;
        int d = xb - xa;
        int chaser = d % 2 == 1 ? ya : yb;
        int runner = d % 2 == 1 ? yb : ya;
        int wall = runner > chaser ? w - chaser : chaser - 1;
        bool wins = d > 0 && (std::abs(ya - yb) <= d % 2 || wall <= d / 2);
        std::cout << (!wins ? "Draw" : d % 2 == 1 ? "Alice" : "Bob") << '\n';
    }
}
