// Writes to a file outside.
#include "common.h"
int main(int n, char **v) {
  cap(5);
  int fd = n > 1 ? open(v[1], O_WRONLY | O_APPEND) : -1;
  try_(fd >= 0 && write(fd, "!", 1) == 1, "append");
  try_(truncate(v[1], 0) == 0, "truncate");
  return 0;
}
