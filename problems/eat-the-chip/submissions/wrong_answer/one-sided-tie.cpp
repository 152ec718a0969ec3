// Lets Alice reach Bob when he stands straight ahead or one column to the right, and forgets the
// column to the left.
#include <iostream>

int main() {
    int t;
    std::cin >> t;
    while (t--) {
        int h, w, xa, ya, xb, yb;
        std::cin >> h >> w >> xa >> ya >> xb >> yb;
        int d = xb - xa;
        if (d <= 0) {
            std::cout << "Draw\n";
        } else if (d % 2 == 1) {
            bool level = yb == ya || yb == ya + 1;
            int wall = yb > ya ? w - ya : ya - 1;
            std::cout << (level || wall <= (d + 1) / 2 ? "Alice\n" : "Draw\n");
        } else {
            int wall = ya > yb ? w - yb : yb - 1;
            std::cout << (ya == yb || wall <= d / 2 ? "Bob\n" : "Draw\n");
        }
    }
}
