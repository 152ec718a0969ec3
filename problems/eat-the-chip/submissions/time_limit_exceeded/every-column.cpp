// Right, but looks at every column of the board: is there one in which the runner
// can end and the last mover cannot? The sum of h is bounded, that of w is not.
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
        bool wins = d > 0;
        for (int column = 1; column <= w && wins; column++) {
            bool safe = std::abs(column - chaser) > (d + 1) / 2;
            if (std::abs(column - runner) <= d / 2 && safe) wins = false;
        }
        std::cout << (!wins ? "Draw" : d % 2 == 1 ? "Alice" : "Bob") << '\n';
    }
}
