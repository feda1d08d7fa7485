/* The Gaussian's sums over the other keys, for all of few keys at once: every pair is weighed once and counts for
 * both. Weights are not relative to the nearest key's, so a key that all others are far from has too small a sum to be
 * exact, and is for the caller to do in another way. */
#ifndef CORE_PAIRS_H
#define CORE_PAIRS_H

#include "core/reach.h"

enum { PAIRS_MOST = 256 };                /* keys */
static const double PAIRS_LEAST = 1e-120; /* smallest sum that is exact */

/* sum[i] = sum over j != i of exp(-(inv (x_i - x_j))^2 / 2), and weighted[i] the same of it times y_j - centre; both
 * with room for PAIRS_MOST. False, and nothing written, for more keys than that, for what is not a Gaussian, and where
 * a tie of two distances could show by its rounding. */
bool pairs_gaussian(const Reach *reach, const Keys *keys, double centre, double *sum, double *weighted);

#endif
