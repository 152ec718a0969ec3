// Works for 0.8 s of CPU time.
#include <time.h>
int main(void) {
  while (clock() < CLOCKS_PER_SEC * 8 / 10) {}
  return 0;
}
