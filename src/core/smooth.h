/* A Gaussian's sums as functions of the query are so smooth that 16 of them tell all within two bandwidths: polynomial
 * interpolation in Chebyshev nodes on [-1, 1] bandwidths is wrong by at most
 *   max |d^16/dt^16 exp(-t^2/2)| / (16! 2^15) = 15!! / (16! 2^15) = 2^-15 / 16!! = 3.0e-12
 * for each weight (Trefethen, "Approximation theory and approximation practice", 2013, for the nodes and their
 * Lebesgue constant). So many queries close together cost one polynomial each. */
#ifndef CORE_SMOOTH_H
#define CORE_SMOOTH_H

#include "core/lanes.h"
#include "core/softmax.h"

#include <stddef.h>

enum { SMOOTH_NODES = 2 * LANES };

static const double SMOOTH_ERROR = 3e-12; /* of a weight, by interpolation */
static const double SMOOTH_SPREAD = 2.8;  /* at most by how much interpolation widens an error of the nodes */

/* Sums over a stretch of half width h about `middle`: at the nodes, or after smooth_fit as Chebyshev series. */
typedef struct Smooth {
    double middle, h;
    double node[SMOOTH_NODES], sum[SMOOTH_NODES], weighted[SMOOTH_NODES];
} Smooth;

/* The stretch with its nodes in place; the sums are the caller's to fill in. */
Smooth smooth_begin(double middle, double h);

void smooth_fit(Smooth *smooth);

/* m queries within the stretch. */
void smooth_means(const Smooth *smooth, const double *query, size_t m, SoftmaxMean *mean);

#endif
