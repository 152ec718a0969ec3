// Recursion without end; the stack is the limit.
#include "common.h"
static int deeper(int n) { volatile char a[4096]; a[0] = n; return deeper(n + 1) + a[0]; }
int main(void) { cap(15); return deeper(0); }
