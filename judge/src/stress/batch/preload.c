/* Loaded into a program before all else (LD_PRELOAD): where its main function would begin, the process
   forks once for each input of a batch, and every child goes on as the program with one of them. So the
   loader and the libraries do their work once. batch.rs says what is read and what is written. */
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

typedef int Main(int, char **, char **);
typedef int Start(Main *, int, char **, void (*)(void), void (*)(void), void (*)(void), void *);

static Main *program;

static int say(int to, const char *text, size_t length) {
    while (length > 0) {
        ssize_t written = write(to, text, length);
        if (written <= 0) return 0;
        text += written;
        length -= written;
    }
    return 1;
}

static char *all_of_stdin(size_t *length) {
    size_t room = 1 << 16;
    char *text = malloc(room + 1);
    *length = 0;
    while (text) {
        ssize_t some = read(0, text + *length, room - *length);
        if (some < 0) return NULL;
        *length += some;
        text[*length] = 0;
        if (some == 0) return text;
        if (*length == room) text = realloc(text, (room *= 2) + 1);
    }
    return NULL;
}

/* How many files there are where a program may leave some for the next child to find. */
static long files(void) {
    static const char *places[] = {".", "/tmp", "/dev/shm"};
    long count = 0;
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        DIR *folder = opendir(places[i]);
        while (folder && readdir(folder)) count++;
        if (folder) closedir(folder);
    }
    return count;
}

static int each(int argc, char **argv, char **environment) {
    size_t length;
    char *at = all_of_stdin(&length), *mark = getenv("JUDGE_MARK");
    if (!at || !mark) _exit(1);
    mark = strdup(mark);
    unsetenv("JUDGE_MARK");
    unsetenv("LD_PRELOAD");
    long before = files();
    for (char *end = at + length; at < end;) {
        size_t size = strtoul(at, &at, 10);
        if (*at++ != '\n' || size > (size_t)(end - at)) _exit(1);
        int input = memfd_create("input", 0), status;
        if (input < 0 || !say(input, at, size) || lseek(input, 0, SEEK_SET)) _exit(1);
        at += size;
        pid_t child = fork();
        if (child == 0) {
            if (dup2(input, 0) || close(input)) _exit(1);
            return program(argc, argv, environment);
        }
        if (child < 0 || waitpid(child, &status, 0) != child || status != 0) _exit(1);
        if (files() != before) _exit(1);
        close(input);
        if (!say(1, mark, strlen(mark))) _exit(1);
    }
    _exit(0);
}

int __libc_start_main(Main *main, int argc, char **argv, void (*init)(void), void (*fini)(void),
                      void (*loader_fini)(void), void *stack) {
    Start *start = (Start *)dlsym(RTLD_NEXT, "__libc_start_main");
    program = main;
    return start(each, argc, argv, init, fini, loader_fini, stack);
}
