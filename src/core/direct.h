/* Weighted sums over a window of keys, key by key but in whole vectors: what is left when no shortcut pays. Nothing
 * is approximated but exp, to 1e-15, and nothing cancels: every weight keeps its relative precision. */
#ifndef CORE_DIRECT_H
#define CORE_DIRECT_H

#include "core/reach.h"

enum { DIRECT_BLOCK = 256 }; /* keys up to which a Gaussian's curve is summed whole */

/* What the loops need: weights are K(d * inv), or for the Gaussian and Laplace K relative to the nearest key's. */
typedef struct DirectQuery {
    double x, near, inv, centre; /* centre is taken off the values */
} DirectQuery;

/* Adds the sums over keys x[0..n) to mean->sum and mean->weighted. Compact kernels: every |query - x| <= h. */
void direct_add(int kernel, const DirectQuery *query, const double *x, const double *y, size_t n, SoftmaxMean *mean);

/* The weights alone, into weight[0..n); for compact kernels 0 beyond the edge, but the boxcar's 1 everywhere. */
void direct_weights(int kernel, const DirectQuery *query, const double *x, size_t n, double *weight);

/* All keys of the window. Asks pool.c where the window is sharp. mean.max is the nearest key's score, or 0. */
SoftmaxMean direct_window(const Reach *reach, const Pool *pool, const Keys *keys, const Window *window, double query,
                          double centre);

/* Gaussian, n <= DIRECT_BLOCK: m queries in vectors of queries. reach->drop decides how many keys each block of
 * queries looks at. */
void direct_gaussian(const Reach *reach, const Pool *pool, const Keys *keys, const double *query, size_t m,
                     double centre, SoftmaxMean *mean);

/* One query of any kind but REACH_DENSE and REACH_ALL, by its window alone. */
SoftmaxMean direct_mean(const Reach *reach, const Pool *pool, const Keys *keys, double query, double centre);

/* pool_predict without any structure. False when the pool needs pool.c itself; nothing is written then. */
bool direct_predict(const Pool *pool, const Keys *keys, const double *query, size_t m, double *f, bool *supported);

#endif
