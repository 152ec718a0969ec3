// Puts a link in the place of its folder, for whoever cleans up.
#include "common.h"
int main(int n, char **v) {
  cap(5);
  char here[4096], there[4200];
  if (!getcwd(here, sizeof here)) return 3;
  symlink(n > 1 ? v[1] : "/", "link");
  snprintf(there, sizeof there, "%s_old", here);
  if (rename(here, there) == 0) symlink(n > 1 ? v[1] : "/", here);
  return 0;
}
