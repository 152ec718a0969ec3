// One pass over the letters: an even piece adds 1, an odd one 2 (which is −1 modulo 3).
#include <iostream>
#include <string>

int main() {
    int h, w;
    std::cin >> h >> w;
    int sum = 0;
    for (int y = h - 1; y >= 0; y--) {
        std::string row;
        std::cin >> row;
        for (int x = 0; x < w; x++) {
            if (row[x] == 'o') sum += (x + y) % 2 == 0 ? 1 : 2;
        }
    }
    std::cout << (sum % 3 == 0 ? "YES" : "NO") << '\n';
}
