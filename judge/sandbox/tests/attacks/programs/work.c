// Works for 0.4 s of CPU time.
#include <time.h>
int main(void) {
  while (clock() < CLOCKS_PER_SEC * 4 / 10) {}
  return 0;
}
