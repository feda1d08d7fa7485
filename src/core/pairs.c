/* A triangle of blocks of LANES x LANES pairs. A block below the diagonal adds its weights to its rows and to its
 * columns, one on the diagonal to its rows alone. Keys that are missing in the last block lie at infinity. */
#include "core/pairs.h"

#include "core/lanes.h"

#include <math.h>

static const double FARTHEST = 24; /* bandwidths to the nearest key, where the sum is PAIRS_LEAST at least */

/* Row i: the keys before its block count both ways, those of its block one way. */
CLONES static void add_row(const double *x, const double *v, size_t i, double factor, double *sum, double *weighted) {
    size_t block = i / LANES * LANES;
    double own = x[i], value = v[i], s = 0, t = 0;
#pragma omp simd reduction(+ : s, t)
    for (size_t j = 0; j < block; j++) {
        double d = own - x[j], w = lanes_exp2(d * d * factor);
        s += w;
        t += w * v[j];
        sum[j] += w;
        weighted[j] += w * value;
    }
#pragma omp simd reduction(+ : s, t)
    for (size_t lane = 0; lane < LANES; lane++) {
        double d = own - x[block + lane], w = lanes_exp2(d * d * factor);
        w = block + lane == i ? 0 : w;
        s += w;
        t += w * v[block + lane];
    }
    sum[i] += s;
    weighted[i] += t;
}

static bool tie_may_show(const Reach *reach, const Keys *keys) {
    double far = fmax(fabs(keys->x[0]), fabs(keys->x[keys->n - 1]));
    return reach_slack(far, FARTHEST / reach->inv) * FARTHEST * reach->inv > reach->tie;
}

bool pairs_gaussian(const Reach *reach, const Keys *keys, double centre, double *sum, double *weighted) {
    double x[PAIRS_MOST], v[PAIRS_MOST];
    if (reach->kind != REACH_GAUSSIAN || keys->n == 0 || keys->n > PAIRS_MOST || tie_may_show(reach, keys))
        return false;
    size_t whole = (keys->n + LANES - 1) / LANES * LANES;
    for (size_t i = 0; i < whole; i++) {
        x[i] = i < keys->n ? keys->x[i] : INFINITY;
        v[i] = i < keys->n ? keys->y[i] - centre : 0;
        sum[i] = weighted[i] = 0;
    }
    for (size_t i = 0; i < keys->n; i++)
        add_row(x, v, i, -0.5 * LANES_LOG2_E * reach->inv * reach->inv, sum, weighted);
    return true;
}
