/* Draws draw lists with OpenGL into whatever framebuffer is bound. */
#ifndef GFX_RENDERER_H
#define GFX_RENDERER_H

#include "draw/drawlist.h"
#include "gfx/fonts.h"
#include "gfx/gl.h"
#include "gfx/shader.h"

typedef struct Renderer Renderer;

/* Needs a current OpenGL context, which must be current again in every other call. `fonts` stays the caller's
 * and must outlive the renderer. NULL, with one line in `error`, if the context is too old or a shader is
 * missing or wrong. */
Renderer *renderer_create(const ShaderSources *sources, Fonts *fonts, char *error, size_t room);
void renderer_destroy(Renderer *renderer);

/* What the layout may ask of the fonts; the same as fonts_metrics. */
TextMetrics renderer_metrics(Renderer *renderer);
const GlInfo *renderer_info(const Renderer *renderer);

/* Paints the list, from its background on, over the lower left width x height pixels of the bound framebuffer,
 * row 0 on top. Sizes below 1 draw nothing. False if memory ran out: something is missing in the picture. */
bool renderer_submit(Renderer *renderer, const DrawList *list, int width, int height);

/* The part of the picture that is `width` x `height` from (x, y) on; `upside_down` puts row 0 at the bottom,
 * where glReadPixels begins. */
bool renderer_submit_part(Renderer *renderer, const DrawList *list, int x, int y, int width, int height,
                          bool upside_down);

/* Paints `count` areas (whole pixels, none overlapping another) of a width x height picture anew, as renderer_submit
 * does, and leaves the rest of the bound framebuffer as it is. `bounds` are the commands' (bounds.h); `texture` is the
 * framebuffer's, for it takes the driver less time to clear, or 0. */
enum { RENDERER_AREAS = 12 };
bool renderer_repaint(Renderer *renderer, const DrawList *list, const Rect *bounds, int width, int height,
                      const Rect *area, int count, unsigned texture);

/* Copies parts, at most RENDERER_AREAS, of a texture of this size, its first row at the bottom, to the same places of
 * the bound framebuffer. */
bool renderer_copy(Renderer *renderer, unsigned texture, int width, int height, const Rect *part, int count);

/* Draw calls of the last picture. */
int renderer_draw_calls(const Renderer *renderer);

#endif
