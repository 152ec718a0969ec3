// Makes a user namespace, and nothing in it.
#include "common.h"
int main(void) { try_(unshare(CLONE_NEWUSER) == 0, "unshare"); return 0; }
