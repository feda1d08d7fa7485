/* Nodes cos((2i + 1) pi / 32); coefficients c_k = 2/16 sum_i f_i cos(k (2i + 1) pi / 32); evaluated after Clenshaw. */
#include "core/smooth.h"

enum { BATCH = 64, QUARTER = 16 };

/* cos(j pi / 32) for any j, from one quarter of the circle. */
static double cosine(size_t j) {
    static const double table[QUARTER + 1] = {1,
                                              0.9951847266721969,
                                              0.9807852804032304,
                                              0.9569403357322088,
                                              0.9238795325112867,
                                              0.881921264348355,
                                              0.8314696123025452,
                                              0.773010453362737,
                                              0.7071067811865476,
                                              0.6343932841636455,
                                              0.5555702330196022,
                                              0.47139673682599764,
                                              0.3826834323650898,
                                              0.2902846772544624,
                                              0.19509032201612828,
                                              0.0980171403295606,
                                              0};
    j %= 4 * QUARTER;
    j = j > 2 * QUARTER ? 4 * QUARTER - j : j;
    return j > QUARTER ? -table[2 * QUARTER - j] : table[j];
}

Smooth smooth_begin(double middle, double h) {
    Smooth smooth = {.middle = middle, .h = h};
    for (size_t i = 0; i < SMOOTH_NODES; i++)
        smooth.node[i] = middle + h * cosine(2 * i + 1);
    return smooth;
}

/* Node i and its mirror image: their sum gives the even coefficients, their difference the odd ones. */
CLONES static void fit_series(const double table[SMOOTH_NODES / 2][SMOOTH_NODES], double *value) {
    double series[SMOOTH_NODES] = {0};
    for (size_t i = 0; i < SMOOTH_NODES / 2; i++) {
        double mirrored = value[SMOOTH_NODES - 1 - i], part[2] = {value[i] + mirrored, value[i] - mirrored};
#pragma omp simd
        for (size_t k = 0; k < SMOOTH_NODES; k++)
            series[k] += part[k % 2] * table[i][k];
    }
    for (size_t k = 0; k < SMOOTH_NODES; k++)
        value[k] = series[k] * (k ? 2.0 : 1.0) / SMOOTH_NODES;
}

void smooth_fit(Smooth *smooth) {
    double table[SMOOTH_NODES / 2][SMOOTH_NODES];
    for (size_t i = 0; i < SMOOTH_NODES / 2; i++)
        for (size_t k = 0; k < SMOOTH_NODES; k++)
            table[i][k] = cosine(k * (2 * i + 1));
    fit_series(table, smooth->sum);
    fit_series(table, smooth->weighted);
}

CLONES static void evaluate_series(const Smooth *smooth, const double *query, size_t m, double *sum, double *weighted) {
    const double *a = smooth->sum, *b = smooth->weighted;
    double middle = smooth->middle, per_h = 1 / smooth->h;
#pragma omp simd
    for (size_t j = 0; j < m; j++) {
        double t = (query[j] - middle) * per_h, a1 = 0, a2 = 0, b1 = 0, b2 = 0;
#pragma GCC unroll 16
        for (size_t k = SMOOTH_NODES - 1; k > 0; k--) {
            double a0 = 2 * t * a1 - a2 + a[k], b0 = 2 * t * b1 - b2 + b[k];
            a2 = a1, a1 = a0, b2 = b1, b1 = b0;
        }
        sum[j] = t * a1 - a2 + a[0];
        weighted[j] = t * b1 - b2 + b[0];
    }
}

void smooth_means(const Smooth *smooth, const double *query, size_t m, SoftmaxMean *mean) {
    double sum[BATCH], weighted[BATCH];
    for (size_t at = 0; at < m; at += BATCH) {
        size_t count = m - at < BATCH ? m - at : BATCH;
        evaluate_series(smooth, query + at, count, sum, weighted);
        for (size_t j = 0; j < count; j++)
            mean[at + j] = (SoftmaxMean){0, sum[j], weighted[j]};
    }
}
