// Wrong: takes the number of pieces modulo 3, as in the game of taking 1 or 2 from a heap. The
// two colours pull in opposite directions; only their difference counts.
#include <iostream>
#include <string>

int main() {
    int h, w;
    std::cin >> h >> w;
    int pieces = 0;
    std::string row;
    while (std::cin >> row) {
        for (char c : row) pieces += c == 'o';
    }
    std::cout << (pieces % 3 == 0 ? "YES" : "NO") << '\n';
}
