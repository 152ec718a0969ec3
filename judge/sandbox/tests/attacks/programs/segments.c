// Leaves 80 MiB of System V memory, a queue with a message, and semaphores.
#include "common.h"
#include <sys/msg.h>
#include <sys/sem.h>
#include <sys/shm.h>
int main(void) {
  cap(5);
  int id = shmget(IPC_PRIVATE, 80 << 20, 0600 | IPC_CREAT);
  if (id >= 0) { char *p = shmat(id, 0, 0); if (p != (void *)-1) use(p, 80 << 20); }
  struct { long type; char text[4000]; } message = {1, {0}};
  int queue = msgget(IPC_PRIVATE, 0600 | IPC_CREAT);
  if (queue >= 0) msgsnd(queue, &message, sizeof message.text, IPC_NOWAIT);
  semget(IPC_PRIVATE, 100, 0600 | IPC_CREAT);
  return 0;
}
