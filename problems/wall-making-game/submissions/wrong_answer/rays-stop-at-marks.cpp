// Wrong: takes a mark for an obstacle that stops the walls, so that the rectangles around a cell end
// at the nearest marks.
#include <iostream>
#include <string>
#include <vector>

// The value of the rows top..bottom and the columns left..right, ends excluded.
static unsigned char value[21][21][21][21];

int main() {
    int h, w;
    std::cin >> h >> w;
    std::vector<std::string> board(h);
    for (auto& row : board) std::cin >> row;

    for (int height = 1; height <= h; ++height) {
        for (int width = 1; width <= w; ++width) {
            for (int top = 0; top + height <= h; ++top) {
                for (int left = 0; left + width <= w; ++left) {
                    const int bottom = top + height, right = left + width;
                    bool seen[256] = {};
                    for (int i = top; i < bottom; ++i) {
                        for (int j = left; j < right; ++j) {
                            if (board[i][j] == 'X') continue;
                            // How far the walls go: up, left, down, right, ends excluded.
                            int u = i, l = j, d = i + 1, r = j + 1;
                            while (u > top && board[u - 1][j] != 'X') --u;
                            while (l > left && board[i][l - 1] != 'X') --l;
                            while (d < bottom && board[d][j] != 'X') ++d;
                            while (r < right && board[i][r] != 'X') ++r;
                            seen[value[u][l][i][j] ^ value[u][j + 1][i][r] ^
                                 value[i + 1][l][d][j] ^ value[i + 1][j + 1][d][r]] = true;
                        }
                    }
                    unsigned char mex = 0;
                    while (seen[mex]) ++mex;
                    value[top][left][bottom][right] = mex;
                }
            }
        }
    }
    std::cout << (value[0][0][h][w] ? "First" : "Second") << '\n';
}
