/* Relative luminance and contrast of opaque colours (WCAG 2.1, section "Relative luminance"). */
#ifndef TESTS_DRAW_LUMINANCE_H
#define TESTS_DRAW_LUMINANCE_H

#include "draw/colormap.h"

#include <math.h>

static inline double linear_channel(Color color, int shift) {
    double c = ((color >> shift) & 0xFF) / 255.0;
    return c <= 0.04045 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4);
}

static inline double luminance(Color c) {
    return 0.2126 * linear_channel(c, 24) + 0.7152 * linear_channel(c, 16) + 0.0722 * linear_channel(c, 8);
}

static inline double contrast(Color a, Color b) {
    double x = luminance(a) + 0.05, y = luminance(b) + 0.05;
    return x > y ? x / y : y / x;
}

#endif
