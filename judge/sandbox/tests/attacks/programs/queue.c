// Lets as many signals wait as it can, says so, and waits for its input.
#include "common.h"
int main(void) {
  cap(15);
  sigset_t one;
  sigemptyset(&one), sigaddset(&one, SIGRTMIN + 1), sigprocmask(SIG_BLOCK, &one, 0);
  union sigval none = {0};
  while (sigqueue(getpid(), SIGRTMIN + 1, none) == 0) {}
  write(1, "on\n", 3);
  char c;
  read(0, &c, 1);
  return 0;
}
