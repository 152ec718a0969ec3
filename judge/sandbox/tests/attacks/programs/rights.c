// Looks for rights beyond those of anybody.
#include "common.h"
int main(void) {
  cap(5);
  try_(prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) != 1, "may gain rights by exec");
  char line[256];
  FILE *f = fopen("/proc/self/status", "r");
  if (!f) return 3;
  while (fgets(line, sizeof line, f))
    if (!strncmp(line, "CapEff:", 7) || !strncmp(line, "CapPrm:", 7) || !strncmp(line, "CapAmb:", 7))
      try_(strtoull(line + 7, 0, 16) != 0, line);
  try_(open("/etc/shadow", O_RDONLY) >= 0, "/etc/shadow");
  try_(mknod("device", S_IFBLK | 0600, 0x800) == 0, "mknod");
  try_(chroot(".") == 0, "chroot");
  const int r[] = {RLIMIT_CPU, RLIMIT_NOFILE, RLIMIT_CORE, RLIMIT_MEMLOCK};
  for (int i = 0; i < 4; i++) {
    struct rlimit now, all = {RLIM_INFINITY, RLIM_INFINITY};
    getrlimit(r[i], &now);
    try_(now.rlim_max != RLIM_INFINITY && setrlimit(r[i], &all) == 0, "setrlimit");
  }
  int fd = open("/proc/self/oom_score_adj", O_WRONLY);
  try_(fd >= 0 && write(fd, "-1000", 5) == 5, "oom_score_adj");
  struct timespec t;
  clock_gettime(CLOCK_REALTIME, &t);
  try_(clock_settime(CLOCK_REALTIME, &t) == 0, "clock_settime");
  try_(sethostname("mine", 4) == 0, "sethostname");
  try_(setpriority(PRIO_PROCESS, 0, -10) == 0, "setpriority");
  return 0;
}
