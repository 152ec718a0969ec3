// Plays the game out: the player with the last move runs after the other, who runs away.
// The chips come one row closer with every move, so this takes O(h) steps.
#include <iostream>
#include <string>

std::string play(long long w, long long xa, long long ya, long long xb, long long yb) {
    // In the same row they are in different columns: a draw below, too.
    if (xa >= xb) return "Draw"; // judge: equivalent >= -> >
    bool alice_chases = (xb - xa) % 2 == 1; // judge: equivalent - -> +
    long long& chaser = alice_chases ? ya : yb;
    long long& runner = alice_chases ? yb : ya;
    bool alice_moves = true;
    while (xa < xb) {
        if (alice_moves == alice_chases) {
            chaser += (runner > chaser) - (runner < chaser);
        // From the same column neither side is a way out.
        } else if (runner >= chaser) { // judge: equivalent >= -> >
            runner += runner < w;
        } else {
            runner -= runner > 1;
        }
        (alice_moves ? xa : xb) += alice_moves ? 1 : -1;
        alice_moves = !alice_moves;
    }
    if (chaser != runner) return "Draw";
    return alice_chases ? "Alice" : "Bob";
}

int main() {
    std::ios::sync_with_stdio(false);
    std::cin.tie(nullptr);
    int t;
    std::cin >> t;
    while (t--) {
        long long h, w, xa, ya, xb, yb;
        std::cin >> h >> w >> xa >> ya >> xb >> yb;
        std::cout << play(w, xa, ya, xb, yb) << '\n';
    }
}
