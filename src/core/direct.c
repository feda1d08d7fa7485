/* One loop for each kernel over the keys of a window: full groups of LANES keys, then a last group that is masked.
 * The exponents are differences of squares, (d - near)(d + near), so that a far query loses nothing. */
#include "core/direct.h"

#include "core/kernel.h"
#include "core/lanes.h"

#include <math.h>

enum { QUERIES = 64 };                  /* queries at a time in direct_gaussian */
enum { GAUSSIAN_CLOSE = KERNEL_COUNT }; /* row of the loops below */

static const double CLOSE = 4; /* bandwidths */

/* What is too small to be written: 2^-1000 and below. Keeps every key that a double can hold. */
static const double DROP_NOTHING = 690;

/* Weight per key, all keys lying near a compact kernel's edge, below which the last digit of u decides. Without an edge
 * the nearest key weighs 1. */
static const double LIGHT = 0.003;

INLINED double weight_gaussian(double d, double near, double inv) {
    return lanes_exp2(-0.5 * LANES_LOG2_E * inv * inv * (d - near) * (d + near));
}

/* The same for a query close to its nearest key, where the squares are small enough to be subtracted as they are. */
INLINED double weight_gaussian_close(double d, double near, double inv) {
    double factor = -0.5 * LANES_LOG2_E * inv * inv;
    return lanes_exp2(d * d * factor - near * near * factor);
}

INLINED double weight_laplace(double d, double near, double inv) {
    return lanes_exp2(-LANES_LOG2_E * ((d - near) * inv));
}

INLINED double below_one(double u) { return u < 1 ? u : 1; }

INLINED double weight_boxcar(double d, double near, double inv) {
    (void)d, (void)near, (void)inv;
    return 1;
}

INLINED double weight_triangular(double d, double near, double inv) {
    (void)near;
    return 1 - below_one(d * inv);
}

INLINED double weight_epanechnikov(double d, double near, double inv) {
    (void)near;
    double u = below_one(d * inv);
    return (1 - u) * (1 + u);
}

INLINED double weight_biweight(double d, double near, double inv) {
    double parabola = weight_epanechnikov(d, near, inv);
    return parabola * parabola;
}

INLINED double weight_tricube(double d, double near, double inv) {
    (void)near;
    double u = below_one(d * inv), base = (1 - u) * (1 + u + u * u);
    return base * base * base;
}

INLINED double weight_cosine(double d, double near, double inv) {
    (void)near;
    return lanes_quarter_sine(1 - below_one(d * inv));
}

typedef void Sum(const DirectQuery *query, const double *x, const double *y, size_t n, double *sum, double *weighted);

/* sum_KERNEL: sum and weighted over n keys, n a multiple of LANES. */
#define SUM(kernel)                                                                                                    \
    CLONES static void sum_##kernel(const DirectQuery *query, const double *x, const double *y, size_t n, double *sum, \
                                    double *weighted) {                                                                \
        double q = query->x, near = query->near, inv = query->inv, centre = query->centre, s = 0, t = 0;               \
        _Pragma("omp simd reduction(+ : s, t)") for (size_t i = 0; i < n / LANES * LANES; i++) {                       \
            double w = weight_##kernel(fabs(q - x[i]), near, inv);                                                     \
            s += w;                                                                                                    \
            t += w * (y[i] - centre);                                                                                  \
        }                                                                                                              \
        for (size_t i = n / LANES * LANES; i < n; i++) {                                                               \
            double w = weight_##kernel(fabs(q - x[i]), near, inv);                                                     \
            s += w;                                                                                                    \
            t += w * (y[i] - centre);                                                                                  \
        }                                                                                                              \
        *sum += s;                                                                                                     \
        *weighted += t;                                                                                                \
    }

typedef void Weights(const DirectQuery *query, const double *x, size_t n, double *weight);

/* weights_KERNEL: one weight for each of n keys. */
#define WEIGHTS(kernel)                                                                                                \
    CLONES static void weights_##kernel(const DirectQuery *query, const double *x, size_t n, double *weight) {         \
        double q = query->x, near = query->near, inv = query->inv;                                                     \
        _Pragma("omp simd") for (size_t i = 0; i < n; i++) weight[i] = weight_##kernel(fabs(q - x[i]), near, inv);     \
    }

#define LOOPS(kernel)                                                                                                  \
    SUM(kernel)                                                                                                        \
    WEIGHTS(kernel)

LOOPS(gaussian)
LOOPS(gaussian_close)
LOOPS(laplace)
LOOPS(boxcar)
LOOPS(triangular)
LOOPS(epanechnikov)
LOOPS(biweight)
LOOPS(tricube)
LOOPS(cosine)

#define BOTH(kernel)                                                                                                   \
    { sum_##kernel, weights_##kernel }

static const struct {
    Sum *sum;
    Weights *weights;
} LOOP[KERNEL_COUNT + 1] = {
    [KERNEL_GAUSSIAN] = BOTH(gaussian),      [KERNEL_BOXCAR] = BOTH(boxcar),
    [KERNEL_TRIANGULAR] = BOTH(triangular),  [KERNEL_EPANECHNIKOV] = BOTH(epanechnikov),
    [KERNEL_BIWEIGHT] = BOTH(biweight),      [KERNEL_TRICUBE] = BOTH(tricube),
    [KERNEL_COSINE] = BOTH(cosine),          [KERNEL_LAPLACE] = BOTH(laplace),
    [GAUSSIAN_CLOSE] = BOTH(gaussian_close),
};

static int loop_of(int kernel, const DirectQuery *query) {
    return kernel == KERNEL_GAUSSIAN && query->near * query->inv <= CLOSE ? GAUSSIAN_CLOSE : kernel;
}

void direct_weights(int kernel, const DirectQuery *query, const double *x, size_t n, double *weight) {
    LOOP[loop_of(kernel, query)].weights(query, x, n, weight);
}

void direct_add(int kernel, const DirectQuery *query, const double *x, const double *y, size_t n, SoftmaxMean *mean) {
    LOOP[loop_of(kernel, query)].sum(query, x, y, n, &mean->sum, &mean->weighted);
}

/* The score at which a sum relative to the nearest key begins. */
static double best_score(const Reach *reach, double near) {
    double u = near * reach->inv;
    return reach->kind == REACH_GAUSSIAN ? -u * u / 2 : reach->kind == REACH_LAPLACE ? -u : 0;
}

/* A kernel without an edge may as well take a few keys more, so that the vectors come out whole. */
static Window rounded_out(const Window *window, size_t n) {
    Window wide = *window;
    size_t missing = (LANES - (wide.end - wide.first) % LANES) % LANES, after = n - wide.end;
    after = after < missing ? after : missing;
    missing -= after;
    wide.end += after;
    wide.first -= missing < wide.first ? missing : wide.first;
    return wide;
}

SoftmaxMean direct_window(const Reach *reach, const Pool *pool, const Keys *keys, const Window *window, double query,
                          double centre) {
    if (window->first >= window->end)
        return SOFTMAX_MEAN_EMPTY;
    if (window->sharp)
        return reach_dense(pool, keys, window, query, centre);
    SoftmaxMean mean = {best_score(reach, window->near), 0, 0};
    DirectQuery direct = {query, window->near, reach->inv, centre};
    Window wide = isfinite(KERNELS[reach->kernel].support) ? *window : rounded_out(window, keys->n);
    direct_add(reach->kernel, &direct, keys->x + wide.first, keys->y + wide.first, wide.end - wide.first, &mean);
    if (isfinite(KERNELS[reach->kernel].support) && mean.sum < LIGHT * (double)(wide.end - wide.first))
        return reach_dense(pool, keys, window, query, centre);
    return mean;
}

SoftmaxMean direct_mean(const Reach *reach, const Pool *pool, const Keys *keys, double query, double centre) {
    Bracket all = {0, keys->n};
    Window window = reach_nearest(reach, keys, query, reach_lower(keys->x, all, query));
    reach_widen(reach, keys, query, &window);
    return direct_window(reach, pool, keys, &window, query, centre);
}

/* Vectors of queries; all keys for each. */
CLONES static void sum_block(const double *x, const double *y, size_t n, const double *query, const double *near,
                             double inv, double centre, double *sum, double *weighted) {
    for (size_t j = 0; j < QUERIES; j += LANES) {
        double s[LANES] = {0}, t[LANES] = {0};
        for (size_t i = 0; i < n; i++) {
            double key = x[i], value = y[i] - centre;
#pragma omp simd
            for (size_t lane = 0; lane < LANES; lane++) {
                double w = weight_gaussian(fabs(query[j + lane] - key), near[j + lane], inv);
                s[lane] += w;
                t[lane] += w * value;
            }
        }
        memcpy(sum + j, s, sizeof s);
        memcpy(weighted + j, t, sizeof t);
    }
}

/* Up to QUERIES queries over the union of their windows. */
static void gaussian_block(const Reach *reach, const Pool *pool, const Keys *keys, const double *query, size_t m,
                           double centre, SoftmaxMean *mean) {
    double x[QUERIES], near[QUERIES], sum[QUERIES], weighted[QUERIES], low = INFINITY, high = -INFINITY;
    bool sharp[QUERIES];
    for (size_t j = 0, mid = 0; j < QUERIES; j++) {
        x[j] = query[j < m ? j : m - 1];
        mid = reach_lower_near(keys->x, keys->n, mid, x[j]);
        Window window = reach_nearest(reach, keys, x[j], mid);
        near[j] = window.near;
        sharp[j] = window.sharp;
    }
    for (size_t j = 0; j < QUERIES; j++) {
        double radius = reach_radius(reach, near[j]) + reach_slack(x[j], near[j]);
        low = x[j] - radius < low ? x[j] - radius : low;
        high = x[j] + radius > high ? x[j] + radius : high;
    }
    Bracket all = {0, keys->n};
    size_t first = reach_lower(keys->x, all, low), end = reach_lower(keys->x, all, high);
    sum_block(keys->x + first, keys->y + first, end - first, x, near, reach->inv, centre, sum, weighted);
    for (size_t j = 0; j < m; j++) {
        mean[j] = (SoftmaxMean){best_score(reach, near[j]), sum[j], weighted[j]};
        if (sharp[j])
            mean[j] = reach_dense(pool, keys, &(Window){.first = first, .end = end}, x[j], centre);
    }
}

void direct_gaussian(const Reach *reach, const Pool *pool, const Keys *keys, const double *query, size_t m,
                     double centre, SoftmaxMean *mean) {
    for (size_t at = 0; keys->n > 0 && at < m; at += QUERIES)
        gaussian_block(reach, pool, keys, query + at, m - at < QUERIES ? m - at : QUERIES, centre, mean + at);
    for (size_t j = 0; keys->n == 0 && j < m; j++)
        mean[j] = SOFTMAX_MEAN_EMPTY;
}

static SoftmaxMean mean_of_all(const Keys *keys) {
    SoftmaxMean mean = {0, (double)keys->n, 0};
    for (size_t i = 0; i < keys->n; i++)
        mean.weighted += keys->y[i];
    return mean;
}

static void give(SoftmaxMean mean, double *f, bool *supported) {
    *supported = mean.sum > 0;
    *f = *supported ? mean.weighted / mean.sum : 0;
}

bool direct_predict(const Pool *pool, const Keys *keys, const double *query, size_t m, double *f, bool *supported) {
    Reach reach = reach_of(pool, keys->n, 1e-16);
    SoftmaxMean all = SOFTMAX_MEAN_EMPTY, mean[QUERIES];
    bool blocks = reach.kind == REACH_GAUSSIAN && keys->n <= DIRECT_BLOCK && m > 1;
    if (reach.kind == REACH_DENSE)
        return false;
    if (keys->n <= DIRECT_BLOCK)
        reach.drop = DROP_NOTHING;
    if (reach.kind == REACH_ALL)
        all = mean_of_all(keys);
    for (size_t at = 0; at < m; at += QUERIES) {
        size_t count = m - at < QUERIES ? m - at : QUERIES;
        if (blocks)
            direct_gaussian(&reach, pool, keys, query + at, count, 0, mean);
        for (size_t j = 0; !blocks && j < count; j++)
            mean[j] = reach.kind == REACH_ALL ? all : direct_mean(&reach, pool, keys, query[at + j], 0);
        for (size_t j = 0; j < count; j++)
            give(mean[j], &f[at + j], &supported[at + j]);
    }
    return true;
}
