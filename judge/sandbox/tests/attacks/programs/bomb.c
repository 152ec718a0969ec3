// Doubles nine times at most, and then burns.
#include "common.h"
int main(void) { for (int i = 0; i < 9; i++) { fork(); cap(6); } burn(); }
