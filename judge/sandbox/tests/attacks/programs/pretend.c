// Dies of the signal that says too much CPU time.
#include "common.h"
int main(void) { raise(SIGXCPU); }
