/* With [0, c) the finest cells before the query's, an odd c leaves its last cell to this level, and c / 2 cells to the
 * next one; on the top level all that are in reach are taken, in groups. */
#include "core/causal.h"

#include "core/direct.h"
#include "core/kernel.h"

enum { GROUP = GAUSS_ROWS * LANES };

static const double INSIDE = 2e-12;    /* error of a weight in reach: cells are at most a bandwidth wide */
static const double OUTSIDE = 6.2e-13; /* largest weight out of reach */

/* One cell's sums of weights; c: its lane of a group. */
INLINED double weigh_cell(const double *c, double query, double inv, double *weighted) {
    double t = (query - c[0]) * inv, e = lanes_exp2(-0.5 * LANES_LOG2_E * t * t), z = t * t;
    double plain, with_value;
    gauss_series(c, MOMENTS, t, z, &plain, &with_value);
    *weighted = e * with_value;
    return e * plain;
}

CLONES static void add_cell_before(const GaussLevel *level, size_t cell, double query, SoftmaxMean *mean) {
    double weighted;
    const double *c = level->coefficient + cell / LANES * GROUP + cell % LANES;
    mean->sum += weigh_cell(c, query, level->inv, &weighted);
    mean->weighted += weighted;
}

CLONES static void add_cells_before(const GaussLevel *level, size_t first, size_t end, double query,
                                    SoftmaxMean *mean) {
    double sum[LANES] = {0}, weighted[LANES] = {0};
    for (size_t g = first / LANES; g * LANES < end; g++) {
        const double *group = level->coefficient + g * GROUP;
#pragma omp simd
        for (size_t lane = 0; lane < LANES; lane++) {
            double v, w = weigh_cell(group + lane, query, level->inv, &v);
            double keep = g * LANES + lane >= first && g * LANES + lane < end ? 1 : 0;
            sum[lane] += keep * w;
            weighted[lane] += keep * v;
        }
    }
    for (size_t lane = 0; lane < LANES; lane++) {
        mean->sum += sum[lane];
        mean->weighted += weighted[lane];
    }
}

SoftmaxMean causal_gauss(const GaussLevel *level, size_t top, double query, size_t end) {
    const Moments *moments = level->moments;
    SoftmaxMean mean = {0, 0, 0};
    size_t cell = moments_cell(moments, query), first = moments_cell(moments, query - GAUSS_REACH / level->inv);
    while (moments->start[cell] > end)
        cell--;
    size_t start = moments->start[cell], low = first >> top, high = cell;
    for (size_t l = 0; l < top; l++, high /= 2)
        if (high % 2)
            add_cell_before(level + l, high - 1, query, &mean);
    add_cells_before(level + top, low < high ? low : high, high, query, &mean);
    DirectQuery direct = {query, 0, level->inv, moments->centre};
    direct_add(KERNEL_GAUSSIAN, &direct, moments->keys.x + start, moments->keys.y + start, end - start, &mean);
    size_t before = moments->start[low << top < cell ? low << top : cell];
    double error = (double)(end - before) * INSIDE + (double)before * OUTSIDE;
    if (!(error <= GAUSS_ACCURACY * mean.sum))
        mean.sum = -1;
    return mean;
}
