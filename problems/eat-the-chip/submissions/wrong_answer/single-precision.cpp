// Keeps the columns in single precision, for the halves of odd distances. From 2^24 on, columns
// that differ are rounded to one.
#include <cmath>
#include <iostream>

int main() {
    int t;
    std::cin >> t;
    while (t--) {
        float h, w, xa, ya, xb, yb;
        std::cin >> h >> w >> xa >> ya >> xb >> yb;
        float d = xb - xa;
        bool odd = std::fmod(d, 2.0f) == 1.0f;
        float chaser = odd ? ya : yb, runner = odd ? yb : ya;
        float wall = runner > chaser ? w - chaser : chaser - 1;
        bool wins = d > 0 && (std::abs(ya - yb) <= (odd ? 1 : 0) || wall <= std::ceil(d / 2));
        std::cout << (!wins ? "Draw" : odd ? "Alice" : "Bob") << '\n';
    }
}
