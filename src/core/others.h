/* What a key sees of the other keys, itself left out: for leave-one-out, and its slope in the bandwidth. With w = K(u)
 * and g = -u K'(u) (for the Gaussian and Laplace, whose K is an exponential, g / w = u^2 and |u|), the slope of f in
 * log w is -(sum g (y - f)) / sum w; adding the same to every g / w does not change it. */
#ifndef CORE_OTHERS_H
#define CORE_OTHERS_H

/* Sums of w, w v, g and g v, v = y - centre. For kernels without an edge relative to the nearest key: w is divided by
 * `shrink`, and `offset` is taken off g / w. A compact kernel's K(0) is 1, offset 0 and shrink 1. No other key in
 * reach: sum = 0. Not proven: sum = -1. */
typedef struct Others {
    double sum, weighted, slope, slope_weighted, offset, shrink;
} Others;

#define OTHERS_NONE ((Others){.shrink = 1})
#define OTHERS_UNPROVEN ((Others){.sum = -1, .shrink = 1})

#endif
