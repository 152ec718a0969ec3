// Reaches for parts of the kernel where faults are found often.
#include "common.h"
int main(void) {
  cap(5);
  try_(unshare(CLONE_NEWUSER) == 0, "unshare");
  pid_t p = syscall(SYS_clone, CLONE_NEWUSER | SIGCHLD, 0, 0, 0, 0);
  if (p == 0) _exit(0);
  try_(p > 0, "clone into a namespace");
  char none[120] = {0};
  try_(syscall(SYS_io_uring_setup, 1, none) >= 0 || errno != EPERM, "io_uring");
  try_(syscall(SYS_userfaultfd, 0) >= 0 || errno != EPERM, "userfaultfd");
  try_(syscall(SYS_bpf, 0, none, sizeof none) >= 0 || errno != EPERM, "bpf");
  try_(syscall(SYS_perf_event_open, none, 0, -1, -1, 0) >= 0 || errno != EPERM, "perf");
  try_(syscall(SYS_keyctl, 0, -3, 1) >= 0 || errno != EPERM, "keyctl");
  try_(syscall(SYS_fsopen, "tmpfs", 0) >= 0 || errno != EPERM, "fsopen");
  return 0;
}
