/* The colours of each map in COLORMAPS: COLORMAP_STEPS of them, opaque, lowest value first. */
#ifndef DRAW_COLORMAP_STEPS_H
#define DRAW_COLORMAP_STEPS_H

#include "draw/colormap.h"

const Color *colormap_steps_viridis(void);
const Color *colormap_steps_cividis(void);
const Color *colormap_steps_reds(void);

#endif
