// Files of 600 MB in every folder it knows, as far as they go.
#include "common.h"
int main(void) {
  cap(15);
  static char b[1 << 20];
  const char *all[] = {"sbx_file", "/tmp/sbx_file", "/var/tmp/sbx_file", "/dev/shm/sbx_file"};
  for (int k = 0; k < 4; k++) {
    int fd = open(all[k], O_CREAT | O_WRONLY, 0600);
    for (int i = 0; fd >= 0 && i < 150; i++) if (write(fd, b, sizeof b) < 0) break;
  }
  return 0;
}
