/* Shader programs from sources without a #version line. */
#ifndef GFX_SHADER_H
#define GFX_SHADER_H

#include <stdbool.h>
#include <stddef.h>

/* Where sources come from: `source` returns the text of "shape.vert" and the like, valid during the call
 * that got these sources, or NULL if there is none. */
typedef struct ShaderSources {
    void *owner;
    const char *(*source)(void *owner, const char *name);
} ShaderSources;

/* Compiles and links NAME.vert and NAME.frag for OpenGL 3.3 core or, if `es`, OpenGL ES 3.0. Returns the
 * program, or 0 with one line in `error` that begins with the file and, where the driver tells, the line. */
unsigned shader_program(const ShaderSources *sources, const char *name, bool es, char *error, size_t room);

#endif
