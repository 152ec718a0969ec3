// Wrong: subtracts unsigned numbers. Below zero the difference wraps around at 2^32, which is not
// a multiple of 3.
#include <iostream>
#include <string>

int main() {
    unsigned h, w;
    std::cin >> h >> w;
    unsigned count[2] = {0, 0};
    for (unsigned i = h; i-- > 0;) {
        std::string row;
        std::cin >> row;
        for (unsigned j = 0; j < w; j++) count[(i + j) % 2] += row[j] == 'o';
    }
    std::cout << ((count[0] - count[1]) % 3 == 0 ? "YES" : "NO") << '\n';
}
