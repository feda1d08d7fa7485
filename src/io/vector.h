/* Pictures as vector files, from the same draw list that the window shows: SVG written straight, with real text;
 * PDF through cairo and pango, with its fonts inside. Both have the same bytes for the same list. */
#ifndef IO_VECTOR_H
#define IO_VECTOR_H

#include "draw/drawlist.h"

#include <stdbool.h>
#include <stddef.h>

enum { VECTOR_SIDE_MAX = 16000 };

/* Whether vector_save would know the format from this path's extension (".svg", ".pdf", in any case). */
bool vector_knows(const char *path);

/* Saves the part (0, 0, width, height) of the list's plane, at 96 of its pixels an inch, to `path` whole or not at
 * all; the extension chooses the format. `title` may be NULL. False and one line in error when the extension is
 * unknown, a side is not in 1..VECTOR_SIDE_MAX, the build lacks cairo (PDF), memory ran out, or the file cannot be
 * written. */
bool vector_save(const char *path, const DrawList *list, double width, double height, const char *title, char *error,
                 size_t room);

#endif
