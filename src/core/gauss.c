/* The polynomial's coefficients are a_k = kappa^k/k! sum_j (-kappa^2/2)^j/j! M_(k+2j), from
 * exp(t kappa u - kappa^2 u^2 / 2). Far queries: on the circle |u| = 16 that function is at most
 * exp(16 |t| kappa + 128 kappa^2), so by Cauchy the terms from u^16 on are below exp(18) 16^-16 / (1 - 1/16) = 3.8e-12
 * when |t| kappa <= 1 and kappa <= 1/8, where the function itself is at least exp(-1 - 1/128). */
#include "core/gauss.h"

#include <math.h>

enum { COEFFICIENT_GROUP = GAUSS_ROWS * LANES, MOMENT_GROUP = MOMENT_ROWS * LANES };

static const double ROUNDING = 5e-13;     /* error of a weight within reach, beside the cut series */
static const double SHORT_ENOUGH = 2e-11; /* error of a weight at which a shorter series will do */
static const double OUTSIDE = 6.2e-13;    /* largest weight out of reach */
static const double FAR_KAPPA = 0.125;

/* factor[k][j] = kappa^k/k! (-kappa^2/2)^j/j! */
static void series(double kappa, double factor[MOMENTS][MOMENTS / 2]) {
    double power = 1;
    for (int k = 0; k < MOMENTS; k++) {
        factor[k][0] = power;
        for (int j = 1; j < MOMENTS / 2; j++)
            factor[k][j] = factor[k][j - 1] * -kappa * kappa / 2 / j;
        power *= kappa / (k + 1);
    }
}

/* LANES polynomials from LANES cells: half a group. */
INLINED void expand(const double *moment, double factor[MOMENTS][MOMENTS / 2], double *coefficient) {
    for (size_t k = 0; k < MOMENTS; k++) {
        double row[LANES] = {0};
        for (size_t j = 0; k + 2 * j < MOMENTS; j++) {
            const double *from = moment + (k + 2 * j) * LANES;
            double f = factor[k][j];
#pragma omp simd
            for (size_t lane = 0; lane < LANES; lane++)
                row[lane] += f * from[lane];
        }
        memcpy(coefficient + k * LANES, row, sizeof row);
    }
}

CLONES static void gauss_groups(const double *moments, size_t groups, double middle, double width, double inv,
                                double *coefficient) {
    double factor[MOMENTS][MOMENTS / 2];
    series(width / 2 * inv, factor);
    for (size_t g = 0; g < groups; g++) {
        double *to = coefficient + g * COEFFICIENT_GROUP;
        const double *from = moments + g * MOMENT_GROUP;
        for (size_t lane = 0; lane < LANES; lane++)
            to[lane] = middle + (double)(g * LANES + lane) * width;
        expand(from, factor, to + GAUSS_SUM * LANES);
        expand(from + MOMENTS * LANES, factor, to + GAUSS_WEIGHT * LANES);
    }
}

size_t gauss_level(const Moments *moments, double inv) {
    size_t level = moments->levels;
    for (size_t l = 0; l < moments->levels && moments->width[l] * inv <= 1; l++)
        level = l;
    return level;
}

size_t gauss_far_level(const Moments *moments, double inv, double radius) {
    size_t level = moments->levels;
    for (size_t l = 0; l < moments->levels; l++) {
        double kappa = moments->width[l] / 2 * inv;
        if (kappa <= FAR_KAPPA && kappa * (radius * inv + kappa) <= 1)
            level = l;
    }
    return level;
}

/* Groups of a level, [first, end). */
typedef struct Span {
    size_t first, end;
} Span;

INLINED Span span_of(const GaussLevel *at, double low, double high) {
    const Moments *moments = at->moments;
    double per_group = at->per_group, limit = (double)moments->groups[at->level];
    double first = (low - moments->origin) * per_group, last = (high - moments->origin) * per_group;
    if (last < 0 || first >= limit)
        return (Span){0, 0};
    return (Span){first <= 0 ? 0 : (size_t)first, last >= limit - 1 ? (size_t)limit : (size_t)last + 1};
}

/* kappa^terms / terms!!, the error of a weight by cutting the series; terms is even. */
static double cut_error(double kappa, int terms) {
    double error = 1;
    for (int k = 2; k <= terms; k += 2)
        error *= kappa * kappa / k;
    return error;
}

/* Sums over one group, lane by lane. Even and odd powers in two chains. */
INLINED void add_group(const double *group, int terms, double query, double near, double inv, double *sum,
                       double *weighted) {
#pragma omp simd
    for (size_t lane = 0; lane < LANES; lane++) {
        const double *c = group + lane;
        double t = (query - c[0]) * inv, e = lanes_exp2(-0.5 * LANES_LOG2_E * (t - near) * (t + near)), z = t * t;
        double plain, with_value;
        gauss_series(c, terms, t, z, &plain, &with_value);
        sum[lane] += e * plain;
        weighted[lane] += e * with_value;
    }
}

INLINED double total(const double lane[LANES]) {
    return ((lane[0] + lane[1]) + (lane[2] + lane[3])) + ((lane[4] + lane[5]) + (lane[6] + lane[7]));
}

/* The sum of weights in a span, relative to exp(-near^2/2); near in bandwidths. */
INLINED SoftmaxMean add_span(const GaussLevel *at, int terms, Span span, double query, double near) {
    double sum[LANES] = {0}, weighted[LANES] = {0};
    for (size_t g = span.first; g < span.end; g++)
        add_group(at->coefficient + g * COEFFICIENT_GROUP, terms, query, near, at->inv, sum, weighted);
    return (SoftmaxMean){-near * near / 2, total(sum), total(weighted)};
}

INLINED double bound(const GaussLevel *at, Span span, double inside, double outside) {
    const Moments *moments = at->moments;
    double in = (double)moments_keys(moments, at->level, span.first * LANES, span.end * LANES);
    return in * inside + ((double)moments->keys.n - in) * outside;
}

enum { PAIR = 2 }; /* queries that go through the cells together, so that one fills the other's waiting */

INLINED void near_pair(const GaussLevel *at, int terms, double inside, const double query[PAIR], SoftmaxMean *mean) {
    double radius = GAUSS_REACH / at->inv, sum[PAIR][LANES] = {{0}}, weighted[PAIR][LANES] = {{0}};
    double low = query[0] < query[1] ? query[0] : query[1], high = query[0] < query[1] ? query[1] : query[0];
    Span span = span_of(at, low - radius, high + radius);
    for (size_t g = span.first; g < span.end; g++)
        for (size_t k = 0; k < PAIR; k++)
            add_group(at->coefficient + g * COEFFICIENT_GROUP, terms, query[k], 0, at->inv, sum[k], weighted[k]);
    double error = bound(at, span, inside, OUTSIDE);
    for (size_t k = 0; k < PAIR; k++) {
        double weight = total(sum[k]);
        mean[k] = (SoftmaxMean){0, error <= GAUSS_ACCURACY * weight ? weight : -1, total(weighted[k])};
    }
}

INLINED void near_queries(const GaussLevel *at, int terms, double inside, const double *query, size_t m,
                          SoftmaxMean *mean) {
    double apart = GAUSS_REACH / at->inv;
    for (size_t j = 0; j < m; j += PAIR) {
        SoftmaxMean result[2 * PAIR];
        bool together = j + 1 < m && fabs(query[j + 1] - query[j]) <= apart;
        double pair[PAIR] = {query[j], query[j + together]};
        near_pair(at, terms, inside, pair, result);
        if (!together && j + 1 < m)
            near_pair(at, terms, inside, (double[PAIR]){query[j + 1], query[j + 1]}, result + 1);
        mean[j] = result[0];
        if (j + 1 < m)
            mean[j + 1] = result[1];
    }
}

/* One cell seen from all nodes; c: its lane of a group. */
INLINED void add_cell(const double *c, int terms, const double *node, double inv, double *sum, double *weighted) {
#pragma omp simd
    for (size_t i = 0; i < SMOOTH_NODES; i++) {
        double t = (node[i] - c[0]) * inv, z = t * t, e = lanes_exp2(-0.5 * LANES_LOG2_E * z);
        double plain, with_value;
        gauss_series(c, terms, t, z, &plain, &with_value);
        sum[i] += e * plain;
        weighted[i] += e * with_value;
    }
}

INLINED void add_cells(const GaussLevel *at, int terms, Span cells, Smooth *smooth) {
    double sum[SMOOTH_NODES] = {0}, weighted[SMOOTH_NODES] = {0};
    for (size_t c = cells.first; c < cells.end; c++)
        add_cell(at->coefficient + c / LANES * COEFFICIENT_GROUP + c % LANES, terms, smooth->node, at->inv, sum,
                 weighted);
    memcpy(smooth->sum, sum, sizeof sum);
    memcpy(smooth->weighted, weighted, sizeof weighted);
}

typedef void NearQueries(const GaussLevel *at, double inside, const double *query, size_t m, SoftmaxMean *mean);
typedef void NearNodes(const GaussLevel *at, Span cells, Smooth *smooth);

/* The series cut after a number of terms that the compiler knows. */
#define NEAR(terms)                                                                                                    \
    CLONES static void near_##terms(const GaussLevel *at, double inside, const double *query, size_t m,                \
                                    SoftmaxMean *mean) {                                                               \
        near_queries(at, terms, inside, query, m, mean);                                                               \
    }                                                                                                                  \
    CLONES static void nodes_##terms(const GaussLevel *at, Span cells, Smooth *smooth) {                               \
        add_cells(at, terms, cells, smooth);                                                                           \
    }

NEAR(10)
NEAR(12)
NEAR(14)
NEAR(16)

/* How many terms are enough, less 10, by 2; and what a weight within reach may then be wrong by. */
static int choose_series(const GaussLevel *at, double *inside) {
    double kappa = at->moments->width[at->level] / 2 * at->inv;
    int choice = 0;
    while (10 + 2 * choice < MOMENTS && cut_error(kappa, 10 + 2 * choice) > SHORT_ENOUGH)
        choice++;
    *inside = cut_error(kappa, 10 + 2 * choice) + ROUNDING;
    return choice;
}

void gauss_near(const GaussLevel *at, const double *query, size_t m, SoftmaxMean *mean) {
    static NearQueries *const loop[] = {near_10, near_12, near_14, near_16};
    double inside;
    int choice = choose_series(at, &inside);
    loop[choice](at, inside, query, m, mean);
}

double gauss_nodes(const GaussLevel *at, Smooth *smooth) {
    static NearNodes *const loop[] = {nodes_10, nodes_12, nodes_14, nodes_16};
    const Moments *moments = at->moments;
    double radius = smooth->h + GAUSS_REACH / at->inv, per_cell = at->per_group * LANES, inside;
    double first = (smooth->middle - radius - moments->origin) * per_cell, last = first + 2 * radius * per_cell;
    double count = (double)moments->count[at->level];
    first = first < 0 ? 0 : first > count ? count : first;
    last = last < 0 ? 0 : last + 1 > count ? count : last + 1;
    Span cells = {(size_t)first, (size_t)last};
    loop[choose_series(at, &inside)](at, cells, smooth);
    double in = (double)moments_keys(moments, at->level, cells.first, cells.end);
    return in * (SMOOTH_SPREAD * inside + SMOOTH_ERROR) +
           ((double)moments->keys.n - in) * (SMOOTH_SPREAD + 1) * OUTSIDE;
}

CLONES static void add_keys_at_nodes(const double *x, const double *y, size_t n, double inv, double centre,
                                     Smooth *smooth) {
    double sum[SMOOTH_NODES] = {0}, weighted[SMOOTH_NODES] = {0}, factor = -0.5 * LANES_LOG2_E * inv * inv;
    for (size_t k = 0; k < n; k++) {
        double key = x[k], value = y[k] - centre;
#pragma omp simd
        for (size_t i = 0; i < SMOOTH_NODES; i++) {
            double d = smooth->node[i] - key, w = lanes_exp2(factor * d * d);
            sum[i] += w;
            weighted[i] += w * value;
        }
    }
    memcpy(smooth->sum, sum, sizeof sum);
    memcpy(smooth->weighted, weighted, sizeof weighted);
}

double gauss_nodes_of_keys(const Keys *keys, double inv, double centre, Smooth *smooth) {
    double radius = smooth->h + GAUSS_REACH / inv;
    Bracket all = {0, keys->n};
    size_t first = reach_lower(keys->x, all, smooth->middle - radius);
    size_t end = reach_lower(keys->x, all, smooth->middle + radius);
    add_keys_at_nodes(keys->x + first, keys->y + first, end - first, inv, centre, smooth);
    return (double)(end - first) * (SMOOTH_SPREAD * ROUNDING + SMOOTH_ERROR) +
           (double)(keys->n - (end - first)) * (SMOOTH_SPREAD + 1) * OUTSIDE;
}

CLONES static SoftmaxMean far_query(const GaussLevel *at, double query, double near, double radius) {
    return add_span(at, MOMENTS, span_of(at, query - radius, query + radius), query, near * at->inv);
}

INLINED void add_group_squares(const double *group, double query, double inv, double sum[4][LANES]) {
#pragma omp simd
    for (size_t lane = 0; lane < LANES; lane++) {
        GaussSquares cell = gauss_squares(group + lane, query, inv);
        sum[0][lane] += cell.weight;
        sum[1][lane] += cell.weighted;
        sum[2][lane] += cell.square;
        sum[3][lane] += cell.square_weighted;
    }
}

CLONES static void near_squares(const GaussLevel *at, const double *query, size_t m, SoftmaxMean *mean, double *square,
                                double *square_weighted) {
    double radius = GAUSS_REACH / at->inv;
    for (size_t j = 0; j < m; j++) {
        Span span = span_of(at, query[j] - radius, query[j] + radius);
        double sum[4][LANES] = {{0}};
        for (size_t g = span.first; g < span.end; g++)
            add_group_squares(at->coefficient + g * COEFFICIENT_GROUP, query[j], at->inv, sum);
        mean[j] = (SoftmaxMean){0, total(sum[0]), total(sum[1])};
        square[j] = total(sum[2]);
        square_weighted[j] = total(sum[3]);
        if (!(bound(at, span, GAUSS_INSIDE_SQUARE, GAUSS_OUTSIDE_SQUARE) <= 10 * GAUSS_ACCURACY * mean[j].sum))
            mean[j].sum = -1;
    }
}

void gauss_coefficients(const double *moments, size_t groups, double middle, double width, double inv,
                        double *coefficient) {
    gauss_groups(moments, groups, middle, width, inv, coefficient);
}

SoftmaxMean gauss_far(const GaussLevel *at, double query, double near, double radius) {
    return far_query(at, query, near, radius);
}

void gauss_near_squares(const GaussLevel *at, const double *query, size_t m, SoftmaxMean *mean, double *square,
                        double *square_weighted) {
    near_squares(at, query, m, mean, square, square_weighted);
}
