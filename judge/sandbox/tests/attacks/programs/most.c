// Takes 100 MiB, which is most of what it may.
#include "common.h"
int main(void) { cap(5); char *p = malloc(100 << 20); if (!p) return 3; use(p, 100 << 20); return 0; }
