// Wrong: packs the four sides of a rectangle into a key, four bits each, but they go up to 20.
#include <iostream>
#include <string>
#include <unordered_map>
#include <vector>

static std::vector<std::string> board;
static std::unordered_map<int, int> memo;

static int value(int top, int left, int bottom, int right) {
    if (top == bottom || left == right) return 0;
    const int key = top << 12 | left << 8 | bottom << 4 | right;
    const auto known = memo.find(key);
    if (known != memo.end()) return known->second;
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
    return memo[key] = mex;
}

int main() {
    int h, w;
    std::cin >> h >> w;
    board.resize(h);
    for (auto& row : board) std::cin >> row;
    std::cout << (value(0, 0, h, w) ? "First" : "Second") << '\n';
}
