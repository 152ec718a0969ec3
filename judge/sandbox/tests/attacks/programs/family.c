// Six children, none of which has much.
#include "common.h"
int main(void) {
  cap(15);
  for (int i = 0; i < 6; i++) {
    pid_t p = fork();
    if (p < 0) return 3;
    if (p == 0) { cap(10); char *q = malloc(40 << 20); use(q, 40 << 20); sleep(3); _exit(0); }
  }
  while (wait(0) > 0) {}
  return 0;
}
