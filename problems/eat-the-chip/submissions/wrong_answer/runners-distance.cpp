// In the last of its four branches it takes the distance of the runner (Alice) to the left wall,
// where that of the chaser (Bob) decides.
#include <cstdlib>
#include <iostream>

int main() {
    int t;
    std::cin >> t;
    while (t--) {
        int h, w, xa, ya, xb, yb;
        std::cin >> h >> w >> xa >> ya >> xb >> yb;
        int d = xb - xa;
        int m = (d + 1) / 2;
        bool wins = false;
        if (d > 0 && d % 2 == 1) {
            if (std::abs(ya - yb) <= 1) wins = true;
            else if (yb > ya) wins = w - ya <= m;
            else wins = ya - 1 <= m;
        } else if (d > 0) {
            if (ya == yb) wins = true;
            else if (ya > yb) wins = w - yb <= m;
            else wins = ya - 1 <= m;
        }
        std::cout << (!wins ? "Draw" : d % 2 == 1 ? "Alice" : "Bob") << '\n';
    }
}
