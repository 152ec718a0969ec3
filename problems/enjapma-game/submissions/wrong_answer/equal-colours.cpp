// Wrong: "the second player keeps the colours balanced, so wins only if they are balanced at the
// start". Three pieces of one colour are as good as none.
#include <iostream>
#include <string>

int main() {
    int h, w;
    std::cin >> h >> w;
    int difference = 0;
    for (int i = 0; i < h; i++) {
        std::string row;
        std::cin >> row;
        for (int j = 0; j < w; j++) {
            if (row[j] == 'o') difference += (i + j) % 2 ? -1 : 1;
        }
    }
    std::cout << (difference == 0 ? "YES" : "NO") << '\n';
}
