// Looks for descriptors it was not meant to have.
#include "common.h"
int main(void) { for (int fd = 3; fd < 1024; fd++) try_(fcntl(fd, F_GETFD) >= 0, "open descriptor"); return 0; }
