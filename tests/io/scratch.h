/* A folder of its own for each test that writes files, and whole files in one call. */
#ifndef TESTS_SCRATCH_H
#define TESTS_SCRATCH_H

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct Scratch {
    char folder[64];
    char path[512]; /* what scratch_path wrote last */
} Scratch;

static inline int scratch_setup(void **state) {
    Scratch *scratch = calloc(1, sizeof *scratch);
    snprintf(scratch->folder, sizeof scratch->folder, "/tmp/attnlab-test-XXXXXX");
    *state = scratch;
    return mkdtemp(scratch->folder) ? 0 : -1;
}

static inline const char *scratch_path(Scratch *scratch, const char *name) {
    snprintf(scratch->path, sizeof scratch->path, "%s/%s", scratch->folder, name);
    return scratch->path;
}

/* Removes the files of one level, and the folder. */
static inline int scratch_teardown(void **state) {
    Scratch *scratch = *state;
    DIR *dir = opendir(scratch->folder);
    for (struct dirent *entry; dir && (entry = readdir(dir));)
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
            remove(scratch_path(scratch, entry->d_name));
    if (dir)
        closedir(dir);
    rmdir(scratch->folder);
    free(scratch);
    return 0;
}

static inline int scratch_count(const Scratch *scratch) {
    int count = 0;
    DIR *dir = opendir(scratch->folder);
    for (struct dirent *entry; (entry = readdir(dir));)
        count += strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0;
    closedir(dir);
    return count;
}

static inline void scratch_write(const char *path, const void *bytes, size_t size) {
    FILE *file = fopen(path, "wb");
    if (!file || fwrite(bytes, 1, size, file) != size || fclose(file) != 0)
        abort();
}

/* Text of a small file, to be freed. */
static inline char *scratch_slurp(const char *path, size_t *size) {
    FILE *file = fopen(path, "rb");
    char *bytes = calloc(1, 1 << 20);
    *size = file ? fread(bytes, 1, (1 << 20) - 1, file) : 0;
    if (file)
        fclose(file);
    return bytes;
}

#endif
