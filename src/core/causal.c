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

/* Where a query's keys end and its cells begin. */
typedef struct Cut {
    size_t start, low, high; /* keys [start, end) one by one; cells [low, high) of the top level, or from `high` down */
    size_t reached;          /* the first key in reach of the sums */
} Cut;

static Cut cut_of(const GaussLevel *level, size_t top, double query, size_t end) {
    const Moments *moments = level->moments;
    size_t cell = moments_cell(moments, query), first = moments_cell(moments, query - GAUSS_REACH / level->inv);
    while (moments->start[cell] > end)
        cell--;
    size_t low = first >> top;
    return (Cut){moments->start[cell], low, cell, moments->start[low << top < cell ? low << top : cell]};
}

SoftmaxMean causal_gauss(const GaussLevel *level, size_t top, double query, size_t end) {
    const Moments *moments = level->moments;
    SoftmaxMean mean = {0, 0, 0};
    Cut cut = cut_of(level, top, query, end);
    size_t high = cut.high;
    for (size_t l = 0; l < top; l++, high /= 2)
        if (high % 2)
            add_cell_before(level + l, high - 1, query, &mean);
    add_cells_before(level + top, cut.low < high ? cut.low : high, high, query, &mean);
    DirectQuery direct = {query, 0, level->inv, moments->centre};
    direct_add(KERNEL_GAUSSIAN, &direct, moments->keys.x + cut.start, moments->keys.y + cut.start, end - cut.start,
               &mean);
    double error = (double)(end - cut.reached) * INSIDE + (double)cut.reached * OUTSIDE;
    if (!(error <= GAUSS_ACCURACY * mean.sum))
        mean.sum = -1;
    return mean;
}

CLONES static void add_squares_before(const GaussLevel *level, size_t first, size_t end, double query, Others *others) {
    double s = 0, t = 0, p = 0, q = 0;
    for (size_t g = first / LANES; g * LANES < end; g++) {
        const double *group = level->coefficient + g * GROUP;
#pragma omp simd reduction(+ : s, t, p, q)
        for (size_t lane = 0; lane < LANES; lane++) {
            GaussSquares cell = gauss_squares(group + lane, query, level->inv);
            double keep = g * LANES + lane >= first && g * LANES + lane < end ? 1 : 0;
            s += keep * cell.weight, t += keep * cell.weighted;
            p += keep * cell.square, q += keep * cell.square_weighted;
        }
    }
    others->sum += s, others->weighted += t, others->slope += p, others->slope_weighted += q;
}

CLONES static void add_keys_with_squares(const double *x, const double *y, size_t n, double query, double inv,
                                         double centre, Others *others) {
    double s = 0, t = 0, p = 0, q = 0;
#pragma omp simd reduction(+ : s, t, p, q)
    for (size_t i = 0; i < n; i++) {
        double u = (query - x[i]) * inv, w = lanes_exp2(-0.5 * LANES_LOG2_E * u * u), z = w * u * u, v = y[i] - centre;
        s += w, t += w * v, p += z, q += z * v;
    }
    others->sum += s, others->weighted += t, others->slope += p, others->slope_weighted += q;
}

Others causal_gauss_squares(const GaussLevel *level, size_t top, double query, size_t end) {
    const Moments *moments = level->moments;
    Others others = OTHERS_NONE;
    Cut cut = cut_of(level, top, query, end);
    size_t high = cut.high;
    for (size_t l = 0; l < top; l++, high /= 2)
        if (high % 2)
            add_squares_before(level + l, high - 1, high, query, &others);
    add_squares_before(level + top, cut.low < high ? cut.low : high, high, query, &others);
    add_keys_with_squares(moments->keys.x + cut.start, moments->keys.y + cut.start, end - cut.start, query, level->inv,
                          moments->centre, &others);
    double error = (double)(end - cut.reached) * GAUSS_INSIDE_SQUARE + (double)cut.reached * GAUSS_OUTSIDE_SQUARE;
    return error <= 10 * GAUSS_ACCURACY * others.sum ? others : OTHERS_UNPROVEN;
}
