// Wrong: reads the board into one string and colours it by the parity of the index, which makes
// stripes instead of a chessboard when W is even.
#include <iostream>
#include <string>

int main() {
    int h, w;
    std::cin >> h >> w;
    std::string board, row;
    while (std::cin >> row) board += row;
    int difference = 0;
    for (int k = 0; k < h * w; k++) {
        if (board[k] == 'o') difference += k % 2 ? -1 : 1;
    }
    std::cout << (difference % 3 == 0 ? "YES" : "NO") << '\n';
}
