/* Sums of a compact kernel over a window of sorted keys in a time that does not grow with the window. Blocks of keys
 * keep running sums of x and x^2, with and without the values, from the first key on. Boxcar, triangular and
 * Epanechnikov are polynomials of degree 2 in the distance, so the blocks that lie wholly in the window come from the
 * difference of two running sums, and the block at each end, 16 keys up to n = 1e6, is summed key by key. Differences
 * cancel, which is why the running sums have 106 bits (pair.h). Whether a query has support is a count of keys. */
#ifndef CORE_BLOCKS_H
#define CORE_BLOCKS_H

#include "core/moments.h"
#include "core/reach.h"
#include "core/softmax.h"

#include <stdbool.h>
#include <stddef.h>

/* Rows of running sums beside that of the values: x, x^2, x v, x^2 v; first all hi, then all lo. */
enum { BLOCK_X, BLOCK_XX, BLOCK_XV, BLOCK_XXV, BLOCK_POWERS, BLOCK_ROW = 2 * BLOCK_POWERS };

enum { BLOCK_LEAST = 16 }; /* keys in a block, or a multiple of it */

typedef struct Blocks {
    Keys keys;
    size_t count, shift;          /* blocks of 1 << shift keys; count = 0: nothing is built */
    double centre, origin, scale; /* v = y - centre; x stands for (x - origin) * scale, at most 1 */
    double *first;                /* key of each block, then INFINITY */
    double *values;               /* sum v over the keys before a block: hi, lo */
    double *powers;               /* the other sums: BLOCK_POWERS hi, as many lo */
    double *tail_x, *tail_y;      /* the last block, filled up with keys beyond any reach */
} Blocks;

/* Doubles of memory that n keys need: 0.7 n, and never more than 0.8 million. */
size_t blocks_room(size_t n);

/* O(n). The keys and the memory must stay as they are. count = 0 for no keys, and for numbers so large or so small that
 * their products could leave the range of a double. */
void blocks_build(Blocks *blocks, const Keys *keys, double centre, double *memory);

bool blocks_serve(int kernel);

/* Sums for m queries of a REACH_COMPACT whose kernel blocks_serve, with K(0) = 1. moments: of the same keys, to find
 * blocks faster, or NULL. sum = -1 for what is not proven to 1e-10 of the weights, or where the last digit of a
 * distance could show. */
void blocks_means(const Blocks *blocks, const Moments *moments, const Reach *reach, const double *query, size_t m,
                  SoftmaxMean *mean);

/* sum v over keys [0, end). */
double blocks_values_before(const Blocks *blocks, size_t end);

#endif
