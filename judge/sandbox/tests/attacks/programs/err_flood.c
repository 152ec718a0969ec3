// 200 MB of messages, then the answer.
#include "common.h"
int main(void) { cap(15); static char b[1 << 16]; for (int i = 0; i < 3200; i++) if (write(2, b, sizeof b) < 0) return 3; puts("done"); return 0; }
