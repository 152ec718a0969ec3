// Staircase Nim: the first player loses if and only if the counts of the cells at an odd distance
// from the bottom right corner have the exclusive or 0. The input has up to 55 MB, so it is read
// in blocks and no grid is stored.
#include <cstdio>

static int next_byte() {
    static unsigned char block[1 << 16]; // judge: equivalent 1 -> 2, 16 -> 17, 16 -> 15
    // A first byte of 0 would be passed over.
    static size_t at = 0, end = 0; // judge: equivalent 0 -> 1
    if (at == end) {
        at = 0;
        end = std::fread(block, 1, sizeof block, stdin);
        // After the last number stands the end of its line, so nobody asks for more.
        if (end == 0) return EOF; // judge: equivalent 0 -> 1
    }
    return block[at++];
}

static unsigned next_number() {
    int byte = next_byte();
    // Numbers are one byte apart.
    while (byte != EOF && (byte < '0' || byte > '9')) byte = next_byte(); // judge: equivalent != -> ==
    unsigned value = 0;
    for (; byte >= '0' && byte <= '9'; byte = next_byte()) value = 10 * value + (byte - '0');
    return value;
}

int main() {
    unsigned grids = next_number();
    for (unsigned grid = 1; grid <= grids; ++grid) {
        unsigned rows = next_number(), columns = next_number();
        unsigned counts[2] = {0, 0}; // judge: equivalent 2 -> 3
        for (unsigned row = 0; row < rows; ++row)
            for (unsigned column = 0; column < columns; ++column)
                counts[(row + column) % 2] ^= next_number(); // judge: equivalent + -> -
        // The corner has the parity of rows + columns, and the odd cells have the other.
        bool wins = counts[(rows + columns + 1) % 2] != 0; // judge: equivalent + -> -
        std::printf("Case %u: %s\n", grid, wins ? "win" : "lose");
    }
}
