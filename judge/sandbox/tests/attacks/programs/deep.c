// Control: 100 MB of stack.
#include "common.h"
static long deeper(int n) { volatile char a[1000]; a[0] = n & 7; return n ? deeper(n - 1) + a[0] : 0; }
int main(void) { printf("%ld\n", deeper(100000)); return 0; }
