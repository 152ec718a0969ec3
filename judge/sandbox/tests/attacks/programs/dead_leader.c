// Its first thread ends, and another one takes 200 MiB.
#include "common.h"
#include <pthread.h>
static void *other(void *unused) {
  usleep(20000);
  char *p = malloc(200 << 20);
  if (!p) exit(3);
  use(p, 200 << 20);
  sleep(3);
  printf("done\n");
  exit(0);
}
int main(void) { cap(8); pthread_t t; pthread_create(&t, 0, other, 0); pthread_exit(0); }
