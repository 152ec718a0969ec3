// Reads a file outside, by its path and in its folder.
#include "common.h"
int main(int n, char **v) {
  cap(5);
  char b[64];
  int fd = n > 1 ? open(v[1], O_RDONLY) : -1;
  try_(fd >= 0 && read(fd, b, 64) > 0, v[1]);
  *strrchr(v[1], '/') = 0;
  fd = open(v[1], O_RDONLY | O_DIRECTORY);
  try_(fd >= 0 && syscall(SYS_getdents64, fd, b, 64) > 0, v[1]);
  return 0;
}
