/* The programs and buffers of OpenGL, and the way from batches to pixels. */
#ifndef GFX_STAGES_H
#define GFX_STAGES_H

#include "gfx/atlas.h"
#include "gfx/batch.h"
#include "gfx/heatmap.h"
#include "gfx/shader.h"

enum { STAGES_SETS = 12 };

typedef struct Stages Stages;

/* Compiles the programs. NULL, with one line in `error`. */
Stages *stages_create(const ShaderSources *sources, const GlInfo *info, char *error, size_t room);
void stages_destroy(Stages *stages);

/* Sets all the state that drawing relies on, whatever was done to the context before: the bound framebuffer shows
 * `part` of a picture. */
void stages_begin(Stages *stages, Rect part, bool upside_down);

/* Fills the framebuffer with a colour, its alpha included. */
void stages_clear(Color color);

/* Draws `count` sets of batches (STAGES_SETS at most), each within its area (whole pixels); areas must not overlap.
 * False when memory ran out. */
bool stages_draw(Stages *stages, const Batches *sets, const Rect *areas, int count, const Atlas *atlas,
                 const Heatmaps *heatmaps);

/* Copies parts, at most STAGES_SETS, of a texture as large as the picture, its first row at the bottom, to the same
 * places of the bound framebuffer. False when memory ran out. */
bool stages_copy(Stages *stages, unsigned texture, const Rect *part, int count);

/* Draw calls since stages_begin. */
int stages_draw_calls(const Stages *stages);

#endif
