// Gives a name to one of a pair of sockets, and calls by it what is outside. In a network of its own both are its own affair.
#include "common.h"
#include <stddef.h>
#include <sys/un.h>
int main(void) {
  cap(5);
  int s[2], q[2];
  if (getpid() < 64) return 0;
  if (socketpair(AF_UNIX, SOCK_DGRAM, 0, s) || socketpair(AF_UNIX, SOCK_DGRAM, 0, q)) return 0;
  struct sockaddr_un name = {.sun_family = AF_UNIX, .sun_path = "\0sandbox-named"};
  socklen_t length = offsetof(struct sockaddr_un, sun_path) + 14;
  try_(bind(s[0], (void *)&name, length) == 0, "bind");
  try_(connect(q[0], (void *)&name, length) == 0 || errno != EPERM, "connect");
  try_(sendto(q[0], "x", 1, 0, (void *)&name, length) >= 0 || errno != EPERM, "sendto");
  try_(send(q[0], "x", 1, 0) != 1, "be kept from its own pair");
  return 0;
}
