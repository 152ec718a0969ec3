// Three threads that use a third of the time each.
#include "common.h"
#include <pthread.h>
static void *one(void *x) { burn(); return x; }
int main(void) {
  cap(15);
  pthread_t t[3];
  for (int i = 0; i < 3; i++) if (pthread_create(&t[i], 0, one, 0)) return 3;
  pause();
}
