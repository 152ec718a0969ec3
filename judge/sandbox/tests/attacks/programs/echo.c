// Control: copies its input to its output.
#include "common.h"
int main(void) { static char b[1 << 16]; ssize_t n; while ((n = read(0, b, sizeof b)) > 0) if (write(1, b, n) != n) return 3; return 0; }
