// Control: eight threads that add up.
#include "common.h"
#include <pthread.h>
static void *one(void *x) { long s = 0; for (int i = 0; i < 1000; i++) s += i; return (void *)(s * (x != 0)); }
int main(void) {
  pthread_t t[8]; void *r; long s = 0;
  for (long i = 0; i < 8; i++) if (pthread_create(&t[i], 0, one, (void *)1)) return 3;
  for (int i = 0; i < 8; i++) { pthread_join(t[i], &r); s += (long)r; }
  printf("%ld\n", s); return 0;
}
