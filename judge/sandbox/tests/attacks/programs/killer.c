// Signals its parent and everybody it can see. Only signal 0, which asks whether it might, unless it is alone.
#include "common.h"
int main(void) {
  cap(5);
  pid_t parent = getppid();
  if (parent > 1) try_(kill(parent, 0) == 0, "signal the parent");
  if (getpid() < 64) kill(-1, SIGKILL);
  if (parent > 1) try_(syscall(SYS_tgkill, parent, parent, 0) == 0, "signal the parent's thread");
  if (getpid() < 64) { kill(1, SIGKILL); kill(1, SIGSTOP); }
  return 0;
}
