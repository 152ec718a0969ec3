// Right, but works out the Grundy values of every heap up to the gap for every row anew.
#include <cstdlib>
#include <iostream>
#include <set>
#include <vector>

int grundy(int heap) {
    std::vector<int> values;
    for (int size = 0; size <= heap; size++) {
        std::set<int> options(values.begin(), values.end());
        int value = 0;
        while (options.count(value)) value++;
        values.push_back(value);
    }
    return values[heap];
}

int main() {
    int n, m, sum = 0;
    std::cin >> n >> m;
    while (n--) {
        int a, b;
        std::cin >> a >> b;
        sum ^= grundy(std::abs(a - b) - 1);
    }
    std::cout << (sum ? "I WIN!" : "BAD LUCK!") << '\n';
}
