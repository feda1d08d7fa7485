/* Runs another program without a shell, for tests that ask it what it thinks of a file. */
#ifndef TESTS_TOOL_H
#define TESTS_TOOL_H

#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

/* The exit status; 127 when there is no such program. *output: what it printed on both streams, to be freed. */
static inline int tool_run(const char *const *arguments, char **output) {
    enum { MOST = 1 << 20 };
    int ends[2], status = 0;
    size_t used = 0;
    ssize_t got;
    *output = calloc(1, MOST + 1);
    if (!*output || pipe(ends) != 0)
        abort();
    pid_t child = fork();
    if (child == 0) {
        char *copy[16] = {0};
        for (int i = 0; i < 15 && arguments[i]; i++)
            copy[i] = (char *)(size_t)arguments[i]; /* execvp only reads them */
        dup2(ends[1], STDOUT_FILENO);
        dup2(ends[1], STDERR_FILENO);
        close(ends[0]);
        close(ends[1]);
        execvp(copy[0], copy);
        _exit(127);
    }
    close(ends[1]);
    while (used < MOST && (got = read(ends[0], *output + used, MOST - used)) > 0)
        used += (size_t)got;
    close(ends[0]);
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

#endif
