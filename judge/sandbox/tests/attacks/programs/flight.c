// Leaves a name and 80 MiB in sockets that hold each other. Says 66 if an earlier run's are still there.
#include "common.h"
#include <stddef.h>
#include <sys/un.h>
static void send_fd(int s, int fd) {
  char c = 0, b[CMSG_SPACE(sizeof fd)] = {0};
  struct iovec io = {&c, 1};
  struct msghdr m = {.msg_iov = &io, .msg_iovlen = 1, .msg_control = b, .msg_controllen = sizeof b};
  struct cmsghdr *h = CMSG_FIRSTHDR(&m);
  h->cmsg_level = SOL_SOCKET, h->cmsg_type = SCM_RIGHTS, h->cmsg_len = CMSG_LEN(sizeof fd);
  memcpy(CMSG_DATA(h), &fd, sizeof fd);
  if (sendmsg(s, &m, 0) < 0) exit(0);
}
int main(void) {
  cap(5);
  int s[2], file = memfd_create("left", 0);
  if (file < 0) file = open("left", O_CREAT | O_RDWR, 0600);
  if (socketpair(AF_UNIX, SOCK_DGRAM, 0, s)) return 3;
  struct sockaddr_un name = {.sun_family = AF_UNIX, .sun_path = "\0sandbox-left"};
  if (bind(s[0], (void *)&name, offsetof(struct sockaddr_un, sun_path) + 13)) try_(errno == EADDRINUSE, "a name of another run");
  char *all = malloc(1 << 20);
  use(all, 1 << 20);
  for (int i = 0; i < 80; i++) if (write(file, all, 1 << 20) < 0) return 4;
  send_fd(s[0], file), send_fd(s[0], s[0]), send_fd(s[0], s[1]);
  return 0;
}
