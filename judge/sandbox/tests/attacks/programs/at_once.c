// Takes 700 MB in one call.
#include "common.h"
int main(void) {
  cap(15);
  return mmap(0, 700 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0) == MAP_FAILED ? 3 : 0;
}
