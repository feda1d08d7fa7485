/* Pictures of any size in memory, whatever the window. */
#ifndef GFX_TARGET_H
#define GFX_TARGET_H

#include "gfx/renderer.h"

enum { TARGET_TILE = 4096 }; /* pixels along an edge drawn at once, at most */

/* Draws the list into rgba: width * height pixels of 4 bytes, rows from the top, no padding. Alpha is 255
 * everywhere, or, if `transparent`, what the list's background and commands make it (not premultiplied).
 * Draws in tiles no larger than `tile` (or what the context allows, if that is less). False, with one line in
 * `error`, if the context or memory fails; sizes below 1 fail. The bound framebuffer stays bound. */
bool target_render(Renderer *renderer, const DrawList *list, int width, int height, int tile, bool transparent,
                   unsigned char *rgba, char *error, size_t room);

#endif
