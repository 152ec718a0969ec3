// What every program here shares: 66 says that an attack succeeded, and nobody outlives its alarm.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#define ESCAPED 66
static void cap(int seconds) { alarm(seconds); }
static void try_(int worked, const char *what) {
  if (worked) { fprintf(stderr, "worked: %s\n", what); exit(ESCAPED); }
}
static void burn(void) { for (volatile long i = 0;; i++) {} }
// The compiler may not think that memory is unused.
static void use(char *p, size_t n) { memset(p, 1, n); __asm__ volatile("" : : "r"(p) : "memory"); }
