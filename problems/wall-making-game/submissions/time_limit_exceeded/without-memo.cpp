// Right but slow: works out every rectangle each time it is met.
#include <iostream>
#include <string>
#include <vector>

static std::vector<std::string> board;

static int value(int top, int left, int bottom, int right) {
    bool seen[256] = {};
    for (int i = top; i < bottom; ++i) {
        for (int j = left; j < right; ++j) {
            if (board[i][j] == 'X') continue;
            seen[value(top, left, i, j) ^ value(top, j + 1, i, right) ^ value(i + 1, left, bottom, j) ^
                 value(i + 1, j + 1, bottom, right)] = true;
        }
    }
    int mex = 0;
    while (seen[mex]) ++mex;
    return mex;
}

int main() {
    int h, w;
    std::cin >> h >> w;
    board.resize(h);
    for (auto& row : board) std::cin >> row;
    std::cout << (value(0, 0, h, w) ? "First" : "Second") << '\n';
}
