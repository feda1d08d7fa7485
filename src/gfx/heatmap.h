/* Grids of cells as integer textures. */
#ifndef GFX_HEATMAP_H
#define GFX_HEATMAP_H

#include "draw/drawlist.h"
#include "gfx/batch.h"

typedef struct Heatmaps Heatmaps;

/* Textures are created in the current context, none larger than `max_texture` texels along an edge. NULL when
 * memory runs out. */
Heatmaps *heatmaps_create(int max_texture);
void heatmaps_destroy(Heatmaps *maps);

/* To be called once a picture: its grids get numbers from 0 on. */
void heatmaps_begin(Heatmaps *maps);
/* Sends the cells up and adds quads. A grid too large for one texture is drawn in bands of rows; false if
 * memory ran out or one row alone is too large. */
bool heatmaps_paint(Heatmaps *maps, Batches *batches, const DrawCmd *cmd, const float *cells);

unsigned heatmaps_cells(const Heatmaps *maps, int number); /* texture of the grid */
unsigned heatmaps_colors(const Heatmaps *maps);            /* texture: a row of colours per colour map */

#endif
