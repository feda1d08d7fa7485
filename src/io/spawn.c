/* posix_spawnp. Standard input is a file, never a pipe, so that writing to a program that does not read can neither
 * block nor raise a signal. */
#include "io/spawn.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { PATIENCE_MS = 200 }; /* with a program that was asked to end */

extern char **environ;

bool spawn_finds(const char *program) {
    const char *at = getenv("PATH");
    char path[4096];
    while (at && *at) {
        size_t length = strcspn(at, ":");
        int wrote = snprintf(path, sizeof path, "%.*s/%s", (int)length, at, program);
        if (length > 0 && wrote > 0 && (size_t)wrote < sizeof path && access(path, X_OK) == 0)
            return true;
        at += length + (at[length] == ':');
    }
    return false;
}

static int start(Spawn *spawn, const char *const *arguments, int input, int output) {
    posix_spawn_file_actions_t actions;
    int failed = posix_spawn_file_actions_init(&actions);
    if (failed)
        return failed;
    if (input >= 0)
        failed = posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
    else
        failed = posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    if (!failed && output >= 0)
        failed = posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
    else if (!failed)
        failed = posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    if (!failed) /* toolkits talk about themselves there */
        failed = posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    char **words = (char **)(void *)arguments; /* posix_spawn does not write them */
    if (!failed)
        failed = posix_spawnp(&spawn->pid, arguments[0], &actions, NULL, words, environ);
    posix_spawn_file_actions_destroy(&actions);
    return failed;
}

bool spawn_start(Spawn *spawn, const char *const *arguments, FILE *input, bool listen, char *error, size_t room) {
    int ends[2] = {-1, -1};
    *spawn = (Spawn){.out = -1};
    if (listen && pipe(ends) != 0) {
        snprintf(error, room, "%s: %s", arguments[0], strerror(errno));
        return false;
    }
    for (int i = 0; listen && i < 2; i++)
        fcntl(ends[i], F_SETFD, FD_CLOEXEC);
    if (input) {
        fflush(input);
        lseek(fileno(input), 0, SEEK_SET);
    }
    int failed = start(spawn, arguments, input ? fileno(input) : -1, ends[1]);
    if (ends[1] >= 0)
        close(ends[1]);
    if (!failed) {
        spawn->out = ends[0];
        if (listen)
            fcntl(ends[0], F_SETFL, O_NONBLOCK);
        return true;
    }
    if (ends[0] >= 0)
        close(ends[0]);
    spawn->pid = 0;
    snprintf(error, room, "%s: %s", arguments[0], strerror(failed));
    return false;
}

static void take_output(Spawn *spawn) {
    ssize_t got = 1;
    while (spawn->out >= 0 && got > 0 && spawn->length + 1 < sizeof spawn->text) {
        got = read(spawn->out, spawn->text + spawn->length, sizeof spawn->text - 1 - spawn->length);
        spawn->length += got > 0 ? (size_t)got : 0;
    }
    spawn->text[spawn->length] = '\0';
}

static void forget(Spawn *spawn) {
    if (spawn->out >= 0)
        close(spawn->out);
    spawn->out = -1;
    spawn->pid = 0;
}

bool spawn_poll(Spawn *spawn, int *status) {
    int result;
    if (spawn->pid <= 0)
        return false;
    take_output(spawn);
    pid_t ended = waitpid(spawn->pid, &result, WNOHANG);
    if (ended == 0)
        return false;
    take_output(spawn);
    *status = ended > 0 && WIFEXITED(result) ? WEXITSTATUS(result) : -1;
    forget(spawn);
    return true;
}

void spawn_stop(Spawn *spawn) {
    const struct timespec moment = {.tv_nsec = PATIENCE_MS / 10 * 1000000};
    if (spawn->pid <= 0)
        return;
    kill(spawn->pid, SIGTERM);
    pid_t ended = 0;
    for (int i = 0; i < 10 && (ended = waitpid(spawn->pid, NULL, WNOHANG)) == 0; i++)
        nanosleep(&moment, NULL);
    if (ended == 0) {
        kill(spawn->pid, SIGKILL);
        while (waitpid(spawn->pid, NULL, 0) < 0 && errno == EINTR)
            continue;
    }
    forget(spawn);
}
