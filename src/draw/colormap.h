/* Colours and colour maps. A Color is 0xRRGGBBAA in plain 8-bit sRGB, not premultiplied. */
#ifndef DRAW_COLORMAP_H
#define DRAW_COLORMAP_H

#include <stdint.h>

typedef uint32_t Color;

enum { COLORMAP_VIRIDIS, COLORMAP_CIVIDIS, COLORMAP_REDS, COLORMAP_COUNT };
/* Rows beyond the ones to choose from: DENSITY goes from clear to the blue of keys, for crowds of points. */
enum { COLORMAP_DENSITY = COLORMAP_COUNT, COLORMAP_ROWS };
enum { COLORMAP_STEPS = 256 };

typedef struct Colormap {
    const char *id, *label;
    const Color *(*steps)(void); /* COLORMAP_STEPS colours, opaque but in DENSITY, lowest first; valid for ever */
} Colormap;

extern const Colormap COLORMAPS[COLORMAP_ROWS];

/* Colour at t in [0, 1]; t outside is clamped. */
Color colormap_at(int colormap, double t);

/* `color` with its opacity multiplied by `by` in [0, 1]. */
Color color_fade(Color color, double by);

/* t = 0 gives a, t = 1 gives b. */
Color color_mix(Color a, Color b, double t);

#endif
