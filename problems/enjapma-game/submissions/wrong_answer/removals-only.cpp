// Wrong: "a won board can always be won by a removal", so it tries the removals alone. With two
// pieces of one colour and none of the other only a slide wins.
#include <iostream>
#include <string>

int main() {
    int h, w;
    std::cin >> h >> w;
    int a = 0, b = 0;
    for (int i = 0; i < h; i++) {
        std::string row;
        std::cin >> row;
        for (int j = 0; j < w; j++) {
            if (row[j] == 'o') ((i + j) % 2 ? b : a)++;
        }
    }
    auto lost = [](int a, int b) { return (a - b) % 3 == 0; };
    bool first = (a > 0 && lost(a - 1, b)) || (b > 0 && lost(a, b - 1));
    std::cout << (first ? "NO" : "YES") << '\n';
}
