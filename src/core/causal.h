/* A Gaussian that sees only the keys up to the query, from cell moments (gauss.h): coarse cells as far as they lie left
 * of the query, then ever finer ones up to its own cell, whose keys are summed one by one. So a query costs the cells
 * in reach and one more for each level, whatever n is. */
#ifndef CORE_CAUSAL_H
#define CORE_CAUSAL_H

#include "core/gauss.h"
#include "core/others.h"

/* level[0] to level[top], top being gauss_level; the keys up to the query are those before `end`. Values are taken
 * about moments->centre, weights with K(0) = 1. sum = -1 for what is not proven to GAUSS_ACCURACY. */
SoftmaxMean causal_gauss(const GaussLevel *level, size_t top, double query, size_t end);

/* The same with the sums of w u^2 and w u^2 v as slopes, proven to ten times that. */
Others causal_gauss_squares(const GaussLevel *level, size_t top, double query, size_t end);

#endif
