// Has as many descriptors as it can on the way to itself, says so, and waits for its input.
#include "common.h"
int main(void) {
  cap(15);
  int fds[200], s[2];
  char b[CMSG_SPACE(sizeof fds)];
  for (int i = 0; i < 200; i++) fds[i] = dup(0);
  for (int pairs = 0; pairs < 60 && !socketpair(AF_UNIX, SOCK_DGRAM, 0, s); pairs++)
    for (int sent = 0; sent < 8; sent++) {
      char c = 0;
      struct iovec io = {&c, 1};
      struct msghdr m = {.msg_iov = &io, .msg_iovlen = 1, .msg_control = b, .msg_controllen = sizeof b};
      struct cmsghdr *h = CMSG_FIRSTHDR(&m);
      h->cmsg_level = SOL_SOCKET, h->cmsg_type = SCM_RIGHTS, h->cmsg_len = CMSG_LEN(sizeof fds);
      memcpy(CMSG_DATA(h), fds, sizeof fds);
      if (sendmsg(s[0], &m, MSG_DONTWAIT) < 0) break;
    }
  write(1, "on\n", 3);
  char c;
  read(0, &c, 1);
  return 0;
}
