// Never ends.
#include "common.h"
int main(void) { cap(15); burn(); }
