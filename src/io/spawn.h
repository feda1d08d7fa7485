/* Another program, started by its arguments and never through a shell, while the window goes on. */
#ifndef IO_SPAWN_H
#define IO_SPAWN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/types.h>

enum { SPAWN_OUTPUT = 4096 };

typedef struct Spawn {
    pid_t pid; /* 0: nothing runs */
    int out;   /* what it prints arrives here; -1 for nobody listens */
    char text[SPAWN_OUTPUT];
    size_t length;
} Spawn;

/* Whether PATH has a program of this name. */
bool spawn_finds(const char *program);

/* Starts arguments[0] from PATH; NULL ends them. It reads `input`, an open file, from its start (NULL: nothing), and
 * what it prints is kept if `listen`; what it says on standard error is dropped. False with one line in error. */
bool spawn_start(Spawn *spawn, const char *const *arguments, FILE *input, bool listen, char *error, size_t room);

/* Takes what it has printed, without waiting. True once it has ended: *status is then its exit status, or -1 when it
 * was killed, and text what it said. */
bool spawn_poll(Spawn *spawn, int *status);
/* Ends it, if it runs: asks it to, and a moment later makes it. */
void spawn_stop(Spawn *spawn);

#endif
