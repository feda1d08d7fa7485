/* Cell moments of points in any order, in one pass: every point adds 4 powers to one of many fine cells, whose sums
 * fill one cache line each; 32 fine cells then make a cell of 16 moments. Sorting the points would take far longer.
 * Points are not kept, so only what moments alone can prove can be asked for. */
#ifndef CORE_SCATTER_H
#define CORE_SCATTER_H

#include "core/moments.h"

enum { SCATTER_FINE = 16384, SCATTER_MERGED = 32, SCATTER_POWERS = 4 };

/* Doubles of scratch that scatter_build needs. */
enum { SCATTER_ROOM = (SCATTER_FINE + 2 * SCATTER_MERGED) * 2 * SCATTER_POWERS };

/* As moments_build for points in any order; n >= 1. start[] counts them, but moments->keys.x is not in that order.
 * *half_width: half a fine cell's width; in bandwidths k the powers left out cost k^4 / 8 of a weight. */
bool scatter_build(Moments *moments, const Keys *points, double *scratch, double *half_width);

#endif
