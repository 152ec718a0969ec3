// Wrong: treats the empty board as a special case, the wrong way round. Who has no piece at their
// turn loses, and on an empty board that is the first player.
#include <iostream>
#include <string>

int main() {
    int h, w;
    std::cin >> h >> w;
    int pieces = 0, difference = 0;
    for (int i = 0; i < h; i++) {
        std::string row;
        std::cin >> row;
        for (int j = 0; j < w; j++) {
            if (row[j] != 'o') continue;
            pieces++;
            difference += (i + j) % 2 ? -1 : 1;
        }
    }
    std::cout << (pieces > 0 && difference % 3 == 0 ? "YES" : "NO") << '\n';
}
