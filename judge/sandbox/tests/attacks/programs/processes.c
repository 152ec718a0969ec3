// Looks for processes of others.
#include "common.h"
#include <dirent.h>
int main(void) {
  cap(5);
  DIR *d = opendir("/proc");
  struct dirent *e;
  while (d && (e = readdir(d))) {
    int pid = atoi(e->d_name);
    try_(pid > 1 && pid != getpid(), e->d_name);
  }
  return 0;
}
