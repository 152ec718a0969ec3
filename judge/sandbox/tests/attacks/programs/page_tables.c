// Reads one byte in 2 MiB of 100 GiB: 200 MiB of tables, for one page of zeros.
#include "common.h"
int main(void) {
  cap(8);
  size_t n = 100ul << 30;
  char *p = mmap(0, n, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (p == MAP_FAILED) return 4;
  madvise(p, n, MADV_NOHUGEPAGE);
  for (size_t i = 0; i < n; i += 2 << 20) ((volatile char *)p)[i];
  sleep(2);
  return 0;
}
