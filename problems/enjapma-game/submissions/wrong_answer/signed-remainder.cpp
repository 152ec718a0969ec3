// Wrong: asks whether the remainder is positive, but in C++ the remainder of a negative number
// is not, so every board with more odd pieces than even ones looks lost.
#include <iostream>
#include <string>

int main() {
    int h, w;
    std::cin >> h >> w;
    int a = 0, b = 0;
    for (int i = h - 1; i >= 0; i--) {
        std::string row;
        std::cin >> row;
        for (int j = 0; j < w; j++) {
            if (row[j] == 'o') ((i + j) % 2 ? b : a)++;
        }
    }
    int grundy = (a - b) % 3;
    std::cout << (grundy > 0 ? "NO" : "YES") << '\n';
}
