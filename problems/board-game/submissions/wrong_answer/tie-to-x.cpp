// The mistake: when the nearest runners are equally far from home, x wins. But o moves first.
#include <algorithm>
#include <iostream>
#include <string>
#include <vector>

using namespace std;

int main() {
    int h, w;
    cin >> h >> w;
    int o_best = 1 << 20, x_best = 1 << 20;
    long long diff = 0;
    vector<pair<int, int>> moves;  // (on + xn, how many)
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
                const int count = xs[0] - os[n - 1] - 2;
                diff -= 1LL * count * m;
                if (count > 0) moves.push_back({n + m, count});
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
        cout << (o_best < x_best ? "o" : "x") << endl;
        return 0;
    }
    sort(moves.rbegin(), moves.rend());
    bool first = true;
    for (auto [value, count] : moves) {
        diff += 1LL * value * ((count + first) / 2);
        if (count % 2) first = !first;
    }
    cout << (diff > 0 ? "o" : "x") << endl;
}
