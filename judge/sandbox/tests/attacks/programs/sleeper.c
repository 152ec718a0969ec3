// Waits without using any time.
#include "common.h"
int main(void) { cap(15); puts("before"); fflush(stdout); pause(); }
