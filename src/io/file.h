/* Files whole or not at all. Reading refuses whatever is not a regular file, without ever hanging on it;
 * saving writes a neighbour and renames it into place, so that a crash or a full disk leaves the old file. */
#ifndef IO_FILE_H
#define IO_FILE_H

#include "io/progress.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* All bytes of the file at `path`, or of standard input when it is "-", to be freed by the caller; a NUL
 * follows the last. NULL and one line in error when it cannot be read or has more than `limit` bytes. */
char *file_read(const char *path, size_t limit, size_t *size, char *error, size_t room);

/* The same while somebody watches, who may stop it. */
char *file_read_watched(const char *path, size_t limit, Progress *progress, size_t *size, char *error, size_t room);

/* What a path is called in messages: "standard input" for "-". */
const char *file_label(const char *path);

/* A save in progress: print into `out`, then commit or cancel. */
typedef struct FileSave {
    FILE *out;
    char *target;    /* the file to replace, symbolic links followed; or the name of the device */
    char *temporary; /* the neighbour being written; NULL when the target is a device or a pipe */
} FileSave;

/* Opens a save of `path`; "-" is standard output. Devices and pipes are written directly. A file that exists
 * keeps its permissions. False and one line in error when it cannot start; nothing to cancel then. */
bool file_save_begin(FileSave *save, const char *path, char *error, size_t room);

/* Flushes, syncs and renames. False and one line in error when anything since begin failed to be written:
 * the old file is then as it was. Either way the save is over. */
bool file_save_commit(FileSave *save, char *error, size_t room);

/* Gives up: the old file stays. */
void file_save_cancel(FileSave *save);

/* The three in one. */
bool file_save_bytes(const char *path, const void *bytes, size_t size, char *error, size_t room);

#endif
