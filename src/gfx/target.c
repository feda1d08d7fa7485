/* Rendering into memory: tiles are drawn upside down into a framebuffer of our own, so that reading from its
 * first row on yields the picture from the top. Every tile is the same picture seen through another window,
 * placed on whole pixels, so no seam can show. */
#include "gfx/target.h"

#include <epoxy/gl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Target {
    GLuint frame, pixels;
    GLint before; /* what was bound */
} Target;

static bool open_target(Target *target, int width, int height) {
    glGetIntegerv(GL_FRAMEBUFFER_BINDING, &target->before);
    glGenFramebuffers(1, &target->frame);
    glGenRenderbuffers(1, &target->pixels);
    glBindRenderbuffer(GL_RENDERBUFFER, target->pixels);
    glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, width, height);
    glBindFramebuffer(GL_FRAMEBUFFER, target->frame);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, target->pixels);
    return glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE;
}

static void close_target(Target *target) {
    glBindFramebuffer(GL_FRAMEBUFFER, (GLuint)target->before);
    glDeleteFramebuffers(1, &target->frame);
    glDeleteRenderbuffers(1, &target->pixels);
}

static void make_opaque(unsigned char *rgba, size_t pixels) {
    for (size_t i = 0; i < pixels; i++)
        rgba[4 * i + 3] = 255;
}

static void divide_by_alpha(unsigned char *rgba, size_t pixels) {
    for (size_t i = 0; i < pixels; i++, rgba += 4)
        for (int c = 0; c < 3 && rgba[3] > 0 && rgba[3] < 255; c++) {
            int value = (rgba[c] * 255 + rgba[3] / 2) / rgba[3];
            rgba[c] = (unsigned char)(value < 255 ? value : 255);
        }
}

static int smaller(int a, int b) { return a < b ? a : b; }

/* One tile into its place in the whole picture; `buffer` has room for the tile. */
static bool draw_tile(Renderer *renderer, const DrawList *list, int x, int y, int w, int h, int width,
                      unsigned char *buffer, unsigned char *rgba) {
    bool whole = renderer_submit_part(renderer, list, x, y, w, h, true);
    glReadPixels(0, 0, w, h, GL_RGBA, GL_UNSIGNED_BYTE, buffer);
    for (int row = 0; row < h; row++)
        memcpy(rgba + 4 * ((size_t)(y + row) * (size_t)width + (size_t)x), buffer + 4 * (size_t)row * (size_t)w,
               4 * (size_t)w);
    return whole;
}

static bool draw_tiles(Renderer *renderer, const DrawList *list, int width, int height, int tile, unsigned char *rgba) {
    unsigned char *buffer = malloc(4 * (size_t)smaller(tile, width) * (size_t)smaller(tile, height));
    bool whole = buffer != NULL;
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    for (int y = 0; whole && y < height; y += tile)
        for (int x = 0; whole && x < width; x += tile)
            whole = draw_tile(renderer, list, x, y, smaller(tile, width - x), smaller(tile, height - y), width, buffer,
                              rgba);
    free(buffer);
    return whole;
}

bool target_render(Renderer *renderer, const DrawList *list, int width, int height, int tile, bool transparent,
                   unsigned char *rgba, char *error, size_t room) {
    Target target;
    if (width < 1 || height < 1 || tile < 1) {
        snprintf(error, room, "a picture of %d x %d pixels cannot be drawn", width, height);
        return false;
    }
    tile = smaller(tile, renderer_info(renderer)->max_target);
    bool done = open_target(&target, smaller(tile, width), smaller(tile, height));
    if (!done)
        snprintf(error, room, "no framebuffer of %d x %d pixels (%s)", smaller(tile, width), smaller(tile, height),
                 renderer_info(renderer)->renderer);
    if (done && !(done = draw_tiles(renderer, list, width, height, tile, rgba)))
        snprintf(error, room, "out of memory for a picture of %d x %d pixels", width, height);
    close_target(&target);
    if (done)
        (transparent ? divide_by_alpha : make_opaque)(rgba, (size_t)width * (size_t)height);
    return done;
}
