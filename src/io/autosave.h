/* A copy of the work in progress, one per running window, in $XDG_STATE_HOME/attnlab: written now and then, removed by
 * a clean exit, and therefore found only after a crash. */
#ifndef IO_AUTOSAVE_H
#define IO_AUTOSAVE_H

#include "io/xdg.h"

#include <stdbool.h>
#include <stddef.h>

typedef struct Autosave Autosave;

typedef struct AutosaveLeft {
    char path[XDG_PATH];
    long long time; /* of its last write, seconds since 1970 */
} AutosaveLeft;

/* Takes a name of its own, which no other window shares, as long as this process lives. NULL and one line in error when
 * the folder cannot be used; the program can go on without. */
Autosave *autosave_begin(char *error, size_t room);
/* Removes what was written: the exit is clean. */
void autosave_end(Autosave *autosave);
/* Lets go of what was written, so that the next window finds it. */
void autosave_leave(Autosave *autosave);
/* Removes what was written: there is nothing to lose now. */
void autosave_clear(Autosave *autosave);

/* Replaces this window's copy, whole or not at all. False and one line in error. */
bool autosave_write(Autosave *autosave, const char *text, size_t size, char *error, size_t room);

/* Copies whose windows are gone, newest first, `most` of them at most; returns how many. */
size_t autosave_list(AutosaveLeft *left, size_t most);
/* Makes such a copy this window's own, so that no other window offers it; false if another was faster. Its text is
 * then at autosave_path. */
bool autosave_take(Autosave *autosave, const char *path);
const char *autosave_path(const Autosave *autosave);
/* Removes one that nobody wants. */
void autosave_discard(const char *path);

#endif
