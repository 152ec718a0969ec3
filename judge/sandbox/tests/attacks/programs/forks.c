// Starts one child; 7 says that it may not.
#include "common.h"
int main(void) { pid_t p = fork(); if (p < 0) return 7; if (p == 0) _exit(0); int s; waitpid(p, &s, 0); return s; }
