// Memory that belongs to no process: files in memory that are written to, not mapped.
#include "common.h"
int main(void) {
  cap(15);
  char *b = calloc(1, 1 << 20);
  for (int i = 0; i < 400; i++) {
    static int fd;
    if (i % 50 == 0 && (fd = memfd_create("hidden", 0)) < 0) return 3;
    if (write(fd, b, 1 << 20) != 1 << 20) return 4;
  }
  return ESCAPED;
}
