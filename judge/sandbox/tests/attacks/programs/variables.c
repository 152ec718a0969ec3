// Looks for variables it was not meant to have.
#include "common.h"
extern char **environ;
int main(void) {
  const char *known[] = {"PATH=", "HOME=", "LANG=", "TMPDIR="};
  for (char **e = environ; *e; e++) {
    int fine = 0;
    for (int i = 0; i < 4; i++) fine |= !strncmp(*e, known[i], strlen(known[i]));
    try_(!fine, *e);
  }
  return 0;
}
