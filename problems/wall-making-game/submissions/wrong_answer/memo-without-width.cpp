// Wrong: to work out equal rectangles once, remembers them by their cells row after row, but without
// the width: `..` over `.X` is then the same as `...X`.
#include <iostream>
#include <string>
#include <unordered_map>
#include <vector>

// The value of the rows top..bottom and the columns left..right, ends excluded.
static unsigned char value[21][21][21][21];

int main() {
    int h, w;
    std::cin >> h >> w;
    std::vector<std::string> board(h);
    for (auto& row : board) std::cin >> row;

    std::unordered_map<std::string, unsigned char> memo;
    for (int height = 1; height <= h; ++height) {
        for (int width = 1; width <= w; ++width) {
            for (int top = 0; top + height <= h; ++top) {
                for (int left = 0; left + width <= w; ++left) {
                    const int bottom = top + height, right = left + width;
                    std::string cells;
                    for (int i = top; i < bottom; ++i) cells += board[i].substr(left, width);
                    const auto known = memo.find(cells);
                    if (known != memo.end()) {
                        value[top][left][bottom][right] = known->second;
                        continue;
                    }
                    bool seen[256] = {};
                    for (int i = top; i < bottom; ++i) {
                        for (int j = left; j < right; ++j) {
                            if (board[i][j] == 'X') continue;
                            seen[value[top][left][i][j] ^ value[top][j + 1][i][right] ^
                                 value[i + 1][left][bottom][j] ^ value[i + 1][j + 1][bottom][right]] = true;
                        }
                    }
                    unsigned char mex = 0;
                    while (seen[mex]) ++mex;
                    memo[cells] = value[top][left][bottom][right] = mex;
                }
            }
        }
    }
    std::cout << (value[0][0][h][w] ? "First" : "Second") << '\n';
}
