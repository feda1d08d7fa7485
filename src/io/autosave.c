/* "autosave-PID-N.json" beside "autosave-PID-N.lock". The window holds a lock (flock) on the latter; the kernel lets go
 * of it when the process ends in whatever way, so a copy whose lock can be had is left over. Where the file system
 * has no locks, the process id decides. */
#include "io/autosave.h"

#include "io/file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum { NAMES_TRIED = 1000 };
static const char PREFIX[] = "autosave-";

struct Autosave {
    int lock; /* descriptor */
    char path[XDG_PATH], lock_path[XDG_PATH];
};

static bool lock_name(const char *path, char lock[XDG_PATH]) {
    size_t length = strlen(path);
    if (length < 5 || length >= XDG_PATH || strcmp(path + length - 5, ".json") != 0)
        return false;
    snprintf(lock, XDG_PATH, "%.*s.lock", (int)(length - 5), path);
    return true;
}

/* A lock file that nobody had, locked. Someone who looks for left-overs may remove it before the lock is on it:
 * it has no name then. */
static bool take_name(Autosave *autosave, int number) {
    char name[64];
    struct stat info;
    snprintf(name, sizeof name, "%s%ld-%d.json", PREFIX, (long)getpid(), number);
    if (!xdg_state_path(name, autosave->path) || !lock_name(autosave->path, autosave->lock_path)) {
        errno = ENAMETOOLONG;
        return false;
    }
    if (access(autosave->path, F_OK) == 0) {
        errno = EEXIST;
        return false;
    }
    autosave->lock = open(autosave->lock_path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (autosave->lock < 0)
        return false;
    (void)flock(autosave->lock, LOCK_EX);
    if (fstat(autosave->lock, &info) == 0 && info.st_nlink > 0)
        return true;
    close(autosave->lock);
    errno = EEXIST;
    return false;
}

Autosave *autosave_begin(char *error, size_t room) {
    Autosave *autosave = calloc(1, sizeof *autosave);
    char folder[XDG_PATH];
    errno = ENOENT;
    if (autosave && xdg_state_path("", folder) && xdg_state_path("x", autosave->path) &&
        xdg_make_folders(autosave->path))
        for (int i = 0; i < NAMES_TRIED; i++) {
            if (take_name(autosave, i))
                return autosave;
            if (errno != EEXIST)
                break;
        }
    snprintf(error, room, "no automatic copies are kept: %s", autosave ? strerror(errno) : "not enough memory");
    free(autosave);
    return NULL;
}

void autosave_end(Autosave *autosave) {
    if (!autosave)
        return;
    unlink(autosave->path);
    unlink(autosave->lock_path);
    close(autosave->lock);
    free(autosave);
}

void autosave_leave(Autosave *autosave) {
    if (!autosave)
        return;
    unlink(autosave->lock_path);
    close(autosave->lock);
    free(autosave);
}

void autosave_clear(Autosave *autosave) { unlink(autosave->path); }

bool autosave_write(Autosave *autosave, const char *text, size_t size, char *error, size_t room) {
    return file_save_bytes(autosave->path, text, size, error, room);
}

const char *autosave_path(const Autosave *autosave) { return autosave->path; }

static bool process_lives(const char *name) {
    long pid = strtol(name + sizeof PREFIX - 1, NULL, 10);
    return pid > 0 && (kill((pid_t)pid, 0) == 0 || errno == EPERM);
}

/* Whether the window that wrote a copy still runs; `name` is the last part of the paths. */
static bool is_held(const char *lock_path, const char *name) {
    int fd = open(lock_path, O_RDWR | O_CLOEXEC);
    if (fd < 0)
        return errno != ENOENT && process_lives(name);
    bool had = flock(fd, LOCK_EX | LOCK_NB) == 0;
    bool held = !had && (errno == EWOULDBLOCK || process_lives(name));
    close(fd);
    return held;
}

static void insert(AutosaveLeft *left, size_t *count, size_t most, const AutosaveLeft *one) {
    size_t at = *count;
    while (at > 0 && left[at - 1].time < one->time)
        at--;
    if (at == most)
        return;
    *count += *count < most;
    memmove(left + at + 1, left + at, (*count - at - 1) * sizeof *left);
    left[at] = *one;
}

size_t autosave_list(AutosaveLeft *left, size_t most) {
    char folder[XDG_PATH], lock[XDG_PATH];
    size_t count = 0;
    DIR *dir = xdg_state_path("", folder) ? opendir(folder) : NULL;
    for (struct dirent *entry; dir && (entry = readdir(dir));) {
        AutosaveLeft one;
        struct stat info;
        if (strncmp(entry->d_name, PREFIX, sizeof PREFIX - 1) == 0 && xdg_state_path(entry->d_name, one.path) &&
            lock_name(one.path, lock) && !is_held(lock, entry->d_name) && stat(one.path, &info) == 0 &&
            S_ISREG(info.st_mode)) {
            one.time = (long long)info.st_mtime;
            insert(left, &count, most, &one);
        }
    }
    if (dir)
        closedir(dir);
    return count;
}

static void remove_lock(const char *path) {
    char lock[XDG_PATH];
    if (lock_name(path, lock))
        unlink(lock);
}

bool autosave_take(Autosave *autosave, const char *path) {
    if (rename(path, autosave->path) != 0)
        return false;
    remove_lock(path);
    return true;
}

void autosave_discard(const char *path) {
    unlink(path);
    remove_lock(path);
}
