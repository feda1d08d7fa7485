/* The files that the program cannot do without (shaders, data sets, lessons, translations), built into the binary.
 * ATTNLAB_ASSETS names a folder to read them from instead, for whoever edits them. */
#ifndef IO_ASSETS_H
#define IO_ASSETS_H

#include <stdbool.h>
#include <stddef.h>

typedef struct Asset {
    const char *name; /* "shaders/shape.vert", "data/cars.csv", "lessons/1.json", "locale/zh.po" */
    const char *data; /* size bytes, and a NUL after them */
    size_t size;
    char *owned; /* memory to free; NULL for a built-in asset */
} Asset;

/* What is built in, sorted by name. A row with NULLs follows the last. */
extern const Asset ASSETS[];
extern const size_t ASSET_COUNT;

/* The built-in asset of this name, or NULL. Pays no attention to ATTNLAB_ASSETS. */
const Asset *asset_find(const char *name);

/* Opens an asset: from the folder that ATTNLAB_ASSETS names (laid out as the names are, or the source folder),
 * when it is set and not empty, else built in. False and one line in error when there is none. */
bool asset_open(const char *name, Asset *asset, char *error, size_t room);

/* Frees what asset_open took; an asset of zeros is fine too. */
void asset_close(Asset *asset);

#endif
