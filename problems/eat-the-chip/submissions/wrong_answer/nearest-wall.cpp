// Compares the last mover's distance to the nearer wall, which may be the one behind it.
#include <algorithm>
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
        int wall = std::min(w - chaser, chaser - 1);
        bool wins = d > 0 && (std::abs(ya - yb) <= d % 2 || wall <= (d + 1) / 2);
        std::cout << (!wins ? "Draw" : d % 2 == 1 ? "Alice" : "Bob") << '\n';
    }
}
