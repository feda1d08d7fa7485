/* The window's picture, kept, so that a frame paints only what it changes. */
#ifndef GFX_CANVAS_H
#define GFX_CANVAS_H

#include "gfx/renderer.h"

typedef struct Canvas Canvas;

/* Both stay the caller's and must outlive the canvas. NULL when memory ran out. Needs the renderer's context, as all
 * calls here do. */
Canvas *canvas_create(Renderer *renderer, Fonts *fonts);
void canvas_destroy(Canvas *canvas);

/* Shows the list in the lower left width x height pixels of the bound framebuffer, exactly as renderer_submit would.
 * `keeps`: the framebuffer still holds what the last call with this size showed in it, so that what did not change
 * is not even copied. False if memory ran out: something is missing in the picture. */
bool canvas_show(Canvas *canvas, const DrawList *list, int width, int height, bool keeps);

/* Where the last picture differs from the one before: rectangles of whole pixels, y down, good until the next call. */
const Rect *canvas_changes(const Canvas *canvas, int *count);

/* Pixels painted for the last list, for tests and benchmarks. */
size_t canvas_painted(const Canvas *canvas);

#endif
