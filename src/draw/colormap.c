/* Colours and colour maps: one row per map. Mixing is done per channel in plain 8-bit sRGB, rounded to
 * nearest, which is what every painter of a draw list does (screen, PNG, SVG, PDF), so that they agree. */
#include "draw/colormap.h"

#include "draw/colormap_steps.h"

const Colormap COLORMAPS[COLORMAP_COUNT] = {
    [COLORMAP_VIRIDIS] = {"viridis", "Viridis", colormap_steps_viridis},
    [COLORMAP_CIVIDIS] = {"cividis", "Cividis", colormap_steps_cividis},
    [COLORMAP_REDS] = {"reds", "Reds", colormap_steps_reds},
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
