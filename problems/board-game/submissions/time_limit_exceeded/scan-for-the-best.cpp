// Right, but every closing move is found by a look at all pairs: up to a million times a million.
#include <algorithm>
#include <iostream>
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
                pairs.push_back({n, m, xs[0] - os[n - 1] - 2});
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
    for (bool o_moves = true; true; o_moves = !o_moves) {
        Pair *best = nullptr;
        for (Pair &pair : pairs) {
            if (pair.left > 0 && (!best || pair.o + pair.x > best->o + best->x)) best = &pair;
        }
        if (!best) break;
        --best->left;
        if (o_moves) {
            o_total += best->o;
        } else {
            x_total += best->x;
        }
    }
    cout << (o_total > x_total ? "o" : "x") << endl;
}
