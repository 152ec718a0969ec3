// The mistake: each takes the closing move that gives most to the mover, without a thought for
// what it would have given to the enemy.
#include <algorithm>
#include <iostream>
#include <numeric>
#include <string>
#include <vector>

using namespace std;

struct Pair {
    int o, x, left;
};

int main() {
    ios::sync_with_stdio(false);
    int h, w;
    cin >> h >> w;
    int o_best = 1 << 20, x_best = 1 << 20;
    long long o_total = 0, x_total = 0;
    vector<Pair> pairs;
    for (int i = 0; i < h; ++i) {
        string row;
        cin >> row;
        vector<int> os, xs;
        auto close = [&] {
            const int n = os.size(), m = xs.size();
            if (n == 0 && m > 0) x_best = min(x_best, xs[0]);
            if (n > 0 && m == 0) o_best = min(o_best, w - 1 - os[n - 1]);
            if (n > 0 && m > 0) {
                for (int k = 0; k < n; ++k) o_total += os[n - 1] - (n - 1 - k) - os[k];
                for (int k = 0; k < m; ++k) x_total += xs[k] - k - xs[0];
                if (xs[0] - os[n - 1] > 2) pairs.push_back({n, m, xs[0] - os[n - 1] - 2});
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
    vector<int> by_o(pairs.size()), by_x(pairs.size());
    iota(by_o.begin(), by_o.end(), 0);
    iota(by_x.begin(), by_x.end(), 0);
    sort(by_o.begin(), by_o.end(), [&](int a, int b) { return pairs[a].o > pairs[b].o; });
    sort(by_x.begin(), by_x.end(), [&](int a, int b) { return pairs[a].x > pairs[b].x; });
    for (size_t a = 0, b = 0; true;) {
        while (a < by_o.size() && pairs[by_o[a]].left == 0) ++a;
        if (a == by_o.size()) break;
        --pairs[by_o[a]].left;
        o_total += pairs[by_o[a]].o;
        while (b < by_x.size() && pairs[by_x[b]].left == 0) ++b;
        if (b == by_x.size()) break;
        --pairs[by_x[b]].left;
        x_total += pairs[by_x[b]].x;
    }
    cout << (o_total > x_total ? "o" : "x") << endl;
}
