// Talks to somebody on this machine: the port is given.
#include "common.h"
#include <arpa/inet.h>
#include <sys/un.h>
int main(int n, char **v) {
  cap(5);
  struct sockaddr_in a = {.sin_family = AF_INET, .sin_port = htons(n > 1 ? atoi(v[1]) : 9)};
  a.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  int s = socket(AF_INET, SOCK_STREAM, 0);
  try_(s >= 0 && connect(s, (void *)&a, sizeof a) == 0, "TCP");
  s = socket(AF_INET, SOCK_DGRAM, 0);
  if (s >= 0) sendto(s, "!", 1, 0, (void *)&a, sizeof a);
  struct sockaddr_un u = {.sun_family = AF_UNIX};
  int l = snprintf(u.sun_path + 1, 100, "sandbox-test-%s", n > 1 ? v[1] : "");
  s = socket(AF_UNIX, SOCK_STREAM, 0);
  try_(s >= 0 && connect(s, (void *)&u, sizeof(sa_family_t) + 1 + l) == 0, "abstract socket");
  return 0;
}
