/* Colours and colour maps: one row per map. Mixing is done per channel in plain 8-bit sRGB, rounded to
 * nearest, which is what every painter of a draw list does (screen, PNG, SVG, PDF), so that they agree. */
#include "draw/colormap.h"

#include "draw/colormap_steps.h"

/* From clear to opaque; a first step already shows, so that a single point is not lost. */
static const Color *density(void) {
#define D1(i) (0x1F77B400u | ((i) == 0 ? 0u : 0x38u + (unsigned)(i)*0xC7u / 255u))
#define D4(i) D1(i), D1((i) + 1), D1((i) + 2), D1((i) + 3)
#define D16(i) D4(i), D4((i) + 4), D4((i) + 8), D4((i) + 12)
#define D64(i) D16(i), D16((i) + 16), D16((i) + 32), D16((i) + 48)
    static const Color steps[COLORMAP_STEPS] = {D64(0), D64(64), D64(128), D64(192)};
#undef D1
#undef D4
#undef D16
#undef D64
    return steps;
}

const Colormap COLORMAPS[COLORMAP_ROWS] = {
    [COLORMAP_VIRIDIS] = {"viridis", "Viridis", colormap_steps_viridis},
    [COLORMAP_CIVIDIS] = {"cividis", "Cividis", colormap_steps_cividis},
    [COLORMAP_REDS] = {"reds", "Reds", colormap_steps_reds},
    [COLORMAP_DENSITY] = {"density", "Density", density},
};

/* t in [0, 1]; NAN becomes 0. */
static double clamp_unit(double t) { return t > 0 ? (t < 1 ? t : 1) : 0; }

Color colormap_at(int colormap, double t) {
    const Color *steps = COLORMAPS[colormap].steps();
    return steps[(int)(clamp_unit(t) * (COLORMAP_STEPS - 1) + 0.5)];
}

Color color_fade(Color color, double by) {
    Color alpha = (Color)((color & 0xFF) * clamp_unit(by) + 0.5);
    return (color & 0xFFFFFF00u) | alpha;
}

Color color_mix(Color a, Color b, double t) {
    Color mixed = 0;
    t = clamp_unit(t);
    for (int shift = 0; shift < 32; shift += 8) {
        double from = (a >> shift) & 0xFF, to = (b >> shift) & 0xFF;
        mixed |= (Color)(from + (to - from) * t + 0.5) << shift;
    }
    return mixed;
}
