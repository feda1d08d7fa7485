/* The Laplace kernel, exp(-d/h): the sums over all keys to the left of a place shrink by one factor as the place moves
 * right, so one sweep from each side serves every query. Swept from cell to cell, each cell's own sum coming from its
 * moments, and kept relative to the last key passed, so that no gap can make it underflow. */
#ifndef CORE_SWEEP_H
#define CORE_SWEEP_H

#include "core/moments.h"
#include "core/softmax.h"

enum { SWEEP_ROWS = 6 }; /* doubles per finest cell, padded to whole groups, that a sweep needs */

typedef struct Sweep {
    const Moments *moments;
    double inv;
    double *row[SWEEP_ROWS]; /* left and right: sum, sum w (y - centre); and scratch */
} Sweep;

/* Whether cells are narrow enough for their moments: 2 bandwidths, error 2e-13 of each weight. */
bool sweep_serves(const Moments *moments, double inv);

/* memory: SWEEP_ROWS x (groups[0] + 1) x LANES doubles, kept. */
void sweep_build(Sweep *sweep, const Moments *moments, double inv, double *memory);

/* Sums for a query whose mid and near are known, relative to exp(-near * inv). */
SoftmaxMean sweep_mean(const Sweep *sweep, const Window *window, double query);

/* The same over keys [0, end) only, all of which lie at or left of the query. */
SoftmaxMean sweep_before(const Sweep *sweep, double query, size_t end);

#endif
