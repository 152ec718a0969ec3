// Stops itself: a parent that waits for an end waits for ever.
#include "common.h"
int main(void) { raise(SIGSTOP); return 0; }
