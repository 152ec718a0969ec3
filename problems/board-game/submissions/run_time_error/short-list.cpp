// Right, but the list of closing moves has room for a million, and there can be four.
#include <algorithm>
#include <array>
#include <functional>
#include <iostream>
#include <string>
#include <vector>

using namespace std;

static array<int, 1000000> moves;  // on + xn of each

int main() {
    ios::sync_with_stdio(false);
    int h, w;
    cin >> h >> w;
    int o_best = 1 << 20, x_best = 1 << 20;
    long long diff = 0;
    size_t count = 0;
    for (int i = 0; i < h; ++i) {
        string row;
        cin >> row;
        vector<int> os, xs;
        auto close = [&] {
            const int n = os.size(), m = xs.size();
            if (n == 0 && m > 0) x_best = min(x_best, xs[0]);
            if (n > 0 && m == 0) o_best = min(o_best, w - 1 - os[n - 1]);
            if (n > 0 && m > 0) {
                for (int k = 0; k < n; ++k) diff += os[n - 1] - (n - 1 - k) - os[k];
                for (int k = 0; k < m; ++k) diff -= xs[k] - k - xs[0];
                for (int k = os[n - 1] + 2; k < xs[0]; ++k) {
                    moves.at(count++) = n + m;
                    diff -= m;
                }
            }
            os.clear();
            xs.clear();
        };
        for (int j = 0; j < w; ++j) {
            if (row[j] == 'o') {
                if (!xs.empty()) close();
                os.push_back(j);
            } else if (row[j] == 'x') {
                xs.push_back(j);
            }
        }
        close();
    }
    if (min(o_best, x_best) < (1 << 20)) {
        cout << (o_best <= x_best ? "o" : "x") << endl;
        return 0;
    }
    sort(moves.begin(), moves.begin() + count, greater<int>());
    for (size_t k = 0; k < count; k += 2) diff += moves[k];
    cout << (diff > 0 ? "o" : "x") << endl;
}
