/* Which font files to use, best first. */
#ifndef GFX_FONTFIND_H
#define GFX_FONTFIND_H

#include "draw/text.h"

#include <stdbool.h>
#include <stddef.h>

enum { FONTFIND_MOST = 16 };

typedef struct FontFile {
    char *path;
    int index; /* of the face in a collection; a variable font's named instance in the upper 16 bits */
    Font font;
} FontFile;

/* Fills `files` (room for FONTFIND_MOST) and returns how many, 0 if there are none. The variable ATTNLAB_FONT,
 * files separated by ':' each with an optional "#index", wins over fontconfig. Free with fontfind_free.
 * `source` is set to words for an error message: where was looked. */
size_t fontfind_list(FontFile *files, const char **source);
void fontfind_free(FontFile *files, size_t count);

#endif
