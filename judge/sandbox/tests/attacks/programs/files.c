// Control: temporary files, and the input once more by its name.
#include "common.h"
int main(void) {
  char name[] = "/tmp/XXXXXX", b[8] = {0};
  if (mkstemp(name) < 0) return 3;
  FILE *f = fopen("mine", "w+");
  if (!f || fputs("text", f) < 0 || fclose(f)) return 4;
  if (chmod("mine", 0755) || rename("mine", "yours") || unlink("yours")) return 5;
  int fd = open("/dev/stdin", O_RDONLY);
  if (fd < 0 || read(fd, b, 3) != 3 || memcmp(b, "41\n", 3)) return 6;
  return 0;
}
