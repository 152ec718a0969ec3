// Takes memory step by step, 700 MB at most.
#include "common.h"
int main(void) {
  cap(15);
  for (int i = 0; i < 700; i++) { char *p = malloc(1 << 20); if (!p) return 3; use(p, 1 << 20); }
  return 0;
}
