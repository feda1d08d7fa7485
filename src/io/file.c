/* Reading: open without blocking, then fstat the descriptor itself, so that a FIFO or a device put in place
 * meanwhile is refused too. Saving: temporary neighbour, fsync, rename, fsync of the folder; rename without
 * fsync can leave a file of zeros after a power cut. */
#include "io/file.h"

#include "io/leftover.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LINKS_MAX = 40, NAMES_TRIED = 1000, READ_STEP = 1 << 16, READ_MOST = 1 << 22 };

const char *file_label(const char *path) { return strcmp(path, "-") == 0 ? "standard input" : path; }

static const char *kind_name(mode_t mode) {
    return S_ISDIR(mode) ? "a folder" : S_ISFIFO(mode) ? "a pipe" : S_ISSOCK(mode) ? "a socket" : "a device";
}

/* A descriptor to read from, or -1 with the reason. */
static int open_regular(const char *path, struct stat *info, char *error, size_t room) {
    if (strcmp(path, "-") == 0) {
        int input = dup(STDIN_FILENO);
        if (input < 0 || fstat(input, info) != 0)
            snprintf(error, room, "standard input: %s", strerror(errno));
        return input;
    }
    int fd = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    if (fd < 0 || fstat(fd, info) != 0) {
        /* a socket cannot be opened: errno ENXIO says so in no words a user would know */
        bool socket = fd < 0 && stat(path, info) == 0 && S_ISSOCK(info->st_mode);
        snprintf(error, room, "%s: %s", path, socket ? "is a socket, not a file" : strerror(errno));
    } else if (!S_ISREG(info->st_mode)) {
        snprintf(error, room, "%s: is %s, not a file", path, kind_name(info->st_mode));
    } else {
        return fd;
    }
    if (fd >= 0)
        close(fd);
    return -1;
}

static void too_large(const char *label, size_t limit, char *error, size_t room) {
    bool small = limit < 1 << 20;
    snprintf(error, room, "%s: is larger than the limit of %zu %s", label, small ? limit : limit >> 20,
             small ? "bytes" : "MB");
}

/* Doubles the buffer, up to limit + 2 bytes: one to see that there is more, one for the NUL. */
static char *grow(char *bytes, size_t *capacity, size_t limit) {
    size_t wanted = *capacity > limit / 2 ? limit + 2 : *capacity * 2;
    char *more = realloc(bytes, wanted);
    if (!more)
        free(bytes);
    else
        *capacity = wanted;
    return more;
}

static char *read_all(int fd, size_t expected, const char *label, size_t limit, Progress *progress, size_t *size,
                      char *error, size_t room) {
    size_t capacity = expected < READ_STEP ? READ_STEP + 2 : expected + 2, used = 0;
    char *bytes = malloc(capacity);
    while (bytes) {
        size_t left = capacity - 1 - used;
        bool wanted = progress_tell(progress, PROGRESS_READ, used, expected);
        ssize_t got = wanted ? read(fd, bytes + used, left < READ_MOST ? left : READ_MOST) : -1;
        if (got < 0 && wanted && errno == EINTR)
            continue;
        if (got < 0) {
            snprintf(error, room, "%s: %s", label, wanted ? strerror(errno) : "stopped");
            free(bytes);
            return NULL;
        }
        used += (size_t)got;
        if (used > limit) {
            too_large(label, limit, error, room);
            free(bytes);
            return NULL;
        }
        if (got == 0) {
            bytes[used] = '\0';
            *size = used;
            return bytes;
        }
        if (used == capacity - 1)
            bytes = grow(bytes, &capacity, limit);
    }
    snprintf(error, room, "%s: not enough memory", label);
    return NULL;
}

char *file_read(const char *path, size_t limit, size_t *size, char *error, size_t room) {
    return file_read_watched(path, limit, NULL, size, error, room);
}

char *file_read_watched(const char *path, size_t limit, Progress *progress, size_t *size, char *error, size_t room) {
    struct stat info = {0};
    int fd = open_regular(path, &info, error, room);
    if (fd < 0)
        return NULL;
    uintmax_t length = S_ISREG(info.st_mode) && info.st_size > 0 ? (uintmax_t)info.st_size : 0;
    char *bytes = NULL;
    if (length > limit)
        too_large(file_label(path), limit, error, room);
    else
        bytes = read_all(fd, (size_t)length, file_label(path), limit, progress, size, error, room);
    close(fd);
    return bytes;
}

/* "a/b" + "c" -> "a/c": the path of a neighbour (of `path` itself, when name is its last part). */
static char *neighbour(const char *path, const char *name) {
    const char *slash = strrchr(path, '/');
    size_t folder = name[0] != '/' && slash ? (size_t)(slash - path) + 1 : 0;
    size_t length = strlen(name);
    char *joined = malloc(folder + length + 1);
    if (joined) {
        memcpy(joined, path, folder);
        memcpy(joined + folder, name, length + 1);
    }
    return joined;
}

/* The path that a chain of symbolic links ends at, which need not exist; NULL with errno. */
static char *follow_links(const char *path) {
    char *at = strdup(path);
    for (int hop = 0; at && hop < LINKS_MAX; hop++) {
        char link[PATH_MAX];
        ssize_t length = readlink(at, link, sizeof link - 1);
        if (length < 0)
            return at; /* not a link, or absent: opening it tells */
        link[length] = '\0';
        char *next = neighbour(at, link);
        free(at);
        at = next;
    }
    free(at);
    errno = ELOOP;
    return NULL;
}

/* Opens a file that did not exist beside the target, with the mode that a new file gets. */
static int open_temporary(FileSave *save) {
    for (int i = 0; i < NAMES_TRIED; i++) {
        char name[64];
        leftover_name(name, sizeof name, i);
        save->temporary = neighbour(save->target, name);
        if (!save->temporary)
            return -1;
        int fd = open(save->temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (fd >= 0)
            return fd;
        int reason = errno;
        free(save->temporary);
        save->temporary = NULL;
        errno = reason;
        if (reason != EEXIST)
            return -1;
    }
    return -1;
}

/* Standard streams by duplicating them, so that ">> log" appends; a device by opening it. */
static int open_direct(const char *path) {
    if (strcmp(path, "-") == 0 || strcmp(path, "/dev/stdout") == 0)
        return dup(STDOUT_FILENO);
    if (strcmp(path, "/dev/stderr") == 0)
        return dup(STDERR_FILENO);
    return open(path, O_WRONLY | O_NOCTTY | O_CLOEXEC);
}

static bool is_direct(const char *path, const struct stat *info, bool exists) {
    return strcmp(path, "-") == 0 || strncmp(path, "/dev/std", 8) == 0 || strncmp(path, "/dev/fd/", 8) == 0 ||
           (exists && !S_ISREG(info->st_mode) && !S_ISDIR(info->st_mode));
}

/* A descriptor for what the save writes to; -1 with errno. */
static int open_save(FileSave *save, const char *path) {
    struct stat info = {0};
    bool exists = stat(path, &info) == 0;
    if (is_direct(path, &info, exists)) {
        save->target = strdup(strcmp(path, "-") == 0 ? "standard output" : path);
        return save->target ? open_direct(path) : -1;
    }
    if (exists && S_ISDIR(info.st_mode)) {
        errno = EISDIR;
        return -1;
    }
    save->target = follow_links(path);
    if (!save->target || (exists && access(path, W_OK) != 0))
        return -1;
    int fd = open_temporary(save);
    if (fd >= 0 && exists) {
        if (fchown(fd, info.st_uid, info.st_gid) != 0)
            errno = 0; /* not ours to give away: the new file is then the saver's */
        if (fchmod(fd, info.st_mode & 07777) != 0) {
            close(fd);
            return -1;
        }
    }
    return fd;
}

static void forget(FileSave *save) {
    free(save->temporary);
    free(save->target);
    *save = (FileSave){0};
}

bool file_save_begin(FileSave *save, const char *path, char *error, size_t room) {
    *save = (FileSave){0};
    int fd = open_save(save, path);
    save->out = fd >= 0 ? fdopen(fd, "wb") : NULL;
    if (save->out)
        return true;
    snprintf(error, room, "cannot save %s: %s", path, strerror(errno));
    if (fd >= 0)
        close(fd);
    if (save->temporary)
        unlink(save->temporary);
    forget(save);
    return false;
}

/* Everything printed is on the disk; else false with errno. Once a stream has failed its reason is lost, so
 * it is asked for again with one more byte into the file that is about to be dropped. */
static bool settle(FILE *out) {
    bool failed = ferror(out) != 0;
    errno = 0;
    if (fflush(out) != 0)
        return false;
    if (failed) {
        if (write(fileno(out), "", 1) == 1 || errno == 0)
            errno = EIO;
        return false;
    }
    return fsync(fileno(out)) == 0 || errno == EINVAL || errno == EROFS || errno == ENOTSUP;
}

/* The file is in place; the folder learns it, and loses what killed saves left in it. */
static void settle_folder(const char *target) {
    char *folder = neighbour(target, ".");
    int fd = folder ? open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
    if (fd >= 0) {
        fsync(fd); /* the new file is in place already; a folder that cannot sync is no failure */
        close(fd);
    }
    if (folder)
        leftover_remove(folder);
    free(folder);
}

bool file_save_commit(FileSave *save, char *error, size_t room) {
    assert(save->out);
    bool good = settle(save->out);
    int reason = errno;
    if (fclose(save->out) != 0 && good) {
        good = false;
        reason = errno;
    }
    if (good && save->temporary && rename(save->temporary, save->target) != 0) {
        good = false;
        reason = errno;
    }
    if (!good)
        snprintf(error, room, "cannot save %s: %s", save->target, strerror(reason));
    if (good && save->temporary)
        settle_folder(save->target);
    if (!good && save->temporary)
        unlink(save->temporary);
    forget(save);
    return good;
}

void file_save_cancel(FileSave *save) {
    if (save->out)
        fclose(save->out);
    if (save->temporary)
        unlink(save->temporary);
    forget(save);
}

bool file_save_bytes(const char *path, const void *bytes, size_t size, char *error, size_t room) {
    FileSave save;
    if (!file_save_begin(&save, path, error, room))
        return false;
    fwrite(bytes, 1, size, save.out); /* a failure is kept in the stream, and commit reports it */
    return file_save_commit(&save, error, room);
}
