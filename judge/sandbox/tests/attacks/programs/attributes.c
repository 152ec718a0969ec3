// Changes what is said of a file outside by calls that are young, or take a file open for reading only.
#include "common.h"
#include <linux/fs.h>
#include <stdint.h>
#include <sys/ioctl.h>
int main(int n, char **v) {
  cap(5);
  struct { uint64_t value; uint32_t size, flags; } x = {(uintptr_t)"mine", 4, 0};
  try_(syscall(463, AT_FDCWD, v[1], 0, "user.mine", &x, sizeof x) == 0, "setxattrat");
  struct { uint64_t flags; uint32_t size, extents, project, copy; } a = {FS_XFLAG_NODUMP, 0, 0, 0, 0};
  try_(syscall(469, AT_FDCWD, v[1], &a, sizeof a, 0) == 0, "file_setattr");
  // Where nothing else stands before the file itself, it is one's own that these are tried on.
  int fd = open(v[1], O_RDONLY);
  if (fd < 0) fd = open("/proc/self/fd/0", O_RDONLY);
  int flags = FS_NODUMP_FL;
  try_(fd >= 0 && ioctl(fd, FS_IOC_SETFLAGS, &flags) == 0, "FS_IOC_SETFLAGS");
  struct fsxattr f = {.fsx_xflags = FS_XFLAG_NODUMP};
  try_(fd >= 0 && ioctl(fd, FS_IOC_FSSETXATTR, &f) == 0, "FS_IOC_FSSETXATTR");
  return 0;
}
