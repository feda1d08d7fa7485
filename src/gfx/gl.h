/* What the current OpenGL context is, and whether it will do: 3.3 core, or OpenGL ES 3.0. */
#ifndef GFX_GL_H
#define GFX_GL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct GlInfo {
    bool es;
    bool clears;        /* parts of textures, see gl_clear */
    int version;        /* 10 * major + minor */
    int max_texture;    /* texels along an edge */
    int max_target;     /* pixels along an edge of a picture drawn at once */
    char renderer[128]; /* the driver's name for itself */
} GlInfo;

/* Fills `info` from the current context (there must be one). False, with one line in `error` that says what
 * was needed and what was found, if the context is too old. */
bool gl_inspect(GlInfo *info, char *error, size_t room);

/* Textures of four bytes a pixel, read pixel by pixel. Their words are made by gl_word: on desktop OpenGL blue comes
 * first, the order that llvmpipe's windows have and in which it reads and paints without converting. gl_make_texture
 * binds the new texture; the others work on the one bound. `pixels` may be NULL; else its rows lie `stride` words
 * apart. */
unsigned gl_make_texture(void);
uint32_t gl_word(const GlInfo *info, unsigned char r, unsigned char g, unsigned char b, unsigned char a);
void gl_store(const GlInfo *info, int width, int height, const uint32_t *pixels);
/* Fills a part of a texture; info->clears. */
void gl_clear(const GlInfo *info, unsigned texture, int x, int y, int width, int height, uint32_t word);
void gl_replace(const GlInfo *info, int x, int y, int width, int height, const uint32_t *pixels, int stride);

#endif
