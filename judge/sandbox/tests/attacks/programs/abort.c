// As the first process of a namespace it would not die of this.
#include "common.h"
int main(void) { abort(); }
