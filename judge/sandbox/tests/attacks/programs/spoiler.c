// Changes what is said about a file outside, not the file.
#include "common.h"
#include <sys/xattr.h>
int main(int n, char **v) {
  cap(5);
  char moved[4096];
  snprintf(moved, sizeof moved, "%s.moved", n > 1 ? v[1] : "");
  try_(chmod(v[1], 0) == 0, "chmod");
  try_(utimensat(AT_FDCWD, v[1], 0, 0) == 0, "utimensat");
  try_(setxattr(v[1], "user.mine", "1", 1, 0) == 0, "setxattr");
  try_(rename(v[1], moved) == 0, "rename");
  try_(link(v[1], "mine") == 0, "link");
  try_(unlink(v[1]) == 0, "unlink");
  return 0;
}
