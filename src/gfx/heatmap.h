/* Grids of cells as textures of their colours. */
#ifndef GFX_HEATMAP_H
#define GFX_HEATMAP_H

#include "draw/drawlist.h"
#include "gfx/batch.h"
#include "gfx/gl.h"

typedef struct Heatmaps Heatmaps;

/* Textures are created in the current context; `info` must outlive the heatmaps. NULL when memory runs out. */
Heatmaps *heatmaps_create(const GlInfo *info);
void heatmaps_destroy(Heatmaps *maps);

/* To be called once a picture: textures that this picture does not need may then be filled anew. */
void heatmaps_begin(Heatmaps *maps);
/* Sends the cells up, unless the same were sent before, and adds quads. A grid too large for one texture is drawn in
 * several; false if memory ran out. */
bool heatmaps_paint(Heatmaps *maps, Batches *batches, const DrawCmd *cmd, const float *cells);

unsigned heatmaps_texture(const Heatmaps *maps, int number);

#endif
