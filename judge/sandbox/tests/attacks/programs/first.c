// Reaches for the process that reports how it ends. Only asks, unless it is alone with it.
#include "common.h"
int main(void) {
  cap(5);
  struct rlimit none = {0, 0}, now;
  try_(prlimit(1, RLIMIT_CPU, 0, &now) == 0, "ask for the limits of the first process");
  if (getpid() >= 64) return 0;
  try_(prlimit(1, RLIMIT_CPU, &none, 0) == 0, "limit the first process");
  struct sched_param idle = {0};
  try_(sched_setscheduler(1, SCHED_IDLE, &idle) == 0, "hold the first process up");
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(0, &one);
  try_(sched_setaffinity(1, sizeof one, &one) == 0, "bind the first process to a core");
  try_(setpriority(PRIO_PROCESS, 1, 19) == 0, "be nicer than the first process");
  try_(setpriority(PRIO_PROCESS, 0, 1) != 0, "be kept from being nice itself");
  return 0;
}
