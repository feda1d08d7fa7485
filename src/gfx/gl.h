/* What the current OpenGL context is, and whether it will do: 3.3 core, or OpenGL ES 3.0. */
#ifndef GFX_GL_H
#define GFX_GL_H

#include <stdbool.h>
#include <stddef.h>

typedef struct GlInfo {
    bool es;
    int version;        /* 10 * major + minor */
    int max_texture;    /* texels along an edge */
    int max_target;     /* pixels along an edge of a picture drawn at once */
    char renderer[128]; /* the driver's name for itself */
} GlInfo;

/* Fills `info` from the current context (there must be one). False, with one line in `error` that says what
 * was needed and what was found, if the context is too old. */
bool gl_inspect(GlInfo *info, char *error, size_t room);

#endif
