// 100,000 files.
#include "common.h"
int main(void) {
  cap(15);
  char name[32];
  for (int i = 0; i < 100000; i++) { sprintf(name, "f%d", i); int fd = open(name, O_CREAT | O_WRONLY, 0600); if (fd < 0) return 0; close(fd); }
  return 0;
}
