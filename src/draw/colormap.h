/* Colours and colour maps. A Color is 0xRRGGBBAA in plain 8-bit sRGB, not premultiplied. */
#ifndef DRAW_COLORMAP_H
#define DRAW_COLORMAP_H

#include <stdint.h>

typedef uint32_t Color;

enum { COLORMAP_VIRIDIS, COLORMAP_CIVIDIS, COLORMAP_REDS, COLORMAP_COUNT };
enum { COLORMAP_STEPS = 256 };

typedef struct Colormap {
    const char *id, *label;
    const Color *(*steps)(void); /* COLORMAP_STEPS opaque colours, lowest first; valid for ever */
} Colormap;

extern const Colormap COLORMAPS[COLORMAP_COUNT];

/* Colour at t in [0, 1]; t outside is clamped. */
Color colormap_at(int colormap, double t);

/* `color` with its opacity multiplied by `by` in [0, 1]. */
Color color_fade(Color color, double by);

/* t = 0 gives a, t = 1 gives b. */
Color color_mix(Color a, Color b, double t);

#endif
