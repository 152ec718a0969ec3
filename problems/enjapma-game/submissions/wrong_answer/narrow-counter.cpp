// Wrong: counts in bytes, for "H and W are at most 200". There can be 20000 pieces of a colour,
// and 256 is not a multiple of 3.
#include <cstdint>
#include <iostream>
#include <string>

int main() {
    int h, w;
    std::cin >> h >> w;
    std::uint8_t count[2] = {0, 0};
    for (int i = 0; i < h; i++) {
        std::string row;
        std::cin >> row;
        for (int j = 0; j < w; j++) count[(i + j) % 2] += row[j] == 'o';
    }
    std::cout << ((count[0] - count[1]) % 3 == 0 ? "YES" : "NO") << '\n';
}
