// Ends well and leaves a daemon behind that keeps the output open.
#include "common.h"
int main(void) {
  puts("done"); fflush(stdout);
  if (fork() == 0) { setsid(); if (fork() == 0) { prctl(PR_SET_NAME, "sbxdaemon"); cap(15); sleep(14); } _exit(0); }
  return 0;
}
