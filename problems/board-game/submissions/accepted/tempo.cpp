// Runners first; without any, a count of the moves that each side has before contact.
#include <algorithm>
#include <climits>
#include <iostream>
#include <string>
#include <vector>

using namespace std;

// The pieces of one row between two places where x is followed by o.
struct Block {
    vector<int> o, x;
};

int main() {
    ios::sync_with_stdio(false);
    cin.tie(nullptr);
    int h, w;
    cin >> h >> w;

    int o_home = INT_MAX, x_home = INT_MAX;
    long long o_moves = 0, x_moves = 0;
    // The number of closing moves for each sum of sizes; at first x is given all of them.
    vector<long long> closing(w + 1); // judge: equivalent 1 -> 2

    Block block;
    auto finish = [&] {
        auto &[o, x] = block;
        if (o.empty() && !x.empty()) x_home = min(x_home, x.front());
        if (x.empty() && !o.empty()) o_home = min(o_home, w - 1 - o.back());
        if (!o.empty() && !x.empty()) {
            const int on = o.size(), xn = x.size();
            for (int i = 0; i < on; ++i) o_moves += o.back() - (on - 1 - i) - o[i];
            // The foremost adds nothing.
            for (int i = 0; i < xn; ++i) x_moves += x[i] - i - x.front(); // judge: equivalent 0 -> 1
            const int count = x.front() - o.back() - 2;
            closing[on + xn] += count;
            x_moves += 1LL * count * xn;
        }
        o.clear();
        x.clear();
    };

    string row;
    for (int i = 0; i < h; ++i) {
        cin >> row;
        // Behind the end of a row stands no piece.
        for (int j = 0; j < w; ++j) { // judge: equivalent < -> <=
            if (row[j] == 'o') {
                if (!block.x.empty()) finish();
                block.o.push_back(j);
            } else if (row[j] == 'x') {
                block.x.push_back(j);
            }
        }
        finish();
    }

    bool o_wins;
    if (o_home < INT_MAX || x_home < INT_MAX) {
        o_wins = o_home <= x_home;
    } else {
        // For each one that o makes, o gains its own size and x loses what it was given.
        bool o_next = true;
        // No sum is less than 2.
        for (int sum = w; sum > 0; --sum) { // judge: equivalent > -> >=, 0 -> 1
            const long long mine = (closing[sum] + o_next) / 2;
            o_moves += mine * sum;
            if (closing[sum] % 2 != 0) o_next = !o_next;
        }
        o_wins = o_moves > x_moves;
    }
    cout << (o_wins ? 'o' : 'x') << '\n';
}
