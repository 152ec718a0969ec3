// Each child burns a little and hands over to the next, none is waited for: nobody's own clock says much.
#include "common.h"
int main(void) {
  cap(15);
  signal(SIGCHLD, SIG_IGN);
  for (int i = 0; i < 300; i++) {
    pid_t p = fork();
    if (p < 0) return 0;
    if (p > 0) { pause(); }
    cap(15);
    for (struct timespec t = {0}; t.tv_nsec < 20000000 && !t.tv_sec;) clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  }
  return 0;
}
