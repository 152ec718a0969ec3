// Follows a sentence of the published editorial to the letter, where the two names are swapped:
// it lets Bob win at an odd distance and Alice at an even one.
#include <cstdlib>
#include <iostream>

int main() {
    int t;
    std::cin >> t;
    while (t--) {
        long long h, w, xa, ya, xb, yb;
        std::cin >> h >> w >> xa >> ya >> xb >> yb;
        long long d = xb - xa, m = (d + 1) / 2;
        bool wins;
        if (d <= 0) {
            wins = false;
        } else if (d % 2 == 1) {
            wins = std::abs(ya - yb) <= 1 || (yb > ya ? w - ya : ya - 1) <= m;
        } else {
            wins = ya == yb || (ya > yb ? w - yb : yb - 1) <= m;
        }
        std::cout << (!wins ? "Draw" : d % 2 == 1 ? "Bob" : "Alice") << '\n';
    }
}
