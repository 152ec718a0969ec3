// Closes its streams and stays for a while.
#include "common.h"
int main(void) { close(0); close(1); close(2); usleep(200000); return 0; }
