// Control: 8 GB reserved, one page of it used.
#include "common.h"
int main(void) {
  char *p = mmap(0, 8UL << 30, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (p == MAP_FAILED) return 3;
  p[1UL << 32] = 1; return 0;
}
