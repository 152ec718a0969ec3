// Makes ten timers, each of which is a signal that may have to wait.
#include "common.h"
int main(void) {
  cap(5);
  for (int i = 0; i < 10; i++) {
    timer_t timer;
    struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGUSR1};
    if (timer_create(CLOCK_MONOTONIC, &event, &timer)) return 5;
  }
  return 0;
}
